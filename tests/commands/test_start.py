"""What `start` sets for the whole program; others run the program itself."""

import sys
from types import SimpleNamespace

import pytest

from party.management.commands import start


def test_no_thread_makes_the_others_wait_for_long(monkeypatch):
    turns, runs = [], []
    monkeypatch.setattr(sys, "setswitchinterval", turns.append)
    server = SimpleNamespace(run=lambda: runs.append(list(turns)))
    monkeypatch.setattr(start, "hall_server", lambda _application, _listener: server)
    with pytest.raises(KeyboardInterrupt):
        start.serve(None)
    assert runs == [[start.TURN]]
    assert sys.getswitchinterval() > start.TURN
