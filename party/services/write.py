"""The one way to write: a transaction, one writer at a time on SQLite, one log line a verb."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from datetime import datetime
from threading import RLock
from typing import Any

from django.db import connection, transaction

from party.models import Club, LogLine, Party, User
from party.values.log.row_changes import Step, people_of, stored
from party.values.refusals import Refused
from party.values.scores.table_key import Spot

writing: ContextVar[bool] = ContextVar("writing", default=False)
_several: ContextVar[bool] = ContextVar("several", default=False)

# SQLite's own waiting is unfair: with four desks at once the last one waits a second and more.
# One lock in the one process that serves a hall makes it first come, first served.
_one_writer = RLock()


@contextmanager
def write() -> Iterator[None]:
    """Open the one transaction of a verb. Never hold it while hashing, parsing or drawing PDFs."""
    with _turn(), transaction.atomic(durable=not _several.get()), _set(writing):
        yield


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Make one transaction of several verbs, for what is of use only as a whole.

    Whatever ends the program meanwhile, be it the power, all of them are kept or none.
    """
    with _turn(), transaction.atomic(durable=True), _set(_several):
        yield


def _turn() -> AbstractContextManager[object]:
    return _one_writer if connection.vendor == "sqlite" else nullcontext()


@contextmanager
def _set(flag: ContextVar[bool]) -> Iterator[None]:
    token = flag.set(True)
    try:
        yield
    finally:
        flag.reset(token)


def lock_party(party_id: int, seen: int | None = None) -> Party:
    """Take this party for the rest of the transaction and raise its revision.

    Every verb of a party calls this before it reads, so that nothing slips into a round that
    another request is closing. `seen` is the revision that the writer was shown, where nothing
    may have changed since.
    """
    # NO KEY: rows that only point at the party or the club, log lines above all, never wait for
    # it. With the full lock a verb of the club and one of its party would wait for each other.
    party = Party.objects.select_for_update(no_key=True).get(pk=party_id)
    if seen not in {None, party.revision}:
        raise Refused("Something has changed since you looked. Look at it again.")
    party.revision += 1
    Party.objects.filter(pk=party.pk).update(revision=party.revision)
    return party


def lock_unfinished(party_id: int, seen: int | None = None) -> Party:
    """Take a party that is still going on. Raises Refused after the finish."""
    party = lock_party(party_id, seen)
    if party.finished_at is not None:
        raise Refused(f"{party.name} is finished. Nothing can be changed any more.")
    return party


def lock_club(club_id: int) -> Club:
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def log(
    where: Party | Club,
    verb: str,
    words: str,
    *,
    by: User | None,
    at: datetime,
    spot: Spot | None = None,
    round_number: int | None = None,
    entrant_id: int | None = None,
    steps: Sequence[Step] = (),
    **data: Any,
) -> None:
    """Add the verb's line. `data` holds arguments, before and after, in their text forms.

    With its `steps` the log says what was before, and the line can be taken back.
    """
    party = where if isinstance(where, Party) else None
    if steps:
        data |= {"steps": stored(steps), "about": people_of(steps)}
    LogLine.objects.create(
        club_id=party.club_id if party else where.pk,
        party=party,
        round=spot.round if spot else round_number,
        table=spot.table if spot else None,
        entrant_id=entrant_id,
        verb=verb,
        data=data,
        words=words,
        who=by,
        at=at,
    )
