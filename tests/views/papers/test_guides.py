import pytest

from party.progression import FORMATS
from party.queries.evening.rounds import latest_round
from party.queries.seats.draw import planned_seatings
from party.queries.seats.sittings import by_table, sittings
from party.views.papers.guides import guide_sheet, has_fixed_path
from party.views.papers.seat_cards import card_sheet
from tests.evening import draw, party_with, play_rounds, seat_next, set_party, set_people

pytestmark = pytest.mark.django_db


def fixed_path_party(players=8, rounds_planned=4, movement="path"):
    party_format = FORMATS["midway"].with_movement(movement)
    return party_with(players, rounds_planned=rounds_planned, format_values=party_format.values())


@pytest.mark.parametrize("players", [8, 10, 12])
def test_people_sit_where_the_guide_cards_say(players):
    party = fixed_path_party(players)
    draw(party)
    sheet = guide_sheet(party)
    cards = {card.name: card for card in card_sheet(party).cards}
    for number in range(2, 5):
        play_rounds(party, 1)
        seat_next(party)
        seated = sittings(party, latest_round(party))
        for table, seats in by_table(seated).items():
            names = tuple(str(seats[seat]) for seat in "NESW")
            assert sheet.cards[table - 1].rows[number - 1].names == names
        for each in seated:
            place = f"{each.table} {each.seat}" if each.table else "out"
            card = cards.get(each.person.name)
            assert card is None or card.path[number - 1] == place


def test_a_guide_card_says_where_each_seat_goes():
    party = fixed_path_party(12)
    draw(party)
    first, last = guide_sheet(party).cards[0], guide_sheet(party).cards[-1]
    assert (
        first.moves_text
        == "After each round: North stays, East to table 2, South to table 3, West to table 3."
    )
    assert last.moves_text.endswith("East to table 1, South to table 2, West to table 2.")


def test_a_leaver_is_missing_from_later_rows_of_guide_cards():
    party = fixed_path_party(9)
    draw(party)
    play_rounds(party, 1)
    set_people(party, 1, state="left")
    later = [row for card in guide_sheet(party).cards for row in card.rows[1:]]
    assert not any("Alma" in row.names for row in later)
    assert len(guide_sheet(party).cards[0].rows) == 4


def test_rounds_with_too_few_people_are_not_planned():
    party = fixed_path_party(4)
    assert planned_seatings(party) == ()
    draw(party)
    set_people(party, 1, state="left")
    assert len(planned_seatings(party)) == 1


@pytest.mark.parametrize(
    ("movement", "has_cards"), [("path", True), ("stay", False), ("midway", False)]
)
def test_only_fixed_paths_have_guide_cards(movement, has_cards):
    party = fixed_path_party(movement=movement)
    assert not has_fixed_path(party, None)
    draw(party)
    assert bool(planned_seatings(party)) == (movement != "midway")
    assert has_fixed_path(party, latest_round(party)) == has_cards
    set_party(party, rounds_planned=None)
    party.refresh_from_db()
    assert not has_fixed_path(party, latest_round(party))
