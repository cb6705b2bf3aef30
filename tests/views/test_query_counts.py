import pytest
from django.urls import reverse

from party.services.evening import rounds
from party.services.prizes import prizes
from tests.evening import BY_PROGRAM, draw, enter, party_with, play_rounds, seat_next, start
from tests.reading import queries_of

pytestmark = pytest.mark.django_db


def with_hands(party):
    start(party)
    enter(party, "8hn9 10nn2")


def next_round_seated(party):
    play_rounds(party, 1)
    seat_next(party)


def finished_with_prizes(party):
    for preset in ("high-low", "podium", "play", "luck"):
        prizes.add_preset(party.pk, preset, **BY_PROGRAM)
    play_rounds(party, 1)
    rounds.finish(party.pk, **BY_PROGRAM)


def before_draw(_party):
    pass


# For each state of the party: its pages, and how many queries each page may take.
PAGES = {
    before_draw: {"players": 9, "checkin": 8, "party_hub": 11, "draw": 8},
    draw: {"draw": 18, "players": 9, "room 1": 7, "swap_seats 1 ?one=1&other=4": 12, "live": 18},
    with_hands: {
        "live": 17,
        "players": 9,
        "entry 1": 9,
        "round 1": 10,
        "close_round 1": 15,
        "party_rules": 5,
        "change_rules": 6,
    },
    next_round_seated: {
        "live": 18,
        "moves 1": 14,
        "standings": 9,
        "pictures": 9,
        "tallies": 12,
        "checked 1": 9,
    },
    finished_with_prizes: {"finish": 16, "prizes": 11, "standings": 10},
}


@pytest.mark.parametrize("stage", PAGES, ids=lambda stage: stage.__name__)
def test_queries_do_not_grow_with_the_number_of_people(client, ruth, stage):
    asked = []
    for players in (9, 41):
        party = party_with(players, name=f"{players} people", fee=500)
        stage(party)
        asked.append({page: queries_of_page(client, party, page) for page in PAGES[stage]})
    few, many = asked
    assert few == many
    assert {page: few[page] for page, most in PAGES[stage].items() if few[page] > most} == {}


def queries_of_page(client, party, page):
    name, *where = page.split()
    query = where.pop() if "?" in page else ""
    return queries_of(client.get, reverse(name, args=[party.pk, *where]) + query)
