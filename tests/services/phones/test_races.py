from collections import Counter
from threading import Thread
from time import sleep
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection

from party.models import Entry, LogLine, TablePhone
from party.process_state import PROCESS
from party.queries.rows import read_rows
from party.queries.scores.consistency import score_differences
from party.services.clubs import delete_parties
from party.services.phones import hands
from party.services.write import write
from tests.evening import AT, enter, party_with, play, started_party
from tests.guard import setting_up
from tests.services.scores.test_races import race

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def party():
    return started_party(4, rounds_planned=2)


def tricks(status):
    rows = Entry.objects.filter(status=status).order_by("tricks")
    return list(rows.values_list("tricks", flat=True))


@pytest.mark.parametrize("_time", range(3))
def test_desk_and_phones_at_once_leave_one_result_in_force_and_keep_the_others(party, _time):
    outcomes = race(
        ("save_hand", party.pk, 1, "8hn10", 1),
        ("send_by_phone", party.pk, 1, 1, "8hn9"),
        ("send_by_phone", party.pk, 1, 1, "8hn8"),
        ("send_by_phone", party.pk, 1, 1, "8hn8"),
    )
    assert len(tricks("in force")) == 1
    [first] = tricks("in force")
    desk, *phones = outcomes
    assert desk in {("ok", "saved"), ("refused", ("conflict",))}
    lost = {8, 9} - {first, *tricks("disputed")}
    assert lost == set()
    assert len(tricks("disputed")) == len(set(tricks("disputed")))
    assert {kind for kind, _ in phones} == {"ok"}
    assert score_differences(party) == []


@pytest.mark.parametrize("_time", range(3))
def test_one_id_sent_four_times_at_once_stores_one_hand(party, _time):
    new = str(uuid4())
    outcomes = race(*[("send_by_phone", party.pk, 1, 1, "8hn9", new)] * 4)
    assert Counter(outcomes) == {("ok", "saved"): 1, ("ok", "already"): 3}
    assert Entry.objects.count() == LogLine.objects.filter(verb="hand saved").count() == 1


def test_the_same_hand_from_three_phones_is_stored_once(party):
    outcomes = race(*[("send_by_phone", party.pk, 1, 1, "8hn9")] * 3)
    assert Counter(outcomes) == {("ok", "saved"): 1, ("ok", "already"): 2}
    assert Entry.objects.count() == 1


@pytest.mark.parametrize("_time", range(3))
def test_phone_changes_a_hand_while_the_round_is_closed(party, _time):
    play(party)
    seen = Entry.objects.get(hand=4).pk
    closed, changed = race(
        ("close", party.pk), ("send_by_phone", party.pk, 1, 4, "9dw10", None, seen)
    )
    assert closed == ("ok", "closed")
    assert changed in {("ok", "saved"), ("ok", "late")}
    assert tricks("in force" if changed[1] == "saved" else "late")[-1] == 10


@pytest.mark.parametrize("_time", range(3))
def test_phone_and_desk_change_a_hand_at_the_same_moment(party, _time):
    seen = enter(party, "8hn9")[0].entry
    desk, phone = race(
        ("correct", party.pk, 1, 1, "8hn8", seen),
        ("send_by_phone", party.pk, 1, 1, "8hn7", None, seen),
    )
    assert len(tricks("in force")) == 1
    if desk[0] == "ok":
        assert (phone, tricks("in force"), tricks("disputed")) == (("ok", "kept"), [8], [7])
    else:
        assert (phone, tricks("in force")) == (("ok", "saved"), [7])


@pytest.mark.parametrize("_time", range(3))
def test_two_undos_of_one_entry_never_undo_another_entry(party, _time):
    seen = enter(party, "8hn9")[0].entry
    outcomes = race(
        *[("undo_by_phone", party.pk, 1, seen)] * 2, ("save_hand", party.pk, 1, "7ce7", 2)
    )
    undone = Counter(text for kind, text in outcomes[:2] if kind == "ok")
    assert undone in ({"saved": 1, "already": 1}, {})
    assert tricks("in force") == ([7, 9] if not undone else [])


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
def test_polls_of_a_removed_party_do_not_lose_the_polls_of_other_parties(party, monkeypatch):
    monkeypatch.setattr(PROCESS, "write_polls_after", 0.0)
    other, errors = party_with(4), []

    def note_poll_in_thread():
        try:
            hands.note_poll(other.pk, 1, at=AT)
        except IntegrityError as error:
            errors.append(error)
        finally:
            connection.close()

    PROCESS.unwritten_polls[party.pk, 1] = AT
    thread = Thread(target=note_poll_in_thread)
    with write(), setting_up():
        delete_parties([party])
        thread.start()
        while thread.is_alive() and not read_rows("SELECT 1 FROM pg_locks WHERE NOT granted", []):
            sleep(0.01)
    thread.join()
    assert errors == []
    assert TablePhone.objects.get().party == other
