"""Numbers as text: written for people with a true minus, counted, read from what was sent."""

from datetime import datetime, tzinfo

MINUS = "−"
MOST_ID = 2**63 - 1  # more fits into no column of a database


def total(value: int) -> str:
    """Write a sum: 440, −60."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def signed(value: int) -> str:
    """Write points won or lost: +300, −320, 0."""
    return f"+{value}" if value > 0 else total(value)


def millimetres(length: float) -> str:
    """Write a length to move something by: 1.5, −2."""
    return f"{length:g}".replace("-", MINUS)


def place(rank: int | None, *, shared: bool) -> str:
    """Write a rank: 4, 1= where others have it too, – for who has none."""
    return "–" if rank is None else f"{rank}{'=' if shared else ''}"


def ordinal(number: int) -> str:
    """Write which in order: 1st, 2nd, 11th, 21st."""
    last = 0 if 10 < number % 100 < 14 else number % 10
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


def counted(number: int, one: str, many: str = "") -> str:
    """Count things: 1 hand, 3 hands; `many` is a plural that does not just add an s."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def clock(at: datetime) -> str:
    """Write a time of day as people say it: 9:05 p.m."""
    return f"{at.hour % 12 or 12}:{at.minute:02} {'a.m.' if at.hour < 12 else 'p.m.'}"


def moment(at: datetime, now: datetime, zone: tzinfo) -> str:
    """Write a time of today as "6:41 p.m.", an earlier one with its day."""
    at, now = at.astimezone(zone), now.astimezone(zone)
    return clock(at) if at.date() == now.date() else f"{at.day} {at:%b}, {clock(at)}"


def number_of(text: str | None, most: int = MOST_ID) -> int | None:
    """Read a whole number from 0 to `most`; None where the text is nothing of the kind."""
    if not text or not text.isdecimal() or len(text) > len(str(most)):
        return None  # the length first: Python itself refuses to read thousands of digits
    number = int(text)
    return number if number <= most else None
