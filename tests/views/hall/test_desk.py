"""The host's buttons for the hall on the live page, the moves and the seats."""

import pytest
from django.urls import reverse

from party.models import LogLine, Party
from party.queries.evening.rounds import latest_round
from party.services.evening import rounds
from party.services.hall import clock
from party.values.accounts import PROGRAM
from tests.desk import text_of
from tests.evening import AT, draw, helper_of, party_with, play_rounds, seat_next, start
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


def live(client, party):
    return text_of(client.get(reverse("live", args=[party.pk])))


def at(name, party, *options):
    return reverse(name, args=[party.pk, *options])


@pytest.fixture
def party(ruth):
    party = party_with(8, clock_minutes=20)
    start(party)
    return party


@pytest.fixture
def seated(ruth):
    party = party_with(8)
    play_rounds(party, 1)
    seat_next(party)
    return party


def test_moves_are_announced_by_one_press_and_taken_back_in_the_note(client, seated):
    moves = at("moves", seated, 1)
    assert "Show the moves" in text_of(client.get(moves))
    assert "Show the moves" in live(client, seated)
    page = client.post(at("announce", seated, 2), follow=True)
    assert page.redirect_chain == [(moves, 302)]
    assert "The hall sees the moves to round 2." in text_of(page)
    assert "Undo" in text_of(page)
    assert "Show the moves" not in text_of(page)
    assert "The hall screen shows the moves and the seats." in text_of(page)
    assert latest_round(seated).announced_at is not None


def test_seats_of_round_1_are_announced_from_their_page(client, ruth):
    party = party_with(8)
    draw(party)
    assert "Show the seats" in text_of(client.get(at("draw", party)))
    page = client.post(at("announce", party, 1), follow=True)
    assert page.redirect_chain == [(at("draw", party), 302)]
    assert latest_round(party).announced_at is not None


def test_page_left_open_announces_nothing(client, seated):
    page = client.post(at("announce", seated, 1), follow=True)
    assert "Round 1 is over." in text_of(page)
    assert latest_round(seated).announced_at is None


def test_live_page_has_the_clock_with_its_buttons(client, party):
    page = live(client, party)
    assert 'role="timer"' in page
    assert "time is up" in page  # the round began years before today
    assert "+ 2 min" in page
    assert "Pause" in page


@pytest.mark.parametrize(
    ("change", "done", "back"),
    [
        ("more", "The round has 2 minutes more.", "less"),
        ("less", "The round has 2 minutes less.", "more"),
        ("pause", "The clock is stopped.", "resume"),
    ],
)
def test_clock_is_changed_and_the_note_takes_it_back(client, party, change, done, back):
    clock.add_minutes(party.pk, 30, actor=PROGRAM, at=AT)
    with setting_up():
        latest_round(party).__class__.objects.filter(party=party).update(
            clock_ends_at="2099-01-01T00:00Z"
        )
    page = client.post(at("round_clock", party, 1), {"change": change}, follow=True)
    if change == "more":  # it is as long as a clock can be
        assert "The clock stays at 240:00." in text_of(page)
        return
    assert done in text_of(page)
    assert f'name="change" value="{back}"' in text_of(page)


def test_clock_goes_on(client, party):
    clock.pause_clock(party.pk, actor=PROGRAM, at=AT)
    assert "Go on" in live(client, party)
    page = client.post(at("round_clock", party, 1), {"change": "resume"}, follow=True)
    assert "The clock goes on." in text_of(page)
    page = client.post(at("round_clock", party, 1), {"change": "resume"}, follow=True)
    assert "The clock is already running." in text_of(page)
    page = client.post(at("round_clock", party, 1), {"change": "more"}, follow=True)
    assert "The round has 2 minutes more." in text_of(page)


def test_round_that_began_without_a_clock_can_have_one(client, ruth):
    party = party_with(8)
    start(party)
    assert "Start the clock" not in live(client, party)
    with setting_up():
        Party.objects.filter(pk=party.pk).update(clock_minutes=15)
    assert "Start the clock" in live(client, party)
    client.post(at("round_clock", party, 1), {"change": "resume"})
    assert "15:00" in live(client, party) or "14:5" in live(client, party)


def test_page_left_open_changes_no_clock(client, seated):
    page = client.post(at("round_clock", seated, 1), {"change": "pause"}, follow=True)
    assert "Round 1 is over." in text_of(page)


def test_clock_goes_with_the_bell(client, party):
    rounds.ring_bell(party.pk, actor=PROGRAM, at=AT)
    assert 'role="timer"' not in live(client, party)


def test_screen_is_chosen_from_the_live_page(client, party):
    assert "shows the round and its clock" in live(client, party)
    sent = {"hall_mode": "say", "hall_message": "Coffee is ready"}
    page = client.post(at("change_screen", party), sent, follow=True)
    assert page.redirect_chain == [(at("live", party), 302)]
    words = "shows the round and its clock, and your message along the foot"
    assert f"In a moment the hall screen {words}." in text_of(page)
    assert f'<span id="hall-words">{words}</span>' in text_of(page)
    assert LogLine.objects.first().verb == "hall screen"


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"hall_mode": "say", "hall_message": " "}, "Type the message for the screen."),
        ({"hall_mode": "say", "hall_message": "x" * 201}, "at most 200 letters"),
        ({"hall_mode": "", "hall_message": "Coffee"}, "Choose what the screen shows."),
    ],
)
def test_refused_screen_keeps_what_was_typed(client, party, sent, words):
    page = client.post(at("change_screen", party), sent)
    assert words in text_of(page)
    assert '<details class="fold" id="hall-screen" open>' in text_of(page)
    assert not LogLine.objects.filter(verb="hall screen").exists()


def test_helpers_see_clock_and_screen_and_change_neither(client, party):
    client.force_login(helper_of(party))
    page = live(client, party)
    assert 'role="timer"' in page
    assert "+ 2 min" not in page
    assert "Hall screen" in page
    assert "Change the hall screen" not in page
    for name, more in (("announce", (1,)), ("round_clock", (1,)), ("change_screen", ())):
        assert client.post(at(name, party, *more)).status_code == 403


def test_whether_guests_may_see_the_screen_is_said(client, party):
    assert "the screen is closed to guests" in live(client, party)
    with setting_up():
        Party.objects.filter(pk=party.pk).update(guests=True)
    assert "the screen is closed to guests" not in live(client, party)
