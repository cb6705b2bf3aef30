"""Small runs of the commands in this folder; README.md has figures of full runs."""

import os

import pytest

from tests.faults.databases import TABLES
from tests.laptop import ENVIRONMENT, run_python

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="signals as Linux and macOS have them"),
]
HERE = os.environ.get("TEST_DB", "sqlite")


@pytest.fixture
def run_small(request):
    """Return a function that runs a command of this folder on a small scale."""
    tables = {}
    if HERE == "sqlite":
        tables[TABLES] = str(request.getfixturevalue("migrated_file"))

    def run_small(name, *options):
        words = ("-m", f"tests.faults.{name}", *options)
        ended = run_python(*words, env=ENVIRONMENT | tables)
        assert ended.returncode == 0, ended.stdout + ended.stderr[-6000:]
        return ended.stdout

    return run_small


def test_racing_processes_lose_and_double_no_hand(run_small):
    figures = run_small("races", "--tables", "3", "--processes", "4", "--databases", HERE)
    assert "12 hands in force, errors 0, lost 0, doubled 0" in figures


def test_kills_lose_no_hand(run_small):
    figures = run_small("kills", "--tables", "1", "--kills", "3", "--databases", HERE)
    assert "24 hands, 24 acknowledged" in figures
    assert "lost 0, doubled 0" in figures


def test_a_killed_update_is_completed_by_the_next_start(run_small):
    figures = run_small("updates", "--kills", "1", "--databases", HERE)
    assert "every next start went on" in figures


def test_damaged_files_are_refused_in_words(run_small):
    figures = run_small("damage", "--seeds", "3")
    assert "starts {'refused': 3}" in figures
    assert "'tracebacks': 0" in figures
