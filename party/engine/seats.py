"""Seats and sides: plain strings, clockwise from North, the seat that deals first."""

SEATS = {2: "NS", 3: "NES", 4: "NESW", 5: "12345", 6: "123456"}
PAIRS = ("NS", "EW")
SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
PAIR_NAMES = {"NS": "North-South", "EW": "East-West"}


def pair_of(seat: str) -> str:
    """Return the pair of a seat at a table of four: "NS" or "EW"."""
    return "NS" if seat in "NS" else "EW"
