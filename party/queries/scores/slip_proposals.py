from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from party.engine import HandEntry
from party.models import Entry, Party, Round, SlipPicture
from party.queries.rows import read_rows
from party.queries.scores.second_look import CHECKED
from party.queries.scores.tables import lines_by_table, table_scores
from party.slip_reader.results import Area, BoxReading
from party.values.scores.slip_pictures import StoredReading, stored_reading
from party.values.scores.slip_proposals import SlipProposal, slip_proposals
from party.values.scores.tables import HandLine, TableScore

# For each hand of a desk: 0.04 ms, 0.6 as a query set.
WAITING = f"""
SELECT DISTINCT t.number FROM party_slippicture p
JOIN party_table t ON t.id = p.table_id
JOIN party_round r ON r.id = t.round_id
WHERE p.party_id = %s AND r.number = %s AND p.status = '{SlipPicture.Status.WAITING.value}'
"""  # noqa: S608 -- a constant of ours
MORE_HANDS = "more"  # the box to tick if hands follow on a second slip
TOTALS = ("N-S", "E-W")


@dataclass(frozen=True, slots=True)
class TableSlip:
    picture: int
    size: tuple[int, int]  # the size of the cut-out, in pixels
    proposals: tuple[SlipProposal, ...]
    boxes: tuple[BoxReading, ...]

    def proposal(self, hand: int) -> SlipProposal | None:
        return next((each for each in self.proposals if each.hand == hand), None)

    @property
    def sure_hands(self) -> dict[int, HandEntry]:
        """Return no hands if a person must look at any of them."""
        hands = {each.hand: each.entry for each in self.proposals if not each.is_empty}
        sure_hands = {hand: entry for hand, entry in hands.items() if entry}
        return sure_hands if len(sure_hands) == len(hands) else {}

    @property
    def totals_area(self) -> Area | None:
        """Return the part of the picture with both totals; None if nothing is written there."""
        areas = [box.area for box in self.boxes if box.name in TOTALS and box.is_written_in]
        if not areas:
            return None
        lefts, tops, rights, bottoms = zip(*areas, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)


def waiting_tables(party: Party, round_number: int) -> frozenset[int]:
    """Return the numbers of the tables whose slip waits as a picture."""
    return frozenset(number for (number,) in read_rows(WAITING, [party.pk, round_number]))


def table_slips(
    party: Party, round_number: int, scores: Mapping[int, TableScore]
) -> dict[int, TableSlip]:
    """Return each table's slip, from the newest picture of the table.

    If more hands follow on a second slip, return the first slip: the second slip is printed with
    hand 1 at the top, so its hands have to be typed.
    """
    rows = SlipPicture.objects.filter(
        status=SlipPicture.Status.WAITING,
        party=party,
        table__round__number=round_number,
        table__number__in=[*scores],
    )
    readings: dict[int, list[tuple[int, StoredReading]]] = {}
    for number, pk, stored in rows.order_by("-pk").values_list("table__number", "pk", "reading"):
        readings.setdefault(number, []).append((pk, stored_reading(stored)))
    return {
        number: _table_slip(party, scores[number], readings_of_table)
        for number, readings_of_table in readings.items()
    }


def _table_slip(
    party: Party, score: TableScore, readings: Sequence[tuple[int, StoredReading]]
) -> TableSlip:
    first_slip = next((each for each in readings if has_more_hands(each[1])), None)
    pk, reading = first_slip or readings[0]
    proposals = slip_proposals(
        party.rules, reading.groups, limit=score.limit, has_more=first_slip is not None
    )
    return TableSlip(pk, reading.size, proposals, reading.boxes)


def has_more_hands(reading: StoredReading) -> bool:
    return any(box.name == MORE_HANDS and box.is_written_in for box in reading.boxes)


@dataclass(frozen=True, slots=True)
class SlipComparison:
    """A table whose typed hands can be compared with a picture of its slip."""

    picture: int
    entries: tuple[int, ...]
    slip_hands: tuple[HandEntry, ...]


def slip_comparisons(party: Party, round_: Round) -> dict[int, SlipComparison]:
    """Return, by number, the tables whose hands can be compared with a picture of their slip.

    Some hands are unchecked, none is from a photograph, and the picture shows all with certainty.
    """
    scores = table_scores(party, round_.number, waiting_tables(party, round_.number))
    slips = table_slips(party, round_.number, scores)
    comparisons = {}
    for number, lines in lines_by_table(party, round_).items() if slips else ():
        counted = sorted((line.hand or 0, line) for line in lines if line.hand is not None)
        typed = all(line.source != Entry.Source.PHOTO for _, line in counted)
        checked = all(line.checked in CHECKED for _, line in counted)
        if number not in slips or not typed or checked:
            continue
        picture, hands = slips[number].picture, slips[number].sure_hands
        if [*hands] == [hand for hand, _ in counted]:
            entries = tuple(line.entry for _, line in counted)
            comparisons[number] = SlipComparison(picture, entries, tuple(hands.values()))
    return comparisons


def phone_differences(
    slip_hands: Mapping[int, HandEntry], lines: tuple[HandLine, ...]
) -> dict[int, HandLine]:
    """Return the hands from a phone that differ from the slip."""
    phone = Entry.Source.PHONE
    by_hand = {line.hand: line for line in lines if line.hand and line.source == phone}
    return {
        hand: by_hand[hand]
        for hand, entry in slip_hands.items()
        if hand in by_hand and by_hand[hand].result != entry.result
    }
