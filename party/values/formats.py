"""Numbers as they are written for people: a true minus, a sign where it says something."""

from datetime import datetime

MINUS = "−"


def total(value: int) -> str:
    """Write a sum: 440, −60."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def signed(value: int) -> str:
    """Write points won or lost: +300, −320, 0."""
    return f"+{value}" if value > 0 else total(value)


def place(rank: int | None, *, shared: bool = False) -> str:
    """Write a rank: 4, 1= where others have it too, – for who has none."""
    return "–" if rank is None else f"{rank}{'=' if shared else ''}"


def clock(at: datetime) -> str:
    """Write a time of day as people say it: 9:05 p.m."""
    return f"{at.hour % 12 or 12}:{at.minute:02} {'a.m.' if at.hour < 12 else 'p.m.'}"
