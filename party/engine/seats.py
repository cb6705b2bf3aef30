"""Seats and sides: plain strings, clockwise from the seat that deals first."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from party.engine.rules.rules import Rules

SEATS = {2: "NS", 3: "NES", 4: "NESW", 5: "12345", 6: "123456"}
PAIRS = ("NS", "EW")
SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
PAIR_NAMES = {"NS": "North-South", "EW": "East-West"}


def pair_of(seat: str) -> str:
    """Return the pair of a seat at a table of four: "NS" or "EW"."""
    return "NS" if seat in "NS" else "EW"


def seat_name(seat: str) -> str:
    """Return how people call a seat: "North", or "Player 3" with five or six."""
    return SEAT_NAMES.get(seat, f"Player {seat}")


def seats_of(rules: "Rules") -> str:
    """Return the seats of the game, clockwise."""
    return SEATS[rules.players]


def clockwise(seats: str, first: str) -> str:
    """Return all the seats once, clockwise, beginning with `first`."""
    at = seats.index(first)
    return seats[at:] + seats[:at]


def left_of(seats: str, seat: str) -> str:
    """Return the seat to the left, whose turn is next."""
    return seats[(seats.index(seat) + 1) % len(seats)]


def fixed_partners(rules: "Rules", seat: str) -> str:
    """Return the partners that sit there from the start: none with two, three or five players.

    Four play two pairs; six play two sides of three, or three pairs (T89).
    """
    seats = seats_of(rules)
    apart = {4: 2, 6: 2 if rules.six_teams == "2x3" else 3}.get(len(seats))
    if apart is None:
        return ""
    at = seats.index(seat)
    return "".join(each for i, each in enumerate(seats) if i != at and (i - at) % apart == 0)
