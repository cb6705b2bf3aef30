"""Every verb runs in one act: a transaction, a lock, the actor, the time, one line in the log.

A *verb* is a function that changes stored data for a user, such as `draw_seats` or `save_hand`.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby, islice
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import Any, Self

from django.db import OperationalError, connection, transaction
from django.db.models import Model

from party.models import Club, LogLine, Party
from party.process_state import PROCESS
from party.services.log.row_changes import Watch
from party.values.accounts import Actor
from party.values.log.row_changes import Step, people_of, steps_as_json
from party.values.refusals import Refused, require
from party.values.scores.tables import Spot

GONE = "This party or club was removed while you had this page open."
PAGE_IS_OLD = "Something changed while you had this page open. Please check again."

LOCK_PARTY = """
UPDATE party_party SET revision = revision + 1,
    shared_revision = CASE WHEN %s THEN shared_revision ELSE revision + 1 END
WHERE id = %s RETURNING *
"""

LONGEST_WAIT = 4.5  # seconds for a turn to write
LOCKED = "database is locked"
MOST_VALUES = 30_000  # in one statement; SQLite allows 32,766
LogLineId = int


@contextmanager
def write() -> Iterator[None]:
    """Run the block in one transaction: keep hashing, parsing and PDFs out of it."""
    with (
        one_writer(),
        transaction.atomic(durable=not PROCESS.is_all_or_nothing.get()),
        _set_flag(PROCESS.is_writing),
    ):
        yield


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Join several verbs: after a power cut all of them are stored, or none."""
    with one_writer(), transaction.atomic(durable=True), _set_flag(PROCESS.is_all_or_nothing):
        yield


def one_writer() -> AbstractContextManager[None]:
    """Wait for the turn to write. Sessions also take a turn, outside an act.

    Raises OperationalError after LONGEST_WAIT, or at once if another program held the database
    while we queued: otherwise each request in the queue would wait as long again.
    """
    return _write_turn() if connection.vendor == "sqlite" else nullcontext()


@contextmanager
def _write_turn() -> Iterator[None]:
    _take_turn()
    try:
        yield
    except OperationalError as error:
        if LOCKED in str(error):
            PROCESS.locked_at = monotonic()
        raise
    finally:
        PROCESS.write_lock.release()


def _take_turn() -> None:
    queued_at = monotonic()
    if not PROCESS.write_lock.acquire(timeout=LONGEST_WAIT):
        raise OperationalError(LOCKED)
    if queued_at < PROCESS.locked_at:
        PROCESS.write_lock.release()
        raise OperationalError(LOCKED)


@contextmanager
def wait_turn(lock: Lock, queue: BoundedSemaphore, refusal: Exception) -> Iterator[None]:
    """Hold the lock during the block. Raise `refusal` at once if the queue is full."""
    if not queue.acquire(blocking=False):
        raise refusal
    try:
        with lock:
            yield
    finally:
        queue.release()


@contextmanager
def _set_flag(flag: ContextVar[bool]) -> Iterator[None]:
    token = flag.set(True)
    try:
        yield
    finally:
        flag.reset(token)


def set_columns(row: Model, **columns: Any) -> bool:
    """Store the values; return whether any of them is new."""
    changed = [name for name, value in columns.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, columns[name])
    if changed:
        row.save(update_fields=changed)
    return bool(changed)


def insertions(rows: Iterable[Model]) -> Iterator[tuple[str, list[Any]]]:
    """Yield SQL statements with their values, model by model; the rows already have ids.

    Build them before the transaction begins: building takes five times as long as running them.
    """
    for model, model_rows in groupby(rows, lambda row: row.__class__):
        meta, quoted = model._meta, connection.ops.quote_name  # noqa: SLF001 -- Django's own name for it
        fields = meta.concrete_fields
        columns = ", ".join(quoted(field.attname) for field in fields)
        into = f"INSERT INTO {meta.db_table} ({columns}) VALUES"
        placeholders = f"({', '.join(['%s'] * len(fields))})"
        while batch := [*islice(model_rows, MOST_VALUES // len(fields))]:
            values = [
                field.get_db_prep_save(getattr(row, field.attname), connection)
                for row in batch
                for field in fields
            ]
            yield f"{into} {', '.join([placeholders] * len(batch))}", values


@dataclass(kw_only=True)
class Act:
    actor: Actor
    at: datetime
    club_id: int
    party_id: int | None = None
    watched: Watch | None = None  # rows that the verb may change; None: no undo

    @property
    def actor_columns(self) -> dict[str, Any]:
        return {
            "actor_kind": self.actor.kind,
            "actor_id": self.actor.user_id,
            "actor_label": self.actor.label,
            "at": self.at,
        }

    def steps(self) -> list[Step]:
        return self.watched.steps() if self.watched else []

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
    ) -> LogLineId:
        """Add the verb's line and return its id.

        `steps`, by default the changes in the watched rows, let the line be undone.
        """
        if steps is None:
            steps = self.steps()
        if steps:
            data |= {"steps": steps_as_json(steps), "about": people_of(steps)}
        line = LogLine(
            club_id=self.club_id,
            party_id=self.party_id,
            round=spot.round if spot else round_number,
            table=spot.table if spot else table_number,
            entrant_id=entrant_id,
            verb=verb,
            data=data,
            words=words,
            **self.actor_columns,
        )
        line.save(force_insert=True)
        return line.pk


@dataclass(kw_only=True)
class PartyAct(Act):
    party: Party


@dataclass(kw_only=True)
class ClubAct(Act):
    club: Club

    @classmethod
    def of(cls, club: Club, actor: Actor, at: datetime) -> Self:
        return cls(actor=actor, at=at, club_id=club.pk, club=club)

    def in_log_of(self, party: Party | None) -> Act:
        """Return an act that logs in the party, or in the club if `party` is None."""
        return replace(self, party_id=party.pk if party else None)


@contextmanager
def party_act(
    party_id: int,
    actor: Actor,
    at: datetime,
    shown_revision: int | None = None,
    *,
    of_one_table: bool = False,
) -> Iterator[PartyAct]:
    """Lock the party for the whole transaction and raise its revision.

    Open the act before reading: otherwise a verb could add to a round that another request is
    closing. With `of_one_table` the other pages in the hall do not fetch themselves again.
    """
    with write():
        party = _lock_party(party_id, shown_revision, of_one_table=of_one_table)
        yield PartyAct(actor=actor, at=at, club_id=party.club_id, party_id=party.pk, party=party)
        PROCESS.newest_revisions[party.pk] = party.revision


@contextmanager
def unfinished_party_act(
    party_id: int,
    actor: Actor,
    at: datetime,
    shown_revision: int | None = None,
    *,
    of_one_table: bool = False,
) -> Iterator[PartyAct]:
    """Raises Refused after the party's finish."""
    with party_act(party_id, actor, at, shown_revision, of_one_table=of_one_table) as act:
        if act.party.finished_at is not None:
            raise Refused(f"{act.party.name} is finished. Nothing can be changed any more.")
        yield act


@contextmanager
def club_act(club_id: int, actor: Actor, at: datetime) -> Iterator[ClubAct]:
    with write():
        clubs = Club.objects.select_for_update(no_key=True).filter(pk=club_id)
        yield ClubAct.of(require(clubs.first(), GONE), actor, at)


def _lock_party(party_id: int, shown_revision: int | None, *, of_one_table: bool) -> Party:
    """Lock a party's row, raise its revision and read it, in one statement.

    On PostgreSQL an update that changes no key locks FOR NO KEY UPDATE, so log lines that refer to
    the party can still be inserted. With FOR UPDATE, a verb of the club and a verb of its party
    would wait for each other.
    """
    parties = list(Party.objects.raw(LOCK_PARTY, [of_one_table, party_id]))
    if not parties:
        raise Refused(GONE)
    party = parties[0]
    # A refused verb rolls back to this revision, which another worker may have set.
    PROCESS.newest_revisions[party.pk] = party.revision - 1
    if shown_revision not in {None, party.revision - 1}:
        raise Refused(PAGE_IS_OLD)
    return party
