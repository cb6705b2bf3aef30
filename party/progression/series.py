"""A season of evenings."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

P = TypeVar("P")


def rank_points(rank: int, ladder: Sequence[int]) -> int:
    """Return the points for a rank, counted from 1; 0 beyond the ladder.

    People who share a rank each get its points in full. After ranks 1 2 2 nobody gets the points
    of rank 3.
    """
    return ladder[rank - 1] if rank <= len(ladder) else 0


def dropped(worths: Mapping[P, int], best: int | None) -> frozenset[P]:
    """Return the evenings that do not count. Only the highest `best` count; None means all.

    `worths` are points by evening, the oldest first. The earlier of two equal evenings counts.
    """
    if best is None:
        return frozenset()
    order = sorted(worths, key=lambda evening: -worths[evening])
    return frozenset(order[best:])
