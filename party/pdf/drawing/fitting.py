"""Text in a place of given width: first smaller, then on two lines, never cut.

A *floor* is the size below which text goes on two lines instead.
"""

from dataclasses import dataclass
from functools import lru_cache, partial
from unicodedata import combining

from party.pdf.drawing.fonts import width

LEAST_WHOLE_WORD_SIZE = 6.0  # a word that would be smaller is broken
LEADING = 1.05  # of lines, as a share of the size
SIZE_STEP = 0.25  # of sizes, so that names look equal


@dataclass(frozen=True)
class FittedText:
    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        return self.size * LEADING * len(self.lines)


@lru_cache(maxsize=50_000)
def fit(text: str, space: float, size: float, *, floor: float, bold: bool = False) -> FittedText:
    """Return one line if it fits at the floor or above; otherwise two with the largest letters."""
    whole_size = _largest_size((text,), space, size, bold=bold)
    if whole_size >= floor:
        return FittedText((text,), whole_size)
    widest_line = partial(_widest_line, bold=bold)
    whole_words = [(text,), *_halves(text, _word_breaks(text))]
    best = min(whole_words, key=widest_line)
    if _largest_size(best, space, size, bold=bold) < LEAST_WHOLE_WORD_SIZE:
        best = min([*whole_words, *_halves(text, _letter_breaks(text))], key=widest_line)
    return FittedText(best, min(size, _largest_size(best, space, size, bold=bold)))


@lru_cache(maxsize=1_000)
def wrap(text: str, space: float, size: float, *, bold: bool = False) -> tuple[str, ...]:
    """Break a word only if it is wider than the space."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, bold=bold) <= space:
            lines[-1] = longer
        else:
            lines += _word_pieces(word, space, size, bold=bold)
    return tuple(lines)


def wrap_name(text: str, space: float, size: float, *, bold: bool = False) -> FittedText:
    """Use as many lines as needed; if a word is wider than the space, use smaller letters."""
    widest = widest_word(text, 1, bold=bold)
    letter_size = min(size, max(LEAST_WHOLE_WORD_SIZE, space / widest // SIZE_STEP * SIZE_STEP))
    return FittedText(wrap(text, space, letter_size, bold=bold), letter_size)


def widest_word(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of the widest word; a hyphen ends a word."""
    words = text.replace("-", "- ").split()
    return max((width(word, size, bold=bold) for word in words), default=0.0)


def _word_pieces(word: str, space: float, size: float, *, bold: bool) -> list[str]:
    """Break a word after a hyphen, or else after any letter."""
    pieces = []
    while width(word, size, bold=bold) > space:
        index = _last_break(_word_breaks(word), word, space, size, bold=bold)
        index = index or _last_break(_letter_breaks(word), word, space, size, bold=bold)
        if not index:
            break  # not even one letter has room
        pieces.append(word[:index])
        word = word[index:]
    return [*pieces, word]


def _last_break(breaks: list[int], word: str, space: float, size: float, *, bold: bool) -> int:
    fitting = [index for index in breaks if width(word[:index], size, bold=bold) <= space]
    return fitting[-1] if fitting else 0


def _largest_size(lines: tuple[str, ...], space: float, size: float, *, bold: bool) -> float:
    widest = _widest_line(lines, bold=bold)
    if widest * size <= space:
        return size
    return space / widest // SIZE_STEP * SIZE_STEP


def _widest_line(lines: tuple[str, ...], *, bold: bool) -> float:
    return max(width(line, 1, bold=bold) for line in lines)


def _halves(text: str, indexes: list[int]) -> list[tuple[str, ...]]:
    return [(text[:index].rstrip(), text[index:].lstrip()) for index in indexes]


def _word_breaks(text: str) -> list[int]:
    """Return the indexes before a blank and after a hyphen."""
    return [
        index for index in range(1, len(text)) if text[index].isspace() or text[index - 1] == "-"
    ]


def _letter_breaks(text: str) -> list[int]:
    return [index for index in range(1, len(text)) if not combining(text[index])]
