"""Kills `manage.py start` and `migrate` while they update a database of the first schema.

    python -m tests.faults.updates [--kills 20] [--databases sqlite postgres]

After each kill the database has the old schema or the new one, the next start completes the
update, and on SQLite the copy made before the update opens.
"""

# ruff: noqa: PLC0415, T201 -- models need settings; it prints its figures

import argparse
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

from tests.faults.damage import replace_database
from tests.faults.databases import connect_to, new_database, run_command, run_in_process
from tests.laptop import ROOT, Laptop

ROW = "INSERT INTO party_club (name, time_zone) VALUES ('First club', 'UTC')"


def applied_migrations():
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    names = sorted(name for app, name in MigrationRecorder(connection).applied_migrations())
    connection.close()
    return names


def club_names():
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM party_club WHERE name = 'First club'")
        found = cursor.fetchall()
    connection.close()
    return found


def make_old_database(environment, kind):
    """Create a database with a row of the first schema."""
    from django.db import connection

    file = Path(environment["HEADTABLE_DATA"]) / "headtable.sqlite3"
    older = file.with_name("older.sqlite3")
    if older.exists():
        replace_database(older, file)
        return
    if kind == "sqlite":
        create_first_schema(file)
    else:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM party_club")
        connection.close()
        run_command(environment, "migrate", "party", "0001", "-v", "0")
    with connection.cursor() as cursor:
        cursor.execute(ROW)
    connection.close()
    if kind == "sqlite":
        shutil.copyfile(file, older)


def create_first_schema(file):
    """Create the tables of the first schema in a new file: to migrate back takes seconds."""
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader

    connection.close()
    for end in ("", "-wal", "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)
    for app in MigrationLoader(None).migrated_apps - {"party"}:
        call_command("migrate", app, verbosity=0, keeps_copy=False)
    call_command("migrate", "party", "0001", verbosity=0, keeps_copy=False)


def run(environment, kind, kills, seed):
    folder, dice, found = Path(environment["HEADTABLE_DATA"]), Random(seed), Counter()
    new = applied_migrations()
    make_old_database(environment, kind)
    old = applied_migrations()
    words = [sys.executable, "manage.py", *update_command(kind)]
    began = time.monotonic()
    run_command(environment, "migrate", "-v", "0")
    took = time.monotonic() - began
    for _ in range(kills):
        make_old_database(environment, kind)
        before = copies(folder)
        process = subprocess.Popen(
            words, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while process.poll() is None and not has_begun(kind, folder, before):
            time.sleep(0.005)
        time.sleep(dice.uniform(0, 0.5 * took))
        process.kill()
        process.wait()
        while kind != "sqlite" and others_connected():
            time.sleep(0.05)  # PostgreSQL notices the killed client only when it next answers
        now = applied_migrations()
        assert now in (old, new), now
        found["still old" if now == old else "new already"] += 1
        assert club_names() == [("First club",)]
        complete_update(environment, kind, folder)
        assert applied_migrations() == new
        assert club_names() == [("First club",)]
    print(f"{kind}: {kills} kills during an update: {dict(found)}, every next start went on")


def update_command(kind):
    """Return the arguments of manage.py that update the database."""
    if kind == "sqlite":
        return ["start", "--port", "0", "--no-sample", "--no-browser"]
    return ["migrate", "-v", "0"]


def has_begun(kind, folder, before):
    """Return whether there is a new copy or connection."""
    return copies(folder) != before if kind == "sqlite" else others_connected()


def copies(folder):
    return set(folder.glob("backups/*-before-an-update.sqlite3"))


def others_connected():
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = 'headtable' AND pid <> pg_backend_pid()"
        )
        return cursor.fetchone() != (0,)


def complete_update(environment, kind, folder):
    if kind != "sqlite":
        run_command(environment, *update_command(kind))
        return
    from party.queries.backups.contents import read_contents
    from party.queries.backups.kept_copies import copies_in

    assert Laptop(folder, "--no-sample", "--no-browser").stop()[0] == 0
    copies_found = copies_in(folder / "backups")
    update_copies = [copy for copy in copies_found if copy.reason == "before an update"]
    assert update_copies
    for copy in update_copies:
        assert "First club" in read_contents(folder / "backups" / copy.name).clubs


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--kills", type=int, default=20)
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--databases", nargs="+", default=["sqlite", "postgres"])
    chosen = options.parse_args()
    for kind in chosen.databases:
        run_in_process(run_on, kind, chosen.kills, chosen.seed)


def run_on(kind, kills, seed):
    with new_database(kind) as environment:
        connect_to(environment)
        run(environment, kind, kills, seed)


if __name__ == "__main__":
    main()
