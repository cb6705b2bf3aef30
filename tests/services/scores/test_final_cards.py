from uuid import uuid4

import pytest

from party.models import LogLine, Party, Place, Tally
from party.progression import FORMATS
from party.queries.evening.rounds import seatings
from party.queries.scores.card_comparison import tally_lines
from party.queries.scores.tables import table_scores
from party.queries.standings.standings import standings
from party.services.scores import final_cards, tables
from party.values.refusals import Refused
from party.values.scores.final_cards import TypedCard
from party.values.standings.standings import RoundKind
from tests.evening import (
    BY_PROGRAM,
    close,
    enter,
    enter_total,
    party_after_rounds,
    report_ahead,
    seat_next,
    spot,
    start,
    start_next_round,
    started_party,
    switch_capture,
)

pytestmark = pytest.mark.django_db


def cards_party(players=8, **fields):
    return started_party(players, capture="cards", **fields)


def play_round(party, pair="NS"):
    for number in table_scores(party, party.rounds.latest("number").number):
        report_ahead(party, pair, number)
    close(party)


def save_card(party, number, *boxes, total=None, seen=None, submission=None):
    entrant = party.entrants.get(number=number)
    card = TypedCard(boxes, sum(box or 0 for box in boxes) if total is None else total)
    return final_cards.save_tally(
        party.pk,
        entrant.pk,
        card,
        shown_tally=seen,
        submission=submission or uuid4(),
        **BY_PROGRAM,
    )


def line_of(party, number):
    return next(line for line in tally_lines(party) if line.person.number == number)


def standing(party, number):
    return next(line for line in standings(party).lines if line.person.number == number)


def test_a_reported_pair_finishes_a_table_and_moves_people():
    party = cards_party()
    assert not table_scores(party, 1)[1].is_finished
    play_round(party, "NS")
    seat_next(party)
    assert party.rounds.get(number=2).stored_draw.ahead == {1: "NS", 2: "NS"}
    assert party.rounds.get(number=2).stored_draw.cuts == set()


def test_a_report_that_was_undone_is_not_changed():
    party = cards_party()
    with pytest.raises(Refused, match="nobody were ahead"):
        report_ahead(party, "NS", seen="EW")


def test_no_report_is_needed_if_results_move_nobody():
    format_values = FORMATS["midway"].with_movement("path").values()
    party = cards_party(format_values=format_values)
    close(party)
    seat_next(party)
    assert len(seatings(party)) == 2


def test_hands_and_totals_of_a_table_on_cards_are_refused():
    party = cards_party()
    with pytest.raises(Refused, match="final cards, not hand by hand"):
        enter(party, "8hn9")
    with pytest.raises(Refused, match="entered on final cards"):
        enter_total(party, 200, 590)


def test_table_on_cards_that_was_not_played_gets_the_credit():
    party = cards_party()
    report_ahead(party, "NS", 2)
    tables.finish_table(spot(party), **BY_PROGRAM, reason="went home")
    tables.decide_cut(spot(party), "NS", **BY_PROGRAM)
    close(party)
    kinds = {line.rounds[0].kind for line in standings(party).lines}
    assert kinds == {RoundKind.NOT_PLAYED, RoundKind.NO_CARD}


@pytest.fixture
def party():
    party = cards_party()
    play_round(party)
    start_next_round(party)
    play_round(party, "EW")
    return Party.objects.get(pk=party.pk)


def test_boxes_of_a_card_are_the_points_of_the_rounds(party):
    save_card(party, 1, 310, -40)
    line = standing(party, 1)
    assert [each.points for each in line.rounds] == [310, -40]
    assert (line.total, line.best) == (270, 310)
    assert line.won == len([each for each in line.rounds if each.is_won])
    assert standing(party, 2).note == "no card yet"


def test_a_round_after_the_card_has_no_points():
    party = cards_party()
    play_round(party)
    save_card(party, 1, 310)
    start_next_round(party)
    play_round(party)
    assert [each.kind for each in standing(party, 1).rounds] == [
        RoundKind.PLAYED,
        RoundKind.NO_CARD,
    ]


def test_people_without_a_card_are_not_in_the_ranking_for_low(party):
    save_card(party, 1, 310, -40)
    assert [line.person.number for line in standings(party).low] == [1]


def test_a_card_with_only_a_total_is_ranked_but_has_no_best_round(party):
    save_card(party, 1, total=270)
    line = standing(party, 1)
    assert (line.total, line.best, line.note) == (270, None, "")
    assert {each.kind for each in line.rounds} == {RoundKind.ON_CARD}


def test_a_total_without_boxes_includes_the_points_of_a_table():
    party = started_party(8, capture="totals")
    for table in (1, 2):
        enter_total(party, 200, 590, table)
    close(party)
    switch_capture(party, "cards")
    seat_next(party)
    Party.objects.get(pk=party.pk)
    start(party)
    play_round(party)
    number = Place.objects.filter(round__number=1, seat="N").first().entrant.number
    save_card(party, number, total=500)
    assert [each.points for each in standing(party, number).rounds] == [200, 300]


def test_a_total_without_boxes_excludes_the_credit_for_sitting_out():
    party = party_after_rounds(1, 9)
    (out,) = Place.objects.filter(table=None).values_list("entrant__number", flat=True)
    switch_capture(party, "cards")
    start_next_round(party)
    play_round(party)
    credit = standing(party, out).rounds[0].points
    save_card(party, out, total=500)
    assert credit > 0
    assert [each.points for each in standing(party, out).rounds] == [credit, 500]


def test_a_card_with_a_wrong_sum_has_a_fault(party):
    save_card(party, 1, 310, 100, total=400)
    assert line_of(party, 1).faults[0] == "It adds up to 410, the card says 400."
    assert line_of(party, 1).state == "look at it"


def test_points_on_a_card_that_end_in_five_are_a_fault(party):
    save_card(party, 1, 315, 100)
    assert line_of(party, 1).faults[0] == "Points always end in 0: 315, 415."


def test_different_cards_of_partners_are_a_fault_of_both(party):
    (first, _) = seatings(party)
    north, _, south, _ = first.tables[0]
    numbers = [party.entrants.get(pk=pk).number for pk in (north, south)]
    save_card(party, numbers[0], 310, None)
    save_card(party, numbers[1], 300, None)
    for number in numbers:
        (fault,) = line_of(party, number).faults
        assert fault.startswith("Round 1: ")
        assert "card 310" in fault
        assert "card 300" in fault


def test_a_card_counts_as_handed_in_even_if_the_tables_have_no_points(party):
    save_card(party, 1, 310, 100)
    assert line_of(party, 1).state == "in"
    assert line_of(party, 2).state == "no card yet"
    assert line_of(party, 1).tables_total is None


def test_a_new_version_of_a_card_replaces_the_shown_version(party):
    first = save_card(party, 1, 310, 100)
    save_card(party, 1, 310, 120, seen=first.pk)
    assert Tally.objects.filter(status=Tally.Status.IN_FORCE).get().rounds == [310, 120]
    assert "310 100 = 410 → 310 120 = 430" in LogLine.objects.first().words


def test_a_card_that_another_desk_saved_is_not_overwritten(party):
    save_card(party, 1, 310, 100)
    with pytest.raises(Refused, match=r"changed this card\. It now says: 310 100 = 410"):
        save_card(party, 1, 310, 120)


def test_the_same_card_from_two_desks_or_sent_twice_is_stored_once(party):
    submission = uuid4()
    first = save_card(party, 1, 310, 100, submission=submission)
    assert save_card(party, 1, 310, 100) == first
    assert save_card(party, 1, 310, 120, submission=submission) == first
    assert Tally.objects.count() == 1


def test_a_card_that_another_desk_removed_is_not_overwritten(party):
    first = save_card(party, 1, 310, 100)
    final_cards.remove_tally(party.pk, first.entrant_id, **BY_PROGRAM)
    with pytest.raises(Refused, match="now says: nothing"):
        save_card(party, 1, 310, 120, seen=first.pk)
    assert Tally.objects.get().status == Tally.Status.REMOVED
    with pytest.raises(Refused, match="no card of this person"):
        final_cards.remove_tally(party.pk, first.entrant_id, **BY_PROGRAM)


def test_a_card_has_a_box_for_each_closed_round(party):
    with pytest.raises(Refused, match="2 rounds are over, and 1 box is typed"):
        save_card(party, 1, 310)


def test_a_card_before_the_first_close_is_refused():
    party = cards_party()
    with pytest.raises(Refused, match="No round is over yet"):
        save_card(party, 1, 310)


def test_a_card_of_an_unknown_person_is_refused(party):
    with pytest.raises(Refused, match="not at the party"):
        final_cards.save_tally(
            party.pk, 0, TypedCard((), 10), shown_tally=None, submission=uuid4(), **BY_PROGRAM
        )


def test_card_is_compared_with_the_tables_round_by_round():
    party = party_after_rounds(2, 8)
    rounds = [each.points for each in standing(party, 1).rounds]
    save_card(party, 1, *rounds)
    assert line_of(party, 1).state == "agrees"
    save_card(party, 2, rounds[0] + 10, None)
    (first, second) = line_of(party, 2).faults
    assert first.startswith("Round 1: the card says")
    assert "the card says nothing" in second


def test_a_total_without_boxes_is_compared_with_the_sum_of_the_tables():
    party = party_after_rounds(1, 8)
    save_card(party, 1, total=10)
    assert line_of(party, 1).faults[0].startswith("The tables add up to")
