"""Reads about records: a table's list of them, and one laid out to be gone through.

Only the text of a record is stored; its content and its faults are computed for each page.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import F

from party.engine import (
    SEAT_NAMES,
    Card,
    Fault,
    RuleError,
    Rules,
    Suit,
    describe,
    hand_entry,
    pair_points,
    read_ptn,
    result_of,
    turns_of,
    verify,
)
from party.engine import Record as Written
from party.models import Entry, Party, Record, Table
from party.models.scores.entries import TOTAL
from party.models.scores.records import RecordQuerySet
from party.queries.rows import read_rows
from party.queries.scores.tables import hand_line
from party.values.people.person import Person
from party.values.scores.records import RecordLine, RecordOutcome
from party.values.scores.tables import Disagreement, HandLine, Sheet

Records = dict[tuple[int, int], str]  # by table and hand
AT = "table__number"
PLACE = re.compile(r"(trick|call) (\d+) ?(\w?)")
ANNOUNCED = {"slam": "A grand slam", "declare": "Declare"}
SHOWN_TAGS = ("Event", "Date", "UTCDate")  # tags for people; the others stand in the text
IN_A_HAND = ("", "S", "H", "D", "C")  # how a hand is sorted, jokers first
RANKS = ("", "A", "K", "Q", "J", *(str(spots) for spots in range(13, 1, -1)))

# Every page of a desk asks, and most parties have none: 0.04 ms, 0.71 as a query set.
OF_ROUND = f"""
SELECT t.number, x.hand, x.text FROM party_record x
JOIN party_table t ON t.id = x.table_id
JOIN party_round r ON r.id = t.round_id
WHERE r.party_id = %s AND r.number = %s AND x.status = '{Record.Status.IN_FORCE.value}'
ORDER BY x.id
"""  # noqa: S608 -- a constant of ours


@dataclass(frozen=True, slots=True)
class Wrong:
    """A fault in a record. `trick` and `call` count from 1; 0 if it is in neither."""

    text: str
    where: str = ""
    legal: tuple[str, ...] = ()
    trick: int = 0
    call: int = 0
    seat: str = ""

    @property
    def anchor(self) -> str:
        if self.trick:
            return f"trick-{self.trick}"
        return f"call-{self.call}" if self.call else ""


@dataclass(frozen=True, slots=True)
class Square:
    """One card of a trick, or one call: its notation and its marks.

    `number` counts calls from 1. The text of a joker led for hearts is "Jo/H".
    """

    text: str
    number: int = 0
    led: bool = False
    won: bool = False
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One trick, or one turn of the bidding: a square for each seat, None for no card or call."""

    number: int
    squares: tuple[Square | None, ...]
    wrong: tuple[Wrong, ...]


@dataclass(frozen=True, slots=True)
class Holding:
    """Cards of one seat, or of the kitty, suit by suit: ("H", ("K", "10")); "" for jokers."""

    name: str
    suits: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Chair:
    """A column of the record: the seat, and its player in that round."""

    seat: str
    person: Person | None

    @property
    def name(self) -> str:
        return seat_text(self.seat)

    def __str__(self) -> str:
        return f"{self.name}, {self.person}" if self.person else self.name


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """A whole record, as it is gone through trick by trick.

    `notes` are its other facts, each with its name: ("Announced", "A grand slam").
    """

    line: RecordLine
    text: str
    chairs: tuple[Chair, ...]
    dealer: Chair | None
    declarer: Chair | None
    contract: str
    notes: tuple[tuple[str, str], ...]
    tricks: tuple[RecordRow, ...]
    calls: tuple[RecordRow, ...]
    cards: tuple[Holding, ...]
    wrong: tuple[Wrong, ...]


def table_records(party: Party, sheet: Sheet) -> tuple[RecordLine, ...]:
    """Return the hands of a table that have a record, with its outcome. One query."""
    return tuple(_sheet_line(party, sheet, row, read(row.text)) for row in _rows(party, sheet))


def party_records(party: Party) -> tuple[tuple[int, int, RecordLine], ...]:
    """Return every record of a party with its round and table, in their order. Two queries."""
    rows = Record.objects.in_force().filter(table__round__party=party)
    entries = Entry.objects.counted().filter(table__round__party=party, table__records__in=rows)
    entered: dict[int, dict[int, HandLine]] = {}
    for entry in entries.distinct():
        at_table = entered.setdefault(entry.table_id or 0, {})
        at_table[entry.hand or TOTAL] = hand_line(party.rules, entry)
    placed = rows.annotate(
        round_at=F("table__round__number"), table_at=F(AT), capture=F("table__capture")
    )
    lines = []
    for row in placed.order_by("round_at", "table_at", "hand"):
        number, table, capture = row.round_at, row.table_at, row.capture  # type: ignore[attr-defined]
        there = entered.get(row.table_id or 0, {})
        lines.append((number, table, _line(party, row, read(row.text), there, capture)))
    return tuple(lines)


def record_sheet(party: Party, sheet: Sheet, hand: int) -> RecordSheet | None:
    """Return the record of a hand, trick by trick; None if the hand has none. One query."""
    row = _rows(party, sheet).filter(hand=hand).first()
    if row is None:
        return None
    written = read(row.text)
    chairs = {seat: Chair(seat, sheet.seats.get(seat)) for seat in written.seats}
    wrong = tuple(_wrong(fault) for fault in verify(written, party.rules))
    return RecordSheet(
        line=_sheet_line(party, sheet, row, written),
        text=row.text,
        chairs=tuple(chairs.values()),
        dealer=chairs.get(written.dealer),
        declarer=chairs.get(written.declarer),
        contract=written.contract,
        notes=tuple(_notes(written)),
        tricks=tuple(_tricks(party.rules, written, wrong)),
        calls=tuple(_calls(written, wrong)),
        cards=tuple(_cards(written)),
        wrong=wrong,
    )


def round_records(party: Party, round_number: int) -> Records:
    """Return the text of the records of a round, by table and hand. One query."""
    rows = read_rows(OF_ROUND, [party.pk, round_number])
    return {(table, hand): text for table, hand, text in rows}


def disagreements(
    party: Party, round_number: int, records: Records | None = None
) -> dict[int, tuple[Disagreement, ...]]:
    """Return, by table, the hands whose record differs from the entry. At most two queries.

    `records` are those of the round, if already read.
    """
    records = round_records(party, round_number) if records is None else records
    if not records:
        return {}
    by_table: dict[int, list[Disagreement]] = {}
    entries = Entry.objects.counted().in_round(party, round_number).annotate(at_table=F(AT))
    for entry in entries.order_by("at_table", "hand"):
        table: int = entry.at_table  # type: ignore[attr-defined]
        hand = entry.hand or 0
        text = records.get((table, hand))
        recorded = _outcome(party.rules, read(text)) if text else None
        line = hand_line(party.rules, entry)
        if recorded and recorded.text != line.text:
            by_table.setdefault(table, []).append(Disagreement(hand, recorded.words, line.words))
    return {table: tuple(several) for table, several in by_table.items()}


def read(text: str) -> Written:
    """Return a stored record, which was checked when it was stored."""
    return read_ptn(text)[0]


def place_of(seat: str, seats: str) -> int:
    """Return the place of a seat; the first for no seat and for one that this game lacks."""
    return max(seats.find(seat), 0)


def _rows(party: Party, sheet: Sheet) -> RecordQuerySet:
    in_round = Record.objects.in_force().in_round(party, sheet.round)
    rows = in_round.filter(table__number=sheet.score.number)
    return rows.order_by("hand")


def _sheet_line(party: Party, sheet: Sheet, row: Record, written: Written) -> RecordLine:
    entered = {line.hand or TOTAL: line for line in sheet.hands}
    return _line(party, row, written, entered, sheet.score.capture)


def _line(
    party: Party, row: Record, written: Written, entered: Mapping[int, HandLine], capture: str
) -> RecordLine:
    return RecordLine(
        id=row.pk,
        hand=row.hand,
        by=row.actor_name,
        at=row.at,
        wrong=len(verify(written, party.rules)),
        outcome=_outcome(party.rules, written),
        entered=entered.get(row.hand),
        one_total=TOTAL in entered or capture == Table.Capture.TOTALS,
    )


def _outcome(rules: Rules, written: Written) -> RecordOutcome | None:
    """Return the entry for a record; None if the record or the rules have no such hand."""
    played = result_of(written, rules)
    if played is None:
        return None
    # The desk types no more than bid, bidder and tricks.
    result = replace(played, partners=(), alone=False, by_player=None, order=())
    try:
        entry = hand_entry(rules, result)
    except RuleError:
        return None
    ns, ew = pair_points(rules, result)
    return RecordOutcome(entry, describe(rules, result), ns, ew)


def _wrong(fault: Fault) -> Wrong:
    """Find a fault's place on the page: in a trick ("trick 4 S"), a call, or elsewhere."""
    match = PLACE.fullmatch(fault.place)
    if match is None:
        return Wrong(fault.text, where=place_text(fault.place), legal=fault.legal)
    kind, number, seat = match[1], int(match[2]), match[3].upper()
    where = ", ".join(filter(None, (f"{kind.title()} {number}", seat and seat_text(seat))))
    return Wrong(fault.text, where=where, legal=fault.legal, seat=seat, **{kind: number})


def _notes(written: Written) -> Iterator[tuple[str, str]]:
    if written.announced:
        yield ("Announced", ANNOUNCED[written.announced])
    if written.given:
        yield ("Partner gave", ", ".join(card.words for card in written.given))
    if written.joker_suit and written.joker_suit != "-":
        yield ("The joker is", f"the highest of {Suit(written.joker_suit).words}")
    yield from ((name, text) for name, text in written.tags if name in SHOWN_TAGS)


def _tricks(rules: Rules, written: Written, wrong: Sequence[Wrong]) -> Iterator[RecordRow]:
    turns = turns_of(written, rules)
    for number, played in enumerate(_by_seat(written), start=1):
        leader, winner = turns[number - 1] if number <= len(turns) else ("", "")
        here = tuple(each for each in wrong if each.trick == number)
        bad = {each.seat for each in here}
        squares = {
            seat: Square(
                _named(written, number, card),
                led=seat == leader,
                won=seat == winner,
                wrong=seat in bad,
            )
            for seat, card in played.items()
        }
        yield RecordRow(number, tuple(squares.get(seat) for seat in written.seats), here)


def _by_seat(written: Written) -> Iterator[dict[str, Card]]:
    """Yield the cards of each trick by seat; any seat may be the first column."""
    seats = written.seats
    first = place_of(written.column, seats)
    columns = seats[first:] + seats[:first]
    for trick in written.tricks:
        yield {seat: card for seat, card in zip(columns, trick, strict=False) if card}


def _named(written: Written, number: int, card: Card) -> str:
    suit = written.joker_leads.get(number) if card.is_joker else None
    return f"{card}/{suit}" if suit else str(card)


def _calls(written: Written, wrong: Sequence[Wrong]) -> Iterator[RecordRow]:
    """Lay the calls out below the seats; the first turn may begin with any of them."""
    seats = written.seats
    bad = {each.call for each in wrong}
    squares: list[Square | None] = [None] * place_of(written.caller, seats)
    squares += [
        Square(text, number=number, wrong=number in bad)
        for number, text in enumerate(written.calls, start=1)
    ]
    squares += [None] * (-len(squares) % len(seats))
    for start in range(0, len(squares), len(seats)):
        row = tuple(squares[start : start + len(seats)])
        numbers = {square.number for square in row if square}
        here = tuple(each for each in wrong if each.call in numbers)
        yield RecordRow(start // len(seats) + 1, row, here)


def _cards(written: Written) -> Iterator[Holding]:
    """Yield the hands as dealt, the kitty, and the cards taken up and put down."""
    for seat in written.seats:
        yield from _holding(seat_text(seat), written.hands.get(seat, ()))
    yield from _holding("Kitty", written.kitty)
    for verb, exchanged in (("takes up", written.added), ("puts down", written.removed)):
        for seat, cards in exchanged.items():
            if sorted(cards) == sorted(written.kitty):
                continue  # the kitty as it lay there
            yield from _holding(f"{seat_text(seat)} {verb}", cards)


def _holding(name: str, cards: Iterable[Card]) -> Iterator[Holding]:
    """Sort cards as people hold them: jokers, then suit by suit, the highest first."""
    suits: dict[str, list[str]] = {letter: [] for letter in IN_A_HAND}
    for card in sorted(cards, key=lambda card: RANKS.index(card.rank)):
        suits[card.suit or ""].append(card.rank or card.words.capitalize())
    held = tuple((suit, tuple(ranks)) for suit, ranks in suits.items() if ranks)
    if held:
        yield Holding(name, held)


def seat_text(seat: str) -> str:
    """Return a seat in words: North, or Player 3 in games of five or six."""
    return SEAT_NAMES.get(seat, f"Player {seat}")


def place_text(place: str) -> str:
    """Return the place of a fault that is in no trick and no call.

    "deal N" are North's cards.
    """
    kind, _, seat = place.partition(" ")
    return f"{seat_text(seat)}’s cards" if kind == "deal" else place.capitalize()
