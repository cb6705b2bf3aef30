"""Silent and slow connections beside the desk, against `manage.py start` as it runs in a hall.

The figures of this test stand in the README beside it: `pytest -m slow -s` prints them.
"""

import os
import socket
import statistics
import time
from contextlib import ExitStack
from threading import Event, Thread
from urllib.parse import urlsplit

import pytest

from tests.laptop import Laptop, Visitor

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="poll as Linux and macOS have it"),
]

SILENT, SLOW = 1000, 200
PAGES = 60
TRIES = 5
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture
def laptop(tmp_path, prepared):
    laptop = Laptop(prepared(tmp_path))
    yield laptop
    laptop.process.kill()
    laptop.process.communicate()


def desk_times(visitor, laptop):
    """Return how long the live page took, again and again, each time over a new connection."""
    times = []
    for _ in range(PAGES):
        start = time.perf_counter()
        status, _, text = visitor.ask(f"{laptop.address}/parties/1/live/")
        times.append(time.perf_counter() - start)
        assert (status, "Round 3" in text) == (200, True)
    return times


def connect(laptop, hold, count, words=b""):
    parts = urlsplit(laptop.address)
    lines = []
    for _ in range(count):
        line = hold.enter_context(socket.create_connection((parts.hostname, parts.port), 10))
        if words:
            line.sendall(words)
        lines.append(line)
    return lines


def trickle(lines, enough):
    """Send a little of each request again and again, and never its end."""
    while not enough.wait(1):
        for line in lines:
            try:
                line.sendall(b"X: y\r\n")
            except OSError:
                continue


def test_desk_goes_on_beside_silent_and_slow_connections(laptop, capsys):
    visitor = Visitor()
    visitor.press_the_button(laptop.link)
    desk_times(visitor, laptop)
    # What else the machine does lengthens some answers, and may begin in the middle: the quickest
    # quarter is compared, and again. What the connections cost, they cost each time.
    tries = (alone_and_beside(visitor, laptop, capsys) for _ in range(TRIES))
    assert any(quickest(crowded) < 2 * quickest(quiet) for quiet, crowded in tries)


def alone_and_beside(visitor, laptop, capsys):
    """Return how long the live page took without the connections, and beside them."""
    quiet = desk_times(visitor, laptop)
    enough = Event()
    with ExitStack() as hold:
        connect(laptop, hold, SILENT)
        slow = connect(laptop, hold, SLOW, HALF)
        thread = Thread(target=trickle, args=(slow, enough))
        thread.start()
        try:
            crowded = desk_times(visitor, laptop)
        finally:
            enough.set()
            thread.join()
    before, beside = statistics.median(quiet), statistics.median(crowded)
    with capsys.disabled():
        print(  # noqa: T201 -- the figure is the point
            f"\nlive page, median of {PAGES}: {before * 1000:.0f} ms alone, "
            f"{beside * 1000:.0f} ms (longest {max(crowded) * 1000:.0f}) beside "
            f"{SILENT} silent and {SLOW} slow connections"
        )
    return quiet, crowded


def quickest(times):
    return statistics.quantiles(times, n=4)[0]
