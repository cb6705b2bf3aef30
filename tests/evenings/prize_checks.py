"""Prizes: once confirmed, each has gone to whom it belongs, and its money to the cent."""

from collections import Counter
from collections.abc import Iterator

from tests.evenings.snapshots import Row, Snapshot
from tests.evenings.standings import low_ranks, ranks, reckon

BY_CHANCE_OR_HAND = {"drawn", "given"}


def prize_troubles(now: Snapshot) -> Iterator[str]:
    shares = reckon(now)
    best = {"high": ranks(now, shares), "low": low_ranks(now, shares)}
    for prize in now.rows["prize"].values():
        awards = [row for row in now.rows["award"].values() if row.prize_id == prize.id]
        if awards and (prize.money or prize.ticket_price):
            yield from money_troubles(now, prize, awards)
        first = prize.kind in best and prize.place == 1 and not prize.group
        if first and awards and awards[0].how not in BY_CHANCE_OR_HAND:
            yield from winner_troubles(now, prize, awards, best[prize.kind])
    if now.party.one_prize_each:
        yield from greed(now)


def money_troubles(now: Snapshot, prize: Row, awards: list[Row]) -> Iterator[str]:
    worth = prize.money
    if prize.ticket_price is not None:
        sales = [row for row in now.rows["ticketsale"].values() if row.prize_id == prize.id]
        worth = prize.ticket_price * sum(1 + row.last - row.first for row in sales)
    worth = (worth + 1) // 2 if prize.kind == "fifty" else worth
    parts = [row.share for row in awards]
    if None in parts or sum(parts) != worth:
        yield f"A prize of {worth} cents was paid out as {parts}."


def winner_troubles(
    now: Snapshot, prize: Row, awards: list[Row], ranked: dict[int, int]
) -> Iterator[str]:
    """The first place of a list goes to somebody who is first; shared, to all of them."""
    first = {pk for pk, rank in ranked.items() if rank == 1}
    winners = {row.entrant_id for row in awards}
    shared = awards[0].how == "split"
    taken = taken_above(now, prize) if now.party.one_prize_each else set()
    if not taken and (winners - first or (shared and winners != first)):
        names = [now.name(pk) for pk in sorted(winners)]
        yield f"The prize “{prize.kind}” went to {names}, who are not the first."


def taken_above(now: Snapshot, prize: Row) -> set[int]:
    above = {row.id for row in now.rows["prize"].values() if row.order < prize.order}
    return {row.entrant_id for row in now.rows["award"].values() if row.prize_id in above}


def greed(now: Snapshot) -> Iterator[str]:
    """With one prize each nobody has two, unless by hand or shared over several places."""
    shown = {*BY_CHANCE_OR_HAND, "split"}
    rows = [row for row in now.rows["award"].values() if row.how not in shown]
    for pk, count in Counter(row.entrant_id for row in rows).items():
        if count > 1:
            yield f"{now.name(pk)} has {count} prizes, and one each was agreed."
