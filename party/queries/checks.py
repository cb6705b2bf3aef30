"""Reads about checks: what was typed twice and differs, and which tables have been checked."""

from django.db.models import Count, F, Q

from party.models import Entry, Party, Table
from party.queries.scores import hand_line
from party.values.checks import CheckedTable, Difference

COUNTED = Q(entries__status=Entry.Status.IN_FORCE, entries__hand__isnull=False)
ALIKE = COUNTED & Q(entries__checked=Entry.Checked.TYPED_AGAIN)
DIFFERENT = Q(entries__status=Entry.Status.DISPUTED)


def differences(party: Party, round_number: int) -> tuple[Difference, ...]:
    """Return what waits for a decision, table by table. Two queries at the most."""
    rows = Entry.objects.filter(
        table__round__party=party,
        table__round__number=round_number,
        status__in=[Entry.Status.DISPUTED, Entry.Status.IN_FORCE],
    )
    disputed = set(
        rows.filter(status=Entry.Status.DISPUTED).values_list("table_id", "hand").order_by()
    )
    if not disputed:
        return ()
    at_table = rows.filter(table__in=[pk for pk, _ in disputed]).annotate(
        number=F("table__number")
    )
    both: dict[tuple[int, int], dict[str, Entry]] = {}
    for row in at_table.select_related("by").order_by("number", "hand", "pk"):
        if (row.table_id, row.hand) in disputed:
            place = (row.number, row.hand or 0)  # type: ignore[attr-defined]
            both.setdefault(place, {})[row.status] = row
    rules = party.rules
    return tuple(
        Difference(
            number,
            hand_line(rules, found[Entry.Status.IN_FORCE]),
            hand_line(rules, found[Entry.Status.DISPUTED]),
        )
        for (number, _), found in both.items()
    )


def checked_tables(party: Party, round_number: int) -> tuple[CheckedTable, ...]:
    """Return how far the check of each table is. One query."""
    tables = Table.objects.filter(round__party=party, round__number=round_number)
    rows = tables.annotate(
        counted=Count("entries", filter=COUNTED),
        alike=Count("entries", filter=ALIKE),
        differing=Count("entries", filter=DIFFERENT),
    )
    found = rows.order_by("number").values_list("number", "counted", "alike", "differing")
    return tuple(CheckedTable(*row) for row in found)
