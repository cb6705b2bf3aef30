"""Desk entry with mouse or finger: the slip on the screen."""

import pytest

from party.models import Entry
from tests.desk import desk, playing, send, stored, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return playing(client)


def circle(client, party, table=1, **sent):
    return send(client, party, table=table, kind="circle", **sent)


def test_circles_save_a_hand_and_stay_open(client, party):
    shown = circle(client, party, bidder="E", bid="9NT", tricks="8")
    assert Entry.objects.values_list("bid", "bidder", "tricks").get() == ("9NT", "E", 8)
    assert shown.context["chosen"] == ""


def test_pad_stays_chosen_in_this_browser_until_the_line_is(client, party):
    def shown(**query):
        text = text_of(desk(client, party, **query))
        return "Tap a hand" in text, "Enter a hand" in text

    pad, line = (True, False), (False, True)
    assert shown() == (True, True)  # the kind of screen decides
    assert shown(form="nothing") == (True, True)
    assert shown(form="circle") == shown() == pad
    saved = circle(client, party, bidder="E", bid="9NT", tricks="8")
    assert "Tap a hand" in text_of(saved)
    assert "Enter a hand" not in text_of(saved)
    assert shown(form="line") == shown() == line


def test_circles_for_a_hand_nobody_bid(client, party):
    circle(client, party, passed="on")
    assert Entry.objects.get().hand is None


def test_missing_circles_are_all_named(client, party):
    shown = circle(client, party, bidder="E")
    errors = shown.context["circle"].errors
    assert set(errors) == {"bid", "tricks"}
    text = text_of(shown)
    assert text.count("btn-next") == 1
    assert '<button class="btn btn-next">Save hand 1</button>' in text
    assert "checked" in text.partition('value="E"')[2][:80]
    assert 'href="#circle_tricks_0"' in text


def test_circles_are_only_what_the_party_plays(client, party):
    text = text_of(desk(client, party))
    assert 'value="7S"' in text
    assert 'value="6S"' not in text
    assert 'value="MIS"' not in text
    assert "checked" in circle(client, party, bid="6S", bidder="N", tricks="6").content.decode()
    assert stored() == []


def test_slam_is_circled_only_where_it_is_played(client, party):
    assert "Announced before the play" not in text_of(desk(client, party))
    slam = playing(client, preset="grand-slam")
    assert "Slam announced" in text_of(desk(client, slam))
    circle(client, slam, bidder="N", bid="8H", tricks="10", announced="slam")
    entry = Entry.objects.get()
    assert (entry.announced, entry.ns) == ("slam", 500)


def test_slam_on_a_bid_without_tricks_is_refused_beside_it(client):
    party = playing(client, preset="grand-slam")
    shown = circle(client, party, bidder="N", bid="MIS", tricks="0", announced="slam")
    assert "announced" in shown.context["circle"].errors
    assert stored() == []
