"""Desk entry: the line, and the way from table to table."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from party.models import Entry
from party.queries.scores.tables import table_scores
from party.services.evening import rounds
from party.values.accounts import PROGRAM
from party.values.people.person import given_names
from tests.desk import as_shown, desk, playing, send, stored, text_of
from tests.evening import (
    AT,
    HANDS,
    draw,
    enter,
    helper_of,
    party_with,
    play,
    start,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return playing(client)


def test_typed_hand_is_saved(client, party):
    shown = send(client, party, text="8hn9")
    assert stored() == [(1, 1, "8H")]
    text = text_of(shown)
    assert "Saved: Table 1, hand 1: 8 Hearts by North, 9 tricks: made. N-S +300, E-W +10." in text
    assert shown.context["sheet"].next_hand == 2


def test_helper_may_type_and_take_back(client, party):
    hanna = helper_of(party)
    client.force_login(hanna)
    send(client, party, text="8hn9")
    assert Entry.objects.get().actor == hanna
    client.post(reverse("undo_hand", args=[party.pk, 1, 1]))
    assert stored() == []


def test_first_unfinished_table_comes_first(client, party):
    enter(party, HANDS, table=1)
    assert desk(client, party).context["sheet"].score.number == 2


def test_page_stays_until_the_table_is_full_then_goes_on(client, party):
    seen = [send(client, party, text=text).context["sheet"] for text in HANDS.split()]
    assert [(at.score.number, at.next_hand) for at in seen] == [(1, 2), (1, 3), (1, 4), (2, 1)]


def test_after_the_last_table_it_comes_round_again(client, party):
    enter(party, "8hn9 7ce7 7sn6", table=3)
    shown = send(client, party, table=3, text="9dw9")
    assert shown.context["sheet"].score.number == 1


def test_everything_in_leads_to_the_live_page(client, party):
    play(party)
    shown = desk(client, party)
    assert shown.context["page"].sheet is None
    assert "All 3 tables are done." in text_of(shown)
    assert reverse("live", args=[party.pk]) in text_of(shown)


def test_one_table_alone_is_not_called_all(client):
    party = playing(client, players=4)
    play(party)
    assert '<p class="lead">The table is done.</p>' in text_of(desk(client, party))


@pytest.mark.parametrize("typed", ["t3", "T 3", "3:", " 3 : "])
def test_jump_to_a_table(client, party, typed):
    assert send(client, party, text=typed).context["sheet"].score.number == 3
    assert stored() == []


def test_jump_to_no_table_is_refused_beside_the_field(client, party):
    shown = send(client, party, text="t9")
    assert "There is no table 9 tonight: tables go from 1 to 3." in text_of(shown)
    assert 'value="t9"' in text_of(shown)


def test_address_of_no_table_falls_back_in_words(client, party):
    shown = desk(client, party, table=99)
    assert shown.context["sheet"].score.number == 1
    assert "There is no table 99" in text_of(shown)


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("", "Type a hand, for example 8hn9."),
        ("eight hearts", "cannot be read as a hand"),
        ("8hn", "How many tricks? Type 0 to 10 at the end, as in 8hn9."),
        ("8xn9", "is not a suit"),
        ("6hn9", "The lowest bid is 7 Spades."),
        ("mn0", "is not played"),
        ("310 20", "No hand gives North-South 310 and East-West 20."),
    ],
)
def test_line_that_cannot_be_is_refused_beside_the_field(client, party, typed, fault):
    shown = send(client, party, text=typed)
    assert stored() == []
    text = text_of(shown)
    assert fault not in text.partition("data-entry")[0]
    assert fault in text.partition("data-entry")[2]
    assert f'value="{typed}"' in text
    assert "<title>Error: " in text


def test_unusual_hand_is_flagged(client, party):
    shown = send(client, party, text="10nn2")
    assert "Set by 8 tricks. Look at the slip again." in text_of(shown)
    assert stored() == [(1, 1, "10NT")]


def test_thrown_in_hand_has_no_number(client, party):
    shown = send(client, party, text="p")
    assert shown.context["sheet"].next_hand == 1
    assert "1 hand thrown in and dealt again." in text_of(shown)


def test_page_without_its_number_is_turned_away(client, party):
    assert send(client, party, text="8hn9", submission="none").status_code == 400


def test_finished_table_takes_nothing_more(client, party):
    enter(party, "8hn9 7ce7 7sn6 9dw9")
    address = f"{reverse('entry', args=[party.pk, 1])}?table=1"
    shown = client.post(address, {"text": "8hn9", "hand": 5, "submission": uuid4()}, follow=True)
    assert "Table 1 has all 4 hands of this round." in text_of(shown)
    assert 'value="8hn9"' in text_of(shown)
    assert len(stored()) == 4


def test_points_of_one_hand_are_asked_back(client, party):
    shown = send(client, party, text="+160 30")
    question = shown.context["question"]
    assert question.words == "That was 7 Clubs by North-South, 7 tricks: made. Who bid?"
    assert [text for text, _ in question.choices] == ["7cn7", "7cs7"]
    assert stored() == []


def test_answer_to_the_question_is_saved(client, party):
    send(client, party, text="160 30", asked="160 30", choice="7cs7")
    assert Entry.objects.get().bidder == "S"


def test_answer_no_longer_counts_when_something_else_was_typed(client, party):
    send(client, party, text="8hn9", asked="160 30", choice="7cs7")
    assert stored() == [(1, 1, "8H")]


def test_minus_of_any_kind_is_a_minus(client, party):
    shown = send(client, party, text="−300 30")
    assert [text for text, _ in shown.context["question"].choices] == ["8hn7", "8hs7"]


def test_undo_takes_the_last_hand_back(client, party):
    enter(party, "8hn9 7ce7")
    shown = client.post(reverse("undo_hand", args=[party.pk, 1, 1]), follow=True)
    assert stored() == [(1, 1, "8H")]
    assert "Taken back: table 1, hand 2: 7 Clubs by East, 7 tricks: made." in text_of(shown)
    assert shown.context["sheet"].next_hand == 2


def test_undo_of_a_hand_thrown_in_and_of_a_total_says_so(client, party):
    send(client, party, text="p")
    shown = client.post(reverse("undo_hand", args=[party.pk, 1, 1]), follow=True)
    assert "Taken back: table 1: thrown in" in text_of(shown)


def rows_of_sheet(client, party):
    """Return the texts of the sheet's rows, tags left out."""
    body = text_of(desk(client, party, table=1)).partition("<tbody>")[2].partition("</tbody>")[0]
    rows = [re.sub(r"<title>.*?</title>|<[^>]*>", " ", row) for row in body.split("</tr>")[:-1]]
    return [" ".join(row.split()) for row in rows]


def test_sheet_says_of_each_hand_who_bid_the_tricks_and_the_points(client, party):
    enter(party, "8hn9 8se5")
    sheet = desk(client, party, table=1).context["sheet"]
    assert sheet.dealing == sheet.seats["S"]
    alma, bert = (given_names(sheet.seats)[seat] for seat in "NE")
    assert rows_of_sheet(client, party) == [
        f"1 1. 8 8 Hearts by {alma} took 9, made 9 made +300 +10 300 : 10 Correct hand 1",
        f"2 2. 8 8 Spades by {bert} took 5, set 5 set +50 −240 350 : −230 Correct hand 2",
        "3 3. being typed",
        "4 4. to come",
    ]


def test_sheet_of_a_table_that_plays_until_the_bell_has_one_hand_to_come(client, ruth):
    party = party_with(8, preset="iowa")
    start(party)
    enter(party, "8hn9", table=2)
    assert list(desk(client, party, table=2).context["sheet"].hands_to_come) == [2]


def test_sheet_of_a_finished_table_has_nothing_to_come(client, party):
    enter(party, HANDS)
    assert not desk(client, party, table=1).context["sheet"].hands_to_come


def test_arrow_up_goes_to_the_hand_before(client, party):
    enter(party, "8hn9 7ce7")
    previous = reverse("correct", args=[party.pk, 1, 1, 2])
    assert f'href="{previous}" data-previous' in text_of(desk(client, party, table=1))


def test_round_that_has_not_started_sends_to_the_live_page(client, ruth):
    party = party_with(8)
    draw(party)
    shown = client.get(reverse("entry", args=[party.pk, 1]), follow=True)
    assert "Round 1 has not started yet." in text_of(shown)


def test_desk_leads_an_organiser_to_the_check_once_the_bell_has_rung(client, party):
    check, close_page = (
        reverse(f"{verb}_round", args=[party.pk, 1]) for verb in ("check", "close")
    )
    assert check not in text_of(desk(client, party))
    rounds.ring_bell(party.pk, actor=PROGRAM, at=AT)
    assert f'action="{check}"' in text_of(desk(client, party))
    client.post(check)
    assert f'href="{close_page}"' in text_of(desk(client, party))
    client.force_login(helper_of(party))
    assert close_page not in text_of(desk(client, party))


# Iowa: tables other than the head play until the bell.


def test_last_hand_of_a_table_is_said_with_a_point(client):
    party = playing(client, preset="iowa")
    enter(party, "8hn9 7ce7 8sn8", table=2)
    shown = send(client, party, table=2, text=".")
    assert "Saved: Table 2 has finished." in text_of(shown)
    undo = f'action="{reverse("reopen_table", args=[party.pk, 1, 2])}"'
    assert undo in text_of(shown).partition('id="alarm"')[0]
    assert shown.context["sheet"].score.number == 3
    assert table_scores(party, 1)[2].hands == 3


# What a script that has the page gets instead of a redirect.

PART = {"X-Desk": "part"}


def answer_to(client, party, **sent):
    address = f"{reverse('entry', args=[party.pk, 1])}?table=1"
    whole = as_shown(desk(client, party, table=1))
    return client.post(address, whole | sent, headers=PART)


def test_script_gets_the_part_that_changes_and_its_address_at_once(client, party):
    shown = answer_to(client, party, text="8hn9")
    text = text_of(shown)
    assert shown.status_code == 200
    assert shown.headers["Content-Location"] == f"{reverse('entry', args=[party.pk, 1])}?after=1"
    assert "X-Desk" in shown.headers["Vary"]
    assert f"<title>Enter table 1 · {party.name}</title>" in text
    assert "Saved: Table 1, hand 1: 8 Hearts by North" in text.partition('id="alarm"')[0]
    assert 'id="desk"' in text
    assert "<nav" not in text
    assert shown.context["sheet"].next_hand == 2
    assert stored() == [(1, 1, "8H")]


def test_script_is_led_to_the_next_table_and_to_the_pad_of_this_browser(client, party):
    client.get(reverse("entry", args=[party.pk, 1]), {"form": "circle"})
    enter(party, "8hn9 7ce7 7sn6")
    circled = {"kind": "circle", "bidder": "W", "bid": "9D", "tricks": "9"}
    shown = answer_to(client, party, **circled)
    assert shown.context["sheet"].score.number == 2
    assert shown.context["chosen"] == "circle"
    assert shown.headers["Content-Location"].endswith("?after=1")


def test_script_gets_the_end_of_a_round_at_once(client, party):
    play(party)
    client.post(reverse("undo_hand", args=[party.pk, 1, 1]))
    shown = answer_to(client, party, text="9dw9")
    assert "All 3 tables are done." in text_of(shown)
    assert "<nav" not in text_of(shown)


def test_script_gets_a_refusal_with_what_was_typed(client, party):
    shown = answer_to(client, party, text="8xn9")
    assert "<title>Error: Enter table 1" in text_of(shown)
    assert 'value="8xn9"' in text_of(shown)
    assert "Content-Location" not in shown.headers


def test_hand_at_a_table_that_nobody_knows_is_for_the_next_one(client, party):
    shown = send(client, party, table=9, text="8hn9")
    assert "There is no table 9 tonight" in text_of(shown)
    assert stored() == [(1, 1, "8H")]


@pytest.mark.measured
def test_saved_hand_is_answered_with_few_queries(client, party):
    sent = as_shown(desk(client, party, table=1))
    address = f"{reverse('entry', args=[party.pk, 1])}?table=1"
    with CaptureQueriesContext(connection) as found:
        client.post(address, sent | {"text": "8hn9"}, headers=PART)
    assert len(found) <= 18
