"""Reads about slips that are still to follow, and about results that phones sent too late."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q

from party.engine import HandEntry, write_entry
from party.models import Entry, Party, Place, Round, Table
from party.models.scores.entries import TOTAL
from party.queries.scores.entries import PLAYED, entry_text, result_of
from party.queries.scores.tables import spot_scores
from party.values.people.person import PERSON_FIELDS, Person
from party.values.scores.late_slips import LateResult, LateSlip

SPOT = ("table__round__number", "table__number")
OTHERS = ("table__round__state", "ns", "ew", "at", "is_in")


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


def late_results(party: Party, **where: int) -> tuple[LateResult, ...]:
    """Return what phones sent too late and nobody has dealt with, first round first. One query.

    Whatever was entered for the same hand since then has dealt with it, a round's total too;
    once that is taken back, it waits again. `where` narrows the entries, as a filter does.
    """
    in_force = Entry.objects.in_force().filter(table=OuterRef("table"))
    since = in_force.filter(Q(hand=OuterRef("hand")) | Q(hand=TOTAL), pk__gt=OuterRef("pk"))
    late = Entry.objects.filter(table__round__party=party, status=Entry.Status.LATE, **where)
    is_in = Exists(in_force.filter(hand=OuterRef("hand")))
    in_order = late.exclude(Exists(since)).order_by(*SPOT, "hand", "pk").annotate(is_in=is_in)
    rows = in_order.values_list(*SPOT, *PLAYED, *OTHERS, "pk", named=True)
    return tuple(
        LateResult(
            entry=row.pk,
            round=row.table__round__number,
            number=row.table__number,
            is_open=row.table__round__state in Round.OPEN,
            hand=row.hand,
            words=entry_text(party.rules, row),
            text=write_entry(HandEntry(result_of(row))) if row.hand else "",
            ns=row.ns,
            ew=row.ew,
            at=row.at,
            is_in=row.is_in,
        )
        for row in rows
    )
