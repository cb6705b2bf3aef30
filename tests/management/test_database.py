import os
import shlex
import sqlite3
from contextlib import closing
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from party import __version__
from party.management.command_errors import ExplainedError
from party.management.database import (
    database_name,
    explain_database_errors,
    explain_error,
    has_pending_migrations,
    is_database_trouble,
    migrate_database,
    recovery_text,
)
from party.models import Party, User
from party.queries.backups.contents import read_contents
from party.queries.backups.damage import database_damage
from party.queries.backups.kept_copies import copies_in
from party.services.backups.copies import copy_now
from party.services.backups.updates import pop_update
from tests.evening import AT, create_user, party_with
from tests.faults.damage import change_bytes
from tests.guard import setting_up

OF_SQLITE = pytest.mark.skipif(connection.vendor != "sqlite", reason="what SQLite says")


@pytest.mark.django_db
def test_a_database_of_a_newer_version_is_refused():
    assert not has_pending_migrations()
    with setting_up():
        MigrationRecorder(connection).record_applied("party", "9001_robots")

    with pytest.raises(ExplainedError, match=r"newer .* \(it knows party 9001_robots, this"):
        migrate_database()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "other_migrations", [(), ("0002_records", "0011_untracked_seats"), ("9001_robots",)]
)
def test_a_database_from_before_the_first_release_is_refused(other_migrations):
    with setting_up():
        for name in ("0001_first", *other_migrations):
            MigrationRecorder(connection).record_applied("party", name)

    with pytest.raises(ExplainedError, match=r"older Head Table, before the first release"):
        migrate_database()


@pytest.mark.django_db
def test_a_database_that_lacks_a_migration_in_the_middle_is_refused():
    with setting_up():
        MigrationRecorder(connection).record_unapplied("auth", "0003_alter_user_email_max_length")

    with pytest.raises(ExplainedError, match="by a Head Table between two releases") as refused:
        migrate_database()
    assert "auth" not in str(refused.value)


@pytest.mark.parametrize(
    ("vendor", "error"),
    [
        ("sqlite", "duplicate column name: email_key"),
        ("sqlite", 'table "party_signinline" already exists'),
        ("postgresql", 'column "email_key" of relation "party_user" already exists'),
    ],
)
def test_a_database_of_no_release_is_explained_without_the_words_of_the_error(
    monkeypatch, vendor, error
):
    monkeypatch.setattr(connection, "vendor", vendor)
    text = explain_error(OperationalError(error))
    assert "was made by a Head Table between two releases" in text
    assert "email_key" not in text
    assert ("--data FOLDER" in text) == (vendor == "sqlite")
    assert is_database_trouble(OperationalError(error))


@OF_SQLITE
def test_errors_of_the_database_are_explained():
    with (
        pytest.raises(ExplainedError, match=r"be used \(file is not a database\)\. Put back"),
        explain_database_errors(),
    ):
        raise DatabaseError("file is not a database")


def rename_column(file):
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("ALTER TABLE party_club RENAME COLUMN name TO mame")


@pytest.fixture
def hall(laptop_folder):
    """Return the data folder of a laptop with an evening and a copy; close its database."""
    party_with(8)
    copy_now("round 1")
    connection.close()
    return laptop_folder


@pytest.mark.parametrize(
    ("damage_file", "words"),
    [
        (lambda file: change_bytes(file, seed=7, count=80), "cannot be used"),
        (lambda file: os.truncate(file, 50_000), "cannot be used (database disk image is malf"),
        (lambda file: os.truncate(file, 0), "cannot be used (the file is empty)"),
        pytest.param(
            lambda file: file.write_text("our evenings\n" * 400),
            "(file is not a database)",
            marks=pytest.mark.measured,
        ),
        (rename_column, "(no such column: party_club.name)"),
    ],
)
def test_a_damaged_database_is_refused_with_the_name_of_the_last_copy(
    hall, damage_file, words, monkeypatch
):
    monkeypatch.delenv("HEADTABLE_DATA", raising=False)
    file = hall / "headtable.sqlite3"
    damage_file(file)
    before = file.read_bytes()
    with pytest.raises(ExplainedError) as refused:
        migrate_database()
    [copy] = copies_in(hall / "backups")
    assert words in str(refused.value)
    assert "or open the last backup: " in str(refused.value)
    assert str(refused.value).endswith(restore_command(hall / "backups" / copy.name))
    assert "\n" not in str(refused.value)
    assert file.read_bytes() == before


def restore_command(copy, *options):
    return shlex.join(["", "manage.py", "restore", str(copy), *options]).removeprefix("''")


@pytest.mark.measured
def test_the_advice_to_restore_names_the_last_copy_that_is_not_damaged(
    hall, settings, monkeypatch
):
    monkeypatch.delenv("HEADTABLE_DATA", raising=False)
    first, last = hall / "backups" / copy_now("round 2"), hall / "backups" / copy_now("round 3")
    monkeypatch.setattr("sys.executable", str(Path.cwd() / "a/python"))
    assert recovery_text().endswith(f" a/python{restore_command(last)}")
    change_bytes(last, seed=7, count=800)
    assert recovery_text().endswith(restore_command(first))
    monkeypatch.setenv("HEADTABLE_DATA", str(hall))
    assert recovery_text().endswith(restore_command(first, "--data", str(hall)))
    settings.SECOND_PLACE = str(hall / "a stick")
    (hall / "backups").rename(settings.SECOND_PLACE)
    assert recovery_text().endswith(
        restore_command(hall / "a stick" / first.name, "--data", str(hall))
    )
    settings.SECOND_PLACE = ""
    assert (
        recovery_text()
        == "Put back a copy that works, or start with another folder: --data FOLDER."
    )


@pytest.mark.slow
def test_an_empty_file_is_a_new_database_if_there_are_no_copies(laptop_folder):
    connection.close()
    os.truncate(laptop_folder / "headtable.sqlite3", 0)
    migrate_database()
    assert not has_pending_migrations()


def test_a_read_only_database_file_is_named(laptop_folder, monkeypatch):
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(ExplainedError, match=r"headtable.sqlite3 cannot be read and written by"):
        migrate_database()


@pytest.mark.measured
def test_a_locked_database_is_not_called_damaged(hall):
    assert database_damage() == ""
    (hall / "headtable.sqlite3").chmod(0o600)
    connection.close()
    with closing(sqlite3.connect(hall / "headtable.sqlite3")) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sqlite3.connect", partial(sqlite3.connect, timeout=0))
            assert database_damage() == ""


@pytest.mark.slow
def test_an_interrupted_migration_begins_again(laptop_folder, monkeypatch):
    """Django alone would record the applied migration in a second transaction."""
    with setting_up():
        call_command("migrate", "party", "0004", interactive=False, verbosity=0)
    monkeypatch.setattr(MigrationExecutor, "record_migration", cut_off)
    with pytest.raises(KeyboardInterrupt):
        migrate_database()
    monkeypatch.undo()
    assert has_pending_migrations()
    migrate_database()
    assert not has_pending_migrations()


def cut_off(*_arguments):
    raise KeyboardInterrupt


@pytest.mark.measured
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("vendor", "error", "words"),
    [
        ("postgresql", "connection failed: Refused\n\tIs it running?", "does not answer. Wait a"),
        ("postgresql", 'relation "party_club" does not exist', "new or older, run: manage.py"),
        ("sqlite", "disk I/O error", "The disk does not answer."),
        ("sqlite", "no such table: party_club", "Put back a copy that works, or start with"),
    ],
)
def test_a_command_explains_a_database_error_in_one_sentence(monkeypatch, vendor, error, words):
    monkeypatch.setattr(connection, "vendor", vendor)
    text = explain_error(OperationalError(error))
    assert words in text
    assert len(text.splitlines()) == 1
    assert is_database_trouble(OperationalError(error))


@pytest.mark.django_db
def test_an_error_of_the_program_is_not_explained_as_trouble_of_the_database():
    assert not is_database_trouble(OperationalError("syntax error near FORM"))


@pytest.mark.django_db
def test_migrate_refuses_a_database_of_another_version_in_a_sentence(capsys):
    with setting_up():
        MigrationRecorder(connection).record_unapplied("auth", "0003_alter_user_email_max_length")
    with pytest.raises(DatabaseError) as error:
        call_command("migrate", verbosity=0, keeps_copy=False)
    assert is_database_trouble(error.value)  # manage.py explains the error
    with setting_up():
        MigrationRecorder(connection).record_applied("party", "0001_first")
    with pytest.raises(SystemExit):
        call_command("migrate", verbosity=0, keeps_copy=False)
    assert "before the first release" in capsys.readouterr().err


def unapply_latest_migration(**options):
    graph = MigrationLoader(None).graph
    [latest] = graph.leaf_nodes("party")
    [previous] = [node.key for node in graph.node_map[latest].parents if node.key[0] == "party"]
    with setting_up():
        call_command("migrate", *previous, interactive=False, verbosity=0, **options)


def test_an_older_database_is_copied_before_it_is_migrated(laptop_folder):
    copies = laptop_folder / "backups"
    migrate_database()
    assert copies_in(copies) == []
    unapply_latest_migration(keeps_copy=False)
    migrate_database()
    assert not has_pending_migrations()
    [copy] = copies_in(copies)
    assert copy.reason == "before an update"
    assert read_contents(copies / copy.name).is_older


def test_a_new_version_copies_the_database_only_at_its_first_start(laptop_folder):
    (laptop_folder / "version").write_text("0.1.9\n")
    migrate_database()
    [copy] = copies_in(laptop_folder / "backups")
    assert pop_update() == {"version": __version__, "before": "0.1.9", "copy": copy.name}
    assert pop_update() is None
    migrate_database()
    assert pop_update() is None
    assert copies_in(laptop_folder / "backups") == [copy]


def test_a_new_version_starts_on_a_full_disk_without_a_copy(laptop_folder):
    (laptop_folder / "version").write_text("0.1.9\n")
    (laptop_folder / "backups").write_text("no folder")
    migrate_database()
    assert pop_update() is None


def test_a_migration_is_refused_if_its_copy_fails(laptop_folder, capsys):
    unapply_latest_migration(keeps_copy=False)
    (laptop_folder / "backups").write_text("no folder")
    with pytest.raises(SystemExit):
        call_command("migrate", interactive=False, verbosity=0)
    assert capsys.readouterr().err.startswith("No copy could be made. ")
    assert has_pending_migrations()


def test_migrate_copies_the_database_first(laptop_folder):
    copies = laptop_folder / "backups"
    for options in ({}, {"plan": True}, {"check_unapplied": True}):
        call_command("migrate", interactive=False, verbosity=0, **options)
    assert copies_in(copies) == []
    unapply_latest_migration()
    [copy] = copies_in(copies)
    assert not read_contents(copies / copy.name).is_older  # this copy has the present schema
    call_command("migrate", interactive=False, verbosity=0)
    assert copies_in(copies)[0].reason == "before an update"
    assert read_contents(copies / copies_in(copies)[0].name).is_older


@pytest.mark.parametrize(
    ("host", "name"), [("", "evenings"), ("db.example.org", "evenings on db.example.org")]
)
def test_the_name_of_a_database_includes_its_server(monkeypatch, host, name):
    monkeypatch.setitem(connection.settings_dict, "HOST", host)
    monkeypatch.setitem(connection.settings_dict, "NAME", "evenings")

    assert database_name() == name


@pytest.mark.django_db
def test_a_migration_adds_numbers_to_people_with_the_same_name():
    party, other = party_with(4), party_with(4, name="Another")
    with setting_up():
        party.entrants.filter(number__in=(2, 4)).update(name="Mary Smith")
        other.entrants.filter(number=1).update(name="Mary Smith")
        migration = import_module("party.migrations.0003_names_apart")
        migration.tell_apart(apps, connection.schema_editor())
    names = [str(row) for row in party.entrants.order_by("number")]
    assert names == ["Alma", "Mary Smith (2)", "Carol", "Mary Smith (4)"]
    assert str(other.entrants.get(number=1)) == "Mary Smith"


@pytest.mark.django_db
def test_a_migration_gives_older_accounts_their_keys():
    first, second = create_user("Örjan"), create_user("ÖRJAN")
    with setting_up():
        User.objects.filter(pk=first.pk).update(name_key="", email="o@bücher.example")
        User.objects.filter(pk=second.pk).update(name_key="", email="o@BÜCHER.example")
        migration = import_module("party.migrations.0017_account_keys_and_sign_ins")
        migration.fill_keys(apps, connection.schema_editor())
    keys = User.objects.order_by("pk").values_list("name_key", "email_key")
    assert [*keys] == [("örjan", "o@bücher.example"), ("örjan", None)]


@pytest.mark.django_db
def test_a_migration_marks_winners_of_finished_parties_as_revealed():
    finished, playing = party_with(8, finished_at=AT), party_with(8)
    with setting_up():
        migration = import_module("party.migrations.0021_reveal")
        migration.count_as_revealed(apps, connection.schema_editor())
    revealed = [Party.objects.get(pk=party.pk).revealed_at for party in (finished, playing)]
    assert revealed == [AT, None]
