import pytest
from django.urls import reverse

from party.models import LogLine, Party
from party.queries.evening.rounds import latest_round
from party.services.hall import clock
from tests.desk import text_of
from tests.evening import (
    BY_PROGRAM,
    drawn_party,
    helper_of,
    party_after_rounds,
    seat_next,
    set_party,
    started_party,
)
from tests.guard import setting_up
from tests.pages import page_text, press

pytestmark = pytest.mark.django_db


def address_of(name, party, *options):
    return reverse(name, args=[party.pk, *options])


@pytest.fixture
def party(ruth):
    return started_party(8, clock_minutes=20)


@pytest.fixture
def seated_party(ruth):
    party = party_after_rounds(1, 8)
    seat_next(party)
    return party


def test_the_desk_announces_the_moves_and_can_undo_the_announcement(client, seated_party):
    moves = address_of("moves", seated_party, 1)
    assert "Show the moves" in text_of(client.get(moves))
    assert "Show the moves" in page_text(client, seated_party, "live")
    page = press(client, seated_party, "announce", 2)
    assert page.redirect_chain == [(moves, 302)]
    assert "The hall sees the moves to round 2." in text_of(page)
    assert "Undo" in text_of(page)
    assert "Show the moves" not in text_of(page)
    assert "The hall screen shows the moves and the seats." in text_of(page)
    assert latest_round(seated_party).announced_at is not None


def test_seats_of_round_1_are_announced_from_their_page(client, ruth):
    party = drawn_party(8)
    assert "Show the seats" in page_text(client, party, "draw")
    page = press(client, party, "announce", 1)
    assert page.redirect_chain == [(address_of("draw", party), 302)]
    assert latest_round(party).announced_at is not None


def test_an_old_page_announces_nothing_and_changes_no_clock(client, seated_party):
    for name in ("announce", "round_clock"):
        assert "Round 1 is over." in text_of(press(client, seated_party, name, 1))
    assert latest_round(seated_party).announced_at is None


def test_the_live_page_has_the_clock_and_its_buttons(client, party):
    page = page_text(client, party, "live")
    assert 'role="timer"' in page
    assert "time is up" in page  # the round began years ago
    assert "+ 2 min" in page
    assert "Pause" in page


@pytest.mark.parametrize(
    ("change", "done", "back"),
    [
        ("less", "The round has 2 minutes less.", "more"),
        ("pause", "The clock is stopped.", "resume"),
    ],
)
def test_the_message_offers_to_reverse_a_change_of_the_clock(client, party, change, done, back):
    with setting_up():
        party.rounds.update(clock_ends_at="2099-01-01T00:00Z")
    page = press(client, party, "round_clock", 1, change=change)
    assert done in text_of(page)
    assert f'name="change" value="{back}"' in text_of(page)


def test_a_stopped_clock_is_resumed(client, party):
    clock.pause_clock(party.pk, **BY_PROGRAM)
    assert "Resume" in page_text(client, party, "live")
    page = press(client, party, "round_clock", 1, change="resume")
    assert "The clock goes on." in text_of(page)
    page = press(client, party, "round_clock", 1, change="resume")
    assert "The clock is already running." in text_of(page)
    page = press(client, party, "round_clock", 1, change="more")
    assert "The round has 2 minutes more." in text_of(page)


def test_the_desk_chooses_what_the_hall_screen_shows(client, party):
    assert "shows the round and its clock" in page_text(client, party, "live")
    sent = {"hall_mode": "say", "hall_message": "Coffee is ready"}
    page = press(client, party, "change_screen", **sent)
    assert page.redirect_chain == [(address_of("live", party), 302)]
    words = "shows the round and its clock, and your message along the foot"
    assert f"In a moment the hall screen {words}." in text_of(page)
    assert f'<span id="hall-words">{words}</span>' in text_of(page)
    assert LogLine.objects.first().verb == "hall screen"


def change_screens(client, party, **sent):
    return text_of(press(client, party, "change_screen", **{"hall_mode": "auto", **sent}))


def stored_screens(party):
    return Party.objects.get(pk=party.pk).hall_screens


def test_the_desk_types_the_numbers_of_two_screens(client, party):
    assert "Number of the screen" not in page_text(client, party, "live")
    page = change_screens(client, party, screens="two")
    assert "Each screen shows its number too: type both below" in page
    assert "Ask for the numbers again" not in page
    change_screens(client, party, screens="two", first_screen="482", second_screen="117")
    assert stored_screens(party) == "482,117"
    words = LogLine.objects.first().words
    assert words.endswith("Screens 482 and 117 share the list of seats")
    change_screens(client, party)
    assert stored_screens(party) == "482,117"
    assert "Ask for the numbers again" in page_text(client, party, "live")
    change_screens(client, party, screens="again", first_screen="482", second_screen="117")
    assert stored_screens(party) == ","
    change_screens(client, party, screens="one", first_screen="48")
    assert stored_screens(party) == ""


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("482", "", "Type the three digits at the foot of that screen."),
        ("482", "12", "Type the three digits at the foot of that screen."),
        ("482", "482", "Type the number of the other screen."),
    ],
)
def test_wrong_numbers_of_screens_are_refused_beside_their_field(
    client, party, first, second, words
):
    change_screens(client, party, screens="two")
    page = change_screens(client, party, screens="two", first_screen=first, second_screen=second)
    assert words in page
    assert 'value="482"' in page
    assert stored_screens(party) == ","


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"hall_mode": "say", "hall_message": " "}, "Type the message for the screen."),
        ({"hall_mode": "say", "hall_message": "x" * 201}, "at most 200 letters"),
        ({"hall_mode": "", "hall_message": "Coffee"}, "Choose what the screen shows."),
    ],
)
def test_a_refused_choice_for_the_hall_screen_changes_nothing(client, party, sent, words):
    page = press(client, party, "change_screen", **sent)
    assert words in text_of(page)
    assert '<details class="fold" id="hall-screen" open>' in text_of(page)
    assert not LogLine.objects.filter(verb="hall screen").exists()


def test_helpers_see_the_clock_and_the_screen_without_the_buttons(client, party):
    client.force_login(helper_of(party))
    page = page_text(client, party, "live")
    assert 'role="timer"' in page
    assert "+ 2 min" not in page
    assert "Hall screen" in page
    assert "Change the hall screen" not in page


def test_the_page_says_whether_guests_see_the_screen(client, party):
    assert "the screen is closed to guests" in page_text(client, party, "live")
    set_party(party, guests=True)
    assert "the screen is closed to guests" not in page_text(client, party, "live")
