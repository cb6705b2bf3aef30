import pytest

from party.models import Entrant, Party
from party.progression import FORMATS
from party.queries.backups.check import party_differences
from party.queries.evening.rounds import latest_round, night, seatings
from party.services.evening import rounds
from party.services.people import arrivals, players
from party.values.evening.live import Stage
from party.values.people.attendance import Newcomer
from party.values.refusals import Refused
from party.views.papers.seat_cards import card_sheet
from tests.evening import (
    BY_PROGRAM,
    IN_ORDER,
    add_people,
    draw,
    drawn_party,
    party_with,
    refusal,
    run_verb,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


def stage(party):
    return night(Party.objects.get(pk=party.pk)).stage


def test_a_draw_of_ten_people_is_refused_if_nobody_may_sit_out():
    values = FORMATS["midway"].replace(non_multiple_of_4="refuse").values()
    party = party_with(players=10, format_values=values)
    assert "10 are here, and by the plan nobody sits out." in refusal(rounds.draw_seats, party)
    assert not party.entrants.filter(ranked=False).exists()
    draw(party, house_names=["Ivy", "Jo"])
    assert stage(party) == Stage.SEATED


def test_the_same_seed_gives_the_same_seats():
    one, two = party_with(players=22), party_with(players=22)
    numbers = []
    for party in (one, two):
        draw(party)
        numbers_by_id = dict(party.entrants.values_list("pk", "number"))
        (seating,) = seatings(party)
        numbers.append([numbers_by_id[pk] for pk in seating.everybody()])
    assert numbers[0] == numbers[1]
    assert numbers[0] != sorted(numbers[0])


def test_absent_people_get_no_seat_and_the_rota_says_who_sits_out():
    party = party_with(players=10)
    add_people(party, 2, state=Entrant.State.EXPECTED)
    draw(party)
    (seating,) = seatings(party)
    rota = list(party.entrants.in_rota().values_list("pk", flat=True))
    assert seating.bench == tuple(rota[:2])
    assert len(rota) == 10


def test_draw_with_house_players_fills_the_table():
    party = party_with(players=7)
    draw(party, house_names=["Host"])
    (seating,) = seatings(party)
    assert len(seating.tables) == 2
    host = party.entrants.get(name="Host")
    assert latest_round(party).house_added == [host.pk]
    assert (host.ranked, host.rota, host.number) == (False, None, 8)


def test_a_draw_of_fewer_than_four_people_is_refused():
    party = party_with(players=3)
    assert "four" in refusal(rounds.draw_seats, party)
    assert stage(party) == Stage.SETUP


def test_a_second_draw_is_refused():
    party = drawn_party(players=4)
    assert refusal(rounds.draw_seats, party) == "The seats are drawn already."


def test_draw_sets_the_number_of_rounds_and_undo_clears_it():
    party = drawn_party(players=20, rounds_planned=None)
    assert Party.objects.get(pk=party.pk).rounds_planned == 5
    assert latest_round(party).rounds_settled == 5
    run_verb(rounds.undo_draw, party)
    assert Party.objects.get(pk=party.pk).rounds_planned is None


def test_a_blind_draw_gives_seats_to_the_cards_that_were_handed_out():
    party = party_with(players=12, cards="blind")
    draw(party, handed_out=10)
    tables, bench = numbers_by_table(party)
    assert (tables, sorted(bench)) == ([[1, 2, 3, 4], [5, 6, 7, 8]], [9, 10])
    assert party.entrants.here().count() == 10


def numbers_by_table(party):
    (seating,) = seatings(party)
    number_of = dict(party.entrants.values_list("pk", "number"))
    tables = [[number_of[pk] for pk in table] for table in seating.tables]
    return tables, [number_of[pk] for pk in seating.bench]


def hat(players=12, **fields):
    party = party_with(players=players, cards="hat", seed=IN_ORDER, **fields)
    with setting_up():
        party.entrants.update(state="expected", name="", sort_name="", player=None)
    return party


@pytest.mark.parametrize(
    ("in_box", "tables", "bench"),
    [
        ((), [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]], []),
        ((2, 7, 11), [[1, 9, 3, 4], [5, 6, 10, 8]], [12]),
    ],
)
def test_everybody_who_drew_a_card_from_a_hat_gets_a_seat(in_box, tables, bench):
    party = hat()
    draw(party, in_box=in_box)
    assert numbers_by_table(party) == (tables, bench)
    numbers_here = party.entrants.here().values_list("number", flat=True)
    assert {*numbers_here} == {*range(1, 13)} - {*in_box}
    assert party_differences(party) == []


def test_house_players_fill_the_last_table_of_cards_from_a_hat():
    party = hat()
    draw(party, in_box=[2, 12], house_names=["Ivy", "Jo"])
    assert numbers_by_table(party) == ([[1, 9, 3, 4], [5, 6, 7, 8], [13, 10, 11, 14]], [])


@pytest.mark.parametrize(
    ("in_box", "words"),
    [
        ([13], "No card has the number 13."),
        (range(4, 13), "At least 4 people are needed for a table."),
    ],
)
def test_impossible_numbers_of_cards_left_in_the_box_are_refused(in_box, words):
    party = hat()
    with pytest.raises(Refused) as refused:
        draw(party, in_box=in_box)
    assert [(each.text, each.field) for each in refused.value.faults] == [(words, "in_box")]
    assert not party.rounds.exists()


def test_a_card_with_a_name_cannot_be_left_in_the_box():
    party = party_with(players=8, cards="hat")
    with setting_up():
        Entrant.objects.create(party=party, number=9, name="Ruth Wood")
    with pytest.raises(Refused, match=r"Card No. 9 belongs to Ruth Wood, so somebody drew it\."):
        draw(party, in_box=[9])


@pytest.mark.parametrize("cards", ["hat", "blind"])
def test_a_card_that_was_left_in_the_box_gets_no_name(cards):
    party = party_with(players=0, cards=cards)
    players.make_numbers(party.pk, 9, **BY_PROGRAM)
    draw(party, in_box=[9])
    ninth, ruth = party.entrants.get(number=9), Newcomer("Ruth Wood")
    for write in (
        lambda: players.name_numbers(party.pk, {9: ruth}, **BY_PROGRAM),
        lambda: players.rename_entrant(party.pk, ninth.pk, "Ruth Wood", **BY_PROGRAM),
    ):
        with pytest.raises(Refused, match=r"Card No. 9 was still in the box"):
            write()
    with pytest.raises(Refused, match="There is no number 10"):
        players.name_numbers(party.pk, {10: ruth}, **BY_PROGRAM)

    arrivals.arrive_late(party.pk, ninth.pk, **BY_PROGRAM)
    players.name_numbers(party.pk, {9: ruth}, **BY_PROGRAM)
    assert party.entrants.get(number=9).name == "Ruth Wood"


def test_undo_draw_removes_the_seats_and_the_next_draw_differs():
    party = drawn_party(players=22)
    (before,) = seatings(party)
    run_verb(rounds.undo_draw, party)
    assert stage(party) == Stage.SETUP
    assert not party.entrants.in_rota().exists()
    draw(party)
    assert seatings(party)[0] != before


def test_a_draw_is_refused_if_the_number_of_people_has_changed():
    party = party_with(players=7)
    add_people(party, 1)
    with pytest.raises(Refused, match="8 are here now, not 7"):
        draw(party, expected_count=7, house_names=["Host"])
    assert not party.entrants.filter(ranked=False).exists()


def test_there_are_no_named_cards_before_the_draw():
    party = party_with(players=8)
    assert card_sheet(party).cards == ()
