"""Numbers and times as text, and numbers from requests."""

from datetime import datetime, tzinfo

MINUS = "−"
MOST_ID = 2**63 - 1  # the largest that fits into a column of a database


def total(value: int) -> str:
    """For example "1,440", "−60"."""
    return f"{MINUS}{-value:,}" if value < 0 else f"{value:,}"


def signed(value: int) -> str:
    """For example "+300", "−320", "0"."""
    return f"+{value:,}" if value > 0 else total(value)


def millimetres(length: float) -> str:
    """For example "1.5", "−2"."""
    return f"{length:g}".replace("-", MINUS)


def place(rank: int | None, *, shared: bool) -> str:
    """For example "4", "1=" if shared, "–" without a rank."""
    return "–" if rank is None else f"{rank}{'=' if shared else ''}"


def ordinal(number: int) -> str:
    """For example "1st", "2nd", "11th"."""
    last = 0 if 10 < number % 100 < 14 else number % 10
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def counted_in_words(number: int, singular: str, plural: str = "") -> str:
    """At the beginning of a sentence: "One hand", "Four hands", "12 hands"."""
    name = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{name} {singular if number == 1 else plural or f'{singular}s'}"


def in_words(number: int) -> str:
    """Within a sentence: "four", "12"."""
    return NUMBERS[number].lower() if number < len(NUMBERS) else str(number)


def counted(number: int, singular: str, plural: str = "") -> str:
    """For example "1 hand", "3 hands". `plural` is for words that do not just add an s."""
    return f"{number} {singular if number == 1 else plural or f'{singular}s'}"


def clock(at: datetime) -> str:
    """For example "9:05 p.m."."""
    return f"{at.hour % 12 or 12}:{at.minute:02} {'a.m.' if at.hour < 12 else 'p.m.'}"


def moment(at: datetime, today: datetime, zone: tzinfo) -> str:
    """For example "6:41 p.m." today, "14 Nov, 6:41 p.m." on another day."""
    at, today = at.astimezone(zone), today.astimezone(zone)
    return clock(at) if at.date() == today.date() else f"{at.day} {at:%b}, {clock(at)}"


def number_of(text: str | None, limit: int = MOST_ID) -> int | None:
    """Return None for text that is no number from 0 to `limit`."""
    if not text or not text.isdecimal() or len(text) > len(str(limit)):
        return None  # checked first: Python raises ValueError for thousands of digits
    number = int(text)
    return number if number <= limit else None
