"""Next-move slips: each person's place if ahead and if behind, stacked by table."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from party.pdf.kit.fitting import fit, wrap
from party.pdf.kit.fonts import is_embedded
from party.pdf.kit.pages import PLAIN, Cutting, large_halves, page_of, quarters
from party.pdf.kit.pen import MUTED, Pen
from party.values.papers import Heading, Look
from party.values.seats.next_moves import MoveOutcome, NextMove

PLATE, BELOW_PLATE = 34.0, 4.0
TALLER = 9.0  # for a name on two lines
GAP = 8.0
NAME, SMALL, LEADING = 18.0, 12.0, 13.5
TEXTS = (14.0, 13.0, 12.0)  # letter sizes; the first that fits on all slips is used
BLOCK_GAP = 5.0
WRITING_LINE = 22.0  # a line to write on


@dataclass(frozen=True, kw_only=True)
class NextMoveSheet:
    """The slips of one round, table by table, in the order of the cut pile."""

    heading: Heading
    slips: tuple[NextMove, ...]
    notes: tuple[str, ...] = ()  # on every slip: the rule for ties
    sitting_out: str = ""  # on all slips except those of substitutes: "Sitting out round 4: Alma."


@dataclass(frozen=True)
class Block:
    """An outcome on a slip, at a letter size; without text it is a line to write on."""

    condition_lines: tuple[str, ...]
    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        text_height = len(self.lines) * self.size * 1.12 if self.lines else WRITING_LINE
        return len(self.condition_lines) * LEADING + text_height + BLOCK_GAP


def next_move_slips(sheet: NextMoveSheet, look: Look = PLAIN) -> bytes:
    """Return the PDF: eight slips to a sheet, fewer if a slip needs more room."""
    cutting, text = _plan(sheet, look)
    pen = Pen(cutting.size, sheet.heading, "Next-move slips")
    pen.cards(cutting, sheet.slips, partial(_draw_slip, pen, cutting, sheet, text))
    return pen.finish(sorted(slip.name for slip in sheet.slips))


def _plan(sheet: NextMoveSheet, look: Look) -> tuple[Cutting, float]:
    """Return the smallest slips with room for every word, and their letter size."""
    size = page_of(look)
    smaller = () if look.large else (Cutting(size, 2, 4), Cutting(size, 2, 3))
    larger = (quarters(look), large_halves(look) if look.large else Cutting(size, 1, 2))
    for cutting in (*smaller, *larger):
        for text in TEXTS:
            if all(
                _height(sheet, slip, cutting.width, text) <= cutting.height for slip in sheet.slips
            ):
                return cutting, text
    return larger[-1], TEXTS[-1]


def _height(sheet: NextMoveSheet, slip: NextMove, space: float, text: float) -> float:
    blocks = sum(block.height for block in _blocks(slip, space, text))
    return _head_height(slip, space) + blocks + LEADING * len(_notes(sheet, slip, space))


def _blocks(slip: NextMove, space: float, text: float) -> Iterator[Block]:
    outcomes = (MoveOutcome(text=slip.first), *slip.outcomes) if slip.first else slip.outcomes
    for outcome in outcomes:
        condition = wrap(outcome.when, space, SMALL, bold=True)
        yield Block(condition, wrap(outcome.text, space, text), text)


def _notes(sheet: NextMoveSheet, slip: NextMove, space: float) -> tuple[str, ...]:
    """Return the foot's lines; a substitute's slip already names who sits out."""
    notes = sheet.notes if slip.first else (sheet.sitting_out, *sheet.notes)
    return wrap(" ".join(filter(None, notes)), space, SMALL)


def _draw_slip(
    pen: Pen, cutting: Cutting, sheet: NextMoveSheet, text: float, slip: NextMove
) -> None:
    pen.bookmark(slip.name)
    space, y = cutting.width, cutting.height
    _draw_head(pen, slip, space, y)
    y -= _head_height(slip, space)
    for block in _blocks(slip, space, text):
        next_y = pen.lines(0, y + 3, block.condition_lines, SMALL, LEADING, bold=True) - 3
        pen.lines(0, next_y + text * 0.25, block.lines, text, text * 1.12)
        if not block.lines:
            pen.rule(0, next_y - WRITING_LINE + 3, space)
        y -= block.height
    notes = _notes(sheet, slip, space)
    for number, line in enumerate(reversed(notes)):
        pen.text(0, number * LEADING + 2, line, SMALL, grey=MUTED)


def _has_long_name(slip: NextMove, space: float) -> bool:
    space_left = space - PLATE - GAP
    return len(fit(slip.name, space_left, NAME, floor=SMALL, bold=True).lines) > 1


def _head_height(slip: NextMove, space: float) -> float:
    return PLATE + BELOW_PLATE + TALLER * _has_long_name(slip, space)


def _draw_head(pen: Pen, slip: NextMove, space: float, top: float) -> None:
    pen.plate(0, top - PLATE, PLATE, PLATE, slip.table)
    x = PLATE + GAP
    space_left, taller = space - x, TALLER * _has_long_name(slip, space)
    if slip.name:
        box = (x, top - 20 - taller, space_left, 20 + taller)
        pen.fitted(box, slip.name, NAME, floor=SMALL, bold=True)
    if not is_embedded(slip.name) or not slip.name:
        pen.rule(x, top - 20, space_left)
    pen.fitted((x, top - PLATE - taller, space_left, 13), slip.place, SMALL)
