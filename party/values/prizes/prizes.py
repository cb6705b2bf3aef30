"""Prizes on pages, on the prize sheet and on certificates.

The *kind* of a prize is the way to win it. Most kinds are *measured*: everybody has a number, the
best wins. A *ladder* is a kind within a prize group: high, 2nd high, 3rd high.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from itertools import chain

from party.values.numbers import ordinal
from party.values.people.person import Person
from party.values.prizes.fifty_fifty import FiftyFifty
from party.values.prizes.words import COUNTING_BACK, DRAWN_AMONG_HERE, FOR_BOTH

MOST_PRIZES = 60
LONGEST_TITLE = 60
LONGEST_GIFT = 80
LONGEST_WHY = 120
LONGEST_HOLDER = 120
MOST_NAMED = 6


class WonBy(StrEnum):
    MEASURED = "measured"
    DRAWN = "drawn"
    GIVEN = "given"


class Needs(StrEnum):
    TOTALS = "totals"
    ROUNDS = "rounds"
    HANDS = "hands"


class PrizeKind(StrEnum):
    HIGH = "high"
    LOW = "low"
    BEST_ROUND = "best round"
    BEST_CALL = "best call"
    BIDS_MADE = "bids made"
    SETS = "sets"
    WAS_SET = "was set"
    TEN_TRICKS = "ten tricks"
    ROUNDS_WON = "rounds won"
    HEAD_TABLE = "head table"
    TRAVELLER = "traveller"
    MYSTERY = "mystery"
    DOOR = "door"
    FIFTY_FIFTY = "fifty"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class KindInfo:
    label: str
    words: str
    won_by: WonBy = WonBy.MEASURED
    needs: Needs = Needs.TOTALS


# Kinds that need to know who sat where.
NEEDS_SEATS = frozenset({PrizeKind.HEAD_TABLE, PrizeKind.TRAVELLER, PrizeKind.ROUNDS_WON})

KINDS: Mapping[PrizeKind, KindInfo] = {
    PrizeKind.HIGH: KindInfo("High", "The highest total."),
    PrizeKind.LOW: KindInfo("Low", "The lowest total of those who were there in every round."),
    PrizeKind.BEST_ROUND: KindInfo(
        "Best round",
        "The most points in a single round. Both partners win it.",
        needs=Needs.ROUNDS,
    ),
    PrizeKind.BEST_CALL: KindInfo(
        "Best call",
        "The highest bid that was made. Both partners win it.",
        needs=Needs.HANDS,
    ),
    PrizeKind.BIDS_MADE: KindInfo(
        "Most bids made", "Goes to the bidder who made the most bids.", needs=Needs.HANDS
    ),
    PrizeKind.SETS: KindInfo(
        "Most sets",
        f"Set the other side most often. {FOR_BOTH}",
        needs=Needs.HANDS,
    ),
    PrizeKind.WAS_SET: KindInfo(
        "Most often set", "Goes to the bidder who was set most often.", needs=Needs.HANDS
    ),
    PrizeKind.TEN_TRICKS: KindInfo(
        "Most ten-trick hands",
        f"Bid and took all ten tricks most often. {FOR_BOTH}",
        needs=Needs.HANDS,
    ),
    PrizeKind.ROUNDS_WON: KindInfo("Most rounds won", "The most rounds won."),
    PrizeKind.HEAD_TABLE: KindInfo(
        "Last at the head table",
        "The most points at table 1 in the last round. Both partners win it.",
        needs=Needs.ROUNDS,
    ),
    PrizeKind.TRAVELLER: KindInfo(
        "Traveller",
        "Sat at the most different tables. If your last partner sat at as many, you win it "
        "together.",
    ),
    PrizeKind.MYSTERY: KindInfo("Mystery number", "The total nearest to a number that is drawn."),
    PrizeKind.DOOR: KindInfo(
        "Door prize",
        DRAWN_AMONG_HERE,
        won_by=WonBy.DRAWN,
    ),
    PrizeKind.FIFTY_FIFTY: KindInfo(
        "50/50",
        "Half of the pot. A ticket is drawn, or somebody who is here.",
        won_by=WonBy.DRAWN,
    ),
    PrizeKind.OTHER: KindInfo(
        "Another prize", "Given by hand, for anything you like.", WonBy.GIVEN
    ),
}

# The winner of a 50/50 bought tickets, so may win another prize even with one prize each.
OUTSIDE_ONE_EACH = {PrizeKind.FIFTY_FIFTY}
# Kinds whose titles count 1, 2, 3 instead of high, 2nd high, 3rd high.
NUMBERED = {PrizeKind.MYSTERY, PrizeKind.DOOR, PrizeKind.FIFTY_FIFTY, PrizeKind.OTHER}


def title_of(kind: PrizeKind, group: str, place: int, title: str = "") -> str:
    """Return "High", "2nd high, women", "Door prize 3", or the organiser's own title."""
    if title:
        return title
    label = KINDS[kind].label
    if place > 1:
        label = (
            f"{label} {place}" if kind in NUMBERED else f"{ordinal(place)} {_lower_first(label)}"
        )
    return f"{label}, {group}" if group else label


def place_text(words: str, kind: PrizeKind, place: int) -> str:
    """Return for example "2nd place: the highest total."."""
    if place == 1 or kind in NUMBERED:
        return words
    return f"{ordinal(place)} place: {_lower_first(words)}"


def _lower_first(label: str) -> str:
    return label[:1].lower() + label[1:]


Ladder = tuple[str, str]  # a kind and a prize group


@dataclass(frozen=True, slots=True)
class PrizePreset:
    """With `by_group`, every prize group gets these prizes."""

    label: str
    kinds: tuple[PrizeKind, ...]
    by_group: bool = False


PRIZE_PRESETS: Mapping[str, PrizePreset] = {
    "high-low": PrizePreset("High and low", (PrizeKind.HIGH, PrizeKind.LOW)),
    "podium": PrizePreset("High, 2nd and 3rd", (PrizeKind.HIGH,) * 3),
    "groups": PrizePreset(
        "High and low of every prize group", (PrizeKind.HIGH, PrizeKind.LOW), by_group=True
    ),
    "group-podium": PrizePreset(
        "High, 2nd and 3rd of every prize group", (PrizeKind.HIGH,) * 3, by_group=True
    ),
    "play": PrizePreset(
        "For the play: best round, best call, most bids made",
        (PrizeKind.BEST_ROUND, PrizeKind.BEST_CALL, PrizeKind.BIDS_MADE),
    ),
    "luck": PrizePreset(
        "For luck: mystery number, two door prizes",
        (PrizeKind.MYSTERY, PrizeKind.DOOR, PrizeKind.DOOR),
    ),
}


def missing_of(
    preset: PrizePreset, groups: Sequence[str], existing: Iterable[Ladder]
) -> list[Ladder]:
    preset_groups = groups if preset.by_group else [""]
    wanted = Counter[Ladder]((kind, group) for group in preset_groups for kind in preset.kinds)
    return [*(wanted - Counter[Ladder](existing)).elements()]


class SettledBy(StrEnum):
    BEST = "best"
    COUNT_BACK = "count-back"
    CUT = "cut"
    SPLIT = "split"
    DRAWN = "drawn"
    GIVEN = "given"


TIES = {SettledBy.COUNT_BACK, SettledBy.CUT, SettledBy.SPLIT}


class PrizeState(StrEnum):
    EARLY = "early"  # nothing to measure yet
    WON = "won"
    TIED = "tied"
    WAITING = "waiting"  # a tie for a prize above must be settled first
    NOBODY = "nobody"
    TO_DRAW = "to draw"
    TO_GIVE = "to give"
    GONE = "gone"  # a winner has gone home, and it is undecided who gets the prize


SETTLED = {PrizeState.WON, PrizeState.NOBODY}


def join_names(names: Sequence[str], crowd: str = "") -> str:
    """Return "Alma, Bert and Carol"; if they are too many to read, `crowd` or "12 people"."""
    if len(names) > MOST_NAMED:
        return crowd or f"{len(names)} people"
    *first_names, last = names
    return f"{', '.join(first_names)} and {last}" if first_names else last


@dataclass(frozen=True, slots=True)
class Winner:
    """`share` is a part of the money, in cents."""

    person: Person
    score: str = ""
    share: int | None = None

    def __str__(self) -> str:
        return f"{self.person} ({self.score})" if self.score else str(self.person)

    @property
    def has_left(self) -> bool:
        return self.person.state == "left"


@dataclass(frozen=True, slots=True)
class Side:
    """One person, or partners who win together. A tie has several sides."""

    winners: tuple[Winner, ...]

    def __str__(self) -> str:
        return " & ".join([str(winner.person) for winner in self.winners])

    @property
    def score(self) -> str:
        return self.winners[0].score

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple([winner.person.id for winner in self.winners])

    @property
    def shares(self) -> tuple[int | None, ...]:
        return tuple(winner.share for winner in self.winners)

    @property
    def typed(self) -> str:
        """Return the ids as a form sends them back: "3 7"."""
        return " ".join(map(str, self.ids))


@dataclass(frozen=True, slots=True)
class CountBack:
    side: Side
    words: str


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A tie has several `sides`; `count_back` and `sharing` are ways to settle it.

    `leavers` are winners who went home; nothing is decided about them yet. `passed` people were
    passed over. If a leaver's prize is not kept, `next_in_line` wins it. `is_stale`: a tie was
    settled, but other people are tied now. `is_changed`: the result differs from `confirmed`.
    """

    id: int
    kind: PrizeKind
    title: str
    gift: str
    state: PrizeState
    sides: tuple[Side, ...]
    how: SettledBy = SettledBy.BEST
    rule: str = ""
    missing: str = ""
    among: tuple[int, ...] = ()  # ids of the people whose tie was settled
    why: str = ""
    count_back: CountBack | None = None
    sharing: str = ""
    is_stale: bool = False
    fifty_fifty: FiftyFifty | None = None
    ladder: tuple[str, str] = ("", "")
    must_be_here: bool = False
    leavers: Side | None = None
    kept_for: Side | None = None
    passed: tuple[Person, ...] = ()
    next_in_line: str = ""
    is_drawn: bool = False
    confirmed: tuple[Winner, ...] = ()
    is_changed: bool = False

    @property
    def kind_info(self) -> KindInfo:
        return KINDS[self.kind]

    @property
    def is_settled(self) -> bool:
        return self.state in SETTLED

    @property
    def is_tie_of_few(self) -> bool:
        return self.state == PrizeState.TIED and len(self.sides) <= MOST_NAMED

    @property
    def winners(self) -> tuple[Winner, ...]:
        """Return each person once; a person on two sides gets both shares."""
        winners: dict[int, Winner] = {}
        for winner in chain.from_iterable(side.winners for side in self.sides):
            earlier = winners.setdefault(winner.person.id, winner)
            if earlier is not winner and earlier.share is not None:
                share = earlier.share + (winner.share or 0)
                winners[winner.person.id] = replace(earlier, share=share)
        return tuple(winners.values())

    @property
    def possible_leavers(self) -> tuple[Winner, ...]:
        won = self.winners if self.is_won_by_play else ()
        return tuple(winner for winner in won if not winner.has_left)

    @property
    def is_won_by_play(self) -> bool:
        is_measured = self.kind_info.won_by == WonBy.MEASURED
        is_by_play = is_measured and self.how not in {SettledBy.GIVEN, SettledBy.DRAWN}
        return is_by_play and self.state in {PrizeState.WON, PrizeState.GONE}

    @property
    def won_text(self) -> str:
        """Return "Alma & Bert (+580 in round 1)"; for a crowd their number."""
        sides = [f"{side} ({side.score})" if side.score else str(side) for side in self.sides]
        return join_names(sides, f"{len(self.winners)} people") if sides else ""

    @property
    def tie_text(self) -> str:
        scores = {side.score for side in self.sides}
        if len(scores) != 1:
            return self.won_text
        names = join_names([*map(str, self.sides)], f"{len(self.winners)} people")
        return f"{names} ({scores.pop()})" if scores != {""} else names

    @property
    def tied_ids(self) -> str:
        """Return the ids as a form sends them back, to check that the tie is the same."""
        return " ".join([str(winner.person.id) for winner in self.winners])

    @property
    def awarded(self) -> tuple[Winner, ...]:
        """Return the confirmed winners if the result has changed since."""
        if self.is_changed:
            return self.confirmed
        return self.winners if self.state in {PrizeState.WON, PrizeState.GONE} else ()


@dataclass(frozen=True, slots=True)
class PrizeList:
    lines: tuple[PrizeLine, ...]
    rounds: int
    is_one_each: bool
    is_finished: bool
    rule: str
    confirmed_at: datetime | None = None

    @property
    def open_lines(self) -> tuple[PrizeLine, ...]:
        return tuple(line for line in self.lines if not line.is_settled)

    @property
    def can_confirm(self) -> bool:
        return bool(self.lines) and self.is_finished and not (self.open_lines or self.confirmed_at)

    @property
    def next_words(self) -> str:
        if not self.open_lines:
            return ""
        line = self.open_lines[0]
        words = {
            PrizeState.TO_DRAW: f"Draw {line.title}",
            PrizeState.TO_GIVE: f"Give {line.title}",
            PrizeState.GONE: f"Answer for {line.leavers}",
        }
        return words.get(line.state, f"Settle the tie: {line.title}")

    @property
    def has_awards(self) -> bool:
        return any(line.awarded for line in self.lines)

    @property
    def cash(self) -> int:
        """Return the cents of all prizes but the 50/50s, which pay for themselves."""
        prizes = (line for line in self.lines if line.fifty_fifty is None)
        return sum(winner.share or 0 for prize in prizes for winner in prize.awarded)

    @property
    def changed_lines(self) -> tuple[PrizeLine, ...]:
        return tuple(line for line in self.lines if line.is_changed)

    @property
    def counting_back(self) -> str:
        is_needed = any(line.count_back or line.how == SettledBy.COUNT_BACK for line in self.lines)
        return COUNTING_BACK if is_needed else ""

    @property
    def several_prizes_rule(self) -> str:
        if not self.is_one_each:
            return "One person may have several prizes."
        sentences = ["One prize each: winners are skipped further down the list."]
        if any(line.kind in OUTSIDE_ONE_EACH for line in self.lines):
            sentences.append("The 50/50 does not count: its tickets are bought.")
        sentences += [
            f"{name} has two: what is drawn or given stays." for name in self.people_with_two
        ]
        return " ".join(sentences)

    @property
    def people_with_two(self) -> tuple[str, ...]:
        """Return names. Draws and gifts can give a person two prizes, even with one each."""
        prizes_by_person: dict[Person, set[object]] = {}
        for line in self.lines:
            for winner in line.awarded if line.kind not in OUTSIDE_ONE_EACH else ():
                # People who share a place also share the next places: that is one prize.
                place = line.ladder if line.how == SettledBy.SPLIT else line.id
                prizes_by_person.setdefault(winner.person, set()).add(place)
        return tuple(str(person) for person, prizes in prizes_by_person.items() if len(prizes) > 1)
