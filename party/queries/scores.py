"""Reads about entries: a table's sheet, an entry as the engine's value and in words."""

from party.engine import Bid, HandEntry, HandResult, Rules, describe, write_entry
from party.models import Entry, Party
from party.models.scores import TOTAL
from party.values.scores import HandLine
from party.values.spots import Spot


def hand_entry(entry: Entry) -> HandEntry:
    """Return what the engine made of this entry when it was typed."""
    if not entry.bid:
        return HandEntry(result=None)
    result = HandResult(
        bid=Bid.parse(entry.bid),
        tricks=entry.tricks or 0,
        declarer=entry.bidder,
        announced=entry.announced or None,
    )
    return HandEntry(result=result)


def words_of(rules: Rules, entry: Entry) -> str:
    """Say in words what an entry holds: a hand, a round's total, a thrown-in hand."""
    if entry.hand is None:
        return "thrown in, dealt again"
    if entry.hand == TOTAL:
        return f"round total: N-S {entry.ns}, E-W {entry.ew}"
    result = hand_entry(entry).result
    return describe(rules, result) if result else ""


def table_sheet(party: Party, spot: Spot) -> tuple[HandLine, ...]:
    """Return what is in force at a table, in the order in which it was entered. One query."""
    rows = Entry.objects.in_force().filter(
        table__round__party=party, table__round__number=spot.round, table__number=spot.table
    )
    return tuple(
        HandLine(
            entry=row.pk,
            hand=row.hand,
            text="" if row.hand == TOTAL else write_entry(hand_entry(row)),
            words=words_of(party.rules, row),
            ns=row.ns,
            ew=row.ew,
            source=row.source,
            by=row.by.name if row.by else "",
        )
        for row in rows.select_related("by").order_by("hand", "pk")
    )
