"""Corrections with ties that appear and vanish, people who sit out, and people who go home."""

from uuid import uuid4

import pytest

from party.models import LogLine
from party.progression import FORMATS
from party.queries.scores.tables import table_scores
from party.services.people import arrivals
from party.services.scores import corrections, tables
from party.values.accounts import PROGRAM
from party.values.seats.corrections import Seats, SeatsAnswer, SeatsInQuestion
from tests.evening import (
    AT,
    close,
    enter_total,
    party_with,
    seat_next,
    spot,
    start,
)
from tests.services.shifting import (
    RIGHT,
    WRONG,
    choose,
    effects,
    in_force,
    numbered,
    play_with,
    seated_after,
    seats,
    sentences,
)

pytestmark = pytest.mark.django_db

# Ties


TOTALS = {"capture": "totals"}


def totals_of(party, ns, ew):
    enter_total(party, ns, ew, 1)
    for number in range(2, party.rounds.latest("number").tables.count() + 1):
        enter_total(party, 200, 590, number)


def correct_total(party, ns, ew, *, round_number=1, **choice):
    return corrections.correct_entry(
        spot(party, 1, round_number),
        0,
        (ns, ew),
        seen=in_force(party, 1, round_number, 0).pk,
        submission=uuid4(),
        actor=PROGRAM,
        at=AT,
        reason="added up again",
        choice=SeatsAnswer(**choice),
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
    assert tied_later.rounds.get(number=2).made_from.cuts == {1}
    assert any("the cut at table" in words for _, words in sentences(tied_later, 1))


def test_tie_that_appears_needs_no_cut_when_the_seats_are_kept(tied_later):
    seat_next(tied_later)
    correct_total(tied_later, 400, 400, seats=Seats.KEEP)
    assert table_scores(tied_later, 1)[1].ahead == ""
    assert "now: nobody; the seats are kept" in LogLine.objects.get(verb="corrected").words


def test_tie_that_appears_before_the_next_seats_needs_the_cut(tied_later):
    asked(tied_later, 400, 400, seats=Seats.KEEP)
    correct_total(tied_later, 400, 400, cut="NS")
    seat_next(tied_later)
    assert tied_later.rounds.get(number=2).made_from.cuts == {1}


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
    tables.decide_cut(spot(party), cut, actor=PROGRAM, at=AT)
    close(party)
    seat_next(party)
    if not asks:
        correct_total(party, 200, 590)
        return
    found = asked(party, 200, 590).effects
    correct_total(party, 200, 590, seats=Seats.RESEAT, mark=found.mark)
    assert party.rounds.get(number=2).made_from.cuts == set()


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
    arrivals.go_home(party.pk, leaver, actor=PROGRAM, at=AT)
    seat_next(party)
    return party


def test_leaver_of_the_round_that_is_on_keeps_the_chair_until_it_is_over():
    party = seated_after(party_with(9), 1)
    start(party)
    arrivals.go_home(party.pk, seats(party, 2).tables[0][0], actor=PROGRAM, at=AT)
    choose(party, Seats.RESEAT)
    assert len(seats(party, 2).everybody()) == 9
