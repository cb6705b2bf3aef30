import threading
import time
from contextlib import suppress

import pytest
from django.db import IntegrityError, OperationalError, connection

from party.models import Entry, LogLine, User
from party.process_state import PROCESS
from party.queries.scores.second_look import checked_tables
from party.services import write as services_write
from party.services.evening import rounds
from party.services.write import club_act, party_act, unfinished_party_act
from party.values.accounts import PROGRAM
from party.values.refusals import Refused
from tests.evening import AT, BY_PROGRAM, HANDS, draw, enter, party_with, play_rounds, start
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return party_with(8)


def last_line():
    return LogLine.objects.select_related("actor").first()


def test_a_line_stores_the_user_and_the_name_of_that_time(party):
    ruth = User.objects.get()
    rounds.draw_seats(party.pk, actor=ruth.actor, at=AT)
    line = last_line()
    assert (line.actor_kind, line.actor, line.actor_label, line.at) == ("user", ruth, "Ruth", AT)
    with setting_up():
        User.objects.update(name="Ruth B.")
    assert (last_line().actor_name, last_line().actor_label) == ("Ruth", "Ruth")


def test_a_line_of_the_program_shows_no_actor(party):
    draw(party)
    line = last_line()
    assert (line.actor_kind, line.actor, line.actor_label) == ("program", None, "Head Table")
    assert line.actor_name == ""


def test_an_entry_of_a_table_shows_its_label(party):
    start(party)
    enter(party, HANDS)
    with setting_up():
        Entry.objects.update(actor_kind="table", actor_label="Table 1")
    assert {row.actor_name for row in Entry.objects.all()} == {"Table 1"}
    assert checked_tables(party, 1)[0].first_typists == ("Table 1",)


@pytest.mark.parametrize(("kind", "user"), [("user", False), ("table", True), ("nobody", False)])
def test_the_database_refuses_a_log_line_whose_actor_is_inconsistent(party, kind, user):
    actor = {"actor_kind": kind, "actor": User.objects.get() if user else None}
    with setting_up(), pytest.raises(IntegrityError):
        LogLine.objects.create(club=party.club, verb="x", words="Something", at=AT, **actor)


def test_a_club_act_can_log_for_a_party(party):
    with club_act(party.club_id, PROGRAM, AT) as act:
        act.log("one", "In the log of the club")
        act.in_log_of(party).log("two", "In the log of the party")
    assert list(LogLine.objects.order_by("pk").values_list("verb", "party", "club")) == [
        ("one", None, party.club_id),
        ("two", party.pk, party.club_id),
    ]


def test_a_failed_act_stores_nothing(party):
    with suppress(Refused), party_act(party.pk, PROGRAM, AT) as act:
        act.log("one", "Rolled back")
        raise Refused("No.")
    party.refresh_from_db()
    assert (LogLine.objects.count(), party.revision) == (0, 0)


def test_an_act_on_another_revision_of_the_party_is_refused(party):
    with pytest.raises(Refused), party_act(party.pk, PROGRAM, AT, party.revision + 1):
        pytest.fail("It must not begin.")


def test_an_act_of_one_table_does_not_raise_the_shared_revision(party):
    with party_act(party.pk, PROGRAM, AT):
        pass
    with party_act(party.pk, PROGRAM, AT, of_one_table=True):
        pass
    party.refresh_from_db()
    assert (party.revision, party.shared_revision) == (2, 1)


def test_a_finished_party_refuses_acts_that_need_an_unfinished_party(party):
    play_rounds(party, 1)
    rounds.finish(party.pk, **BY_PROGRAM)
    with pytest.raises(Refused), unfinished_party_act(party.pk, PROGRAM, AT):
        pytest.fail("It must not begin.")
    with party_act(party.pk, PROGRAM, AT) as act:
        assert act.party.finished_at == AT


@pytest.mark.skipif(connection.vendor != "sqlite", reason="one writer at a time is for SQLite")
def test_a_writer_that_waits_too_long_gets_an_error(party, monkeypatch):
    monkeypatch.setattr(services_write, "LONGEST_WAIT", 0.05)
    is_held = threading.Event()
    may_release = threading.Event()

    def hold():
        with PROCESS.write_lock:
            is_held.set()
            may_release.wait(5)

    thread = threading.Thread(target=hold)
    thread.start()
    is_held.wait(5)
    try:
        with pytest.raises(OperationalError, match="locked"), services_write.one_writer():
            pytest.fail("It must not begin.")
    finally:
        may_release.set()
        thread.join()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="one writer at a time is for SQLite")
def test_a_writer_queued_behind_a_locked_database_fails_at_once(monkeypatch):
    monkeypatch.setattr(PROCESS, "locked_at", time.monotonic() + 60)
    with pytest.raises(OperationalError, match="locked"), services_write.one_writer():
        pytest.fail("It must not begin.")
    assert PROCESS.write_lock.acquire(blocking=False)
    PROCESS.write_lock.release()
    monkeypatch.setattr(PROCESS, "locked_at", 0.0)
    with suppress(OperationalError), services_write.one_writer():
        raise OperationalError("database is locked")
    assert PROCESS.locked_at > 0
    with suppress(OperationalError), services_write.one_writer():
        PROCESS.locked_at = 0
        raise OperationalError("no such table: x")
    assert PROCESS.locked_at == 0
