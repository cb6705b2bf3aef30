"""A ruled table of people."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from party.pdf.drawing.fitting import fit
from party.pdf.drawing.fonts import width
from party.pdf.drawing.pages import Size
from party.pdf.drawing.pen import LINE, MUTED, Align, Pen, alignment_offset


@dataclass(frozen=True)
class PrintedColumn:
    """A column for one field of each row; without a width it takes the space that is left."""

    head: str
    field: str
    width: float | None
    align: Align
    bold: bool = False
    index: int | None = None  # in the field, if the field has a value for each of several columns
    below: str = ""  # a second field, beside the first if there is room, otherwise under it
    # Draws the field in its place (x, y, width, height); without it the field is text.
    draw: Callable[[Pen, tuple[float, float, float, float], Any], None] | None = None

    def value(self, row: object) -> Any:
        field = getattr(row, self.field)
        return field if self.index is None else field[self.index]


class PrintedTable:
    """A table without its empty columns; with blank rows it has all columns."""

    ROW_HEIGHT: ClassVar = 24.0
    TALL_ROW_HEIGHT: ClassVar = 33.0
    HEAD_HEIGHT: ClassVar = 19.0
    TEXT_SIZE: ClassVar = 14.0
    LEAST_SIZE: ClassVar = 12.0
    GAP: ClassVar = 8.0

    def __init__(
        self, columns: Sequence[PrintedColumn], rows: Sequence[object], size: Size
    ) -> None:
        self.size = size
        filled_columns = [
            column for column in columns if column.width is None or any(map(column.value, rows))
        ]
        is_blank = not any(column.value(row) for column in filled_columns for row in rows)
        self.places = self._text_places(columns if is_blank else filled_columns)

    def _text_places(
        self, columns: Sequence[PrintedColumn]
    ) -> list[tuple[PrintedColumn, float, float]]:
        """Return each column with its x and the width of its text."""
        length = self.size.right - self.size.left
        free_width = length - sum(column.width or 0.0 for column in columns)
        places, x = [], self.size.left
        for column in columns:
            column_width = free_width if column.width is None else column.width
            places.append((column, x, column_width - self.GAP * (column != columns[-1])))
            x += column_width
        return places

    def height(self, row: object) -> float:
        is_tall = any(
            self._is_tall(row, column, space)
            for column, _, space in self.places
            if column.width is None
        )
        return self.TALL_ROW_HEIGHT if is_tall else self.ROW_HEIGHT

    def draw_head(self, pen: Pen, top: float) -> float:
        y = top - self.HEAD_HEIGHT
        for column, x, space in self.places:
            text_x = x + alignment_offset(column.align, space)
            pen.text(text_x, y + 6, column.head, 12, align=column.align, grey=MUTED)
        pen.rule(self.size.left, y, self.size.right - self.size.left, LINE)
        return y

    def draw_row(self, pen: Pen, row: Any, top: float, extra: float = 0.0) -> float:
        """Draw a row, `extra` points higher than needed; return the y of the next one."""
        y = top - self.height(row) - extra
        for column, x, space in self.places:
            box = (x, y, space, top - y)
            if column.draw:
                column.draw(pen, box, column.value(row))
                continue
            if column.below and getattr(row, column.below):
                remark = getattr(row, column.below)
                self._draw_with_remark(pen, box, column.value(row), remark)
                continue
            pen.fit(
                box,
                str(column.value(row)),
                self.TEXT_SIZE,
                floor=self.LEAST_SIZE,
                bold=column.bold,
                align=column.align,
            )
        pen.rule(self.size.left, y, self.size.right - self.size.left)
        return y

    def _is_tall(self, row: object, column: PrintedColumn, space: float) -> bool:
        text = str(column.value(row))
        remark = str(getattr(row, column.below)) if column.below else ""
        if remark and not self._has_room_beside(text, remark, space):
            return True
        return (
            len(fit(text, space, self.TEXT_SIZE, floor=self.LEAST_SIZE, bold=column.bold).lines)
            > 1
        )

    def _has_room_beside(self, text: str, remark: str, space: float) -> bool:
        return width(text, self.TEXT_SIZE) + self.GAP + width(remark, self.LEAST_SIZE) <= space

    def _draw_with_remark(
        self, pen: Pen, box: tuple[float, float, float, float], text: str, remark: str
    ) -> None:
        x, y, space, height = box
        if self._has_room_beside(text, remark, space):
            pen.fit(box, text, self.TEXT_SIZE, floor=self.LEAST_SIZE)
            remark_x = x + width(text, self.TEXT_SIZE) + self.GAP
            baseline = y + height / 2 - self.TEXT_SIZE * 0.33
            pen.text(remark_x, baseline, remark, self.LEAST_SIZE, grey=MUTED)
            return
        name_height = height * 0.55
        name_box = (x, y + height - name_height, space, name_height)
        pen.fit(name_box, text, self.TEXT_SIZE, floor=self.LEAST_SIZE)
        pen.fit(
            (x, y + 2, space, height - name_height), remark, self.LEAST_SIZE, floor=self.LEAST_SIZE
        )
