"""Certificates: half a sheet each, two on a page, cut once across the middle.

One without a name is blank: it has lines to write on.
"""

from dataclasses import dataclass
from functools import partial

from party.pdf.kit.fonts import width
from party.pdf.kit.pages import PLAIN, Cutting, page_of
from party.pdf.kit.pen import HAIR, HEAVY, LINE, MUTED, Pen
from party.values.papers import Heading, Look

TITLE = "Certificates"
WORD, WORD_SIZE = "Certificate", 32.0
NAME, PRIZE, PARTY, TEXT = 36.0, 24.0, 18.0, 14.0
SUIT, SMALL_SUIT, CORNER = 20.0, 12.0, 11.0
MARGIN = 26.0  # from the frame to the words


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """One person's certificate, half a sheet."""

    name: str
    prize: str
    score: str = ""


@dataclass(frozen=True, kw_only=True)
class CertificateSheet:
    """Certificates in the order of the cut pile."""

    heading: Heading
    certificates: tuple[Certificate, ...]
    banner: str = ""
    day: str = ""  # with the year: "Saturday 14 November 2026"


def certificate_sheet(sheet: CertificateSheet, look: Look = PLAIN) -> bytes:
    size = page_of(look)
    pen = Pen(size, sheet.heading, TITLE)
    cutting = Cutting(size, columns=1, rows=2)
    pen.cards(cutting, sheet.certificates, partial(_draw, pen, cutting, sheet))
    return pen.finish()


def _draw(pen: Pen, cutting: Cutting, sheet: CertificateSheet, certificate: Certificate) -> None:
    pen.bookmark(certificate.name and f"{certificate.name}: {certificate.prize}")
    wide, high = cutting.width, cutting.height
    pen.frame(0, 0, wide, high, HEAVY)
    pen.frame(5, 5, wide - 10, high - 10, HAIR)
    _ornaments(pen, wide, high)
    space = wide - 2 * MARGIN
    rows = (
        (high * 0.695, 22, sheet.heading.party, PARTY, True),
        (high * 0.55, 36, certificate.prize, PRIZE, False),
        (high * 0.365, 46, certificate.name, NAME, True),
        (high * 0.285, 24, certificate.score, TEXT + 2, False),
    )
    for y, height, text, letters, bold in rows:
        if text:
            box = (MARGIN, y, space, height)
            pen.fitted(box, text, letters, floor=letters / 2, bold=bold, align="centre")
        elif not certificate.name:
            pen.rule(MARGIN * 3, y + 4, wide - MARGIN * 6)
    pen.double_rule(wide / 2 - 70, high * 0.67, 140)
    _foot(pen, wide, sheet)
    if sheet.banner:
        pen.text(wide / 2, high - 22, sheet.banner, 12, align="centre", grey=MUTED)


def _ornaments(pen: Pen, wide: float, high: float) -> None:
    """Draw the word between the four suits, and a suit in every corner."""
    y, letters = high * 0.80, width(WORD, WORD_SIZE, bold=True)
    pen.text(wide / 2, y, WORD, WORD_SIZE, bold=True, align="centre")
    for number, strain in enumerate("SHDC"):
        offset = letters / 2 + 20 + SUIT * 1.5 * (number if number < 2 else 3 - number)
        x = wide / 2 + (-offset - SUIT if number < 2 else offset)
        pen.suit(strain, x, y + 1, SUIT)
    for strain, x, corner in (
        ("H", CORNER, CORNER),
        ("S", CORNER, high - CORNER - SMALL_SUIT),
        ("C", wide - CORNER - SMALL_SUIT, CORNER),
        ("D", wide - CORNER - SMALL_SUIT, high - CORNER - SMALL_SUIT),
    ):
        pen.suit(strain, x, corner, SMALL_SUIT)


def _foot(pen: Pen, wide: float, sheet: CertificateSheet) -> None:
    """Draw day and place on the left, a line for the organiser's signature on the right."""
    half = wide / 2 - MARGIN
    day_and_place = " · ".join(
        filter(None, (sheet.day or sheet.heading.date, sheet.heading.place))
    )
    pen.fitted((MARGIN, 28, half - 12, 30), day_and_place, TEXT, floor=10)
    pen.rule(wide / 2 + 12, 46, half - 12, LINE)
    pen.text(wide / 2 + 12, 31, "Organiser", 12, grey=MUTED)
