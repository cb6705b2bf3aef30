import re

import pytest
from django.urls import reverse
from django.utils import timezone

from party.services.evening import rounds
from party.services.hall import clock, screen
from party.values.accounts import PROGRAM
from party.values.evening.live import StillOpen
from tests.evening import close, draw, enter, party_with, play, play_rounds, seat_next, start
from tests.phone import send, state
from tests.prize_giving import reveal

pytestmark = pytest.mark.django_db


def run_verb(verb, party, *arguments, **options):
    return verb(party.pk, *arguments, actor=PROGRAM, at=timezone.now(), **options)


def text_of(page):
    content = page.content.decode().partition("<main")[2].partition("<nav")[0].partition(">")[2]
    return " ".join(re.sub(r"<[^>]+>", " ", content).split())


def hall(client, party, **query):
    return text_of(client.get(reverse("hall", args=[party.code]), query))


def guest(client, party, name="guest", *args):
    return text_of(client.get(reverse(name, args=[party.code, *args])))


def live(client, party):
    return text_of(client.get(reverse("live", args=[party.pk])))


def party_of(ruth, count=8, preset="midway", **fields):
    open_to_all = {"guests": True, "guest_standings": "all", "phones": True}
    return party_with(count, preset, by=ruth, **open_to_all, **fields)


def send_hands(client, party, texts, table):
    for hand, text in enumerate(texts.split(), start=1):
        answer = send(client, party, "hand", table=table, hand=hand, text=text)
        assert answer.status_code == 200


def test_two_parties_on_one_laptop_have_separate_halls(client, ruth):
    upstairs, downstairs = party_of(ruth, name="Upstairs"), party_of(ruth, name="Downstairs")
    for party in (upstairs, downstairs):
        start(party)
    before = state(client, downstairs).json()["v"]
    send_hands(client, upstairs, "8hn9 7ce7 7sn6 9dw9", 1)
    rounds.ring_bell(upstairs.pk, actor=PROGRAM, at=timezone.now())
    assert "Finish this hand" in hall(client, upstairs)
    below = hall(client, downstairs)
    assert "0 of 2 tables are in" in below
    assert "Upstairs" not in below
    assert state(client, downstairs, v=before).status_code == 204
    assert state(client, upstairs).json()["stage"] == "bell"
    assert "Hands in 0 of 8" in live(client, downstairs)


def test_a_break_and_a_stopped_clock(client, ruth):
    party = party_of(ruth, rounds_planned=3, break_after=1, clock_minutes=20)
    draw(party)
    run_verb(rounds.start_round, party)
    run_verb(clock.pause_clock, party)
    assert "The clock is stopped" in hall(client, party)
    stands = state(client, party).json()["clock"]
    assert (stands["ends"], stands["left"]) == (None, pytest.approx(1200, abs=60))
    assert "stopped" in live(client, party)
    assert "Playing, then a break" in live(client, party)
    run_verb(clock.resume_clock, party)
    assert state(client, party).json()["clock"]["ends"]

    play(party)
    close(party)
    seen = state(client, party).json()
    assert (seen["stage"], seen["note"]) == ("closed", "A break. Then round 2.")
    assert "A break Then everybody moves to round 2." in hall(client, party)
    assert "Round 1 is over: a break, then the next seats" in guest(client, party)
    assert "Closed: a break, then time to move" in live(client, party)
    run_verb(rounds.seat_next_round, party)  # nobody is told yet
    assert state(client, party).json()["note"] == "A break. Then round 2."
    assert "A break" in hall(client, party)
    run_verb(screen.announce_seats, party)
    assert state(client, party).json()["note"] == ""
    assert "Move now" in hall(client, party)


def test_an_early_finish_is_shown_on_every_screen(client, ruth):
    party = party_of(ruth, rounds_planned=6)
    play_rounds(party, 2)
    seat_next(party)
    start(party)
    enter(party, "8hn9", 1)
    run_verb(rounds.finish, party, still_open=StillOpen.LEFT)
    seen = state(client, party).json()
    assert (seen["stage"], seen["round"], seen["can"]["hands"]) == ("finished", 2, False)
    late = send(client, party, "hand", round_number=3, hand=2, text="7ce7").json()
    assert late["outcome"] == "late"
    assert "The winners are coming up" in hall(client, party)
    reveal(party)
    assert "The winners after round 2" in hall(client, party)
    assert "The results of the evening" in guest(client, party)
    assert "Results" in guest(client, party, "guest_standings")
    mine = client.get(reverse("guest_seat", args=[party.code, 1]))
    assert len(mine.context["my_page"].card.boxes) == 2
    assert "Finished" in live(client, party)


# Tables with three hands and with five.
