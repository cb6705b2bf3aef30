"""A table's own page: who can open it, what it shows, and what its phone sends."""

from uuid import uuid4

import pytest
from django.test import Client

from party.models import Entry, LogLine, Party, TablePhone
from party.queries.phones.tokens import table_token
from party.services.evening import rounds
from party.values.accounts import PROGRAM
from party.values.phones.table import GONE
from tests.evening import AT, close, enter, party_with, play, start
from tests.guard import setting_up
from tests.phone import address, send, state

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    party = party_with(8, phones=True)
    start(party)
    return party


def words(answer):
    return answer.json()["words"]


def entries(**where):
    return Entry.objects.filter(**where).order_by("pk")


METHODS = [
    ("phone_table", "get"),
    ("phone_table", "post"),
    ("phone_state", "get"),
    ("phone_send", "post"),
]


@pytest.mark.parametrize(("name", "method"), METHODS)
def test_an_address_that_opens_nothing_says_the_same_of_everything(client, party, name, method):
    other = party_with(8, phones=True)
    addresses = [
        address(party, 1, name, token="wrongwrong"),
        address(party, 1, name, token=table_token(party, 2)),
        address(party, 1, name, token=table_token(other, 1)),
        address(party, 1, name).replace(party.code, "nosuchcode"),
    ]
    with setting_up():
        TablePhone.objects.create(party=party, number=2, series=1)
    addresses.append(address(party, 2, name))
    for url in addresses:
        answer = getattr(client, method)(url)
        assert answer.status_code == 410
        assert GONE in answer.content.decode()
        assert "no-store" in answer.headers["Cache-Control"]
    with setting_up():
        Party.objects.filter(pk=party.pk).update(phones=False)
    assert getattr(client, method)(address(party, 1, name)).status_code == 410
    assert not Entry.objects.exists()


def test_other_methods_do_nothing(client, party):
    assert client.post(address(party, 1, "phone_state")).status_code == 405
    assert client.get(address(party, 1, "phone_send")).status_code == 405
    assert client.put(address(party)).status_code == 405


def test_page_has_the_state_and_the_pad_and_needs_no_session(
    client, party, django_assert_num_queries
):
    page = client.get(address(party))
    text = page.content.decode()
    assert page.status_code == 200
    assert 'id="state"' in text
    assert 'id="pad"' in text
    assert page.context["state"]["stage"] == "playing"
    assert page.context["state"]["csrf"]
    assert "sessionid" not in page.cookies
    assert "no-store" in page.headers["Cache-Control"]


def test_state_of_a_round_that_is_on(client, party):
    enter(party, "8hn9 p 7ce6")
    found = state(client, party).json()
    assert found["seats"]["N"] == {"name": "Alma", "short": "Alma"}
    assert (found["ns"], found["ew"], found["saved"], found["limit"]) == (340, -150, 2, 4)
    first, passed, second = found["hands"]
    assert first["words"] == "Alma bid 8 Hearts and took 9"
    assert (first["text"], first["bid_name"], first["outcome"]) == ("8hn9", "8 Hearts", "made")
    assert (passed["hand"], passed["words"]) == (None, "Nobody bid: dealt again")
    assert (second["bidder"], second["tricks"], second["outcome"]) == ("E", 6, "set")
    assert found["can"] == {"undo": True, "last": False, "hands": True, "agree": False}
    assert found["next"] == []
    assert found["clock"] == {"ends": None, "left": None}


def test_poll_finds_something_new_only_for_its_own_table(client, party):
    seen = state(client, party).json()["v"]
    assert state(client, party, v=seen).status_code == 204
    enter(party, "8hn9", 2)
    assert state(client, party, v=seen).status_code == 204
    enter(party, "8hn9", 1)
    assert state(client, party, v=seen).status_code == 200
    seen = state(client, party).json()["v"]
    rounds.ring_bell(party.pk, actor=PROGRAM, at=AT)
    assert state(client, party, v=seen).json()["stage"] == "bell"


def test_poll_that_finds_nothing_new_is_one_query_and_touches_no_session(
    client, party, django_assert_num_queries
):
    client.get(address(party))
    seen = state(client, party).json()["v"]
    with django_assert_num_queries(1):
        answer = state(client, party, v=seen)
    assert (answer.status_code, answer.content, answer.cookies) == (204, b"", {})


def test_hand_is_saved_and_the_same_id_gets_its_answer_again(client, party):
    sent = {"id": str(uuid4()), "hand": 1, "text": "8hn9"}
    answer = send(client, party, "hand", **sent)
    assert answer.status_code == 200
    found = answer.json()
    assert (found["id"], found["outcome"]) == (sent["id"], "saved")
    assert found["words"] == "Hand 1 is saved: 8 Hearts by North, 9 tricks: made."
    assert found["state"]["saved"] == 1
    row = entries().get()
    assert (row.source, row.actor_label) == ("phone", "table 1’s phone")
    again = send(client, party, "hand", **sent)
    assert (again.status_code, again.json()["outcome"]) == (200, "already")
    assert entries().count() == LogLine.objects.filter(verb="hand saved").count() == 1


def test_same_hand_from_a_second_phone_is_in_already(client, party):
    send(client, party, "hand", hand=1, text="8hn9")
    answer = send(client, party, "hand", hand=1, text="8HN9")
    assert (answer.status_code, answer.json()["outcome"]) == (200, "already")
    assert entries().count() == 1


def test_other_results_for_a_hand_are_all_kept(client, party):
    send(client, party, "hand", hand=1, text="8hn9")
    for text in ("8hn8", "8hn7", "8hn8"):
        answer = send(client, party, "hand", hand=1, text=text)
        assert (answer.status_code, answer.json()["outcome"]) == (409, "kept")
    assert [row.tricks for row in entries(status="disputed")] == [8, 7]
    assert entries(status="in force").get().tricks == 9
    assert answer.json()["state"]["hands"][0]["disputed"]


def test_hand_of_a_closed_round_is_kept_as_a_late_slip(client, party):
    play(party)
    close(party)
    answer = send(client, party, "hand", hand=4, text="9dw8")
    assert (answer.status_code, answer.json()["outcome"]) == (423, "late")
    assert words(answer) == "Round 1 is closed. It is kept for the desk."
    assert entries(status="late").get().tricks == 8
    same = send(client, party, "hand", hand=4, text="9dw9")
    assert (same.status_code, same.json()["outcome"]) == (200, "already")


def test_table_that_is_not_there_is_told_to_give_it_to_the_desk(client, party):
    answer = send(client, party, "hand", round_number=2, hand=1, text="8hn9")
    assert (answer.status_code, answer.json()["outcome"]) == (422, "refused")
    assert words(answer) == (
        "There is no table 1 in round 2. It is not stored. Write it on the slip, or tell the "
        "desk: hand 1, 8 Hearts by North, 9 tricks: made."
    )


@pytest.mark.parametrize(
    "sent",
    [
        {"hand": 1, "text": "8hn"},
        {"hand": 1, "text": ""},
        {"hand": 0, "text": "8hn9"},
        {"hand": 1, "text": "8hn9", "round": 10**30},
        {"hand": 1, "text": "6hn9"},
        {"act": "undo", "seen": [10**30]},
        {"act": "undo", "seen": {"a": 1}},
        {"act": "change", "hand": 1, "seen": None, "text": "8hn9"},
        {"act": "cut", "pair": "NE"},
        {"act": "total", "ns": 10, "ew": "x"},
        {"act": "dance"},
        {"id": "none"},
    ],
)
def test_what_cannot_be_read_is_refused_in_words(client, party, sent):
    answer = client.post(
        address(party, 1, "phone_send"),
        {"id": str(uuid4()), "act": "hand", "round": 1, **sent},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["outcome"]) == (422, "refused")
    assert words(answer)
    assert not Entry.objects.exists()


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff", b"[" * 100_000])
def test_what_is_no_json_is_refused(client, party, body):
    answer = client.post(address(party, 1, "phone_send"), body, content_type="application/json")
    assert (answer.status_code, answer.json()["id"]) == (422, None)


def test_csrf_is_told_to_the_script_and_a_new_token_is_handed_out(party):
    client = Client(enforce_csrf_checks=True)
    answer = send(client, party, "hand", hand=1, text="8hn9")
    assert (answer.status_code, answer.json()) == (403, {"outcome": "csrf"})
    token = state(client, party, csrf=1).json()["csrf"]
    url = address(party, 1, "phone_send")
    sent = {"id": str(uuid4()), "act": "hand", "round": 1, "hand": 1, "text": "8hn9"}
    answer = client.post(
        url, sent, content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert answer.status_code == 200
    page = client.post(address(party), {"kind": "circle"})
    assert page.status_code == 403
    assert b"outcome" not in page.content
