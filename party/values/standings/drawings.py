"""Small drawings, each described once: a page shows it as SVG, paper draws the same with the pen.

A drawing has units of its own, and y grows downward. Where it is shown it is stretched both ways
to its place; its letters, its signs and the weight of its lines are not. The *look* of a shape is
a word: the class in the style sheet, and the greys and weights of paper.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin

Point = tuple[float, float]
REM = 19  # units to the reader's own letter size: letters and drawing grow together
# A disc, a square, a triangle: what tells lines apart where colours cannot.
SIGNS: tuple[tuple[Point, ...], ...] = (
    tuple((round(7 * cos(n * pi / 12), 1), round(7 * sin(n * pi / 12), 1)) for n in range(24)),
    ((-6.5, -6.5), (6.5, -6.5), (6.5, 6.5), (-6.5, 6.5)),
    ((0, -9), (9, 7), (-9, 7)),
)


@dataclass(frozen=True, slots=True)
class Line:
    points: tuple[Point, ...]
    look: str


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    width: float
    height: float
    look: str


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign around a point; its number is that of its shape and of its look."""

    at: Point
    number: int

    @property
    def look(self) -> str:
        return f"w{self.number + 1}"


@dataclass(frozen=True, slots=True)
class Label:
    """A text whose middle height is at the point: from there on, or with its own middle there."""

    at: Point
    text: str
    look: str = ""
    centred: bool = True


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes, the first at the bottom; signs lie on them, and letters on top."""

    width: float
    height: float
    shapes: tuple[Line | Box, ...] = ()
    signs: tuple[Sign, ...] = ()
    labels: tuple[Label, ...] = ()


def points_text(points: tuple[Point, ...]) -> str:
    return " ".join([f"{x:.4g},{y:.4g}" for x, y in points])


def svg(drawing: Drawing, kind: str, words: str = "", back: str = "") -> str:
    """Return the drawing as SVG of a class; `words` say the same, else it is for the eye alone.

    `back` is the id of the symbol that lies behind it.
    """
    spoken = f'role="img" aria-label="{escape(words)}"' if words else 'aria-hidden="true"'
    size = f'width="{drawing.width / REM:.4g}rem" height="{drawing.height / REM:.4g}rem"'
    return (
        f'<svg class="{kind}" {size} {spoken}>{f"""<use href="#{back}"/>""" if back else ""}'
        f"<svg {_stretched(drawing)}>{''.join(map(_shape, drawing.shapes))}</svg>"
        f"{''.join(_letters_and_signs(drawing))}</svg>"
    )


def symbol(drawing: Drawing, name: str) -> str:
    """Return the shapes of a drawing to lie behind others, by that id."""
    shapes = "".join(map(_shape, drawing.shapes))
    return f'<symbol id="{name}" {_stretched(drawing)}>{shapes}</symbol>'


def _stretched(drawing: Drawing) -> str:
    return f'viewBox="0 0 {drawing.width:g} {drawing.height:g}" preserveAspectRatio="none"'


def _shape(shape: Line | Box) -> str:
    if isinstance(shape, Line):
        return f'<polyline class="{shape.look}" points="{points_text(shape.points)}"/>'
    where = f'x="{shape.x:g}" y="{shape.y:g}" width="{shape.width:g}" height="{shape.height:g}"'
    return f'<rect class="{shape.look}" {where}/>'


def _letters_and_signs(drawing: Drawing) -> Iterator[str]:
    def place(at: Point) -> str:
        return f'x="{100 * at[0] / drawing.width:.4g}%" y="{100 * at[1] / drawing.height:.4g}%"'

    for sign in drawing.signs:
        yield f'<use class="{sign.look}" href="#sign-{sign.number}" {place(sign.at)}/>'
    for label in drawing.labels:
        anchor = ' text-anchor="middle"' if label.centred else ""
        look = f' class="{label.look}"' if label.look else ""
        yield f'<text{look} {place(label.at)} dy=".35em"{anchor}>{escape(label.text)}</text>'
