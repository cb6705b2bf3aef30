"""Numbers as requests hold them: text that anybody may have typed, at any length."""

MOST_ID = 2**63 - 1  # more fits into no column of a database


def number_of(text: str | None, most: int = MOST_ID) -> int | None:
    """Read a whole number from 0 to `most`; None where the text is nothing of the kind."""
    if not text or not text.isdecimal() or len(text) > len(str(most)):
        return None  # the length first: Python itself refuses to read thousands of digits
    number = int(text)
    return number if number <= most else None
