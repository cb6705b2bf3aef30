"""Reads for a table's own page: whether anything is new there, and all that it shows."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import blake2b
from threading import Lock
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import connection
from django.utils.crypto import constant_time_compare

from party.engine import SEAT_NAMES
from party.models import Entry, Party, Round, Table
from party.progression import SEATS
from party.queries.evening.rounds import needs_who_was_ahead, newest_rounds, night_after
from party.queries.hall.clock import clock_of
from party.queries.phones.heard import agreements
from party.queries.phones.tokens import token_of
from party.queries.rows import read_rows
from party.queries.scores.desk import sheet
from party.queries.scores.tables import table_scores
from party.queries.seats.moves import moves_of
from party.values.evening.live import ENTRY_STAGES, Night, Stage
from party.values.numbers import clock, total
from party.values.people.person import given_names
from party.values.phones.table import (
    ON_CARDS,
    Can,
    Clock,
    NextSeat,
    Seat,
    TableState,
    pad_of,
    pairs_of,
    phone_hands,
    utc_text,
)
from party.values.scores.tables import Sheet, TableScore
from party.values.seats.moves import bell_note

AT_TABLES = {Stage.SEATED, *ENTRY_STAGES, "closed", Stage.OVER}
HEARD_EVERY = timedelta(minutes=1)
_readers = [Lock() for _ in range(32)]

# Forty phones ask every ten seconds, all evening: one statement, no query set and no model.
LATEST = """
SELECT p.id, p.phones, p.phone_series, COALESCE(f.series, 0), f.seen_at BETWEEN %s AND %s,
    p.shared_revision, f.called_at, t.capture, t.hands, t.ahead, t.cut, t.agreed_at,
    (SELECT MAX(e.id) FROM party_entry e WHERE e.table_id = t.id),
    (SELECT COUNT(*) FROM party_entry e WHERE e.table_id = t.id AND e.status = 'in force'),
    (SELECT COUNT(*) FROM party_entry e WHERE e.table_id = t.id AND e.status = 'disputed')
FROM party_party p
LEFT JOIN party_tablephone f ON f.party_id = p.id AND f.number = %s
LEFT JOIN party_round r ON r.party_id = p.id AND r.number =
    (SELECT MAX(l.number) FROM party_round l WHERE l.party_id = p.id)
LEFT JOIN party_table t ON t.round_id = r.id AND t.number = %s
WHERE p.code = %s
"""


class Phone(NamedTuple):
    """What a poll reads: whose address it is, and what changes when there is something to see.

    What is entered at a table does not raise the shared revision: its newest entry, how many
    count or wait for a decision, and what the table says stand for it. `heard`: from it less than
    a minute ago.
    """

    party: int
    phones: bool
    phone_series: int
    series: int
    heard: bool | None
    shared_revision: int
    called_at: object
    capture: str | None
    hands: int | None
    ahead: str | None
    cut: str | None
    agreed_at: object
    newest: int | None
    in_force: int
    disputed: int

    @property
    def version(self) -> str:
        return blake2b(repr(self[5:]).encode(), digest_size=8).hexdigest()

    def opens(self, number: int, token: str) -> bool:
        """Return whether this is the table's key, and phones are on."""
        key = token_of(self.party, self.phone_series, number, self.series)
        return bool(self.phones) and constant_time_compare(key, token.lower())


def phone_at(code: str, number: int, token: str, at: datetime) -> Phone | None:
    """Return what a poll reads of a table; None where the address opens nothing. One query."""
    if "\0" in code:  # no database takes it
        return None
    # Until now: a laptop's clock that was set back leaves moments that are still to come.
    since, now = map(connection.ops.adapt_datetimefield_value, (at - HEARD_EVERY, at))
    rows = read_rows(LATEST, [since, now, number, number, code.lower()])
    phone = Phone(*rows[0]) if rows else None
    return phone if phone and phone.opens(number, token) else None


def party_of(phone: Phone) -> Party:
    """Return the party of a table's page. One query. Raises DoesNotExist once it is removed."""
    for party in Party.objects.raw("SELECT * FROM party_party WHERE id = %s", [phone.party]):
        return party
    raise Party.DoesNotExist


def table_state(party: Party, number: int, phone: Phone, at: datetime) -> TableState:
    """Return all that the page of a table shows. A fixed number of queries."""
    round_, night = _shown(party)
    stage: str = "closed" if night.stage == Stage.MOVING else night.stage
    scores = table_scores(party, round_.number, [number]) if round_ else {}
    score = scores.get(number)
    if score is None and party.tracks_seats and stage in AT_TABLES:
        stage = "away"
    state = TableState(
        v=phone.version,
        now=utc_text(at),
        party=party.name,
        table=number,
        stage=stage,
        rules=pad_of(party.rules)["mark"],
        round=round_.number if round_ else 0,
        rounds=party.rounds_planned,
        capture=party.table_capture,
        head=number == 1,
        note=_note(party, night),
        called=phone.called_at is not None,
        next=_next(party, round_, number),
        clock=_clock(party, round_, at),
    )
    return _with_table(state, party, round_, score, phone) if round_ and score else state


def _shown(party: Party) -> tuple[Round | None, Night]:
    """Return the round that a table sees, and the night with it: seats only once announced."""
    latest, before = [*newest_rounds(party, 2), None, None][:2]
    night = night_after(party, latest)
    if night.stage == Stage.FINISHED and latest and latest.state != Round.State.CLOSED:
        return before, night
    if night.stage == Stage.SEATED and latest and not latest.announced_at:
        return before, night_after(party, before)
    return latest, night


def _note(party: Party, night: Night) -> str:
    if not party.tracks_seats:
        return ON_CARDS
    return f"A break. Then round {night.round_number + 1}." if night.is_break else ""


def _with_table(
    state: TableState, party: Party, round_: Round, score: TableScore, phone: Phone
) -> TableState:
    """Add who sits at the table, and what is in there. Two queries, and those of what is rare."""
    at = sheet(party, round_, score)
    disputed = _disputed(round_, score.number) if phone.disputed else frozenset()
    agreed = agreements(party, round_.number, number=score.number) if phone.agreed_at else {}
    agreed_at = agreed.get(score.number)
    is_open = round_.is_open and state.stage != Stage.FINISHED
    rings = state.head and state.stage in {Stage.SEATED, *ENTRY_STAGES}
    note = bell_note(party.format) if rings else state.note
    names = given_names(at.seats)
    return replace(
        state,
        seats={seat: Seat(str(at.seats[seat]), names[seat]) for seat in SEATS if seat in names},
        pairs=pairs_of(at),
        capture=score.capture,
        note=ON_CARDS if score.on_cards else note,
        limit=score.limit,
        hands=phone_hands(party.rules, at, disputed),
        ns=score.ns,
        ew=score.ew,
        saved=score.saved,
        finished=score.finished,
        can=_can(at, disputed, is_agreed=agreed_at is not None) if is_open else Can(),
        agreed=clock(agreed_at.astimezone(ZoneInfo(party.club.time_zone))) if agreed_at else "",
        tied=_tied_text(party, round_, score) if is_open else "",
        cut=score.cut,
    )


def _disputed(round_: Round, number: int) -> frozenset[int]:
    """Return the hands of a table that have a second version; 0 is the total."""
    rows = Entry.objects.filter(table__round=round_, table__number=number)
    disputed = rows.filter(status=Entry.Status.DISPUTED).values_list("hand", flat=True)
    return frozenset(hand or 0 for hand in disputed)


def _can(at: Sheet, disputed: frozenset[int], *, is_agreed: bool) -> Can:
    score = at.score
    on_cards, by_hand = score.on_cards, score.capture == Table.Capture.HANDS
    return Can(
        undo=bool(at.lines) and at.lines[-1].hand not in disputed,
        last=by_hand and score.limit is None and score.saved > 0 and score.hands is None,
        hands=score.takes_hands and not on_cards,
        agree=score.finished and score.played and not disputed and not is_agreed,
    )


def _tied_text(party: Party, round_: Round, score: TableScore) -> str:
    if not (score.tied and score.played and needs_who_was_ahead(party, round_.number)):
        return ""
    return f"Tied {total(score.ns)} to {total(score.ew)}. {party.tie_question}"


def _next(party: Party, round_: Round | None, number: int) -> tuple[NextSeat, ...]:
    if round_ is None or round_.state == Round.State.CLOSED:
        return ()
    with _readers[party.pk % len(_readers)]:
        seats = _next_seats(party.pk, round_.number, party.shared_revision).get(number, ())
    return tuple(sorted(seats, key=lambda each: SEATS.index(each.seat)))


# Everybody's moves are worked out together, and all tables ask for them at the same moment.
@lru_cache(maxsize=32)
def _next_seats(
    party_id: int, round_number: int, _shared_revision: int
) -> Mapping[int, tuple[NextSeat, ...]]:
    """Return by table where those who sat there in the round before go in this one."""
    party = Party.objects.get(pk=party_id)
    rounds = {each.number: each for each in Round.objects.filter(party=party)}
    before, after = rounds.get(round_number - 1), rounds[round_number]
    if before is None or not (before.tables.exists() and after.tables.exists()):
        return {}
    seats: dict[int, tuple[NextSeat, ...]] = {}
    for move in moves_of(party, before, after):
        if move.old:
            (table, seat), to = move.old, move.sitting
            chair = SEAT_NAMES[to.seat] if to.seat else ""
            line = NextSeat(seat, str(to.person), to.table, chair, move.words)
            seats[table] = (*seats.get(table, ()), line)
    return seats


def _clock(party: Party, round_: Round | None, at: datetime) -> Clock:
    """Return the clock as the hall screen has it."""
    found = clock_of(party, round_, at)
    if found is None:
        return Clock()
    return Clock(utc_text(found.ends_at)) if found.ends_at else Clock(left=found.left)
