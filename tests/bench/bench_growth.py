"""Measures how past parties of a club slow tonight's pages down.

Run by hand: python -m tests.bench.bench_growth [PAST,PAST] [elsewhere]

The club has an evening of ten tables and 1, 100 or 10,000 past parties of two tables. Times,
queries and bytes of every page are compared with those of the first run. With `elsewhere` the past
parties belong to another club.
"""

# ruff: noqa: E402 -- the data folder is named before Django reads its settings

import os
import sys
import tempfile
import time
from datetime import timedelta

FOLDER = tempfile.mkdtemp(prefix="ht-bench-")
os.environ["HEADTABLE_DATA"] = FOLDER
os.environ["DJANGO_SETTINGS_MODULE"] = "party.settings"

import django

django.setup()

# isort: split
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from party.models import Club, Entrant, Entry, LogLine, Party, Place, Player, Round, Table
from tests.evening import (
    AT,
    close,
    create_user,
    party_with,
    play,
    play_rounds,
    seat_next,
    start,
)

COPIED = (Party, Entrant, Round, Table, Place, Entry, LogLine)
STEP = 1_000_000  # between the ids of two copies
RUNS = 15
PAGES = {
    "home": (),
    "party_new": (),
    "series_list": (),
    "parties_file": ("csv",),
    **dict.fromkeys(("party_hub", "players", "checkin", "live", "standings", "pictures"), ("id",)),
    **dict.fromkeys(("prints", "prizes", "log", "players_last", "party_settings"), ("id",)),
    "entry": ("id", 2),
    "moves": ("id", 1),
    "club_players": ("club",),
}


class QueryCounter:
    def __init__(self):
        self.queries = 0

    def __call__(self, execute, *query):
        self.queries += 1
        return execute(*query)


def copy_party(past, first, last):
    """Write copies of a party with all its rows, each a day older."""
    for model in COPIED:
        meta = model._meta
        columns = [f'"{field.column}"' for field in meta.concrete_fields]
        values = [value_of(field) for field in meta.concrete_fields]
        rows = model.objects.filter(**{path_to_party(model): past.pk}).order_by().values("pk")
        sql, parameters = rows.query.sql_with_params()
        with connection.cursor() as cursor:
            cursor.execute(
                f"WITH RECURSIVE n(k) AS (SELECT {first} UNION ALL SELECT k + 1 FROM n "
                f"WHERE k < {last}) INSERT INTO {meta.db_table} ({', '.join(columns)}) "
                f"SELECT {', '.join(values)} FROM {meta.db_table} old, n WHERE old.id IN ({sql})",
                parameters,
            )


def move_to_another_club():
    other = Club.objects.create(name="Elsewhere").pk
    columns = [field.column for field in Player._meta.concrete_fields]
    new_values = {"id": f"id + {STEP}", "club_id": str(other)}
    values = ", ".join(new_values.get(column, column) for column in columns)
    players_of_copies = f"id < {STEP} AND id IN (SELECT player_id FROM party_entrant)"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT OR IGNORE INTO party_player ({', '.join(columns)}) "
            f"SELECT {values} FROM party_player WHERE {players_of_copies}"
        )
        cursor.execute(
            f"UPDATE party_entrant SET player_id = player_id + {STEP} "
            f"WHERE id >= {STEP} AND player_id < {STEP}"
        )
        for table in ("party_party", "party_logline"):
            cursor.execute(f"UPDATE {table} SET club_id = {other} WHERE id >= {STEP}")


def value_of(field):
    column = f'old."{field.column}"'
    if field.primary_key or (field.is_relation and field.related_model in COPIED):
        return f"{column} + n.k * {STEP}"
    if field.column == "starts_at":
        return f"datetime({column}, '-' || n.k || ' days')"
    if field.column == "code":
        return f"{column} || n.k"
    if field.unique or field.column == "submission":
        return "lower(hex(randomblob(16)))"
    return column


def path_to_party(model):
    return {
        Party: "pk",
        Table: "round__party",
        Place: "round__party",
        Entry: "table__round__party",
    }.get(model, "party")


def measure_pages(client, keys):
    measured = {}
    for name, arguments in PAGES.items():
        url = reverse(name, args=[keys.get(key, key) for key in arguments])
        counter = QueryCounter()
        with connection.execute_wrapper(counter):
            answer = client.get(url)
        assert answer.status_code in {200, 405}, (name, answer.status_code)
        seconds = []
        for _ in range(RUNS):
            started = time.process_time()
            client.get(url)
            seconds.append(time.process_time() - started)
        measured[name] = 1000 * min(seconds), counter.queries, len(answer.content)
    return measured


def main():
    counts = [int(text) for text in (sys.argv[1] if sys.argv[1:] else "1,100,10000").split(",")]
    call_command("migrate", verbosity=0)
    ruth = create_user("Ruth")
    past = party_with(8, by=ruth, rounds_planned=2, starts_at=AT - timedelta(days=1))
    play_rounds(past, 2)
    Party.objects.filter(pk=past.pk).update(finished_at=AT)
    tonight = party_with(40, by=ruth, name="Tonight")
    start(tonight)
    play(tonight)
    close(tonight)
    seat_next(tonight)
    start(tonight)
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(ruth)
    keys, baseline, copies = {"id": tonight.pk, "club": tonight.club_id}, None, 1
    for count in counts:
        if count > copies:
            copy_party(past, copies, count - 1)
            copies = count
            if "elsewhere" in sys.argv:
                move_to_another_club()
        measured = measure_pages(client, keys)
        baseline = baseline or measured
        print(f"{Party.objects.count() - 1:,} past parties, {Entry.objects.count():,} hands")
        for name, (ms, queries, size) in measured.items():
            first = baseline[name]
            print(
                f"  {name:16} {ms:6.1f} ms ({ms / first[0]:4.2f})  {queries:3} queries "
                f"({queries - first[1]:+})  {size:7,} bytes"
            )


if __name__ == "__main__":
    main()
