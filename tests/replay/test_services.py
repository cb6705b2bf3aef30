"""The evenings of fixtures/, replayed through the services."""

import pytest

from party.services.evening import rounds
from party.services.evening.parties import create_party
from party.services.people import players
from party.services.scores import tables
from party.services.seats.swaps import swap_in_rota
from party.values.accounts import PROGRAM
from party.values.evening.parties import PartyPlan
from party.values.people.attendance import Newcomer
from tests.evening import AT, create_user, enter, spot
from tests.oracle.fixtures import NAMES, read_evening, read_expected
from tests.oracle.sheet import write_sheet
from tests.replay.sheets import sheet_of

NOW = {"actor": PROGRAM, "at": AT}


def draw_cards(evening):
    """Create the party, hand out every card, and enter the names for the numbers."""
    plan = PartyPlan.of_preset(
        evening.rules, name="Replay", starts_at=AT, cards="blind", rounds=evening.rounds
    )
    club = create_user().memberships.get().club
    party = create_party(club.pk, plan, seed=1, **NOW)
    count = len(evening.people)
    players.make_numbers(party.pk, count, **NOW)
    rounds.draw_seats(party.pk, handed_out=count, **NOW)
    names = {who.number: Newcomer(who.name, who.group, another=True) for who in evening.people}
    players.name_numbers(party.pk, names, **NOW)
    order_rota(party, evening.rota)
    return party


def order_rota(party, wanted):
    """Swap names in the rota until it is the rota of the evening."""
    for turn, number in enumerate(wanted, start=1):
        sits, should = party.entrants.get(rota=turn), party.entrants.get(number=number)
        if sits != should:
            swap_in_rota(party.pk, sits.pk, should.pk, **NOW)


def play_round(party, number, lines):
    rounds.start_round(party.pk, **NOW)
    for table, line in enumerate(lines, start=1):
        enter(party, " ".join(line.words), table)
        if line.cut:
            tables.decide_cut(spot(party, table), line.cut, **NOW)
    rounds.close_round(party.pk, number, **NOW)


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_seats_and_totals_match_the_expected_sheet(name):
    evening = read_evening(name)
    party = draw_cards(evening)

    for number, lines in enumerate(evening.played, start=1):
        if number > 1:
            rounds.seat_next_round(party.pk, **NOW)
        play_round(party, number, lines)
    rounds.finish(party.pk, **NOW)

    assert write_sheet(sheet_of(party)) == read_expected(name)
