from collections.abc import Iterable
from typing import TYPE_CHECKING

from party.engine import pair_of
from party.models import Party, Round, Table
from party.queries.scores.final_cards import cards
from party.queries.standings.standings import standings
from party.values.numbers import total as to_text
from party.values.scores.final_cards import Boxes, TallyLine, TypedCard
from party.values.scores.tables import TableKey
from party.values.standings.standings import RoundKind as Kind
from party.values.standings.standings import RoundPoints, StandingLine

if TYPE_CHECKING:
    from party.values.people.person import Person

ABSENCES = {
    Kind.SAT_OUT: "sat out",
    Kind.NOT_PLAYED: "not played",
    Kind.MISSED: "was not there",
}


def tally_lines(party: Party) -> tuple[TallyLine, ...]:
    """Return a line for everybody who was in a closed round, A–Z."""
    by_entrant, lines = cards(party), standings(party).lines
    on_cards = _tables_on_cards(party)
    partner_faults = _partner_faults(lines, by_entrant, on_cards)
    tally = [
        TallyLine(
            person=line.person,
            card=by_entrant.get(line.person.id),
            boxes=_boxes(line, on_cards),
            tables_total=None
            if any(_table_key(each) in on_cards for each in line.rounds)
            else line.total,
            partner_faults=tuple(partner_faults.get(line.person.id, ())),
            credits={e.round: e.points for e in line.rounds if e.kind in ABSENCES},
            absences={e.round: ABSENCES[e.kind] for e in line.rounds if e.kind in ABSENCES},
        )
        for line in lines
    ]
    return tuple(sorted(tally, key=lambda line: line.person.a_to_z))


def _tables_on_cards(party: Party) -> set[TableKey]:
    """Return round and table of those that final cards replace.

    Table 0 stands for all tables of a round whose seats are not tracked.
    """
    untracked = Round.objects.filter(party=party, tables=None).values_list("number", flat=True)
    rows = Table.objects.filter(round__party=party, capture=Table.Capture.CARDS, hands=None)
    return {*rows.values_list("round__number", "number"), *((number, 0) for number in untracked)}


def _table_key(round_points: RoundPoints) -> TableKey:
    return (round_points.round, round_points.table or 0)


def _boxes(line: StandingLine, on_cards: set[TableKey]) -> Boxes:
    """Return the points of each round; None for a round without points from its tables."""
    return tuple(
        each.points if each.kind == Kind.PLAYED and _table_key(each) not in on_cards else None
        for each in line.rounds
    )


def _partner_faults(
    lines: Iterable[StandingLine], by_entrant: dict[int, TypedCard], on_cards: set[TableKey]
) -> dict[int, list[str]]:
    """Return a fault for both partners, by entrant id, if their cards differ in a round."""
    pairs: dict[tuple[int, int, str], list[tuple[Person, int]]] = {}
    for line in lines:
        card = by_entrant.get(line.person.id)
        if card is None:
            continue
        for each in line.rounds:
            box = card.boxes[each.round - 1] if each.round <= len(card.boxes) else None
            if box is not None and each.seat and _table_key(each) in on_cards:
                pairs.setdefault((*_table_key(each), pair_of(each.seat)), []).append(
                    (line.person, box)
                )
    faults: dict[int, list[str]] = {}
    for (number, _, _), boxes_of_pair in pairs.items():
        if len({box for _, box in boxes_of_pair}) > 1:
            for person, _ in boxes_of_pair:
                cards_text = " and ".join(
                    f"{other}'s card {to_text(box)}" for other, box in boxes_of_pair
                )
                faults.setdefault(person.id, []).append(f"Round {number}: {cards_text}.")
    return faults
