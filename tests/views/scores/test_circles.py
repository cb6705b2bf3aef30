import pytest

from party.models import Entry
from tests.desk import desk, party_in_play, send, stored_hands, text_of

pytestmark = pytest.mark.django_db


def enter_on_pad(client, party, table=1, **sent):
    return send(client, party, table=table, kind="circle", **sent)


def test_the_pad_saves_a_hand_and_stays_open(client, party):
    response = enter_on_pad(client, party, bidder="E", bid="9NT", tricks="8")
    assert Entry.objects.values_list("bid", "bidder", "tricks").get() == ("9NT", "E", 8)
    assert response.context["chosen"] == ""


def test_the_browser_remembers_whether_the_desk_uses_the_pad_or_the_line(client, party):
    def shown(**query):
        text = text_of(desk(client, party, **query))
        return "Tap a hand" in text, "Enter a hand" in text

    pad, line = (True, False), (False, True)
    assert shown() == (True, True)  # The kind of screen decides.
    assert shown(form="nothing") == (True, True)
    assert shown(form="circle") == shown() == pad
    response = enter_on_pad(client, party, bidder="E", bid="9NT", tricks="8")
    assert "Tap a hand" in text_of(response)
    assert "Enter a hand" not in text_of(response)
    assert shown(form="line") == shown() == line


def test_a_passed_out_hand_is_entered_on_the_pad(client, party):
    enter_on_pad(client, party, passed="on")
    assert Entry.objects.get().hand is None


def test_all_missing_values_of_a_hand_are_reported(client, party):
    response = enter_on_pad(client, party, bidder="E")
    errors = response.context["circle"].errors
    assert set(errors) == {"bid", "tricks"}
    text = text_of(response)
    assert text.count("btn-next") == 1
    assert '<button class="btn btn-next">Save hand 1</button>' in text
    assert "checked" in text.partition('value="E"')[2][:80]
    assert text.count("Circle how many tricks the bidders took.") == 1
    assert 'id="circle_tricks_error"' in text


def test_the_pad_has_only_bids_that_the_rules_allow(client, party):
    text = text_of(desk(client, party))
    assert 'value="7S"' in text
    assert 'value="6S"' not in text
    assert 'value="MIS"' not in text
    assert (
        "checked" in enter_on_pad(client, party, bid="6S", bidder="N", tricks="6").content.decode()
    )
    assert stored_hands() == []


def test_the_pad_has_a_slam_only_if_the_rules_have_it(client, party):
    assert "Announced before the play" not in text_of(desk(client, party))
    slam = party_in_play(client, preset="grand-slam")
    assert "Slam announced" in text_of(desk(client, slam))
    enter_on_pad(client, slam, bidder="N", bid="8H", tricks="10", announced="slam")
    entry = Entry.objects.get()
    assert (entry.announced, entry.ns) == ("slam", 500)


def test_a_slam_announced_with_a_misere_has_an_error_beside_the_field(client):
    party = party_in_play(client, preset="grand-slam")
    response = enter_on_pad(client, party, bidder="N", bid="MIS", tricks="0", announced="slam")
    assert "announced" in response.context["circle"].errors
    assert stored_hands() == []
