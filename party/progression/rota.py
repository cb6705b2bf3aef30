"""Who sits out when the number of people is not a multiple of four.

The *rota* is everybody who may sit out, in the order drawn for it; house players are not in it.
*Due* are the people with the fewest sit-outs so far, then in rota order. A late arrival goes to
the end of the rota. People who arrive late, or come back, start with the highest count of sit-outs
of anyone here.
"""

from collections.abc import Collection, Sequence

from party.progression.errors import SeatingError
from party.progression.seating import E, Seating


def sit_outs(
    past: Sequence[Seating[E]], rota: Sequence[E], people: Collection[E] | None = None
) -> dict[E, int]:
    """Return the sit-outs counted for everybody of the rota who is here, in rota order.

    `past` is every round so far, oldest first. `people` play or sit out next; None means everybody
    of the last round.
    """
    counts: dict[E, int] = {}
    present: set[E] = set()
    for seating in past:
        present = _count_newcomers(counts, present, set(seating.everybody()))
        for entrant in seating.bench:
            counts[entrant] += 1
    if people is not None:
        present = _count_newcomers(counts, present, set(people))
    return {entrant: counts[entrant] for entrant in rota if entrant in present}


def _count_newcomers(counts: dict[E, int], before: set[E], present: set[E]) -> set[E]:
    """Give newcomers the highest count of the people who stay.

    People who come back keep their own count if it is higher.
    """
    highest = max((counts[entrant] for entrant in present & before), default=0)
    for entrant in present - before:
        counts[entrant] = max(highest, counts.get(entrant, 0))
    return present


def due_next(
    past: Sequence[Seating[E]], rota: Sequence[E], people: Collection[E]
) -> tuple[E, ...]:
    """Return the people due to sit out next, in order: as many as do not fill a table.

    `past` is every round so far, oldest first; `people` is everybody who plays or sits out next.
    Raises SeatingError "rota" when too few of those here are in the rota.
    """
    surplus = len(people) % 4
    counts = sit_outs(past, rota, people)
    due = tuple(sorted(counts, key=counts.__getitem__)[:surplus])
    if len(due) < surplus:
        text = (
            f"{surplus} must sit out, but only {len(due)} of those here may. Take house players."
        )
        raise SeatingError("rota", text, needed=surplus, rota=len(due))
    return due
