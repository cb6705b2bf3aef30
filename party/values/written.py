"""Numbers as they are written for people: a true minus, a sign where it says something."""

MINUS = "−"


def total(value: int) -> str:
    """Write a sum: 440, −60."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def signed(value: int) -> str:
    """Write points won or lost: +300, −320, 0."""
    return f"+{value}" if value > 0 else total(value)
