"""Draws on paper the charts that pages show as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass

from party.pdf.drawing.pen import CAP_HEIGHT, HAIR, HEAVY, INK, LINE, MUTED, RULE, Align, Pen
from party.values.standings.drawings import SIGNS, Box, Drawing, Label, Point, Sign

WHITE = 1.0
LABEL_SIZE = 12.0
SIGN_SCALE = 0.75  # points for each unit of a page
Place = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True)
class Stroke:
    grey: float
    weight: float
    dash: tuple[int, ...] = ()
    fill: float | None = None


LOOKS = {
    "base": Stroke(MUTED, LINE),
    "thin": Stroke(RULE, 0.3),
    "me": Stroke(INK, 2.2),
    "lane": Stroke(RULE, HAIR),
    "grid": Stroke(RULE, HAIR),
    "set": Stroke(INK, LINE),
    "made": Stroke(INK, LINE, fill=MUTED),
    "w1": Stroke(INK, 2.2, fill=INK),
    "w2": Stroke(INK, HEAVY, fill=WHITE),
    "w3": Stroke(MUTED, HEAVY, dash=(4, 4), fill=MUTED),
}


def draw_drawing(pen: Pen, drawing: Drawing, place: Place) -> None:
    left, top, width, height = place

    def position(point: Point) -> Point:
        return left + point[0] * width / drawing.width, top - point[1] * height / drawing.height

    for shape in drawing.shapes:
        if isinstance(shape, Box):
            corners = ((shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height))
            (x, upper), (right, lower) = map(position, corners)
            outline = [(x, upper), (right, upper), (right, lower), (x, lower)]
            _draw_shape(pen, shape.look, outline, is_box=True)
        else:
            _draw_shape(pen, shape.look, [position(point) for point in shape.points])
    for sign in drawing.signs:
        draw_sign(pen, sign, position(sign.point))
    for label in drawing.labels:
        _write_label(pen, label, position(label.point))


def draw_sign(pen: Pen, sign: Sign, middle: Point) -> None:
    x, y = middle
    outline = [(x + dx * SIGN_SCALE, y - dy * SIGN_SCALE) for dx, dy in SIGNS[sign.number]]
    _draw_shape(pen, sign.look, outline, is_box=True)


def _draw_shape(pen: Pen, look: str, points: Sequence[Point], *, is_box: bool = False) -> None:
    """A box is closed, filled and never dashed."""
    stroke, canvas = LOOKS[look], pen.canvas
    canvas.setStrokeGray(stroke.grey)
    canvas.setFillGray(WHITE if stroke.fill is None else stroke.fill)
    canvas.setLineWidth(stroke.weight)
    canvas.setDash([] if is_box else list(stroke.dash))
    path = canvas.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    if is_box:
        path.close()
    canvas.drawPath(path, fill=int(is_box and stroke.fill is not None))
    canvas.setDash([])


def _write_label(pen: Pen, label: Label, middle: Point) -> None:
    x, y = middle
    grey = {"twice": WHITE, "dim": MUTED}.get(label.look, INK)
    align: Align = "centre" if label.is_centred else "left"
    pen.text(x, y - LABEL_SIZE * CAP_HEIGHT / 2, label.text, LABEL_SIZE, align=align, grey=grey)
