"""Silent and slow connections beside the desk; `pytest -m slow -s` prints the figures."""

import os
import socket
import statistics
import time
from contextlib import ExitStack
from threading import Event, Thread
from urllib.parse import urlsplit

import pytest

from tests.laptop import signed_in

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="poll as Linux and macOS have it"),
]

SILENT, SLOW = 1000, 200
PAGES = 60
TRIES = 5
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


def desk_times(visitor, laptop):
    """Return the times of the live page, each over a new connection."""
    times = []
    for _ in range(PAGES):
        start = time.perf_counter()
        status, _, text = visitor.ask(f"{laptop.address}/parties/1/live/")
        times.append(time.perf_counter() - start)
        assert (status, "Round 3" in text) == (200, True)
    return times


def open_connections(laptop, hold, count, words=b""):
    parts = urlsplit(laptop.address)
    lines = []
    for _ in range(count):
        line = hold.enter_context(socket.create_connection((parts.hostname, parts.port), 10))
        if words:
            line.sendall(words)
        lines.append(line)
    return lines


def send_slowly(lines, may_stop):
    """Send each request a few letters at a time, without an end."""
    while not may_stop.wait(1):
        for line in lines:
            try:
                line.sendall(b"X: y\r\n")
            except OSError:
                continue


def test_silent_and_slow_connections_do_not_slow_the_desk_down(tmp_path, start_in, capsys):
    laptop = start_in(tmp_path)
    visitor = signed_in(laptop)
    desk_times(visitor, laptop)
    # Other work on the machine slows down only some tries; slow connections slow down all tries.
    tries = (times_alone_and_beside(visitor, laptop, capsys) for _ in range(TRIES))
    assert any(quickest_quarter(crowded) < 2 * quickest_quarter(quiet) for quiet, crowded in tries)


def times_alone_and_beside(visitor, laptop, capsys):
    quiet = desk_times(visitor, laptop)
    may_stop = Event()
    with ExitStack() as hold:
        open_connections(laptop, hold, SILENT)
        slow = open_connections(laptop, hold, SLOW, HALF)
        thread = Thread(target=send_slowly, args=(slow, may_stop))
        thread.start()
        try:
            crowded = desk_times(visitor, laptop)
        finally:
            may_stop.set()
            thread.join()
    before, beside = statistics.median(quiet), statistics.median(crowded)
    with capsys.disabled():
        print(  # noqa: T201 -- the figure is the point
            f"\nlive page, median of {PAGES}: {before * 1000:.0f} ms alone, "
            f"{beside * 1000:.0f} ms (longest {max(crowded) * 1000:.0f}) beside "
            f"{SILENT} silent and {SLOW} slow connections"
        )
    return quiet, crowded


def quickest_quarter(times):
    return statistics.quantiles(times, n=4)[0]
