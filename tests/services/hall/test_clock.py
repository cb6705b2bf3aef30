from datetime import timedelta

import pytest

from party.models import LogLine, Party, Round
from party.queries.evening.live import live_page
from party.queries.evening.rounds import clock_of, latest_round
from party.queries.log.undo import undos
from party.services.evening import rounds
from party.services.hall import clock
from party.services.log.undo import undo_line
from party.values.accounts import PROGRAM
from tests.evening import (
    AT,
    drawn_party,
    play_round,
    refusal,
    run_verb,
    set_party,
    started_party,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


def time_after(seconds):
    return AT + timedelta(seconds=seconds)


def shown_clock(party, at=AT):
    """Return the text of the clock and whether it runs; None without a clock."""
    found = clock_of(Party.objects.get(pk=party.pk), latest_round(party), at)
    return found and (found.text, found.is_running)


def last_words():
    return LogLine.objects.first().words


@pytest.fixture
def party():
    return started_party(8, clock_minutes=20)


def test_clock_starts_with_the_round(party):
    assert last_words() == "Round 1 started, with 20 minutes on the clock"
    assert shown_clock(party) == ("20:00", True)
    assert shown_clock(party, time_after(340)) == ("14:20", True)
    assert shown_clock(party, time_after(5000)) == ("0:00", True)
    assert latest_round(party).state == Round.State.PLAYING  # no bell was rung
    set_party(party, clock_minutes=None)
    assert shown_clock(party) is None


def test_there_is_no_clock_unless_minutes_are_set():
    party = started_party(8)
    assert last_words() == "Round 1 started"
    assert shown_clock(party) is None
    for verb, arguments in (
        (clock.pause_clock, ()),
        (clock.resume_clock, ()),
        (clock.add_minutes, (2,)),
    ):
        assert refusal(verb, party, *arguments) == "Round 1 has no clock now."


def test_the_clock_is_stopped_and_goes_on(party):
    run_verb(clock.pause_clock, party, at=time_after(340))
    assert last_words() == "Clock stopped with 14:20 left"
    assert shown_clock(party, time_after(2000)) == ("14:20", False)
    assert refusal(clock.pause_clock, party) == "The clock is already stopped."
    run_verb(clock.resume_clock, party, at=time_after(2000))
    assert last_words() == "Clock goes on with 14:20 left"
    assert shown_clock(party, time_after(2060)) == ("13:20", True)
    assert refusal(clock.resume_clock, party) == "The clock is already running."


def test_minutes_are_added_to_a_running_and_to_a_stopped_clock(party):
    run_verb(clock.add_minutes, party, 2, at=time_after(340))
    assert last_words() == "2 minutes added to the clock, which had 14:20 left"
    assert shown_clock(party, time_after(340)) == ("16:20", True)
    run_verb(clock.pause_clock, party, at=time_after(340))
    run_verb(clock.add_minutes, party, -1, at=time_after(400))
    assert last_words() == "1 minute taken off the clock, which had 16:20 left"
    assert shown_clock(party, time_after(999)) == ("15:20", False)


def test_minutes_added_to_an_expired_clock_count_from_now(party):
    run_verb(clock.add_minutes, party, 2, at=time_after(5000))
    assert shown_clock(party, time_after(5000)) == ("2:00", True)


def test_a_clock_shows_at_least_0_and_at_most_240_minutes(party):
    run_verb(clock.add_minutes, party, -999)
    assert shown_clock(party) == ("0:00", True)
    run_verb(clock.add_minutes, party, 999)
    assert shown_clock(party) == ("240:00", True)
    assert refusal(clock.add_minutes, party, 2) == "The clock stays at 240:00."


@pytest.mark.parametrize("step", [rounds.ring_bell, rounds.check_round])
def test_the_bell_and_the_check_stop_the_clock_and_undoing_them_restarts_it(party, step):
    run_verb(step, party, at=time_after(60))
    assert shown_clock(party, time_after(60)) is None
    assert refusal(clock.pause_clock, party) == "Round 1 has no clock now."
    line = LogLine.objects.first()
    undo_line(party.pk, line.pk, actor=PROGRAM, at=time_after(90))
    assert shown_clock(party, time_after(90)) == ("18:30", True)


def test_a_closed_round_has_no_clock(party):
    play_round(party)
    assert shown_clock(party) is None


def test_a_start_can_be_undone_after_the_clock_was_stopped(party):
    line = LogLine.objects.get(verb="round started")
    run_verb(clock.pause_clock, party, at=time_after(60))
    assert line.pk in undos(party, [line])
    undo_line(party.pk, line.pk, actor=PROGRAM, at=time_after(90))
    assert shown_clock(party, time_after(90)) is None
    run_verb(rounds.start_round, party, at=time_after(100))
    assert shown_clock(party, time_after(100)) == ("20:00", True)


def test_a_clock_set_during_a_round_is_started_by_hand():
    party = started_party(8)
    with setting_up():
        Party.objects.filter(pk=party.pk).update(clock_minutes=15)
    assert shown_clock(party) is None
    assert live_page(Party.objects.get(), AT).is_clock_waiting
    run_verb(clock.resume_clock, party)
    assert shown_clock(party) == ("15:00", True)


def test_the_clock_works_after_the_time_of_the_laptop_is_set_back(party):
    """The clock shows too many minutes, and the desk can subtract some."""
    assert shown_clock(party, time_after(-90_000)) == ("240:00", True)
    run_verb(clock.add_minutes, party, -230, at=time_after(-90_000))
    assert shown_clock(party, time_after(-90_000)) == ("10:00", True)
    run_verb(clock.pause_clock, party, at=time_after(-90_000))
    run_verb(rounds.ring_bell, party, at=time_after(-90_000))


def test_drawn_round_has_no_clock():
    party = drawn_party(8, clock_minutes=20)
    assert refusal(clock.resume_clock, party) == "Round 1 has no clock now."
