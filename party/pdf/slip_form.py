"""What all slips of a sheet have in common: the things to circle, and the boxes for totals.

A hand takes three lines (who bid and how high, the suit, the tricks), so that there is room for a
ring round every choice; bids with names of their own take a fourth where they are many.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from party.pdf.fonts import width
from party.pdf.pages import INCH, Cutting
from party.pdf.pen import HEAVY, LINE, MUTED, Pen
from party.values.prints import SlipRules

TOKEN, CAPTION = 13.0, 9.0
HEADER, NAMES, TALL_NAMES, HOW_TO, FOOT = 37.0, 17.0, 26.0, 16.0, 30.0
NUMBER, CAPTIONS = 20.0, 36.0  # the columns left of the choices
TALLEST_LINE = 0.32 * INCH
SHAPE = 10.0


@dataclass(frozen=True)
class Token:
    """One thing to circle, or (as a caption) a word between them."""

    text: str
    strain: str = ""
    caption: bool = False

    @property
    def width(self) -> float:
        if self.caption:
            return width(self.text, CAPTION)
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
    space = cutting.width - NUMBER - CAPTIONS
    names = TALL_NAMES if long_names else NAMES
    return SlipPlan(rules, tuple(_lines(rules, space)), cutting.width, cutting.height, names)


def _lines(rules: SlipRules, space: float) -> Iterator[Line]:
    bidders = [Token(seat) for seat in "NESW"]
    levels = [Token(level) for level in rules.levels]
    suits = [Token(strain, strain) for strain in rules.strains]
    specials = [Token(name) for name in rules.specials]
    yield Line("bidder", (*bidders, Token("bid", caption=True), *levels))
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
    pen.text(NUMBER, baseline, line.caption, CAPTION, grey=MUTED)
    x = NUMBER + CAPTIONS
    slack = (plan.width - x - sum(token.width for token in line.tokens)) / len(line.tokens)
    for token in line.tokens:
        _draw_token(pen, token, x + slack / 2, baseline)
        x += token.width + slack


def _draw_token(pen: Pen, token: Token, x: float, baseline: float) -> None:
    if token.caption:
        pen.text(x, baseline, token.text, CAPTION, grey=MUTED)
        return
    if token.strain in tuple("SCDH"):
        pen.suit(token.strain, x, baseline - 0.6, SHAPE)
        x += SHAPE + 2
    pen.text(x, baseline, token.text, TOKEN)


def _foot(pen: Pen, plan: SlipPlan) -> None:
    """Totals of the two pairs, and a place for the initials of both."""
    box, y = 50.0, 2.0
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
