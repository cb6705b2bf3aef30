"""Corrections that change who was ahead: who would sit elsewhere, and what becomes of it."""

from uuid import uuid4

import pytest

from party.models import Entrant, LogLine, Party, Place, Table
from party.progression import FORMATS
from party.queries.evening.rounds import latest_round
from party.queries.scores.tables import table_scores
from party.services.scores import tables
from party.services.scores.records import attach_records
from party.values.accounts import PROGRAM
from party.values.seats.corrections import Seats, SeatsAnswer, SeatsInQuestion
from tests.evening import (
    AT,
    add_people,
    enter,
    party_with,
    play_rounds,
    seat_next,
    spot,
    start,
)
from tests.guard import setting_up
from tests.services.shifting import (
    RIGHT,
    WRONG,
    choose,
    correct,
    effects,
    in_force,
    numbered,
    play_with,
    seated_after,
    seats,
    sentences,
)

pytestmark = pytest.mark.django_db

# What is chosen


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("people", "preset", "partners", "corrected"),
    [
        (8, "midway", "chairs", 1),
        (9, "midway", "chairs", 3),
        (11, "iowa", "chairs", 2),
        (22, "midway", "fresh", 3),
        (22, "iowa", "fresh", 1),
    ],
)
def test_reseated_people_sit_as_in_an_evening_without_the_mistake(
    people, preset, partners, corrected
):
    how = FORMATS[preset].replace(which_partner_shifts=partners).values()
    made, wanted = (
        seated_after(
            party_with(people, preset, rounds_planned=6, name=text, format_values=how),
            corrected,
            text,
        )
        for text in (WRONG, RIGHT)
    )
    choose(made, Seats.RESEAT, round_number=corrected)
    assert numbered(made, corrected + 1) == numbered(wanted, corrected + 1)
    assert sentences(made, corrected) == sentences(wanted, corrected)


@pytest.mark.parametrize("corrected", [1, 2, 4])
def test_nothing_is_changed_before_somebody_has_said_what_becomes_of_the_seats(corrected):
    party = seated_after(party_with(8, rounds_planned=5), corrected)
    revision, before = Party.objects.get(pk=party.pk).revision, seats(party, corrected + 1)
    found = effects(party, round_number=corrected)
    assert (found.round, found.before, found.after) == (corrected + 1, "EW", "NS")
    assert found.usual == Seats.RESEAT
    assert len(found.ways) == 3
    assert in_force(party, round_number=corrected).tricks == 9
    assert Party.objects.get(pk=party.pk).revision == revision
    assert seats(party, corrected + 1) == before


def test_report_names_exactly_those_who_would_sit_elsewhere():
    party = seated_after(party_with(12), 1)
    found = effects(party)
    before = seats(party, 2)
    choose(party, Seats.RESEAT)
    after = seats(party, 2)
    changed = {pk for pk in before.everybody() if before.chair(pk) != after.chair(pk)}
    assert {each.person.id for each in found.shifts} == changed
    for each in found.shifts:
        assert each.now == before.chair(each.person.id)
        assert each.instead == after.chair(each.person.id)
    assert {each.instead[0] for each in found.shifts} == {1, 2}  # table 3 does not change


def test_keep_leaves_every_seat_and_every_sentence():
    party = seated_after(party_with(9), 1)
    before, told = seats(party, 2), sentences(party, 1)
    choose(party, Seats.KEEP)
    assert (seats(party, 2), sentences(party, 1)) == (before, told)
    assert table_scores(party, 1)[1].ahead == "NS"
    line = LogLine.objects.get(verb="corrected")
    assert "Ahead before: East-West, now: North-South; the seats are kept" in line.words
    assert line.data["reason"] == "misread the slip"


def test_reseat_says_in_the_log_who_changed_from_where_to_where():
    party = seated_after(party_with(8), 1)
    found = effects(party)
    choose(party, Seats.RESEAT)
    line = LogLine.objects.get(verb="corrected")
    assert f"{len(found.shifts)} people change seats in round 2" in line.words
    assert line.data["shifts"] == [
        [each.person.id, list(each.now), list(each.instead)] for each in found.shifts
    ]


def test_redraw_seats_those_who_have_come_since():
    party = seated_after(party_with(8), 1)
    add_people(party, 4)
    choose(party, Seats.REDRAW)
    assert len(seats(party, 2).tables) == 3
    assert party.rounds.get(number=2).made_from.ahead[1] == "NS"


def test_redraw_of_a_round_that_is_being_played_keeps_it_going():
    party = seated_after(party_with(8), 1)
    start(party)
    choose(party, Seats.REDRAW)
    assert latest_round(party).state == "playing"


def test_reseat_forgets_what_was_said_about_the_tables_that_change():
    party = seated_after(party_with(12), 1)
    start(party)
    for table in (1, 2, 3):
        tables.finish_table(spot(party, table), actor=PROGRAM, at=AT, reason="lights out")
    choose(party, Seats.RESEAT)
    said = dict(Table.objects.filter(round__number=2).values_list("number", "why_short"))
    assert said == {1: "", 2: "", 3: "lights out"}


# What is no longer possible


def test_seats_with_hands_stay_unless_somebody_says_otherwise():
    party = seated_after(party_with(12), 1)
    start(party)
    enter(party, "8hn9", table=3)
    found = effects(party)
    assert found.usual == Seats.KEEP
    assert found.ways == (Seats.KEEP, Seats.RESEAT)  # nobody moves at table 3
    assert found.why_not[Seats.REDRAW] == "Round 2 has hands already."
    with pytest.raises(SeatsInQuestion, match=r"has hands already\. Choose another way"):
        correct(party, choice=SeatsAnswer(Seats.REDRAW, mark=found.mark))
    choose(party, Seats.RESEAT)
    assert table_scores(party, 2)[3].saved == 1


@pytest.mark.parametrize("what", ["hand", "record"])
def test_tables_with_hands_of_their_own_are_not_reseated(what):
    party = seated_after(party_with(8), 1)
    start(party)
    if what == "hand":
        enter(party, "8hn9", table=2)
    else:
        attach_records(spot(party, 2), ["x"], first=1, submission=uuid4(), actor=PROGRAM, at=AT)
    found = effects(party)
    assert found.ways == (Seats.KEEP,)
    assert found.why_not[Seats.RESEAT] == "Hands of round 2 are in already: table 2."


def test_result_found_wrong_two_rounds_later_keeps_the_seats():
    party = seated_after(party_with(8, rounds_planned=4), 1)
    start(party)
    play_with(party, WRONG)
    seat_next(party)
    before = [seats(party, number) for number in (2, 3)]
    found = effects(party)
    assert found.round == 2
    assert len(found.shifts) > 0
    assert found.ways == (Seats.KEEP,)
    assert set(found.why_not.values()) == {"Round 2 is over."}
    choose(party, Seats.KEEP)
    assert [seats(party, number) for number in (2, 3)] == before


def test_last_round_asks_nothing():
    party = party_with(8, rounds_planned=2)
    play_rounds(party, 2)
    correct(party, round_number=2)
    assert table_scores(party, 2)[1].ahead == "NS"


def test_round_that_nobody_has_moved_on_from_asks_nothing():
    party = party_with(8)
    play_rounds(party, 1)
    correct(party)
    seat_next(party)
    assert party.rounds.get(number=2).made_from.ahead == {1: "NS", 2: "EW"}


@pytest.mark.parametrize("preset", ["path", "stay"])
def test_moves_that_results_do_not_decide_ask_nothing(preset):
    how = FORMATS["midway"].with_movement(preset).values()
    party = seated_after(party_with(8, format_values=how), 1)
    correct(party)
    assert table_scores(party, 1)[1].ahead == "NS"


def test_correction_taken_back_finds_the_seats_as_they_were_made():
    party = seated_after(party_with(8), 1)
    before = seats(party, 2)
    choose(party, Seats.KEEP)
    correct(party, WRONG)  # asks nothing: the seats are right again
    assert seats(party, 2) == before


def test_choice_made_for_other_effects_is_asked_again():
    party = seated_after(party_with(8), 1)
    with pytest.raises(SeatsInQuestion, match="Look at it again"):
        correct(party, choice=SeatsAnswer(Seats.RESEAT, mark="what another page showed"))


def test_seats_changed_by_hand_stay_changed_by_hand():
    party = seated_after(party_with(8), 1)
    before = seats(party, 2)
    one, other = before.tables[0][0], before.tables[1][0]
    with setting_up():
        exchange(party, one, other)
    choose(party, Seats.RESEAT)
    redone = seated_after(party_with(8, name="right from the start"), 1, RIGHT)
    made, right = numbered(party, 2), numbered(redone, 2)
    swapped = {(1, "N"): (2, "N"), (2, "N"): (1, "N")}
    assert made == {(n, *swapped.get((table, seat), (table, seat))) for n, table, seat in right}


def exchange(party, one, other):
    places = {place.entrant_id: place for place in Place.objects.filter(round__number=2)}
    chairs = [(places[pk].table_id, places[pk].seat) for pk in (other, one)]
    Place.objects.filter(pk__in=[places[one].pk, places[other].pk]).delete()
    for pk, (table, seat) in zip((one, other), chairs, strict=True):
        Place.objects.create(
            round=party.rounds.get(number=2), entrant_id=pk, table_id=table, seat=seat
        )


def test_people_who_are_others_than_were_seated_are_not_moved():
    party = seated_after(party_with(8), 1)
    add_people(party, 1, state=Entrant.State.EXPECTED)
    with setting_up():
        place = Place.objects.filter(round__number=2, table__number=1).first()
        Place.objects.filter(pk=place.pk).update(entrant=party.entrants.get(number=9))
    assert "Others sit in round 2" in effects(party).why_not[Seats.RESEAT]
