import re
from uuid import uuid4

import pytest
from django.urls import reverse

from party.models import Entry
from party.queries.scores.tables import table_scores
from party.services.evening import rounds
from party.values.people.person import given_names
from tests.desk import as_shown, desk, party_in_play, send, stored_hands, text_of
from tests.evening import BY_PROGRAM, HANDS, drawn_party, enter, helper_of, play
from tests.reading import queries_of

pytestmark = pytest.mark.django_db


def test_typed_hand_is_saved(client, party):
    response = send(client, party, text="8hn9")
    assert stored_hands() == [(1, 1, "8H")]
    text = text_of(response)
    assert "Saved: Table 1, hand 1: 8 Hearts by North, 9 tricks: made. N-S +300, E-W +10." in text
    assert response.context["sheet"].next_hand == 2


def test_after_a_full_table_the_next_table_opens(client, party):
    sheets = [send(client, party, text=text).context["sheet"] for text in HANDS.split()]
    assert [(sheet.score.number, sheet.next_hand) for sheet in sheets] == [
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 1),
    ]


def test_after_the_last_result_the_desk_links_to_the_live_page(client, party):
    play(party)
    response = desk(client, party)
    assert response.context["page"].sheet is None
    assert "All 3 tables are done." in text_of(response)
    assert reverse("live", args=[party.pk]) in text_of(response)


@pytest.mark.parametrize("typed", ["t3", " 3 : "])
def test_a_table_is_opened_by_its_number(client, party, typed):
    assert send(client, party, text=typed).context["sheet"].score.number == 3
    assert stored_hands() == []


def test_an_unknown_table_has_an_error_beside_the_field(client, party):
    response = send(client, party, text="t9")
    assert "There is no table 9 tonight: tables go from 1 to 3." in text_of(response)
    assert 'value="t9"' in text_of(response)


def test_a_web_address_with_an_unknown_table_opens_another_table(client, party):
    response = desk(client, party, table=99)
    assert response.context["sheet"].score.number == 1
    assert "There is no table 99" in text_of(response)


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("", "Type a hand, for example 8hn9."),
        ("8xn9", "is not a suit"),
        ("310 20", "No hand gives North-South 310 and East-West 20."),
    ],
)
def test_an_impossible_line_has_an_error_beside_the_field(client, party, typed, fault):
    response = send(client, party, text=typed)
    assert stored_hands() == []
    text = text_of(response)
    assert fault not in text.partition("data-entry")[0]
    assert fault in text.partition("data-entry")[2]
    assert f'value="{typed}"' in text
    assert "<title>Error: " in text


def test_unusual_hand_is_flagged(client, party):
    response = send(client, party, text="10nn2")
    assert "Set by 8 tricks. Look at the slip again." in text_of(response)
    assert stored_hands() == [(1, 1, "10NT")]


def test_a_form_without_its_submission_number_is_refused(client, party):
    assert send(client, party, text="8hn9", submission="none").status_code == 400


def test_no_hand_is_added_to_a_table_with_all_its_hands(client, party):
    enter(party, "8hn9 7ce7 7sn6 9dw9")
    address = f"{reverse('entry', args=[party.pk, 1])}?table=1"
    response = client.post(
        address, {"text": "8hn9", "hand": 5, "submission": uuid4()}, follow=True
    )
    assert "Table 1 has all 4 hands of this round." in text_of(response)
    assert 'value="8hn9"' in text_of(response)
    assert len(stored_hands()) == 4


def test_points_typed_for_a_hand_lead_to_the_question_who_bid(client, party):
    response = send(client, party, text="+160 30")
    question = response.context["question"]
    assert question.words == "That was 7 Clubs by North-South, 7 tricks: made. Who bid?"
    assert [text for text, _ in question.choices] == ["7cn7", "7cs7"]
    assert stored_hands() == []


def test_the_answer_to_the_question_is_saved(client, party):
    send(client, party, text="160 30", asked="160 30", choice="7cs7")
    assert Entry.objects.get().bidder == "S"


def test_an_answer_to_a_line_that_has_changed_is_ignored(client, party):
    send(client, party, text="8hn9", asked="160 30", choice="7cs7")
    assert stored_hands() == [(1, 1, "8H")]


def rows_of_sheet(client, party):
    body = text_of(desk(client, party, table=1)).partition("<tbody>")[2].partition("</tbody>")[0]
    rows = [re.sub(r"<title>.*?</title>|<[^>]*>", " ", row) for row in body.split("</tr>")[:-1]]
    return [" ".join(row.split()) for row in rows]


def test_the_sheet_has_the_bidder_the_tricks_and_the_points_of_each_hand(client, party):
    enter(party, "8hn9 p 8se5")
    sheet = desk(client, party, table=1).context["sheet"]
    assert sheet.dealer == sheet.seats["S"]
    alma, bert = (given_names(sheet.seats)[seat] for seat in "NE")
    assert rows_of_sheet(client, party) == [
        f"1 1. 8 8 Hearts by {alma} took 9, made 9 made +300 +10 300 : 10 Correct hand 1",
        f"2 2. 8 8 Spades by {bert} took 5, set 5 set +50 −240 350 : −230 Correct hand 2",
        "3 3. being typed",
        "4 4. to come",
    ]


def test_before_the_start_the_desk_redirects_to_the_live_page(client, ruth):
    party = drawn_party(8)
    response = client.get(reverse("entry", args=[party.pk, 1]), follow=True)
    assert "Round 1 has not started yet." in text_of(response)


def test_after_the_bell_only_organisers_have_links_to_the_check_page(client, party):
    check, close_page = (
        reverse(f"{verb}_round", args=[party.pk, 1]) for verb in ("check", "close")
    )
    assert check not in text_of(desk(client, party))
    rounds.ring_bell(party.pk, **BY_PROGRAM)
    assert f'action="{check}"' in text_of(desk(client, party))
    client.post(check)
    assert f'href="{close_page}"' in text_of(desk(client, party))
    client.force_login(helper_of(party))
    assert close_page not in text_of(desk(client, party))


def test_a_full_stop_marks_the_last_hand_of_a_table(client):
    party = party_in_play(client, preset="iowa")
    enter(party, "8hn9 7ce7 8sn8", table=2)
    response = send(client, party, table=2, text=".")
    assert "Saved: Table 2 has finished." in text_of(response)
    undo = f'action="{reverse("reopen_table", args=[party.pk, 1, 2])}"'
    assert undo in text_of(response).partition('id="alarm"')[0]
    assert response.context["sheet"].score.number == 3
    assert table_scores(party, 1)[2].hands == 3


PART = {"X-Desk": "part"}


def response_for_script(client, party, **sent):
    address = f"{reverse('entry', args=[party.pk, 1])}?table=1"
    whole = as_shown(desk(client, party, table=1))
    return client.post(address, whole | sent, headers=PART)


def test_a_script_gets_the_changed_part_of_the_page_with_its_web_address(client, party):
    response = response_for_script(client, party, text="8hn9")
    text = text_of(response)
    assert response.status_code == 200
    assert (
        response.headers["Content-Location"] == f"{reverse('entry', args=[party.pk, 1])}?after=1"
    )
    assert "X-Desk" in response.headers["Vary"]
    assert f"<title>Enter table 1 · {party.name}</title>" in text
    assert "Saved: Table 1, hand 1: 8 Hearts by North" in text.partition('id="alarm"')[0]
    assert 'id="desk"' in text
    assert "<nav" not in text
    assert response.context["sheet"].next_hand == 2
    assert stored_hands() == [(1, 1, "8H")]
    enter(party, "7ce7 7sn6")
    response = response_for_script(client, party, text="9dw9")
    assert response.context["sheet"].score.number == 2


def test_a_script_gets_a_refusal_with_the_typed_text(client, party):
    response = response_for_script(client, party, text="8xn9")
    assert "<title>Error: Enter table 1" in text_of(response)
    assert 'value="8xn9"' in text_of(response)
    assert "Content-Location" not in response.headers


def test_a_hand_for_an_unknown_table_is_stored_at_the_next_table(client, party):
    response = send(client, party, table=9, text="8hn9")
    assert "There is no table 9 tonight" in text_of(response)
    assert stored_hands() == [(1, 1, "8H")]


@pytest.mark.measured
def test_saving_a_hand_needs_few_queries(client, party):
    sent = as_shown(desk(client, party, table=1))
    address = f"{reverse('entry', args=[party.pk, 1])}?table=1"
    assert queries_of(client.post, address, sent | {"text": "8hn9"}, headers=PART) <= 18
