"""Suits as shapes: no font has suits that print the same everywhere.

Hearts and diamonds are outlined, because the red of a card would print as one more grey.
"""

from typing import Any

Curve = tuple[float, ...]  # two numbers: a line there; six: two controls and the end

_HEART: tuple[Curve, ...] = (
    (0.5, 0.05),
    (0.42, 0.2, 0.02, 0.42, 0.02, 0.7),
    (0.02, 0.98, 0.42, 1.02, 0.5, 0.74),
    (0.58, 1.02, 0.98, 0.98, 0.98, 0.7),
    (0.98, 0.42, 0.58, 0.2, 0.5, 0.05),
)
_DIAMOND: tuple[Curve, ...] = (
    (0.5, 0.0),
    (0.42, 0.18, 0.26, 0.38, 0.1, 0.5),
    (0.26, 0.62, 0.42, 0.82, 0.5, 1.0),
    (0.58, 0.82, 0.74, 0.62, 0.9, 0.5),
    (0.74, 0.38, 0.58, 0.18, 0.5, 0.0),
)
_SPADE: tuple[Curve, ...] = (
    (0.5, 1.0),
    (0.42, 0.82, 0.04, 0.64, 0.04, 0.37),
    (0.04, 0.13, 0.36, 0.1, 0.46, 0.32),
    (0.45, 0.16, 0.38, 0.05, 0.28, 0.0),
    (0.72, 0.0),
    (0.62, 0.05, 0.55, 0.16, 0.54, 0.32),
    (0.64, 0.1, 0.96, 0.13, 0.96, 0.37),
    (0.96, 0.64, 0.58, 0.82, 0.5, 1.0),
)
_STEM: tuple[Curve, ...] = (
    (0.47, 0.5),
    (0.47, 0.2, 0.4, 0.05, 0.28, 0.0),
    (0.72, 0.0),
    (0.6, 0.05, 0.53, 0.2, 0.53, 0.5),
)
_LEAVES = ((0.5, 0.76), (0.25, 0.38), (0.75, 0.38))
_LEAF = 0.235

SHAPES = {"S": _SPADE, "H": _HEART, "D": _DIAMOND, "C": _STEM}


def draw_suit(canvas: Any, strain: str, x: float, y: float, size: float) -> None:
    """Draw S, C, D or H from its lower left corner; other strains have no shape."""
    if strain not in SHAPES:
        return
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(size, size)
    canvas.setLineWidth(0.08)
    outlined = strain in "HD"
    path = canvas.beginPath()
    _trace_curves(path, SHAPES[strain])
    if strain == "C":
        for centre_x, centre_y in _LEAVES:
            path.circle(centre_x, centre_y, _LEAF)
    canvas.drawPath(path, stroke=int(outlined), fill=int(not outlined))
    canvas.restoreState()


def _trace_curves(path: Any, curves: tuple[Curve, ...]) -> None:
    path.moveTo(*curves[0])
    for curve in curves[1:]:
        if len(curve) == 2:
            path.lineTo(*curve)
        else:
            path.curveTo(*curve)
    path.close()
