"""Entries: one result for each hand, with the engine's points, where hands may be."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from party.engine import Bid, HandResult, Rules, made, score
from party.models import Entry, Round
from party.models.scores.entries import TOTAL
from party.progression import Format
from tests.evenings.snapshots import At, Row, Snapshot

Points = tuple[int, int]  # of North-South, of East-West


def entry_troubles(now: Snapshot, at: At) -> Iterator[str]:
    """Check what is in force at a table."""
    where, table = f"Round {at[0]}, table {at[1]}", now.tables[at]
    yield from number_troubles(now, at)
    if now.counted(at) and table.capture == "cards":
        yield f"{where}: hands, although its points are on the cards."
    if now.rounds[at[0]].state == Round.State.DRAWN and now.entries.get(at):
        yield f"{where}: entries before the round has begun."
    for row in now.counted(at):
        if row.hand and (row.ns, row.ew) != engine_points(now.rules, *hand_of(row)):
            yield f"{where}, hand {row.hand}: {row.ns} and {row.ew} are not the engine's points."
    yield from second_troubles(now, at)


def number_troubles(now: Snapshot, at: At) -> Iterator[str]:
    """Check that hands are numbered without a gap, or that there is one total, which ends in 0."""
    where, table = f"Round {at[0]}, table {at[1]}", now.tables[at]
    numbers = sorted(row.hand for row in now.counted(at))
    if any(points % 10 for points in now.points(at)):
        yield f"{where}: points that do not end in 0."
    if TOTAL in numbers and len(numbers) > 1:
        yield f"{where}: a total and single hands are in force together."
    elif TOTAL not in numbers and numbers != list(range(1, len(numbers) + 1)):
        yield f"{where}: the hands in force are {numbers}."
    limit = hands_at(now.format, at[1])
    if TOTAL not in numbers and limit is not None and len(numbers) > limit:
        yield f"{where}: more than {limit} hands."
    if table.hands is not None and TOTAL not in numbers and table.hands != len(numbers):
        yield f"{where}: it says {table.hands} hands, and has {len(numbers)}."


def second_troubles(now: Snapshot, at: At) -> Iterator[str]:
    """Check that a second version stands beside a first, one a hand, and in no closed round."""
    where, table = f"Round {at[0]}, table {at[1]}", now.tables[at].id
    rows = [row for row in now.rows["entry"].values() if row.table_id == table]
    seconds = Counter(row.hand for row in rows if row.status == Entry.Status.DISPUTED)
    if any(count > 1 for count in seconds.values()):
        yield f"{where}: more than one second version of a hand."
    if seconds.keys() - {row.hand for row in now.counted(at)}:
        yield f"{where}: a second version of a hand that is not in force."
    if seconds and now.rounds[at[0]].state == Round.State.CLOSED:
        yield f"{where}: closed, and nobody has said which version is right."


def hand_of(row: Row) -> tuple[str, str, int, str]:
    return row.bid, row.bidder, row.tricks, row.announced


@lru_cache(maxsize=4096)
def engine_points(rules: Rules, bid: str, bidder: str, tricks: int, announced: str) -> Points:
    """Score a hand anew; without a bid the tricks are those of North-South."""
    points = score(rules, result_of(bid, bidder, tricks, announced))
    if bidder in {"E", "W"}:
        return points.defenders, points.declarers
    return points.declarers, points.defenders


@lru_cache(maxsize=4096)
def result_of(bid: str, bidder: str, tricks: int, announced: str) -> HandResult:
    return HandResult(
        bid=Bid.parse(bid) if bid else None,
        tricks=tricks,
        declarer=bidder or None,
        announced=announced or None,
    )


def was_made(row: Row) -> bool:
    return made(result_of(*hand_of(row)))


def hands_at(chosen: Format, table: int) -> int | None:
    """Return how many hands a table has; None where it plays until the bell at the head table."""
    everywhere = chosen.hands_counted == "all_tables"
    return chosen.hands_per_round if everywhere or table == 1 else None
