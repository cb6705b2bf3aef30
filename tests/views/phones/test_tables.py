from uuid import uuid4

import pytest
from django.db import OperationalError
from django.db.models import F
from django.test import Client
from django.utils import timezone

from party.engine import PRESETS, SEAT_NAMES
from party.models import Entry, LogLine, Party, Round, TablePhone
from party.queries.evening.rounds import unusual_hands
from party.queries.phones import table
from party.queries.phones.table import CARDS_NOTE, table_token
from party.queries.seats.moves import moves_of
from party.services.clubs import delete_parties
from party.services.evening import rounds
from party.services.hall.clock import pause_clock
from party.services.people import arrivals
from party.services.phones import addresses, hands
from party.services.scores import entries as entries_service
from party.services.scores import tables
from party.values.accounts import PROGRAM
from party.values.evening.live import OpenRound
from party.values.numbers import clock
from party.values.phones.addresses import GONE
from tests.evening import (
    AT,
    BY_PROGRAM,
    draw,
    enter,
    enter_total,
    party_after_rounds,
    party_with,
    play_round,
    seat_next,
    set_party,
    spot,
    start,
    start_next_round,
    started_party,
)
from tests.guard import setting_up
from tests.phone import address, send, state
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return started_party(8, phones=True)


def words(answer):
    return answer.json()["words"]


def entries(**fields):
    return Entry.objects.filter(**fields).order_by("pk")


METHODS = [
    ("phone_table", "get"),
    ("phone_table", "post"),
    ("phone_state", "get"),
    ("phone_send", "post"),
]


@pytest.mark.parametrize(("name", "method"), METHODS)
def test_all_wrong_web_addresses_get_the_same_answer(client, party, name, method):
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
    assert not Entry.objects.exists()


def test_while_phones_are_off_the_page_of_a_table_says_so_and_stores_nothing(client, party):
    before = state(client, party).json()
    set_party(party, phones=False)
    off = state(client, party, v=before["v"]).json()
    assert (off["stage"], off["rules"]) == ("off", before["rules"])
    assert state(client, party, v=off["v"]).status_code == 204
    sent = send(client, party, "hand", hand=1, text="8hn9")
    assert (sent.status_code, sent.json()["state"]["stage"]) == (409, "off")
    assert "id" not in sent.json()
    plain = {"kind": "hand", "bidder": "N", "bid": "8H", "tricks": "9", "hand": "1", "round": "1"}
    shown = client.post(address(party), plain)
    assert "Please write on the slips" in text_of(shown)
    assert "not stored. Write it on the slip" in text_of(shown)
    assert not Entry.objects.exists()
    assert state(client, party, table=9).status_code == 200
    wrong = address(party, 1, "phone_state", token="wrongwrong")
    assert client.get(wrong).status_code == 410


def test_page_has_the_state_and_the_pad_and_needs_no_session(client, party):
    page = client.get(address(party))
    text = page.content.decode()
    assert page.status_code == 200
    assert 'id="state"' in text
    assert 'id="pad"' in text
    assert page.context["state"]["stage"] == "playing"
    assert page.cookies == {}
    assert "no-store" in page.headers["Cache-Control"]


def test_state_of_an_open_round_has_its_hands_and_points(client, party):
    enter(party, "8hn9 p 7ce6")
    found = state(client, party).json()
    assert found["seats"]["N"] == {"name": "Alma", "short": "Alma"}
    assert (found["ns"], found["ew"], found["saved"], found["limit"]) == (340, -150, 2, 4)
    first, passed, second = found["hands"]
    assert first["words"] == "Alma bid 8 Hearts and took 9"
    assert (first["text"], first["bid"]) == ("8hn9", "8H")
    assert (passed["hand"], passed["words"]) == (None, "Nobody bid: dealt again")
    assert (second["bidder"], second["tricks"]) == ("E", 6)
    assert found["can"] == {"undo": True, "last": False, "hands": True, "agree": False}
    assert found["next"] == []
    assert found["clock"] == {"ends": None, "left": None}


def test_clock_of_the_round_runs_or_is_paused_until_the_bell(client):
    party = started_party(8, phones=True, clock_minutes=20)
    assert state(client, party).json()["clock"] == {"ends": "2026-11-14T19:20:00Z", "left": None}
    pause_clock(party.pk, **BY_PROGRAM)
    assert state(client, party).json()["clock"] == {"ends": None, "left": 1200}
    rounds.ring_bell(party.pk, **BY_PROGRAM)
    assert state(client, party).json()["clock"] == {"ends": None, "left": None}


def test_poll_gets_a_new_state_only_for_results_of_its_own_table(client, party):
    seen = state(client, party).json()["v"]
    assert state(client, party, v=seen).status_code == 204
    enter(party, "8hn9", 2)
    assert state(client, party, v=seen).status_code == 204
    enter(party, "8hn9", 1)
    assert state(client, party, v=seen).status_code == 200
    seen = state(client, party).json()["v"]
    rounds.ring_bell(party.pk, **BY_PROGRAM)
    assert state(client, party, v=seen).json()["stage"] == "bell"


def test_poll_gets_a_new_state_after_each_verb_at_its_own_table(client, party):
    """A total that replaces one hand does not change the number of entries in force."""

    def version():
        return state(client, party).json()["v"]

    table_spot, seen = spot(party), [version()]
    enter(party, "8hn9")
    seen.append(version())
    enter_total(party, 200, 590, replaces_hands=True)
    seen.append(version())
    entries_service.undo_hand(table_spot, **BY_PROGRAM)
    seen.append(version())
    tables.report_ahead(table_spot, "NS", shown_pair="", **BY_PROGRAM)
    seen.append(version())
    entries_service.undo_hand(table_spot, **BY_PROGRAM)
    seen.append(version())
    send(client, party, "call")
    seen.append(version())
    assert len(set(seen)) == len(seen)


def test_repeated_id_of_a_saved_hand_gets_the_same_answer(client, party):
    sent = {"id": str(uuid4()), "hand": 1, "text": "8hn9"}
    answer = send(client, party, "hand", **sent)
    assert answer.status_code == 200
    found = answer.json()
    assert (found["id"], found["outcome"]) == (sent["id"], "saved")
    assert found["entry"] == found["state"]["hands"][0]["entry"]
    assert found["words"] == "Hand 1 is saved: 8 Hearts by North, 9 tricks: made."
    assert found["state"]["saved"] == 1
    row = entries().get()
    assert (row.source, row.actor_label) == ("phone", "table 1’s phone")
    again = send(client, party, "hand", **sent)
    assert (again.status_code, again.json()["outcome"]) == (200, "already")
    assert entries().count() == LogLine.objects.filter(verb="hand saved").count() == 1


def test_each_different_result_of_a_hand_is_stored_once(client, party):
    send(client, party, "hand", hand=1, text="8hn9")
    for text in ("8hn8", "8hn7", "8hn8"):
        answer = send(client, party, "hand", hand=1, text=text)
        assert (answer.status_code, answer.json()["outcome"]) == (409, "kept")
    assert [row.tricks for row in entries(status="disputed")] == [8, 7]
    assert entries(status="in force").get().tricks == 9


def test_hand_for_a_missing_round_is_refused_and_goes_to_the_desk(client, party):
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
        {"hand": 0, "text": "8hn9"},
        {"hand": 1, "text": "8hn9", "round": 10**30},
        {"hand": 1, "text": "6hn9"},
        {"act": "undo", "seen": [10**30]},
        {"act": "change", "hand": 1, "seen": None, "text": "8hn9"},
        {"act": "cut", "pair": "NE"},
        {"act": "dance"},
        {"id": "none"},
    ],
)
def test_unreadable_request_is_refused_with_a_reason(client, party, sent):
    answer = client.post(
        address(party, 1, "phone_send"),
        {"id": str(uuid4()), "act": "hand", "round": 1, **sent},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["outcome"]) == (422, "refused")
    assert words(answer)
    assert not Entry.objects.exists()


@pytest.mark.parametrize("body", [b"[]", b"\xff", b"[" * 100_000])
def test_request_without_json_is_refused(client, party, body):
    answer = client.post(address(party, 1, "phone_send"), body, content_type="application/json")
    assert (answer.status_code, answer.json()["id"]) == (422, None)


def test_a_browser_without_cookies_can_save_hands(party):
    client = Client(enforce_csrf_checks=True)
    own = {"Origin": "http://testserver"}
    assert send(client, party, "hand", headers=own, hand=1, text="8hn9").status_code == 200
    form = client.get(address(party)).context["form"].initial
    circled = {"kind": "hand", "bidder": "E", "bid": "7C", "tricks": "7"} | form
    assert client.post(address(party), circled, headers=own).status_code == 302
    assert [each.hand for each in entries()] == [1, 2]
    assert client.cookies == {}


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://other.test"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}],
)
def test_requests_from_another_site_are_refused(client, party, headers):
    answer = send(client, party, "hand", headers=headers, hand=1, text="8hn9")
    assert answer.status_code == 403
    assert client.post(address(party), {"kind": "hand"}, headers=headers).status_code == 403
    assert not Entry.objects.exists()


def stage(client, party, table=1):
    return state(client, party, table).json()["stage"]


def test_a_phone_shows_each_stage_of_an_evening(client):
    party = party_with(8, phones=True, rounds_planned=2, break_after=1)
    assert stage(client, party) == "setup"
    draw(party)
    assert stage(client, party) == "setup"
    announce(party)
    found = state(client, party).json()
    assert (found["stage"], found["round"]) == ("seated", 1)
    assert set(found["seats"]) == set("NESW")
    start(party)
    play_round(party)
    assert stage(client, party) == "closed"
    seat_next(party)
    found = state(client, party).json()
    assert (found["stage"], found["round"], found["next"]) == ("closed", 1, [])
    assert found["note"] == "A break. Then round 2."
    announce(party)
    found = state(client, party).json()
    assert (found["stage"], found["round"]) == ("seated", 2)
    start(party)
    assert stage(client, party) == "playing"
    rounds.ring_bell(party.pk, **BY_PROGRAM)
    assert stage(client, party) == "bell"
    rounds.check_round(party.pk, **BY_PROGRAM)
    assert stage(client, party) == "checking"
    play_round(party)
    assert stage(client, party) == "over"
    rounds.finish(party.pk, **BY_PROGRAM)
    assert stage(client, party) == "finished"
    assert stage(client, party, 9) == "finished"


def announce(party):
    with setting_up():
        Round.objects.filter(party=party, state="drawn").update(announced_at=AT)
        Party.objects.filter(pk=party.pk).update(shared_revision=F("revision") + 1)


def test_phones_show_the_last_closed_round_after_a_finish_in_an_open_round(client):
    party = party_after_rounds(1, 8, phones=True, reveal="at once")
    start_next_round(party)
    enter(party, "8hn9")
    rounds.finish(party.pk, still_open=OpenRound.LEFT, **BY_PROGRAM)
    found = state(client, party).json()
    assert (found["stage"], found["round"], found["saved"]) == ("finished", 1, 4)


def test_next_seats_are_the_same_on_phones_and_on_the_moves_page(client):
    party = party_after_rounds(1, 9, phones=True)
    seat_next(party)
    announce(party)
    first, after = Round.objects.filter(party=party)
    moves = [move for move in moves_of(party, first, after) if move.old and move.old[0] == 1]
    found = state(client, party).json()["next"]
    assert [each["seat"] for each in found] == list("NESW")
    by_name = {each["name"]: each for each in found}
    for move in moves:
        shown = by_name[str(move.sitting.person)]
        assert (shown["words"], shown["table"]) == (move.words, move.sitting.table)
        assert shown["chair"] == (SEAT_NAMES[move.sitting.seat] if move.sitting.seat else "")
    assert len(moves) == 4


def test_a_table_that_closes_shows_its_people_their_next_seats(client):
    party = party_after_rounds(1, 8, phones=True)
    for entrant in party.entrants.order_by("number")[4:8]:
        arrivals.go_home(party.pk, entrant.pk, **BY_PROGRAM)
    start_next_round(party)
    found = state(client, party, 2).json()
    assert (found["stage"], found["seats"], found["hands"]) == ("away", {}, [])
    assert all(each["table"] == 1 for each in found["next"])


def test_iowa_head_table_rings_the_bell_and_other_tables_mark_their_last_hand(client):
    party = started_party(8, preset="iowa", phones=True)
    enter(party, "8hn9", 2)
    head, other = (state(client, party, number).json() for number in (1, 2))
    assert (head["head"], head["note"]) == (True, "Ring the bell after hand 4.")
    assert (other["head"], other["note"], other["limit"]) == (False, "", None)
    assert (head["can"]["last"], other["can"]["last"]) == (False, True)
    send(client, party, "hand", table=2, hand=2, text="7sn7.")
    other = state(client, party, 2).json()
    assert (other["finished"], other["can"]["hands"], other["can"]["last"]) == (True, False, False)


def test_tied_table_is_asked_for_the_cut_and_both_pairs_may_agree(client, party):
    enter(party, "8hn9 8he9 9dn9 9de9")
    found = state(client, party).json()
    assert found["tied"] == "Tied 700 to 700. Who was high on the cut?"
    assert found["can"]["agree"]
    answer = send(client, party, "cut", pair="EW").json()
    assert (answer["outcome"], answer["state"]["cut"], answer["state"]["tied"]) == (
        "saved",
        "EW",
        "",
    )
    seen = [each["entry"] for each in found["hands"]]
    before = found["v"]
    answer = send(client, party, "agree", seen=seen, yes=True).json()
    assert answer["state"]["agreed"] == clock(timezone.now())
    assert not answer["state"]["can"]["agree"]
    assert answer["state"]["v"] != before


def test_answer_carries_the_state_after_the_wait_for_the_lock(client, party, monkeypatch):
    """The party is finished while a hand waits for the lock; no later poll brings that state."""
    play_round(party)
    record = hands.record_hand

    def finish_first(*args, **kwargs):
        rounds.finish(party.pk, **BY_PROGRAM)
        return record(*args, **kwargs)

    monkeypatch.setattr("party.services.phones.hands.record_hand", finish_first)
    answer = send(client, party, "hand", hand=4, text="9dw8")
    shown = answer.json()
    assert (answer.status_code, shown["outcome"]) == (423, "late")
    assert shown["state"]["stage"] == "finished"
    assert state(client, party, v=shown["state"]["v"]).status_code == 204


def test_a_phone_can_change_and_undo_a_hand_and_call_the_host(client, party):
    seen = send(client, party, "hand", hand=1, text="8hn9").json()["state"]["hands"][0]["entry"]
    answer = send(client, party, "change", hand=1, seen=seen, text="8hn8").json()
    assert answer["outcome"] == "saved"
    last = answer["state"]["hands"][0]["entry"]
    assert send(client, party, "undo", seen=last).json()["state"]["hands"] == []
    assert send(client, party, "call").json()["state"]["called"]
    assert not send(client, party, "uncall").json()["state"]["called"]


def test_phone_says_for_five_minutes_that_the_host_is_coming(client, party, monkeypatch):
    called = send(client, party, "call").json()["state"]
    assert (called["called"], called["coming"]) == (True, False)
    now = timezone.now()
    addresses.answer_call(party.pk, 1, actor=PROGRAM, at=now)
    answered = state(client, party, v=called["v"]).json()
    assert (answered["called"], answered["coming"]) == (False, True)
    assert "The host is coming" in text_of(client.get(address(party)))
    monkeypatch.setattr(timezone, "now", lambda: now + table.HOST_ARRIVAL * 1.1)
    assert not state(client, party, v=answered["v"]).json()["coming"]
    called = send(client, party, "call").json()["state"]
    assert (called["called"], called["coming"]) == (True, False)


def test_the_desk_is_not_asked_about_an_unusual_hand_that_the_table_confirmed(client, party):
    send(client, party, "hand", hand=1, text="8hn4", sure=True)
    send(client, party, "hand", hand=2, text="8hn4")
    assert [each.hand for each in unusual_hands(party, 1)[1]] == [2]
    seen = entries(hand=2).get().pk
    send(client, party, "change", hand=2, text="9hn4", seen=seen, sure=True)
    assert unusual_hands(party, 1) == {}


def test_both_pairs_can_settle_two_results_that_phones_sent(client, party):
    send(client, party, "hand", hand=1, text="8hn9")
    answer = send(client, party, "hand", hand=1, text="8hn7")
    assert (answer.status_code, answer.json()["outcome"]) == (409, "kept")
    assert answer.json()["entry"] is None
    first, second = answer.json()["state"]["hands"][0]["versions"]
    assert second["words"] == "Alma bid 8 Hearts and took 7"
    assert (second["ns"], second["ew"]) == (-300, 30)
    seen = [second["entry"], first["entry"]]
    for outcome in ("saved", "already"):
        answer = send(client, party, "settle", hand=1, seen=seen).json()
        assert (answer["outcome"], answer["words"]) == (
            outcome,
            "Settled: both pairs agree about hand 1.",
        )
    shown = answer["state"]
    assert (shown["hands"][0]["tricks"], shown["hands"][0]["disputed"]) == (7, False)
    assert shown["decisions"][0]["title"] == "Both pairs agreed: 7 tricks, −300"
    line = LogLine.objects.filter(verb="decided").get()
    assert "7 tricks: set is right, both pairs agree, not 8 Hearts" in line.words
    assert line.actor_name == "table 1’s phone"


def test_a_result_of_the_desk_is_not_settled_at_the_table(client, party):
    enter(party, "8hn9")
    kept = send(client, party, "hand", hand=1, text="8hn7").json()["state"]
    assert (kept["hands"][0]["disputed"], kept["hands"][0]["versions"]) == (True, [])
    seen = list(entries().values_list("pk", flat=True))
    answer = send(client, party, "settle", hand=1, seen=seen).json()
    assert (answer["outcome"], "the desk asks you" in answer["words"]) == ("refused", True)


def test_tables_with_totals_and_with_final_cards_have_their_own_state(client):
    totals = started_party(8, phones=True, capture="totals")
    found = state(client, totals).json()
    assert (found["capture"], found["can"]["hands"]) == ("totals", True)
    answer = send(client, totals, "total", ns=490, ew=100).json()
    assert (answer["outcome"], answer["state"]["finished"]) == ("saved", True)
    [total] = answer["state"]["hands"]
    assert (total["hand"], total["words"]) == (0, "Alma & Bert 490, Carol & Dev 100")
    answer = send(client, totals, "total", ns=100_000, ew=100)
    assert answer.status_code == 422
    answer = send(client, totals, "total", round_number=7, ns=100, ew=100)
    assert "tell the desk: round total: N-S 100, E-W 100." in words(answer)
    for capture in ("cards", "untracked"):
        cards = started_party(8, phones=True, capture=capture)
        found = state(client, cards).json()
        assert (found["capture"], found["note"]) == ("cards", CARDS_NOTE)
        assert found["stage"] == "playing"
        assert not any(found["can"].values())


def test_poll_of_a_signed_in_user_reads_no_session(client, party, django_assert_num_queries):
    client.force_login(party.club.memberships.first().user)
    client.get(address(party))
    seen = state(client, party).json()["v"]
    with django_assert_num_queries(1):
        answer = state(client, party, v=seen)
    assert (answer.status_code, answer.content, answer.cookies) == (204, b"", {})


@pytest.mark.parametrize("players", [8, 40])
def test_state_needs_the_same_queries_for_any_party(client, players, django_assert_num_queries):
    party = party_after_rounds(1, players, phones=True)
    start_next_round(party)
    enter(party, "8hn9 7ce7 8hn9")
    client.get(address(party))
    table._next_seats_by_table.cache_clear()
    with django_assert_num_queries(13):
        state(client, party)
    with django_assert_num_queries(7):
        state(client, party)


def test_state_is_shown_even_if_the_poll_cannot_be_written(client, party, monkeypatch):
    def fail(*_, **__):
        raise OperationalError("database or disk is full")

    monkeypatch.setattr("party.services.phones.hands.note_poll", fail)
    assert state(client, party).status_code == 200


@pytest.mark.parametrize(("name", "method"), [("phone_state", "get"), ("phone_send", "post")])
def test_a_request_during_which_its_party_is_removed_answers_410(
    client, party, monkeypatch, name, method
):
    def remove_party(*_, **__):
        with setting_up():
            delete_parties([party])

    monkeypatch.setattr("party.services.phones.hands.note_poll", remove_party)
    answer = getattr(client, method)(address(party, 1, name))
    assert (answer.status_code, words(answer)) == (410, GONE)


def test_page_without_a_script_saves_a_hand_and_redirects(client, party):
    hidden = {"kind": "circle", "hand": 1, "round": 1, "submission": str(uuid4())}
    answer = client.post(address(party), {**hidden, "bidder": "N", "bid": "8H", "tricks": "9"})
    assert answer.status_code == 302
    assert answer.url == f"{address(party)}?said=saved"
    assert "It is saved." in client.get(answer.url).content.decode()
    assert entries().get().source == "phone"
    again = client.post(address(party), {**hidden, "bidder": "N", "bid": "8H", "tricks": "9"})
    assert again.url.endswith("?said=already")
    # After the Back button the old form can have another result.
    other = client.post(address(party), {**hidden, "bidder": "N", "bid": "8H", "tricks": "8"})
    assert other.url.endswith("?said=kept")
    assert entries(status="disputed").get().tricks == 8


def test_page_without_a_script_keeps_a_hand_of_a_closed_round_for_the_desk(client, party):
    play_round(party)
    hidden = {"kind": "circle", "hand": 4, "round": 1, "submission": str(uuid4())}
    answer = client.post(address(party), {**hidden, "bidder": "W", "bid": "9D", "tricks": "8"})
    assert answer.url.endswith("?said=late")
    assert entries(status="late").get().tricks == 8


def test_page_without_a_script_keeps_the_choices_of_a_refused_hand(client, party):
    hidden = {"kind": "circle", "hand": 1, "round": 1, "submission": str(uuid4())}
    page = client.post(address(party), {**hidden, "bidder": "N", "bid": "8H"})
    assert page.status_code == 200
    assert "tricks" in page.context["form"].errors
    assert page.context["form"]["bid"].value() == "8H"
    page = client.post(
        address(party), {**hidden, "hand": 3, "bidder": "N", "bid": "8H", "tricks": "9"}
    )
    assert "Hand 1 of table 1 comes first." in page.content.decode()
    assert client.post(address(party), {"kind": "circle"}).status_code == 400


def test_page_without_a_script_takes_totals_agreements_and_undos(client):
    party = started_party(8, phones=True, capture="totals")
    hidden = {"kind": "total", "hand": 1, "round": 1, "submission": str(uuid4())}
    answer = client.post(address(party), {**hidden, "ns": "200", "ew": "−5000"})
    assert answer.status_code == 200
    assert "cannot give" in answer.content.decode()
    answer = client.post(address(party), {**hidden, "ns": "200", "ew": "590"})
    assert answer.url.endswith("?said=saved")
    sent = {"id": str(uuid4()), "round": 1}
    seen = entries().get().pk
    answer = client.post(address(party), {**sent, "act": "agree", "seen": seen, "yes": "on"})
    assert answer.url.endswith("?said=saved")
    answer = client.post(address(party), {**sent, "act": "undo", "seen": 1000})
    assert answer.status_code == 200
    assert "has new entries since you looked" in answer.content.decode()


def test_web_address_with_a_null_character_answers_410(client, party):
    assert client.get(address(party).replace(party.code, "%00")).status_code == 410


def test_page_without_a_script_undoes_the_last_hand(client, party):
    enter(party, "8hn9")
    sent = {"id": str(uuid4()), "act": "undo", "round": 1, "seen": entries().get().pk}
    assert client.post(address(party), sent).url.endswith("?said=saved")
    assert entries().get().status == "undone"
    assert client.post(address(party), sent).url.endswith("?said=already")
    page = client.post(address(party), {"act": "undo"})
    assert (page.status_code, page.context["refused"]) == (200, True)


def test_a_hand_without_a_bid_and_an_announced_slam_have_words(client):
    rules = PRESETS["grand-slam"].replace(all_pass="play_nt_10_per_trick")
    party = party_with(8, preset="grand-slam", phones=True)
    set_party(party, rules_values=rules.values())
    party.refresh_from_db()
    start(party)
    for hand, text in enumerate(["p6", "8hn10!"], start=1):
        assert send(client, party, "hand", hand=hand, text=text).json()["outcome"] == "saved"
    assert [each["words"] for each in state(client, party).json()["hands"]] == [
        "Nobody bid: Alma & Bert took 6",
        "Alma bid 8 Hearts, slam announced, and took 10",
    ]
