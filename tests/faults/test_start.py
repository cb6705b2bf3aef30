"""`manage.py start` as a real process.

Each process takes more than a second, so only one start runs by default.
"""

import http.client
import os
import shutil
import signal
import socket
import sqlite3
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from tests.laptop import Laptop, Visitor, command, run_python

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals as Linux and macOS have them")


def refusal(folder, *options):
    """Start, expect a refusal, and return its one sentence."""
    _, *words = command(folder, *options)
    ended = run_python(*words, timeout=120)
    assert ended.returncode == 2, ended.stderr
    assert ended.stdout == ""
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    return ended.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory, migrated_file):
    folder = tmp_path_factory.mktemp("hall")
    shutil.copyfile(migrated_file, folder / "headtable.sqlite3")
    return folder


@pytest.fixture(scope="module")
def laptop(folder):
    laptop = Laptop(folder)
    yield laptop
    laptop.process.kill()
    laptop.process.communicate()


def tables(folder, question):
    connection = sqlite3.connect(folder / "headtable.sqlite3")
    rows = connection.execute(question).fetchall()
    connection.close()
    return rows


@pytest.mark.slow
def test_the_first_start_makes_files_that_only_their_owner_can_read(tmp_path):
    folder = tmp_path / "data"
    laptop = Laptop(folder)
    assert len((folder / "secret_key").read_text().strip()) >= 50
    Visitor().ask(f"{laptop.address}/hall/none/")
    files = [file for file in folder.rglob("*") if file.is_file()]
    modes = {file.name: file.stat().st_mode & 0o777 for file in files}
    assert {"secret_key", "headtable.sqlite3", "headtable.sqlite3-wal"} <= modes.keys()
    assert set(modes.values()) == {0o600}
    assert laptop.stop()[0] == 0


def test_the_server_does_not_say_which_software_it_is(laptop):
    address = urlsplit(laptop.address)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=10)
    for path in ("/login/", "/static/party/party.css", "/nothing/"):
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        headers = {name.lower() for name, _ in answer.getheaders()}
        assert not headers & {"server", "via", "x-powered-by"}
    connection.close()


def test_a_head_request_gets_no_body(laptop):
    address = urlsplit(laptop.address)
    with socket.create_connection((address.hostname, address.port)) as connection:
        connection.sendall(b"HEAD /login/ HTTP/1.0\r\nHost: localhost\r\n\r\n")
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    head, _, below = answer.partition(b"\r\n\r\n")
    assert (b"200 OK" in head, below) == (True, b"")


def test_start_without_a_party_loads_an_evening_in_the_middle_of_round_3(laptop, folder):
    states = tables(folder, "select number, state from party_round order by number")
    assert states == [(1, "closed"), (2, "closed"), (3, "playing")]


def test_start_has_no_default_password(laptop, folder):
    (password,) = tables(folder, "select password from party_user")[0]
    assert password.startswith("!")


def test_pages_are_served_without_debug(laptop):
    status, _, text = Visitor().ask(f"{laptop.address}/no-such-page")
    assert status in {302, 404}
    assert "DEBUG" not in text


def test_static_files_are_served(laptop):
    status, headers, _ = Visitor().ask(f"{laptop.address}/static/django_htmx/htmx-2.min.js")
    assert (status, "javascript" in headers["Content-Type"]) == (200, True)


def test_stranger_is_sent_to_the_sign_in_page(laptop):
    status, headers, _ = Visitor().ask(f"{laptop.address}/")
    assert (status, urlsplit(headers["Location"]).path) == (302, "/login/")


def test_printed_link_signs_in_once(laptop):
    visitor = Visitor()
    assert visitor.press_the_button(laptop.link) == 302
    status, _, text = visitor.ask(f"{laptop.address}/")
    assert (status, "Sample evening" in text) == (200, True)

    stranger = Visitor()
    assert stranger.press_the_button(laptop.link) != 302
    assert stranger.ask(f"{laptop.address}/")[0] == 302


def test_a_request_for_an_unknown_host_name_is_refused(laptop):
    status, _, _ = Visitor().ask(f"{laptop.address}/login/", Host="mallory.example")
    assert status == 400


@pytest.mark.slow
def test_a_second_process_in_the_same_folder_is_refused(laptop, folder):
    assert "Another Head Table is using the folder" in refusal(folder)


@pytest.mark.slow
def test_a_second_start_finds_the_same_evening(tmp_path, prepared):
    first = Laptop(prepared(tmp_path))
    code, last_words, complaints = first.stop(signal.SIGINT)
    assert (code, complaints) == (0, "")
    assert "Everything is saved" in last_words
    key, evening = (tmp_path / "secret_key").read_text(), saved_evening(tmp_path)
    assert evening
    with closing(sqlite3.connect(tmp_path / "headtable.sqlite3")) as db, db:
        db.execute("insert into django_session values ('lapsed', '', '2020-01-01 00:00:00')")

    second = Laptop(tmp_path)
    code, _, complaints = second.stop(signal.SIGTERM)
    assert (code, complaints) == (0, "")
    assert token(second) != token(first)
    assert (tmp_path / "secret_key").read_text() == key
    assert saved_evening(tmp_path) == evening
    assert tables(tmp_path, "select * from django_session") == []


def token(laptop):
    return urlsplit(laptop.link).path.rstrip("/").rpartition("/")[2]


def saved_evening(folder):
    return [
        tables(folder, f"select * from party_{name} order by id")
        for name in ("user", "party", "place", "entry")
    ]


@pytest.mark.slow
def test_the_no_sample_option_starts_without_a_party(tmp_path, prepared):
    laptop = Laptop(prepared(tmp_path), "--no-sample", "--host", "127.0.0.1")
    assert laptop.stop()[0] == 0
    assert laptop.address.startswith("http://127.0.0.1:")
    assert tables(tmp_path, "select id from party_party") == []


def database_after(folder, *migrations):
    """Create a database that records these migrations of ours, and nothing else."""
    connection = sqlite3.connect(folder / "headtable.sqlite3")
    connection.execute("pragma journal_mode = wal")  # otherwise a start changes the file
    connection.execute(
        "create table django_migrations (id integer primary key, app text, name text, applied)"
    )
    rows = [("party", name, "2031-01-01") for name in migrations]
    connection.executemany(
        "insert into django_migrations (app, name, applied) values (?, ?, ?)", rows
    )
    connection.commit()
    connection.close()


@pytest.mark.slow
def test_writing_commands_leave_an_older_database_unchanged(tmp_path):
    database_after(tmp_path, "0001_first")
    before = (tmp_path / "headtable.sqlite3").read_bytes()
    for words in (["start"], ["organiser", "Ruth", "--club", "Club"], ["rehearse", "--keep"]):
        ended = run_python("manage.py", *words, "--data", str(tmp_path), timeout=120)
        assert (ended.returncode, ended.stdout) == (2, ""), ended.stderr
        assert "made by an older Head Table" in ended.stderr
        assert (tmp_path / "headtable.sqlite3").read_bytes() == before


@pytest.mark.slow
def test_the_data_option_needs_a_folder(tmp_path):
    assert "--data needs a folder" in refusal(tmp_path, "--data")
