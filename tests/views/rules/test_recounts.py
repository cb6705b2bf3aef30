import pytest
from django.urls import reverse

from party.engine import PRESETS
from party.models import Entry, LogLine
from party.queries.evening.rounds import seatings
from tests.choosing import page, send, stored_rules, url_of
from tests.evening import close, enter, party_with, seat_next, start
from tests.reading import text_of

pytestmark = pytest.mark.django_db


def confirm(client, shown, party, **changed):
    sent = {
        "preset": shown.context["form"]["preset"].value(),
        "chosen": shown.context["chosen"],
        "seen": shown.context["recount"].newest_entry,
        "reason": "announced at the start",
    }
    return client.post(url_of(party, "recount_rules"), sent | changed, follow=True)


@pytest.fixture
def started_party(party):
    start(party)
    enter(party, "7sn10 7ce7 9se9 7sn6")
    return party


def test_a_change_of_locked_rules_shows_every_hand_that_changes(client, started_party):
    assert "The rules are locked: 4 entries came in under St Paul Midway" in text_of(
        page(client, started_party)
    )
    response = send(client, started_party, slam_rule="none")
    text = text_of(response)
    assert "1 hand would score differently" in text
    assert "+250 → <b>+140</b>" in text
    assert stored_rules() == PRESETS["midway"]

    text = text_of(confirm(client, response, started_party))
    assert "The rules are now House rules; 1 hand rescored." in text
    assert stored_rules().slam_rule == "none"
    assert Entry.objects.get(hand=1).ns == 140


def party_after_move(ruth):
    party = party_with(9, by=ruth)
    start(party)
    enter(party, "7sn10 7se9 7sn6 7cs7")  # Without the extra points for ten tricks, E-W are ahead.
    enter(party, "8hn9 7ce7 7sn6 9dw9", 2)
    close(party)
    seat_next(party)
    return party


def test_a_recount_names_people_and_offers_choices_of_seats(client, ruth):
    party = party_after_move(ruth)
    response = send(client, party, slam_rule="none")
    text = text_of(response)
    seat = dict(
        party.rounds.get(number=1)
        .places.filter(table__number=1)
        .values_list("seat", "entrant__name")
    )
    assert f"{seat['N']} &amp; {seat['S']}<br>" in text
    assert "Who would sit elsewhere" in text
    assert response.context["recount"].effects.shifts
    for words in ("Keep the seats", "Let these people change seats", "Seat round 2 again"):
        assert words in text

    before = seatings(party, since=2)
    second_response = confirm(client, response, party)
    assert "Say what should happen to the seats of round 2." in text_of(second_response)
    mark = response.context["seats_form"]["mark"].value()
    wrong = confirm(client, response, party, seats="keep", mark=mark, reason="")
    assert wrong.context["seats_form"]["seats"].value() == "keep"
    assert seatings(party, since=2) == before
    assert "rescored" in text_of(confirm(client, response, party, seats="reseat", mark=mark))
    assert seatings(party, since=2) != before


def test_a_recount_needs_a_reason_and_keeps_the_choices(client, started_party):
    response = confirm(
        client, send(client, started_party, slam_rule="none"), started_party, reason=""
    )
    assert response.context["form"].errors["reason"] == [
        "Say why the rules change although hands have been played."
    ]
    assert response.context["rules"].slam_rule == "none"
    assert Entry.objects.get(hand=1).ns == 250


def test_a_recount_shows_hands_entered_meanwhile(client, started_party):
    response = send(client, started_party, slam_rule="none")
    enter(started_party, "7sn10", table=2)
    second_response = confirm(
        client, response, started_party, seen=response.context["recount"].newest_entry
    )
    assert "More hands have come in since." in text_of(second_response)
    assert len(second_response.context["recount"].hands) == 2
    assert "2 hands rescored" not in text_of(second_response)
    text = text_of(confirm(client, second_response, started_party))
    assert "2 hands rescored." in text


def test_hands_that_new_rules_forbid_block_the_change(client, ruth):
    party = party_with(preset="iowa", by=ruth)
    start(party)
    enter(party, "6hn6 7sn7")
    response = send(client, party, min_contract="7", six_bid_meaning="inkle")
    text = text_of(response)
    assert "1 result is not possible under these rules" in text
    assert reverse("correct", args=[party.pk, 1, 1, 1]) in text
    assert "Why do the rules change now?" not in text
    second_response = confirm(client, response, party)
    assert "Round 1, table 1, hand 1" in text_of(second_response)
    assert stored_rules() == PRESETS["iowa"]


def test_unchanged_rules_are_saved_without_a_recount(client, started_party):
    assert "The rules are saved" in text_of(send(client, started_party))
    assert not LogLine.objects.filter(verb__startswith="rules").exists()


@pytest.mark.parametrize(
    "sent",
    [
        {"chosen": "[]"},
        {"chosen": "no"},
        {"chosen": '{"players": 9}'},
        {"chosen": '{"players": 3, "pack": 33}'},
        {"preset": "poker"},
    ],
)
def test_a_recount_without_valid_rules_redirects_to_the_form(client, started_party, sent):
    response = confirm(
        client, send(client, started_party, slam_rule="none"), started_party, **sent
    )
    assert response.redirect_chain[-1][0] == url_of(started_party)
    assert client.get(url_of(started_party, "recount_rules")).url == url_of(started_party)
