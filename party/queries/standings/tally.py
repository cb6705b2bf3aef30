from collections.abc import Mapping

from party.engine import pair_of
from party.models import Entry, Party, Round
from party.queries.rows import read_rows
from party.queries.shared_reads import cache_until_change
from party.queries.standings.standings import standings
from party.values.people.person import Person
from party.values.standings.standings import PartyStandings
from party.values.standings.tally import Pair, TallyBook

# The points of a hand when its round was closed, minus its points now: 0.07 ms for a party.
CORRECTIONS = f"""
SELECT r.number, t.number, later.id,
       COALESCE(old.ns, 0) - COALESCE(later.ns, 0), COALESCE(old.ew, 0) - COALESCE(later.ew, 0)
FROM party_entry later
JOIN party_table t ON t.id = later.table_id
JOIN party_round r ON r.id = t.round_id
JOIN party_entry old ON old.table_id = later.table_id AND old.sequence = later.sequence
WHERE r.party_id = %s AND r.state = '{Round.State.CLOSED.value}' AND later.at > r.closed_at
    AND later.status = '{Entry.Status.IN_FORCE.value}' AND old.at <= r.closed_at
    AND old.status = '{Entry.Status.REPLACED.value}'
ORDER BY old.id
"""  # noqa: S608 -- constants of ours


@cache_until_change
def tally_with_full_names(party: Party) -> TallyBook:
    return tally_book(party, standings(party))


def tally_book(
    party: Party, standings_now: PartyStandings, names: Mapping[int, Person] | None = None
) -> TallyBook:
    is_finished = party.finished_at is not None
    return TallyBook(
        standings=standings_now,
        planned=0 if is_finished else party.rounds_planned or 0,
        is_finished=is_finished,
        names=names or {},
        before=_points_before(party, standings_now),
    )


def _points_before(party: Party, standings_now: PartyStandings) -> dict[Pair, int]:
    """Return what the pairs of corrected tables had when their round was closed."""
    if party.format.round_credit == "wins_only":  # boxes show 1 or 0, no points
        return {}
    differences: dict[Pair, dict[int, int]] = {}
    for number, table, entry, ns_change, ew_change in read_rows(CORRECTIONS, [party.pk]):
        # Of several versions before the close, the newest counts: its row comes last.
        differences.setdefault((number, table, "NS"), {})[entry] = ns_change
        differences.setdefault((number, table, "EW"), {})[entry] = ew_change
    points = {
        (each.round, each.table or 0, pair_of(each.seat)): each.points
        for line in standings_now.lines
        for each in line.rounds
        if each.seat
    }
    return {
        pair: points[pair] + sum(by_entry.values())
        for pair, by_entry in differences.items()
        if pair in points
    }
