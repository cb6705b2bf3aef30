"""Other rules although hands are in: every hand that changes is shown before it does."""

import pytest
from django.urls import reverse

from party.engine import PRESETS, read_entry
from party.models import Entry, LogLine
from party.queries.evening.rounds import seatings
from party.queries.scores.second_look import differences
from party.services.scores import second_look
from party.values.accounts import PROGRAM
from tests.choosing import at, page, rules_now, send
from tests.evening import AT, close, enter, party_with, play, seat_next, spot, start
from tests.reading import text_of

pytestmark = pytest.mark.django_db


def chosen(client, party, **changed):
    """Choose other rules while hands are in, and return the page that shows the difference."""
    return send(client, party, **changed)


def confirm(client, shown, party, **changed):
    sent = {
        "preset": shown.context["form"]["preset"].value(),
        "chosen": shown.context["chosen"],
        "seen": shown.context["recount"].last,
        "reason": "announced at the start",
    }
    return client.post(at(party, "recount_rules"), sent | changed, follow=True)


@pytest.fixture
def playing(party):
    start(party)
    enter(party, "7sn10 7ce7 9se9 7sn6")
    return party


def test_locked_rules_say_why_and_show_every_hand_that_changes(client, playing):
    assert "The rules are locked: 4 entries came in under St Paul Midway" in text_of(
        page(client, playing)
    )
    shown = chosen(client, playing, slam_rule="none")
    text = text_of(shown)
    assert "1 hand would score differently" in text
    assert "+250 → <b>+140</b>" in text
    assert rules_now() == PRESETS["midway"]

    text = text_of(confirm(client, shown, playing))
    assert "The rules are now House rules; 1 hand rescored." in text
    assert rules_now().slam_rule == "none"
    assert Entry.objects.get(hand=1).ns == 140


def test_recount_says_who_would_have_been_ahead(client, party):
    start(party)
    enter(party, "7sn10 8de9 8ds8 8ce8")  # N-S 250, 10, 280, 20; E-W 0, 280, 20, 260: tied
    shown = chosen(client, party, slam_rule="none")
    [line] = shown.context["recount"].ahead
    assert (line.before, line.after) == ("", "Carol & Dev")
    assert line.seats == "the next move follows"
    assert "nobody, tied" in text_of(shown)


def seats_in_question(ruth):
    party = party_with(9, by=ruth)
    start(party)
    enter(party, "7sn10 7se9 7sn6 7cs7")  # N-S are ahead; without the extra for ten tricks E-W
    enter(party, "8hn9 7ce7 7sn6 9dw9", 2)
    close(party)
    seat_next(party)
    return party


def test_recount_names_people_and_offers_what_becomes_of_their_seats(client, ruth):
    party = seats_in_question(ruth)
    shown = chosen(client, party, slam_rule="none")
    text = text_of(shown)
    seat = dict(
        party.rounds.get(number=1)
        .places.filter(table__number=1)
        .values_list("seat", "entrant__name")
    )
    assert f"{seat['N']} &amp; {seat['S']}<br>" in text
    assert "Who would sit elsewhere" in text
    assert shown.context["recount"].moved.shifts
    for words in ("Keep the seats", "Let these people change seats", "Seat round 2 again"):
        assert words in text

    before = seatings(party, since=2)
    again = confirm(client, shown, party)
    assert "Say what becomes of the seats of round 2." in text_of(again)
    mark = shown.context["asking"]["mark"].value()
    wrong = confirm(client, shown, party, seats="keep", mark=mark, reason="")
    assert wrong.context["asking"]["seats"].value() == "keep"
    assert seatings(party, since=2) == before
    assert "rescored" in text_of(confirm(client, shown, party, seats="reseat", mark=mark))
    assert seatings(party, since=2) != before


def test_recount_after_the_next_round_says_that_the_seats_stay(client, ruth):
    party = seats_in_question(ruth)
    start(party)
    play(party)
    close(party)
    shown = chosen(client, party, slam_rule="none")
    assert "The seats stay as they are." in text_of(shown)
    assert shown.context["asking"] is None
    assert "rescored" in text_of(confirm(client, shown, party))


def test_recount_asks_why_and_keeps_what_was_chosen(client, playing):
    shown = confirm(client, chosen(client, playing, slam_rule="none"), playing, reason="")
    assert shown.context["form"].errors["reason"] == [
        "Say why the rules change although hands have been played."
    ]
    assert shown.context["rules"].slam_rule == "none"
    assert Entry.objects.get(hand=1).ns == 250


def test_recount_shows_hands_that_came_in_meanwhile(client, playing):
    shown = chosen(client, playing, slam_rule="none")
    enter(playing, "7sn10", table=2)
    again = confirm(client, shown, playing, seen=shown.context["recount"].last)
    assert "More hands have come in since." in text_of(again)
    assert len(again.context["recount"].hands) == 2
    assert "2 hands rescored" not in text_of(again)
    text = text_of(confirm(client, again, playing))
    assert "2 hands rescored." in text


def test_hands_that_cannot_be_block_the_change(client, ruth):
    party = party_with(preset="iowa", by=ruth)
    start(party)
    enter(party, "6hn6 7sn7")
    shown = chosen(client, party, min_contract="7", six_bid_meaning="inkle")
    text = text_of(shown)
    assert "1 result cannot be under these rules" in text
    assert reverse("correct", args=[party.pk, 1, 1, 1]) in text
    assert "Why do the rules change now?" not in text
    again = confirm(client, shown, party)
    assert "Round 1, table 1, hand 1" in text_of(again)
    assert rules_now() == PRESETS["iowa"]


def test_second_version_that_cannot_be_blocks_the_change_until_it_is_decided(client, ruth):
    party = party_with(preset="iowa", by=ruth)
    start(party)
    [first] = enter(party, "7hn7")
    typed = [read_entry(party.rules, "6hn6")]
    second_look.type_again(spot(party), typed, seen=[first.entry], actor=PROGRAM, at=AT)

    shown = chosen(client, party, min_contract="7", six_bid_meaning="inkle")
    text = text_of(shown)
    assert "1 result cannot be under these rules" in text
    assert "Round 1, table 1, hand 1, typed again: 6 Hearts by North" in text
    assert f"{reverse('checked', args=[party.pk, 1])}#table-1" in text
    assert reverse("correct", args=[party.pk, 1, 1, 1]) not in text
    confirm(client, shown, party)
    assert rules_now() == PRESETS["iowa"]

    [found] = differences(party, 1)
    right, wrong = found.first.entry, found.others[0].entry
    second_look.decide(spot(party), 1, right=right, wrong=[wrong], actor=PROGRAM, at=AT)
    confirm(client, shown, party)
    assert rules_now().min_contract == 7


def test_same_rules_are_saved_without_a_recount(client, playing):
    assert "The rules are saved" in text_of(send(client, playing))
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
def test_recount_of_nothing_goes_back_to_the_form(client, playing, sent):
    shown = confirm(client, chosen(client, playing, slam_rule="none"), playing, **sent)
    assert shown.redirect_chain[-1][0] == at(playing)
    assert client.get(at(playing, "recount_rules")).url == at(playing)
