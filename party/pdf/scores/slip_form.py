"""What all slips of a sheet have in common: the things to circle, and the boxes for totals.

A hand takes three lines (who bid and how high, the suit, the tricks), so that there is room for a
ring round every choice; bids with names of their own take a fourth where they are many.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from party.pdf.kit.fonts import width
from party.pdf.kit.pages import INCH, Cutting
from party.pdf.kit.pen import HEAVY, LINE, MUTED, Pen
from party.values.prints import SlipRules

TOKEN = 13.0
HEADER, NAMES, TALL_NAMES, HOW_TO, FOOT = 37.0, 17.0, 26.0, 16.0, 30.0
NUMBER = 20.0  # the column left of the captions
TALLEST_LINE = 0.32 * INCH
SHAPE = 10.0


@dataclass(frozen=True)
class Style:
    """Sizes that do not grow with the page: in large print captions are as large as the rest."""

    caption: float  # the letters
    captions: float  # the column left of the choices
    plate: float
    tally: float  # the box for thrown-in hands, or more hands


SMALL = Style(caption=9.0, captions=36.0, plate=48.0, tally=88.0)
LARGE = Style(caption=12.0, captions=38.0, plate=42.0, tally=76.0)


@dataclass(frozen=True)
class Token:
    """One thing to circle, or a word between them, in captions of that size."""

    text: str
    strain: str = ""
    caption: float = 0.0

    @property
    def width(self) -> float:
        if self.caption:
            return width(self.text, self.caption)
        return width(self.text, TOKEN) + (SHAPE + 2 if self.strain in tuple("SCDH") else 0)


@dataclass(frozen=True)
class Line:
    caption: str
    tokens: tuple[Token, ...]


@dataclass(frozen=True)
class SlipPlan:
    """Where everything on a slip is, from its bottom left corner."""

    rules: SlipRules
    lines: tuple[Line, ...]
    width: float
    height: float
    names: float  # the height of one pair's names
    style: Style

    @property
    def hands_top(self) -> float:
        return self.height - HEADER - 2 * self.names - HOW_TO

    @property
    def line_height(self) -> float:
        room = (self.hands_top - FOOT) / (self.rules.hands * len(self.lines))
        return min(TALLEST_LINE, room)

    @property
    def hand_height(self) -> float:
        return self.line_height * len(self.lines)


def plan_slip(rules: SlipRules, cutting: Cutting, *, long_names: bool) -> SlipPlan:
    style = LARGE if cutting.size.scale > 1 else SMALL
    lines = tuple(_lines(rules, cutting.width - NUMBER - style.captions, style))
    names = TALL_NAMES if long_names else NAMES
    return SlipPlan(rules, lines, cutting.width, cutting.height, names, style)


def _lines(rules: SlipRules, space: float, style: Style) -> Iterator[Line]:
    bidders = [Token(seat) for seat in "NESW"]
    levels = [Token(level) for level in rules.levels]
    suits = [Token(strain, strain) for strain in rules.strains]
    specials = [Token(name) for name in rules.specials]
    yield Line("bidder", (*bidders, Token("bid", caption=style.caption), *levels))
    if specials and _needs([*suits, *specials]) > space:
        yield Line("suit", tuple(suits))
        yield from _filled("or", specials, space)
    else:
        yield Line("suit", (*suits, *specials))
    yield Line("tricks", tuple(Token(str(tricks)) for tricks in range(rules.tricks + 1)))


def _filled(caption: str, tokens: Sequence[Token], space: float) -> Iterator[Line]:
    """As many lines as the tokens take."""
    line: list[Token] = []
    for token in tokens:
        if line and _needs([*line, token]) > space:
            yield Line(caption, tuple(line))
            line = []
        line.append(token)
    yield Line(caption, tuple(line))


def _needs(tokens: Sequence[Token]) -> float:
    ring = 10.0
    return sum(token.width + ring for token in tokens)


def draw_form(pen: Pen, plan: SlipPlan) -> None:
    top = plan.hands_top
    pen.rule(0, top, plan.width, LINE)
    for hand in range(1, plan.rules.hands + 1):
        bottom = top - plan.hand_height
        pen.fitted((0, bottom, NUMBER - 4, top - bottom), str(hand), 15, bold=True)
        for number, line in enumerate(plan.lines, start=1):
            _draw_line(pen, plan, line, top - number * plan.line_height)
        pen.rule(0, bottom, plan.width, LINE)
        top = bottom
    _foot(pen, plan)


def _draw_line(pen: Pen, plan: SlipPlan, line: Line, y: float) -> None:
    baseline = y + plan.line_height / 2 - TOKEN * 0.33
    pen.text(NUMBER, baseline, line.caption, plan.style.caption, grey=MUTED)
    x = NUMBER + plan.style.captions
    slack = (plan.width - x - sum(token.width for token in line.tokens)) / len(line.tokens)
    for token in line.tokens:
        _draw_token(pen, token, x + slack / 2, baseline)
        x += token.width + slack


def _draw_token(pen: Pen, token: Token, x: float, baseline: float) -> None:
    if token.caption:
        pen.text(x, baseline, token.text, token.caption, grey=MUTED)
        return
    if token.strain in tuple("SCDH"):
        pen.suit(token.strain, x, baseline - 0.6, SHAPE)
        x += SHAPE + 2
    pen.text(x, baseline, token.text, TOKEN)


def _foot(pen: Pen, plan: SlipPlan) -> None:
    """Totals of the two pairs, and a place for the initials of both."""
    box, y = min(50.0, (plan.width - 160) / 2), 2.0
    baseline = y + (FOOT - 6) / 2 - 4
    x = 0.0
    for pair in ("N-S", "E-W"):
        x += pen.text(x, baseline, pair, 12, bold=True) + 4
        pen.frame(x, y, box, FOOT - 6, HEAVY)
        x += box + 9
    x += pen.text(x, baseline, "Initials", 12) + 5
    line = (plan.width - x - 6) / 2
    for place in (x, x + line + 6):
        pen.rule(place, baseline - 3, line)
