import pytest

from party.queries.standings.standings import standings
from party.services.scores import tables
from party.values.standings.standings import RoundKind
from tests.evening import (
    BY_PROGRAM,
    close,
    party_after_rounds,
    party_with,
    set_format,
    spot,
    start,
    start_next_round,
    started_party,
)
from tests.services.scores.test_final_cards import line_of, play_round, save_card, standing

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    """Return a party of nine after three rounds; somebody sits out in each of them."""
    return party_after_rounds(3, 9, rounds_planned=4)


def bench_person_and_points(party, number):
    """Return the number of the person who sat out in this round, and each round's points."""
    for line in standings(party).lines:
        if line.rounds[number - 1].kind == RoundKind.SAT_OUT:
            return line.person.number, [each.points for each in line.rounds]
    raise AssertionError


@pytest.mark.parametrize("box", [None, 0, "credit"])
def test_a_box_of_a_sit_out_is_empty_or_has_the_credit(party, box):
    number, points = bench_person_and_points(party, 2)
    first, credit, third = points
    boxes = [first, credit if box == "credit" else box, third]
    save_card(party, number, *boxes)
    line = line_of(party, number)
    assert (line.state, line.faults) == ("agrees", ())
    note = (
        "" if box == "credit" else f"Not on the card and counted: {credit} for round 2 (sat out)."
    )
    assert line.credit_note == note


def test_another_number_in_a_box_of_a_sit_out_is_a_fault(party):
    number, points = bench_person_and_points(party, 2)
    save_card(party, number, points[0], 700, points[2])
    assert line_of(party, number).faults == (
        "Round 2: the card says 700, and the tables say: sat out.",
    )


@pytest.mark.parametrize("with_credit", [True, False])
def test_a_total_without_boxes_may_include_the_sit_out_credit_or_leave_it_out(party, with_credit):
    number, points = bench_person_and_points(party, 2)
    total = sum(points) if with_credit else sum(points) - points[1]
    save_card(party, number, total=total)
    line = line_of(party, number)
    assert line.state == "agrees"
    assert bool(line.credit_note) != with_credit


def test_the_box_of_an_unplayed_table_may_be_empty():
    party = started_party(8, rounds_planned=2)
    play_round(party)
    start_next_round(party)
    for table in (1, 2):
        tables.finish_table(spot(party, table), **BY_PROGRAM, reason="lights out")
        tables.decide_cut(spot(party, table), "NS", **BY_PROGRAM)
    close(party)
    line = standing(party, 1)
    save_card(party, 1, line.rounds[0].points, None)
    assert line_of(party, 1).state == "agrees"
    assert line_of(party, 1).absences == {2: "not played"}


def play_and_hand_in_totals(sit_out_credit, *totals):
    """Play two rounds with nine people; No. 1, 2, 3 … hand in final cards with only a total."""
    party = party_with(9, capture="cards", rounds_planned=2)
    party = set_format(party, sit_out_credit=sit_out_credit)
    start(party)
    play_round(party)
    start_next_round(party)
    play_round(party)
    for number, total in enumerate(totals, start=1):
        save_card(party, number, total=total)
    return party


def points_of_sit_out(party):
    return {
        line.person.number: each.points
        for line in standings(party).lines
        for each in line.rounds
        if each.kind == RoundKind.SAT_OUT
    }


def test_the_credit_by_room_average_uses_an_equal_part_of_each_total():
    """Seven people have 400 for two rounds, 200 for each; two have 300 for their only round."""
    party = play_and_hand_in_totals("room_average")
    out = points_of_sit_out(party)
    assert set(out.values()) == {0}  # nobody has handed a card in yet
    for entrant in party.entrants.order_by("number"):
        save_card(party, entrant.number, total=300 if entrant.number in out else 400)
    assert set(points_of_sit_out(party).values()) == {210}  # (7 × 200 + 300) / 8 = 212.5


def test_the_credit_by_own_average_uses_the_persons_own_total():
    party = play_and_hand_in_totals("own_average", *[300] * 9)
    assert set(points_of_sit_out(party).values()) == {300}


def test_the_credit_by_room_average_uses_known_boxes():
    party = play_and_hand_in_totals("room_average")
    out = points_of_sit_out(party)
    for number in range(1, 10):
        if number not in out:
            save_card(party, number, 100, 500)
    first, second = (bench_person_and_points(party, number)[1] for number in (1, 2))
    assert (first[0], second[1]) == (100, 500)
