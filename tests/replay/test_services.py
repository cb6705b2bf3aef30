"""The evenings of fixtures/, replayed through the services."""

import pytest

from party.services.evening import rounds
from party.services.evening.parties import create_party
from party.services.people import players
from party.services.scores import tables
from party.services.seats.swaps import swap_in_rota
from party.values.evening.parties import PartyPlan
from party.values.people.attendance import Newcomer
from tests.evening import AT, BY_PROGRAM, create_user, enter, spot
from tests.oracle.fixtures import NAMES, read_evening, read_expected
from tests.oracle.sheet import write_sheet
from tests.replay.sheets import sheet_of


def draw_cards(evening):
    plan = PartyPlan.of_preset(
        evening.rules, name="Replay", starts_at=AT, cards="blind", rounds=evening.rounds
    )
    club = create_user().memberships.get().club
    party = create_party(club.pk, plan, seed=1, **BY_PROGRAM)
    count = len(evening.people)
    players.make_numbers(party.pk, count, **BY_PROGRAM)
    rounds.draw_seats(party.pk, in_box=[], **BY_PROGRAM)
    names = {who.number: Newcomer(who.name, who.group, is_namesake=True) for who in evening.people}
    players.name_numbers(party.pk, names, **BY_PROGRAM)
    order_rota(party, evening.rota)
    return party


def order_rota(party, rota):
    for turn, number in enumerate(rota, start=1):
        present, wanted = party.entrants.get(rota=turn), party.entrants.get(number=number)
        if present != wanted:
            swap_in_rota(party.pk, present.pk, wanted.pk, **BY_PROGRAM)


def play_round(party, number, lines):
    rounds.start_round(party.pk, **BY_PROGRAM)
    for table, line in enumerate(lines, start=1):
        enter(party, " ".join(line.words), table)
        if line.cut:
            tables.decide_cut(spot(party, table), line.cut, **BY_PROGRAM)
    rounds.close_round(party.pk, number, **BY_PROGRAM)


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_seats_and_totals_match_the_expected_sheet(name):
    evening = read_evening(name)
    party = draw_cards(evening)

    for number, lines in enumerate(evening.played, start=1):
        if number > 1:
            rounds.seat_next_round(party.pk, **BY_PROGRAM)
        play_round(party, number, lines)
    rounds.finish(party.pk, **BY_PROGRAM)

    assert write_sheet(sheet_of(party)) == read_expected(name)
