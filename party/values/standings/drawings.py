"""Small drawings, as SVG on pages and on paper.

A drawing has its own units, and y grows downward. It is stretched to its place, but its letters,
signs and line weights are not. The *look* of a shape is a class in the style sheet, and for paper
a key of greys and line weights.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin

Point = tuple[float, float]
REM = 19  # units of a drawing in one rem, so that it grows with the letters of the page
# A disc, a square, a triangle: they distinguish lines without colours.
SIGNS: tuple[tuple[Point, ...], ...] = (
    tuple((round(7 * cos(n * pi / 12), 1), round(7 * sin(n * pi / 12), 1)) for n in range(24)),
    ((-6.5, -6.5), (6.5, -6.5), (6.5, 6.5), (-6.5, 6.5)),
    ((0, -9), (9, 7), (-9, 7)),
)


@dataclass(frozen=True, slots=True)
class DrawnLine:
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
    point: Point
    number: int

    @property
    def look(self) -> str:
        return f"w{self.number + 1}"


@dataclass(frozen=True, slots=True)
class Label:
    point: Point
    text: str
    look: str = ""
    is_centred: bool = True


@dataclass(frozen=True, slots=True)
class Drawing:
    """The first shape lies at the bottom, the letters on top."""

    width: float
    height: float
    shapes: tuple[DrawnLine | Box, ...] = ()
    signs: tuple[Sign, ...] = ()
    labels: tuple[Label, ...] = ()


def points_text(points: tuple[Point, ...]) -> str:
    return " ".join([f"{x:.4g},{y:.4g}" for x, y in points])


def svg(drawing: Drawing, kind: str, words: str = "", background: str = "") -> str:
    """Without `words`, screen readers skip the drawing. `background` is the id of a symbol."""
    accessible = f'role="img" aria-label="{escape(words)}"' if words else 'aria-hidden="true"'
    size = f'width="{drawing.width / REM:.4g}rem" height="{drawing.height / REM:.4g}rem"'
    background_use = f'<use href="#{background}"/>' if background else ""
    return (
        f'<svg class="{kind}" {size} {accessible}>{background_use}'
        f"<svg {_stretched_attributes(drawing)}>{''.join(map(_shape_svg, drawing.shapes))}</svg>"
        f"{''.join(_letters_and_signs(drawing))}</svg>"
    )


def symbol(drawing: Drawing, name: str) -> str:
    shapes = "".join(map(_shape_svg, drawing.shapes))
    return f'<symbol id="{name}" {_stretched_attributes(drawing)}>{shapes}</symbol>'


def _stretched_attributes(drawing: Drawing) -> str:
    return f'viewBox="0 0 {drawing.width:g} {drawing.height:g}" preserveAspectRatio="none"'


def _shape_svg(shape: DrawnLine | Box) -> str:
    if isinstance(shape, DrawnLine):
        return f'<polyline class="{shape.look}" points="{points_text(shape.points)}"/>'
    box = f'x="{shape.x:g}" y="{shape.y:g}" width="{shape.width:g}" height="{shape.height:g}"'
    return f'<rect class="{shape.look}" {box}/>'


def _letters_and_signs(drawing: Drawing) -> Iterator[str]:
    def place(point: Point) -> str:
        x, y = 100 * point[0] / drawing.width, 100 * point[1] / drawing.height
        return f'x="{x:.4g}%" y="{y:.4g}%"'

    for sign in drawing.signs:
        yield f'<use class="{sign.look}" href="#sign-{sign.number}" {place(sign.point)}/>'
    for label in drawing.labels:
        anchor = ' text-anchor="middle"' if label.is_centred else ""
        look = f' class="{label.look}"' if label.look else ""
        yield f'<text{look} {place(label.point)} dy=".35em"{anchor}>{escape(label.text)}</text>'
