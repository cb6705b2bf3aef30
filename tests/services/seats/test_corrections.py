from uuid import uuid4

import pytest

from party.models import LogLine, Party, Table
from party.progression import FORMATS
from party.queries.evening.rounds import latest_round
from party.queries.scores.tables import table_scores
from party.services.scores import tables
from party.services.scores.records import attach_records
from party.values.seats.corrections import SeatsAnswer, SeatsChoice, SeatsInQuestion
from tests.evening import (
    BY_PROGRAM,
    add_people,
    enter,
    entry_in_force,
    party_after_rounds,
    party_with,
    seat_next,
    spot,
    start,
)
from tests.sampling import one_in
from tests.services.shifting import (
    RIGHT,
    WRONG,
    choose,
    correct_fourth_hand,
    effects,
    play_with,
    seated_after_round,
    seats,
    seats_by_number,
    sentences,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return seated_after_round(party_with(8), 1)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("people", "preset", "partners", "round_number"),
    one_in(
        3,
        [
            (9, "midway", "chairs", 3),
            (8, "midway", "chairs", 1),
            (22, "midway", "fresh", 3),
            (22, "iowa", "fresh", 1),
            (11, "iowa", "chairs", 2),
        ],
    ),
)
def test_reseated_people_sit_as_in_an_evening_without_the_mistake(
    people, preset, partners, round_number
):
    format_values = FORMATS[preset].replace(which_partner_shifts=partners).values()
    corrected_party, right_party = (
        seated_after_round(
            party_with(people, preset, rounds_planned=6, name=text, format_values=format_values),
            round_number,
            text,
        )
        for text in (WRONG, RIGHT)
    )
    choose(corrected_party, SeatsChoice.RESEAT, round_number=round_number)
    assert seats_by_number(corrected_party, round_number + 1) == seats_by_number(
        right_party, round_number + 1
    )
    assert sentences(corrected_party, round_number) == sentences(right_party, round_number)


@pytest.mark.parametrize("round_number", [1, 2])
def test_nothing_changes_until_the_desk_decides_about_the_seats(round_number):
    party = seated_after_round(party_with(8, rounds_planned=5), round_number)
    revision, before = Party.objects.get(pk=party.pk).revision, seats(party, round_number + 1)
    shown = effects(party, round_number=round_number)
    assert (shown.round, shown.before, shown.after) == (round_number + 1, "EW", "NS")
    assert shown.default_choice == SeatsChoice.RESEAT
    assert len(shown.open_choices) == 3
    assert entry_in_force(party, 4, round_number=round_number).tricks == 9
    assert Party.objects.get(pk=party.pk).revision == revision
    assert seats(party, round_number + 1) == before


def test_shifts_name_exactly_the_people_who_would_sit_elsewhere():
    party = seated_after_round(party_with(12), 1)
    shown = effects(party)
    before = seats(party, 2)
    choose(party, SeatsChoice.RESEAT)
    after = seats(party, 2)
    changed = {pk for pk in before.everybody() if before.chair(pk) != after.chair(pk)}
    assert {each.person.id for each in shown.shifts} == changed
    for each in shown.shifts:
        assert each.current_chair == before.chair(each.person.id)
        assert each.corrected_chair == after.chair(each.person.id)
    assert {each.corrected_chair[0] for each in shown.shifts} == {1, 2}  # table 3 does not change


def test_keeping_the_seats_changes_no_seat_and_no_sentence_about_moves():
    party = seated_after_round(party_with(9), 1)
    before, words_before = seats(party, 2), sentences(party, 1)
    choose(party, SeatsChoice.KEEP)
    assert (seats(party, 2), sentences(party, 1)) == (before, words_before)
    assert table_scores(party, 1)[1].ahead == "NS"
    line = LogLine.objects.get(verb="corrected")
    assert "Ahead before: East-West, now: North-South; the seats are kept" in line.words
    assert line.data["reason"] == "misread the slip"
    assert (line.data["ahead_before"], line.data["ahead_after"]) == ("EW", "NS")


def test_reseat_logs_old_and_new_chairs(party):
    shown = effects(party)
    choose(party, SeatsChoice.RESEAT)
    line = LogLine.objects.get(verb="corrected")
    assert f"{len(shown.shifts)} people change seats in round 2" in line.words
    assert line.data["shifts"] == [
        [each.person.id, list(each.current_chair), list(each.corrected_chair)]
        for each in shown.shifts
    ]


def test_a_redraw_also_seats_people_who_came_later(party):
    add_people(party, 4)
    choose(party, SeatsChoice.REDRAW)
    assert len(seats(party, 2).tables) == 3
    assert party.rounds.get(number=2).stored_draw.ahead[1] == "NS"


def test_a_redraw_does_not_stop_a_round_that_has_started(party):
    start(party)
    choose(party, SeatsChoice.REDRAW)
    assert latest_round(party).state == "playing"


def test_reseating_clears_the_reports_of_the_changed_tables():
    party = seated_after_round(party_with(12), 1)
    start(party)
    for table in (1, 2, 3):
        tables.finish_table(spot(party, table), **BY_PROGRAM, reason="lights out")
    choose(party, SeatsChoice.RESEAT)
    reasons = dict(Table.objects.filter(round__number=2).values_list("number", "why_short"))
    assert reasons == {1: "", 2: "", 3: "lights out"}


def test_seats_with_hands_are_kept_by_default():
    party = seated_after_round(party_with(12), 1)
    start(party)
    enter(party, "8hn9", table=3)
    shown = effects(party)
    assert shown.default_choice == SeatsChoice.KEEP
    assert shown.open_choices == (SeatsChoice.KEEP, SeatsChoice.RESEAT)  # nobody moves at table 3
    assert shown.refused_choices[SeatsChoice.REDRAW] == "Round 2 has hands already."
    with pytest.raises(SeatsInQuestion, match=r"has hands already\. Choose another way"):
        correct_fourth_hand(party, choice=SeatsAnswer(SeatsChoice.REDRAW, mark=shown.mark))
    choose(party, SeatsChoice.RESEAT)
    assert table_scores(party, 2)[3].saved == 1


@pytest.mark.parametrize("kind", ["hand", "record"])
def test_tables_with_hands_cannot_be_reseated(party, kind):
    start(party)
    if kind == "hand":
        enter(party, "8hn9", table=2)
    else:
        attach_records(spot(party, 2), ["x"], first=1, submission=uuid4(), **BY_PROGRAM)
    shown = effects(party)
    assert shown.open_choices == (SeatsChoice.KEEP,)
    assert shown.refused_choices[SeatsChoice.RESEAT] == "Hands of round 2 are in already: table 2."


def test_a_correction_two_rounds_later_keeps_the_seats():
    party = seated_after_round(party_with(8, rounds_planned=4), 1)
    start(party)
    play_with(party, WRONG)
    seat_next(party)
    before = [seats(party, number) for number in (2, 3)]
    shown = effects(party)
    assert shown.round == 2
    assert len(shown.shifts) > 0
    assert shown.open_choices == (SeatsChoice.KEEP,)
    assert set(shown.refused_choices.values()) == {"Round 2 is over."}
    choose(party, SeatsChoice.KEEP)
    assert [seats(party, number) for number in (2, 3)] == before


def test_a_correction_in_the_last_round_asks_nothing():
    party = party_after_rounds(2, 8, rounds_planned=2)
    correct_fourth_hand(party, round_number=2)
    assert table_scores(party, 2)[1].ahead == "NS"


def test_a_correction_before_the_next_draw_asks_nothing():
    party = party_after_rounds(1, 8)
    correct_fourth_hand(party)
    seat_next(party)
    assert party.rounds.get(number=2).stored_draw.ahead == {1: "NS", 2: "EW"}


@pytest.mark.parametrize("preset", ["path", "stay"])
def test_a_correction_asks_nothing_if_results_move_nobody(preset):
    format_values = FORMATS["midway"].with_movement(preset).values()
    party = seated_after_round(party_with(8, format_values=format_values), 1)
    correct_fourth_hand(party)
    assert table_scores(party, 1)[1].ahead == "NS"


def test_correcting_a_hand_back_to_its_first_result_asks_nothing(party):
    before = seats(party, 2)
    choose(party, SeatsChoice.KEEP)
    correct_fourth_hand(party, WRONG)  # no question: the seats are right again
    assert seats(party, 2) == before


def test_a_choice_for_outdated_effects_is_refused(party):
    with pytest.raises(SeatsInQuestion, match="The evening has moved on"):
        correct_fourth_hand(party, choice=SeatsAnswer(SeatsChoice.RESEAT, mark="of another page"))
