"""A database that this program cannot use is refused in a sentence, without its password."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from party.management.command_errors import ExplainedError
from party.management.database import (
    database_name,
    explained_database_errors,
    is_older,
    migrate_database,
)
from party.queries.backups.contents import read_contents
from party.queries.backups.kept import copies_in
from tests.evening import party_with
from tests.guard import setting_up


@pytest.mark.django_db
def test_a_database_of_a_newer_version_is_refused():
    assert not is_older()
    with setting_up():
        MigrationRecorder(connection).record_applied("party", "9001_robots")

    with pytest.raises(ExplainedError, match=r"newer .* \(it knows party 9001_robots, this"):
        migrate_database()


@pytest.mark.django_db
def test_a_database_from_before_the_first_release_is_refused():
    with setting_up():
        MigrationRecorder(connection).record_applied("party", "0001_first")

    with pytest.raises(ExplainedError, match=r"older Head Table, before the first release"):
        migrate_database()


def test_what_the_database_complains_about_is_explained():
    with (
        pytest.raises(ExplainedError, match=r"be used \(file is not a database\)\. Put back"),
        explained_database_errors(),
    ):
        raise DatabaseError("file is not a database")


def test_the_last_backup_is_named(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path
    for minute in (1, 2):
        (tmp_path / f"headtable-20260101T10000{minute}Z-asked-for.sqlite3").write_text("")
    words = rf"Open the last backup: manage.py restore {tmp_path}/headtable-20260101T100002Z-"
    with pytest.raises(ExplainedError, match=words), explained_database_errors():
        raise DatabaseError("database disk image is malformed")


def test_an_older_database_is_copied_before_it_is_changed(laptop_folder):
    copies = laptop_folder / "backups"
    migrate_database()
    assert copies_in(copies) == []
    graph = MigrationLoader(None).graph
    [latest] = graph.leaf_nodes("party")
    [one_before] = [each.key for each in graph.node_map[latest].parents if each.key[0] == "party"]
    with setting_up():
        call_command("migrate", *one_before, interactive=False, verbosity=0)
    migrate_database()
    assert not is_older()
    [copy] = copies_in(copies)
    assert copy.why == "before an update"
    assert read_contents(copies / copy.name).is_older


@pytest.mark.parametrize(
    ("host", "name"), [("", "evenings"), ("db.example.org", "evenings on db.example.org")]
)
def test_a_database_is_named_with_its_server(monkeypatch, host, name):
    monkeypatch.setitem(connection.settings_dict, "HOST", host)
    monkeypatch.setitem(connection.settings_dict, "NAME", "evenings")

    assert database_name() == name


@pytest.mark.django_db
def test_people_of_one_name_at_parties_of_before_are_told_apart():
    party, other = party_with(4), party_with(4, name="Another")
    with setting_up():
        party.entrants.filter(number__in=(2, 4)).update(name="Mary Smith")
        other.entrants.filter(number=1).update(name="Mary Smith")
        migration = import_module("party.migrations.0003_names_apart")
        migration.tell_apart(apps, connection.schema_editor())
    names = [str(row) for row in party.entrants.order_by("number")]
    assert names == ["Alma", "Mary Smith (2)", "Carol", "Mary Smith (4)"]
    assert str(other.entrants.get(number=1)) == "Mary Smith"
