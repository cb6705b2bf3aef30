"""Tallies: a person's own card, compared with the tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from party.values.numbers import total as written
from party.values.people.person import Person

Boxes = tuple[int | None, ...]  # the points of each round, round 1 first; None: an empty box


@dataclass(frozen=True, slots=True)
class TypedCard:
    """A card as it was handed in. Without boxes only its total was typed."""

    boxes: Boxes
    total: int

    @property
    def sum(self) -> int | None:
        """The sum of the boxes; None without boxes."""
        return sum(box or 0 for box in self.boxes) if self.boxes else None

    @property
    def words(self) -> str:
        """The card as it is typed: "310 250 x = 560"."""
        boxes = ["x" if box is None else written(box) for box in self.boxes]
        return f"{' '.join(boxes)} = {written(self.total)}" if boxes else written(self.total)

    @property
    def faults(self) -> tuple[str, ...]:
        faults = []
        if self.sum not in {None, self.total}:
            faults.append(
                f"It adds up to {written(self.sum or 0)}, the card says {written(self.total)}."
            )
        numbers = [*(box for box in self.boxes if box is not None), self.total]
        if unrounded := [written(number) for number in numbers if number % 10]:
            faults.append(f"Points always end in 0: {', '.join(unrounded)}.")
        return tuple(faults)


@dataclass(frozen=True, slots=True)
class TallyLine:
    """One person with the card, and the points by the tables, None where they have none.

    `records` is the total of the tables, with the credits for rounds not played: `credits` has
    these by round, and a card may include them. `absences` has the reasons, by round: "sat out".
    """

    person: Person
    card: TypedCard | None
    boxes: Boxes
    records: int | None
    credits: Mapping[int, int]
    absences: Mapping[int, str]
    partners: tuple[str, ...] = ()

    @property
    def faults(self) -> tuple[str, ...]:
        if self.card is None:
            return ()
        return (*self.card.faults, *self._differences(self.card), *self.partners)

    @property
    def credited(self) -> str:
        """A sentence on credits that are not on the card but counted; "" without any."""
        added = [
            f"{written(points)} for round {number} ({self.absences[number]})"
            for number, points in self.credits.items()
            if points and not self._box(number)
        ]
        if self.card is None or not added or self.card.total == self.records:
            return ""
        return f"Not on the card and counted: {', '.join(added)}."

    def _box(self, number: int) -> int | None:
        boxes = self.card.boxes if self.card else ()
        return boxes[number - 1] if number <= len(boxes) else None

    def _differences(self, card: TypedCard) -> Sequence[str]:
        pairs = list(zip(card.boxes, self.boxes, strict=False))
        faults = [
            f"Round {number}: the card says {'nothing' if box is None else written(box)}, "
            f"the table {written(by_table)}."
            for number, (box, by_table) in enumerate(pairs, start=1)
            if by_table is not None and box != by_table
        ]
        faults += [
            f"Round {number}: the card says {written(box)}, and the tables say: {words}."
            for number, words in self.absences.items()
            if (box := self._box(number)) and box != self.credits.get(number)
        ]
        if self.records is None or faults or self.card_agrees:
            return faults
        return [f"The tables add up to {written(self.records)}{self._cause(card)}."]

    @property
    def card_agrees(self) -> bool:
        """Whether the card has the total of the tables, with or without credits."""
        if self.card is None or self.records is None:
            return False
        return self.card.total in {self.records, self._played(self.records)} or (
            bool(self.card.boxes) and self.card.sum == self.card.total
        )

    def _played(self, records: int) -> int:
        return records - sum(self.credits.values())

    def _cause(self, card: TypedCard) -> str:
        """Return how one round would explain the whole difference, if one does."""
        records = self.records or 0
        for base in (records, self._played(records)):
            for number, points in enumerate(self.boxes, start=1):
                if points and (cause := CAUSES.get((card.total - base) / points)):
                    return f": it looks as if round {number} ({written(points)}) {cause}"
        return ""

    @property
    def state(self) -> str:
        if self.card is None:
            return "no card yet"
        if self.faults:
            return "look at it"
        return "in" if self.records is None else "agrees"


# The difference divided by the points of one round, with its likely cause.
CAUSES: Mapping[float, str] = {-1: "were missing", 1: "counted twice", -2: "had the other sign"}
