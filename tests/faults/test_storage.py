import os
import re
import shutil
import sqlite3
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from tests.laptop import Visitor, signed_in

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="signals as Linux and macOS have them"),
]

DESK = "/parties/1/rounds/3/entry/"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PAGES = ("live", "standings", "players", "rounds/3", "log", "print")


@pytest.fixture
def small_disk(tmp_path):
    """Mount a disk of six megabytes, if the system allows it."""
    mount = shutil.which("mount")
    made = mount and subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(tmp_path)],
        capture_output=True,
        check=False,
    )
    if not made or made.returncode:
        pytest.skip("only root may make a small disk")
    yield tmp_path
    subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


def type_hand(visitor, laptop, text="8hn9"):
    """Return the status and the text of the response."""
    _, _, page = visitor.ask(laptop.address + DESK)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
    hand = re.search(r'<input[^>]*name="hand" value="(\d+)"', page)[1]
    sent = {"csrfmiddlewaretoken": token, "kind": "line", "text": text, "hand": hand}
    body = urlencode(sent | {"submission": str(uuid4())})
    status, _, answer = visitor.ask(laptop.address + DESK, body, **FORM)
    return status, answer


def fill_disk(folder):
    file = os.open(folder / "fill", os.O_WRONLY | os.O_CREAT)
    try:
        while True:
            os.write(file, b"x" * 4096)
    except OSError:
        os.close(file)


def hands_in(folder):
    with sqlite3.connect(folder / "headtable.sqlite3") as database:
        return database.execute("select count(*) from party_entry").fetchone()[0]


def test_a_full_disk_is_reported_and_every_page_can_be_read(small_disk, start_in):
    folder = small_disk / "data"
    laptop = start_in(folder)
    visitor, before = signed_in(laptop), hands_in(folder)
    fill_disk(small_disk)
    status, answer = type_hand(visitor, laptop)
    assert status == 503
    assert "Nothing was saved" in answer
    assert "The disk is full. Free some space, then press again." in answer
    for page in PAGES:
        assert visitor.ask(f"{laptop.address}/parties/1/{page}/")[0] == 200
    (small_disk / "fill").unlink()
    assert type_hand(visitor, laptop)[0] == 302
    assert hands_in(folder) == before + 1
    assert "Traceback" not in laptop.stop()[2]


def test_a_start_reports_a_full_disk(small_disk, start_in):
    folder = small_disk / "data"
    start_in(folder).stop()
    fill_disk(small_disk)
    # If the disk has room for SQLite's two small files, pages can be read.
    full = "Look whether it is full|The disk is full. Free some space, then start again"
    with pytest.raises(pytest.fail.Exception, match=full):
        start_in(folder)


def test_a_locked_database_is_reported_within_five_seconds(tmp_path, start_in):
    laptop = start_in(tmp_path)
    visitors, began = [signed_in(laptop)], time.monotonic()
    assert type_hand(visitors[0], laptop)[0] == 302
    usual, before = time.monotonic() - began, hands_in(tmp_path)
    for _ in range(2):
        visitors.append(Visitor())
        visitors[-1].cookies = dict(visitors[0].cookies)
    other = sqlite3.connect(tmp_path / "headtable.sqlite3", isolation_level=None)
    other.execute("begin immediate")

    def type_and_time(visitor):
        start = time.monotonic()
        return *type_hand(visitor, laptop), time.monotonic() - start

    with ThreadPoolExecutor(len(visitors)) as pool:
        answers = list(pool.map(type_and_time, visitors))
    for status, answer, took in answers:
        assert status == 503
        assert "Another program is using the database" in answer
        assert took < 5 + 3 * usual  # a busy machine needs longer for everything
    other.rollback()
    assert type_hand(visitors[0], laptop)[0] == 302
    assert hands_in(tmp_path) == before + 1
    other.close()
