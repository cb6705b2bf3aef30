import shutil
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from party.engine import PRESETS
from party.models import (
    Club,
    Entrant,
    Entry,
    LogLine,
    Membership,
    Party,
    Place,
    Player,
    Round,
    Table,
    TablePhone,
    User,
)
from party.process_state import PROCESS
from party.progression import FORMATS
from party.queries.backups import contents
from party.queries.backups.checksums import LINE_LENGTH
from party.queries.backups.contents import read_contents
from party.queries.backups.kept_copies import copies_in
from party.queries.backups.own_schema import OWN, SCHEMA, fingerprint
from party.queries.clubs import open_invitation
from party.queries.people.former_players import returned_players
from party.queries.phones.table import is_token, table_token
from party.services.accounts.invitations import create_invitation, revoke_invitation
from party.services.accounts.users import make_link, sign_out_everywhere, use_link
from party.services.backups import restore as module
from party.services.backups.copies import copy_now, write_copy
from party.services.backups.other_database import other_database
from party.services.backups.restore import next_organiser, restore, store_upload
from party.services.phones.addresses import renew_addresses
from party.services.write import one_writer
from party.values.accounts import PROGRAM
from party.values.backups import NO_CHECKSUM
from party.values.refusals import Refused
from tests.backup_files import edited
from tests.evening import create_user, enter, party_with, play_rounds, started_party
from tests.guard import setting_up
from tests.leaving import finish_all, remove_from_club, with_full_name

AT_HOME = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
COMPARED = (Club, User, Membership, Party, Entrant, Round, Place, Table, Entry)


def stored_rows():
    """Return the rows of these tables without the revisions, which a restore raises."""
    omitted = {"revision", "shared_revision"}
    return [
        {name: value for name, value in row.items() if name not in omitted}
        for model in COMPARED
        for row in model.objects.order_by("pk").values()
    ]


@pytest.fixture(scope="module")
def evening_folder(migrated_file, tmp_path_factory, django_db_blocker):
    """Return a folder with the database of an evening after round 1, and its backup."""
    folder = tmp_path_factory.mktemp("evening")
    database = shutil.copy(migrated_file, folder / "headtable.sqlite3")
    with django_db_blocker.unblock(), other_database(str(database)):
        play_rounds(party_with(4), 1)
        write_copy(folder / "tonight.sqlite3")
    return folder


@pytest.fixture
def backup(evening_folder, laptop_folder):
    """Let the laptop have an evening after round 1, and return a backup of it."""
    connection.close()
    return Path(shutil.copytree(evening_folder, laptop_folder, dirs_exist_ok=True)) / (
        "tonight.sqlite3"
    )


def test_a_restore_brings_back_every_row(backup):
    before = stored_rows()
    play_rounds(Party.objects.get(), 1)
    assert stored_rows() != before
    result = restore(backup, at=AT_HOME)
    assert stored_rows() == before
    assert (result.parties, result.differences) == (1, ())


def test_a_removed_name_is_in_no_new_backup_and_a_restore_offers_the_removal_again(
    backup, laptop_folder
):
    finish_all(Club.objects.get())
    alma = with_full_name(Party.objects.get())
    write_copy(backup)
    assert b"Alma Rasmussen" in backup.read_bytes()
    remove_from_club(alma)
    newer = laptop_folder / "newer.sqlite3"
    write_copy(newer)
    assert b"Alma Rasmussen" not in newer.read_bytes()
    assert b"Rasmussen, Alma" not in newer.read_bytes()
    assert restore(newer, at=AT_HOME).returned_texts == {}

    opened = restore(backup, at=AT_HOME)

    [text] = opened.returned_texts.values()
    assert "and on it again: Alma Rasmussen." in text
    [again] = returned_players(Club.objects.get())
    assert remove_from_club(Player.objects.get(pk=again.id)) == "Former player 2"


def test_a_restore_first_copies_the_replaced_database(backup, laptop_folder):
    play_rounds(Party.objects.get(), 1)
    rows = stored_rows()
    result = restore(backup, at=AT_HOME)
    restore(laptop_folder / "backups" / result.copy_name, at=AT_HOME)
    assert stored_rows() == rows


def test_the_restored_log_has_a_line_about_the_restore(backup):
    result = restore(backup, at=AT_HOME)
    line = LogLine.objects.first()
    assert (line.verb, line.data["before"]) == ("backup opened", result.copy_name)


def test_a_restore_makes_every_open_page_fetch_its_data_again(backup):
    play_rounds(Party.objects.get(), 1)
    before = Party.objects.get().revision
    restore(backup, at=AT_HOME)
    party = Party.objects.get()
    assert party.revision == party.shared_revision > before


def test_a_restore_keeps_sessions(backup, client):
    with setting_up():
        client.force_login(User.objects.get())
    [session] = Session.objects.all()
    restore(backup, at=AT_HOME)
    assert Session.objects.get() == session


def test_a_restore_brings_back_no_used_link_ended_session_or_revoked_invitation(backup, client):
    ruth, club = User.objects.get(), Club.objects.get()
    by_ruth = {"actor": ruth.actor, "at": AT_HOME}
    used_link, open_link = make_link(ruth, **by_ruth), make_link(create_user("Hanna"), **by_ruth)
    invitation, other = (
        create_invitation(club.pk, name, "helper", **by_ruth) for name in ("Emil", "Fay")
    )
    before = backup.with_name("before.sqlite3")
    write_copy(before)
    with setting_up():
        client.force_login(ruth)
    use_link(used_link, at=AT_HOME)
    revoke_invitation(club.pk, open_invitation(invitation, AT_HOME).pk, **by_ruth)
    sign_out_everywhere(ruth, at=AT_HOME)
    restore(before, at=AT_HOME)
    assert User.objects.get(pk=ruth.pk).sign_outs == 0
    assert not Session.objects.exists()
    assert open_invitation(invitation, AT_HOME) is None
    with pytest.raises(Refused, match="has been used"):
        use_link(used_link, at=AT_HOME)
    assert open_invitation(other, AT_HOME).name == "Fay"
    assert str(use_link(open_link, at=AT_HOME)) == "Hanna"


def test_a_restore_keeps_the_renewed_web_addresses_of_tables(backup):
    """A lost table tent stays useless, and tents printed since the backup stay valid."""
    party = Party.objects.get()
    with setting_up():
        TablePhone.objects.create(party=party, number=2, series=5)
    before = backup.with_name("before.sqlite3")
    write_copy(before)
    for table in (1, None):
        old_token = table_token(party, 1)
        renew_addresses(party.pk, table, actor=PROGRAM, at=AT_HOME)
        party = Party.objects.get()
        new_token = table_token(party, 1, 1)
        restore(before, at=AT_HOME)
        restored = Party.objects.get()
        assert not is_token(restored, 1, old_token)
        assert is_token(restored, 1, new_token)
    assert dict(TablePhone.objects.values_list("number", "series")) == {1: 1, 2: 5}


def test_a_backup_can_be_restored_on_another_laptop(backup, laptop_folder, migrated_file):
    before = stored_rows()
    other = shutil.copy(migrated_file, laptop_folder / "other.sqlite3")
    with other_database(str(other)):
        create_user("Organiser")
        restore(backup, at=AT_HOME)
        assert stored_rows() == before
        assert str(next_organiser(User(name="Organiser"))) == "Ruth"
        assert connection.cursor().execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_restore_signs_in_an_organiser_of_the_same_name_or_the_first_organiser(laptop_folder):
    assert next_organiser(None) is None
    create_user()
    hanna = create_user("Hanna")
    assert next_organiser(hanna) == hanna
    assert str(next_organiser(User(name="Nobody"))) == "Ruth"


def test_an_empty_database_is_not_copied_before_a_restore(backup, laptop_folder, migrated_file):
    before = len(copies_in(laptop_folder / "backups"))
    with other_database(str(shutil.copy(migrated_file, laptop_folder / "new.sqlite3"))):
        assert restore(backup, at=AT_HOME).copy_name == ""
        assert Club.objects.exists()
    assert len(copies_in(laptop_folder / "backups")) == before


def test_a_backup_without_users_gets_no_log_line(laptop_folder):
    write_copy(laptop_folder / "empty.sqlite3")
    restore(laptop_folder / "empty.sqlite3", at=AT_HOME)
    assert not LogLine.objects.exists()


@pytest.mark.slow
def test_a_backup_of_the_first_schema_is_migrated(laptop_folder):
    old = laptop_folder / "first.sqlite3"
    with other_database(str(old)), setting_up():
        migrate_to("0001")
        fill_first_schema()
    contents_of_old = read_contents(old)
    assert contents_of_old.is_older
    assert [(each.name, each.people) for each in contents_of_old.parties] == [("First party", 1)]

    with setting_up():  # migrations write outside services
        result = restore(old, at=AT_HOME)
    assert (result.parties, result.differences) == (1, ())
    assert Club.objects.get().address == "first-club"
    party = Party.objects.get()
    assert str(party.entrants.get()) == "Alma"
    assert not read_contents(laptop_folder / "headtable.sqlite3").is_older
    assert party.rules == PRESETS["midway"]


def migrate_to(name):
    """Run all of Django's migrations, and ours up to the given name."""
    for words in (["party", name], ["auth"], ["contenttypes"], ["sessions"]):
        call_command("migrate", *words, interactive=False, verbosity=0, keeps_copy=False)


def fill_first_schema():
    """Store a party with one person by the models of the first migration."""
    models = MigrationLoader(None).project_state(("party", "0001_first_schema")).apps

    def create(model, **columns):
        return models.get_model("party", model).objects.create(**columns)

    club = create("Club", name="First club")
    create("Membership", club=club, user=create("User", name="Ruth"), role="organiser")
    party = create(
        "Party",
        club=club,
        name="First party",
        starts_at=AT_HOME,
        preset="midway",
        rules_values=PRESETS["midway"].values(),
        format_values=FORMATS["midway"].values(),
        code="abc",
        seed=7,
    )
    create("Entrant", party=party, number=1, name="Alma", sort_name="Alma", state="here")


def assert_refused(file, words):
    before = stored_rows()
    with pytest.raises(Refused, match=words):
        restore(file, at=AT_HOME)
    assert stored_rows() == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("DROP TABLE party_party", "not a Head Table backup"),
        ("DROP TABLE party_prize", "not a Head Table backup|damaged"),
        ("ALTER TABLE party_party DROP COLUMN place", "not a Head Table backup"),
        ("CREATE TRIGGER t AFTER INSERT ON party_entry BEGIN SELECT 1; END", "not a Head"),
        ("CREATE VIEW v AS SELECT 1", "not a Head Table backup"),
        ("CREATE TRIGGER party_club AFTER INSERT ON party_entry BEGIN SELECT 1; END", "not a He"),
        (("CREATE VIRTUAL TABLE v USING fts5(one); PRAGMA writable_schema = ON; "
         "UPDATE sqlite_master SET sql = lower(sql) WHERE name = 'v'"), "not a Head"),
        ("INSERT INTO django_migrations VALUES (999, 'party', '9001_robots', 'now')", "newer"),
        ("UPDATE django_migrations SET name = '0001_first' WHERE name = '0001_first_schema'",
         "before the first release"),
        ("DELETE FROM django_migrations WHERE app = 'auth' AND name LIKE '0003%'", "not a Head"),
        ("UPDATE party_party SET starts_at = 'soon'", "damaged"),
        ("UPDATE party_party SET starts_at = '0001-01-01 00:00:00'", "damaged"),
        ("UPDATE party_party SET rounds_planned = 9223372036854775807", "Rounds are a number"),
        ("UPDATE party_club SET time_zone = 'America/Nowhere'", "time zone of .*America/Nowhere"),
        (f"UPDATE party_round SET draw = '{'[' * 990}{']' * 990}'", "damaged"),
        ("UPDATE party_party SET format_values = '[1]'", "damaged"),
        ("UPDATE party_party SET rules_values = '{\"bidding\": \"no\"}'", "damaged"),
        (("UPDATE party_party SET rules_values = json_set(rules_values, '$.name', "
         "hex(zeroblob(101)))"), "damaged"),
        ("CREATE TABLE q (a CHECK (a > 0))", "not a Head"),
        ("CREATE INDEX q ON party_club (upper(name))", "not a Head"),
        ("ALTER TABLE party_club ADD COLUMN q AS (upper(name))", "not a Head"),
        ("CREATE INDEX q ON django_migrations (name)", "not a Head"),
        ("UPDATE party_logline SET words = CAST(x'4180' AS TEXT)", "party_logline holds"),
        ("UPDATE party_club SET name = x'41'", "party_club.name holds"),
        ("UPDATE party_club SET name = 'A' || char(0) || 'B'", "party_club.name holds"),
        ("UPDATE party_club SET name = hex(zeroblob(101))", "party_club.name holds"),
        ("UPDATE party_logline SET words = hex(zeroblob(100001))", "party_logline.words holds"),
        ("UPDATE party_round SET draw = json_quote(hex(zeroblob(50001)))", "party_round.draw"),
        ("UPDATE party_logline SET round = 'one'", "party_logline.round holds"),
    ],
)  # fmt: skip
def test_a_changed_backup_is_refused(change, words, backup):
    with edited(backup) as file:
        file.executescript(change)
    assert_refused(backup, words)


def test_a_wrong_checksum_is_refused(backup):
    whole = backup.read_bytes()
    text = whole.index(b"Autumn party")
    for damaged in (
        whole[:-1],
        whole[:-LINE_LENGTH] + whole[1 - LINE_LENGTH :],
        whole[: text + LINE_LENGTH],
    ):
        backup.write_bytes(damaged)
        assert_refused(backup, "damaged")
    backup.write_bytes(whole.replace(b"Autumn", b"Spring"))
    assert_refused(backup, "damaged")
    backup.write_bytes(whole[:-LINE_LENGTH])
    assert read_contents(backup).warning == NO_CHECKSUM
    backup.write_bytes(whole)
    assert read_contents(backup).warning == ""
    with closing(sqlite3.connect(backup)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.parametrize("most", ["MOST_LISTED", "MOST_PEOPLE", "LONGEST_DRAWS"])
def test_a_backup_with_too_many_rows_is_refused(most, backup, monkeypatch):
    monkeypatch.setattr(contents, most, 0)
    assert_refused(backup, "larger than Head Table can read")


def test_sessions_in_a_backup_are_not_restored(backup):
    with edited(backup) as file:
        file.execute(
            "INSERT INTO django_session VALUES ('q', hex(zeroblob(9999999)), '2030-01-01')"
        )
    restore(backup, at=AT_HOME)
    assert not Session.objects.exists()


@pytest.mark.slow  # it runs all migrations
@pytest.mark.django_db
def test_the_fingerprint_of_the_schema_after_each_migration_is_listed():
    fingerprints = {}
    names = sorted(name for app, name in MigrationLoader(None).disk_migrations if app == "party")
    with other_database(":memory:") as database:
        for name in names:
            migrate_to(name)
            with database.cursor() as cursor:
                fingerprints[name[:4]] = fingerprint(cursor.execute(SCHEMA))
    assert fingerprints == OWN, "own_schema.OWN needs the fingerprint of each new migration"


def test_a_file_that_is_no_backup_and_a_missing_file_are_refused(backup, laptop_folder):
    backup.write_bytes(b"a letter")
    assert_refused(backup, "not a Head Table backup")
    assert_refused(laptop_folder / "nowhere.sqlite3", "cannot be opened in")


def test_a_file_that_is_too_large_is_refused(backup, monkeypatch):
    monkeypatch.setattr("party.queries.backups.contents.LARGEST", 1000)
    assert_refused(backup, "too large")
    monkeypatch.setattr(module, "LARGEST", 1000)
    with pytest.raises(Refused, match="too large"):
        store_upload(iter([backup.read_bytes()]))
    assert not (backup.parent / "backups" / "opened.sqlite3").exists()


def test_a_second_restore_at_the_same_time_is_refused(backup):
    with PROCESS.restore_lock:
        assert_refused(backup, "Another backup is being opened")
    assert restore(backup, at=AT_HOME).parties == 1


def test_a_restore_deletes_scratch_folders_of_killed_programs(backup):
    stale = backup.parent / "backups" / "opening-before"
    stale.mkdir(parents=True)
    (stale / "ready.sqlite3").write_text("half")
    restore(backup, at=AT_HOME)
    assert not stale.exists()


def test_a_restore_deletes_the_uploaded_file(backup):
    name = store_upload(iter([backup.read_bytes()]))
    upload = backup.parent / "backups" / name
    assert read_contents(upload).parties
    restore(upload, at=AT_HOME)
    assert not upload.exists()


def test_an_upload_that_cannot_be_stored_is_refused(laptop_folder):
    (laptop_folder / "backups").write_text("in the way")
    with pytest.raises(Refused, match="cannot be kept here"):
        store_upload(iter([b""]))


def test_a_restore_is_refused_if_its_copy_fails(backup, monkeypatch):
    def fail(reason):
        raise Refused("No copy could be made. There is no room left.")

    monkeypatch.setattr(module, "copy_now", fail)
    assert_refused(backup, "No copy could be made")


def test_a_restore_is_refused_while_another_program_holds_the_database(backup, monkeypatch):
    monkeypatch.setattr(module, "LONGEST_WAIT", 0.1)
    with closing(sqlite3.connect(backup.parent / "headtable.sqlite3", isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        assert_refused(backup, "cannot be replaced .database is locked.")


@pytest.mark.django_db
def test_a_restore_into_a_database_that_is_not_an_sqlite_file_is_refused(tmp_path):
    with pytest.raises(Refused, match="cannot open backups into this database"):
        restore(tmp_path / "mine.sqlite3", at=AT_HOME)


def test_a_restore_reports_wrong_points_of_a_hand(backup):
    with edited(backup) as file:
        file.execute("UPDATE party_entry SET ns = ns + 10 WHERE hand = 1")
    result = restore(backup, at=AT_HOME)
    assert "not the engine's points" in result.differences[0]
    assert result.differences[0].startswith("Autumn party: ")


def test_open_connections_see_the_restored_database(backup):
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


def test_another_write_waits_for_the_whole_restore(backup, monkeypatch):
    turns = []

    def try_to_write():
        # Without this, a new thread would connect to the database of the test suite.
        with other_database(str(backup.parent / "headtable.sqlite3")), one_writer():
            turns.append("written")

    def copy(reason):
        waiting = threading.Thread(target=try_to_write)
        waiting.start()
        waiting.join(0.2)
        turns.append("copied")
        return copy_now(reason)

    monkeypatch.setattr(module, "copy_now", copy)
    restore(backup, at=AT_HOME)
    for _ in range(100):
        if len(turns) == 2:
            break
        threading.Event().wait(0.02)
    assert turns == ["copied", "written"]


def test_a_hand_can_be_saved_directly_after_a_restore(backup):
    restore(backup, at=AT_HOME)
    other = started_party(4, name="Next party")
    enter(other, "8hn9")
    assert Entry.objects.filter(table__round__party=other).exists()
