"""The choices of one evening, as one frozen value.

A field is named after the first word of its line in the rule catalogue (T94 `hands_per_round` to
T104 `non_multiple_of_4`). The sources say nothing about ties, odd numbers and partners (T98, T99,
T104); those defaults are our own.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, Self

from party.progression.errors import SeatingError, SeatingFault, refuse_any
from party.progression.movement import MOVEMENTS, Movement

FORMAT_VERSION = 1  # raised when a stored value changes its meaning; not for new fields

Value = str | int


@dataclass(frozen=True)
class Choice:
    """A field of `Format`: the words for each value, and the numbers that are also allowed.

    `number` is that of the rule catalogue (T94 to T104), "" for our own choices.
    """

    number: str
    label: str
    answers: Mapping[Value, str]
    help: str = ""
    numbers: range | None = None

    def read(self, value: object) -> Value | None:
        """Return an allowed value, otherwise None; "4" is read as 4."""
        if isinstance(value, bool) or not isinstance(value, str | int):
            return None
        if value in self.answers:
            return value
        try:
            number = int(value)
        except ValueError:
            return None
        return number if self.numbers is not None and number in self.numbers else None

    def answers_text(self) -> str:
        answers = [str(value) for value in self.answers]
        if self.numbers is not None:
            answers.append(f"a number from {self.numbers[0]} to {self.numbers[-1]}")
        return ", ".join(answers)


def choice(
    number: str,
    label: str,
    answers: Mapping[Value, str],
    help: str = "",  # noqa: A002 -- the word that forms use as well
    *,
    numbers: range | None = None,
    default: int | None = None,
) -> Any:
    choice_ = Choice(number, label, MappingProxyType(dict(answers)), help, numbers)
    default_value = next(iter(answers)) if default is None else default
    return field(default=default_value, metadata={"choice": choice_})


@dataclass(frozen=True)
class Format:
    """The choices of one evening; `Format()` is the St Paul Midway tournament (S11)."""

    hands_per_round: int = choice(
        "T94",
        "Hands in a round",
        {},
        "Four hands: everybody deals once.",
        numbers=range(1, 41),
        default=4,
    )
    hands_counted: str = choice(
        "T94",
        "Who plays that many hands",
        {
            "all_tables": "every table",
            "at_head": "the head table, then it rings; others finish the hand they are on",
        },
    )
    rounds: str | int = choice(
        "T95",
        "Rounds",
        {
            "tables": "as many as there are tables",
            "organiser": "I say how many, or when the time is up",
        },
        "It says how long the evening is. Where results decide who moves, no number of "
        "rounds brings everybody to every table.",
        numbers=range(1, 101),
    )
    who_moves: str = choice(
        "T96",
        "Who moves after a round",
        {
            "lower_pair_to_next_table": "the lower pair goes to the next table",
            "winners_up_head_losers_to_last": (
                "winners go up one table, losers of the head table go to the last"
            ),
            "fixed_path": "everybody goes a fixed way, no matter who won",
            "nobody": "nobody",
        },
    )
    split: str = choice(
        "T97",
        "Partners part",
        {
            "both_pairs_at_every_table": "at every table",
            "all_but_head": "at every table but the head table",
            "never": "never",
        },
    )
    which_partner_shifts: Literal["chairs", "fresh"] = choice(
        "T98",
        "New partners",
        {
            "chairs": "by chairs: one of the staying pair keeps the chair",
            "fresh": "fresh: newcomers change chairs where that repeats fewer partners",
        },
        "Fresh partners begin to make a difference at about ten rounds.",
    )
    tie_at_table: str = choice(
        "T99",
        "A tie at a table",
        {
            "cut": "cut the cards",
            "extra_hand": "play one more hand, which does not count",
            "last_contract": "the pair that made the last contract is ahead, else cut",
            "north_south": "North and South count as ahead",
        },
        "It decides who moves, never the points.",
    )
    round_credit: str = choice(
        "T100",
        "What a round is worth",
        {
            "net_points": "the points of your side, minus points included",
            "wins_only": "one for each round won",
            "both": "rounds won first, then points",
        },
    )
    final_rank: str = choice(
        "T101",
        "Who wins",
        {
            "highest_total": "the highest total",
            "highest_and_lowest_total": "the highest total, with a prize for the lowest",
        },
    )
    thrown_in_hand_counts: str = choice(
        "T102",
        "A hand that nobody bids",
        {
            "no": "is dealt again by the same dealer and does not count",
            "yes": "counts as one of the hands",
        },
    )
    seat_draw: str = choice(
        "T103",
        "First seats",
        {
            "slip_with_table_and_seat": "a slip with table and seat",
            "numbered_chip": "a numbered chip",
            "arrival_order": "in the order people arrive",
        },
    )
    non_multiple_of_4: str = choice(
        "T104",
        "When people do not fill the last table",
        {
            "sit_out": "some sit out, in turn",
            "house_players": "house players, who are not ranked, fill the table",
            "refuse": "do not start",
        },
        "Where some may sit out and three are over, one house player is offered first.",
    )
    sit_out_credit: str = choice(
        "T104",
        "Sitting out counts",
        {
            "room_average": "the average of the room in that round",
            "own_average": "your own average of the evening",
            "fixed": "a fixed number",
        },
    )
    sit_out_points: int = choice(
        "T104",
        "The fixed number",
        {},
        "Only where a fixed number counts.",
        numbers=range(1001),
        default=0,
    )
    late_arrival_credit: str = choice(
        "",
        "Rounds missed by a late arrival",
        {"no": "count nothing", "as_sit_out": "count as if sitting out"},
    )
    count_back: str = choice(
        "",
        "Equal totals",
        {
            "none": "share the place",
            "rounds_won": "more rounds won",
            "rounds_won_best_round": "more rounds won, then the best round",
            "rounds_won_best_round_fewest_sets": (
                "more rounds won, then the best round, then the fewest sets"
            ),
        },
        "Still equal afterwards: the place is shared.",
    )

    def __post_init__(self) -> None:
        values = asdict(self)
        refuse_any(_value_faults(values))
        for name, value in values.items():
            object.__setattr__(self, name, CHOICES[name].read(value))
        refuse_any(_clashes(self))

    def replace(self, **changes: object) -> Self:
        return replace(self, **_checked_fields(changes))

    def with_movement(self, name: str) -> Self:
        """Return this format with a named movement, and with partners that it allows."""
        if name not in MOVEMENTS:
            text = f"There is no movement called {name}. There are: {', '.join(MOVEMENTS)}."
            raise SeatingError("movement-name", text, name=name)
        who_moves, split = ANSWERS_OF_MOVEMENT[MOVEMENTS[name].name]
        shifts = "chairs" if split == "never" else self.which_partner_shifts
        return self.replace(who_moves=who_moves, split=split, which_partner_shifts=shifts)

    @cached_property
    def movement(self) -> Movement:
        return replace(MOVEMENT_OF_ANSWER[self.who_moves], split=SPLITS[self.split])

    @property
    def count_back_measures(self) -> tuple[str, ...]:
        """The measures that rank equal totals, in order."""
        return COUNT_BACKS[self.count_back]

    def hands_at(self, table: int) -> int | None:
        """Return the number of hands of a table; None if the head table ends the round."""
        return self.hands_per_round if self.hands_counted == "all_tables" or table == 1 else None

    def values(self) -> dict[str, Value]:
        return {"version": FORMAT_VERSION, **asdict(self)}

    @classmethod
    def of(cls, stored: Mapping[str, object]) -> Self:
        """Return the format that `values` wrote; fields added later have their defaults."""
        values = dict(stored)
        if values.get("rounds") == "clock":  # stored before 1.0, with the same meaning
            values["rounds"] = "organiser"
        version = values.pop("version", FORMAT_VERSION)
        if version != FORMAT_VERSION:
            text = f"This party was saved by another version of Head Table ({version})."
            raise SeatingError("format-version", text, version=version)
        return cls(**_checked_fields(values))


MOVEMENT_OF_ANSWER: Mapping[str, Movement] = {
    "lower_pair_to_next_table": MOVEMENTS["midway"],
    "winners_up_head_losers_to_last": MOVEMENTS["iowa"],
    "fixed_path": MOVEMENTS["path"],
    "nobody": MOVEMENTS["stay"],
}
SPLITS: Mapping[str, Literal["every_table", "all_but_head", "never"]] = {
    "both_pairs_at_every_table": "every_table",
    "all_but_head": "all_but_head",
    "never": "never",
}
COUNT_BACKS: Mapping[str, tuple[str, ...]] = {
    "none": (),
    "rounds_won": ("rounds_won",),
    "rounds_won_best_round": ("rounds_won", "best_round"),
    "rounds_won_best_round_fewest_sets": ("rounds_won", "best_round", "fewest_sets"),
}
# The answers for `who_moves` and `split` that give each named movement.
ANSWERS_OF_MOVEMENT: Mapping[str, tuple[str, str]] = {
    movement.name: (who_moves, split)
    for who_moves, movement in MOVEMENT_OF_ANSWER.items()
    for split, word in SPLITS.items()
    if word == movement.split
}
CHOICES: Mapping[str, Choice] = MappingProxyType(
    {field.name: field.metadata["choice"] for field in fields(Format)}
)


def _checked_fields(values: Mapping[str, object]) -> dict[str, Any]:
    """Raise SeatingError for all unknown names and values."""
    unknown = [
        SeatingFault("format-field", f"A party has no setting called {name}.", name)
        for name in values
        if name not in CHOICES
    ]
    known = {name: value for name, value in values.items() if name in CHOICES}
    refuse_any([*unknown, *_value_faults(known)])
    return dict(values)


def _value_faults(values: Mapping[str, object]) -> list[SeatingFault]:
    return [
        SeatingFault(
            "format-value",
            f"{CHOICES[name].label}: “{value}” cannot be chosen ({CHOICES[name].answers_text()}).",
            name,
        )
        for name, value in values.items()
        if CHOICES[name].read(value) is None
    ]


def _clashes(format_: Format) -> list[SeatingFault]:
    faults = []
    if format_.who_moves in {"fixed_path", "nobody"} and format_.split != "never":
        text = "Pairs part only where winners or losers move: choose that partners never part."
        faults.append(SeatingFault("format-clash", text, "split"))
    if format_.which_partner_shifts == "fresh" and format_.split == "never":
        text = "Where partners never part there are no fresh ones: choose partners by chairs."
        faults.append(SeatingFault("format-clash", text, "which_partner_shifts"))
    if format_.round_credit == "wins_only" and format_.sit_out_credit != "fixed":
        text = "Where only rounds won count, sitting out is worth a fixed number of them."
        faults.append(SeatingFault("format-clash", text, "sit_out_credit"))
    return faults
