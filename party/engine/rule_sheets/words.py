"""Words that several topics of the rule sheet share."""

from collections.abc import Sequence

# The mark of a rule that we chose, because no source states it.
OUR_READING = "†"
READING_NOTE = f"{OUR_READING} Our reading: the published rules do not say."
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def quantity(number: int, thing: str) -> str:
    """Return "one card", "three cards" ...; numbers over ten in digits."""
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{word} {thing}" if number == 1 else f"{word} {thing}s"


def join_words(things: Sequence[str], word: str = "and") -> str:
    """Return "hearts", "spades and hearts", "spades, clubs and hearts"."""
    *most, last = things
    return f"{', '.join(most)} {word} {last}" if most else last
