"""For each seed, changes 80 random bytes of the database, and counts what start and pages answer.

    python -m tests.faults.damage [--seeds 200] [--bytes 80] [--parties 1]

A start must refuse the file in one sentence that names the backup. A running program must show a
page, or say in words what is wrong. SQLite keeps no checksums, so only `check_party` notices
damage within a value.
"""

# ruff: noqa: PLC0415, T201 -- models need settings; it prints its figures

import argparse
import gc
import logging
import os
import shutil
import time
from collections import Counter
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from random import Random
from uuid import UUID

from tests.faults.databases import connect_to, new_database

PAGES = ("live", "standings", "players", "rounds/1", "rounds/2", "log", "print", "prizes")
FAILED = "A page failed without words"


def play_evenings(parties):
    """Play evenings of two rounds and copy them; return the organiser and the last party."""
    from django.utils import timezone

    from party.management.database import find_or_create_organiser
    from party.services.backups.copies import copy_now, wait_for_copies
    from tests.evening import party_with, play_rounds, seat_next, start

    ruth = find_or_create_organiser(timezone.now())
    for number in range(parties):
        party = party_with(24, by=ruth, name=f"Party {number}")
        play_rounds(party, 2)
        seat_next(party)
        start(party)
    wait_for_copies()
    return ruth, party, copy_now("asked for")


def change_bytes(file, seed, count):
    whole, dice = bytearray(file.read_bytes()), Random(seed)
    for _ in range(count):
        whole[dice.randrange(len(whole))] ^= dice.randrange(1, 256)
    file.write_bytes(whole)


def replace_database(whole, file):
    """Replace the database with a file."""
    from django.db import connection

    connection.close()
    gc.collect()
    for end in ("-wal", "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)
    shutil.copyfile(whole, file)


def start_refusal(copy):
    """Start the program; return the words of its refusal, or "" if it starts."""
    from party.management.command_errors import ExplainedError
    from party.management.database import migrate_database

    refusal = ""
    try:
        migrate_database()
    except ExplainedError as refused:
        refusal = str(refused)
    assert not refusal or (copy in refusal and len(refusal.splitlines()) == 1), refusal
    return refusal


def count_page_answers(client, party, seed):
    """Read every page and type a hand, and count the answers."""
    statuses = Counter()
    hand = {"kind": "line", "text": "8hn9", "hand": 1, "submission": str(UUID(int=seed))}
    base = f"/parties/{party}"
    asked = [*(client.get(f"{base}/{page}/") for page in PAGES), client.get("/")]
    asked.append(client.post(f"{base}/rounds/3/entry/?table=1", hand))
    for answer in asked:
        words = answer.content.decode(errors="replace")
        if answer.status_code == 503:
            assert "The database is damaged." in words, (seed, words)
            assert "Type <b>yes</b> and press Enter." in words, (seed, words)
        statuses[answer.status_code] += 1
    return statuses


def has_differences():
    """Return whether check_party reports anything."""
    from django.core.management import call_command

    try:
        call_command("check_party", stdout=StringIO(), stderr=StringIO())
    except SystemExit:
        return True
    return False


@contextmanager
def counted_tracebacks():
    found = []

    class Keep(logging.Handler):
        def emit(self, record):
            if record.exc_info:
                found.append(record)

    logger, keep = logging.getLogger("django.request"), Keep()
    usual = logger.handlers[:]
    keep.filters = usual[0].filters
    logger.handlers = [keep]
    try:
        yield found
    finally:
        logger.handlers = usual


def restore_copy(copy):
    """Replace the damaged file with the copy."""
    from django.core.management import call_command

    from party.queries.backups.damage import database_damage

    call_command("restore", str(copy), yes=True, stdout=StringIO())
    assert not database_damage()
    assert not has_differences()


def run(folder, seeds, count, parties):
    from django.db import connection
    from django.test import Client

    from party.queries.backups.damage import database_damage

    ruth, party, copy = play_evenings(parties)
    client = Client(raise_request_exception=False)
    client.force_login(ruth)
    connection.close()
    file, whole = folder / "headtable.sqlite3", folder / "whole.sqlite3"
    shutil.copyfile(file, whole)
    began = time.perf_counter()
    assert not database_damage()
    took = time.perf_counter() - began
    starts, pages, silent = Counter(), Counter(), Counter()
    for seed in range(seeds):
        replace_database(whole, file)
        change_bytes(file, seed, count)
        refused = start_refusal(copy)
        starts["refused" if refused else "not noticed"] += 1
        if not refused:
            silent[
                "found by check_party" if has_differences() else "in no seat, hand or total"
            ] += 1
        with counted_tracebacks() as tracebacks:
            pages += count_page_answers(client, party.pk, seed)
        pages["tracebacks"] += len(tracebacks)
        for record in tracebacks:
            print(FAILED, seed, repr(record.exc_info[1]))
    restore_copy(folder / "backups" / copy)
    print(
        f"{seeds} files of {whole.stat().st_size / 1e6:.1f} MB with {count} bytes changed each: "
        f"starts {dict(starts)}, not noticed {dict(silent)}, answers {dict(pages)}; checking an "
        f"intact file took {1000 * took:.0f} ms; after `restore` everything adds up"
    )


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seeds", type=int, default=200)
    options.add_argument("--bytes", type=int, default=80)
    options.add_argument("--parties", type=int, default=1)
    chosen = options.parse_args()
    with new_database("sqlite") as environment:
        connect_to(environment)
        run(Path(os.environ["HEADTABLE_DATA"]), chosen.seeds, chosen.bytes, chosen.parties)


if __name__ == "__main__":
    main()
