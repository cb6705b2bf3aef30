"""Records of hands, card by card. Only a record's text is stored; the rest is computed from it."""

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
from party.engine import Record as ParsedRecord
from party.models import Entry, Party, Record, Table
from party.models.scores.entries import TOTAL
from party.models.scores.records import RecordQuerySet
from party.queries.rows import read_rows
from party.queries.scores.tables import hand_line
from party.values.people.person import Person
from party.values.scores.records import RecordLine, RecordOutcome
from party.values.scores.tables import Disagreement, HandLine, Sheet

Records = dict[tuple[int, int], str]  # the texts, by table and hand
TABLE = "table__number"
PLACE = re.compile(r"(trick|call) (\d+) ?(\w?)")
ANNOUNCED = {"slam": "A grand slam", "declare": "Declare"}
SHOWN_TAGS = ("Event", "Date", "UTCDate")  # tags shown to people; the text has all tags
SUIT_ORDER = ("", "S", "H", "D", "C")  # the order in a sorted hand; "" stands for jokers
RANKS = ("", "A", "K", "Q", "J", *(str(spots) for spots in range(13, 1, -1)))

# Every page of the desk runs this, and most parties have no records: 0.04 ms, 0.71 as a query set.
ROUND_RECORDS = f"""
SELECT t.number, x.hand, x.text FROM party_record x
JOIN party_table t ON t.id = x.table_id
JOIN party_round r ON r.id = t.round_id
WHERE r.party_id = %s AND r.number = %s AND x.status = '{Record.Status.IN_FORCE.value}'
ORDER BY x.id
"""  # noqa: S608 -- a constant of ours


@dataclass(frozen=True, slots=True)
class PlacedFault:
    """`trick` and `call` count from 1; 0 stands for none."""

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
    """`number` counts calls from 1. The text of a joker led for hearts is "Jo/H"."""

    text: str
    number: int = 0
    is_lead: bool = False
    is_winner: bool = False
    is_wrong: bool = False


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One trick, or one turn of the bidding. A seat without card or call is None."""

    number: int
    squares: tuple[Square | None, ...]
    faults: tuple[PlacedFault, ...]


@dataclass(frozen=True, slots=True)
class Holding:
    """Cards by suit: ("H", ("K", "10")). Jokers have the suit ""."""

    name: str
    suits: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Chair:
    seat: str
    person: Person | None

    @property
    def name(self) -> str:
        return seat_text(self.seat)

    def __str__(self) -> str:
        return f"{self.name}, {self.person}" if self.person else self.name


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """`notes` are further facts, each with its name: ("Announced", "A grand slam")."""

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
    faults: tuple[PlacedFault, ...]


def table_records(party: Party, sheet: Sheet) -> tuple[RecordLine, ...]:
    return tuple(
        _sheet_line(party, sheet, row, parse(row.text)) for row in _records_of_table(party, sheet)
    )


def party_records(party: Party) -> tuple[tuple[int, int, RecordLine], ...]:
    """Return every record of a party with its round and table."""
    rows = Record.objects.in_force().filter(table__round__party=party)
    entries = Entry.objects.counted().filter(table__round__party=party, table__records__in=rows)
    entered: dict[int, dict[int, HandLine]] = {}
    for entry in entries.distinct():
        entered_hands = entered.setdefault(entry.table_id or 0, {})
        entered_hands[entry.hand or TOTAL] = hand_line(party.rules, entry)
    placed = rows.annotate(
        round_number=F("table__round__number"), number=F(TABLE), capture=F("table__capture")
    )
    lines = []
    for row in placed.order_by("round_number", "number", "hand"):
        number, table, capture = row.round_number, row.number, row.capture  # type: ignore[attr-defined]
        entered_hands = entered.get(row.table_id or 0, {})
        lines.append(
            (number, table, _record_line(party, row, parse(row.text), entered_hands, capture))
        )
    return tuple(lines)


def record_sheet(party: Party, sheet: Sheet, hand: int) -> RecordSheet | None:
    """Return None if the hand has no record."""
    row = _records_of_table(party, sheet).filter(hand=hand).first()
    if row is None:
        return None
    parsed = parse(row.text)
    chairs = {seat: Chair(seat, sheet.seats.get(seat)) for seat in parsed.seats}
    faults = tuple(_placed_fault(fault) for fault in verify(parsed, party.rules))
    return RecordSheet(
        line=_sheet_line(party, sheet, row, parsed),
        text=row.text,
        chairs=tuple(chairs.values()),
        dealer=chairs.get(parsed.dealer),
        declarer=chairs.get(parsed.declarer),
        contract=parsed.contract,
        notes=tuple(_notes(parsed)),
        tricks=tuple(_tricks(party.rules, parsed, faults)),
        calls=tuple(_calls(parsed, faults)),
        cards=tuple(_dealt_cards(parsed)),
        faults=faults,
    )


def round_records(party: Party, round_number: int) -> Records:
    rows = read_rows(ROUND_RECORDS, [party.pk, round_number])
    return {(table, hand): text for table, hand, text in rows}


def disagreements(
    party: Party, round_number: int, records: Records | None = None
) -> dict[int, tuple[Disagreement, ...]]:
    """Return, by table, the hands whose record differs from the entry."""
    records = round_records(party, round_number) if records is None else records
    if not records:
        return {}
    by_table: dict[int, list[Disagreement]] = {}
    entries = Entry.objects.counted().in_round(party, round_number).annotate(number=F(TABLE))
    for entry in entries.order_by("number", "hand"):
        table: int = entry.number  # type: ignore[attr-defined]
        hand = entry.hand or 0
        text = records.get((table, hand))
        recorded = _outcome_of(party.rules, parse(text)) if text else None
        line = hand_line(party.rules, entry)
        if recorded and recorded.text != line.text:
            by_table.setdefault(table, []).append(Disagreement(hand, recorded.words, line.words))
    return {table: tuple(several) for table, several in by_table.items()}


def parse(text: str) -> ParsedRecord:
    """A stored text holds one readable record, because it was checked on entry."""
    return read_ptn(text)[0]


def seat_index(seat: str, seats: str) -> int:
    """Return 0 for no seat, and for a seat that the game does not have."""
    return max(seats.find(seat), 0)


def _records_of_table(party: Party, sheet: Sheet) -> RecordQuerySet:
    in_round = Record.objects.in_force().in_round(party, sheet.round)
    rows = in_round.filter(table__number=sheet.score.number)
    return rows.order_by("hand")


def _sheet_line(party: Party, sheet: Sheet, row: Record, parsed: ParsedRecord) -> RecordLine:
    entered = {line.hand or TOTAL: line for line in sheet.hands}
    return _record_line(party, row, parsed, entered, sheet.score.capture)


def _record_line(
    party: Party, row: Record, parsed: ParsedRecord, entered: Mapping[int, HandLine], capture: str
) -> RecordLine:
    return RecordLine(
        id=row.pk,
        hand=row.hand,
        attached_by=row.actor_name,
        at=row.at,
        fault_count=len(verify(parsed, party.rules)),
        outcome=_outcome_of(party.rules, parsed),
        entered=entered.get(row.hand),
        is_one_total=TOTAL in entered or capture == Table.Capture.TOTALS,
    )


def _outcome_of(rules: Rules, parsed: ParsedRecord) -> RecordOutcome | None:
    """Return None if the record has no result or the rules refuse it."""
    played = result_of(parsed, rules)
    if played is None:
        return None
    # The desk enters only bid, bidder, tricks and announcement.
    result = replace(played, partners=(), alone=False, by_player=None, order=())
    try:
        entry = hand_entry(rules, result)
    except RuleError:
        return None
    ns, ew = pair_points(rules, result)
    return RecordOutcome(entry, describe(rules, result), ns, ew)


def _placed_fault(fault: Fault) -> PlacedFault:
    """Read the fault's place: it is in a trick ("trick 4 S"), in a call, or elsewhere."""
    match = PLACE.fullmatch(fault.place)
    if match is None:
        return PlacedFault(fault.text, where=place_text(fault.place), legal=fault.legal)
    kind, number, seat = match[1], int(match[2]), match[3].upper()
    where = ", ".join(filter(None, (f"{kind.title()} {number}", seat and seat_text(seat))))
    return PlacedFault(fault.text, where=where, legal=fault.legal, seat=seat, **{kind: number})


def _notes(parsed: ParsedRecord) -> Iterator[tuple[str, str]]:
    if parsed.announced:
        yield ("Announced", ANNOUNCED[parsed.announced])
    if parsed.given:
        yield ("Partner gave", ", ".join(card.words for card in parsed.given))
    if parsed.joker_suit and parsed.joker_suit != "-":
        yield ("The joker is", f"the highest of {Suit(parsed.joker_suit).words}")
    yield from ((name, text) for name, text in parsed.tags if name in SHOWN_TAGS)


def _tricks(
    rules: Rules, parsed: ParsedRecord, faults: Sequence[PlacedFault]
) -> Iterator[RecordRow]:
    turns = turns_of(parsed, rules)
    for number, cards in enumerate(_cards_by_seat(parsed), start=1):
        leader, winner = turns[number - 1] if number <= len(turns) else ("", "")
        row_faults = tuple(each for each in faults if each.trick == number)
        wrong_seats = {each.seat for each in row_faults}
        squares = {
            seat: Square(
                _card_text(parsed, number, card),
                is_lead=seat == leader,
                is_winner=seat == winner,
                is_wrong=seat in wrong_seats,
            )
            for seat, card in cards.items()
        }
        yield RecordRow(number, tuple(squares.get(seat) for seat in parsed.seats), row_faults)


def _cards_by_seat(parsed: ParsedRecord) -> Iterator[dict[str, Card]]:
    """Yield the cards of each trick by seat: the columns may begin with any seat."""
    seats = parsed.seats
    first = seat_index(parsed.column, seats)
    columns = seats[first:] + seats[:first]
    for trick in parsed.tricks:
        yield {seat: card for seat, card in zip(columns, trick, strict=False) if card}


def _card_text(parsed: ParsedRecord, number: int, card: Card) -> str:
    suit = parsed.joker_leads.get(number) if card.is_joker else None
    return f"{card}/{suit}" if suit else str(card)


def _calls(parsed: ParsedRecord, faults: Sequence[PlacedFault]) -> Iterator[RecordRow]:
    """Yield the turns of the bidding, which may begin with any seat."""
    seats = parsed.seats
    wrong_calls = {each.call for each in faults}
    squares: list[Square | None] = [None] * seat_index(parsed.caller, seats)
    squares += [
        Square(text, number=number, is_wrong=number in wrong_calls)
        for number, text in enumerate(parsed.calls, start=1)
    ]
    squares += [None] * (-len(squares) % len(seats))
    for start in range(0, len(squares), len(seats)):
        row = tuple(squares[start : start + len(seats)])
        numbers = {square.number for square in row if square}
        row_faults = tuple(each for each in faults if each.call in numbers)
        yield RecordRow(start // len(seats) + 1, row, row_faults)


def _dealt_cards(parsed: ParsedRecord) -> Iterator[Holding]:
    """Yield the hands as dealt, the kitty, and exchanged cards."""
    for seat in parsed.seats:
        yield from _holding(seat_text(seat), parsed.hands.get(seat, ()))
    yield from _holding("Kitty", parsed.kitty)
    for verb, exchanged in (("takes up", parsed.added), ("puts down", parsed.removed)):
        for seat, cards in exchanged.items():
            if sorted(cards) == sorted(parsed.kitty):
                continue  # the kitty is shown already
            yield from _holding(f"{seat_text(seat)} {verb}", cards)


def _holding(name: str, cards: Iterable[Card]) -> Iterator[Holding]:
    """Sort cards as players do: jokers, then suit by suit, the highest first."""
    suits: dict[str, list[str]] = {letter: [] for letter in SUIT_ORDER}
    for card in sorted(cards, key=lambda card: RANKS.index(card.rank)):
        suits[card.suit or ""].append(card.rank or card.words.capitalize())
    sorted_suits = tuple((suit, tuple(ranks)) for suit, ranks in suits.items() if ranks)
    if sorted_suits:
        yield Holding(name, sorted_suits)


def seat_text(seat: str) -> str:
    """Return North, or Player 3 in games of five or six."""
    return SEAT_NAMES.get(seat, f"Player {seat}")


def place_text(place: str) -> str:
    """Name a place outside the tricks and calls: "deal N" means North's cards."""
    kind, _, seat = place.partition(" ")
    return f"{seat_text(seat)}’s cards" if kind == "deal" else place.capitalize()
