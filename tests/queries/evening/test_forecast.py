"""What the forecast of an evening's end is made from: starts, bells, phones, earlier evenings."""

from datetime import timedelta
from uuid import uuid4

import pytest

from party.engine import read_entry
from party.models import Entry, Party
from party.progression import FORMATS
from party.queries.evening.forecast import club_paces, evening_times, habit, planned_evening
from party.queries.evening.live import live_page
from party.queries.evening.rounds import live, night
from party.services.evening import rounds
from party.services.scores import entries
from party.values.accounts import PROGRAM
from party.values.evening.pace import Pace
from tests.evening import AT, HANDS, draw, party_with, spot
from tests.guard import setting_up

pytestmark = pytest.mark.django_db
MIDWAY = habit("midway", FORMATS["midway"], None)


def at(minutes):
    return AT + timedelta(minutes=minutes)


def do(verb, party, minutes, *args):
    return verb(party.pk, *args, actor=PROGRAM, at=at(minutes))


def enter(party, minutes, hands=HANDS, *, tables=2, source=Entry.Source.SLIP):
    for table in range(1, tables + 1):
        for text in hands.split():
            entries.save_hand(
                spot(party, table),
                read_entry(party.rules, text),
                submission=uuid4(),
                source=source,
                actor=PROGRAM,
                at=at(minutes),
            )


def play_round(party, start, bell, close, **how):
    if night(party).round_number:
        do(rounds.seat_next_round, party, start)
    else:
        draw(party)
    do(rounds.start_round, party, start)
    do(rounds.ring_bell, party, bell)
    enter(party, close, **how)
    do(rounds.check_round, party, close)
    do(rounds.close_round, party, close, night(party).round_number)


def times(party, minutes):
    fresh = Party.objects.get(pk=party.pk)
    return evening_times(fresh, night(fresh), at(minutes), live(fresh))


def test_from_round_3_on_starts_and_bells_make_the_pace():
    party = party_with(8)
    play_round(party, 0, 25, 28)
    assert times(party, 29).pace == Pace(20, 4)
    play_round(party, 31, 56, 90)  # its slips are typed half an hour later, in one go
    forecast = times(party, 90)
    assert [each.ended_at for each in forecast.rounds] == [at(25), at(56)]
    assert forecast.pace == Pace(25, 6)


def test_a_reopened_round_keeps_its_bell_and_an_undone_one_loses_it():
    party = party_with(8)
    play_round(party, 0, 25, 28)
    do(rounds.reopen_round, party, 200)
    do(rounds.close_round, party, 210, 1)
    assert times(party, 211).rounds[0].ended_at == at(25)
    assert times(party, 211).end(3) is None  # nobody knows when they go on


def test_a_round_closed_without_a_bell_ends_with_its_check():
    party = party_with(8)
    draw(party)
    do(rounds.start_round, party, 0)
    enter(party, 20)
    do(rounds.close_round, party, 27, 1)
    assert times(party, 28).rounds[0].ended_at == at(27)


def test_hands_on_all_phones_end_a_round_before_its_bell():
    party = party_with(8, phones=True)
    draw(party)
    do(rounds.start_round, party, 0)
    enter(party, 21, source=Entry.Source.PHONE)
    do(rounds.check_round, party, 30)
    assert times(party, 31).rounds[0].ended_at == at(30)  # it is not closed yet
    do(rounds.close_round, party, 31, 1)
    assert times(party, 31).rounds[0].ended_at == at(21)


def test_a_table_without_a_phone_leaves_the_bell_as_the_end():
    party = party_with(8, phones=True)
    draw(party)
    do(rounds.start_round, party, 0)
    enter(party, 12, tables=1, source=Entry.Source.PHONE)
    do(rounds.ring_bell, party, 24)
    for text in HANDS.split():
        hand = read_entry(party.rules, text)
        entries.save_hand(spot(party, 2), hand, submission=uuid4(), actor=PROGRAM, at=at(29))
    do(rounds.close_round, party, 30, 1)
    assert times(party, 30).rounds[0].ended_at == at(24)


def test_phones_say_when_the_round_ends():
    party = party_with(12, phones=True)
    draw(party)
    do(rounds.start_round, party, 0)
    enter(party, 8, "8hn9", tables=2, source=Entry.Source.PHONE)
    assert times(party, 9).by_hands == at(8 + 3 * 8)
    assert times(party, 9).end(1) == at(35)  # 32 + 4, about
    with setting_up():
        Party.objects.update(phones=False)
    assert times(party, 9).by_hands is None
    assert times(party, 9).end(1) == at(25)


def test_few_phones_or_hands_without_number_say_nothing_about_the_round():
    few, iowa = party_with(12, phones=True), party_with(8, "iowa", phones=True)
    for party in (few, iowa):
        draw(party)
        do(rounds.start_round, party, 0)
        enter(party, 8, "8hn9", tables=1, source=Entry.Source.PHONE)
        assert times(party, 9).by_hands is None


def test_the_clubs_earlier_evenings_of_this_kind_make_the_pace_of_the_next():
    party = party_with(8)
    for start in (0, 40):
        play_round(party, start, start + 34, start + 36)
    assert club_paces(party.club) == {}
    do(rounds.finish, party, 80)
    assert club_paces(party.club) == {MIDWAY: Pace(34, 6)}
    assert times(party_with(8, club=party.club), 0).pace == Pace(34, 6)
    assert times(party_with(8, club=party.club, clock_minutes=20), 0).pace == Pace(23, 4)
    next_one = party_with(8, club=party.club, break_after=1)
    plan = planned_evening(next_one, 2, AT, Pace(34, 6))
    assert plan.finish(2) == at(2 * 40 + 15)


def test_the_live_page_says_who_is_behind_and_what_one_round_fewer_saves(
    django_assert_max_num_queries,
):
    party = party_with(16, phones=True)
    draw(party)
    do(rounds.start_round, party, 0)
    enter(party, 12, "8hn9 7ce7 7sn6", tables=3, source=Entry.Source.PHONE)
    hand = read_entry(party.rules, "8hn9")
    entries.save_hand(
        spot(party, 4), hand, submission=uuid4(), source="phone", actor=PROGRAM, at=at(13)
    )
    fresh = Party.objects.select_related("club").get(pk=party.pk)
    with django_assert_max_num_queries(30):
        page = live_page(fresh, at(14))
    assert page.behind == "Table 4 is two hands behind"
    # Table 4 takes 3 hands more of 4 minutes: 25; then twice 24 and the move.
    assert (page.finish_at, page.finish_with_one_fewer) == (at(75), at(55))
