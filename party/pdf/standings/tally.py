"""The boxes of a tally card on paper, black on white."""

from collections.abc import Sequence
from dataclasses import dataclass

from party.pdf.drawing.pages import Size
from party.pdf.drawing.pen import HAIR, HEAVY, INK, LINE, Pen
from party.pdf.drawing.ready_cut import MM
from party.values.papers import Heading
from party.values.standings.tally import BoxFace, TallyCard

WHITE = 1.0
DASHES = {"off": (3, 2), "miss": (3, 2), "sat": (1, 2)}


@dataclass(frozen=True)
class BoxSize:
    """The sides of a box and the sizes of its letters."""

    width: float
    height: float
    letters: float
    plate: float
    gap: float

    def fitting(self, count: int, space: float) -> "BoxSize":
        """Return the size at which `count` boxes fit side by side, at most this one."""
        share = (space + self.gap) / max(count, 1) / (self.width + self.gap)
        if share >= 1:
            return self
        sides = (self.width, self.height, self.letters, self.plate, self.gap)
        return BoxSize(*(side * share for side in sides))

    def length(self, count: int) -> float:
        return count * (self.width + self.gap) - self.gap


CERTIFICATE_BOX = BoxSize(17 * MM, 12 * MM, 12, 9, 2 * MM)
LIST_BOX = BoxSize(42, 10 * MM, 12, 9, 1.2 * MM)


def draw_boxes(pen: Pen, x: float, y: float, faces: Sequence[BoxFace], size: BoxSize) -> None:
    """(x, y) is the bottom left corner of the first box."""
    for number, face in enumerate(faces):
        draw_box(pen, x + number * (size.width + size.gap), y, face, size)


def draw_box(pen: Pen, x: float, y: float, face: BoxFace, size: BoxSize) -> None:
    looks = {*face.looks}
    pen.canvas.setDash(next((DASHES[look] for look in face.looks if look in DASHES), ()))
    pen.frame(x, y, size.width, size.height, HEAVY if "miss" in looks else LINE)
    pen.canvas.setDash(())
    foot = 0.0
    if "won" in looks:
        foot = size.height / 9
        pen.rule(x, y + foot / 2, size.width, foot)
    elif "cut" in looks:
        foot = size.height / 8
        pen.rule(x, y + foot, size.width, HEAVY)
    if "fix" in looks:
        _fold_corner(pen, x + size.width, y + size.height, size.height / 5)
    room = size.height - foot
    has_plate = face.plate is not None
    if has_plate:
        _draw_plate(pen, x + size.width / 2, y + foot + room * 0.74, face, size.plate)
    if face.text:
        box = (x + 1, y + foot, size.width - 2, room * (0.5 if has_plate else 1))
        is_bold = bool(looks & {"won", "cut", "miss"})
        pen.fit(box, face.text, size.letters, floor=5, bold=is_bold, align="centre")


def _draw_plate(pen: Pen, x: float, y: float, face: BoxFace, letters: float) -> None:
    """Draw a number around (x, y): in a ring for sitting out, black for a house player."""
    side = letters * 1.2
    is_black = "house" in face.looks
    pen.canvas.setStrokeGray(INK)
    pen.canvas.setFillGray(INK)
    pen.canvas.setLineWidth(HAIR)
    if "sat" in face.looks:
        pen.canvas.circle(x, y, side / 2)
    else:
        pen.canvas.rect(x - side / 2, y - side / 2, side, side, fill=int(is_black))
    grey = WHITE if is_black else INK
    pen.text(x, y - letters * 0.33, face.plate or "", letters, align="centre", grey=grey)


def _fold_corner(pen: Pen, x: float, y: float, side: float) -> None:
    corner = pen.canvas.beginPath()
    corner.moveTo(x, y)
    corner.lineTo(x - side, y)
    corner.lineTo(x, y - side)
    corner.close()
    pen.canvas.setFillGray(INK)
    pen.canvas.drawPath(corner, stroke=0, fill=1)


CARD_WIDTH, BOXES_IN_A_ROW = 400.0, 6
HAND_HEIGHT, PARTNERS_HEIGHT = 26.0, 40.0


def card_sheet(card: TallyCard, heading: Heading, note: str = "") -> bytes:
    """Return one person's card on a page of its own size, to be sent as a picture."""
    faces = [box.face for box in card.boxes]
    rows = [
        faces[start : start + BOXES_IN_A_ROW] for start in range(0, len(faces), BOXES_IN_A_ROW)
    ]
    notes = [(note, HAND_HEIGHT)] if note else []
    notes += [
        (f"{title}: {text}", height)
        for title, text, height in (
            ("Partners", card.partners_text, PARTNERS_HEIGHT),
            ("Best hand", card.best_hand, HAND_HEIGHT),
        )
        if text
    ]
    step = CERTIFICATE_BOX.height + CERTIFICATE_BOX.gap
    foot = 30 + sum(height for _, height in notes)
    size = Size(CARD_WIDTH, 118 + foot + len(rows) * step)
    pen = Pen(size, heading, str(card.person))
    pen.frame(12, 12, size.width - 24, size.height - 24, HEAVY)
    pen.frame(16, 16, size.width - 32, size.height - 32, LINE)
    y = size.height - 26
    date = " · ".join(filter(None, (heading.party, heading.date)))
    for text, height, letters, is_bold in (
        (date, 20, 12, False),
        (str(card.person), 40, 28, True),
        (card.result_text, 22, 16, False),
    ):
        y -= height + 4
        box = (30, y, size.width - 60, height)
        pen.fit(box, text, letters, floor=8, bold=is_bold, align="centre")
    for number, row in enumerate(rows, start=1):
        x = (size.width - CERTIFICATE_BOX.length(len(row))) / 2
        draw_boxes(pen, x, foot + (len(rows) - number) * step, row, CERTIFICATE_BOX)
    y = 22.0
    for text, room in notes:
        pen.fit((30, y, size.width - 60, room - 2), text, 12, floor=8, align="centre")
        y += room
    return pen.finish()
