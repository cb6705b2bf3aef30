"""A database that this program cannot use is refused in a sentence, without its password."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from party.management.command_errors import ExplainedError
from party.management.database import (
    database_name,
    explained_database_errors,
    migrate_database,
    newer_migrations,
)
from tests.evening import party_with
from tests.guard import setting_up


@pytest.mark.django_db
def test_a_database_of_a_newer_version_is_refused():
    assert newer_migrations() == []
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
