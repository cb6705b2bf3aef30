"""The points for each bid, on cards and tents."""

from party.pdf.drawing.fonts import width
from party.pdf.drawing.pen import LINE, Pen
from party.values.rules.bids import BidValues

LEVEL_SHARE = 0.12  # of the width, for the column that names the level
LEADING = 1.14


def bids_height(bids: BidValues, size: float) -> float:
    specials = 1 if bids.specials else 0
    return size * LEADING * (len(bids.rows) + 1 + specials) + size * 0.5


def draw_bids(pen: Pen, bids: BidValues, *, top: float, length: float, size: float) -> None:
    """Draw the table from x 0 to `length`, downward from `top`."""
    leading = size * LEADING
    level_width = length * LEVEL_SHARE
    strain_width = (length - level_width) / len(bids.strains)
    right_edges = [
        level_width + strain_width * (number + 1) - size * 0.3
        for number in range(len(bids.strains))
    ]
    baseline = top - leading * 0.8
    pen.text(0, baseline, "Bid", size, bold=True)
    for strain, right in zip(bids.strains, right_edges, strict=True):
        _draw_strain(pen, strain, right, baseline, size)
    pen.rule(0, top - leading, length, LINE)
    for number, row in enumerate(bids.rows, start=1):
        row_baseline = baseline - leading * number
        pen.text(0, row_baseline, row.level, size, bold=True)
        for value, right in zip(row.values, right_edges, strict=True):
            pen.text(right, row_baseline, value, size, align="right")
    bottom = top - leading * (len(bids.rows) + 1) - size * 0.1
    pen.rule(0, bottom, length, LINE)
    _draw_specials(pen, bids, bottom - leading * 0.8, length, size)


def _draw_strain(pen: Pen, strain: str, right: float, baseline: float, size: float) -> None:
    letter_width = width(strain, size, bold=True)
    pen.text(right, baseline, strain, size, bold=True, align="right")
    pen.suit(strain, right - letter_width - size * 0.9, baseline - size * 0.02, size * 0.7)


def _draw_specials(pen: Pen, bids: BidValues, baseline: float, length: float, size: float) -> None:
    if not bids.specials:
        return
    words = "   ".join(f"{name} {value}" for name, value in bids.specials)
    box = (0.0, baseline - size * 0.25, length, size)
    pen.fit(box, words, size, floor=size * 0.75)
