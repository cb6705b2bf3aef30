"""A swap by hand, before it is made: who would sit where, and what it does to fairness."""

from dataclasses import dataclass

from party.engine import SEAT_NAMES
from party.values.people.person import Person, Sitting
from party.values.people.wishes import WishLine


def place_text(sitting: Sitting) -> str:
    """Name a place: "table 3, North"; "sits out"."""
    if sitting.table is None or sitting.seat is None:
        return "sits out"
    return f"table {sitting.table}, {SEAT_NAMES[sitting.seat]}"


@dataclass(frozen=True, slots=True)
class Met:
    """Two people who meet in this round, and the rounds in which they met like that before."""

    one: Person
    other: Person
    partners: bool
    rounds: tuple[int, ...]

    def __str__(self) -> str:
        kind = "partners" if self.partners else "opponents"
        if not self.rounds:
            return f"{self.one} and {self.other} are {kind} for the first time"
        rounds = ", ".join(str(number) for number in self.rounds)
        return f"{self.one} and {self.other} are {kind} again (round {rounds})"


@dataclass(frozen=True, slots=True)
class Counted:
    """Something that is counted, in the seats as they are and after the swap."""

    words: str
    now: int
    then: int


@dataclass(frozen=True, slots=True)
class SwapEffects:
    """What a swap of two people does. `ended` and `begun` are the meetings that differ."""

    one: Sitting
    other: Sitting
    ended: tuple[Met, ...]
    begun: tuple[Met, ...]
    sat_out: tuple[Counted, ...] = ()
    broken: tuple[WishLine, ...] = ()
    kept: tuple[WishLine, ...] = ()

    @property
    def counts(self) -> tuple[Counted, ...]:
        """Return how many meet again, and who sits out how often, before and after."""
        partners = self._again("Partners who meet again", partners=True)
        opponents = self._again("Opponents who meet again", partners=False)
        return (partners, opponents, *self.sat_out)

    def _again(self, words: str, *, partners: bool) -> Counted:
        now, then = (
            sum(bool(each.rounds) for each in met if each.partners is partners)
            for met in (self.ended, self.begun)
        )
        return Counted(words, now, then)

    @property
    def places(self) -> tuple[tuple[Person, str, str], ...]:
        """Return both people with their places now and then, in words."""
        mine, theirs = place_text(self.one), place_text(self.other)
        return ((self.one.person, mine, theirs), (self.other.person, theirs, mine))

    @property
    def mark(self) -> str:
        """The text that the verb compares, so that nobody swaps from an outdated page."""
        return f"{place_text(self.one)}; {place_text(self.other)}"
