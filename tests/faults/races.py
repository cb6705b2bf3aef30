"""Lets processes write to the same tables at the same moment, on SQLite and PostgreSQL.

    python -m tests.faults.races [--tables 1000] [--processes 2 4 8] [--databases sqlite postgres]

Each process goes through all tables in the same order: it records hands, sends some twice,
corrects some and undoes some. Then all processes complete the open tables and close the round. An
exception that is not a refusal is an error.
"""

# ruff: noqa: PLC0415, T201 -- models need settings; it prints its figures

import argparse
import multiprocessing
import re
import time
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime
from queue import Empty
from random import Random
from uuid import uuid4

from tests.faults.databases import connect_to, new_database, run_in_process

AT = datetime(2026, 11, 14, 20, 0, tzinfo=UTC)
RESULTS = ("8hn9", "7ce7", "9sw10", "7ns6", "8dw5")


class Racer:
    """One process: its verbs and their outcomes."""

    def __init__(self, party, number):
        self.party, self.dice, self.phone = party, Random(number), bool(number % 2)
        self.outcomes, self.stored, self.errors = Counter(), [], []

    def act(self, name, verb, *arguments, **options):
        """Run a verb; run it again if the database was busy."""
        from django.db import OperationalError

        from party.values.refusals import Refused

        while True:
            try:
                answer = verb(*arguments, actor=self.actor, at=AT, **options)
            except Refused:
                self.outcomes[name, "refused"] += 1
                return None
            except OperationalError as error:
                if not re.search("database is locked|lock timeout", str(error)):
                    self.errors.append(f"{name}: {error!r}")
                    return None
                self.outcomes[name, "pressed again"] += 1
            except Exception as error:  # noqa: BLE001 -- any is what this looks for
                self.errors.append(f"{name}: {error!r}")
                return None
            else:
                outcome = str(getattr(answer, "outcome", "done"))
                self.outcomes[name, outcome] += 1
                return outcome

    @property
    def actor(self):
        from party.values.accounts import PROGRAM, table_actor

        return table_actor(1) if self.phone else PROGRAM

    def record(self, spot, hand):
        from party.engine import read_entry
        from party.services.phones import hands
        from party.services.scores import entries

        entry, submission = read_entry(self.rules, self.dice.choice(RESULTS[:3])), uuid4()
        verb = hands.record_hand if self.phone else entries.save_hand
        for _ in range(1 + (self.dice.random() < 0.2)):
            outcome = self.act("record", verb, spot, entry, hand=hand, submission=submission)
            self.note_stored(outcome, spot, submission, entry)

    def correct(self, spot):
        from party.engine import read_entry
        from party.services.phones import hands
        from party.services.scores import corrections

        if not (row := self.last_entry(spot)):
            return
        entry, submission = read_entry(self.rules, self.dice.choice(RESULTS)), uuid4()
        verb = hands.change_hand if self.phone else corrections.correct_entry
        options = {"shown_entry": row.pk, "submission": submission}
        outcome = self.act("correct", verb, spot, row.hand, entry, **options)
        self.note_stored(outcome, spot, submission, entry)

    def note_stored(self, outcome, spot, submission, entry):
        if outcome in {"saved", "kept", "late"}:
            result = entry.result
            self.stored.append((submission, spot.table, str(result.bid), result.tricks))

    def undo(self, spot):
        from party.services.phones import hands
        from party.services.scores import entries

        if row := self.last_entry(spot):
            self.act(
                "undo",
                hands.undo_entry if self.phone else entries.undo_hand,
                spot,
                shown_entry=row.pk,
            )

    def confirm(self, spot):
        from party.models import Entry
        from party.services.phones import hands
        from party.services.scores import second_look

        rows = Entry.objects.counted().filter(**rows_at(spot))
        if self.phone:
            seen = list(rows.values_list("pk", flat=True))
            self.act("confirm", hands.record_agreement, spot, shown_entries=seen, is_agreed=True)
        elif row := rows.first():
            self.act("confirm", second_look.confirm_entry, spot, row.hand, shown_entry=row.pk)

    def complete(self, spot):
        """Enter missing hands, decide between two versions, enter the cut."""
        from party.models import Entry
        from party.services.scores import second_look, tables

        for hand in range(1, 5):
            rows = Entry.objects.filter(**rows_at(spot), hand=hand)
            states = dict(rows.values_list("pk", "status"))
            wrong = [pk for pk, status in states.items() if status == Entry.Status.DISPUTED]
            right = [pk for pk, status in states.items() if status == Entry.Status.IN_FORCE]
            if right and wrong:
                both = {"right_entry": right[0], "wrong_entries": wrong}
                self.act("decide", second_look.choose_right_entry, spot, hand, **both)
            elif not right:
                self.record(spot, hand)
        self.act("cut", tables.decide_cut, spot, "NS")
        self.confirm(spot)

    def close(self):
        from party.services.evening import rounds

        self.act("close", rounds.close_round, self.party, 1)

    def last_entry(self, spot):
        from party.models import Entry

        return Entry.objects.in_force().filter(**rows_at(spot), hand__gt=0).order_by("hand").last()

    @property
    def rules(self):
        from party.engine import PRESETS

        return PRESETS["midway"]


def rows_at(spot):
    return {"table__round__party": spot.party, "table__number": spot.table}


def race(environment, party, tables, number, barrier, answers):
    connect_to(environment)
    from party.values.scores.tables import Spot

    racer = Racer(party, number)
    racer.last_entry(Spot(party, 1, 1))  # connect before the race starts
    barrier.wait(120)
    for table in range(1, tables + 1):
        spot = Spot(party, 1, table)
        for hand in range(1, 4):
            racer.record(spot, hand)
        racer.dice.choice((racer.correct, racer.undo, racer.confirm))(spot)
    barrier.wait()
    for turn in range(3):
        for table in range(1, tables + 1):
            if turn == 0 or needs_more(party, table):
                racer.complete(Spot(party, 1, table))
        barrier.wait()
    racer.close()
    answers.put((racer.outcomes, racer.stored, racer.errors))


def needs_more(party, table):
    from party.models import Entry

    rows = Entry.objects.filter(table__round__party=party, table__number=table)
    return (
        rows.filter(status=Entry.Status.DISPUTED).exists()
        or rows.filter(status=Entry.Status.IN_FORCE, hand__gt=0).count() < 4
    )


def make_party(tables):
    from tests.evening import party_with, start

    party = party_with(4 * tables, phones=True)
    start(party)
    return party.pk


def run(environment, tables, processes):
    """Let processes race; assert every promise and return the figures."""
    from django.db import connection

    party = make_party(tables)
    connection.close()
    spawn = multiprocessing.get_context("spawn")
    barrier, answers = spawn.Barrier(processes), spawn.Queue()
    racers = [
        spawn.Process(
            target=race, args=(environment, party, tables, number, barrier, answers), daemon=True
        )
        for number in range(processes)
    ]
    began = time.monotonic()
    for each in racers:
        each.start()
    outcomes, stored, errors = Counter(), [], []
    for _ in racers:
        racer_outcomes, racer_stored, racer_errors = next_answer(answers, racers)
        outcomes, stored = outcomes + racer_outcomes, stored + racer_stored
        errors += racer_errors
    for each in racers:
        each.join()
    took = time.monotonic() - began
    assert not errors, f"{len(errors)} errors, first {errors[:5]}"
    hands = check(party, tables, stored)
    refused = sum(count for (_, outcome), count in outcomes.items() if outcome == "refused")
    busy = sum(count for (_, outcome), count in outcomes.items() if outcome == "pressed again")
    print(
        f"{connection.vendor}, {tables} tables, {processes} processes: {outcomes.total()} acts, "
        f"{refused} refused in words, {busy} pressed again, {len(stored)} results acknowledged, "
        f"{hands} hands in force, errors 0, lost 0, doubled 0 ({took:.0f} s)"
    )
    print("  " + ", ".join(f"{' '.join(key)} {outcomes[key]}" for key in sorted(outcomes)))


def next_answer(answers, racers):
    """Return the next racer's result; fail if one died."""
    while True:
        with suppress(Empty):
            return answers.get(timeout=5)
        assert not any(each.exitcode for each in racers), "one of the processes died"


def check(party, tables, stored):
    """Assert that nothing is lost or doubled, and that all adds up."""
    from party.models import Entry, LogLine, Party, Round
    from party.queries.backups.check import party_differences

    rows = Entry.objects.filter(table__round__party=party)
    ids = Counter(rows.values_list("submission", flat=True))
    # A phone's second result for a hand has the id of its first request.
    results = set(rows.values_list("table__number", "bid", "tricks"))
    lost = [each for each in stored if each[0] not in ids and each[1:] not in results]
    assert not lost, f"acknowledged but not stored: {lost}"
    assert max(ids.values()) == 1
    in_force = Counter(
        rows.filter(status=Entry.Status.IN_FORCE, hand__gt=0).values_list("table_id", "hand")
    )
    assert max(in_force.values()) == 1, "two confirmed results"
    assert len(in_force) == 4 * tables
    assert Round.objects.get(party=party).state == Round.State.CLOSED
    assert LogLine.objects.filter(party=party, verb="round closed").count() == 1
    assert party_differences(Party.objects.get(pk=party)) == []
    return len(in_force)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--tables", type=int, default=1000)
    options.add_argument("--processes", type=int, nargs="+", default=[2, 4, 8])
    options.add_argument("--databases", nargs="+", default=["sqlite", "postgres"])
    chosen = options.parse_args()
    for kind in chosen.databases:
        run_in_process(run_on, kind, chosen.tables, chosen.processes)


def run_on(kind, tables, processes):
    with new_database(kind) as environment:
        connect_to(environment)
        for number in processes:
            run(environment, tables, number)


if __name__ == "__main__":
    main()
