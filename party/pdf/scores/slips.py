"""Slips for the desk: a table circles its results, writes two totals and signs twice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from party.pdf.kit.fitting import fit
from party.pdf.kit.fonts import width
from party.pdf.kit.pages import INCH, PLAIN, Cutting, halves, large_halves, page_of, quarters
from party.pdf.kit.pen import HEAVY, LINE, MUTED, Pen
from party.values.papers import Heading, Look
from party.values.rules.bids import SlipRules

LEAST_LINE = 20.0  # for a circle
INSTRUCTION = "Circle one in each line; tricks: the bidders’."
PAIR_LABEL = 30.0

TOKEN = 13.0
HEADER, NAMES, TALL_NAMES, INSTRUCTION_HEIGHT, FOOT = 34.4, 17.0, 25.2, 13.2, 26.9
NUMBER = 20.0  # the width of the column before the captions
CAPTION, CAPTIONS = 12.0, 38.0  # the size of their letters, and the width of their column
TALLEST_LINE = 0.32 * INCH
SHAPE = 10.0


@dataclass(frozen=True, kw_only=True)
class Slip:
    """One table in one round; names left empty are lines to write on."""

    table: str
    round: str  # "Round 3"
    ns: tuple[str, str] = ("", "")  # North, South
    ew: tuple[str, str] = ("", "")  # East, West
    note: str = ""  # "Ring the bell after hand 4."


@dataclass(frozen=True, kw_only=True)
class SlipSheet:
    """Slips in the order of the cut pile."""

    heading: Heading
    rules: SlipRules
    slips: tuple[Slip, ...]


@dataclass(frozen=True)
class SlipStyle:
    """Sizes that do not grow with the page."""

    plate: float
    tally: float  # the box for thrown-in hands, or more hands


SMALL = SlipStyle(plate=48.0, tally=100.0)
LARGE = SlipStyle(plate=42.0, tally=76.0)


@dataclass(frozen=True)
class Token:
    """One thing to circle, or a caption between them."""

    text: str
    strain: str = ""
    is_caption: bool = False

    @property
    def width(self) -> float:
        if self.is_caption:
            return width(self.text, CAPTION)
        return width(self.text, TOKEN) + (SHAPE + 2 if self.strain in tuple("SCDH") else 0)


@dataclass(frozen=True)
class SlipLine:
    caption: str
    tokens: tuple[Token, ...]


@dataclass(frozen=True)
class SlipPlan:
    """The places of everything on a slip, from its bottom left corner."""

    rules: SlipRules
    lines: tuple[SlipLine, ...]
    width: float
    height: float
    names: float  # the height of one pair's names
    style: SlipStyle

    @property
    def hands_top(self) -> float:
        return self.height - HEADER - 2 * self.names - INSTRUCTION_HEIGHT

    @property
    def line_height(self) -> float:
        room = (self.hands_top - FOOT) / (self.rules.hands * len(self.lines))
        return min(TALLEST_LINE, room)


def plan_slip(rules: SlipRules, cutting: Cutting, *, long_names: bool) -> SlipPlan:
    style = LARGE if cutting.size.scale > 1 else SMALL
    lines = tuple(_lines(rules, cutting.width - NUMBER - CAPTIONS))
    names = TALL_NAMES if long_names else NAMES
    return SlipPlan(rules, lines, cutting.width, cutting.height, names, style)


def _lines(rules: SlipRules, space: float) -> Iterator[SlipLine]:
    bidders = [Token(seat) for seat in "NESW"]
    levels = [Token(level) for level in rules.levels]
    suits = [Token(strain, strain) for strain in rules.strains]
    specials = [Token(name) for name in rules.specials]
    yield SlipLine("bidder", (*bidders, Token("bid", is_caption=True), *levels))
    if specials and _space_for([*suits, *specials]) > space:
        yield SlipLine("suit", tuple(suits))
        yield from _wrapped("or", specials, space)
    else:
        yield SlipLine("suit", (*suits, *specials))
    yield SlipLine("tricks", tuple(Token(str(tricks)) for tricks in range(rules.tricks + 1)))


def _wrapped(caption: str, tokens: Sequence[Token], space: float) -> Iterator[SlipLine]:
    line: list[Token] = []
    for token in tokens:
        if line and _space_for([*line, token]) > space:
            yield SlipLine(caption, tuple(line))
            line = []
        line.append(token)
    yield SlipLine(caption, tuple(line))


def _space_for(tokens: Sequence[Token]) -> float:
    space_to_circle = 10.0
    return sum(token.width + space_to_circle for token in tokens)


def draw_form(pen: Pen, plan: SlipPlan) -> None:
    top = plan.hands_top
    pen.rule(0, top, plan.width, LINE)
    for hand in range(1, plan.rules.hands + 1):
        bottom = top - plan.line_height * len(plan.lines)
        pen.fit((0, bottom, NUMBER - 4, top - bottom), str(hand), 15, bold=True)
        for number, line in enumerate(plan.lines, start=1):
            _draw_line(pen, plan, line, top - number * plan.line_height)
        pen.rule(0, bottom, plan.width, LINE)
        top = bottom
    _foot(pen, plan)


def _draw_line(pen: Pen, plan: SlipPlan, line: SlipLine, y: float) -> None:
    baseline = y + plan.line_height / 2 - TOKEN * 0.33
    pen.text(NUMBER, baseline, line.caption, CAPTION, grey=MUTED)
    x = NUMBER + CAPTIONS
    slack = (plan.width - x - sum(token.width for token in line.tokens)) / len(line.tokens)
    for token in line.tokens:
        _draw_token(pen, token, x + slack / 2, baseline)
        x += token.width + slack


def _draw_token(pen: Pen, token: Token, x: float, baseline: float) -> None:
    if token.is_caption:
        pen.text(x, baseline, token.text, CAPTION, grey=MUTED)
        return
    if token.strain in tuple("SCDH"):
        pen.suit(token.strain, x, baseline - 0.6, SHAPE)
        x += SHAPE + 2
    pen.text(x, baseline, token.text, TOKEN)


def _foot(pen: Pen, plan: SlipPlan) -> None:
    """Draw boxes for both totals, and lines for the initials of both pairs."""
    box, y = min(50.0, (plan.width - 160) / 2), 2.0
    baseline = y + (FOOT - 5) / 2 - 4
    x = 0.0
    for pair in ("N-S", "E-W"):
        x += pen.text(x, baseline, pair, 12, bold=True) + 4
        pen.frame(x, y, box, FOOT - 5, HEAVY)
        x += box + 9
    x += pen.text(x, baseline, "Initials", 12) + 5
    line_length = (plan.width - x - 6) / 2
    for line_x in (x, x + line_length + 6):
        pen.rule(line_x, baseline - 3, line_length)


def round_slips(sheet: SlipSheet, look: Look = PLAIN) -> bytes:
    """Return the PDF: four slips to a sheet, or two if a hand or a round needs more room."""
    cutting, plan = _plan(sheet, look)
    pen = Pen(cutting.size, sheet.heading, "Table slips")
    with pen.stamp("form"):
        draw_form(pen, plan)
        _tally(pen, plan)
    pen.cards(cutting, sheet.slips, partial(_draw, pen, plan, sheet.heading))
    return pen.finish([f"Table {slip.table}" for slip in sheet.slips])


def _plan(sheet: SlipSheet, look: Look) -> tuple[Cutting, SlipPlan]:
    """Five hands, or many named bids, have too many lines for a quarter of the sheet."""
    whole = Cutting(page_of(look), columns=1, rows=1)
    cuttings = (large_halves(look), whole) if look.large else (quarters(look), halves(look))
    small, large = (
        (cutting, plan_slip(sheet.rules, cutting, long_names=_has_long_names(sheet, cutting)))
        for cutting in cuttings
    )
    return small if small[1].line_height * cuttings[0].size.scale >= LEAST_LINE else large


def _has_long_names(sheet: SlipSheet, cutting: Cutting) -> bool:
    space = cutting.width - PAIR_LABEL
    pairs = [pair for slip in sheet.slips for pair in (slip.ns, slip.ew)]
    return any(len(fit(_names(pair), space, 13, floor=12).lines) > 1 for pair in pairs)


def _names(pair: tuple[str, str]) -> str:
    return " + ".join(filter(None, pair))


def _draw(pen: Pen, plan: SlipPlan, heading: Heading, slip: Slip) -> None:
    pen.press("form")
    pen.bookmark(slip.table and f"Table {slip.table}")
    y = plan.height - HEADER + 5
    plate, tally = plan.style.plate, plan.style.tally
    pen.plate(0, y, plate, HEADER - 5, slip.table)
    x, space = plate + 8, plan.width - plate - tally - 16
    if not slip.table:
        pen.text(6, y + HEADER - 18, "Table", 12, grey=MUTED)
    title = f"Table {slip.table} · {slip.round}" if slip.table else slip.round
    if width(title, 12, bold=True) > space:
        title = slip.round  # the table's number stands beside it
    pen.fit((x, y + 13, space, 16), title, 14, bold=True)
    pen.fit((x, y, space, 13), heading.party, 12)
    y -= 3
    for label, pair in (("N-S", slip.ns), ("E-W", slip.ew)):
        y -= plan.names
        baseline = y + plan.names / 2 - 4
        pen.text(0, baseline, label, 12, bold=True)
        if names := _names(pair):
            box = (PAIR_LABEL, y, plan.width - PAIR_LABEL, plan.names)
            pen.fit(box, names, 13)
        else:
            pen.rule(PAIR_LABEL, baseline - 3, plan.width - PAIR_LABEL)
    box = (0.0, plan.hands_top, plan.width, INSTRUCTION_HEIGHT)
    pen.fit(box, slip.note or INSTRUCTION, 12, bold=bool(slip.note))


def _tally(pen: Pen, plan: SlipPlan) -> None:
    """Draw a box for thrown-in hands at the top right, with one to tick if hands follow."""
    if not (plan.rules.thrown_in or plan.rules.more):
        return
    box_width = plan.style.tally
    x, y, height = plan.width - box_width, plan.height - HEADER + 5, HEADER - 5
    pen.frame(x, y, box_width, height, LINE)
    pen.text(x + 4, y + height - CAPTION, _caption(plan), CAPTION, grey=MUTED)
    if plan.rules.more:
        tick_box = 11.0
        pen.frame(x + box_width - tick_box - 5, y + 5, tick_box, tick_box, LINE)
        pen.text(x + box_width - tick_box - 9, y + 6.5, "on slip 2", 12, align="right")


def _caption(plan: SlipPlan) -> str:
    if not plan.rules.thrown_in:
        return "more hands"
    words = "thrown in (tally)"
    fits = width(words, CAPTION) <= plan.style.tally - 8
    return words if fits and not plan.rules.more else "thrown in"
