"""Deadlines over real sockets, with short times."""

import socket
import time
from contextlib import contextmanager
from http.client import HTTPConnection
from threading import Thread

import pytest

from party.management import hall_server

PATIENCE = 30  # seconds; a busy machine may need that long


def hello(_environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "5")])
    return [b"hello"]


@pytest.fixture
def short_deadlines(monkeypatch):
    monkeypatch.setattr(hall_server, "IDLE_SECONDS", 0.3)
    monkeypatch.setattr(hall_server, "IDLE_SECONDS_IN_A_CROWD", 0.1)
    monkeypatch.setattr(hall_server, "HEADERS_SECONDS", 0.3)
    monkeypatch.setattr(hall_server, "REQUEST_SECONDS", 0.8)


@contextmanager
def serving():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = hall_server.hall_server(hello, listener)
        server.adj.cleanup_interval, server.adj.channel_timeout = 0.05, 60
        server.adj.asyncore_loop_timeout = 0.05
        thread = Thread(target=server.run, daemon=True)
        thread.start()
        try:
            yield listener.getsockname()
        finally:
            server.task_dispatcher.shutdown()
            server.asyncore.close_all(server._map)
            thread.join(5)


def seconds_until_closed(connection, start, trickle=b""):
    """Send byte after byte until the server closes the connection."""
    connection.settimeout(0.05)
    while time.monotonic() - start < PATIENCE:
        try:
            if trickle:
                connection.sendall(trickle)
            if connection.recv(1000) == b"":
                break
        except TimeoutError:
            continue
        except OSError:
            break
    return time.monotonic() - start


def test_a_silent_connection_is_closed(short_deadlines):
    start = time.monotonic()
    with serving() as address, socket.create_connection(address) as silent:
        assert 0.2 < seconds_until_closed(silent, start) < PATIENCE


def test_a_request_with_unfinished_headers_is_closed(short_deadlines):
    start = time.monotonic()
    with serving() as address, socket.create_connection(address) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        assert 0.2 < seconds_until_closed(slow, start, b"X: y\r\n") < PATIENCE


def test_a_request_with_a_body_has_more_time(short_deadlines):
    start = time.monotonic()
    with serving() as address, socket.create_connection(address) as slow:
        slow.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
        assert 0.7 < seconds_until_closed(slow, start, b"y") < PATIENCE


def test_if_there_are_many_connections_silent_connections_are_closed_early(
    short_deadlines, monkeypatch
):
    monkeypatch.setattr(hall_server, "IDLE_SECONDS", 60)
    monkeypatch.setattr(hall_server, "CROWD", 2)
    with serving() as address:
        first = socket.create_connection(address)
        with first, socket.create_connection(address), socket.create_connection(address):
            assert seconds_until_closed(first, time.monotonic()) < PATIENCE


def test_a_connection_with_requests_stays_open(short_deadlines, monkeypatch):
    monkeypatch.setattr(hall_server, "IDLE_SECONDS", 1)
    with serving() as address:
        visitor, start = HTTPConnection(*address, timeout=PATIENCE), time.monotonic()
        while time.monotonic() - start < 1.3:
            visitor.request("GET", "/")
            assert visitor.getresponse().read() == b"hello"
            assert visitor.sock is not None
            time.sleep(0.1)
        visitor.close()


def test_the_limit_of_open_files_is_raised(monkeypatch):
    resource = pytest.importorskip("resource")
    limits = []
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (1024, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda _what, pair: limits.append(pair))
    assert hall_server.most_connections() == hall_server.MOST_CONNECTIONS
    assert limits == [(hall_server.MOST_CONNECTIONS + hall_server.SPARE_FILES, 4096)]


def test_a_lower_limit_of_open_files_allows_fewer_connections(monkeypatch):
    resource = pytest.importorskip("resource")

    def refuse(_resource, _pair):
        raise ValueError

    monkeypatch.setattr(resource, "getrlimit", lambda _what: (1024, 1024))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert hall_server.most_connections() == 1024 - hall_server.SPARE_FILES


def test_fewer_connections_are_allowed_on_windows(monkeypatch):
    monkeypatch.setattr(hall_server.sys, "platform", "win32")
    assert hall_server.most_connections() == hall_server.MOST_WITH_SELECT
