"""Slips on which a table circles its results, writes two totals and signs twice.

`slip_layout` states where a photograph of a slip has its marks, its code and its choices.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import groupby
from operator import attrgetter

from party.pdf.drawing.fitting import fit
from party.pdf.drawing.fonts import width
from party.pdf.drawing.pages import INCH, PLAIN, Cutting, Size, page_of
from party.pdf.drawing.pen import HEAVY, LINE, MUTED, Pen
from party.pdf.drawing.rasters import png_of
from party.pdf.drawing.ready_cut import MM
from party.slip_reader.layout import ChoiceGroup, PrintedChoice, Question, SlipLayout, WritingBox
from party.slip_reader.slip_code import COLUMNS, ROWS, UNKNOWN, SlipCode
from party.values.papers import Heading, Look, PaperSize
from party.values.rules.bids import SlipRules

LEAST_LINE_HEIGHT = 20.0  # with room for a circle by hand
INSTRUCTION = "Circle one in each line; tricks: the bidders’."
PAIR_LABEL_WIDTH = 30.0

TOKEN_SIZE = 13.0
HEADER_HEIGHT, NAMES_HEIGHT, TALL_NAMES_HEIGHT, INSTRUCTION_HEIGHT, FOOT_HEIGHT = (
    34.4,
    17.0,
    25.2,
    13.2,
    26.9,
)
MARK_DIAMETER, CELL_SIDE = 10.5, 3.5
STRIP_WIDTH = MARK_DIAMETER + 3.5  # marks and code on the left, marks on the right
CAPTION_X = STRIP_WIDTH + 18.0  # after the numbers of the hands
CAPTION_SIZE, CAPTIONS_WIDTH = 12.0, 38.0
MOST_LINE_HEIGHT = 0.32 * INCH
SUIT_SIZE = 10.0
TICK_BOX_SIDE = 11.0  # the box to tick if hands follow on a second slip
PIXELS_PER_POINT = 2  # in the picture of a blank slip


@dataclass(frozen=True, kw_only=True)
class Slip:
    """One table in one round; empty names are lines to write on."""

    table: str
    round: str  # "Round 3"
    ns: tuple[str, str] = ("", "")  # North, South
    ew: tuple[str, str] = ("", "")  # East, West
    note: str = ""  # "Ring the bell after hand 4."
    # For the code. A blank slip has no numbers.
    round_number: int = UNKNOWN
    table_number: int = UNKNOWN


@dataclass(frozen=True, kw_only=True)
class SlipSheet:
    """Slips in their order after the cut sheets are stacked."""

    heading: Heading
    rules: SlipRules
    slips: tuple[Slip, ...]
    party_key: int = 0  # for the code


@dataclass(frozen=True)
class SlipStyle:
    """Sizes that do not grow with the page."""

    plate_width: float
    tally_width: float  # of the box for thrown-in hands, or more hands


SMALL_STYLE = SlipStyle(plate_width=48.0, tally_width=100.0)
LARGE_STYLE = SlipStyle(plate_width=42.0, tally_width=76.0)


@dataclass(frozen=True)
class Token:
    """A choice to circle, or a caption between choices."""

    text: str
    question: Question | None = None
    strain: str = ""

    @property
    def is_caption(self) -> bool:
        return self.question is None

    @property
    def width(self) -> float:
        if self.is_caption:
            return width(self.text, CAPTION_SIZE)
        return width(self.text, TOKEN_SIZE) + (
            SUIT_SIZE + 2 if self.strain in tuple("SCDH") else 0
        )


@dataclass(frozen=True)
class SlipLine:
    caption: str
    tokens: tuple[Token, ...]


@dataclass(frozen=True)
class PlacedToken:
    hand: int
    token: Token
    x: float  # the left edge
    baseline: float


@dataclass(frozen=True)
class SlipPlan:
    """Where the parts of a slip are, from its bottom left corner."""

    rules: SlipRules
    lines: tuple[SlipLine, ...]
    width: float
    height: float
    names_height: float  # the height of one pair's names
    style: SlipStyle

    @property
    def hands_top(self) -> float:
        return self.height - HEADER_HEIGHT - 2 * self.names_height - INSTRUCTION_HEIGHT

    @property
    def line_height(self) -> float:
        room = (self.hands_top - FOOT_HEIGHT) / (self.rules.hands * len(self.lines))
        return min(MOST_LINE_HEIGHT, room)

    @property
    def marks(self) -> tuple[tuple[float, float], ...]:
        """The centres of the corner marks: top left and right, bottom left and right."""
        left, right = MARK_DIAMETER / 2, self.width - MARK_DIAMETER / 2
        top, bottom = self.height - HEADER_HEIGHT - MARK_DIAMETER / 2, 2 + MARK_DIAMETER / 2
        return (left, top), (right, top), (left, bottom), (right, bottom)

    @property
    def code(self) -> tuple[float, float]:
        """The top left corner of the code."""
        return (
            MARK_DIAMETER - COLUMNS * CELL_SIDE
        ) / 2, self.height - HEADER_HEIGHT - MARK_DIAMETER - CELL_SIDE

    def baseline(self, hand: int, line: int) -> float:
        """`hand` and `line` count from 0."""
        below = (hand * len(self.lines) + line + 0.5) * self.line_height
        return self.hands_top - below - TOKEN_SIZE * 0.33

    @property
    def tokens(self) -> Iterator[PlacedToken]:
        for hand in range(self.rules.hands):
            for number, line in enumerate(self.lines):
                baseline = self.baseline(hand, number)
                x = CAPTION_X + CAPTIONS_WIDTH
                tokens_width = sum(token.width for token in line.tokens)
                slack = (self.width - x - tokens_width) / len(line.tokens)
                for token in line.tokens:
                    yield PlacedToken(hand + 1, token, x + slack / 2, baseline)
                    x += token.width + slack

    @property
    def frames(self) -> Iterator[WritingBox]:
        """The boxes of both totals, of thrown-in hands and of more hands, in points."""
        length, x = min(50.0, (self.width - 2 * STRIP_WIDTH - 160) / 2), STRIP_WIDTH
        for pair in ("N-S", "E-W"):
            x += width(pair, 12, bold=True) + 4
            yield WritingBox(pair, x, 2.0, length, FOOT_HEIGHT - 5)
            x += length + 9
        if self.rules.has_thrown_in_box or self.rules.has_more_hands:
            x, y = self.width - self.style.tally_width, self.height - HEADER_HEIGHT + 5
            yield WritingBox("tally", x, y, self.style.tally_width, HEADER_HEIGHT - 5)
            if self.rules.has_more_hands:
                yield WritingBox(
                    "more",
                    x + self.style.tally_width - TICK_BOX_SIDE - 5,
                    y + 5,
                    TICK_BOX_SIDE,
                    TICK_BOX_SIDE,
                )


def plan_slip(rules: SlipRules, cutting: Cutting, *, long_names: bool) -> SlipPlan:
    style = LARGE_STYLE if cutting.size.scale > 1 else SMALL_STYLE
    lines = tuple(_slip_lines(rules, cutting.width - CAPTION_X - CAPTIONS_WIDTH))
    names_height = TALL_NAMES_HEIGHT if long_names else NAMES_HEIGHT
    return SlipPlan(rules, lines, cutting.width, cutting.height, names_height, style)


def _slip_lines(rules: SlipRules, space: float) -> Iterator[SlipLine]:
    bidders = [Token(seat, Question.BIDDER) for seat in "NESW"]
    levels = [Token(level, Question.LEVEL) for level in rules.levels]
    suits = [Token(strain, Question.SUIT, strain) for strain in rules.strains]
    named = [Token(name, Question.SUIT) for name in rules.specials]
    named += [Token(name, Question.ANNOUNCED) for name in rules.announcements]
    yield SlipLine("bidder", (*bidders, Token("bid"), *levels))
    if named and _width_to_circle([*suits, *named]) > space:
        yield SlipLine("suit", tuple(suits))
        yield from _wrapped_lines("or", named, space)
    else:
        yield SlipLine("suit", (*suits, *named))
    tricks = range(rules.tricks + 1)
    yield SlipLine("tricks", tuple(Token(str(number), Question.TRICKS) for number in tricks))


def _wrapped_lines(caption: str, tokens: Sequence[Token], space: float) -> Iterator[SlipLine]:
    line: list[Token] = []
    for token in tokens:
        if line and _width_to_circle([*line, token]) > space:
            yield SlipLine(caption, tuple(line))
            line = []
        line.append(token)
    yield SlipLine(caption, tuple(line))


def _width_to_circle(tokens: Sequence[Token]) -> float:
    space_to_circle = 10.0
    return sum(token.width + space_to_circle for token in tokens)


def draw_form(pen: Pen, plan: SlipPlan) -> None:
    """Draw what all slips of a sheet have in common."""
    for x, y in plan.marks:
        pen.target(x, y, MARK_DIAMETER)
    top, length = plan.hands_top, plan.width - STRIP_WIDTH
    pen.rule(STRIP_WIDTH, top, length, LINE)
    for hand in range(plan.rules.hands):
        bottom = top - plan.line_height * len(plan.lines)
        pen.fit(
            (STRIP_WIDTH, bottom, CAPTION_X - STRIP_WIDTH - 4, top - bottom),
            str(hand + 1),
            15,
            bold=True,
        )
        for number, line in enumerate(plan.lines):
            pen.text(
                CAPTION_X, plan.baseline(hand, number), line.caption, CAPTION_SIZE, grey=MUTED
            )
        pen.rule(STRIP_WIDTH, bottom, length, LINE)
        top = bottom
    for placed in plan.tokens:
        _draw_token(pen, placed.token, placed.x, placed.baseline)
    _draw_frames(pen, plan)


def _draw_token(pen: Pen, token: Token, x: float, baseline: float) -> None:
    if token.is_caption:
        pen.text(x, baseline, token.text, CAPTION_SIZE, grey=MUTED)
        return
    if token.strain in tuple("SCDH"):
        pen.suit(token.strain, x, baseline - 0.6, SUIT_SIZE)
        x += SUIT_SIZE + 2
    pen.text(x, baseline, token.text, TOKEN_SIZE)


def _draw_frames(pen: Pen, plan: SlipPlan) -> None:
    baseline = 2.0 + (FOOT_HEIGHT - 5) / 2 - 4
    x = 0.0
    for frame in plan.frames:
        if frame.name == "tally":
            pen.frame(frame.x, frame.y, frame.width, frame.height, LINE)
            y = frame.y + frame.height - CAPTION_SIZE
            pen.text(frame.x + 4, y, _tally_caption(plan), CAPTION_SIZE, grey=MUTED)
        elif frame.name == "more":
            pen.frame(frame.x, frame.y, frame.width, frame.height, LINE)
            pen.text(frame.x - 4, frame.y + 1.5, "on slip 2", 12, align="right")
        else:
            pen.frame(frame.x, frame.y, frame.width, frame.height, HEAVY)
            pen.text(frame.x - 4, baseline, frame.name, 12, bold=True, align="right")
            x = frame.x + frame.width + 9
    x += pen.text(x, baseline, "Initials", 12) + 5
    line_length = (plan.width - STRIP_WIDTH - x - 6) / 2
    for line_x in (x, x + line_length + 6):
        pen.rule(line_x, baseline - 3, line_length)


def round_slips(sheet: SlipSheet, look: Look = PLAIN) -> bytes:
    """Draw four slips to a sheet, or two if a hand or a round needs more room."""
    cutting, plan = _plan(sheet, look)
    pen = Pen(cutting.size, sheet.heading, "Table slips")
    with pen.stamp("form"):
        draw_form(pen, plan)
    pen.cards(cutting, sheet.slips, partial(_draw_slip, pen, plan, sheet))
    return pen.finish([f"Table {slip.table}" for slip in sheet.slips])


def _plan(sheet: SlipSheet, look: Look) -> tuple[Cutting, SlipPlan]:
    """Put fewer slips on a sheet if lines would be too low to write in."""
    quarters, halves = (
        Cutting(page_of(look), 2, rows, has_narrow_gutters=True) for rows in (2, 1)
    )
    large_halves = Cutting(page_of(look, wide=True), 2, 1, has_narrow_gutters=True)
    whole = Cutting(page_of(look), columns=1, rows=1)
    cuttings = (large_halves, whole) if look.large else (quarters, halves)
    small, large = (
        (cutting, plan_slip(sheet.rules, cutting, long_names=_has_long_names(sheet, cutting)))
        for cutting in cuttings
    )
    return small if small[1].line_height * cuttings[0].size.scale >= LEAST_LINE_HEIGHT else large


def _has_long_names(sheet: SlipSheet, cutting: Cutting) -> bool:
    space = cutting.width - 2 * STRIP_WIDTH - PAIR_LABEL_WIDTH
    pairs = [pair for slip in sheet.slips for pair in (slip.ns, slip.ew)]
    return any(len(fit(_pair_names(pair), space, 13, floor=12).lines) > 1 for pair in pairs)


def _pair_names(pair: tuple[str, str]) -> str:
    return " + ".join(filter(None, pair))


def _draw_slip(pen: Pen, plan: SlipPlan, sheet: SlipSheet, slip: Slip) -> None:
    pen.press("form")
    pen.bookmark(slip.table and f"Table {slip.table}")
    _draw_code(pen, plan, sheet, slip)
    y = plan.height - HEADER_HEIGHT + 5
    plate, tally = plan.style.plate_width, plan.style.tally_width
    pen.plate(0, y, plate, HEADER_HEIGHT - 5, slip.table)
    x, space = plate + 8, plan.width - plate - tally - 16
    if not slip.table:
        pen.text(6, y + HEADER_HEIGHT - 18, "Table", 12, grey=MUTED)
    title = f"Table {slip.table} · {slip.round}" if slip.table else slip.round
    if width(title, 12, bold=True) > space:
        title = slip.round  # without the table, whose number stands beside the title
    pen.fit((x, y + 13, space, 16), title, 14, bold=True)
    pen.fit((x, y, space, 13), sheet.heading.party, 12)
    y -= 3
    x, space = STRIP_WIDTH + PAIR_LABEL_WIDTH, plan.width - 2 * STRIP_WIDTH - PAIR_LABEL_WIDTH
    for label, pair in (("N-S", slip.ns), ("E-W", slip.ew)):
        y -= plan.names_height
        baseline = y + plan.names_height / 2 - 4
        pen.text(STRIP_WIDTH, baseline, label, 12, bold=True)
        if names := _pair_names(pair):
            pen.fit((x, y, space, plan.names_height), names, 13)
        else:
            pen.rule(x, baseline - 3, space)
    box = (STRIP_WIDTH, plan.hands_top, plan.width - STRIP_WIDTH, INSTRUCTION_HEIGHT)
    pen.fit(box, slip.note or INSTRUCTION, 12, bold=bool(slip.note))


def _draw_code(pen: Pen, plan: SlipPlan, sheet: SlipSheet, slip: Slip) -> None:
    key = _layout(plan, pen.size.scale).key
    bits = SlipCode(sheet.party_key, key, slip.round_number, slip.table_number).bits
    rows = [bits[row::ROWS] for row in range(ROWS)]
    pen.squares(*plan.code, CELL_SIDE, rows)


def slip_layout(sheet: SlipSheet, look: Look = PLAIN) -> SlipLayout:
    """Return the layout of all slips of a sheet. Drawing its picture takes tens of ms."""
    cutting, plan = _plan(sheet, look)
    return _layout(plan, cutting.size.scale)


def slip_layouts(sheet: SlipSheet) -> tuple[SlipLayout, ...]:
    """Return the layouts of each paper, letter size and length of names."""
    long = ("Wilhelmina Featherstonehaugh-Wakefield",) * 2
    sheets = [
        replace(sheet, slips=(Slip(table="", round="", ns=names),)) for names in (("", ""), long)
    ]
    looks = [Look(paper=paper, large=large) for paper in PaperSize for large in (False, True)]
    layouts = [slip_layout(sheet_of_names, look) for sheet_of_names in sheets for look in looks]
    return tuple({layout.key: layout for layout in layouts}.values())


@lru_cache(maxsize=32)
def _layout(plan: SlipPlan, scale: float) -> SlipLayout:
    unit = scale / MM
    (left, top), (right, _), (_, bottom), _ = plan.marks
    code_left, code_top = plan.code
    return SlipLayout(
        width=(right - left) * unit,
        height=(top - bottom) * unit,
        mark=MARK_DIAMETER * unit,
        cell=CELL_SIDE * unit,
        code=((code_left - left) * unit, (top - code_top) * unit),
        line_height=plan.line_height * unit,
        groups=tuple(_choice_groups(plan, unit)),
        boxes=tuple(
            WritingBox(
                frame.name,
                x=(frame.x - left) * unit,
                y=(top - frame.y - frame.height) * unit,
                width=frame.width * unit,
                height=frame.height * unit,
            )
            for frame in plan.frames
        ),
        print=_blank_slip_png(plan),
        pixels=PIXELS_PER_POINT / unit,
        origin=(left * unit, (plan.height - top) * unit),
    )


def _choice_groups(plan: SlipPlan, unit: float) -> Iterator[ChoiceGroup]:
    left, top = plan.marks[0]
    hand_and_question = attrgetter("hand", "token.question")
    tokens = (placed for placed in plan.tokens if not placed.token.is_caption)
    ordered = sorted(tokens, key=hand_and_question)
    for (hand, question), group in groupby(ordered, key=hand_and_question):
        choices = (
            PrintedChoice(
                placed.token.text,
                x=(placed.x + placed.token.width / 2 - left) * unit,
                y=(top - placed.baseline - TOKEN_SIZE * 0.33) * unit,
                width=placed.token.width * unit,
            )
            for placed in group
        )
        yield ChoiceGroup(hand, question, tuple(choices))


def _blank_slip_png(plan: SlipPlan) -> bytes:
    pen = Pen(Size(plan.width, plan.height), Heading(party=""), "Slip")
    draw_form(pen, plan)
    pen.end_page()
    return png_of(pen.finish(), round(plan.width * PIXELS_PER_POINT))


def _tally_caption(plan: SlipPlan) -> str:
    if not plan.rules.has_thrown_in_box:
        return "more hands"
    words = "thrown in (tally)"
    fits = width(words, CAPTION_SIZE) <= plan.style.tally_width - 8
    return words if fits and not plan.rules.has_more_hands else "thrown in"
