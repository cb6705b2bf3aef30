"""Tallies: what a person's own card says, beside what the tables say."""

from collections.abc import Sequence
from dataclasses import dataclass

from party.values.people import Person
from party.values.written import total as written

Boxes = tuple[int | None, ...]  # the points of each round, round 1 first; None: an empty box


@dataclass(frozen=True, slots=True)
class Tally:
    """A card as it was handed in. Without boxes only its total was typed."""

    boxes: Boxes
    total: int

    @property
    def sum(self) -> int | None:
        """What the boxes add up to; None where there are none."""
        return sum(box or 0 for box in self.boxes) if self.boxes else None

    @property
    def words(self) -> str:
        """Say it as it is typed: "310 250 x = 560"."""
        boxes = ["x" if box is None else written(box) for box in self.boxes]
        return f"{' '.join(boxes)} = {written(self.total)}" if boxes else written(self.total)

    @property
    def faults(self) -> tuple[str, ...]:
        """Say what is wrong with the card by itself."""
        found = []
        if self.sum not in {None, self.total}:
            found.append(
                f"It adds up to {written(self.sum or 0)}, the card says {written(self.total)}."
            )
        numbers = [*(box for box in self.boxes if box is not None), self.total]
        if odd := [written(number) for number in numbers if number % 10]:
            found.append(f"Points always end in 0: {', '.join(odd)}.")
        return tuple(found)


@dataclass(frozen=True, slots=True)
class TallyLine:
    """One person with the card, and what the tables say: None where they say nothing.

    `records` is the total of the tables, credits for sitting out included.
    """

    person: Person
    card: Tally | None
    boxes: Boxes
    records: int | None
    partners: tuple[str, ...] = ()

    @property
    def faults(self) -> tuple[str, ...]:
        if self.card is None:
            return ()
        return (*self.card.faults, *self._unlike(self.card), *self.partners)

    def _unlike(self, card: Tally) -> Sequence[str]:
        pairs = list(zip(card.boxes, self.boxes, strict=False))
        found = [
            f"Round {number}: the card says {'nothing' if own is None else written(own)}, "
            f"the table {written(there)}."
            for number, (own, there) in enumerate(pairs, start=1)
            if there is not None and own != there
        ]
        if self.records is not None and not found and self.records != card.total:
            found = [f"The tables add up to {written(self.records)}."]
        return found

    @property
    def state(self) -> str:
        if self.card is None:
            return "no card yet"
        if self.faults:
            return "look at it"
        return "in" if self.records is None else "agrees"
