"""Reads about checks: what was typed twice and differs, and which tables have been checked."""

from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from django.db.models import Count, F, Q

from party.models import Entry, Party, Table
from party.models.accounts import shown_label
from party.models.scores.entries import TOTAL
from party.queries.scores.entries import against_total, hand_line
from party.values.scores.second_look import CheckedTable, Difference
from party.values.scores.tables import HandLine

IN_FORCE = Q(entries__status=Entry.Status.IN_FORCE, entries__hand__isnull=False)
TYPED_AGAIN = IN_FORCE & Q(entries__checked=Entry.Checked.TYPED_AGAIN)
NOBODY = "nobody signed in"
Names = dict[int, tuple[str, ...]]  # by table
DIFFERENT = Q(entries__status=Entry.Status.DISPUTED)


def differences(party: Party, round_number: int) -> tuple[Difference, ...]:
    """Return what waits for a decision, hand by hand. Two queries at the most."""
    disputed = Entry.objects.in_round(party, round_number).filter(status=Entry.Status.DISPUTED)
    with_tables = disputed.annotate(number=F("table__number"), hands=F("table__hands"))
    rows = list(with_tables.order_by("number", "hand", "pk"))
    if not rows:
        return ()
    in_force = Entry.objects.in_force().filter(table__in=[row.table_id for row in rows])
    firsts = {(row.table_id, row.hand): row for row in in_force}
    return tuple(
        Difference(
            number,
            hand_line(party.rules, firsts[table, hand]),
            tuple(
                _second_line(party, row, row.hands or 0)  # type: ignore[attr-defined]
                for row in others
            ),
        )
        for (number, table, hand), others in groupby(
            rows, key=attrgetter("number", "table_id", "hand")
        )
    )


def _second_line(party: Party, row: Entry, hands: int) -> HandLine:
    """Return a result that waits beside the one that counts.

    When the rules were changed later, a total may have become impossible: `against` says so.
    """
    line = hand_line(party.rules, row)
    if row.hand != TOTAL:
        return line
    return replace(line, against=against_total(party.rules, hands, row.ns or 0, row.ew or 0))


def checked_tables(party: Party, round_number: int) -> tuple[CheckedTable, ...]:
    """Return how far the check of each table is. Two queries."""
    tables = Table.objects.filter(round__party=party, round__number=round_number)
    rows = tables.annotate(
        counted=Count("entries", filter=IN_FORCE),
        alike=Count("entries", filter=TYPED_AGAIN),
        differing=Count("entries", filter=DIFFERENT),
        same_person=Count(
            "entries", filter=TYPED_AGAIN & Q(entries__checked_by=F("entries__actor"))
        ),
    )
    counts = rows.order_by("number").values_list(
        "number", "capture", "counted", "alike", "differing", "same_person"
    )
    first, again = _typists(party, round_number)
    return tuple(
        CheckedTable(*row, first=first.get(row[0], ()), again=again.get(row[0], ()))
        for row in counts
    )


def _typists(party: Party, round_number: int) -> tuple[Names, Names]:
    """Return by table who typed its entries first, and who typed them again. One query."""
    rows = Entry.objects.counted().in_round(party, round_number)
    first: dict[int, set[str]] = {}
    again: dict[int, set[str]] = {}
    fields = ("table__number", "actor_kind", "actor_label")
    typists = rows.values_list(*fields, "checked", "checked_by__name")
    for number, kind, label, checked, checked_by in typists.distinct().order_by():
        first.setdefault(number, set()).add(shown_label(kind, label) or NOBODY)
        if checked == Entry.Checked.TYPED_AGAIN:
            again.setdefault(number, set()).add(checked_by or NOBODY)
    return _sorted(first), _sorted(again)


def _sorted(names: dict[int, set[str]]) -> Names:
    return {number: tuple(sorted(each)) for number, each in names.items()}
