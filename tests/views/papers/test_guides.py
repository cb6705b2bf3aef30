"""Guide cards of evenings on which everybody goes a fixed way."""

import pytest

from party.models import Party
from party.progression import FORMATS
from party.queries.evening.rounds import latest_round
from party.queries.seats.draw import planned_seatings
from party.queries.seats.sittings import by_table, sittings
from party.views.papers.guides import guide_sheet, has_fixed_path
from party.views.papers.seat_cards import card_sheet
from tests.evening import draw, party_with, play_rounds, seat_next
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


def fixed(players=8, rounds_planned=4, movement="path"):
    chosen = FORMATS["midway"].with_movement(movement)
    return party_with(players, rounds_planned=rounds_planned, format_values=chosen.values())


@pytest.mark.parametrize("players", [8, 10, 12])
def test_whoever_is_expected_comes(players):
    party = fixed(players)
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
            told = cards.get(each.person.name)
            assert told is None or told.path[number - 1] == place


def test_the_card_says_where_each_seat_goes():
    party = fixed(12)
    draw(party)
    first, last = guide_sheet(party).cards[0], guide_sheet(party).cards[-1]
    assert (
        first.moves_text
        == "After each round: North stays, East to table 2, South to table 3, West to table 3."
    )
    assert last.moves_text.endswith("East to table 1, South to table 2, West to table 2.")


def test_who_has_left_is_expected_no_more():
    party = fixed(9)
    draw(party)
    play_rounds(party, 1)
    with setting_up():
        party.entrants.filter(name="Alma").update(state="left")
    later = [row for card in guide_sheet(party).cards for row in card.rows[1:]]
    assert not any("Alma" in row.names for row in later)
    assert len(guide_sheet(party).cards[0].rows) == 4


def test_when_too_few_are_left_the_rest_is_open():
    party = fixed(4)
    assert planned_seatings(party) == ()
    draw(party)
    with setting_up():
        party.entrants.filter(name="Alma").update(state="left")
    assert len(planned_seatings(party)) == 1


def test_where_results_decide_there_is_nothing_to_guide():
    party = party_with(8)
    assert not has_fixed_path(party, None)
    draw(party)
    assert not has_fixed_path(party, latest_round(party))
    assert planned_seatings(party) == ()


@pytest.mark.parametrize(("movement", "guided"), [("path", True), ("stay", False)])
def test_cards_guide_those_who_move(movement, guided):
    party = fixed(movement=movement)
    draw(party)
    assert has_fixed_path(party, latest_round(party)) == guided
    with setting_up():
        Party.objects.filter(pk=party.pk).update(rounds_planned=None)
    party.refresh_from_db()
    assert not has_fixed_path(party, latest_round(party))
