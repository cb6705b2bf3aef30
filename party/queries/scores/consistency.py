"""Checks that each hand has one result, with the engine's points."""

from collections.abc import Iterator

from party.engine import Bid, HandResult, RuleError, Rules, is_bid_made, pair_points
from party.models import Entry, Party, Round
from party.models.scores.entries import TOTAL
from party.queries.stored_party import StoredParty
from party.values.scores.tables import TableKey


def score_differences(party: Party) -> list[str]:
    stored = StoredParty.read(party)
    return [line for key in stored.tables for line in table_differences(stored, key)]


def table_differences(stored: StoredParty, key: TableKey) -> Iterator[str]:
    place, table = _table_text(key), stored.tables[key]
    yield from number_differences(stored, key)
    if stored.scoring_entries(key) and table.capture == "cards":
        yield f"{place}: hands, although its points are on the cards."
    if stored.rounds[key[0]].state == Round.State.DRAWN and stored.entries.get(key):
        yield f"{place}: entries before the round has begun."
    for row in stored.scoring_entries(key):
        if row.hand and (row.ns, row.ew) != engine_points(stored.party.rules, row):
            yield f"{place}, hand {row.hand}: {row.ns} and {row.ew} are not the engine's points."
    yield from second_version_differences(stored, key)


def number_differences(stored: StoredParty, key: TableKey) -> Iterator[str]:
    place, table = _table_text(key), stored.tables[key]
    numbers = sorted(row.hand or 0 for row in stored.scoring_entries(key))
    if any(points % 10 for points in stored.points(key)):
        yield f"{place}: points that do not end in 0."
    if TOTAL in numbers:
        if len(numbers) > 1:
            yield f"{place}: a total and single hands are in force together."
        return
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"{place}: the hands in force are {numbers}."
    limit = stored.party.format.hands_at(key[1])
    if limit is not None and len(numbers) > limit:
        yield f"{place}: more than {limit} hands."
    if table.hands is not None and table.hands != len(numbers):
        yield f"{place}: the table says {table.hands} hands, and has {len(numbers)}."


def second_version_differences(stored: StoredParty, key: TableKey) -> Iterator[str]:
    """Yield a fault if a second version has no first, or is undecided after the close."""
    place, seconds = _table_text(key), stored.second_versions.get(stored.tables[key].id, set())
    if seconds - {row.hand for row in stored.scoring_entries(key)}:
        yield f"{place}: a second version of a hand that is not in force."
    if seconds and stored.rounds[key[0]].state == Round.State.CLOSED:
        yield f"{place}: closed, but two versions of a hand are left."


def engine_points(rules: Rules, row: Entry) -> tuple[int, int] | None:
    """Return None if the rules do not know the hand."""
    try:
        return pair_points(rules, hand_result(row))
    except RuleError:
        return None


def hand_result(row: Entry) -> HandResult:
    """Raises RuleError if the row holds no hand."""
    return HandResult(
        bid=Bid.parse(row.bid) if row.bid else None,
        tricks=row.tricks or 0,
        declarer=row.bidder or None,
        announced=row.announced or None,
    )


def is_made(row: Entry) -> bool:
    try:
        return is_bid_made(hand_result(row))
    except RuleError:
        return False


def _table_text(key: TableKey) -> str:
    return f"Round {key[0]}, table {key[1]}"
