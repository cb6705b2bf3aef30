"""Times of the pages and verbs of an evening at 40 and 1,000 tables, in round 6.

Run by hand: python -m tests.bench.bench_evening [TABLES ...]

It prints the median and the minimum of each page, and marks pages slower than the aim. Everything
runs on a new SQLite file with the settings of a hall.
"""

# ruff: noqa: E402, PLC0415 -- the data folder is named before Django reads its settings

import os
import statistics
import sys
import tempfile
import time
from uuid import uuid4

FOLDER = tempfile.mkdtemp(prefix="ht-bench-")
os.environ["HEADTABLE_DATA"] = FOLDER
os.environ["HEADTABLE_HOSTS"] = "testserver"
os.environ["DJANGO_SETTINGS_MODULE"] = "party.settings"

import django

django.setup()

from django.core.management import call_command
from django.db import transaction
from django.test import Client

import party.wsgi  # noqa: F401 -- as every server does
from party.engine import HandEntry, pair_points, read_entry
from party.models import Entry, Table
from party.progression import FORMATS
from party.services.evening import rounds
from party.services.prizes.prizes import add_preset
from party.services.scores.entries import save_hand
from party.values.accounts import PROGRAM
from party.values.evening.live import OpenRound
from party.values.scores.tables import Spot
from tests.evening import AT, create_user, party_with

HANDS = ("8hn9", "7ce7", "7sn6", "9dw9", "8cs8", "9se10", "7nw5", "8dn8")
PAGE_AIM = 0.025  # seconds of server time for any page at 40 tables
REPEATS = 9  # requests for each page
PLAYED_ROUNDS = 5
PRINTED = ("cards", "seats", "tables", "slips", "next-moves", "standings")


def write_hands(party, number, hands):
    """Write the first `hands` hands of every table of a round, in bulk."""
    entries = [read_entry(party.rules, text) for text in HANDS]
    rows = []
    tables = Table.objects.filter(round__party=party, round__number=number)
    for shift, table in enumerate(tables):
        for hand in range(1, hands + 1):
            entry: HandEntry = entries[(shift * 3 + hand * (1 + shift % 3)) % len(entries)]
            result = entry.result
            ns, ew = pair_points(party.rules, result)
            rows.append(
                Entry(
                    table=table,
                    hand=hand,
                    bid=str(result.bid),
                    bidder=result.declarer,
                    tricks=result.tricks,
                    ns=ns,
                    ew=ew,
                    at=AT,
                    submission=uuid4(),
                )
            )
    Entry.objects.bulk_create(rows, batch_size=1000)


def decide_ties(party, number):
    from party.queries.scores.tables import table_scores

    tied = [table for table, score in table_scores(party, number).items() if score.is_tied]
    Table.objects.filter(round__party=party, round__number=number, number__in=tied).update(
        cut="NS"
    )


def seconds_of(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def measure_hand_saving(party, number, repeats):
    """Return the median seconds of the verb, and of a plain `create` in a durable transaction."""
    entry = read_entry(party.rules, "8hn9")
    tables = list(Table.objects.filter(round__party=party, round__number=number)[:repeats])
    verb, bare = [], []
    for table in tables:
        spot = Spot(party.pk, number, table.number)
        verb.append(
            seconds_of(
                lambda s=spot: save_hand(s, entry, submission=uuid4(), actor=PROGRAM, at=AT)
            )
        )
        bare.append(seconds_of(lambda t=table: create_without_verb(t)))
    return statistics.median(verb), statistics.median(bare)


def create_without_verb(table):
    with transaction.atomic(durable=True):
        Entry.objects.create(
            table=table,
            hand=90,
            bid="8H",
            bidder="N",
            tricks=9,
            ns=300,
            ew=10,
            at=AT,
            submission=uuid4(),
            status=Entry.Status.LATE,
        )


def measure_evening(tables):
    ruth = create_user(f"Ruth {tables}")
    fresh = FORMATS["midway"].replace(which_partner_shifts="fresh").values()
    party = party_with(4 * tables, by=ruth, rounds_planned=8, format_values=fresh)
    rows = [
        (
            "draw the seats of round 1",
            seconds_of(lambda: rounds.draw_seats(party.pk, actor=PROGRAM, at=AT)),
        )
    ]
    for number in range(1, PLAYED_ROUNDS + 1):
        rounds.start_round(party.pk, actor=PROGRAM, at=AT)
        write_hands(party, number, 4)
        decide_ties(party, number)
        if number == PLAYED_ROUNDS:
            break
        rounds.close_round(party.pk, number, actor=PROGRAM, at=AT)
        rounds.seat_next_round(party.pk, actor=PROGRAM, at=AT)
    rows.append(
        (
            "close a round",
            seconds_of(lambda: rounds.close_round(party.pk, PLAYED_ROUNDS, actor=PROGRAM, at=AT)),
        )
    )
    rows.append(
        (
            "seat the next one",
            seconds_of(lambda: rounds.seat_next_round(party.pk, actor=PROGRAM, at=AT)),
        )
    )
    rounds.start_round(party.pk, actor=PROGRAM, at=AT)
    write_hands(party, PLAYED_ROUNDS + 1, 3)
    verb, bare = measure_hand_saving(party, PLAYED_ROUNDS + 1, min(tables, 40))
    rows.append(("save one hand", verb))
    rows.append((f"  bare durable create (factor {verb / bare:.1f}, aim 4)", bare))
    client = Client()
    client.force_login(ruth)
    for preset in ("high-low", "play", "luck"):
        add_preset(party.pk, preset, actor=PROGRAM, at=AT)
    rows += [measure_page(client, tables, *page) for page in page_paths(party)]
    for kit in PRINTED:
        client.post(f"/parties/{party.pk}/print/{kit}/")
    rows += [measure_page(client, tables, *page) for page in printed_pages(party)]
    counts = OpenRound.COUNTS
    rounds.finish(party.pk, actor=PROGRAM, at=AT, still_open=counts, without_slips=True)
    return rows + [measure_page(client, tables, *page) for page in pages_after_the_end(party)]


def measure_page(client, tables, label, path, form=None):
    def request():
        return client.get(path) if form is None else client.post(path, form)

    first = request()
    if first.status_code != 200:
        raise SystemExit(f"{label}: {path} answers {first.status_code}")
    times = [seconds_of(lambda: request().content) for _ in range(REPEATS)]
    median = statistics.median(times)
    over = tables == 40 and median > PAGE_AIM and "PDF" not in label
    return label + (" OVER" if over else ""), median, min(times)


def page_paths(party):
    base = f"/parties/{party.pk}"
    number = PLAYED_ROUNDS + 1
    open_round, closed_round = f"{base}/rounds/{number}", f"{base}/rounds/{PLAYED_ROUNDS}"
    clash = {
        "kind": "line",
        "hand": "1",
        "text": "10ne10",
        "submission": uuid4(),
        "source": "slip",
    }
    return [
        ("live page", f"{base}/live/"),
        ("desk entry", f"{open_round}/entry/"),
        ("desk, two versions of a hand", f"{open_round}/entry/?table=2", clash),
        ("correct a hand", f"{closed_round}/tables/2/hands/1/"),
        ("total of a table", f"{open_round}/tables/9/total/"),
        ("round grid", f"{open_round}/"),
        ("round grid of a closed round", f"{closed_round}/"),
        ("typed a second time", f"{open_round}/checked/"),
        ("close page", f"{open_round}/close/"),
        ("finish page", f"{base}/finish/"),
        ("moves page", f"{closed_round}/moves/"),
        ("seats page", f"{base}/draw/"),
        ("wishes page", f"{base}/draw/wishes/"),
        ("standings page", f"{base}/standings/"),
        ("standings, low end", f"{base}/standings/?show=low"),
        ("pictures page", f"{base}/pictures/"),
        ("final cards", f"{base}/cards/"),
        ("prizes page", f"{base}/prizes/"),
        ("one prize", f"{base}/prizes/{party.prizes.first().pk}/"),
        ("players page", f"{base}/players/"),
        ("one player", f"{base}/players/{party.entrants.first().pk}/"),
        ("the door", f"{base}/checkin/"),
        ("the door, a search", f"{base}/checkin/?q=gu"),
        ("leavers page", f"{base}/players/leavers/"),
        ("first page", "/"),
        ("set-up page", f"{base}/"),
        ("plan page", f"{base}/settings/"),
        ("who helps", f"{base}/helpers/"),
        ("rules of the party", f"{base}/rules/"),
        ("log page", f"{base}/log/"),
        ("print centre", f"{base}/print/"),
        ("seat cards PDF", f"{base}/print/cards.pdf"),
        ("find-my-seat PDF", f"{base}/print/seats.pdf"),
        ("table slips PDF", f"{base}/print/slips.pdf"),
        ("standings PDF", f"{base}/print/standings.pdf"),
    ]


def printed_pages(party):
    return [("print centre, papers printed", f"/parties/{party.pk}/print/")]


def pages_after_the_end(party):
    base = f"/parties/{party.pk}"
    return [
        ("the end", f"{base}/finish/"),
        ("standings of the end", f"{base}/standings/"),
        ("prizes of the end", f"{base}/prizes/"),
        ("first page after the end", "/"),
    ]


def main():
    call_command("migrate", verbosity=0)
    for tables in [int(text) for text in sys.argv[1:]] or [40, 1000]:
        print(f"\n{tables} tables, {4 * tables} players, round {PLAYED_ROUNDS + 1}")
        for label, median, *minima in measure_evening(tables):
            minimum = f"  least {1000 * minima[0]:7.1f}" if minima else ""
            print(f"  {label:48} {1000 * median:9.1f} ms{minimum}")


if __name__ == "__main__":
    main()
