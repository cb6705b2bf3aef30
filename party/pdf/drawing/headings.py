"""The top of a full page, and the pages of a long list."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from party.pdf.drawing.fonts import width
from party.pdf.drawing.pen import MUTED, Pen
from party.values.papers import Heading

HEADING_HEIGHT = 66.0  # from the top of the safe zone
T = TypeVar("T")


def draw_headings(
    pen: Pen,
    heading: Heading,
    title: str,
    pages: Sequence[T],
    part_text: Callable[[T], str] | None = None,
) -> Iterator[T]:
    """Yield each page to be drawn below its heading; `part_text` names its part of the list."""
    for number, page in enumerate(pages, start=1):
        page_number = f"page {number} of {len(pages)}" if len(pages) > 1 else ""
        _draw_heading(pen, heading, title, page_number, part_text(page) if part_text else "")
        yield page
        pen.end_page()


def _draw_heading(
    pen: Pen, heading: Heading, title: str, page_number: str, part_text: str
) -> None:
    left, right, top = pen.size.left, pen.size.right, pen.size.top
    space = right - left
    pen.fit((left, top - 16, space * 0.55, 16), heading.party, 14, bold=True)
    date_and_place = " · ".join(filter(None, (heading.date, heading.place)))
    pen.fit(
        (left + space * 0.57, top - 16, space * 0.43, 16),
        date_and_place,
        12,
        floor=10,
        align="right",
    )
    pen.text(right, top - 44, page_number, 12, align="right", grey=MUTED)
    part_right = right - (80 if page_number else 0)
    pen.text(part_right, top - 45, part_text, 20, bold=True, align="right")
    title_width = part_right - width(part_text, 20, bold=True) - 12 - left if part_text else space
    pen.fit((left, top - 52, min(title_width, space * 0.66), 32), title, 26, floor=14, bold=True)
    pen.double_rule(left, top - 58, space)


def paginate(items: Sequence[T], height: Callable[[T], float], room: float) -> list[list[T]]:
    """Return as few pages as possible; at least one, which may be empty."""
    pages: list[list[T]] = [[]]
    used = 0.0
    for item in items:
        if pages[-1] and used + height(item) > room:
            pages.append([])
            used = 0.0
        pages[-1].append(item)
        used += height(item)
    return pages


def rows_or_blanks(
    items: Sequence[T], blank: T, height: float, room: float, tail: float = 0.0
) -> Sequence[T]:
    """Return the items; for an empty list, as many blank lines as a page has room for.

    `tail` is the height below the list. A tail of more than half a page gets its own page.
    """
    return items or (blank,) * int((room - tail if tail < room / 2 else room) // height)


def draw_signatures(pen: Pen, y: float, labels: Sequence[str]) -> None:
    space = (pen.size.right - pen.size.left) / len(labels)
    for number, label in enumerate(labels):
        x = pen.size.left + number * space
        pen.rule(x, y + 16, space - 20)
        pen.text(x, y + 2, label, 12, grey=MUTED)
