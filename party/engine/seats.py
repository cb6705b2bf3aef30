"""Seats and sides as plain strings. "NESW" are the seats clockwise; the last one deals first.

A *side* is the seats that share one total: "NS" and "EW" with four players; with six "135" and
"246", or "14", "25" and "36" (T89). With two, three or five players each seat is a side.
"""

from collections.abc import Iterable, Mapping

from party.engine.errors import Fault, fault, shorten
from party.engine.rules.rules import Rules

SEATS = {2: "NS", 3: "NES", 4: "NESW", 5: "12345", 6: "123456"}
PAIRS = ("NS", "EW")
SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
PAIR_NAMES = {"NS": "North-South", "EW": "East-West"}


def pair_of(seat: str) -> str:
    """Return the pair of a seat at a table of four: "NS" or "EW"."""
    return "NS" if seat in "NS" else "EW"


def seat_name(seat: str) -> str:
    return SEAT_NAMES.get(seat, f"Player {seat}")


def seat_names(seats: Iterable[str]) -> str:
    return " and ".join(seat_name(seat) for seat in seats)


def seats_of(rules: Rules) -> str:
    return SEATS[rules.players]


def seats_from(seats: str, first: str) -> str:
    """Return the seats clockwise, from `first` on."""
    index = seats.index(first)
    return seats[index:] + seats[:index]


def left_neighbour(seats: str, seat: str) -> str:
    return seats[(seats.index(seat) + 1) % len(seats)]


def fixed_partners(rules: Rules, seat: str) -> str:
    """Return the partners that the seat has at every hand; "" with two, three or five players."""
    return side_of(rules, seat).replace(seat, "")


def seat_fault(seat: object, place: str, seats: str = SEATS[4]) -> Fault:
    text = "There is no seat “{seat}”: the seats are {others} and {last}."
    others = ", ".join(seats[:-1])
    return fault("seat", text, place=place, seat=shorten(seat), others=others, last=seats[-1])


# Six players are two sides of three or three sides of two (T89).
SIDES_OF_SIX: Mapping[str, tuple[str, ...]] = {"2x3": ("135", "246"), "3x2": ("14", "25", "36")}
SIDES_BY_PLAYERS = {players: tuple(seats) for players, seats in SEATS.items()} | {4: PAIRS}


def sides_of(rules: Rules) -> tuple[str, ...]:
    """Return the sides that keep one total each: ("NS", "EW"), or ("N", "E", "S") ..."""
    if rules.players == 6:
        return SIDES_OF_SIX[rules.six_teams]
    return SIDES_BY_PLAYERS[rules.players]


def has_two_sides(rules: Rules) -> bool:
    return rules.players == 4 or (rules.players == 6 and rules.six_teams == "2x3")


def side_of(rules: Rules, seat: str) -> str:
    sides = sides_of(rules)
    return seat if seat in sides else next(side for side in sides if seat in side)
