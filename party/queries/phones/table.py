"""A table's own page, on a phone: the token in its address, its polls, and its content.

`PhoneState` and its parts have the field names of the JSON that the page's script reads.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import blake2b
from itertools import groupby, product
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db import connection
from django.utils.crypto import constant_time_compare, salted_hmac

from party.engine import (
    SEAT_NAMES,
    TRICKS,
    Bid,
    HandResult,
    RuleError,
    Rules,
    announcements_of,
    bid_name,
    biddable,
    dealers,
    pair_points,
    thrown_in_entry,
    value,
)
from party.models import Party, Round, Table, TablePhone
from party.process_state import MOST_CACHED_PARTIES, PROCESS, cache_page
from party.progression import SEATS
from party.queries.evening.rounds import (
    clock_of,
    needs_pair_ahead,
    newest_rounds,
    night_with_latest,
)
from party.queries.phones.hands import (
    Decision,
    PhoneHand,
    decisions_about,
    hands_taken_back,
    phone_hands,
)
from party.queries.phones.ranking import RankedPerson, ranking_of_table
from party.queries.phones.reports import agreements
from party.queries.rows import read_rows
from party.queries.scores.second_look import second_versions
from party.queries.scores.tables import table_scores, table_with_lines
from party.queries.seats.moves import moves_of
from party.values.evening.live import ENTRY_STAGES, Night, Stage
from party.values.numbers import clock, total
from party.values.people.person import given_names
from party.values.phones.addresses import ADDRESS_LETTERS
from party.values.scores.tables import Sheet, TableScore
from party.values.seats.words import bell_note

ANNOUNCED_KEYS = {"slam": "!", "declare": "+"}
CARDS_NOTE = "Tonight the points are on your own cards: nothing is entered here."
STAGES_AT_TABLES = {Stage.SEATED, *ENTRY_STAGES, "closed", Stage.OVER}
SEEN_AT_WRITTEN_EVERY = timedelta(minutes=1)
HOST_ARRIVAL = timedelta(minutes=5)  # for this long a table reads that the host is coming
TOKEN_LENGTH = 10
PHONE_SALT = "party.table-phone"

# Forty phones poll with this every ten seconds: 0.16 ms in one statement.
POLL_QUERY = """
SELECT p.id, p.phones, p.phone_series, COALESCE(f.series, 0), f.seen_at BETWEEN %s AND %s,
    p.shared_revision, f.called_at, f.answered_at BETWEEN %s AND %s,
    t.capture, t.hands, t.ahead, t.cut, t.agreed_at,
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


@dataclass(frozen=True, slots=True)
class PhoneSeat:
    name: str
    short: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedActions:
    undo: bool = False
    last: bool = False
    hands: bool = False
    agree: bool = False


@dataclass(frozen=True, slots=True)
class NextSeat:
    """`table` is None for a person who sits out."""

    seat: str
    name: str
    table: int | None
    chair: str
    words: str


@dataclass(frozen=True, slots=True)
class PhoneClock:
    ends: str | None = None
    left: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneState:
    v: str
    now: str
    party: str
    table: int
    stage: str
    rules: str  # a hash of the rules; when it changes, the page loads its pad again
    round: int
    rounds: int | None
    limit: int | None = None
    capture: str = "hands"
    head: bool
    note: str
    seats: dict[str, PhoneSeat] = field(default_factory=dict)
    pairs: dict[str, str] = field(default_factory=lambda: {"NS": "", "EW": ""})
    hands: tuple[PhoneHand, ...] = ()
    ns: int = 0
    ew: int = 0
    saved: int = 0
    finished: bool = False
    can: AllowedActions = AllowedActions()
    agreed: str = ""
    tied: str = ""
    cut: str = ""
    next: tuple[NextSeat, ...] = ()
    clock: PhoneClock = PhoneClock()
    called: bool = False
    coming: bool = False  # the host has answered the call
    decisions: tuple[Decision, ...] = ()
    ranking: tuple[RankedPerson, ...] = ()  # between two rounds, if the host shows the ranking

    @property
    def as_json(self) -> dict[str, Any]:
        return _field_values(self) | {
            "rules": f"{self.rules} {self.capture}",
            "seats": {seat: _field_values(each) for seat, each in self.seats.items()},
            "hands": [_field_values(each) for each in self.hands],
            "decisions": [_field_values(each) for each in self.decisions],
            "ranking": [_field_values(each) for each in self.ranking],
            "can": _field_values(self.can),
            "next": [_field_values(each) for each in self.next],
            "clock": _field_values(self.clock),
        }


def _field_values(value: Any) -> dict[str, Any]:
    """`asdict` would also copy the values."""
    return {name: getattr(value, name) for name in value.__slots__}


def table_token(party: Party, number: int, series: int = 0) -> str:
    """`series` counts how often this table's address was renewed.

    The token is derived from the secret key of the installation and never stored.
    """
    return token_of(party.pk, party.phone_series, number, series)


def token_of(party_id: int, phone_series: int, number: int, series: int) -> str:
    """Make the token from the columns that a poll reads."""
    text = f"{party_id}:{phone_series}:{number}:{series}"
    rest = int.from_bytes(salted_hmac(PHONE_SALT, text, algorithm="sha256").digest())
    letters = []
    for _ in range(TOKEN_LENGTH):
        rest, index = divmod(rest, len(ADDRESS_LETTERS))
        letters.append(ADDRESS_LETTERS[index])
    return "".join(letters)


def is_token(party: Party, number: int, token: str) -> bool:
    phones = TablePhone.objects.filter(party=party, number=number)
    series = phones.values_list("series", flat=True).first() or 0
    return constant_time_compare(table_token(party, number, series), token.lower())


class Phone(NamedTuple):
    """The columns that a poll reads.

    An entry at a table does not raise the revision of the party. So the version of a table's page
    also covers its columns, its newest entry, and how many are in force and in dispute.
    """

    party: int
    phones: bool
    phone_series: int
    series: int
    seen_recently: bool | None
    shared_revision: int
    called_at: object
    is_host_coming: bool | None
    capture: str | None
    hands: int | None
    ahead: str | None
    cut: str | None
    agreed_at: object
    newest_entry: int | None
    in_force_count: int
    disputed_count: int

    @property
    def version(self) -> str:
        return blake2b(repr((self.phones, *self[5:])).encode(), digest_size=8).hexdigest()

    def opens(self, number: int, token: str) -> bool:
        right_token = token_of(self.party, self.phone_series, number, self.series)
        return constant_time_compare(right_token, token.lower())


def read_phone(code: str, number: int, token: str, at: datetime) -> Phone | None:
    """Return None if the address opens no table."""
    if "\0" in code:  # databases refuse this character
        return None
    # A `seen_at` later than `at` is written again: the laptop's clock may have been set back.
    adapt = connection.ops.adapt_datetimefield_value
    now, last_write = adapt(at), adapt(at - SEEN_AT_WRITTEN_EVERY)
    last_answer = adapt(at - HOST_ARRIVAL)
    values = [last_write, now, last_answer, now, number, number, code.lower()]
    rows = read_rows(POLL_QUERY, values)
    phone = Phone(*rows[0]) if rows else None
    return phone if phone and phone.opens(number, token) else None


def table_state(party: Party, number: int, phone: Phone, at: datetime) -> PhoneState:
    state = PhoneState(
        v=phone.version,
        now=utc_text(at),
        party=party.name,
        table=number,
        stage="off",
        rules=pad_of(party.rules)["mark"],
        round=0,
        rounds=party.rounds_planned,
        capture=party.table_capture,
        head=number == 1,
        note="",
    )
    if not party.phones:
        return state  # with the rules, so that the phone keeps its draft
    round_, night = _shown_round(party)
    stage: str = "closed" if night.stage == Stage.MOVING else night.stage
    scores = table_scores(party, round_.number, [number]) if round_ else {}
    score = scores.get(number)
    if score is None and party.tracks_seats and stage in STAGES_AT_TABLES:
        stage = "away"
    state = replace(
        state,
        stage=stage,
        round=round_.number if round_ else 0,
        note=_note_text(party, night),
        called=phone.called_at is not None,
        coming=bool(phone.is_host_coming) and phone.called_at is None,
        next=_next_seats_of_table(party, round_, number),
        clock=_phone_clock(party, round_, at),
        ranking=ranking_of_table(party, number) if _shows_ranking(party, night) else (),
    )
    if round_ is None or score is None or night.is_withheld:
        return state
    return _add_table(state, party, round_, score, phone)


def _shows_ranking(party: Party, night: Night) -> bool:
    is_between_rounds = night.stage in {Stage.MOVING, Stage.SEATED}
    return party.phone_ranking and is_between_rounds and not night.may_have_been_last


def _shown_round(party: Party) -> tuple[Round | None, Night]:
    """Return the latest round whose seats are announced, and the stage of the evening in it."""
    rounds = newest_rounds(party, 2)
    latest = rounds[0] if rounds else None
    previous = rounds[1] if len(rounds) > 1 else None
    night = night_with_latest(party, latest)
    if night.stage == Stage.FINISHED and latest and latest.state != Round.State.CLOSED:
        return previous, night
    if night.stage == Stage.SEATED and latest and not latest.announced_at:
        return previous, night_with_latest(party, previous)
    return latest, night


def _note_text(party: Party, night: Night) -> str:
    if not party.tracks_seats:
        return CARDS_NOTE
    return f"A break. Then round {night.round_number + 1}." if night.is_break else ""


def _add_table(
    state: PhoneState, party: Party, round_: Round, score: TableScore, phone: Phone
) -> PhoneState:
    sheet = table_with_lines(party, round_, score)
    of_table = {"table__round": round_, "table__number": score.number}
    disputed = second_versions(**of_table) if phone.disputed_count else {}
    agreed = agreements(party, round_.number, number=score.number) if phone.agreed_at else {}
    agreed_at = agreed.get(score.number)
    is_open = round_.is_open and state.stage != Stage.FINISHED
    rings_bell = state.head and state.stage in {Stage.SEATED, *ENTRY_STAGES}
    note = bell_note(party.format) if rings_bell else state.note
    names = given_names(sheet.seats)
    taken_back = hands_taken_back(party, sheet) if is_open else ()
    decisions = (*decisions_about(party, sheet), *taken_back)
    return replace(
        state,
        seats={
            seat: PhoneSeat(str(sheet.seats[seat]), names[seat]) for seat in SEATS if seat in names
        },
        pairs=sheet.pairs,
        capture=score.capture,
        note=CARDS_NOTE if score.on_cards else note,
        limit=score.limit,
        hands=phone_hands(party.rules, sheet, disputed),
        decisions=tuple(sorted(decisions, key=lambda each: each.id)),
        ns=score.ns,
        ew=score.ew,
        saved=score.saved,
        finished=score.is_finished,
        can=_allowed_actions(sheet, disputed, is_agreed=agreed_at is not None)
        if is_open
        else AllowedActions(),
        agreed=clock(agreed_at.astimezone(ZoneInfo(party.club.time_zone))) if agreed_at else "",
        tied=_tie_text(party, round_, score) if is_open else "",
        cut=score.cut,
    )


def _allowed_actions(
    sheet: Sheet, disputed: Collection[int | None], *, is_agreed: bool
) -> AllowedActions:
    score = sheet.score
    on_cards, by_hand = score.on_cards, score.capture == Table.Capture.HANDS
    return AllowedActions(
        undo=bool(sheet.lines) and sheet.lines[-1].hand not in disputed,
        last=by_hand and score.limit is None and score.saved > 0 and score.hands is None,
        hands=score.takes_hands and not on_cards,
        agree=score.is_finished and score.has_entries and not disputed and not is_agreed,
    )


def _tie_text(party: Party, round_: Round, score: TableScore) -> str:
    if not (score.is_tied and score.has_entries and needs_pair_ahead(party, round_.number)):
        return ""
    return f"Tied {total(score.ns)} to {total(score.ew)}. {party.tie_question}"


def _next_seats_of_table(party: Party, round_: Round | None, number: int) -> tuple[NextSeat, ...]:
    if round_ is None or round_.state == Round.State.CLOSED:
        return ()
    with PROCESS.table_locks[party.pk % MOST_CACHED_PARTIES]:
        seats = _next_seats_by_table(party.pk, round_.number, party.shared_revision).get(
            number, ()
        )
    return tuple(sorted(seats, key=lambda each: SEATS.index(each.seat)))


# Cached, because all moves are computed together, and all tables request them at once.
@cache_page
def _next_seats_by_table(
    party_id: int, round_number: int, _shared_revision: int
) -> Mapping[int, tuple[NextSeat, ...]]:
    """Return each person's seat in this round, by the table that the person comes from."""
    party = Party.objects.get(pk=party_id)
    rounds = {each.number: each for each in Round.objects.filter(party=party)}
    before, after = rounds.get(round_number - 1), rounds[round_number]
    if before is None or not (before.tables.exists() and after.tables.exists()):
        return {}
    seats: dict[int, tuple[NextSeat, ...]] = {}
    for move in moves_of(party, before, after):
        if move.old:
            (table, seat), sitting = move.old, move.sitting
            chair = SEAT_NAMES[sitting.seat] if sitting.seat else ""
            next_seat = NextSeat(seat, str(sitting.person), sitting.table, chair, move.words)
            seats[table] = (*seats.get(table, ()), next_seat)
    return seats


def _phone_clock(party: Party, round_: Round | None, at: datetime) -> PhoneClock:
    clock = clock_of(party, round_, at)
    if clock is None:
        return PhoneClock()
    return (
        PhoneClock(utc_text(clock.ends_at))
        if clock.ends_at
        else PhoneClock(left=clock.seconds_left)
    )


def utc_text(at: datetime) -> str:
    """Return "2026-11-22T20:14:03Z", for a script."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def pad_of(rules: Rules) -> dict[str, Any]:
    """Return the buttons of the pad and the points of every result."""
    return _build_pad(rules, rules.misere_word)


# Equal rules may have different words for misère, so the word is part of the cache key.
@lru_cache(maxsize=64)
def _build_pad(rules: Rules, _misere_word: str) -> dict[str, Any]:
    announced = announcements_of(rules)
    pad: dict[str, Any] = {
        "bids": [
            {
                "bid": str(bid),
                "name": bid_name(rules, bid),
                "level": None if bid.is_special else bid.level,
                "strain": bid.strain,
                "value": value(rules, bid),
            }
            for bid in biddable(rules)
        ],
        "points": {
            f"{bid}{ANNOUNCED_KEYS.get(code or '', '')}": _points_by_tricks(rules, bid, code)
            for bid, code in product(biddable(rules), (None, *announced))
            if not (bid.is_special and code)
        },
        "announce": {key: words.capitalize() for key, words in announced.items()},
        "thrown_in": _can_throw_in(rules),
        "passed": _passed_points(rules),
        "passed_words": "Nobody bid: deal again",
        "tricks": TRICKS,
        "dealers": " ".join(dealers(rules)),
    }
    mark = blake2b(repr(pad).encode(), digest_size=4).hexdigest()
    return pad | {"packed": _compress_points(pad["points"]), "mark": mark}


def _compress_points(points: dict[str, list[tuple[int, int]]]) -> dict[str, Any]:
    """Return the points of the pad in a fifth of the bytes, so that the page loads fast.

    Each bid has a list such as [0, 8, -300, 3, 300]: the index of its opponents' points in
    "others", then 8 results in a row with -300 points for the bidders, then 3 with 300.
    """
    lists_of_opponents: list[list[int]] = []
    compressed: dict[str, Any] = {"others": lists_of_opponents}
    for bid, results in points.items():
        opponents = [each for _, each in results]
        if opponents not in lists_of_opponents:
            lists_of_opponents.append(opponents)
        numbers = [lists_of_opponents.index(opponents)]
        for won, same in groupby(won for won, _ in results):
            numbers += [len(list(same)), won]
        compressed[bid] = numbers
    return compressed


def _points_by_tricks(rules: Rules, bid: Bid, announced: str | None) -> list[tuple[int, int]]:
    """Return the points of declarers and defenders for 0, 1, … 10 tricks of the declarers."""
    results = [
        HandResult(bid=bid, tricks=tricks, declarer="N", announced=announced)
        for tricks in range(TRICKS + 1)
    ]
    return [pair_points(rules, result) for result in results]


def _can_throw_in(rules: Rules) -> bool:
    try:
        thrown_in_entry(rules)
    except RuleError:
        return False
    return True


def _passed_points(rules: Rules) -> list[tuple[int, int]] | None:
    """Return the points for 0, 1, … 10 tricks of North-South.

    Return None if a hand that everybody passed is not played by these rules.
    """
    try:
        results = [HandResult(bid=None, tricks=tricks) for tricks in range(TRICKS + 1)]
        return [pair_points(rules, result) for result in results]
    except RuleError:
        return None
