"""Corrections that change who was ahead: who would sit elsewhere, and what becomes of it."""

from uuid import uuid4

import pytest

from party.engine import read_entry
from party.models import Entrant, Entry, LogLine, Party, Place, Table
from party.progression import FORMATS
from party.queries.rounds import latest_round, seatings
from party.queries.seats import moves_of
from party.queries.tables import table_scores
from party.services import arrivals, corrections, tables
from party.services.records import attach_records
from party.values.shifts import Choice, Seats, SeatsInQuestion
from tests.evening import (
    AT,
    add_people,
    close,
    enter,
    enter_total,
    party_with,
    play_rounds,
    seat_next,
    spot,
    start,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db

WRONG, RIGHT = "9dw9", "9dw0"  # the fourth hand: East-West are ahead, or North-South


def in_force(party, table=1, round_number=1, hand=4):
    return Entry.objects.in_force().get(
        table__round__party=party,
        table__round__number=round_number,
        table__number=table,
        hand=hand,
    )


def correct(party, text=RIGHT, *, table=1, round_number=1, hand=4, choice=None):
    return corrections.correct_hand(
        spot(party, table, round_number),
        hand,
        read_entry(party.rules, text),
        seen=in_force(party, table, round_number, hand).pk,
        submission=uuid4(),
        by=None,
        at=AT,
        reason="misread the slip",
        choice=choice or Choice(),
    )


def effects(party, text=RIGHT, **where):
    with pytest.raises(SeatsInQuestion) as asked:
        correct(party, text, **where)
    return asked.value.effects


def choose(party, way, text=RIGHT, *, cut="", **where):
    choice = Choice(cut=cut)
    found = effects(party, text, choice=choice, **where)
    return correct(party, text, choice=Choice(way, cut, found.mark), **where)


def seats(party, number):
    (found,) = seatings(party, since=number, upto=number)
    return found


def names(found):
    return {each.person.name: (each.now, each.instead) for each in found.shifts}


def play_with(party, last_hand, table=1):
    """Play the round that is on, and close it; the fourth hand of one table is given."""
    for number in table_scores(party, latest_round(party).number):
        hands = f"8hn9 7ce7 7sn6 {last_hand if number == table else WRONG}"
        enter(party, hands if party.format.hands_at(number) else f"{hands} .", number)
    close(party)


def seated_after(party, corrected, last_hand=WRONG):
    """Play up to the seats made from round `corrected`, in which table 1 has this last hand."""
    play_rounds(party, corrected - 1)
    if corrected > 1:
        seat_next(party)
    start(party)
    play_with(party, last_hand)
    seat_next(party)
    return party


def numbered(party, number):
    """Return a round's seats by the numbers of people, who have other ids in another party."""
    rows = Place.objects.filter(round__party=party, round__number=number)
    return set(rows.values_list("entrant__number", "table__number", "seat"))


def sentences(party, number):
    before, after = party.rounds.filter(number__in=[number, number + 1])
    return [(each.sitting.person.number, each.words) for each in moves_of(party, before, after)]


# What is chosen


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
    assert "Ahead before: EW, now: NS; the seats are kept" in line.words
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
    assert party.rounds.get(number=2).draw["ahead"]["1"] == "NS"


def test_redraw_of_a_round_that_is_being_played_keeps_it_going():
    party = seated_after(party_with(8), 1)
    start(party)
    choose(party, Seats.REDRAW)
    assert latest_round(party).state == "playing"


def test_reseat_forgets_what_was_said_about_the_tables_that_change():
    party = seated_after(party_with(12), 1)
    start(party)
    for table in (1, 2, 3):
        tables.finish_table(spot(party, table), by=None, at=AT, why="lights out")
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
        correct(party, choice=Choice(Seats.REDRAW, mark=found.mark))
    choose(party, Seats.RESEAT)
    assert table_scores(party, 2)[3].saved == 1


@pytest.mark.parametrize("what", ["hand", "record"])
def test_tables_with_hands_of_their_own_are_not_reseated(what):
    party = seated_after(party_with(8), 1)
    start(party)
    if what == "hand":
        enter(party, "8hn9", table=2)
    else:
        attach_records(spot(party, 2), ["x"], first=1, submission=uuid4(), by=None, at=AT)
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
    assert party.rounds.get(number=2).draw["ahead"] == {"1": "NS", "2": "EW"}


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
        correct(party, choice=Choice(Seats.RESEAT, mark="what another page showed"))


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


# Ties


TOTALS = {"capture": "totals"}


def totals_of(party, ns, ew):
    enter_total(party, ns, ew, 1)
    for number in range(2, party.rounds.latest("number").tables.count() + 1):
        enter_total(party, 200, 590, number)


def correct_total(party, ns, ew, *, round_number=1, **choice):
    return corrections.correct_total(
        spot(party, 1, round_number),
        ns,
        ew,
        seen=in_force(party, 1, round_number, 0).pk,
        submission=uuid4(),
        by=None,
        at=AT,
        reason="added up again",
        choice=Choice(**choice),
    )


@pytest.fixture
def tied_later():
    """Round 1 is closed with East-West ahead at table 1, and round 2 is seated."""
    party = party_with(9, **TOTALS)
    start(party)
    totals_of(party, 200, 590)
    close(party)
    return party


def asked(party, ns, ew, **choice):
    with pytest.raises(SeatsInQuestion) as asking:
        correct_total(party, ns, ew, **choice)
    return asking.value


def test_tie_that_appears_asks_who_was_high_on_the_cut(tied_later):
    seat_next(tied_later)
    question = asked(tied_later, 400, 400)
    assert question.effects.tied
    assert question.faults[0].field == "cut"
    assert "Who was high on the cut?" in str(question)
    assert table_scores(tied_later, 1)[1].ns == 200


def test_tie_that_appears_with_the_cut_for_the_same_pair_moves_nobody(tied_later):
    seat_next(tied_later)
    before = seats(tied_later, 2)
    correct_total(tied_later, 400, 400, cut="EW")
    assert table_scores(tied_later, 1)[1].cut == "EW"
    assert seats(tied_later, 2) == before


def test_tie_that_appears_with_the_cut_for_the_others_asks_about_the_seats(tied_later):
    seat_next(tied_later)
    found = asked(tied_later, 400, 400, cut="NS").effects
    assert (found.before, found.after, found.tied) == ("EW", "NS", False)
    correct_total(tied_later, 400, 400, cut="NS", seats=Seats.RESEAT, mark=found.mark)
    assert tied_later.rounds.get(number=2).draw["cuts"] == [1]
    assert any("The cut went" in words for _, words in sentences(tied_later, 1))


def test_tie_that_appears_needs_no_cut_when_the_seats_are_kept(tied_later):
    seat_next(tied_later)
    correct_total(tied_later, 400, 400, seats=Seats.KEEP)
    assert table_scores(tied_later, 1)[1].ahead == ""
    assert "now: nobody; the seats are kept" in LogLine.objects.get(verb="corrected").words


def test_tie_that_appears_before_the_next_seats_needs_the_cut(tied_later):
    asked(tied_later, 400, 400, seats=Seats.KEEP)
    correct_total(tied_later, 400, 400, cut="NS")
    seat_next(tied_later)
    assert tied_later.rounds.get(number=2).draw["cuts"] == [1]


def test_tie_that_appears_in_the_last_round_asks_nothing():
    party = party_with(8, rounds_planned=1, **TOTALS)
    start(party)
    totals_of(party, 200, 590)
    close(party)
    correct_total(party, 400, 400)
    assert table_scores(party, 1)[1].ahead == ""


@pytest.mark.parametrize(("cut", "asks"), [("NS", True), ("EW", False)])
def test_tie_that_vanishes_asks_when_the_cut_went_the_other_way(cut, asks):
    party = party_with(9, **TOTALS)
    start(party)
    totals_of(party, 400, 400)
    tables.decide_cut(spot(party), cut, by=None, at=AT)
    close(party)
    seat_next(party)
    if not asks:
        correct_total(party, 200, 590)
        return
    found = asked(party, 200, 590).effects
    correct_total(party, 200, 590, seats=Seats.RESEAT, mark=found.mark)
    assert party.rounds.get(number=2).draw["cuts"] == []


def test_tie_that_the_partys_own_rule_decides_asks_no_cut():
    how = FORMATS["midway"].replace(tie_at_table="north_south").values()
    party = party_with(8, format_values=how, **TOTALS)
    start(party)
    totals_of(party, 200, 590)
    close(party)
    seat_next(party)
    assert asked(party, 400, 400).effects.after == "NS"


# People who sit out, and people who go home


def test_people_who_sit_out_stay_where_they_are():
    party = seated_after(party_with(11), 1)
    bench = set(seats(party, 2).bench)
    assert not bench & {each.person.id for each in effects(party).shifts}
    choose(party, Seats.RESEAT)
    assert set(seats(party, 2).bench) == bench


def test_leavers_and_stand_ins_are_moved_as_they_were():
    party, wanted = (leaver_evening(text) for text in (WRONG, RIGHT))
    choose(party, Seats.RESEAT)
    assert numbered(party, 2) == numbered(wanted, 2)


def leaver_evening(last_hand):
    party = party_with(13, name=last_hand)
    start(party)
    play_with(party, last_hand)
    leaver = seats(party, 1).tables[1][2]
    arrivals.go_home(party.pk, leaver, by=None, at=AT)
    seat_next(party)
    return party


def test_leaver_of_the_round_that_is_on_keeps_the_chair_until_it_is_over():
    party = seated_after(party_with(9), 1)
    start(party)
    arrivals.go_home(party.pk, seats(party, 2).tables[0][0], by=None, at=AT)
    choose(party, Seats.RESEAT)
    assert len(seats(party, 2).everybody()) == 9
