"""Slips with each person's next place if ahead and if behind."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from party.pdf.drawing.fitting import fit, widest_word, wrap
from party.pdf.drawing.fonts import is_embedded
from party.pdf.drawing.pages import PLAIN, Cutting, page_of
from party.pdf.drawing.pen import MUTED, Pen
from party.values.papers import Heading, Look
from party.values.seats.next_moves import MoveOutcome, NextMove

PLATE_SIDE, SPACE_BELOW_PLATE = 34.0, 4.0
SECOND_LINE_HEIGHT = 9.0  # of a name
GAP = 8.0
NAME_SIZE, SMALL_SIZE, LEADING = 18.0, 12.0, 13.5
TEXT_SIZES = (14.0, 13.0, 12.0)  # the first size that fits on all slips
BLOCK_GAP = 5.0
WRITING_LINE_HEIGHT = 22.0


@dataclass(frozen=True, kw_only=True)
class NextMoveSheet:
    """The slips of one round, in their order after the cut sheets are stacked."""

    heading: Heading
    slips: tuple[NextMove, ...]
    notes: tuple[str, ...] = ()  # on every slip: the rule for ties
    sitting_out: str = ""  # "Sitting out round 4: Alma."


@dataclass(frozen=True)
class Block:
    """An outcome. Without `lines` there is a line to write on."""

    condition_lines: tuple[str, ...]
    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        text_height = len(self.lines) * self.size * 1.12 if self.lines else WRITING_LINE_HEIGHT
        return len(self.condition_lines) * LEADING + text_height + BLOCK_GAP


def next_move_slips(sheet: NextMoveSheet, look: Look = PLAIN) -> bytes:
    """Return b"" if there are no slips."""
    if not sheet.slips:
        return b""
    cutting, letter_size = _cutting_and_letter_size(sheet, look)
    pen = Pen(cutting.size, sheet.heading, "Next-move slips")
    pen.cards(cutting, sheet.slips, partial(_draw_slip, pen, cutting, sheet, letter_size))
    return pen.finish(sorted(slip.name for slip in sheet.slips))


def _cutting_and_letter_size(sheet: NextMoveSheet, look: Look) -> tuple[Cutting, float]:
    size = page_of(look)
    smaller = () if look.large else (Cutting(size, 2, 4), Cutting(size, 2, 3))
    halves = Cutting(page_of(look, wide=True), 2, 1) if look.large else Cutting(size, 1, 2)
    larger = (Cutting(size, 2, 2), halves)
    for cutting in (*smaller, *larger):
        for letter_size in TEXT_SIZES:
            if all(_has_room(sheet, slip, cutting, letter_size) for slip in sheet.slips):
                return cutting, letter_size
    return larger[-1], TEXT_SIZES[-1]


def _has_room(sheet: NextMoveSheet, slip: NextMove, cutting: Cutting, letter_size: float) -> bool:
    if _slip_height(sheet, slip, cutting.width, letter_size) > cutting.height:
        return False
    outcome_texts = (f"{outcome.when} {outcome.text}" for outcome in slip.outcomes)
    words = " ".join((slip.first, *outcome_texts))
    return widest_word(words, letter_size, bold=True) <= cutting.width


def _slip_height(sheet: NextMoveSheet, slip: NextMove, space: float, letter_size: float) -> float:
    blocks = sum(block.height for block in _text_blocks(slip, space, letter_size))
    return _head_height(slip, space) + blocks + LEADING * len(_note_lines(sheet, slip, space))


def _text_blocks(slip: NextMove, space: float, letter_size: float) -> Iterator[Block]:
    outcomes = (MoveOutcome(text=slip.first), *slip.outcomes) if slip.first else slip.outcomes
    for outcome in outcomes:
        condition = wrap(outcome.when, space, SMALL_SIZE, bold=True)
        yield Block(condition, wrap(outcome.text, space, letter_size), letter_size)


def _note_lines(sheet: NextMoveSheet, slip: NextMove, space: float) -> tuple[str, ...]:
    """Leave out `sitting_out` on a substitute's slip, which already names that person."""
    notes = sheet.notes if slip.first else (sheet.sitting_out, *sheet.notes)
    return wrap(" ".join(filter(None, notes)), space, SMALL_SIZE)


def _draw_slip(
    pen: Pen, cutting: Cutting, sheet: NextMoveSheet, letter_size: float, slip: NextMove
) -> None:
    pen.bookmark(slip.name)
    space, y = cutting.width, cutting.height
    _draw_head(pen, slip, space, y)
    y -= _head_height(slip, space)
    for block in _text_blocks(slip, space, letter_size):
        text_top = pen.lines(0, y + 3, block.condition_lines, SMALL_SIZE, LEADING, bold=True) - 3
        pen.lines(0, text_top + letter_size * 0.25, block.lines, letter_size, letter_size * 1.12)
        if not block.lines:
            pen.rule(0, text_top - WRITING_LINE_HEIGHT + 3, space)
        y -= block.height
    notes = _note_lines(sheet, slip, space)
    for number, line in enumerate(reversed(notes)):
        pen.text(0, number * LEADING + 2, line, SMALL_SIZE, grey=MUTED)


def _is_long(slip: NextMove, space: float) -> bool:
    space_left = space - PLATE_SIDE - GAP
    return len(fit(slip.name, space_left, NAME_SIZE, floor=SMALL_SIZE, bold=True).lines) > 1


def _head_height(slip: NextMove, space: float) -> float:
    return PLATE_SIDE + SPACE_BELOW_PLATE + SECOND_LINE_HEIGHT * _is_long(slip, space)


def _draw_head(pen: Pen, slip: NextMove, space: float, top: float) -> None:
    pen.plate(0, top - PLATE_SIDE, PLATE_SIDE, PLATE_SIDE, slip.table)
    x = PLATE_SIDE + GAP
    space_left, extra_height = space - x, SECOND_LINE_HEIGHT * _is_long(slip, space)
    if slip.name:
        box = (x, top - 20 - extra_height, space_left, 20 + extra_height)
        pen.fit(box, slip.name, NAME_SIZE, floor=SMALL_SIZE, bold=True)
    if not is_embedded(slip.name) or not slip.name:
        pen.rule(x, top - 20, space_left)
    place = f"Table {slip.table}, {slip.place}" if slip.table else slip.place
    pen.fit((x, top - PLATE_SIDE - extra_height, space_left, 13), place, SMALL_SIZE, floor=9)
