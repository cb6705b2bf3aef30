"""Incidents with final cards and with records of hands."""

from typing import Any
from uuid import UUID, uuid4

from django.conf import settings

from party.models import Round
from party.services.evening.rounds import reseat_round
from party.services.scores.final_cards import remove_tally, save_tally
from party.services.scores.records import attach_records, remove_record, replace_record
from party.values.scores.final_cards import TypedCard
from tests.evenings.incidents import Moment, incident
from tests.evenings.night import Night
from tests.evenings.snapshots import Row

MOST_CARDS = 16
RECORD = settings.BASE_DIR / "fixtures" / "hand-midway.ptn"


@incident("cards", "People hand in their cards", Moment.OVER)
def hand_in_cards(night: Night) -> bool:
    """People hand in their cards; some cards have only a total."""
    people = people_with_cards(night)[:MOST_CARDS]
    if not people:
        return False
    for entrant in people:
        boxes = boxes_of(night, entrant)
        card = TypedCard(boxes, sum(box or 0 for box in boxes))
        if night.chance(0.25):
            card = TypedCard((), card.total)
        type_card(night, entrant, card)
    return True


def people_with_cards(night: Night) -> list[int]:
    """Return the people of closed rounds; those whose points are only on cards come first."""
    only_cards: dict[int, bool] = {}
    for number in night.snapshot.closed_rounds:
        untracked = not night.snapshot.has_tables(number)
        for entrant, chair in night.snapshot.chairs[number].items():
            if chair is not None or untracked:
                on_card = (
                    chair is None or night.snapshot.tables[number, chair[0]].capture == "cards"
                )
                only_cards[entrant] = only_cards.get(entrant, False) or on_card
    return sorted(only_cards, key=lambda entrant: (not only_cards[entrant], entrant))


def boxes_of(night: Night, entrant: int) -> tuple[int | None, ...]:
    """Return a person's points of each closed round, as the person writes them on the card."""
    boxes: list[int | None] = []
    for number in night.snapshot.closed_rounds:
        if not night.snapshot.has_tables(number):
            boxes.append(night.card_boxes.get((number, entrant)))
            continue
        chair = night.snapshot.chairs[number].get(entrant)
        key = (number, chair[0]) if chair else None
        if chair is None or key is None or (key in night.plays and not night.plays[key].lines):
            boxes.append(None)
        elif night.snapshot.tables[key].capture == "cards":
            boxes.append(night.plays[key].points[chair[1] in "EW"])
        else:
            boxes.append(night.snapshot.points(key)[chair[1] in "EW"])
    return tuple(boxes)


def type_card(
    night: Night, entrant: int, card: TypedCard, *, submission: UUID | None = None
) -> None:
    before = card_of(night, entrant)
    night.run(
        save_tally,
        night.party_id,
        entrant,
        card,
        shown_tally=before.id if before else None,
        submission=submission or uuid4(),
        is_unchanged=before is not None and typed_card_of(before) == card,
    )


def typed_card_of(row: Row) -> TypedCard:
    return TypedCard(tuple(row.rounds), row.total)


def card_of(night: Night, entrant: int) -> Row | None:
    return next(
        (
            row
            for row in night.snapshot.rows["tally"].values()
            if row.entrant_id == entrant and row.status == "in force"
        ),
        None,
    )


@incident("card-wrong", "A card is typed wrong, then right", Moment.OVER)
def type_card_wrong(night: Night) -> bool:
    """A card is typed wrong, then right; a desk with an old page is refused."""
    people = people_with_cards(night)
    if not people:
        return False
    entrant = night.dice.choice(people)
    boxes = boxes_of(night, entrant)
    total = sum(box or 0 for box in boxes)
    if (before := card_of(night, entrant)) is not None:
        night.run(remove_tally, night.party_id, entrant)
        night.expect_refusal(remove_tally, night.party_id, entrant)
    wrong, page = TypedCard(boxes, total + 100), uuid4()
    options: dict[str, Any] = {"shown_tally": None, "submission": page}
    night.run(save_tally, night.party_id, entrant, wrong, **options)
    night.run(save_tally, night.party_id, entrant, wrong, **options, is_unchanged=True)
    right = TypedCard(boxes, total)
    stale = {"shown_tally": before.id if before else 10**6, "submission": uuid4()}
    night.expect_refusal(save_tally, night.party_id, entrant, right, **stale)
    type_card(night, entrant, right)
    seen = max(night.snapshot.rows["tally"])
    longer = TypedCard((*boxes, 10), total + 10)
    night.expect_refusal(
        save_tally, night.party_id, entrant, longer, shown_tally=seen, submission=uuid4()
    )
    return True


@incident("card-of-another", "A card is typed for somebody else", Moment.OVER)
def type_card_of_another(night: Night) -> bool:
    people = [pk for pk in night.snapshot.rows["entrant"] if card_of(night, pk) is None]
    if not people or not night.snapshot.closed_rounds:
        return False
    entrant = night.dice.choice(people)
    type_card(night, entrant, TypedCard((), 640))
    night.run(remove_tally, night.party_id, entrant)
    return True


@incident("record", "A record of a hand is attached, and removed again", Moment.PLAYING)
def bring_record(night: Night) -> bool:
    key = (night.number, 1)
    text, spot = RECORD.read_text(encoding="utf-8"), night.spot(key)
    if night.round.state == Round.State.DRAWN or night.snapshot.tables[key].hands == 0:
        return False
    options: dict[str, Any] = {"first": 1, "submission": uuid4()}
    night.run(attach_records, spot, [text], **options)
    night.run(attach_records, spot, [text], **options, is_unchanged=True)
    other = f"{text}\n"
    night.expect_refusal(attach_records, spot, [other], first=1, submission=uuid4())
    night.expect_refusal(reseat_round, night.party_id)
    [seen] = [row.id for row in night.snapshot.rows["record"].values() if row.status == "in force"]
    night.run(replace_record, spot, 1, other, shown_record=seen, submission=uuid4())
    night.expect_refusal(remove_record, spot, 1, shown_record=seen)
    night.run(remove_record, spot, 1, shown_record=max(night.snapshot.rows["record"]))
    return True
