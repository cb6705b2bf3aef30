"""Reads about slips that are still to follow."""

from collections.abc import Collection

from party.models import Party, Place, Round, Table
from party.queries.scores.tables import spot_scores
from party.values.people.person import PERSON_FIELDS, Person
from party.values.scores.late_slips import LateSlip


def slips_to_follow(party: Party, **where: Collection[int | str]) -> tuple[LateSlip, ...]:
    """Return the slips that are still to follow, first round first. One query, or two.

    `where` narrows the tables, as for their scores.
    """
    captures = [Table.Capture.HANDS, Table.Capture.TOTALS]
    spots = spot_scores([party], ahead=["NS", "EW"], capture=captures, **where)[party.pk]
    late = {spot: score for spot, score in spots.items() if score.follows}
    if not late:
        return ()
    seats: dict[tuple[int, int], dict[str, Person]] = {spot: {} for spot in late}
    states: dict[int, str] = {}
    numbers = {number for number, _ in late}
    rows = Place.objects.filter(round__party=party, round__number__in=numbers, table__isnull=False)
    fields = ("round__number", "round__state", "table__number", "seat")
    for at, state, table, seat, *person in rows.values_list(
        *fields, *(f"entrant__{name}" for name in PERSON_FIELDS)
    ):
        states[at] = state
        if (at, table or 0) in seats:
            seats[at, table or 0][str(seat)] = Person(*person)
    return tuple(
        LateSlip(at, states[at] in Round.OPEN, score, seats[at, table])
        for (at, table), score in late.items()
    )
