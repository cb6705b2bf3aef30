"""Consistency of scores: one result for each hand, with the engine's points."""

from collections.abc import Iterator
from functools import lru_cache

from party.engine import Bid, HandResult, RuleError, Rules, made, pair_points
from party.models import Entry, Party, Round
from party.models.scores.entries import TOTAL
from party.queries.stored_party import StoredParty, TableKey

_points = lru_cache(maxsize=4096)(pair_points)


def score_differences(party: Party) -> list[str]:
    """Return a sentence for each fault in what is in force at the tables of a party.

    Numbers of hands, points (scored again by the engine), totals beside hands and second versions
    are checked.
    """
    stored = StoredParty.read(party)
    return [line for key in stored.tables for line in table_differences(stored, key)]


def table_differences(stored: StoredParty, key: TableKey) -> Iterator[str]:
    """Yield the faults of one table in one round."""
    where, table = _place(key), stored.tables[key]
    yield from number_differences(stored, key)
    if stored.counted(key) and table.capture == "cards":
        yield f"{where}: hands, although its points are on the cards."
    if stored.rounds[key[0]].state == Round.State.DRAWN and stored.entries.get(key):
        yield f"{where}: entries before the round has begun."
    for row in stored.counted(key):
        if row.hand and (row.ns, row.ew) != engine_points(stored.rules, row):
            yield f"{where}, hand {row.hand}: {row.ns} and {row.ew} are not the engine's points."
    yield from second_version_differences(stored, key)


def number_differences(stored: StoredParty, key: TableKey) -> Iterator[str]:
    """Yield what is wrong with the hands' numbers, the total and the count of hands."""
    where, table = _place(key), stored.tables[key]
    numbers = sorted(row.hand or 0 for row in stored.counted(key))
    if any(points % 10 for points in stored.points(key)):
        yield f"{where}: points that do not end in 0."
    if TOTAL in numbers:
        if len(numbers) > 1:
            yield f"{where}: a total and single hands are in force together."
        return
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"{where}: the hands in force are {numbers}."
    limit = stored.format.hands_at(key[1])
    if limit is not None and len(numbers) > limit:
        yield f"{where}: more than {limit} hands."
    if table.hands is not None and table.hands != len(numbers):
        yield f"{where}: the table says {table.hands} hands, and has {len(numbers)}."


def second_version_differences(stored: StoredParty, key: TableKey) -> Iterator[str]:
    """Yield second versions without a first, and some left undecided."""
    where, seconds = _place(key), stored.second_versions.get(stored.tables[key].id, set())
    if seconds - {row.hand for row in stored.counted(key)}:
        yield f"{where}: a second version of a hand that is not in force."
    if seconds and stored.rounds[key[0]].state == Round.State.CLOSED:
        yield f"{where}: closed, but two versions of a hand are left."


def engine_points(rules: Rules, row: Entry) -> tuple[int, int] | None:
    """Return what the engine scores for a stored hand; None if the rules do not know the hand."""
    try:
        return _points(rules, hand_result(row))
    except RuleError:
        return None


def hand_result(row: Entry) -> HandResult:
    """Return a stored hand as the engine reads it. Raises RuleError if it is none."""
    return HandResult(
        bid=Bid.parse(row.bid) if row.bid else None,
        tricks=row.tricks or 0,
        declarer=row.bidder or None,
        announced=row.announced or None,
    )


def is_made(row: Entry) -> bool:
    """Return whether the bidders of a stored hand have made their bid."""
    try:
        return made(hand_result(row))
    except RuleError:
        return False


def _place(key: TableKey) -> str:
    return f"Round {key[0]}, table {key[1]}"
