import pytest

from party.models import LogLine, Party
from party.queries.evening.rounds import latest_round
from party.queries.log.undo import undo_refusal, undos
from party.services.evening import rounds
from party.services.hall import screen
from party.services.log.undo import undo_line
from party.values.accounts import PROGRAM
from party.values.refusals import Refused
from tests.evening import AT, add_people, draw, party_with, play, play_rounds, seat_next, start
from tests.logbook import changed

pytestmark = pytest.mark.django_db


def do(verb, party, *arguments, **options):
    return verb(party.pk, *arguments, actor=PROGRAM, at=AT, **options)


def refusal(verb, party, *arguments):
    with pytest.raises(Refused) as refused:
        do(verb, party, *arguments)
    return str(refused.value)


def announced(party):
    return latest_round(party).announced_at


@pytest.fixture
def party():
    party = party_with(8)
    draw(party)
    return party


def test_seats_are_announced_once(party):
    assert announced(party) is None
    do(screen.announce, party)
    assert announced(party) == AT
    assert "already shown" in refusal(screen.announce, party)


def test_nothing_is_announced_before_the_draw():
    assert refusal(screen.announce, party_with(8)) == "The seats are not drawn yet."


def test_start_announces_too(party):
    do(rounds.start_round, party)
    assert announced(party) == AT
    assert refusal(screen.announce, party) == "Round 1 has begun: everybody sees its seats."


def test_taken_back_start_leaves_what_was_announced_before(party):
    do(screen.announce, party)
    do(rounds.start_round, party)
    undo_line(party.pk, LogLine.objects.first().pk, actor=PROGRAM, at=AT)
    assert announced(party) == AT


def test_taken_back_start_hides_seats_that_only_it_had_announced(party):
    do(rounds.start_round, party)
    undo_line(party.pk, LogLine.objects.first().pk, actor=PROGRAM, at=AT)
    assert announced(party) is None


def test_announcement_is_taken_back_until_the_round_begins(party):
    line = LogLine.objects.get(pk=do(screen.announce, party))
    assert undos(party, [line])[line.pk].effects == (
        "The hall does not see these seats any more.",
    )
    do(rounds.start_round, party)
    assert undo_refusal(party, line) == "Round 1 has begun: everybody sees its seats."
    do(rounds.undo_draw, party)
    draw(party)
    assert announced(party) is None


def test_announcement_is_taken_back(party):
    line = do(screen.announce, party)
    undo_line(party.pk, line, actor=PROGRAM, at=AT)
    assert announced(party) is None


def test_new_seats_of_an_announced_round_stay_announced_and_the_log_says_so(party):
    add_people(party, 1)
    do(rounds.reseat_round, party)
    assert LogLine.objects.first().words == "Round 1 seated again"
    do(screen.announce, party)
    do(rounds.reseat_round, party)
    assert announced(party) == AT
    words = "Round 1 seated again. The hall has been shown the new seats"
    assert LogLine.objects.first().words == words


def test_round_seated_after_reopening_is_not_announced():
    party = party_with(8)
    play_rounds(party, 1)
    seat_next(party)
    do(screen.announce, party)
    do(rounds.reopen_round, party)
    assert announced(party) == AT  # round 1, which was played
    do(rounds.close_round, party, 1)
    seat_next(party)
    assert announced(party) is None


def test_screen_is_chosen_and_taken_back():
    party = party_with(8)
    do(screen.show, party, "say", " Coffee is ready ")
    party = Party.objects.get(pk=party.pk)
    assert (party.hall_mode, party.hall_message) == ("say", "Coffee is ready")
    line = LogLine.objects.first()
    assert (
        line.words
        == "Chosen for the hall screen: “Coffee is ready” along the foot, until the next step"
    )
    assert changed(line) == [
        ("Hall screen", "what the evening needs now", "a message"),
        ("Message on the hall screen", "nothing", "Coffee is ready"),
    ]
    undo_line(party.pk, line.pk, actor=PROGRAM, at=AT)
    assert Party.objects.get(pk=party.pk).hall_mode == "auto"


@pytest.mark.parametrize("mode", ["say", "standings", "clock"])
def test_shown_seats_are_on_the_screen_whatever_was_chosen_for_it(party, mode):
    do(screen.show, party, mode, "Coffee")
    do(screen.announce, party)
    assert Party.objects.get(pk=party.pk).hall_mode == "auto"


def test_message_ends_with_each_step_of_the_round(party):
    steps = (
        rounds.start_round,
        rounds.ring_bell,
        rounds.check_round,
        lambda *who, **when: (play(party), rounds.close_round(*who, 1, **when)),
        rounds.finish,
    )
    for step in steps:
        do(screen.show, party, "say", "Coffee is ready")
        do(step, party)
        now = Party.objects.get(pk=party.pk)
        assert (now.hall_mode, now.hall_message) == ("auto", "Coffee is ready")


def test_chosen_view_stays_as_the_round_goes_on(party):
    do(screen.show, party, "standings", "")
    do(rounds.start_round, party)
    assert Party.objects.get(pk=party.pk).hall_mode == "standings"


def test_screen_that_is_chosen_again_leaves_no_line():
    party = party_with(8)
    do(screen.show, party, "clock", "")
    do(screen.show, party, "clock", "")
    assert LogLine.objects.filter(verb="hall screen").count() == 1
    assert LogLine.objects.first().words == "Chosen for the hall screen: the clock"


def test_message_without_words_is_refused():
    assert refusal(screen.show, party_with(8), "say", "  ") == "Type the message for the screen."


def test_screen_is_chosen_after_the_finish_too():
    party = party_with(8)
    play_rounds(party, 1)
    do(rounds.finish, party)
    do(screen.show, party, "standings", "")
    assert Party.objects.get(pk=party.pk).hall_mode == "standings"


def test_start_of_a_second_round_announces_it():
    party = party_with(8)
    play_rounds(party, 1)
    seat_next(party)
    start(party)
    assert announced(party) == AT
