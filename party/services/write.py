"""The one way to write: a verb runs in one act.

An act is the transaction (one writer at a time on SQLite), the lock of the party or the club, who
does it and when, and the verb's one line in the log.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from itertools import groupby, islice
from threading import RLock
from time import monotonic
from typing import Any, Self

from django.db import OperationalError, connection, transaction
from django.db.models import Field, Model

from party.models import Club, LogLine, Party
from party.services.log.row_changes import Watch
from party.values.accounts import Actor
from party.values.log.row_changes import Step, people_of, stored
from party.values.refusals import Refused
from party.values.scores.tables import Spot

GONE = "This evening has been removed meanwhile."
writing: ContextVar[bool] = ContextVar("writing", default=False)
_several: ContextVar[bool] = ContextVar("several", default=False)

LOCK_PARTY = """
UPDATE party_party SET revision = revision + 1,
    shared_revision = CASE WHEN %s THEN shared_revision ELSE revision + 1 END
WHERE id = %s RETURNING *
"""

# SQLite's own waiting is unfair: with four desks at once the last one waits a second and more.
# One lock in the one process that serves a hall makes it first come, first served.
_one_writer = RLock()
LONGEST_WAIT = 4.5  # seconds; then somebody must be told
LOCKED = "database is locked"
MOST_VALUES = 30_000  # of one statement; SQLite takes 32,766
_locked_at = [0.0]  # when another program was last found to have the database


@contextmanager
def write() -> Iterator[None]:
    """Open the transaction of an act. Never hold it while hashing, parsing or drawing PDFs."""
    with one_writer(), transaction.atomic(durable=not _several.get()), _set(writing):
        yield


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Make one transaction of several verbs, for what is of use only as a whole.

    Whatever ends the program meanwhile, be it the power, all of them are kept or none.
    """
    with one_writer(), transaction.atomic(durable=True), _set(_several):
        yield


def one_writer() -> AbstractContextManager[None]:
    """Wait for the one turn to write. Sessions take it as well, outside an act.

    Raises OperationalError after LONGEST_WAIT, and when the one before waited in vain for another
    program: else each in the queue would wait as long again.
    """
    return _turn() if connection.vendor == "sqlite" else nullcontext()


@contextmanager
def _turn() -> Iterator[None]:
    _take_turn()
    try:
        yield
    except OperationalError as error:
        if LOCKED in str(error):
            _locked_at[0] = monotonic()
        raise
    finally:
        _one_writer.release()


def _take_turn() -> None:
    came = monotonic()
    if not _one_writer.acquire(timeout=LONGEST_WAIT):
        raise OperationalError(LOCKED)
    if came < _locked_at[0]:
        _one_writer.release()
        raise OperationalError(LOCKED)


@contextmanager
def _set(flag: ContextVar[bool]) -> Iterator[None]:
    token = flag.set(True)
    try:
        yield
    finally:
        flag.reset(token)


def insert(row: Model) -> None:
    """Store a new row. A hand is two of them, and Django puts each statement together anew."""
    into, marks, fields = _insertion(type(row))
    with connection.cursor() as cursor:
        cursor.execute(f"{into} {marks} RETURNING id", _values(row, fields))
        row.pk = cursor.fetchone()[0]
    row._state.adding = False  # noqa: SLF001 -- as Django's save leaves it


def insertions(rows: Iterable[Model]) -> Iterator[tuple[str, list[Any]]]:
    """Yield the statements that store rows which have their ids, kind by kind, and their values.

    To be made before the turn to write: Django's `bulk_create` makes them in it, and takes five
    times as long for that as the database for all the rows.
    """
    for model, alike in groupby(rows, type):
        into, marks, fields = _insertion(model, with_id=True)
        while some := [*islice(alike, MOST_VALUES // len(fields))]:
            values = [value for row in some for value in _values(row, fields)]
            yield f"{into} {', '.join([marks] * len(some))}", values


@cache
def _insertion(
    model: type[Model], *, with_id: bool = False
) -> "tuple[str, str, list[Field[Any, Any]]]":
    """Return how the statement begins that stores rows, the marks of one, and its columns."""
    meta, quoted = model._meta, connection.ops.quote_name  # noqa: SLF001 -- Django's own name for it
    fields = [each for each in meta.concrete_fields if with_id or not each.primary_key]
    columns = ", ".join(quoted(each.attname) for each in fields)
    marks = ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {meta.db_table} ({columns}) VALUES", f"({marks})", fields


def _values(row: Model, fields: "Iterable[Field[Any, Any]]") -> list[Any]:
    return [each.get_db_prep_save(getattr(row, each.attname), connection) for each in fields]


@dataclass(kw_only=True)
class Act:
    """A verb while it runs, in its transaction and under its lock: who does it, and when.

    `watched` are the rows that the verb may change, if its line can be taken back.
    """

    actor: Actor
    at: datetime
    club_id: int
    party_id: int | None = None
    watched: Watch = field(default_factory=Watch)

    @property
    def columns(self) -> dict[str, Any]:
        """Who and when, as every row that is `DoneBy` somebody has them."""
        return {
            "actor_kind": self.actor.kind,
            "actor_id": self.actor.user_id,
            "actor_label": self.actor.label,
            "at": self.at,
        }

    def log(
        self,
        verb: str,
        words: str,
        *,
        spot: Spot | None = None,
        round_number: int | None = None,
        table_number: int | None = None,
        entrant_id: int | None = None,
        steps: Sequence[Step] | None = None,
        **data: Any,
    ) -> int:
        """Add the verb's line and return its id.

        `data` holds arguments, before and after, in their text forms. With its `steps` the log
        says what was before, and the line can be taken back; they are what changed in the watched
        rows, unless they are given.
        """
        if steps is None:
            steps = self.watched.steps()
        if steps:
            data |= {"steps": stored(steps), "about": people_of(steps)}
        line = LogLine(
            club_id=self.club_id,
            party_id=self.party_id,
            round=spot.round if spot else round_number,
            table=spot.table if spot else table_number,
            entrant_id=entrant_id,
            verb=verb,
            data=data,
            words=words,
            **self.columns,
        )
        insert(line)
        return line.pk


@dataclass(kw_only=True)
class PartyAct(Act):
    """An act in a party, which is locked until its end."""

    party: Party


@dataclass(kw_only=True)
class ClubAct(Act):
    """An act in a club: about its people, its series, or its parties before they begin."""

    club: Club

    @classmethod
    def of(cls, club: Club, actor: Actor, at: datetime) -> Self:
        return cls(actor=actor, at=at, club_id=club.pk, club=club)

    def about(self, party: Party) -> Act:
        """Return the same act with its line in the log of this party."""
        return replace(self, party_id=party.pk)


@contextmanager
def party_act(
    party_id: int,
    actor: Actor,
    at: datetime,
    seen: int | None = None,
    *,
    of_one_table: bool = False,
) -> Iterator[PartyAct]:
    """Run a verb of a party: take the party for the whole transaction and raise its revision.

    Every verb of a party opens its act before it reads, so that nothing slips into a round that
    another request is closing. `seen` is the revision that the writer was shown, where nothing
    may have changed since. What is `of_one_table`, or of the hall screen alone, is news for
    nobody else in the hall.
    """
    with write():
        party = _lock_party(party_id, seen, of_one_table=of_one_table)
        yield PartyAct(actor=actor, at=at, club_id=party.club_id, party_id=party.pk, party=party)


@contextmanager
def unfinished_act(
    party_id: int,
    actor: Actor,
    at: datetime,
    seen: int | None = None,
    *,
    of_one_table: bool = False,
) -> Iterator[PartyAct]:
    """Run a verb of a party that is still going on. Raises Refused after the finish."""
    with party_act(party_id, actor, at, seen, of_one_table=of_one_table) as act:
        if act.party.finished_at is not None:
            raise Refused(f"{act.party.name} is finished. Nothing can be changed any more.")
        yield act


@contextmanager
def club_act(club_id: int, actor: Actor, at: datetime) -> Iterator[ClubAct]:
    """Run a verb of a club, which is locked for the whole transaction."""
    with write():
        club = Club.objects.select_for_update(no_key=True).filter(pk=club_id).first()
        if club is None:
            raise Refused(GONE)
        yield ClubAct.of(club, actor, at)


def _lock_party(party_id: int, seen: int | None, *, of_one_table: bool) -> Party:
    """Lock the row of a party and raise its revision. Both and the reading are one statement.

    On PostgreSQL an update of no key takes the lock FOR NO KEY UPDATE: rows that only point at
    the party, log lines above all, never wait for it. With the full lock a verb of the club and
    one of its party would wait for each other.
    """
    parties = list(Party.objects.raw(LOCK_PARTY, [of_one_table, party_id]))
    if not parties:
        raise Refused(GONE)
    party = parties[0]
    if seen not in {None, party.revision - 1}:
        raise Refused("Something has changed since you looked. Look at it again.")
    return party
