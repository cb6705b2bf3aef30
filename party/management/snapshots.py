"""Snapshots: all that a party is, apart from its history, to compare before and after."""

from typing import Any

from party.models import Entrant, Entry, Party, Place, Round, Table, Tally, Wish

Snapshot = dict[str, list[tuple[Any, ...]]]

ROUND = ("number", "state", "started_at", "closed_at", "draw")
TABLE = ("round__number", "number", "capture", "hands", "why_short", "ahead", "cut", "cut_why")
PLACE = ("round__number", "table__number", "seat", "entrant_id")
ENTRANT = ("pk", "number", "name", "state", "rota", "ranked", "stands_in_for_id", "paid", "owed")
ENTRY = ("pk", "table_id", "hand", "ns", "ew", "checked")
PARTY = ("rounds_planned", "finished_at", "capture", "rules_values")


def snapshot(party: Party) -> Snapshot:
    """Read a party. Its revision, its log and entries no longer in force are history."""
    pk = party.pk
    entries = Entry.objects.in_force().filter(table__round__party=pk)
    return {
        "party": list(Party.objects.filter(pk=pk).values_list(*PARTY)),
        "rounds": list(Round.objects.filter(party=pk).order_by("number").values_list(*ROUND)),
        "tables": list(Table.objects.filter(round__party=pk).order_by("pk").values_list(*TABLE)),
        "places": sorted(Place.objects.filter(round__party=pk).values_list(*PLACE), key=repr),
        "people": list(Entrant.objects.filter(party=pk).order_by("pk").values_list(*ENTRANT)),
        "entries": list(entries.order_by("pk").values_list(*ENTRY)),
        "wishes": list(Wish.objects.filter(party=pk).order_by("pk").values_list()),
        "cards": list(Tally.objects.filter(party=pk).order_by("pk").values_list()),
    }


def differing(before: Snapshot, after: Snapshot) -> list[str]:
    """Name the parts that are not as they were."""
    return [part for part in before if before[part] != after[part]]
