import re

MOST_MONEY = 10_000_000  # cents; more than any card party handles


def money(cents: int, currency: str) -> str:
    """Return $12.50, or $12 without cents."""
    units, remaining_cents = divmod(cents, 100)
    return (
        f"{currency}{units:,}.{remaining_cents:02}" if remaining_cents else f"{currency}{units:,}"
    )


def exact_money(cents: int, currency: str) -> str:
    """Return $12.50 or $12.00, for a column."""
    return f"{currency}{cents // 100:,}.{cents % 100:02}"


def read_money(text: str, currency: str = "") -> int | None:
    """Return the cents of 12, 12.50, $12.50 or 12,50; None for any other text."""
    digits = text.replace(currency, "").strip() if currency else text.strip()
    match = re.fullmatch(r"(\d{1,6})(?:[.,](\d{1,2}))?", digits)
    if match is None:
        return None
    whole, cents = match.groups()
    return int(whole) * 100 + int((cents or "").ljust(2, "0"))


def typed_money(cents: int | None) -> str:
    """Return 12 or 12.50, as people type it."""
    return "" if cents is None else money(cents, "").replace(",", "")
