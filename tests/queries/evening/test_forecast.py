from datetime import timedelta
from uuid import uuid4

import pytest

from party.engine import read_entry
from party.models import Entry, Party
from party.progression import FORMATS
from party.queries.evening.forecast import club_paces, evening_times, pace_key, planned_evening
from party.queries.evening.live import live_page
from party.queries.evening.rounds import live, night
from party.services.evening import rounds
from party.services.scores import entries
from party.values.accounts import PROGRAM
from party.values.evening.pace import Pace
from tests.evening import AT, HANDS, draw, drawn_party, party_with, spot
from tests.guard import setting_up

pytestmark = pytest.mark.django_db
MIDWAY = pace_key("midway", FORMATS["midway"], None)


def at(minutes):
    return AT + timedelta(minutes=minutes)


def run_verb(verb, party, minutes, *args):
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


def play_round(party, start, bell, close, **options):
    if night(party).round_number:
        run_verb(rounds.seat_next_round, party, start)
    else:
        draw(party)
    run_verb(rounds.start_round, party, start)
    run_verb(rounds.ring_bell, party, bell)
    enter(party, close, **options)
    run_verb(rounds.check_round, party, close)
    run_verb(rounds.close_round, party, close, night(party).round_number)


def times(party, minutes):
    party = Party.objects.get(pk=party.pk)
    return evening_times(party, night(party), at(minutes), live(party))


def test_after_two_rounds_the_pace_is_taken_from_the_starts_and_the_bells():
    party = party_with(8)
    play_round(party, 0, 25, 28)
    assert times(party, 29).pace == Pace(20, 4)
    play_round(party, 31, 56, 90)  # its slips are typed half an hour later, all at once
    forecast = times(party, 90)
    assert [each.ended_at for each in forecast.rounds] == [at(25), at(56)]
    assert forecast.pace == Pace(25, 6)


def test_a_reopened_round_keeps_its_bell():
    party = party_with(8)
    play_round(party, 0, 25, 28)
    run_verb(rounds.reopen_round, party, 200)
    run_verb(rounds.close_round, party, 210, 1)
    assert times(party, 211).rounds[0].ended_at == at(25)
    assert times(party, 211).end(3) is None  # nobody knows when the party goes on


def test_a_round_closed_without_a_bell_ends_when_it_is_closed():
    party = drawn_party(8)
    run_verb(rounds.start_round, party, 0)
    enter(party, 20)
    run_verb(rounds.close_round, party, 27, 1)
    assert times(party, 28).rounds[0].ended_at == at(27)


def test_if_every_table_has_a_phone_the_last_hand_gives_the_end_of_the_round():
    party = drawn_party(8, phones=True)
    run_verb(rounds.start_round, party, 0)
    enter(party, 21, source=Entry.Source.PHONE)
    run_verb(rounds.check_round, party, 30)
    assert times(party, 31).rounds[0].ended_at == at(30)  # the round is still open
    run_verb(rounds.close_round, party, 31, 1)
    assert times(party, 31).rounds[0].ended_at == at(21)


def test_if_a_table_has_no_phone_the_bell_gives_the_end_of_the_round():
    party = drawn_party(8, phones=True)
    run_verb(rounds.start_round, party, 0)
    enter(party, 12, tables=1, source=Entry.Source.PHONE)
    run_verb(rounds.ring_bell, party, 24)
    for text in HANDS.split():
        hand = read_entry(party.rules, text)
        entries.save_hand(spot(party, 2), hand, submission=uuid4(), actor=PROGRAM, at=at(29))
    run_verb(rounds.close_round, party, 30, 1)
    assert times(party, 30).rounds[0].ended_at == at(24)


def test_hands_entered_on_phones_give_a_forecast_of_the_end_of_the_round():
    party = drawn_party(12, phones=True)
    run_verb(rounds.start_round, party, 0)
    enter(party, 8, "8hn9", tables=2, source=Entry.Source.PHONE)
    assert times(party, 9).end_of_round == at(8 + 3 * 8)
    assert times(party, 9).end(1) == at(35)  # minute 32 + 4, rounded
    with setting_up():
        Party.objects.update(phones=False)
    assert times(party, 9).end_of_round is None
    assert times(party, 9).end(1) == at(25)


def test_there_is_no_forecast_with_few_phones_or_without_a_fixed_number_of_hands():
    party_with_few_phones, iowa = party_with(12, phones=True), party_with(8, "iowa", phones=True)
    for party in (party_with_few_phones, iowa):
        draw(party)
        run_verb(rounds.start_round, party, 0)
        enter(party, 8, "8hn9", tables=1, source=Entry.Source.PHONE)
        assert times(party, 9).end_of_round is None


def test_earlier_evenings_give_the_pace_of_the_next_evening():
    party = party_with(8)
    for start in (0, 40):
        play_round(party, start, start + 34, start + 36)
    assert club_paces(party.club) == {}
    run_verb(rounds.finish, party, 80)
    assert club_paces(party.club) == {MIDWAY: Pace(34, 6)}
    assert times(party_with(8, club=party.club), 0).pace == Pace(34, 6)
    assert times(party_with(8, club=party.club, clock_minutes=20), 0).pace == Pace(23, 4)
    next_party = party_with(8, club=party.club, break_after=1)
    plan = planned_evening(next_party, 2, AT, Pace(34, 6))
    assert plan.finish(2) == at(2 * 40 + 15)


def test_the_live_page_names_late_tables_and_the_end_with_one_round_fewer(
    django_assert_max_num_queries,
):
    party = drawn_party(16, phones=True)
    run_verb(rounds.start_round, party, 0)
    enter(party, 12, "8hn9 7ce7 7sn6", tables=3, source=Entry.Source.PHONE)
    hand = read_entry(party.rules, "8hn9")
    entries.save_hand(
        spot(party, 4), hand, submission=uuid4(), source="phone", actor=PROGRAM, at=at(13)
    )
    fresh = Party.objects.select_related("club").get(pk=party.pk)
    with django_assert_max_num_queries(30):
        page = live_page(fresh, at(14))
    assert page.late_tables_text == "Table 4 is two hands behind"
    # Table 4 plays 3 more hands of 4 minutes, until minute 25; two rounds of 24 minutes follow.
    assert (page.finish_at, page.finish_with_one_fewer) == (at(75), at(55))
