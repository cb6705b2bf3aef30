"""Money: stored in whole cents, shown as "$12.50"."""

import re

MOST_MONEY = 10_000_000  # cents; more than any card party handles


def money(cents: int, currency: str) -> str:
    """Return $12.50, or $12 when there are no cents."""
    units, remaining_cents = divmod(cents, 100)
    return (
        f"{currency}{units:,}.{remaining_cents:02}" if remaining_cents else f"{currency}{units:,}"
    )


def exact_money(cents: int, currency: str) -> str:
    """Return an amount for a column of sums: $12.50 and $12.00."""
    return f"{currency}{cents // 100:,}.{cents % 100:02}"


def read_money(text: str, currency: str = "") -> int | None:
    """Return the cents of a typed amount (12, 12.50, $12.50, 12,50), None for any other text."""
    digits = text.replace(currency, "").strip() if currency else text.strip()
    match = re.fullmatch(r"(\d{1,6})(?:[.,](\d{1,2}))?", digits)
    if match is None:
        return None
    whole, cents = match.groups()
    return int(whole) * 100 + int((cents or "").ljust(2, "0"))


def typed_money(cents: int | None) -> str:
    """Return an amount in the form that people type: 12, 12.50, "" for None."""
    return "" if cents is None else money(cents, "").replace(",", "")
