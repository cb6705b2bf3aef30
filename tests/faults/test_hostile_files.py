"""Party files and backups made by an attacker."""

import json
import os
from collections import Counter
from random import Random

import pytest

from party.queries.backups.party_contents import read_party
from party.services.backups.copies import wait_for_copies, write_copy
from party.services.backups.party_files import export_party
from party.services.backups.restore import restore
from party.values.refusals import Refused
from tests.backup_files import without_checksum
from tests.evening import AT, party_with, play_rounds
from tests.faults.databases import TABLES
from tests.laptop import ENVIRONMENT, run_python

pytestmark = pytest.mark.slow
DAMAGES = 1000
SECONDS = {"party": 10, "backup": 15}  # for all requests, on a slow processor
MEGABYTES = {"party": 200, "backup": 100}
LONGEST_PAGE = 50_000  # letters
WORDS = (
    *("not a Head Table backup", "backup is damaged", "than Head Table can read"),
    *("too much in this file", "too large", "changed or damaged", "not a Head Table party file"),
    *("The backup is open", "is open in"),
)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="measured in forks")
def test_opening_an_expensive_file_takes_limited_time_and_memory(migrated_file, tmp_path):
    words = ("-m", "tests.faults.hostile_files", str(tmp_path))
    ended = run_python(*words, env=ENVIRONMENT | {TABLES: str(migrated_file)})
    assert ended.returncode == 0, ended.stderr
    files = [json.loads(line) for line in ended.stdout.splitlines()]
    assert len(files) >= 40
    for file in files:
        kind = file["kind"]
        assert file["seconds"] <= SECONDS[kind], file
        assert file["megabytes"] <= MEGABYTES[kind], file
        assert set(file["codes"]) <= {200, 302}, file
        assert file["longest"] <= LONGEST_PAGE, file
        assert not file["echoes"], file
        assert any(words in file["says"] for words in WORDS), file


@pytest.fixture
def intact_files(laptop_folder):
    """Return a party after one round as a party file and as a backup."""
    party = party_with(8)
    play_rounds(party, 1)
    wait_for_copies()
    write_copy(file := laptop_folder / "tonight.sqlite3")
    return export_party(party.pk), file


def damaged_copies(content):
    """Yield copies of a text with one byte changed or the end cut off."""
    dice = Random(22)
    for turn in range(DAMAGES):
        place = dice.randrange(len(content))
        if turn % 2:
            yield content[:place]
        else:
            yield (
                content[:place]
                + bytes([content[place] ^ dice.randrange(1, 256)])
                + content[place + 1 :]
            )


def test_no_damaged_party_file_opens_without_a_warning(intact_files):
    text, _ = intact_files
    found = Counter()
    for damage in damaged_copies(text):
        try:
            file = read_party(damage)
        except Refused as refused:
            found[str(refused)[:40]] += 1
        else:
            assert file.is_edited or file == read_party(text)
            found["asked about" if file.is_edited else "the same"] += 1
    assert found.total() == DAMAGES, found


def test_no_damaged_backup_opens(intact_files):
    _, file = intact_files
    content = file.read_bytes()
    pages = without_checksum(file).read_bytes()
    found = Counter()
    for damage in [*damaged_copies(content), pages]:
        file.write_bytes(damage)
        try:
            restore(file, at=AT)
        except Refused as refused:
            found[str(refused)[:40]] += 1
        else:
            assert damage == pages  # only the checksum was cut off
            found["the same"] += 1
    assert found.total() == DAMAGES + 1, found
    assert found["the same"] == 1 + (pages in damaged_copies(content)), found
