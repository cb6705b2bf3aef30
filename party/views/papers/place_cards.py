from party.engine import SEAT_NAMES
from party.models import Party
from party.pdf.seats.place_cards import PlaceCard, PlaceCards, place_cards_pdf
from party.queries.evening.rounds import people, round_numbered
from party.queries.papers import heading
from party.queries.seats.sittings import sittings
from party.values.papers import Contents, Moment, Piece
from party.views.papers.paper import BLANK_START, Paper, contents_of, of_party, part_of

BLANK_CARDS = 10


def has_name(party: Party) -> bool:
    return any(person.name for person in people(party).values())


def place_cards(party: Party) -> PlaceCards:
    named = (each for each in people(party).values() if each.name)
    first = round_numbered(party, 1)
    starts = {
        each.person.id: f"starts at table {each.table}, {SEAT_NAMES[each.seat]}"
        for each in (sittings(party, first) if first else ())
        if each.table and each.seat
    }
    cards = (
        PlaceCard(name=each.full_name, below=f"No. {each.number}", start=starts.get(each.id, ""))
        for each in sorted(named, key=lambda person: person.a_to_z)
    )
    return PlaceCards(heading=heading(party), cards=tuple(cards))


def blank_cards(party: Party) -> PlaceCards:
    blank = PlaceCard(name="", start=BLANK_START)
    return PlaceCards(heading=heading(party), cards=(blank,) * BLANK_CARDS)


def contents(sheet: PlaceCards) -> Contents:
    return contents_of(
        sheet.heading,
        (Piece(card.below, card.name, tuple(vars(card).values())) for card in sheet.cards),
        "card",
    )


PLACE_CARDS = Paper(
    slug="places",
    title="Place cards",
    purpose="Names on ready-cut cards: Avery 5371, or 85 by 54 mm on A4.",
    moment=Moment.BEFORE,
    is_ready=of_party(has_name),
    not_ready="Nobody has a name yet.",
    fill=of_party(place_cards),
    draw=place_cards_pdf,
    blank=blank_cards,
    contents=contents,
    part=part_of("cards"),
)
