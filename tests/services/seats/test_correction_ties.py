import pytest

from party.models import LogLine
from party.progression import FORMATS
from party.queries.scores.tables import table_scores
from party.services.people import arrivals
from party.services.scores import tables
from party.values.seats.corrections import SeatsAnswer, SeatsChoice, SeatsInQuestion
from tests.evening import (
    BY_PROGRAM,
    close,
    correct,
    enter_total,
    party_with,
    seat_next,
    spot,
    start,
    started_party,
)
from tests.services.shifting import (
    RIGHT,
    WRONG,
    choose,
    effects,
    play_with,
    seated_after_round,
    seats,
    seats_by_number,
    sentences,
)

pytestmark = pytest.mark.django_db


TOTALS = {"capture": "totals"}


def enter_totals(party, ns, ew):
    enter_total(party, ns, ew, 1)
    for number in range(2, party.rounds.latest("number").tables.count() + 1):
        enter_total(party, 200, 590, number)


def correct_total(party, ns, ew, *, round_number=1, **choice):
    options = {"reason": "added up again", "choice": SeatsAnswer(**choice)}
    return correct(party, (ns, ew), 0, round_number=round_number, **options)


@pytest.fixture
def party():
    """Round 1 is closed with East-West ahead at table 1, and round 2 has no seats yet."""
    party = started_party(9, **TOTALS)
    enter_totals(party, 200, 590)
    close(party)
    return party


def question_after(party, ns, ew, **choice):
    with pytest.raises(SeatsInQuestion) as asking:
        correct_total(party, ns, ew, **choice)
    return asking.value


def test_a_new_tie_asks_for_the_cut(party):
    seat_next(party)
    question = question_after(party, 400, 400)
    assert question.effects.is_tied
    assert question.faults[0].field == "cut"
    assert "Who was high on the cut?" in str(question)
    assert table_scores(party, 1)[1].ns == 200


def test_a_new_tie_moves_nobody_if_the_pair_that_was_ahead_wins_the_cut(party):
    seat_next(party)
    before = seats(party, 2)
    correct_total(party, 400, 400, cut="EW")
    assert table_scores(party, 1)[1].cut == "EW"
    assert seats(party, 2) == before


def test_a_new_tie_with_the_cut_for_the_other_pair_asks_about_seats(party):
    seat_next(party)
    shown = question_after(party, 400, 400, cut="NS").effects
    assert (shown.before, shown.after, shown.is_tied) == ("EW", "NS", False)
    correct_total(party, 400, 400, cut="NS", seats=SeatsChoice.RESEAT, mark=shown.mark)
    assert party.rounds.get(number=2).stored_draw.cuts == {1}
    assert any("the cut at table" in words for _, words in sentences(party, 1))


def test_a_new_tie_needs_no_cut_if_the_seats_are_kept(party):
    seat_next(party)
    correct_total(party, 400, 400, seats=SeatsChoice.KEEP)
    assert table_scores(party, 1)[1].ahead == ""
    assert "now: nobody; the seats are kept" in LogLine.objects.get(verb="corrected").words


def test_a_new_tie_before_the_next_round_is_seated_needs_the_cut(party):
    question_after(party, 400, 400, seats=SeatsChoice.KEEP)
    correct_total(party, 400, 400, cut="NS")
    seat_next(party)
    assert party.rounds.get(number=2).stored_draw.cuts == {1}


def test_a_correction_to_a_tie_in_the_last_round_asks_nothing():
    party = started_party(8, rounds_planned=1, **TOTALS)
    enter_totals(party, 200, 590)
    close(party)
    correct_total(party, 400, 400)
    assert table_scores(party, 1)[1].ahead == ""


@pytest.mark.parametrize(("cut", "has_question"), [("NS", True), ("EW", False)])
def test_removing_a_tie_asks_about_the_seats_only_if_the_other_pair_won_the_cut(cut, has_question):
    party = started_party(9, **TOTALS)
    enter_totals(party, 400, 400)
    tables.decide_cut(spot(party), cut, **BY_PROGRAM)
    close(party)
    seat_next(party)
    if not has_question:
        correct_total(party, 200, 590)
        return
    shown = question_after(party, 200, 590).effects
    correct_total(party, 200, 590, seats=SeatsChoice.RESEAT, mark=shown.mark)
    assert party.rounds.get(number=2).stored_draw.cuts == set()


def test_no_cut_is_asked_for_if_a_house_rule_decides_ties():
    format_values = FORMATS["midway"].replace(tie_at_table="north_south").values()
    party = started_party(8, format_values=format_values, **TOTALS)
    enter_totals(party, 200, 590)
    close(party)
    seat_next(party)
    assert question_after(party, 400, 400).effects.after == "NS"


def test_a_correction_does_not_change_who_sits_out():
    party = seated_after_round(party_with(11), 1)
    bench = set(seats(party, 2).bench)
    assert not bench & {each.person.id for each in effects(party).shifts}
    choose(party, SeatsChoice.RESEAT)
    assert set(seats(party, 2).bench) == bench


def test_reseating_gives_the_right_seats_although_a_person_has_left():
    party, right_party = (leaver_evening(text) for text in (WRONG, RIGHT))
    choose(party, SeatsChoice.RESEAT)
    assert seats_by_number(party, 2) == seats_by_number(right_party, 2)


def leaver_evening(last_hand):
    party = started_party(13, name=last_hand)
    play_with(party, last_hand)
    leaver = seats(party, 1).tables[1][2]
    arrivals.go_home(party.pk, leaver, **BY_PROGRAM)
    seat_next(party)
    return party


def test_a_leaver_keeps_the_chair_until_the_round_ends():
    party = seated_after_round(party_with(9), 1)
    start(party)
    arrivals.go_home(party.pk, seats(party, 2).tables[0][0], **BY_PROGRAM)
    choose(party, SeatsChoice.RESEAT)
    assert len(seats(party, 2).everybody()) == 9
