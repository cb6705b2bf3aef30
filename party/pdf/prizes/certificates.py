"""Certificates, two on a page. Without a name they have lines to write on."""

from dataclasses import dataclass
from functools import partial

from party.pdf.drawing.fonts import width
from party.pdf.drawing.pages import PLAIN, Cutting, page_of
from party.pdf.drawing.pen import HAIR, HEAVY, LINE, MUTED, Pen
from party.pdf.standings.tally import CERTIFICATE_BOX, draw_boxes
from party.values.papers import Heading, Look
from party.values.standings.tally import BoxFace

TITLE = "Certificates"
HEADING, HEADING_SIZE = "Certificate", 32.0
NAME_SIZE, PRIZE_SIZE, PARTY_SIZE, TEXT_SIZE = 36.0, 24.0, 18.0, 14.0
SUIT_SIZE, SMALL_SUIT_SIZE, CORNER_MARGIN = 20.0, 12.0, 11.0
MARGIN = 26.0  # from the frame to the words


@dataclass(frozen=True, kw_only=True)
class Certificate:
    name: str
    prize: str
    score: str = ""
    boxes: tuple[BoxFace, ...] = ()  # of the person's tally card


@dataclass(frozen=True, kw_only=True)
class CertificateSheet:
    heading: Heading
    certificates: tuple[Certificate, ...]
    banner: str = ""
    day: str = ""  # with the year: "Saturday 14 November 2026"


def certificate_sheet(sheet: CertificateSheet, look: Look = PLAIN) -> bytes:
    size = page_of(look)
    pen = Pen(size, sheet.heading, TITLE)
    cutting = Cutting(size, columns=1, rows=2)
    pen.cards(cutting, sheet.certificates, partial(_draw_certificate, pen, cutting, sheet))
    return pen.finish()


def _draw_certificate(
    pen: Pen, cutting: Cutting, sheet: CertificateSheet, certificate: Certificate
) -> None:
    pen.bookmark(certificate.name and f"{certificate.name}: {certificate.prize}")
    card_width, card_height = cutting.width, cutting.height
    pen.frame(0, 0, card_width, card_height, HEAVY)
    pen.frame(5, 5, card_width - 10, card_height - 10, HAIR)
    _draw_ornaments(pen, card_width, card_height)
    space = card_width - 2 * MARGIN
    rows = (
        (card_height * 0.695, 22, sheet.heading.party, PARTY_SIZE, True),
        (card_height * 0.55, 36, certificate.prize, PRIZE_SIZE, False),
        (card_height * 0.365, 46, certificate.name, NAME_SIZE, True),
        (card_height * 0.285, 24, certificate.score, TEXT_SIZE + 2, False),
    )
    for y, height, text, letter_size, bold in rows:
        if text:
            box = (MARGIN, y, space, height)
            pen.fit(box, text, letter_size, floor=letter_size / 2, bold=bold, align="centre")
        elif not certificate.name:
            pen.rule(MARGIN * 3, y + 4, card_width - MARGIN * 6)
    if certificate.boxes:
        size = CERTIFICATE_BOX.fitting(len(certificate.boxes), space)
        x = (card_width - size.length(len(certificate.boxes))) / 2
        draw_boxes(pen, x, card_height * 0.178, certificate.boxes, size)
    pen.double_rule(card_width / 2 - 70, card_height * 0.67, 140)
    _draw_foot(pen, card_width, sheet)
    if sheet.banner:
        pen.text(card_width / 2, card_height - 22, sheet.banner, 12, align="centre", grey=MUTED)


def _draw_ornaments(pen: Pen, card_width: float, card_height: float) -> None:
    y, word_width = card_height * 0.80, width(HEADING, HEADING_SIZE, bold=True)
    pen.text(card_width / 2, y, HEADING, HEADING_SIZE, bold=True, align="centre")
    for number, strain in enumerate("SHDC"):
        offset = word_width / 2 + 20 + SUIT_SIZE * 1.5 * (number if number < 2 else 3 - number)
        x = card_width / 2 + (-offset - SUIT_SIZE if number < 2 else offset)
        pen.suit(strain, x, y + 1, SUIT_SIZE)
    for strain, x, y in (
        ("H", CORNER_MARGIN, CORNER_MARGIN),
        ("S", CORNER_MARGIN, card_height - CORNER_MARGIN - SMALL_SUIT_SIZE),
        ("C", card_width - CORNER_MARGIN - SMALL_SUIT_SIZE, CORNER_MARGIN),
        (
            "D",
            card_width - CORNER_MARGIN - SMALL_SUIT_SIZE,
            card_height - CORNER_MARGIN - SMALL_SUIT_SIZE,
        ),
    ):
        pen.suit(strain, x, y, SMALL_SUIT_SIZE)


def _draw_foot(pen: Pen, card_width: float, sheet: CertificateSheet) -> None:
    half = card_width / 2 - MARGIN
    day_and_place = " · ".join(
        filter(None, (sheet.day or sheet.heading.date, sheet.heading.place))
    )
    pen.fit((MARGIN, 28, half - 12, 30), day_and_place, TEXT_SIZE, floor=10)
    pen.rule(card_width / 2 + 12, 46, half - 12, LINE)
    pen.text(card_width / 2 + 12, 31, "Organiser", 12, grey=MUTED)
