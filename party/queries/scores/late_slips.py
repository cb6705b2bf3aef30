from collections.abc import Collection, Iterable
from typing import Any

from party.engine import HandEntry, write_entry
from party.models import Entry, Party, Round, Table
from party.models.scores.entries import TOTAL
from party.queries.evening.rounds import latest_round, people_at_tables
from party.queries.scores.tables import entry_text, result_of, spot_scores
from party.values.scores.late_slips import LateResult, LateSlip
from party.values.scores.tables import Spot

# The live page reads it: 0.2 ms for 40 tables, 3.1 as a query set (the page takes 12).
LATE = f"""
SELECT e.id, e.hand, e.bid, e.bidder, e.tricks, e.announced, e.ns, e.ew, e.at,
    r.number AS round_number, t.number AS table_number, r.state,
    EXISTS (
        SELECT 1 FROM party_entry i WHERE i.table_id = e.table_id AND i.hand = e.hand
            AND i.status = '{Entry.Status.IN_FORCE.value}'
    ) AS has_result
FROM party_entry e
JOIN party_table t ON t.id = e.table_id
JOIN party_round r ON r.id = t.round_id
WHERE r.party_id = %%s AND e.status = '{Entry.Status.LATE.value}' %s
    AND NOT EXISTS (
        SELECT 1 FROM party_entry i WHERE i.table_id = e.table_id AND i.hand IN (e.hand, {TOTAL})
            AND i.id > e.id AND i.status = '{Entry.Status.IN_FORCE.value}'
    )
ORDER BY r.number, t.number, e.hand, e.id
"""  # noqa: S608 -- a constant of ours
ONE_TABLE = "AND r.number = %s AND t.number = %s"


def slips_to_follow(party: Party, **conditions: Collection[int | str]) -> tuple[LateSlip, ...]:
    """Return slips still missing. `conditions` narrow the tables, as in `spot_scores`."""
    captures = [Table.Capture.HANDS, Table.Capture.TOTALS]
    spots = spot_scores([party], ahead=["NS", "EW"], capture=captures, **conditions)[party.pk]
    late = {spot: score for spot, score in spots.items() if score.awaits_slip}
    if not late:
        return ()
    people, latest = people_at_tables(party, {number for number, _ in late}), latest_round(party)
    open_number = latest.number if latest and latest.is_open else None
    return tuple(
        LateSlip(score, people.get((number, table), {}), number, number == open_number)
        for (number, table), score in late.items()
    )


def late_results(party: Party, spot: Spot | None = None) -> tuple[LateResult, ...]:
    """Return undecided results that phones sent too late, first round first.

    A late result counts as decided while a newer entry of its hand, or a newer total, is in force.
    """
    condition, values = (ONE_TABLE, [spot.round, spot.table]) if spot else ("", [])
    rows: Iterable[Any] = Entry.objects.raw(LATE % condition, [party.pk, *values])
    return tuple(
        LateResult(
            entry=row.pk,
            round=row.round_number,
            number=row.table_number,
            is_open=row.state in Round.OPEN,
            hand=row.hand,
            words=entry_text(party.rules, row),
            text=write_entry(HandEntry(result_of(row))) if row.hand else "",
            ns=row.ns,
            ew=row.ew,
            at=row.at,
            has_result=bool(row.has_result),
        )
        for row in rows
    )
