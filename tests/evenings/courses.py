"""Courses: the settings of an evening, and the incidents that it must have.

A *programme* is a kind of evening. Evenings take the ten programmes in turn; everything else of a
course is random.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Any

from party.management.rehearsal import RehearsalOptions
from party.progression import FORMATS, Format, SeatingError
from tests.evenings import (
    cards,
    corrections,
    desk,
    people,
    plans,
    prizes,
    seats,
    second_looks,
    wishes,
    wrong_chairs,
)
from tests.evenings.incidents import REGISTERED, Incident
from tests.evenings.play import BIG_ROOM

INCIDENTS: Mapping[str, Incident] = MappingProxyType(
    {
        incident.name: incident
        for module in (
            *(people, wishes, seats, wrong_chairs),
            *(desk, second_looks, corrections, plans, cards, prizes),
        )
        for incident in REGISTERED[module.__name__]
    }
)
# Numbers of people.
SIZES = (4, 5, 5, 6, 6, 7, 7, 8, 9, 9, 10, 10, 11, 12, 13, 13, 14, 17, 18, 22, 34, 58)
WINNERS_UP = {"who_moves": "winners_up_head_losers_to_last", "split": "all_but_head"}
FIXED_PATH = {"who_moves": "fixed_path", "split": "never", "which_partner_shifts": "chairs"}
NOBODY_MOVES = FIXED_PATH | {"who_moves": "nobody"}
BY_RESULT: tuple[Mapping[str, Any], ...] = ({}, {}, WINNERS_UP)
# Without Iowa, where the dealer must bid.
PRESETS_WITH_THROWN_IN_HANDS = tuple(sorted(set(FORMATS) - {"iowa"}))


@dataclass(frozen=True, kw_only=True)
class Programme:
    """A kind of evening. Each evening gets one of `moves`; {} is the movement of the preset."""

    words: str
    incidents: str
    format: Mapping[str, Any] = field(default_factory=dict)
    moves: tuple[Mapping[str, Any], ...] = (*BY_RESULT, FIXED_PATH)
    presets: tuple[str, ...] = ()
    fewest_people: int = 4
    most_people: int = 60
    rounds: tuple[int, ...] = (2, 3)
    capture: str = "hands"
    cards: str = "named"
    hands_only: bool = False


PROGRAMMES = (
    Programme(
        words="people come and go",
        incidents="ticks strike-off late walk-in leave return friend-stands-in house-stands-in "
        "thinks-better leave-together rename chairs-closed",
        fewest_people=8,
        most_people=22,
        rounds=(3, 4),
    ),
    Programme(
        words="a blind draw",
        incidents="names-told draw-undone late-pays longer house-fills-up sent-twice swap-back",
        cards="blind",
    ),
    Programme(
        words="tables hand in totals",
        incidents="two-totals total-again entered-otherwise record shorter taken-back tickets "
        "finish-left finish-counts",
        moves=BY_RESULT,
        fewest_people=9,
        rounds=(3,),
        capture="totals",
    ),
    Programme(
        words="only final cards are entered",
        incidents="cards card-wrong card-of-another wrong-pair opened-again no-table untracked",
        moves=BY_RESULT,
        format={"round_credit": "net_points"},
        rounds=(3,),
        capture="cards",
        fewest_people=8,
        most_people=30,
    ),
    Programme(
        words="everybody goes a fixed way",
        incidents="alike first-right second-right unusual two-desks before-turn too-many "
        "thrown-in two-slips",
        moves=(FIXED_PATH,),
        presets=PRESETS_WITH_THROWN_IN_HANDS,
    ),
    Programme(
        words="nobody moves, and there are prizes",
        incidents="prizes-chosen prizes-given prizes-changed tie-cut tie-shared prize-drawn "
        "too-early stay",
        moves=(NOBODY_MOVES,),
        rounds=(1, 2, 3),
    ),
    Programme(
        words="people wish for much",
        incidents="start-together apart together partners not_partners stay wish-gone "
        "swap-bench swap-turns",
        moves=BY_RESULT,
        fewest_people=9,
    ),
    Programme(
        words="results are found to be wrong",
        incidents="seats-kept tables-reseated round-redrawn never-played never-entered "
        "wrong-pair round-before opened-again all-stop chairs-back",
        moves=BY_RESULT,
        format={"tie_at_table": "cut", "hands_per_round": 4, "hands_counted": "all_tables"},
        fewest_people=12,
        most_people=22,
        rounds=(3, 4),
        hands_only=True,
    ),
    Programme(
        words="tables open and close",
        incidents="reseat table-opened table-closed two-tables-closed swap plays-on late "
        "last-round house-in-chair chairs-open",
        fewest_people=17,
        most_people=34,
    ),
    Programme(
        words="plans change",
        incidents="rules-agreed rules-overridden rules-refused finish-now prizes-chosen "
        "prizes-given tie-counted-back prize-drawn longer",
        moves=BY_RESULT,
        fewest_people=10,
        most_people=18,
        rounds=(3,),
    ),
)
FREE_SETTINGS: Mapping[str, tuple[Any, ...]] = {
    "hands_per_round": (1, 2, 2, 2, 3, 4),
    "hands_counted": ("all_tables", "all_tables", "at_head"),
    "tie_at_table": ("cut", "cut", "extra_hand", "last_contract", "north_south"),
    "sit_out_credit": ("room_average", "own_average", "fixed"),
    "round_credit": ("net_points", "net_points", "both", "wins_only"),
    "sit_out_points": (0, 1, 110),
    "late_arrival_credit": ("no", "as_sit_out"),
    "count_back": (
        "none",
        "rounds_won",
        "rounds_won_best_round",
        "rounds_won_best_round_fewest_sets",
    ),
    "non_multiple_of_4": ("sit_out", "sit_out", "house_players", "refuse"),
    "which_partner_shifts": ("chairs", "fresh"),
}


@dataclass(frozen=True, kw_only=True)
class Course:
    words: str
    options: RehearsalOptions
    format: Format
    capture: str
    cards: str
    hands_only: bool
    incidents: tuple[str, ...]


def course_of(seed: int, chosen: Mapping[str, Any]) -> Course:
    """Plan an evening from its seed, except for the `chosen` options."""
    dice = Random(f"course {seed}")
    programme = PROGRAMMES[seed % len(PROGRAMMES)]
    presets = programme.presets or tuple(sorted(FORMATS))
    rules = presets[seed * 7 % len(presets)]
    chosen_options: dict[str, Any] = {
        "rules": rules,
        "people": dice.choice(sizes_of(programme, seed)),
        "rounds": dice.choice(programme.rounds),
        "partners": dice.choice(("chairs", "fresh")),
    } | {name: value for name, value in chosen.items() if value is not None}
    options = RehearsalOptions(**chosen_options, seed=seed)
    return Course(
        words=programme.words,
        options=options,
        format=choose_format(programme, options, dice),
        capture="totals" if options.people > BIG_ROOM else programme.capture,
        cards="hat" if programme.cards == "blind" and seed // 10 % 2 else programme.cards,
        hands_only=programme.hands_only,
        incidents=tuple(programme.incidents.split()),
    )


def sizes_of(programme: Programme, seed: int) -> list[int]:
    """Return a fifth of the sizes: a programme gets small and big rooms in turn."""
    sizes = [size for size in SIZES if programme.fewest_people <= size <= programme.most_people]
    slice_number = (seed // len(PROGRAMMES) + seed) % 5
    first = len(sizes) * slice_number // 5
    return sizes[first : max(first + 1, len(sizes) * (slice_number + 1) // 5)]


def choose_format(programme: Programme, options: RehearsalOptions, dice: Random) -> Format:
    """Return the format of the preset with the programme's settings and with random ones."""
    format_ = FORMATS[options.rules].replace(**dice.choice(programme.moves), **programme.format)
    free_values: dict[str, Any] = {
        name: dice.choice(values) for name, values in FREE_SETTINGS.items()
    }
    free_values |= {"which_partner_shifts": options.partners}
    for name, value in free_values.items():
        if name not in programme.format:
            try:
                format_ = format_.replace(**{name: value})
            except SeatingError:  # it contradicts another setting
                continue
    return format_
