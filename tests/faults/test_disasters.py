"""A sample of what the commands beside this file try at full size; README.md has their figures."""

import os
import subprocess
import sys

import pytest

from tests.faults.databases import TABLES
from tests.laptop import ENVIRONMENT, ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="signals as Linux and macOS have them"),
]
HERE = os.environ.get("TEST_DB", "sqlite")


@pytest.fixture
def small(request):
    """Return what runs a command of this folder at a small size, and returns its figures."""
    tables = {}
    if HERE == "sqlite":
        tables[TABLES] = str(request.getfixturevalue("migrated_file"))

    def small(name, *options):
        ended = subprocess.run(
            [sys.executable, "-m", f"tests.faults.{name}", *options],
            cwd=ROOT,
            env=ENVIRONMENT | tables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr[-6000:]
        return ended.stdout

    return small


def test_race_of_processes_loses_and_doubles_nothing(small):
    said = small("races", "--tables", "3", "--processes", "4", "--databases", HERE)
    assert "12 hands in force, errors 0, lost 0, doubled 0" in said


def test_race_against_kill_9_loses_no_hand(small):
    said = small("kills", "--tables", "1", "--kills", "3", "--databases", HERE)
    assert "24 hands, 24 acknowledged" in said
    assert "lost 0, doubled 0" in said


def test_race_of_an_update_against_kill_9_goes_on(small):
    said = small("updates", "--kills", "1", "--databases", HERE)
    assert "every next start went on" in said


def test_damaged_files_are_refused_in_words(small):
    said = small("damage", "--seeds", "3")
    assert "starts {'refused': 3}" in said
    assert "'tracebacks': 0" in said
