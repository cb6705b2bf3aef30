import gc
import os
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import django
import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management import call_command
from django.db import connection
from django.template.base import Template
from django.test import Client
from hypothesis import is_hypothesis_test
from hypothesis import settings as hypothesis_settings

import party
from party.process_state import PROCESS
from party.services.accounts.sessions import BACKEND, SessionStore
from party.services.backups import copies
from party.services.backups.other_database import other_database
from tests.guard import GUARD
from tests.laptop import Laptop
from tests.once import MEMORY

# CI tries the same examples each time, so that its result does not depend on chance.
# Sixty examples of a property are enough for a slow run, and keep it under ten minutes.
hypothesis_settings.register_profile(
    "house", deadline=None, derandomize="CI" in os.environ, max_examples=60
)
hypothesis_settings.register_profile(
    "sampled", hypothesis_settings.get_profile("house"), max_examples=20
)

# With the default thresholds, garbage collection takes half of the time in which pytest collects.
gc.set_threshold(50_000, 20, 100)

NO_BROWSER = "no Chromium on this machine"
NO_NODE = "no Node 22 or newer on this machine"
# Coverage is measured only in these tests and in tests marked `measured`, because the tracer would
# double the time of the other tests.
MEASURED = tuple(
    f"tests/{place}"
    for place in (
        *("engine/", "progression/", "queries/", "services/"),
        *(f"views/{room}/" for room in ("hall", "log", "phones")),
        *(f"views/papers/test_{name}" for name in ("guides", "next_moves", "readings")),
        *(f"views/seats/test_{name}" for name in ("moves", "table_changes", "turns", "turnout")),
        *(f"views/evening/test_{name}" for name in ("close", "end", "parties", "plans")),
        *(f"views/people/test_{name}" for name in ("players", "fees", "former_players")),
        *("views/evening/test_untracked", "views/test_clubs"),
        "views/scores/test_record",
        *("views/seats/test_wrong_chairs", "views/prizes/test_fifty_fifty"),
        *(f"views/test_{name}" for name in ("backups", "bar", "buttons", "downloads", "hosting")),
        *(f"views/test_{name}" for name in ("invitations", "party_files", "several_clubs")),
    )
)
SESSION_COOKIE = "sessionid"


def pytest_configure(config):
    """Let property tests try a fifth of their examples, and three fifths in slow runs."""
    hypothesis_settings.load_profile(
        "sampled" if "not slow" in config.option.markexpr else "house"
    )


def pytest_collection_modifyitems(config, items):
    """Mark tests that are not measured; on PostgreSQL drop those with an SQLite file.

    A slow run repeats the property tests with more examples.
    """
    for item in items:
        if config.option.markexpr == "slow" and is_hypothesis_test(item.obj):
            item.add_marker(pytest.mark.slow)
        if not (item.nodeid.startswith(MEASURED) or item.get_closest_marker("measured")):
            item.add_marker(pytest.mark.no_cover)
    if os.environ.get("TEST_DB") == "postgres":
        sqlite_items = [item for item in items if "migrated_file" in item.fixturenames]
        config.hook.pytest_deselected(items=sqlite_items)
        items[:] = [item for item in items if "migrated_file" not in item.fixturenames]


def pytest_collection_finish():
    """Exclude the objects of collected tests from garbage collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """Stop the tracer during the test and its fixtures, if the test is not measured."""
    tracer = tracer_to_stop(item)
    if tracer:
        tracer.pause()
    try:
        return (yield)
    finally:
        if tracer and not tracer.started:
            tracer.resume()


def tracer_to_stop(item):
    """Return the tracer if there is one and this test is not measured."""
    plugin = item.config.pluginmanager.getplugin("_cov")
    return plugin and item.get_closest_marker("no_cover") and plugin.cov_controller


def pytest_runtest_setup(item):
    MEMORY.begin(item, unmeasured=bool(tracer_to_stop(item)))
    PROCESS.reset()


@pytest.fixture(scope="session")
def django_db_keepdb():
    """Drop no database: its folder or its temporary server is deleted anyway.

    PostgreSQL refuses to drop a database that its own vacuum uses.
    """
    return True


@pytest.fixture(autouse=True, scope="session")
def _contexts_of_pages(django_test_environment):
    """Record the contexts of pages, but not those of form fields."""
    original = Template._render

    def render(template, context):
        if (template.name or "").startswith("django/forms/"):
            return template.nodelist.render(context)
        return original(template, context)

    Template._render = render
    yield
    Template._render = original


@pytest.fixture(autouse=True, scope="session")
def _quick_sign_in():
    """Sign a client in with one session; Django creates two and writes four times."""
    original = Client._login

    def sign_in(client, user, backend=None):
        if SESSION_COOKIE in client.cookies:
            return original(client, user, backend)
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
    Client._login = original


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    with GUARD.armed_for_a_test():
        return (yield)


def pytest_terminal_summary(terminalreporter):
    """Report skipped browser tests and skipped tests of scripts."""
    skipped = terminalreporter.stats.get("skipped", [])
    if count := sum(NO_BROWSER in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(f"Skipped {count} browser tests: {NO_BROWSER}.")
    if any(NO_NODE in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(f"Skipped the unit tests of the scripts: {NO_NODE}.")


@pytest.fixture(scope="session")
def migrated_file(request, tmp_path_factory, django_test_environment, django_db_blocker):
    """Return a file with the empty, migrated database.

    Running all migrations takes seconds, so pytest's cache keeps the file until one changes.
    """
    cache = getattr(request.config, "cache", None)
    folder = cache.mkdir("migrated") if cache else tmp_path_factory.mktemp("migrated")
    migrations = sorted((Path(party.__file__).parent / "migrations").glob("*.py"))
    texts = [django.__version__, *(path.read_text(encoding="utf-8") for path in migrations)]
    file = folder / f"{sha256(''.join(texts).encode()).hexdigest()[:16]}.sqlite3"
    lock = sqlite3.connect(folder / "lock.sqlite3", timeout=120, isolation_level=None)
    with closing(lock):
        lock.execute("BEGIN EXCLUSIVE")  # only one process migrates
        if not file.exists():
            part = file.with_suffix(".part")
            part.unlink(missing_ok=True)
            with django_db_blocker.unblock(), other_database(str(part)) as database:
                call_command("migrate", verbosity=0, keeps_copy=False)
                with database.cursor() as cursor:
                    cursor.execute("DELETE FROM sqlite_sequence WHERE name LIKE 'party_%'")
                    cursor.execute("PRAGMA journal_mode = WAL")
            part.replace(file)
    return file


@pytest.fixture(scope="session")
def django_db_setup(request, django_test_environment):
    """Set up the databases; on SQLite by a copy of the migrated file."""
    if connection.vendor == "sqlite":
        name = str(connection.settings_dict["TEST"]["NAME"])
        shutil.copyfile(request.getfixturevalue("migrated_file"), name)
        connection.close()
        settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name
    else:
        request.getfixturevalue("django_db_setup")


@pytest.fixture
def prepared(migrated_file):
    """Return a function that gives a data folder its tables."""

    def prepared(folder):
        folder.mkdir(exist_ok=True)
        if not (file := folder / "headtable.sqlite3").exists():
            shutil.copyfile(migrated_file, file)
        return folder

    return prepared


@pytest.fixture
def start_in(prepared):
    """Return a function that starts Head Table in a folder."""
    laptops = []

    def start_in(folder, *options):
        laptops.append(Laptop(prepared(folder), *options))
        return laptops[-1]

    yield start_in
    for laptop in laptops:
        laptop.process.kill()
        laptop.process.communicate()


@pytest.fixture
def laptop_folder(migrated_file, tmp_path, settings, monkeypatch, django_db_blocker):
    """Give a test a data folder with an SQLite database of its own, and let backups be written."""
    # A new thread, because coverage does not see threads that started while it was paused.
    monkeypatch.setattr(PROCESS, "copy_writer", ThreadPoolExecutor(1))
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    settings.SECOND_PLACE = ""
    file = Path(shutil.copy(migrated_file, tmp_path / "headtable.sqlite3"))
    with django_db_blocker.unblock(), other_database(str(file)):
        yield tmp_path
        copies.wait_for_copies()
