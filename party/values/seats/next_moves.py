"""Next-move slips: where each person goes if ahead and if behind, in words.

The words are made from the movement's own prospects, so a changed movement has no stale sentence.
"""

from dataclasses import dataclass

from party.engine import SEAT_NAMES
from party.progression import Prospect
from party.values.prints import Heading
from party.values.seats.moves import PATHS, NameOf

READ_OUT = "If your name is read out, go where it says."
FINDING = {
    "known": ", seat {seats}.",
    "keeper": ". Sit opposite the one who kept the chair.",
    "shifter": ". Sit opposite the one who changed chairs.",
    "free": ", seat {seats}, whichever is free.",
    "called": ". Your chair is called out.",
}
OUT = {
    "on_bench": "You sit out round {round}.",
    "bench_again": "You sit out round {round} again.",
    "arrived_bench": "Welcome. You sit out round {round}.",
}


@dataclass(frozen=True, kw_only=True)
class Told:
    """What one outcome means: "If you are ahead", "Go up to table 3, seat South."."""

    when: str = ""  # empty: whatever the outcome
    words: str = ""  # empty: a line to write on


@dataclass(frozen=True, kw_only=True)
class NextMove:
    """One person's slip; an empty name is a line to write on."""

    name: str = ""
    table: str = ""  # where they sit now; empty: on the bench, or not here yet
    place: str = ""  # "North, round 3"
    first: str = ""  # before the outcomes: "You play round 4 in the place of Alma."
    told: tuple[Told, ...]


@dataclass(frozen=True, kw_only=True)
class NextMoveSheet:
    """The slips of one round in the order the cut pile shall have: table by table."""

    heading: Heading
    slips: tuple[NextMove, ...]
    notes: tuple[str, ...] = ()  # on every slip: what a tie means
    sitting_out: str = ""  # on the slips that do not speak of it: "Sitting out round 4: Alma."


def first_words(prospect: Prospect[int], name_of: NameOf, number: int) -> str:
    """Return what somebody hears who takes another one's place in round `number`."""
    if prospect.instead is None or prospect.table is None:
        return ""
    return f"You play round {number}, in the place of {name_of(prospect.instead)}."


def told(prospect: Prospect[int], name_of: NameOf, number: int, *, seated: bool) -> Told:
    """Return one outcome in words; somebody `seated` has a chair in the round that is on."""
    words = _words(prospect, name_of, number, seated=seated)
    return Told(when=_when(prospect, name_of), words=words)


def _when(prospect: Prospect[int], name_of: NameOf) -> str:
    if prospect.outcome == "either":
        return ""
    takes_a_place = prospect.instead is not None and prospect.table is not None
    who = f"{name_of(prospect.instead)} is" if takes_a_place else "you are"
    return f"If {who} {prospect.outcome}"


def _words(prospect: Prospect[int], name_of: NameOf, number: int, *, seated: bool) -> str:
    if prospect.table is None and prospect.chair == "called":
        return "Your place is called out."
    if prospect.table is None:
        out = OUT[prospect.reason].format(round=number)
        instead = prospect.instead
        return out if instead is None else f"{out} {name_of(instead)} plays in your place."
    mate = "" if prospect.partner is None else f" Your partner is {name_of(prospect.partner)}."
    return f"{_going(prospect, seated=seated)}{mate}"


def _going(prospect: Prospect[int], *, seated: bool) -> str:
    chair = (prospect.table, *prospect.seats)
    if seated and chair == prospect.old:
        return "Stay where you are."
    seats = " or ".join(SEAT_NAMES[seat] for seat in prospect.seats)
    if seated and prospect.old and prospect.old[0] == prospect.table:
        return f"Stay at your table, but change to seat {seats}."
    path = PATHS.get(prospect.reason.partition("_")[2], "go to")
    path = path[0].upper() + path[1:]
    return f"{path} table {prospect.table}{FINDING[prospect.chair].format(seats=seats)}"
