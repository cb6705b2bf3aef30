import json
import os
import sqlite3
import stat
import time
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.contrib.sessions.models import Session
from django.db import connection

from party.models import Club, Entry, LogLine, Round
from party.process_state import PROCESS
from party.queries.backups.contents import read_contents
from party.queries.backups.damage import database_damage, last_copy
from party.queries.backups.kept_copies import BackupPlace, backup_places, copies_in
from party.services.backups import copies
from party.services.backups.copies import names_to_keep
from party.services.backups.restore import restore
from party.services.clubs import create_sample_club, remove_sample
from party.services.evening import rounds
from party.services.scores import late_hands, tables
from party.values.backups import KeptCopy
from party.values.refusals import Refused
from tests.evening import (
    AT,
    BY_PROGRAM,
    close,
    correct,
    create_user,
    enter,
    party_after_rounds,
    party_with,
    play_rounds,
    spot,
    started_party,
)
from tests.guard import setting_up
from tests.services.scores.test_late_hands import add_late
from tests.services.test_remove_party import remove_as_organiser


def all_copies(folder):
    copies.wait_for_copies()
    return copies_in(folder / "backups")


def rows(folder, copy, statement):
    with closing(sqlite3.connect(folder / "backups" / copy.name)) as database:
        return database.execute(statement).fetchall()


def test_closing_a_round_makes_a_copy(laptop_folder):
    party_after_rounds(1, 4)
    [copy] = all_copies(laptop_folder)
    assert copy.reason == "round 1 closed"
    [summary] = read_contents(laptop_folder / "backups" / copy.name).parties
    assert (summary.name, summary.people, summary.rounds) == ("Autumn party", 4, 1)
    assert summary.hands == Entry.objects.counted().count()
    assert rows(laptop_folder, copy, "SELECT state FROM party_round") == [("closed",)]


def test_finishing_makes_a_copy(laptop_folder):
    party = party_after_rounds(1, 4)
    all_copies(laptop_folder)
    rounds.finish(party.pk, **BY_PROGRAM)
    assert "party finished" in {copy.reason for copy in all_copies(laptop_folder)}


def test_a_refused_close_makes_no_copy(laptop_folder):
    party = started_party(4)
    with pytest.raises(Refused):
        close(party)
    assert all_copies(laptop_folder) == []


def test_the_state_before_a_correction_is_copied(laptop_folder):
    party = party_after_rounds(1, 4)
    all_copies(laptop_folder)
    old = Entry.objects.counted().first()
    correct(party, "8hn8", reason="misread")
    reason = "before a correction of round 1"
    [copy] = [each for each in all_copies(laptop_folder) if each.reason == reason]
    statement = "SELECT id, status FROM party_entry WHERE hand = 1"
    assert rows(laptop_folder, copy, statement) == [(old.pk, "in force")]
    assert Entry.objects.get(pk=old.pk).status == Entry.Status.REPLACED


def test_the_state_before_late_hands_are_taken_back_is_copied(laptop_folder):
    party = started_party(4)
    enter(party, "8hn9")
    tables.finish_table(spot(party), reason="late", **BY_PROGRAM)
    close(party)
    add_late(party, "9hn9")
    all_copies(laptop_folder)
    late_hands.undo_late_entries(party.pk, LogLine.objects.first().pk, **BY_PROGRAM)
    statement = "SELECT COUNT(*) FROM party_entry WHERE status = 'in force'"
    assert rows(laptop_folder, all_copies(laptop_folder)[0], statement) == [(2,)]
    assert Entry.objects.counted().count() == 1


def test_a_correction_in_the_current_round_makes_no_copy(laptop_folder):
    party = started_party(4)
    enter(party, "8hn9")
    correct(party, "8hn8", reason="misread")
    assert all_copies(laptop_folder) == []


def test_the_state_before_the_sample_is_removed_is_copied(laptop_folder):
    ruth = create_user()
    by_ruth = {"actor": ruth.actor, "at": AT}
    club = create_sample_club(ruth, **by_ruth)
    remove_sample(club.pk, **by_ruth)
    [copy] = all_copies(laptop_folder)
    assert copy.reason == "before the sample was removed"
    assert rows(laptop_folder, copy, "SELECT COUNT(*) FROM party_club") == [(2,)]
    assert Club.objects.count() == 1


def test_removing_a_party_makes_a_copy(laptop_folder):
    remove_as_organiser(party_with(4))
    assert [copy.reason for copy in all_copies(laptop_folder)] == ["before a party was removed"]


@pytest.mark.parametrize(
    ("kind", "make_copy"), [(copies.BEFORE, copies.copy_before), (copies.AFTER, copies.copy_after)]
)
def test_a_second_copy_of_the_same_kind_is_not_queued(kind, make_copy, laptop_folder, monkeypatch):
    monkeypatch.setattr(PROCESS, "queued_copies", {kind})
    make_copy("another one")
    assert all_copies(laptop_folder) == []


def test_a_damaged_database_is_not_copied(laptop_folder):
    play_rounds(party_with(4), 1)
    before = all_copies(laptop_folder)
    connection.close()
    file = laptop_folder / "headtable.sqlite3"
    whole, dice = bytearray(file.read_bytes()), Random(7)
    for offset in range(len(whole) // 2, len(whole) - 100, len(whole) // 200):
        whole[offset : offset + 80] = dice.randbytes(80)
    file.write_bytes(whole)
    with pytest.raises(Refused, match="the database itself may be damaged"):
        copies.copy_now("asked for")
    assert all_copies(laptop_folder) == before


def test_a_row_that_breaks_a_constraint_is_not_copied(laptop_folder):
    party_with(4)
    with closing(sqlite3.connect(laptop_folder / "headtable.sqlite3")) as database, database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        database.execute("UPDATE party_player SET name = ''")
    with pytest.raises(Refused, match="the database itself may be damaged"):
        copies.copy_now("asked for")


def test_a_database_with_an_unreadable_text_can_be_copied_and_replaced_by_a_backup(laptop_folder):
    play_rounds(party_with(4), 1)
    whole = laptop_folder / "backups" / copies.copy_now("whole")
    with connection.cursor() as cursor, setting_up():
        cursor.execute("UPDATE party_logline SET words = CAST(x'4180' AS TEXT)")
    assert database_damage() == "text of party_logline cannot be read"
    copies.copy_now("damaged")
    # read_contents() refuses the damaged copy, so last_copy() returns an older copy.
    assert "damaged" not in last_copy()[0].name
    with pytest.raises(Refused, match="party_logline holds"):
        read_contents(laptop_folder / "backups" / copies.copy_now("asked for"))
    restore(whole, at=AT)
    assert database_damage() == ""


def test_a_copy_has_no_sessions_and_only_its_owner_can_read_it(laptop_folder):
    create_user()
    Session.objects.create(session_key="k" * 32, session_data="secret", expire_date=AT)
    name = copies.copy_now("asked for")
    file = laptop_folder / "backups" / name
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 or os.name == "nt"
    assert b"secret" not in file.read_bytes()
    assert Session.objects.count() == 1
    assert [each.name for each in file.parent.iterdir() if each.suffix == ".part"] == []
    assert not file.with_name(f"{name}-wal").exists()


def test_every_copy_is_written_to_both_backup_folders(laptop_folder, settings):
    stick = laptop_folder / "stick"
    stick.mkdir()
    settings.SECOND_PLACE = str(stick)
    create_user()
    name = copies.copy_now("asked for")
    first, second = backup_places()
    assert (first.trouble, second.trouble, second.folder) == ("", "", str(stick))
    assert first.last_copy_at == second.last_copy_at is not None
    assert read_contents(stick / name) == read_contents(laptop_folder / "backups" / name)


def test_a_missing_usb_stick_is_reported_with_the_time_of_its_last_copy(laptop_folder, settings):
    stick = laptop_folder / "stick"
    stick.mkdir()
    (laptop_folder / "second_place").write_text(f"{stick}\n")
    copies.copy_now("one")
    last_copy_at = backup_places()[1].last_copy_at
    stick.rename(laptop_folder / "gone")
    copies.copy_now("two")
    first, second = backup_places()
    assert (first.trouble, second.last_copy_at) == ("", last_copy_at)
    assert second.trouble == f"The folder {stick} is not there. Is the stick in?"
    assert not stick.exists()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (sqlite3.OperationalError("database or disk is full"), "There is no room left in"),
        (OSError(28, "No space left on device"), "There is no room left in"),
        (PermissionError(13, "Permission denied"), "Nothing can be written in"),
        (sqlite3.DatabaseError("row 7 missing"), "the database itself may be damaged"),
    ],
)
def test_a_failed_copy_is_reported_and_the_verb_still_succeeds(
    error, words, laptop_folder, monkeypatch
):
    def fail(path):
        raise error

    monkeypatch.setattr(copies, "_flush", fail)
    party_after_rounds(1, 4)
    assert Round.objects.get().state == "closed"
    assert all_copies(laptop_folder) == []
    [place] = backup_places()
    assert words in place.trouble
    assert place.last_copy_at is None
    with pytest.raises(Refused, match="No copy could be made"):
        copies.copy_now("asked for")
    with pytest.raises(Refused, match=words):
        copies.write_copy(laptop_folder / "mine.sqlite3")
    assert list(laptop_folder.rglob("*.part")) == []


def test_copying_an_unreadable_database_makes_no_copy_and_raises_no_error(
    laptop_folder, monkeypatch
):
    def fail(file):
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(copies, "_connect", fail)
    copies.copy_before("a correction")
    copies.copy_after("a round")
    assert all_copies(laptop_folder) == []


def test_two_programs_can_write_the_same_copy_at_once(laptop_folder, monkeypatch):
    file, check, own = laptop_folder / "copy.sqlite3", copies._check_integrity, os.getpid()

    def write_other_copy_after_check(copy):
        check(copy)
        with monkeypatch.context() as other:
            other.setattr(copies, "_check_integrity", check)
            other.setattr(copies.os, "getpid", lambda: own + 1)
            copies.write_copy(file)

    monkeypatch.setattr(copies, "_check_integrity", write_other_copy_after_check)
    copies.write_copy(file)
    original = read_contents(laptop_folder / "headtable.sqlite3")
    assert read_contents(file) == replace(original, warning="")
    assert list(laptop_folder.glob("*.part")) == []


def test_no_copy_begins_while_the_program_ends(laptop_folder, monkeypatch):
    def refuse(*job):
        raise RuntimeError("cannot schedule new futures after shutdown")

    with monkeypatch.context() as ended:
        ended.setattr(PROCESS.copy_writer, "submit", refuse)
        copies.copy_before("a correction")
    assert PROCESS.queued_copies == set()
    assert all_copies(laptop_folder) == []


def test_a_copy_is_refused_if_its_folder_cannot_be_created(laptop_folder):
    (laptop_folder / "backups").write_text("in the way")
    with pytest.raises(Refused, match="is not there"):
        copies.copy_now("asked for")
    # The error is not stored, because its file would be in the missing folder.
    assert [place.trouble for place in backup_places()] == [""]


@pytest.mark.django_db
def test_a_database_that_is_not_an_sqlite_file_is_not_copied(settings):
    assert backup_places() == []
    copies.copy_before("a correction")
    copies.copy_after("a round")
    with pytest.raises(Refused, match="makes no copies of this database"):
        copies.copy_now("asked for")


def test_the_last_twenty_copies_and_the_last_copy_of_each_day_are_kept():
    now = datetime(2026, 11, 14, 22, tzinfo=UTC)
    many = [
        KeptCopy(f"{day}-{hour}", now - timedelta(days=day, hours=hour), "")
        for day in range(40)
        for hour in range(3)
    ]
    names = names_to_keep(many)
    newest = sorted(many, key=lambda copy: copy.at, reverse=True)
    assert {copy.name for copy in newest[:20]} <= names
    assert {f"{day}-0" for day in range(30)} <= names
    assert len(names) == 20 + 30 - 7
    assert names_to_keep([]) == set()


def copy_at(now, monkeypatch):
    """Make a small copy at this point in time, and return its name."""
    clock = type("Clock", (), {"now": lambda _: now})
    monkeypatch.setattr(copies, "datetime", clock)
    monkeypatch.setattr(copies, "_write_copy", lambda _, file: file.write_text("a copy"))
    return copies.copy_now("asked for")


def test_a_wrong_clock_does_not_delete_the_newest_copies(laptop_folder, monkeypatch):
    dice, names = Random(7), []
    for _ in range(70):
        now = datetime(2026, 11, 14, tzinfo=UTC) + dice.choice(
            (timedelta(days=dice.randrange(-9000, 9000)), timedelta(minutes=dice.randrange(600)))
        )
        names.append(copy_at(now, monkeypatch))
        found = [copy.name for copy in copies_in(laptop_folder / "backups")]
        newest = [*dict.fromkeys(reversed(names))][:20]
        assert found[: len(newest)] == newest
    assert len(found) <= 20 + 30


@pytest.mark.parametrize(
    "state",
    [
        *("", "{", "[]", "[1]", '{"made": 5}', '{"made": [1, null, "none"]}'),
        *('{"%s": 3}', '{"%s": {"good": "soon"}}'),
    ],
)
def test_copies_are_sorted_by_name_if_the_state_file_is_useless(laptop_folder, state):
    folder = laptop_folder / "backups"
    folder.mkdir()
    for minute in (2, 1, 3):
        (folder / f"headtable-20200101T10{minute:02}00Z-round-1.sqlite3").write_text("old")
    (folder / "state.json").write_text(state.replace("%s", str(folder)))
    assert [copy.at.minute for copy in copies_in(folder)] == [3, 2, 1]
    assert backup_places() == [BackupPlace(str(folder))]


def test_a_copy_deletes_old_copies_and_no_other_files(laptop_folder):
    folder = laptop_folder / "backups"
    folder.mkdir()
    for minute in range(30):
        (folder / f"headtable-20200101T10{minute:02}00Z-round-1.sqlite3").write_text("old")
    (folder / "headtable-mine.sqlite3").write_text("mine")
    for name, age in (("old", 3600), ("new", 0)):
        part = folder / f"headtable-20200101T100000Z-{name}.sqlite3.part"
        part.write_text("cut")
        os.utime(part, (time.time() - age,) * 2)
    copies.copy_now("asked for")
    names = {each.name for each in folder.iterdir()}
    assert "headtable-mine.sqlite3" in names
    assert [name for name in names if name.endswith(".part")] == [part.name]
    assert len(copies_in(folder)) == 20
    assert json.loads((folder / "state.json").read_text())


def test_copies_of_another_laptop_are_not_deleted(laptop_folder, settings, monkeypatch):
    stick, at = laptop_folder / "stick", datetime(2026, 11, 14, tzinfo=UTC)
    stick.mkdir()
    settings.SECOND_PLACE = str(stick)
    others = [stick / f"headtable-20261114T0000{second:02}Z-round.sqlite3" for second in range(9)]
    for file in others:
        file.write_text("of another laptop")
    for minute in range(1, 26):
        now = at + timedelta(minutes=minute)
        if minute == 3:
            stick.rename(absent_stick := laptop_folder / "away")
        copy_at(now, monkeypatch)
        if minute == 23:
            absent_stick.rename(stick)
    assert {file.read_text() for file in others} == {"of another laptop"}
    own = {file.name for file in stick.iterdir()} - {file.name for file in others}
    assert len(own) == 2 + 2
    for _ in range(20):
        now += timedelta(minutes=1)
        copy_at(now, monkeypatch)
    assert len(list(stick.iterdir())) == len(others) + 20


def test_hands_can_be_saved_while_a_copy_is_written(laptop_folder):
    party = started_party(8)
    enter(party, "8hn9")
    with closing(copies._connect(laptop_folder / "headtable.sqlite3")) as snapshot:
        # After its first read this connection does not see later commits of other connections.
        snapshot.execute("BEGIN")
        snapshot.execute("SELECT 1 FROM party_entry").fetchone()
        enter(party, "8hn9", table=2)
        name, _ = copies.copy_from(snapshot, laptop_folder / "backups", "snapshot")
    [copy] = [each for each in all_copies(laptop_folder) if each.name == name]
    assert rows(laptop_folder, copy, "SELECT COUNT(*) FROM party_entry") == [(1,)]
    assert Entry.objects.count() == 2
