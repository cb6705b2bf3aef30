from dataclasses import dataclass

from party.values.people.person import Person

WISH_TEXTS = {
    "apart": "{one} and {other} never sit at one table",
    "together": "{one} and {other} always sit at one table",
    "partners": "{one} and {other} are always partners",
    "start_partners": "{one} and {other} start as partners in round 1",
    "not_partners": "{one} and {other} are never partners",
    "stay": "{one} keeps table and chair",
}
WHY_NOT = {
    "bench": "One of them sits out this round",
    "rests": "This person sits out, and gets the chair back in the next round",
    "closed": "The table is closed",
    "others": "Nobody could change chairs for it without breaking another wish",
    "alone": "There is no other table",
    "later": "It was asked after these seats were made",
    "by_hand": "Somebody was swapped by hand",
}


@dataclass(frozen=True, slots=True)
class WishLine:
    """`why_not` is a key of WHY_NOT, "" if the latest round keeps the wish.

    `conflict_texts` are the texts of conflicting wishes. A wish for round 1 is `is_over` once the
    round has begun.
    """

    id: int
    kind: str
    one: Person
    other: Person | None
    why_not: str = ""
    conflict_texts: tuple[str, ...] = ()
    is_over: bool = False

    def __str__(self) -> str:
        return WISH_TEXTS[self.kind].format(one=self.one, other=self.other)

    @property
    def ids(self) -> tuple[int, ...]:
        return (self.one.id, self.other.id) if self.other else (self.one.id,)

    @property
    def reason(self) -> str:
        if self.why_not == "bench" and self.kind == "stay":
            return WHY_NOT["rests"]
        if self.why_not == "others":
            conflicts = "; ".join(self.conflict_texts)
            return f"{WHY_NOT['others']}: {conflicts}" if conflicts else WHY_NOT["alone"]
        return WHY_NOT[self.why_not] if self.why_not else ""

    @property
    def needs_chairs(self) -> bool:
        """Return whether the wish breaks when one of its people sits out."""
        are_here = all(person.state == "here" for person in (self.one, self.other) if person)
        kinds = {"stay", "partners", "start_partners", "together"}
        return are_here and not self.is_over and self.kind in kinds

    @property
    def can_be_mended(self) -> bool:
        """Return whether a new seating of the round may keep the wish."""
        return self.why_not in {"later", "by_hand"}


@dataclass(frozen=True, slots=True)
class ConflictingSitOut:
    """The next sit-out of a person breaks `wishes`; `substitute` can sit out in their place."""

    person: Person
    wishes: tuple[str, ...]
    substitute: Person | None
