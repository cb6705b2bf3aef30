from uuid import uuid4

import pytest

from party.queries.standings.earlier_ranks import ranks_before
from party.queries.standings.standings import standings
from party.services.scores import final_cards, tables
from party.values.scores.final_cards import TypedCard
from tests.evening import (
    BY_PROGRAM,
    close,
    enter,
    party_with,
    play_rounds,
    seat_next,
    set_format,
    set_people,
    spot,
    start,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def party_of_nine():
    return party_with(9, rounds_planned=4)


def ranks(party):
    return {line.person.id: line.rank for line in standings(party).lines if line.rank}


def earlier_ranks(party):
    return ranks_before(party, standings(party))


def play_unlike(party):
    if standings(party).rounds:
        seat_next(party)
    start(party)
    enter(party, "8hn9 7ce7 7sn6 9dw9", 1)
    enter(party, "9hn9 7ce6 7sn7 8dn9", 2)
    close(party)


def test_before_the_second_round_there_are_no_earlier_ranks(party_of_nine):
    assert earlier_ranks(party_of_nine) == {}
    play_rounds(party_of_nine, 1)
    assert earlier_ranks(party_of_nine) == {}


@pytest.mark.parametrize("credit", ["own_average", "room_average"])
def test_earlier_ranks_equal_those_of_the_earlier_standings(party_of_nine, credit):
    party = set_format(party_of_nine, sit_out_credit=credit)
    set_people(party, 3, ranked=False)
    play_unlike(party)
    for _ in range(3):
        earlier = ranks(party)
        play_unlike(party)
        assert earlier_ranks(party) == earlier


def test_a_latecomer_has_no_earlier_rank(party_of_nine):
    play_unlike(party_of_nine)
    earlier = ranks(party_of_nine)
    with setting_up():
        ina = party_of_nine.entrants.create(
            number=10, name="Ina", sort_name="Ina", rota=10, state="here"
        )
    play_unlike(party_of_nine)
    assert ina.pk in ranks(party_of_nine)
    assert earlier_ranks(party_of_nine) == earlier


def test_final_cards_give_no_earlier_ranks():
    party = party_with(8, capture="untracked", rounds_planned=3)
    for number in (1, 2):
        if number > 1:
            seat_next(party)
        start(party)
        close(party)
    assert standings(party).rounds == 2
    assert earlier_ranks(party) == {}


@pytest.mark.parametrize("boxes", [(), (40, 60)])
def test_a_final_card_with_only_a_total_gives_no_earlier_ranks(boxes):
    party = party_with(8, capture="cards", rounds_planned=3)
    for number in (1, 2):
        if number > 1:
            seat_next(party)
        start(party)
        for table in (1, 2):
            tables.report_ahead(spot(party, table), "NS", shown_pair="", **BY_PROGRAM)
        close(party)
    assert earlier_ranks(party) == {}
    for entrant in party.entrants.order_by("number"):
        card = TypedCard(boxes, 100)
        final_cards.save_tally(
            party.pk, entrant.pk, card, shown_tally=None, submission=uuid4(), **BY_PROGRAM
        )
    assert bool(earlier_ranks(party)) == bool(boxes)


def test_earlier_ranks_need_no_query(party_of_nine, django_assert_num_queries):
    play_rounds(party_of_nine, 2)
    ranked = standings(party_of_nine)
    with django_assert_num_queries(0):
        ranks_before(party_of_nine, ranked)
