"""Text in a place of given width: first smaller, then on two lines, never cut.

A *floor* is the size below which text goes on two lines instead. Only where two lines at the floor
are still too wide (sixty capital Ws) does the size go below it, or by a tenth to keep words whole.
"""

from dataclasses import dataclass
from functools import lru_cache, partial
from unicodedata import combining

from party.pdf.kit.fonts import width

WHOLE_WORDS = 0.9  # of the floor: a name a little smaller reads better than one broken in a word
STEP = 0.25  # sizes are rounded down to quarter points, so that equal names look equal


@dataclass(frozen=True)
class Fitted:
    """The lines a text takes, and the size at which they fit."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        return self.size * 1.05 * len(self.lines)


@lru_cache(maxsize=50_000)
def fit(text: str, space: float, size: float, *, floor: float, bold: bool = False) -> Fitted:
    """One line if it fits at the floor or above, else the best way to break it in two."""
    whole = _largest((text,), space, size, bold=bold)
    if whole >= floor:
        return Fitted((text,), whole)
    between_words = _halves(text, _blanks(text))
    widest = partial(_widest, bold=bold)
    broken = min(between_words, key=widest, default=None)
    if broken is None or _largest(broken, space, size, bold=bold) < floor * WHOLE_WORDS:
        anywhere = [*between_words, *_halves(text, _letters(text)), (text,)]
        broken = min(anywhere, key=widest)
    return Fitted(broken, min(size, _largest(broken, space, size, bold=bold)))


def is_broken(text: str, space: float, size: float, *, floor: float, bold: bool = False) -> bool:
    """Say whether the text takes two lines. To look for the best break as well is slow."""
    return _largest((text,), space, size, bold=bold) < floor and bool(_letters(text))


@lru_cache(maxsize=1_000)
def wrap(text: str, space: float, size: float, *, bold: bool = False) -> tuple[str, ...]:
    """A sentence on as many lines as it takes; a word wider than the space is broken."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, bold=bold) <= space:
            lines[-1] = longer
        else:
            lines += _pieces(word, space, size, bold=bold)
    return tuple(lines)


def _pieces(word: str, space: float, size: float, *, bold: bool) -> list[str]:
    """The word, or as much of it on each line as fits: up to a hyphen, else up to any letter."""
    pieces = []
    while width(word, size, bold=bold) > space:
        fitting = [
            [at for at in places if width(word[:at], size, bold=bold) <= space]
            for places in (_blanks(word), _letters(word))
        ]
        at = next((places[-1] for places in fitting if places), 0)
        if not at:
            break  # not even one letter has room
        pieces.append(word[:at])
        word = word[at:]
    return [*pieces, word]


def _largest(lines: tuple[str, ...], space: float, size: float, *, bold: bool) -> float:
    widest = _widest(lines, bold=bold)
    if widest * size <= space:
        return size
    return space / widest // STEP * STEP


def _widest(lines: tuple[str, ...], *, bold: bool) -> float:
    return max(width(line, 1, bold=bold) for line in lines)


def _halves(text: str, places: list[int]) -> list[tuple[str, ...]]:
    return [(text[:at].rstrip(), text[at:].lstrip()) for at in places]


def _blanks(text: str) -> list[int]:
    """Where a reader expects a break: before a blank, after a hyphen."""
    return [
        at
        for at in range(1, len(text))
        if text[at].isspace() or (text[at - 1] == "-" and not text[at].isspace())
    ]


def _letters(text: str) -> list[int]:
    return [at for at in range(1, len(text)) if not combining(text[at])]
