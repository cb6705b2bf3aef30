"""A person's own card at the end of the evening, compared with the tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from party.values.numbers import total as total_text
from party.values.people.person import Person

Boxes = tuple[int | None, ...]  # the points of each round, round 1 first; None: an empty box


@dataclass(frozen=True, slots=True)
class TypedCard:
    """Without boxes only the total was typed."""

    boxes: Boxes
    total: int

    @property
    def sum(self) -> int | None:
        return sum(box or 0 for box in self.boxes) if self.boxes else None

    @property
    def words(self) -> str:
        """Return the card as it is typed: "310 250 x = 560"."""
        boxes = ["x" if box is None else total_text(box) for box in self.boxes]
        return f"{' '.join(boxes)} = {total_text(self.total)}" if boxes else total_text(self.total)

    @property
    def faults(self) -> tuple[str, ...]:
        faults = []
        if self.sum not in {None, self.total}:
            added_up = total_text(self.sum or 0)
            faults.append(f"It adds up to {added_up}, the card says {total_text(self.total)}.")
        numbers = [*(box for box in self.boxes if box is not None), self.total]
        if unrounded := [total_text(number) for number in numbers if number % 10]:
            faults.append(f"Points always end in 0: {', '.join(unrounded)}.")
        return tuple(faults)


@dataclass(frozen=True, slots=True)
class TallyLine:
    """A person's card beside the points from the tables.

    `boxes` are the tables' points of each round; None if only the card has them. `credits` are the
    points for rounds not played, and `tables_total` includes them. `absences` are reasons, such as
    "sat out".
    """

    person: Person
    card: TypedCard | None
    boxes: Boxes
    tables_total: int | None
    credits: Mapping[int, int]
    absences: Mapping[int, str]
    partner_faults: tuple[str, ...] = ()

    @property
    def faults(self) -> tuple[str, ...]:
        if self.card is None:
            return ()
        return (*self.card.faults, *self._difference_texts(self.card), *self.partner_faults)

    @property
    def credit_note(self) -> str:
        notes = [
            f"{total_text(points)} for round {number} ({self.absences[number]})"
            for number, points in self.credits.items()
            if points and not self._box(number)
        ]
        if self.card is None or not notes or self.card.total == self.tables_total:
            return ""
        return f"Not on the card and counted: {', '.join(notes)}."

    def _box(self, number: int) -> int | None:
        boxes = self.card.boxes if self.card else ()
        return boxes[number - 1] if number <= len(boxes) else None

    def _difference_texts(self, card: TypedCard) -> Sequence[str]:
        pairs = list(zip(card.boxes, self.boxes, strict=False))
        faults = [
            f"Round {number}: the card says {'nothing' if box is None else total_text(box)}, "
            f"the table {total_text(table_points)}."
            for number, (box, table_points) in enumerate(pairs, start=1)
            if table_points is not None and box != table_points
        ]
        faults += [
            f"Round {number}: the card says {total_text(box)}, and the tables say: {words}."
            for number, words in self.absences.items()
            if (box := self._box(number)) and box != self.credits.get(number)
        ]
        if self.tables_total is None or faults or self.card_agrees:
            return faults
        cause = self._cause_of_difference(card)
        return [f"The tables add up to {total_text(self.tables_total)}{cause}."]

    @property
    def card_agrees(self) -> bool:
        """Return whether the card has the tables' total, with or without credits."""
        if self.card is None or self.tables_total is None:
            return False
        totals = {self.tables_total, self._without_credits(self.tables_total)}
        adds_up = bool(self.card.boxes) and self.card.sum == self.card.total
        return self.card.total in totals or adds_up

    def _without_credits(self, tables_total: int) -> int:
        return tables_total - sum(self.credits.values())

    def _cause_of_difference(self, card: TypedCard) -> str:
        """Return a clause about a round that explains the whole difference."""
        tables_total = self.tables_total or 0
        for base in (tables_total, self._without_credits(tables_total)):
            for number, points in enumerate(self.boxes, start=1):
                if points and (cause := CAUSES.get((card.total - base) / points)):
                    return f": it looks as if round {number} ({total_text(points)}) {cause}"
        return ""

    @property
    def state(self) -> str:
        if self.card is None:
            return "no card yet"
        if self.faults:
            return "look at it"
        return "in" if self.tables_total is None else "agrees"


# A likely cause of a difference, by the difference divided by the points of one round.
CAUSES: Mapping[float, str] = {-1: "were missing", 1: "counted twice", -2: "had the other sign"}
