"""A party as it is planned, and as the first page and the set-up show it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from party.engine import PRESETS, Rules
from party.progression import FORMATS, Format
from party.values.clubs import Helper
from party.values.evening.live import Night, Stage
from party.values.people.money import money

MOST_PEOPLE = 4_000  # more than any hall seats
MOST_ROUNDS = 99
CAPTURES = {
    "hands": "hand by hand",
    "totals": "round totals",
    "cards": "final cards",
    "untracked": "final cards without seats",
}
CARDS = {"named": "names first", "blind": "blind draw"}
PAPERS = {"letter": "Letter paper", "a4": "A4 paper"}
NEXT_TEXTS = {
    Stage.SETUP: "Go on with the set-up",
    Stage.MOVING: "Go on to the next round",
    Stage.OVER: "Go on to the finish",
}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """All that is chosen when a party is set up. `rounds` None: as many as there are tables.

    `preset` is where rules and format came from, for display; they may differ from it.
    """

    name: str
    starts_at: datetime
    preset: str
    rules: Rules
    format: Format
    place: str = ""
    rounds: int | None = None
    break_after: int | None = None  # a round; None: no break is planned
    clock_minutes: int | None = None  # of a round, on the clock of the hall; None: no clock
    capture: str = "hands"
    cards: str = "named"
    paper: str = "letter"
    fee: int = 0  # cents
    currency: str = "$"

    @property
    def on_cards(self) -> bool:
        """Whether the points come with people's own cards."""
        return self.capture in {"cards", "untracked"}

    @property
    def tracks_seats(self) -> bool:
        return self.capture != "untracked"

    @property
    def has_own_rules(self) -> bool:
        """Whether the rules are house rules made from the preset, not those of the preset."""
        return self.rules.values() != PRESETS[self.preset].values()

    @property
    def in_words(self) -> str:
        """What a party like this one takes over, in a few words each."""
        fee = money(self.fee, self.currency) if self.fee else "no fee"
        short = [CAPTURES[self.capture], CARDS[self.cards], fee, PAPERS[self.paper]]
        words = [self.name, self.place, f"the rules of {self.rules.name}", *short]
        return f"{', '.join(filter(None, words))}, and what is said of ties, late people and turns"

    @classmethod
    def of_preset(cls, preset: str, **chosen: Any) -> Self:
        """Return the plan of a named system with everything else as chosen."""
        return cls(preset=preset, rules=PRESETS[preset], format=FORMATS[preset], **chosen)


@dataclass(frozen=True, slots=True)
class PartyLine:
    """One party on the first page; `night` says where its evening stands."""

    id: int
    name: str
    club: str
    place: str
    local_start: datetime
    people: int
    night: Night
    club_id: int
    game: str
    sample: bool
    archived: bool
    winner: str = ""

    @property
    def next_text(self) -> str:
        """The button that goes on with this evening."""
        return NEXT_TEXTS.get(self.night.stage, f"Go to round {self.night.round_number}")


@dataclass(frozen=True, slots=True)
class Home:
    """The party that the first page opens with, and the others, latest first."""

    tonight: PartyLine | None
    others: tuple[PartyLine, ...]
    archived: tuple[PartyLine, ...]
    more: bool = False
    several_clubs: bool = False  # of who looks: each party then says whose it is


class Progress(StrEnum):
    """How far a task of the set-up is."""

    DONE = "Done"
    STARTED = "Started"
    TO_DO = "Not started"
    LATER = "Cannot start yet"
    OPTIONAL = "If you like"


@dataclass(frozen=True, slots=True)
class Task:
    """A task of the set-up, and its page; "" where whoever looks cannot open that now."""

    name: str
    page: str
    progress: Progress
    words: str


@dataclass(frozen=True, slots=True)
class HubPage:
    """The set-up of a party: its tasks, the page of the next step, the plan with its labels.

    `next_page` is "" where an organiser takes the next step. `tables` is 0 while nobody is on the
    list; `finish` is None where no number is planned.
    """

    night: Night
    tasks: tuple[Task, ...]
    next_page: str
    next_text: str
    plan: list[tuple[str, str]]
    tables: int
    minutes: int
    finish: datetime | None
    organisers: tuple[str, ...]
    helpers: tuple[Helper, ...]

    @property
    def done(self) -> int:
        return sum(task.progress == Progress.DONE for task in self.tasks)


@dataclass(frozen=True, slots=True)
class Door:
    """How many are on the list, how many of them are here, and how many have a name."""

    listed: int
    here: int
    named: int

    def enough(self, *, blind: bool) -> bool:
        """Whether a table can be filled; at a blind draw by those who take a card."""
        return (self.listed if blind else self.here) >= 4
