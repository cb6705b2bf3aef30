import pytest

from party.models import LogLine, Party
from party.queries.evening.rounds import latest_round
from party.queries.log.undo import undo_refusal, undos
from party.services.evening import rounds
from party.services.hall import screen
from party.services.log.undo import undo_line
from tests.evening import (
    AT,
    BY_PROGRAM,
    add_people,
    draw,
    drawn_party,
    party_after_rounds,
    party_with,
    play,
    refusal,
    run_verb,
    seat_next,
)
from tests.logbook import changes_of_line

pytestmark = pytest.mark.django_db


def announced_at(party):
    return latest_round(party).announced_at


@pytest.fixture
def party():
    return drawn_party(8)


def test_seats_are_announced_once(party):
    assert announced_at(party) is None
    run_verb(screen.announce_seats, party)
    assert announced_at(party) == AT
    assert "already shown" in refusal(screen.announce_seats, party)


def test_nothing_is_announced_before_the_draw():
    assert refusal(screen.announce_seats, party_with(8)) == "The seats are not drawn yet."


def test_a_start_announces_the_seats(party):
    run_verb(rounds.start_round, party)
    assert announced_at(party) == AT
    assert refusal(screen.announce_seats, party) == "Round 1 has begun: everybody sees its seats."


def test_undoing_a_start_keeps_an_earlier_announcement(party):
    run_verb(screen.announce_seats, party)
    run_verb(rounds.start_round, party)
    undo_line(party.pk, LogLine.objects.first().pk, **BY_PROGRAM)
    assert announced_at(party) == AT


def test_an_announcement_can_be_undone_until_the_round_begins(party):
    line = LogLine.objects.get(pk=run_verb(screen.announce_seats, party))
    assert undos(party, [line])[line.pk].effects == (
        "The hall does not see these seats any more.",
    )
    run_verb(rounds.start_round, party)
    assert undo_refusal(party, line) == "Round 1 has begun: everybody sees its seats."
    run_verb(rounds.undo_draw, party)
    draw(party)
    assert announced_at(party) is None


def test_new_seats_of_an_announced_round_are_announced_and_logged(party):
    add_people(party, 1)
    run_verb(rounds.reseat_round, party)
    assert LogLine.objects.first().words == "Round 1 seated again"
    run_verb(screen.announce_seats, party)
    run_verb(rounds.reseat_round, party)
    assert announced_at(party) == AT
    words = "Round 1 seated again. The hall has been shown the new seats"
    assert LogLine.objects.first().words == words


def test_round_seated_after_reopening_is_not_announced():
    party = party_after_rounds(1, 8)
    seat_next(party)
    run_verb(screen.announce_seats, party)
    run_verb(rounds.reopen_round, party)
    assert announced_at(party) == AT  # the announcement of round 1 stays
    run_verb(rounds.close_round, party, 1)
    seat_next(party)
    assert announced_at(party) is None


def test_a_chosen_screen_is_logged_and_undone():
    party = party_with(8)
    run_verb(screen.set_hall_screen, party, "say", " Coffee is ready ")
    party = Party.objects.get(pk=party.pk)
    assert (party.hall_mode, party.hall_message) == ("say", "Coffee is ready")
    line = LogLine.objects.first()
    assert (
        line.words
        == "Chosen for the hall screen: “Coffee is ready” along the foot, until the next step"
    )
    assert changes_of_line(line) == [
        ("Hall screen", "what the evening needs now", "a message"),
        ("Message on the hall screen", "nothing", "Coffee is ready"),
    ]
    undo_line(party.pk, line.pk, **BY_PROGRAM)
    assert Party.objects.get(pk=party.pk).hall_mode == "auto"


@pytest.mark.parametrize("mode", ["say", "standings", "clock"])
def test_announced_seats_replace_the_chosen_screen(party, mode):
    run_verb(screen.set_hall_screen, party, mode, "Coffee")
    run_verb(screen.announce_seats, party)
    assert Party.objects.get(pk=party.pk).hall_mode == "auto"


def test_each_step_of_a_round_takes_a_chosen_message_off_the_screen(party):
    steps = (
        rounds.start_round,
        rounds.ring_bell,
        rounds.check_round,
        lambda *who, **when: (play(party), rounds.close_round(*who, 1, **when)),
        rounds.finish,
    )
    for step in steps:
        run_verb(screen.set_hall_screen, party, "say", "Coffee is ready")
        run_verb(step, party)
        party_now = Party.objects.get(pk=party.pk)
        assert (party_now.hall_mode, party_now.hall_message) == ("auto", "Coffee is ready")


def test_starting_a_round_keeps_a_chosen_screen(party):
    run_verb(screen.set_hall_screen, party, "standings", "")
    run_verb(rounds.start_round, party)
    assert Party.objects.get(pk=party.pk).hall_mode == "standings"


def test_an_unchanged_screen_is_not_logged():
    party = party_with(8)
    run_verb(screen.set_hall_screen, party, "clock", "")
    run_verb(screen.set_hall_screen, party, "clock", "")
    assert LogLine.objects.filter(verb="hall screen").count() == 1
    assert LogLine.objects.first().words == "Chosen for the hall screen: the clock"


def test_an_empty_message_is_refused():
    assert (
        refusal(screen.set_hall_screen, party_with(8), "say", "  ")
        == "Type the message for the screen."
    )


def test_a_screen_can_be_chosen_after_the_finish():
    party = party_after_rounds(1, 8)
    run_verb(rounds.finish, party)
    run_verb(screen.set_hall_screen, party, "standings", "")
    assert Party.objects.get(pk=party.pk).hall_mode == "standings"
