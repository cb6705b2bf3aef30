import io
import json
import logging
import logging.config
from contextlib import contextmanager

import pytest
from django.db import OperationalError
from django.db.backends.utils import CursorWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.urls import reverse

from party.models import Party, User
from party.process_state import PROCESS
from party.queries import hosting
from party.queries.backups.kept_copies import copies_in
from party.values.hosting import ACCESS, logging_settings
from tests.evening import helper_of, party_with
from tests.phone import address
from tests.reading import text_of

pytestmark = pytest.mark.django_db


def probe(name, **headers):
    answer = Client().get(reverse(name), headers=headers)
    return answer.status_code, answer.content.decode()


@pytest.fixture
def no_database(monkeypatch):
    def refuse(*_):
        raise OperationalError("could not connect to server")

    monkeypatch.setattr(CursorWrapper, "execute", refuse)


def test_a_worker_with_a_database_is_ready(settings, django_assert_max_num_queries):
    settings.SECURE_SSL_REDIRECT = True
    with django_assert_max_num_queries(0):
        assert probe("health") == (200, "ok\n")
    with django_assert_max_num_queries(2):
        assert probe("ready") == (200, "ready\n")
    assert Client().get(reverse("login")).status_code == 301


def test_a_worker_without_a_database_is_healthy_but_not_ready(no_database):
    assert probe("health") == (200, "ok\n")
    assert probe("ready") == (503, "no database\n")


def test_a_worker_before_the_migration_is_not_ready():
    recorder = MigrationRecorder.Migration.objects
    last = recorder.filter(app="party").latest("name")
    recorder.filter(pk=last.pk).delete()
    assert probe("ready") == (503, "not migrated\n")


def test_a_worker_stays_ready_after_a_newer_migration():
    hosting._own_migrations.cache_clear()  # a worker reads the migrations only once
    MigrationRecorder.Migration.objects.create(app="party", name="9999_later")
    assert probe("ready") == (200, "ready\n")


@contextmanager
def hosted_log(settings):
    """Yield the log of a Head Table with HEADTABLE_LOG=json."""
    written = io.StringIO()
    settings.LOG_AS_JSON = True
    logs = logging_settings(as_json=True)
    logs["handlers"]["console"]["stream"] = written
    names = (ACCESS, "django.request")
    kept = {
        name: (each := logging.getLogger(name), [*each.handlers], each.level) for name in names
    }
    logging.config.dictConfig(logs)
    try:
        yield written
    finally:
        for logger, handlers, level in kept.values():
            logger.handlers = handlers
            logger.setLevel(level)


def lines(written):
    return [json.loads(line) for line in written.getvalue().splitlines()]


def test_each_response_is_a_line_of_the_log(client, settings):
    party = party_with(4, phones=True)
    organiser = party.club.memberships.get().user
    client.force_login(organiser)
    live, phone = reverse("live", args=[party.pk]), address(party)
    with hosted_log(settings) as written:
        answer = client.get(live, headers={"X-Request-ID": "proxy-7.a"})
        unnamed = Client().get(phone, headers={"X-Request-ID": "two\twords"})
    first, second = lines(written)
    assert answer.headers["X-Request-ID"] == first["request"] == "proxy-7.a"
    assert first["message"] == f"GET {live}"
    assert (first["status"], first["user"], first["level"]) == (200, organiser.pk, "INFO")
    assert 0 < first["ms"] < 60_000
    assert first["time"].endswith("+00:00")
    assert second["user"] is None
    assert len(second["request"]) == 32
    assert unnamed.headers["X-Request-ID"] == second["request"]
    assert second["message"] == f"GET /t/{party.code}/1/…/"
    assert phone.split("/")[4] not in written.getvalue()


def test_an_error_is_a_line_with_its_trace_and_request_id(settings, monkeypatch):
    phone = address(party_with(4, phones=True))

    def fail(*_, **__):
        raise ZeroDivisionError("of a test")

    monkeypatch.setattr("party.views.phones.tables.read_phone", fail)
    client = Client(raise_request_exception=False)
    with hosted_log(settings) as written:
        assert client.get(phone, headers={"X-Request-ID": "seven"}).status_code == 500
    error = next(line for line in lines(written) if line["level"] == "ERROR")
    assert error["request"] == "seven"
    assert "ZeroDivisionError: of a test" in error["trace"]
    assert phone.split("/")[4] not in written.getvalue()


def test_a_laptop_logs_no_responses(client, caplog):
    assert client.get(reverse("login")).headers.get("X-Request-ID") is None
    assert not [record for record in caplog.records if record.name == ACCESS]


@pytest.fixture
def stops(laptop_folder, client, monkeypatch):
    """Sign in the organiser of the laptop; return a list that gets an item for each stop."""
    stops = []
    monkeypatch.setattr(PROCESS, "stop_server", lambda: stops.append("stop"))
    party_with(4)
    client.force_login(User.objects.get())
    return stops


def test_when_an_organiser_stops_head_table_a_backup_is_made_first(stops, client, laptop_folder):
    assert reverse("stop") in text_of(client.get(reverse("home")))
    assert "A backup is made first." in text_of(client.get(reverse("stop")))
    assert stops == []
    text = text_of(client.post(reverse("stop")))
    (copy,) = copies_in(laptop_folder / "backups")
    assert copy.reason == "before stopping"
    assert copy.name in text
    assert stops == ["stop"]


def test_if_the_backup_fails_the_page_asks_whether_to_stop(stops, client, laptop_folder):
    (laptop_folder / "backups").write_text("no folder")
    text = text_of(client.post(reverse("stop")))
    assert "No copy could be made." in text
    assert stops == []
    assert "Everything is saved." in text_of(client.post(reverse("stop"), {"backup": "no"}))
    assert stops == ["stop"]


def test_only_an_organiser_at_the_laptop_itself_can_stop_head_table(stops, client, monkeypatch):
    phone = {"REMOTE_ADDR": "192.168.1.20"}
    assert client.post(reverse("stop"), **phone).status_code == 404
    assert reverse("stop") not in text_of(client.get(reverse("home"), **phone))
    helper = Client()
    helper.force_login(helper_of(Party.objects.get()))
    assert helper.post(reverse("stop")).status_code == 404
    monkeypatch.setattr(PROCESS, "stop_server", None)
    assert client.post(reverse("stop")).status_code == 404
    assert stops == []
