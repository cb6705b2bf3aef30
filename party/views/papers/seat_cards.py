"""Cards with a person's first seat and room for every round's points, in four sizes."""

from dataclasses import replace

from party.models import Party, Round
from party.pdf.seats.cards import CardSheet, SeatCard, seat_cards, sheets_of_cards
from party.pdf.seats.small_cards import MOST_ROUNDS, eight_cards, index_cards, small_cards
from party.progression import FACING, default_rounds
from party.queries.evening.rounds import people, round_numbered
from party.queries.hall.guest_address import printed_guest_address
from party.queries.papers import count_cards, heading
from party.queries.seats.draw import blind_seats, planned_seatings
from party.queries.seats.sittings import sittings
from party.queries.shared_reads import read_once
from party.values.papers import Contents, Look, Moment, Piece, Shared
from party.values.people.person import Sitting
from party.values.rules.bids import bid_values, hands_to_write
from party.values.rules.evening import card_text
from party.values.seats.words import short_table_text
from party.views.papers.paper import Paper, contents_of, of_party, part_of

ROUNDS_WITHOUT_PLAN = 8  # rows on a card if no number of rounds is planned
BLANK_CARDS = 8  # two sheets, to keep for an evening without a printer
NO_ROOM = f"Up to {MOST_ROUNDS} rounds, once the seats are drawn."


def are_cards_ready(party: Party, latest: Round | None) -> bool:
    """Cards of a blind draw are printed before the draw; cards with names need the seats."""
    is_blind = party.is_blind
    return party.entrants.exists() if is_blind else latest is not None


@read_once
def has_few_rounds(party: Party, latest: Round | None) -> bool:
    return are_cards_ready(party, latest) and rounds_on_cards(party) <= MOST_ROUNDS


def card_sheet(party: Party) -> CardSheet:
    """Return the cards from A to Z, or in the order in which a blind draw hands them out.

    Before a blind draw the cards also say what happens to a table that does not fill.
    """
    first, policy = round_numbered(party, 1), party.format.non_multiple_of_4
    is_blind, short_note = party.is_blind, ""
    if is_blind and first is None:
        short_note = short_table_text(policy, party.cards)
    cards = (
        tuple(map(_card, blind_seats(party, first))) if is_blind else _named_cards(party, first)
    )
    return CardSheet(
        heading=heading(party),
        cards=cards,
        rounds=rounds_on_cards(party, len(cards)),
        hands=hands_to_write(party.format),
        breaks=(party.break_after,) if party.break_after else (),
        bid_values=bid_values(party.rules),
        reminder=card_text(party.format),
        short_table_note=short_note,
        is_from_hat=party.cards == Party.Cards.HAT,
        address=printed_guest_address(party, "cards"),
    )


def rounds_on_cards(party: Party, cards: int = 0) -> int:
    """Return the planned rounds; without a plan, the default for so many people."""
    tables = (cards or len(people(party))) // 4
    default = default_rounds(party.format, tables) if tables else None
    return party.rounds_planned or default or ROUNDS_WITHOUT_PLAN


def count_sheets(party: Party, _latest: Round | None, look: Look) -> int:
    cards = count_cards(party)
    return sheets_of_cards(cards, rounds_on_cards(party, cards), look)


def _named_cards(party: Party, first: Round | None) -> tuple[SeatCard, ...]:
    if first is None:
        return ()
    paths = _paths_by_entrant(party)
    seated = sittings(party, first)
    return tuple(_card(each, path=paths.get(each.person.id, ())) for each in seated)


def _card(sitting: Sitting, path: tuple[str, ...] = ()) -> SeatCard:
    person, number = sitting.person, str(sitting.person.number)
    if sitting.table is None or sitting.seat is None:
        note = "You sit out round 1"
        return SeatCard(name=person.full_name, number=number, start_note=note, path=path)
    return SeatCard(
        name=person.full_name,
        number=number,
        table=str(sitting.table),
        seat=sitting.seat,
        partner=FACING[sitting.seat],
        path=path,
    )


def _paths_by_entrant(party: Party) -> dict[int, tuple[str, ...]]:
    paths: dict[int, list[str]] = {}
    for seating in planned_seatings(party):
        for entrant in seating.everybody():
            chair = seating.chair(entrant)
            paths.setdefault(entrant, []).append(f"{chair[0]} {chair[1]}" if chair else "out")
    return {entrant: tuple(path) for entrant, path in paths.items()}


def blank_cards(party: Party) -> CardSheet:
    return replace(card_sheet(party), cards=(), spares=BLANK_CARDS, short_table_note="")


def blank_small_cards(party: Party) -> CardSheet:
    """Return one sheet of cards, with no more boxes than a small card has room for."""
    sheet = card_sheet(party)
    rounds = min(sheet.rounds, MOST_ROUNDS)
    return replace(sheet, cards=(), spares=1, rounds=rounds, short_table_note="")


def contents(sheet: CardSheet) -> Contents:
    """Leave out the note `short_table_note`, which only matters before the draw."""
    return contents_of(
        sheet.heading,
        map(_printed_piece, sheet.cards),
        "card",
        Shared("rounds", sheet.rounds, "the number of rounds"),
        Shared("hands", sheet.hands, "the hands in a round"),
        Shared("breaks", sheet.breaks),
        Shared("bids", sheet.bid_values.content, "what the bids count"),
        Shared("reminder", sheet.reminder, "who moves"),
        *([Shared("hat", "hat", "how cards are drawn")] if sheet.is_from_hat else []),
        *([Shared("address", sheet.address.url, "the guests’ address")] if sheet.address else []),
        Shared("spares", (sheet.spares, False)),  # older printouts store the mark of this pair
    )


def _printed_piece(card: SeatCard) -> Piece:
    start = (card.table, card.seat, card.partner, card.start_note)
    content = (card.name, card.number, *start, card.path)
    return Piece(card.number, card.name or f"No. {card.number}", content)


SEAT_CARDS = Paper(
    slug="cards",
    title="Seat cards",
    purpose="One for each player: the first seat, and boxes for every round’s points.",
    moment=Moment.BEFORE,
    is_ready=are_cards_ready,
    fill=of_party(card_sheet),
    draw=seat_cards,
    blank=blank_cards,
    contents=contents,
    part=part_of("cards", spares=0),
    sheets=count_sheets,
)
SMALL_CARDS = Paper(
    slug="small-cards",
    title="Small seat cards",
    purpose="Ten to a sheet: Avery 5371, or 85 by 54 mm on A4. A box for each round.",
    moment=Moment.BEFORE,
    is_ready=has_few_rounds,
    not_ready=NO_ROOM,
    fill=of_party(card_sheet),
    draw=small_cards,
    blank=blank_small_cards,
    contents=contents,
    part=part_of("cards", spares=0),
)
EIGHT_CARDS = replace(
    SMALL_CARDS,
    slug="eight-cards",
    title="Seat cards, eight to a sheet",
    purpose="The small ones on plain paper, to cut: saves paper where slips are collected.",
    draw=eight_cards,
)
INDEX_CARDS = replace(
    SMALL_CARDS,
    slug="index-cards",
    title="Index cards",
    purpose="Three tallies to a sheet: Avery 5388, 3 by 5 in. On A4 they are cut by hand.",
    draw=index_cards,
)
