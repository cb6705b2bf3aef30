"""Table tents: folded once, they show the number and the bids on both sides."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from party.pdf.drawing.fitting import wrap
from party.pdf.drawing.fonts import width
from party.pdf.drawing.pages import PLAIN, SIZES, TICK_LENGTH, Size
from party.pdf.drawing.pen import CAP_HEIGHT, HAIR, Pen
from party.pdf.rules.bid_table import bids_height, draw_bids
from party.values.hall.guest_address import GuestAddress
from party.values.papers import Heading, Look
from party.values.rules.bids import BidValues

MOST_NUMBER_SIZE = 334.0  # to be read across a hall
FRAME_MARGIN = 14.0  # from the number to its border
GAP = 18.0
HEAD_HEIGHT = 32.0  # for the line above the number
LEAST_BIDS_WIDTH = 206.0
BID_SIZE_SHARE = 0.0875  # of the bids' width: points can have four digits
MOST_BID_SIZE, REMINDER_SIZE, LEADING = 20.0, 17.0, 1.2
SMALL_SIZE, LARGE_SIZE = 15.0, 18.0
CODE_SIDE, MOST_CODE_SIDE = 96.0, 130.0
TYPED_SIZE = 14.0  # of the address to type instead of the code


@dataclass(frozen=True, slots=True)
class PhoneCode:
    """A table's address for entering hands."""

    address: str
    short: str  # "192.168.1.20:8000/t/abcd2345"
    token: str

    @property
    def words(self) -> str:
        return f"No camera? Open {self.short} and type {self.token}"


@dataclass(frozen=True, kw_only=True)
class TentSheet:
    heading: Heading
    tables: tuple[str, ...]
    bid_values: BidValues
    reminder: str
    head_note: str = ""  # for table 1: "Ring the bell after hand 4."
    has_head_table: bool = False
    codes: Mapping[str, PhoneCode] = field(default_factory=dict)  # by table, where phones are used
    # The guests' page. A tent with a code for its table has this address as text only.
    address: GuestAddress | None = None


def table_tents(sheet: TentSheet, look: Look = PLAIN) -> bytes:
    size = SIZES[look.paper]
    pen = Pen(size, sheet.heading, "Table tents")
    for table in sheet.tables:
        pen.bookmark(table and f"Table {table}")
        for upside_down in (False, True):
            with _on_half(pen, size, upside_down=upside_down):
                _draw_side(pen, sheet, table, LARGE_SIZE if look.large else SMALL_SIZE)
        pen.line((size.left, size.height / 2), (size.left + TICK_LENGTH, size.height / 2), HAIR)
        pen.line((size.right - TICK_LENGTH, size.height / 2), (size.right, size.height / 2), HAIR)
        pen.end_page()
    return pen.finish()


@contextmanager
def _on_half(pen: Pen, size: Size, *, upside_down: bool) -> Iterator[None]:
    pen.canvas.saveState()
    if upside_down:
        pen.canvas.translate(size.width, size.height)
        pen.canvas.rotate(180)
    yield
    pen.canvas.restoreState()


def _draw_side(pen: Pen, sheet: TentSheet, table: str, text_size: float) -> None:
    size, code, typed = pen.size, *_addresses(sheet, table)
    top, space = size.height / 2 - 2 * TICK_LENGTH, size.right - size.left
    note = sheet.head_note if table == "1" else ""
    reminder_size = max(REMINDER_SIZE, text_size)
    leading = LEADING * reminder_size
    reminder = wrap(f"{note} {sheet.reminder}", space, reminder_size, bold=True)
    height_below = size.bottom + GAP / 2 + leading * len(reminder) + TYPED_SIZE * 1.4 * len(typed)
    number_size = _number_size(
        table or "88", space - GAP - LEAST_BIDS_WIDTH, top - HEAD_HEIGHT - height_below
    )
    plate_width, plate_height = _plate_size(table or "88", number_size)
    bottom = top - HEAD_HEIGHT - plate_height
    title = "Head table" if sheet.has_head_table and table == "1" else "Table"
    pen.text(size.left, top - 24, title, 26, bold=True)
    pen.plate(size.left, bottom, plate_width, plate_height, "")
    pen.text(
        size.left + plate_width / 2,
        bottom + FRAME_MARGIN,
        table,
        number_size,
        bold=True,
        align="centre",
    )
    with pen.origin(size.left + plate_width + GAP, 0):
        bids_width = space - plate_width - GAP
        pen.fit((0, top - 26, bids_width, 22), sheet.heading.party, text_size, bold=True)
        y = _draw_points(pen, sheet.bid_values, top - HEAD_HEIGHT, bids_width, text_size) - 4
        if code:
            code_side = min(MOST_CODE_SIDE, max(CODE_SIDE, y - bottom), y - height_below)
            y = _draw_code(pen, code, (y, code_side), bids_width, text_size)
    y = min(bottom, y) - GAP / 2
    y = pen.lines(size.left, y + 6, reminder, reminder_size, leading, bold=True)
    for number, words in enumerate(typed):
        foot = y - TYPED_SIZE * (1.6 + 1.4 * number)
        pen.fit((size.left, foot, space, TYPED_SIZE), words, TYPED_SIZE)


def _addresses(sheet: TentSheet, table: str) -> tuple[tuple[str, str] | None, list[str]]:
    """Return the address and the words of the QR code, and the addresses to type."""
    phone, guests = sheet.codes.get(table), sheet.address
    typed = [address.words for address in (phone, guests) if address]
    if phone:
        return (phone.address, "Enter your hands here, on a phone"), typed
    return (guests.url, "Your seat and your next table, on your phone") if guests else None, typed


def _draw_code(
    pen: Pen, code: tuple[str, str], place: tuple[float, float], space: float, text_size: float
) -> float:
    """Draw at `place` (top, side); return the lower y."""
    (url, text), (top, side) = code, place
    pen.qr(0, top - side, side, url)
    words = wrap(text, space - side - 6, text_size, bold=True)
    words_height = text_size * 1.2 * len(words)
    pen.lines(
        side + 6, top - (side - words_height) / 2, words, text_size, text_size * 1.2, bold=True
    )
    return top - side


def _plate_size(text: str, number_size: float) -> tuple[float, float]:
    return width(
        text, number_size, bold=True
    ) + 2 * FRAME_MARGIN, number_size * CAP_HEIGHT + 2 * FRAME_MARGIN


def _number_size(text: str, space: float, height: float) -> float:
    """Return the largest size that leaves room for the border."""
    largest_in_width = (space - 2 * FRAME_MARGIN) / width(text, 1, bold=True)
    return min(MOST_NUMBER_SIZE, largest_in_width, (height - 2 * FRAME_MARGIN) / CAP_HEIGHT)


def _draw_points(pen: Pen, bids: BidValues, top: float, space: float, text_size: float) -> float:
    """Return the lower y."""
    ordinary = replace(bids, specials=())
    size = min(MOST_BID_SIZE, space * BID_SIZE_SHARE)
    draw_bids(pen, ordinary, top=top, length=space, size=size)
    y = top - bids_height(ordinary, size)
    specials = ", ".join(f"{name} {value}" for name, value in bids.specials)
    return pen.lines(0, y, wrap(specials, space, text_size), text_size, text_size * 1.2)
