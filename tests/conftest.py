"""What every test stands on."""

import gc
import os
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management import call_command
from django.db import connection
from django.template.base import Template
from django.test import Client
from hypothesis import settings

from party.process_state import PROCESS
from party.services.accounts.sessions import BACKEND, SessionStore
from party.services.backups import copies
from party.services.backups.other_database import other_database
from tests.guard import GUARD
from tests.once import MEMORY

# A slow machine is no fault: no example has a deadline. What a gate says about a change must not
# depend on chance: there the examples are the same each time; at a desk they are new ones.
settings.register_profile("house", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("house")

# Thousands of tests are collected, and stay: to look through all of them for rubbish again and
# again takes half the time of collecting them.
gc.set_threshold(50_000, 20, 100)

NO_BROWSER = "no Chromium on this machine"
NO_NODE = "no Node 22 or newer on this machine"
# What is measured is proved by the tests of its own rooms, and by these of the pages that alone
# ask some query; a single test of another folder is marked `measured`. All others run with the
# tracer off: it would double their time.
MEASURED = tuple(
    f"tests/{place}"
    for place in (
        *("engine/", "progression/", "queries/", "services/"),
        *(f"views/{room}/" for room in ("hall", "log", "phones")),
        *(f"views/papers/test_{name}" for name in ("guides", "next_moves", "readings")),
        *(f"views/seats/test_{name}" for name in ("moves", "table_changes", "turns", "turnout")),
        *(f"views/evening/test_{name}" for name in ("close", "end", "parties", "plans")),
        *("views/evening/test_untracked", "views/people/test_players", "views/people/test_fees"),
        "views/scores/test_record",
        *("views/seats/test_wrong_chairs", "views/prizes/test_fifty_fifty"),
        *(f"views/test_{name}" for name in ("backups", "bar", "buttons", "downloads", "hosting")),
        *(f"views/test_{name}" for name in ("invitations", "party_files", "several_clubs")),
    )
)
SESSION_COOKIE = "sessionid"


def pytest_collection_modifyitems(config, items):
    """Say what is not measured; on PostgreSQL leave out what makes itself a laptop's database."""
    for item in items:
        if not (item.nodeid.startswith(MEASURED) or item.get_closest_marker("measured")):
            item.add_marker(pytest.mark.no_cover)
    if os.environ.get("TEST_DB") == "postgres":
        laptops = [item for item in items if "migrated_file" in item.fixturenames]
        config.hook.pytest_deselected(items=laptops)
        items[:] = [item for item in items if "migrated_file" not in item.fixturenames]


def pytest_collection_finish():
    """Let Python stop looking for garbage among what stays until the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """Leave out of what is measured not only the body of such a test, but its fixtures too."""
    tracer = tracer_to_stop(item)
    if tracer:
        tracer.pause()
    try:
        return (yield)
    finally:
        if tracer and not tracer.started:
            tracer.resume()


def tracer_to_stop(item):
    """Return the tracer where there is one, and this test is not measured."""
    measuring = item.config.pluginmanager.getplugin("_cov")
    return measuring and item.get_closest_marker("no_cover") and measuring.cov_controller


def pytest_runtest_setup(item):
    MEMORY.begin(item, unmeasured=bool(tracer_to_stop(item)))
    PROCESS.reset()


@pytest.fixture(autouse=True, scope="session")
def _contexts_of_pages(django_test_environment):
    """Keep no context of each template of a field: tests look at those of pages."""
    kept = Template._render

    def render(template, context):
        if (template.name or "").startswith("django/forms/"):
            return template.nodelist.render(context)
        return kept(template, context)

    Template._render = render
    yield
    Template._render = kept


@pytest.fixture(autouse=True, scope="session")
def _quick_sign_in():
    """Sign a client in with one session; Django makes two and writes four times."""
    kept = Client._login

    def sign_in(client, user, backend=None):
        if SESSION_COOKIE in client.cookies:
            return kept(client, user, backend)
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = backend or BACKEND
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        client.cookies[SESSION_COOKIE] = session.session_key
        client.cookies[SESSION_COOKIE]["path"] = "/"
        return None

    Client._login = sign_in
    yield
    Client._login = kept


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    with GUARD.armed_for_a_test():
        return (yield)


def pytest_terminal_summary(terminalreporter):
    """Say in one line each that nothing was seen in a browser, and no script tested."""
    skipped = terminalreporter.stats.get("skipped", [])
    if missed := sum(NO_BROWSER in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(f"Skipped {missed} browser tests: {NO_BROWSER}.")
    if any(NO_NODE in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(f"Skipped the unit tests of the scripts: {NO_NODE}.")


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory, django_db_setup, django_db_blocker):
    """Copy the empty database that the migrations have made; a laptop begins with such a copy."""
    file = tmp_path_factory.mktemp("migrated") / "headtable.sqlite3"
    with django_db_blocker.unblock(), closing(sqlite3.connect(file)) as copy:
        if not connection.introspection.table_names():  # no test of this run needs the database
            call_command("migrate", verbosity=0)
        connection.connection.backup(copy)
        copy.execute("DELETE FROM sqlite_sequence WHERE name LIKE 'party_%'")
        copy.commit()
        copy.execute("PRAGMA journal_mode = WAL")
    return file


@pytest.fixture
def prepared(migrated_file):
    """Return what gives a new data folder its tables: a first start needs seconds to make them."""

    def prepared(folder):
        folder.mkdir(exist_ok=True)
        if not (file := folder / "headtable.sqlite3").exists():
            shutil.copyfile(migrated_file, file)
        return folder

    return prepared


@pytest.fixture
def laptop_folder(migrated_file, tmp_path, settings, monkeypatch, django_db_blocker):
    """Let the test have a data folder with an SQLite database, and copies of it."""
    # A thread of its own: coverage loses sight of those that live while it looks away.
    monkeypatch.setattr(PROCESS, "copy_writer", ThreadPoolExecutor(1))
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    settings.SECOND_PLACE = ""
    file = Path(shutil.copy(migrated_file, tmp_path / "headtable.sqlite3"))
    with django_db_blocker.unblock(), other_database(str(file)):
        yield tmp_path
        copies.wait_for_copies()
