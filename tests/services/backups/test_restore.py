"""A backup takes the place of everything: whole or not at all, while others work."""

import json
import re
import shutil
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from party.engine import PRESETS
from party.models import Club, Entry, LogLine, Party, TablePhone, User
from party.process_state import PROCESS
from party.progression import FORMATS
from party.queries.backups import contents
from party.queries.backups.checksums import LENGTH
from party.queries.backups.contents import read_contents
from party.queries.backups.kept import copies_in
from party.queries.backups.own_schema import OWN, SCHEMA, fingerprint
from party.queries.clubs import open_invitation
from party.queries.phones.table import is_token, table_token
from party.services.accounts.invitations import invite, revoke_invitation
from party.services.accounts.users import make_link, sign_out_everywhere, use_link
from party.services.backups import restore as module
from party.services.backups.copies import copy_now, wait_for_copies, write_copy
from party.services.backups.other_database import other_database
from party.services.backups.restore import next_organiser, restore, store_upload
from party.services.phones.addresses import renew_addresses
from party.services.write import one_writer
from party.values.accounts import PROGRAM
from party.values.backups import NO_CHECKSUM
from party.values.refusals import Refused
from tests.backup_files import edited
from tests.evening import enter, party_with, person, play_rounds, start
from tests.guard import setting_up

AT_HOME = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
EVERYTHING = ("club", "user", "membership", "party", "entrant", "round", "place", "table", "entry")


def everything():
    rows = {}
    with connection.cursor() as cursor:
        for name in EVERYTHING:
            cursor.execute(f"SELECT * FROM party_{name} ORDER BY id")
            names = [each[0] for each in cursor.description]
            left_out = {"revision", "shared_revision"}  # every page that is open is an old one
            rows[name] = [
                {key: value for key, value in zip(names, row, strict=True) if key not in left_out}
                for row in cursor.fetchall()
            ]
    return rows


@pytest.fixture
def backup(laptop_folder):
    """Return a backup of an evening after round 1, on which the laptop has gone on since."""
    party = party_with(4)
    play_rounds(party, 1)
    wait_for_copies()
    file = laptop_folder / "tonight.sqlite3"
    write_copy(file)
    return file


def test_everything_is_again_as_it_was(backup):
    before = everything()
    play_rounds(Party.objects.get(), 1)
    assert everything() != before
    opened = restore(backup, at=AT_HOME)
    assert everything() == before
    assert (opened.parties, opened.differences) == (1, ())


def test_what_was_there_is_kept_first(backup, laptop_folder):
    play_rounds(Party.objects.get(), 1)
    now = everything()
    opened = restore(backup, at=AT_HOME)
    restore(laptop_folder / "backups" / opened.before, at=AT_HOME)
    assert everything() == now


def test_it_is_in_the_log_that_goes_on(backup):
    opened = restore(backup, at=AT_HOME)
    line = LogLine.objects.first()
    assert (line.verb, line.data["before"]) == ("backup opened", opened.before)


def test_every_page_that_is_open_is_an_old_one(backup):
    play_rounds(Party.objects.get(), 1)
    before = Party.objects.get().revision
    restore(backup, at=AT_HOME)
    party = Party.objects.get()
    assert party.revision == party.shared_revision > before


def test_who_is_signed_in_stays_so(backup, client):
    with setting_up():
        client.force_login(User.objects.get())
    [session] = Session.objects.all()
    restore(backup, at=AT_HOME)
    assert Session.objects.get() == session


def test_what_was_ended_since_the_backup_stays_ended(backup, client):
    """Who was signed out, a link that was used, an invitation taken back: none opens a door."""
    ruth, club = User.objects.get(), Club.objects.get()
    who = {"actor": ruth.actor, "at": AT_HOME}
    link, later = make_link(ruth, **who), make_link(person("Hanna"), **who)
    invitation, other = (invite(club.pk, name, "helper", **who) for name in ("Emil", "Fay"))
    before = backup.with_name("before.sqlite3")
    write_copy(before)
    with setting_up():
        client.force_login(ruth)
    use_link(link, at=AT_HOME)
    revoke_invitation(club.pk, open_invitation(invitation, AT_HOME).pk, **who)
    sign_out_everywhere(ruth, at=AT_HOME)
    restore(before, at=AT_HOME)
    assert User.objects.get(pk=ruth.pk).sign_outs == 0
    assert not Session.objects.exists()
    assert open_invitation(invitation, AT_HOME) is None
    with pytest.raises(Refused, match="has been used"):
        use_link(link, at=AT_HOME)
    assert open_invitation(other, AT_HOME).name == "Fay"
    assert str(use_link(later, at=AT_HOME)) == "Hanna"


def test_a_table_that_got_a_new_address_keeps_it(backup):
    """Nobody enters hands with a tent that was lost, and every tent printed since is right."""
    party = Party.objects.get()
    with setting_up():
        TablePhone.objects.create(party=party, number=2, series=5)
    before = backup.with_name("before.sqlite3")
    write_copy(before)
    for table in (1, None):
        old = table_token(party, 1)
        renew_addresses(party.pk, table, actor=PROGRAM, at=AT_HOME)
        party = Party.objects.get()
        new = table_token(party, 1, 1)
        restore(before, at=AT_HOME)
        opened = Party.objects.get()
        assert (is_token(opened, 1, old), is_token(opened, 1, new)) == (False, True)
    assert dict(TablePhone.objects.values_list("number", "series")) == {1: 1, 2: 5}


def test_another_laptop_opens_it(backup, laptop_folder, migrated_file):
    before = everything()
    other = shutil.copy(migrated_file, laptop_folder / "other.sqlite3")
    with other_database(str(other)):
        person("Organiser")
        restore(backup, at=AT_HOME)
        assert everything() == before
        assert str(next_organiser(User(name="Organiser"))) == "Ruth"
        assert connection.cursor().execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_who_goes_on_has_the_same_name_where_there_is_one(laptop_folder):
    assert next_organiser(None) is None
    person()
    hanna = person("Hanna")
    assert next_organiser(hanna) == hanna
    assert str(next_organiser(User(name="Nobody"))) == "Ruth"


def test_into_an_empty_database_no_copy_is_made_first(backup, laptop_folder, migrated_file):
    before = len(copies_in(laptop_folder / "backups"))
    with other_database(str(shutil.copy(migrated_file, laptop_folder / "new.sqlite3"))):
        assert restore(backup, at=AT_HOME).before == ""
        assert Club.objects.exists()
    assert len(copies_in(laptop_folder / "backups")) == before


def test_nobody_in_it_writes_no_line(laptop_folder):
    write_copy(laptop_folder / "empty.sqlite3")
    restore(laptop_folder / "empty.sqlite3", at=AT_HOME)
    assert not LogLine.objects.exists()


@pytest.mark.slow
def test_a_backup_of_the_first_schema_is_brought_up_to_date(laptop_folder):
    """CI opens a file as the first release wrote it."""
    old = laptop_folder / "first.sqlite3"
    with other_database(str(old)):
        migrate_to("0001")
    with closing(sqlite3.connect(old)) as file, file:
        fill_first_schema(file)
    inside = read_contents(old)
    assert inside.is_older
    assert [(each.name, each.people) for each in inside.parties] == [("First party", 1)]

    with setting_up():  # migrations write as they like
        opened = restore(old, at=AT_HOME)
    assert (opened.parties, opened.differences) == (1, ())
    assert Club.objects.get().address == "first-club"
    party = Party.objects.get()
    assert str(party.entrants.get()) == "Alma"
    assert not read_contents(laptop_folder / "headtable.sqlite3").is_older
    assert party.rules == PRESETS["midway"]


def migrate_to(name):
    """Make the tables of ours as they were after a migration, and Django's, which come first."""
    for words in (["party", name], ["auth"], ["contenttypes"], ["sessions"]):
        call_command("migrate", *words, interactive=False, verbosity=0, keeps_copy=False)


def fill_first_schema(file):
    """Put a row into each of these tables; whatever else must not be null is 0 or ""."""
    said = {
        "party_user": {"id": 1, "name": "Ruth", "is_active": 1},
        "party_club": {"id": 1, "name": "First club", "time_zone": "UTC"},
        "party_membership": {"user_id": 1, "club_id": 1, "role": "organiser", "party_id": None},
        "party_party": {
            "id": 1,
            "club_id": 1,
            "name": "First party",
            "starts_at": "2026-01-02 19:00:00",
            "preset": "midway",
            "rules_values": json.dumps(PRESETS["midway"].values()),
            "format_values": json.dumps(FORMATS["midway"].values()),
            "code": "abc",
            "capture": "hands",
            "cards": "named",
            "paper": "a4",
            "currency": "$",
        },
        "party_entrant": {
            "id": 1,
            "party_id": 1,
            "number": 1,
            "name": "Alma",
            "sort_name": "Alma",
            "ranked": 1,
            "state": "here",
            "paid_how": "cash",
        },
    }
    for table, values in said.items():
        for _, name, kind, asked, _, is_key in file.execute(
            f"PRAGMA table_info({table})"
        ).fetchall():
            if asked and not is_key and name not in values:
                other = "2026-01-02 19:00:00" if kind == "datetime" else ""
                values[name] = 0 if re.search("int|bool", kind, re.IGNORECASE) else other
        marks = ", ".join("?" * len(values))
        file.execute(
            f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", [*values.values()]
        )


def refused(file, words):
    before = everything()
    with pytest.raises(Refused, match=words):
        restore(file, at=AT_HOME)
    assert everything() == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("DROP TABLE party_party", "no backup of Head Table"),
        ("DROP TABLE party_prize", "no backup of Head Table|damaged"),
        ("ALTER TABLE party_party DROP COLUMN place", "no backup of Head Table"),
        ("CREATE TRIGGER t AFTER INSERT ON party_entry BEGIN SELECT 1; END", "no backup"),
        ("CREATE VIEW v AS SELECT 1", "no backup of Head Table"),
        ("CREATE TRIGGER party_club AFTER INSERT ON party_entry BEGIN SELECT 1; END", "no backup"),
        (("CREATE VIRTUAL TABLE v USING fts5(one); PRAGMA writable_schema = ON; "
         "UPDATE sqlite_master SET sql = lower(sql) WHERE name = 'v'"), "no backup"),
        ("INSERT INTO django_migrations VALUES (999, 'party', '9001_robots', 'now')", "newer"),
        ("UPDATE django_migrations SET name = '0001_first' WHERE name = '0001_first_schema'",
         "before the first release"),
        ("DELETE FROM django_migrations WHERE app = 'auth' AND name LIKE '0003%'", "no backup"),
        ("UPDATE party_party SET starts_at = 'soon'", "damaged"),
        ("UPDATE party_party SET starts_at = '0001-01-01 00:00:00'", "damaged"),
        ("UPDATE party_party SET rounds_planned = 9223372036854775807", "Rounds are a number"),
        ("UPDATE party_club SET time_zone = 'America/Nowhere'", "clock of .*America/Nowhere"),
        (f"UPDATE party_round SET draw = '{'[' * 990}{']' * 990}'", "damaged"),
        ("UPDATE party_party SET format_values = '[1]'", "damaged"),
        ("UPDATE party_party SET rules_values = '{\"bidding\": \"no\"}'", "damaged"),
        (("UPDATE party_party SET rules_values = json_set(rules_values, '$.name', "
         "hex(zeroblob(101)))"), "damaged"),
        ("CREATE TABLE q (a CHECK (a > 0))", "no backup"),
        ("CREATE INDEX q ON party_club (upper(name))", "no backup"),
        ("ALTER TABLE party_club ADD COLUMN q AS (upper(name))", "no backup"),
        ("CREATE INDEX q ON django_migrations (name)", "no backup"),
        ("UPDATE party_logline SET words = CAST(x'4180' AS TEXT)", "party_logline holds"),
        ("UPDATE party_club SET name = x'41'", "party_club.name holds"),
        ("UPDATE party_club SET name = 'A' || char(0) || 'B'", "party_club.name holds"),
        ("UPDATE party_club SET name = hex(zeroblob(101))", "party_club.name holds"),
        ("UPDATE party_logline SET words = hex(zeroblob(100001))", "party_logline.words holds"),
        ("UPDATE party_round SET draw = json_quote(hex(zeroblob(50001)))", "party_round.draw"),
        ("UPDATE party_logline SET round = 'one'", "party_logline.round holds"),
    ],
)  # fmt: skip
def test_what_is_no_whole_backup_is_refused(change, words, backup):
    with edited(backup) as file:
        file.executescript(change)
    refused(backup, words)


def test_a_backup_that_is_not_as_it_was_written_is_refused(backup):
    whole = backup.read_bytes()
    text = whole.index(b"Autumn party")
    for damaged in (whole[:-1], whole[:-LENGTH] + whole[1 - LENGTH :], whole[: text + LENGTH]):
        backup.write_bytes(damaged)
        refused(backup, "damaged")
    backup.write_bytes(whole.replace(b"Autumn", b"Spring"))
    refused(backup, "damaged")
    backup.write_bytes(whole[:-LENGTH])
    assert read_contents(backup).warning == NO_CHECKSUM
    backup.write_bytes(whole)
    assert read_contents(backup).warning == ""
    with closing(sqlite3.connect(backup)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.parametrize("most", ["MOST_LISTED", "MOST_PEOPLE", "LONGEST_DRAWS"])
def test_more_than_can_be_looked_through_is_refused(most, backup, monkeypatch):
    monkeypatch.setattr(contents, most, 0)
    refused(backup, "more in this backup than Head Table can look through")


def test_no_session_comes_out_of_a_backup(backup):
    with edited(backup) as file:
        file.execute(
            "INSERT INTO django_session VALUES ('q', hex(zeroblob(9999999)), '2030-01-01')"
        )
    restore(backup, at=AT_HOME)
    assert not Session.objects.exists()


@pytest.mark.slow  # all migrations run
@pytest.mark.django_db
def test_the_schema_after_each_migration_is_known():
    found = {}
    ours = sorted(name for app, name in MigrationLoader(None).disk_migrations if app == "party")
    with other_database(":memory:") as database:
        for name in ours:
            migrate_to(name)
            with database.cursor() as cursor:
                found[name[:4]] = fingerprint(cursor.execute(SCHEMA))
    assert found == OWN, "after a new migration this is the line that own_schema.py needs"


def test_a_cut_and_a_scrambled_backup_are_refused(backup, laptop_folder):
    whole = backup.read_bytes()
    backup.write_bytes(whole[: len(whole) // 2])
    refused(backup, "damaged")
    middle = len(whole) // 2
    backup.write_bytes(whole[:middle] + bytes(20_000) + whole[middle + 20_000 :])
    refused(backup, "damaged")
    backup.write_bytes(b"a letter")
    refused(backup, "no backup of Head Table")
    refused(laptop_folder / "nowhere.sqlite3", "cannot be opened in")


def test_a_file_that_is_too_large_is_refused(backup, monkeypatch):
    monkeypatch.setattr("party.queries.backups.contents.LARGEST", 1000)
    refused(backup, "too large")
    monkeypatch.setattr(module, "LARGEST", 1000)
    with pytest.raises(Refused, match="too large"):
        store_upload(iter([backup.read_bytes()]))
    assert not (backup.parent / "backups" / "opened.sqlite3").exists()


def test_one_backup_is_opened_at_a_time(backup):
    with PROCESS.restore_lock:
        refused(backup, "Another backup is being opened")
    assert restore(backup, at=AT_HOME).parties == 1


def test_what_a_killed_program_left_is_cleared_away(backup):
    left = backup.parent / "backups" / "opening-before"
    left.mkdir()
    (left / "ready.sqlite3").write_text("half")
    restore(backup, at=AT_HOME)
    assert not left.exists()


def test_an_upload_is_kept_until_it_is_opened(backup):
    name = store_upload(iter([backup.read_bytes()]))
    kept = backup.parent / "backups" / name
    assert read_contents(kept).parties
    restore(kept, at=AT_HOME)
    assert not kept.exists()


def test_no_room_for_an_upload_is_said(laptop_folder):
    (laptop_folder / "backups").write_text("in the way")
    with pytest.raises(Refused, match="cannot be kept here"):
        store_upload(iter([b""]))


def test_without_a_copy_of_what_is_there_nothing_is_replaced(backup, monkeypatch):
    def fail(why):
        raise Refused("No copy could be made. There is no room left.")

    monkeypatch.setattr(module, "copy_now", fail)
    refused(backup, "No copy could be made")


def test_while_another_program_has_the_database_nothing_is_replaced(backup, monkeypatch):
    monkeypatch.setattr(module, "LONGEST_WAIT", 0.1)
    with closing(sqlite3.connect(backup.parent / "headtable.sqlite3", isolation_level=None)) as it:
        it.execute("BEGIN IMMEDIATE")
        refused(backup, "cannot be replaced .database is locked.")


@pytest.mark.django_db
def test_elsewhere_no_backup_is_opened(tmp_path):
    with pytest.raises(Refused, match="opens no backups into this database"):
        restore(tmp_path / "mine.sqlite3", at=AT_HOME)


def test_a_differing_party_is_opened_and_said(backup):
    with edited(backup) as file:
        file.execute("UPDATE party_entry SET ns = ns + 10 WHERE hand = 1")
    opened = restore(backup, at=AT_HOME)
    assert "not the engine's points" in opened.differences[0]
    assert opened.differences[0].startswith("Autumn party: ")


def test_desks_that_are_open_go_on_with_what_is_there_now(backup):
    """Connections that were open before read and write the restored evening, no other one."""
    other = DatabaseWrapper(connection.settings_dict, "default")
    other.inc_thread_sharing()
    with other.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM party_round")
        assert cursor.fetchone() == (1,)
    play_rounds(Party.objects.get(), 1)
    restore(backup, at=AT_HOME)
    with other.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM party_round")
        assert cursor.fetchone() == (1,)
        with setting_up():
            cursor.execute("UPDATE party_club SET name = 'Renamed'")
    other.close()
    assert Club.objects.get().name == "Renamed"


def test_nobody_writes_between_the_copy_and_the_change(backup, monkeypatch):
    """Another save waits for the turn of the one writer."""
    turns = []

    def try_to_write():
        # A thread has connections of its own, and of the suite's own database.
        with other_database(str(backup.parent / "headtable.sqlite3")), one_writer():
            turns.append("written")

    def copy(why):
        waiting = threading.Thread(target=try_to_write)
        waiting.start()
        waiting.join(0.2)
        turns.append("copied")
        return copy_now(why)

    monkeypatch.setattr(module, "copy_now", copy)
    restore(backup, at=AT_HOME)
    for _ in range(100):
        if len(turns) == 2:
            break
        threading.Event().wait(0.02)
    assert turns == ["copied", "written"]


def test_a_hand_can_be_saved_at_once_after_it(backup):
    restore(backup, at=AT_HOME)
    other = party_with(4, name="Next party")
    start(other)
    enter(other, "8hn9")
    assert Entry.objects.filter(table__round__party=other).exists()
