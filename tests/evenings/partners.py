"""Partners and opponents: who met whom, counted once more from the chairs."""

from collections.abc import Iterable, Iterator

from party.models import Party
from party.queries.standings.pictures import pictures
from party.values.seats.swaps import Met
from tests.evenings.snapshots import Snapshot

FACING = {"N": "S", "S": "N", "E": "W", "W": "E"}
NOBODY = "–"


def partner_troubles(now: Snapshot, party: Party) -> Iterator[str]:
    """Check that the page of pictures names everybody's partners, round by round."""
    for line in pictures(party).lines:
        found = tuple(partner_of(now, line.id, number) for number in now.closed)
        if line.partners != found:
            yield f"The partners of {line.name} are {line.partners}, and were {found}."


def partner_of(now: Snapshot, entrant: int, number: int) -> str:
    chair = now.chairs[number].get(entrant)
    if chair is None:
        return NOBODY
    opposite = (chair[0], FACING[chair[1]])
    [mate] = [pk for pk, other in now.chairs[number].items() if other == opposite]
    return now.name(mate)


def met_troubles(now: Snapshot, number: int, told: Iterable[Met]) -> Iterator[str]:
    """Check in which rounds before this one two people are said to have met."""
    for each in told:
        one, other = each.one.id, each.other.id
        found = tuple(
            n for n in range(1, number) if met(now, n, one, other, partners=each.partners)
        )
        if each.rounds != found:
            yield f"“{each}”, and they met in {found}."


def met(now: Snapshot, number: int, one: int, other: int, *, partners: bool) -> bool:
    """Tell whether two people were partners, or opponents, in a round."""
    first, second = (now.chairs[number].get(pk) for pk in (one, other))
    if first is None or second is None or first[0] != second[0]:
        return False
    return (FACING[first[1]] == second[1]) == partners
