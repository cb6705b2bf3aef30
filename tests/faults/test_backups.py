"""A restore on another laptop, and restores that are killed."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from tests.laptop import ENVIRONMENT, ROOT, signed_in

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="signals as Linux and macOS have them"),
]

KILLS = 4
# These files appear while the backup is read, and just before the database is overwritten.
MOMENTS = ("opening-*", "*-before-a-backup-was-opened.sqlite3")


def rows_of(folder, question):
    with closing(sqlite3.connect(folder / "headtable.sqlite3")) as database:
        return database.execute(question).fetchall()


def evening(folder):
    return [
        rows_of(folder, f"SELECT * FROM party_{name} ORDER BY id")
        for name in ("entrant", "round", "table", "place", "entry")
    ]


def backup_of(folder):
    return max((folder / "backups").glob("headtable-*.sqlite3"))


def choose(visitor, address, file):
    """Send a file as a browser does; return the address of the redirect."""
    _, _, page = visitor.ask(address)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
    parts = (
        f'--XX\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{token}\r\n'
        f'--XX\r\nContent-Disposition: form-data; name="file"; filename="{file.name}"\r\n\r\n'
    )
    body = parts.encode() + file.read_bytes() + b"\r\n--XX--\r\n"
    kind = {"Content-Type": "multipart/form-data; boundary=XX"}
    status, headers, _ = visitor.ask(address, body, **kind)
    assert status == 302
    return headers["Location"]


def test_an_evening_continues_on_another_laptop(tmp_path, start_in):
    home, hall = tmp_path / "home", tmp_path / "hall"
    start_in(home).stop()
    laptop = start_in(hall, "--no-sample")
    visitor = signed_in(laptop)
    address = laptop.address + choose(visitor, f"{laptop.address}/backups/", backup_of(home))
    _, _, page = visitor.ask(address)
    assert "St Ann’s card party" in page
    assert rows_of(hall, "SELECT COUNT(*) FROM party_party") == [(0,)]

    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
    seen = re.search(r'name="seen" value="([\d-]+)"', page)[1]
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    status, _, _ = visitor.ask(address, f"csrfmiddlewaretoken={token}&seen={seen}", **form)
    assert status == 302
    with closing(sqlite3.connect(backup_of(home))) as copy:
        rows = copy.execute("SELECT * FROM party_entry ORDER BY id").fetchall()
    assert rows_of(hall, "SELECT * FROM party_entry ORDER BY id") == rows
    status, _, page = visitor.ask(f"{laptop.address}/parties/1/live/")
    assert (status, "Last backup" in page) == (200, True)
    assert laptop.stop()[2].count("Traceback") == 0


def test_a_killed_restore_leaves_the_old_evening_or_the_new_one(tmp_path, start_in):
    here, home = tmp_path / "here", tmp_path / "home"
    start_in(home).stop()
    file = backup_of(home)
    start_in(here).stop()
    base = tmp_path / "base"
    shutil.copytree(here, base)
    before = evening(here)
    began = dict(moments_of(open_backup(here, file), here))
    ended, after = time.monotonic(), evening(here)
    assert before != after
    for turn in range(KILLS):
        shutil.rmtree(here)
        shutil.copytree(base, here)
        process, moment = open_backup(here, file), MOMENTS[turn % 2]
        next(at for sign, at in moments_of(process, here) if sign == moment)
        time.sleep((ended - began[moment]) * (turn // 2) / (KILLS // 2))
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert rows_of(here, "PRAGMA integrity_check") == [("ok",)]
        assert evening(here) in (before, after)


def open_backup(here, file):
    words = [sys.executable, "manage.py", "restore", str(file), "--yes", "--data", str(here)]
    return subprocess.Popen(
        words, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def moments_of(process, here):
    """Yield each of MOMENTS with the time when its file appears, until the process ends."""
    waiting = list(MOMENTS)
    while process.poll() is None:
        for moment in waiting[:]:
            if any((here / "backups").glob(moment)):
                waiting.remove(moment)
                yield moment, time.monotonic()
        time.sleep(0.005)
