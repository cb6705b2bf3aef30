"""Money: whole cents inside, "$12.50" for people."""

import re

MOST_MONEY = 10_000_000  # cents; more than any card party has ever paid out


def money(cents: int, currency: str) -> str:
    """Write an amount: $12.50, and $12 when there are no cents."""
    whole, rest = divmod(cents, 100)
    return f"{currency}{whole:,}.{rest:02}" if rest else f"{currency}{whole:,}"


def exact_money(cents: int, currency: str) -> str:
    """Write an amount of a column of sums: $12.50, and $12.00."""
    return f"{currency}{cents // 100:,}.{cents % 100:02}"


def read_money(text: str, currency: str = "") -> int | None:
    """Read an amount as people type it: 12, 12.50, $12.50, 12,50. None: it cannot be read."""
    plain = text.replace(currency, "").strip() if currency else text.strip()
    match = re.fullmatch(r"(\d{1,6})(?:[.,](\d{1,2}))?", plain)
    if match is None:
        return None
    whole, rest = match.groups()
    return int(whole) * 100 + int((rest or "").ljust(2, "0"))


def typed_money(cents: int | None) -> str:
    """Write an amount as it would be typed again: 12, 12.50; nothing where there is none."""
    return "" if cents is None else money(cents, "").replace(",", "")
