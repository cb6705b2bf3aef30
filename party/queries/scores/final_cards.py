from collections.abc import Container, Mapping, Sequence

from party.models import Party, Tally
from party.queries.evening.rounds import people
from party.values.people.person import Person
from party.values.scores.final_cards import TypedCard
from party.values.standings.standings import RoundKind as Kind
from party.values.standings.standings import RoundPoints


def cards(party: Party) -> dict[int, TypedCard]:
    """Return the cards in force by entrant id."""
    return cards_of([party.pk])[party.pk]


def cards_of(parties: Sequence[int]) -> dict[int, dict[int, TypedCard]]:
    """Return the cards in force by party and entrant id."""
    by_party: dict[int, dict[int, TypedCard]] = {pk: {} for pk in parties}
    rows = Tally.objects.filter(status=Tally.Status.IN_FORCE, party__in=parties)
    for party, entrant, boxes, total in rows.values_list(
        "party_id", "entrant_id", "rounds", "total"
    ):
        by_party[party][entrant] = TypedCard(tuple(boxes), total)
    return by_party


def stray_cards(party: Party, entrant_ids: Container[int]) -> tuple[tuple[Person, TypedCard], ...]:
    """Return cards of people in no closed round, because their last round was reopened."""
    stray = {entrant: card for entrant, card in cards(party).items() if entrant not in entrant_ids}
    people_by_id = people(party) if stray else {}
    return tuple((people_by_id[entrant], card) for entrant, card in stray.items())


def tally_id(party: Party, entrant_id: int) -> int | None:
    rows = Tally.objects.filter(status=Tally.Status.IN_FORCE, party=party, entrant=entrant_id)
    return rows.values_list("pk", flat=True).first()


def fill_from_cards(
    rounds: Mapping[int, list[RoundPoints]], by_entrant: Mapping[int, TypedCard], *, tracked: bool
) -> dict[int, list[RoundPoints]]:
    """Add the cards' points. If seats are not `tracked`, an empty box stands for sitting out."""
    return {
        entrant: _fill_from_card(played, by_entrant.get(entrant), tracked=tracked)
        for entrant, played in rounds.items()
    }


def _fill_from_card(
    played: list[RoundPoints], card: TypedCard | None, *, tracked: bool
) -> list[RoundPoints]:
    if card is None:
        return played
    on_card = [index for index, each in enumerate(played) if each.kind == Kind.NO_CARD]
    if not on_card:
        return played
    if card.boxes:
        return [_fill_from_box(each, card.boxes, tracked=tracked) for each in played]
    # The card has only a total: the last of its rounds gets all points that the tables lack.
    table_points = sum(each.points for each in played if each.kind == Kind.PLAYED)
    points = {on_card[-1]: card.total - table_points}
    return [
        each._replace(kind=Kind.ON_CARD, points=points.get(index, 0)) if index in on_card else each
        for index, each in enumerate(played)
    ]


def _fill_from_box(
    round_points: RoundPoints, boxes: Sequence[int | None], *, tracked: bool
) -> RoundPoints:
    if round_points.kind != Kind.NO_CARD or round_points.round > len(boxes):
        return round_points
    box = boxes[round_points.round - 1]
    if box is None:
        return round_points if tracked else round_points._replace(kind=Kind.SAT_OUT)
    return round_points._replace(kind=Kind.PLAYED, points=box)
