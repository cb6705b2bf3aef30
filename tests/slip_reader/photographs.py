"""Simulated photographs of printed slips that simulated pens filled in.

A seed decides everything. A *card* is one slip cut from its page, with `DOTS` dots per millimetre.
"""

import math
import random
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from io import BytesIO

import numpy as np
import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from party.engine import PRESETS
from party.pdf.scores.slips import Slip, SlipSheet, _plan, round_slips, slip_layout
from party.progression import FORMATS
from party.slip_reader import read_slips
from party.slip_reader.layout import Question
from party.slip_reader.placing import project, projection
from party.slip_reader.slip_code import party_key
from party.values.papers import Heading, Look, PaperSize
from party.values.rules.bids import slip_rules

DOTS = 7.0
GAMES = {
    "midway": "midway",
    "iowa": "iowa",
    "west-seventh": "west-seventh",
    "grand-slam": "grand-slam",
    "australian": "midway",
    "lodige": "midway",
    "declare": "iowa",
}
LOOKS = tuple(Look(paper=paper, large=large) for paper in PaperSize for large in (False, True))
# Each pen has a colour, a width in mm, and an evenness from 0 to 1.
PENS = {
    "blue ballpoint": ((38, 52, 140), 0.4, 1.0),
    "black ballpoint": ((40, 40, 44), 0.4, 1.0),
    "gel": ((20, 22, 60), 0.7, 1.0),
    "red felt": ((190, 40, 45), 1.0, 1.0),
    "green felt": ((40, 120, 70), 0.9, 1.0),
    "pencil": ((105, 105, 108), 0.5, 0.75),
    "faint pencil": ((150, 150, 152), 0.45, 0.65),
}
TIDY = ("rings", "pencil", "iowa and more", "large print", "two to four", "turned")
UNTIDY = (
    "ticks",
    "crosses",
    "touching rings",
    "open rings",
    "corrections",
    "faint pencil",
    "fold",
    "bent",
    "hand's shadow",
    "coffee",
    "overlapping",
    "skewed printer",
    "photocopy",
    "steep",
    "blurred",
    "dark",
    "two megapixels",
    "poor JPEG",
)
KINDS = TIDY + UNTIDY


@dataclass
class Card:
    picture: Image.Image
    layout: object
    table: int
    round: int
    truth: dict = field(
        default_factory=dict
    )  # maps (hand, question) to the circled word, or to None
    start: tuple = (0.0, 0.0)  # the centre of the top left mark on the card, in mm


@dataclass
class Photograph:
    file: bytes
    layout: object
    cards: list
    kind: str


def sheet_of(game):
    rules = slip_rules(PRESETS[game], FORMATS[GAMES[game]])
    slips = tuple(
        Slip(
            table=str(table),
            round="Round 3",
            ns=("Alma Rasmussen", "Bert K"),
            ew=("Carol Mason", "Dev P"),
            round_number=3,
            table_number=table,
        )
        for table in range(1, 5)
    )
    heading = Heading(party="St Ann’s 500 party")
    return SlipSheet(heading=heading, rules=rules, slips=slips, party_key=party_key("7"))


@lru_cache(maxsize=12)
def blank_cards(game, look):
    """Return the slips cut from the first page, with nothing written."""
    sheet = sheet_of(game)
    return cards_of(sheet, look, round_slips(sheet, look))


def cards_of(sheet, look, pdf, page_number=0):
    """Return the slips cut from one page of a printed PDF, with nothing written."""
    cutting, plan = _plan(sheet, look)
    document = pypdfium2.PdfDocument(pdf)
    page = document[page_number].render(scale=DOTS * 25.4 / 72).to_pil().convert("RGB")
    document.close()
    if cutting.size.is_turned:
        page = page.transpose(Image.Transpose.ROTATE_270)
    dots = DOTS * 25.4 / 72 * cutting.size.scale
    layout = slip_layout(sheet, look)
    sheets = -(-len(sheet.slips) // cutting.count)
    cards = []
    for number, (x, y) in enumerate(cutting.corners):
        column, row = number % cutting.columns, number // cutting.columns
        width, height = cutting.size.width / cutting.columns, cutting.size.height / cutting.rows
        left, top = column * width, row * height
        area = (left * dots, top * dots, (left + width) * dots, (top + height) * dots)
        mark_x, mark_y = plan.marks[0]
        start = (
            (x + mark_x - left) * dots / DOTS,
            (cutting.size.height - y - mark_y - top) * dots / DOTS,
        )
        table = 1 + page_number + number * sheets
        if table <= len(sheet.slips):
            picture = page.crop(tuple(map(round, area)))
            cards.append(Card(picture, layout, table, 3, start=start))
    return cards


class Writer:
    """Writes on one card with one pen."""

    def __init__(self, card, pen, chance):
        self.card, self.chance = card, chance
        self.colour, width, self.evenness = PENS[pen]
        self.width = width * chance.uniform(0.85, 1.2) * DOTS
        self.layer = Image.new("L", card.picture.size, 0)
        self.draw = ImageDraw.Draw(self.layer)
        self.size = chance.uniform(0.85, 1.15)

    def place(self, choice):
        x, y = self.card.start
        return (x + choice.x) * DOTS, (y + choice.y) * DOTS

    def stroke(self, points):
        width = max(2, round(self.width))
        self.draw.line(points, fill=255, width=width, joint="curve")
        for x, y in (points[0], points[-1]):
            r = width / 2
            self.draw.ellipse((x - r, y - r, x + r, y + r), fill=255)

    def ring(self, choice, reach=1.0, gap=0.0, off=0.35):
        chance, height = self.chance, self.card.layout.line_height
        scale = height / 7.5
        x, y = self.place(choice)
        x += chance.gauss(0, off * 0.6) * DOTS * scale
        y += chance.gauss(0, off * 0.6) * DOTS * scale
        across = (choice.width / 2 + chance.uniform(0.9, 1.7) * scale * reach * self.size) * DOTS
        down = height * chance.uniform(0.36, 0.52) * reach * self.size * DOTS
        start = chance.uniform(0, 2 * math.pi)
        length = 2 * math.pi * (1 - gap) + (chance.uniform(-0.15, 0.7) if not gap else 0)
        drift = chance.uniform(-0.07, 0.07)
        lobes = [(n, chance.gauss(0, 0.035), chance.uniform(0, 6.3)) for n in (2, 3)]
        lean = chance.gauss(0, 0.12)
        points = []
        for step in range(61):
            share = step / 60
            angle = start + length * share
            r = 1 + drift * share + sum(a * math.sin(n * angle + p) for n, a, p in lobes)
            dx, dy = across * r * math.cos(angle), down * r * math.sin(angle)
            points.append((x + dx + lean * dy, y + dy))
        self.stroke(points)

    def tick(self, choice):
        chance, unit = self.chance, self.card.layout.line_height * DOTS
        x, y = self.place(choice)
        x, y = x + chance.gauss(0, 0.05) * unit, y + chance.gauss(0, 0.05) * unit
        size = chance.uniform(0.75, 1.05) * unit
        self.stroke(
            [
                (x - 0.35 * size, y - 0.05 * size),
                (x - 0.1 * size, y + 0.35 * size),
                (x + 0.45 * size, y - 0.5 * size),
            ]
        )

    def cross(self, choice, size=0.45):
        chance, unit = self.chance, self.card.layout.line_height * DOTS
        x, y = self.place(choice)
        x, y = x + chance.gauss(0, 0.04) * unit, y + chance.gauss(0, 0.04) * unit
        r = size * unit * chance.uniform(0.85, 1.2)
        across = max(r, choice.width / 2 * DOTS * 0.8)
        self.stroke([(x - across, y - r), (x + across, y + r * chance.uniform(0.8, 1.1))])
        self.stroke([(x - across, y + r), (x + across, y - r * chance.uniform(0.8, 1.1))])

    def strike(self, choice):
        """Cross out a ring with two lines, a cross, or a scribble."""
        chance, unit = self.chance, self.card.layout.line_height * DOTS
        x, y = self.place(choice)
        half = choice.width / 2 * DOTS + 0.35 * unit
        style = chance.choice(("lines", "cross", "scribble"))
        if style == "cross":
            self.cross(choice, 0.5)
        elif style == "lines":
            for up in (-0.12, 0.12):
                self.stroke([(x - half, y + up * unit), (x + half, y + (up - 0.1) * unit)])
        else:
            points = [
                (x - half + 2 * half * n / 9, y + (0.35 if n % 2 else -0.35) * unit)
                for n in range(10)
            ]
            self.stroke(points)

    def finish(self):
        ink = np.asarray(self.layer, np.float32) / 255
        if self.evenness < 1:
            grain = np.random.default_rng(self.chance.randrange(2**32)).random(ink.shape)
            ink = ink * np.where(grain < self.evenness, 1.0, 0.35)
        page = np.asarray(self.card.picture, np.float32)
        colour = np.array(self.colour, np.float32)
        mixed = page * (1 - ink[..., None] * (1 - colour / 255))
        self.card.picture = Image.fromarray(mixed.clip(0, 255).astype(np.uint8))


def fill_in(card, kind, chance, results=None):
    """Write the results of a round on the card, and store them as its `truth`.

    `results` maps questions to words for each hand. Without `results`, `chance` decides the words.
    """
    pen = {"pencil": "pencil", "faint pencil": "faint pencil"}.get(kind)
    pen = pen or chance.choice([name for name in PENS if "pencil" not in name])
    writer = Writer(card, pen, chance)
    most = max(group.hand for group in card.layout.groups)
    played = most if results or chance.random() < 0.8 else most - 1
    for number in range(1, most + 1):
        groups = {group.question: group for group in card.layout.groups if group.hand == number}
        if results:
            words = results[number - 1]
            circled = {
                question: choice
                for question, group in groups.items()
                for choice in group.choices
                if choice.value == words.get(question)
            }
        else:
            circled = result_of(groups, chance) if number <= played else {}
        for question, group in groups.items():
            truth = circled.get(question)
            card.truth[number, question] = truth.value if truth else None
            if truth:
                write_answer(writer, kind, chance, group, truth)
    if chance.random() < 0.8:
        write_totals(writer, chance)
    writer.finish()


def result_of(groups, chance):
    """Return the choices to circle for a random hand; a named bid has no level."""
    words = {
        question: [each for each in group.choices if len(each.value) <= 2]
        for question, group in groups.items()
    }
    named = [each for each in groups[Question.SUIT].choices if len(each.value) > 2]
    circled = {question: chance.choice(plain) for question, plain in words.items() if plain}
    if named and chance.random() < 0.12:
        circled[Question.SUIT] = chance.choice(named)
        del circled[Question.LEVEL]
    if Question.ANNOUNCED in groups and chance.random() < 0.15:
        circled[Question.ANNOUNCED] = chance.choice(groups[Question.ANNOUNCED].choices)
    return circled


def write_answer(writer, kind, chance, group, choice):
    if kind == "ticks":
        writer.tick(choice)
    elif kind == "crosses":
        writer.cross(choice)
    elif kind == "touching rings":
        writer.ring(choice, reach=chance.uniform(1.2, 1.6), off=0.7)
    elif kind == "open rings":
        writer.ring(choice, gap=chance.uniform(0.05, 0.25))
    elif kind == "corrections" and chance.random() < 0.15:
        others = [each for each in group.choices if each is not choice]
        if others:
            old = chance.choice(others)
            writer.ring(old)
            writer.strike(old)
        writer.ring(choice)
    else:
        writer.ring(choice)


def write_totals(writer, chance):
    """Write strokes of about the size of digits into the boxes for totals."""
    for box in writer.card.layout.boxes:
        if box.name in {"N-S", "E-W"}:
            for digit in range(chance.choice((2, 3, 3, 4))):
                x = (writer.card.start[0] + box.x + 1.5 + 3 * digit) * DOTS
                y = (writer.card.start[1] + box.y + box.height / 2) * DOTS
                points = [
                    (x + chance.uniform(-1, 1) * DOTS, y + chance.uniform(-2.5, 2.5) * DOTS)
                    for _ in range(5)
                ]
                writer.stroke(points)


def photocopied(picture, chance):
    """Return a copy that is darker or lighter, with frayed edges and specks."""
    rng = np.random.default_rng(chance.randrange(2**32))
    grey = np.asarray(picture.convert("L").filter(ImageFilter.GaussianBlur(1.6)), np.float32)
    grey += rng.normal(0, 14, grey.shape)
    grey = 255 / (1 + np.exp(-(grey - chance.uniform(105, 170)) / chance.uniform(10, 26)))
    grey[rng.random(grey.shape) < 0.0004] = 30
    copy = Image.fromarray(grey.clip(0, 255).astype(np.uint8))
    copy = copy.filter(ImageFilter.MinFilter(3)) if chance.random() < 0.3 else copy
    return copy.convert("RGB")


def skewed(card, chance):
    """Distort the card like a worn printer: turn, scale and shear it, and fade stripes."""
    width, height = card.picture.size
    a, b, c, d = (chance.uniform(-0.012, 0.012) for _ in range(4))
    numbers = (1 + a, b, -b * height / 2, c, 1 + d, -c * width / 2)
    picture = card.picture.transform(
        card.picture.size,
        Image.Transform.AFFINE,
        numbers,
        Image.Resampling.BILINEAR,
        fillcolor=(255, 255, 255),
    )
    grey = np.asarray(picture, np.float32)
    stripes = 0.2 * (np.sin(np.arange(width) / chance.uniform(15, 60)) > 0.6)
    card.picture = Image.fromarray(
        (255 - (255 - grey) * (1 - stripes)[None, :, None]).astype(np.uint8)
    )


def bent(card, chance, *, folded):
    """Bend the card by up to two millimetres; a fold also casts a shadow."""
    picture = np.asarray(card.picture)
    height, width, _ = picture.shape
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    if folded:
        at = chance.uniform(0.25, 0.75)
        lean = chance.uniform(-0.1, 0.1)
        beyond = rows - height * at - lean * (columns - width / 2)
        squeeze = chance.uniform(0.02, 0.05)
        rows += np.where(beyond > 0, beyond * squeeze, 0) * 1.0
        columns += np.where(beyond > 0, beyond * chance.uniform(-0.02, 0.02), 0)
        shade = 1 - 0.35 * np.exp(-((beyond / (0.5 * DOTS)) ** 2))
        shade *= np.where(beyond > 0, chance.uniform(0.8, 0.95), 1)
    else:
        bow = chance.uniform(-1.3, 1.3) * DOTS
        rows += bow * np.sin(columns / width * math.pi)
        columns += chance.uniform(-0.8, 0.8) * DOTS * np.sin(rows / height * math.pi)
        shade = 1 - 0.15 * np.sin(columns / width * math.pi * 1.5) ** 2
    source = picture[
        rows.round().astype(int).clip(0, height - 1),
        columns.round().astype(int).clip(0, width - 1),
    ]
    card.picture = Image.fromarray((source * shade[..., None]).clip(0, 255).astype(np.uint8))


def with_coffee_ring(card, chance):
    layer = Image.new("L", card.picture.size, 0)
    draw = ImageDraw.Draw(layer)
    width, height = card.picture.size
    x, y, r = chance.uniform(0, width), chance.uniform(0.2, 1) * height, 35 * DOTS
    draw.ellipse((x - r, y - r, x + r, y + r), outline=90, width=round(2.5 * DOTS))
    for _ in range(4):
        x, y, r = chance.uniform(0, width), chance.uniform(0, height), chance.uniform(1, 5) * DOTS
        draw.ellipse((x - r, y - r, x + r, y + r), fill=chance.randint(40, 110))
    stain = (
        np.asarray(layer.filter(ImageFilter.GaussianBlur(0.5 * DOTS)), np.float32)[..., None] / 255
    )
    colour = np.array((150, 105, 60), np.float32) / 255
    page = np.asarray(card.picture, np.float32)
    card.picture = Image.fromarray((page * (1 - stain * (1 - colour))).astype(np.uint8))


def table_top(size, rng, chance):
    base = np.array(chance.choice(((120, 84, 52), (60, 60, 64), (20, 90, 60), (205, 200, 190))))
    width, height = size
    grain = (
        rng.normal(0, 6, (height, 1))
        + rng.normal(0, 4, (height // 8 + 1, width // 8 + 1))
        .repeat(8, 0)
        .repeat(8, 1)[:height, :width]
    )
    return Image.fromarray((base + grain[..., None]).clip(0, 255).astype(np.uint8))


def photograph(seed, kind, game=None, look=None, count=None):
    chance = random.Random(f"{seed} {kind}")
    rng = np.random.default_rng(chance.randrange(2**32))
    game = game or chance.choice(list(GAMES))
    if look is None:
        look = chance.choice(LOOKS[1::2] if kind == "large print" else LOOKS)
    cards = [replace(card, truth={}) for card in blank_cards(game, look)]
    if count is None:
        count = (
            chance.randint(2, 4)
            if kind in {"two to four", "overlapping"}
            else chance.choice((1, 1, 2))
        )
    cards = chance.sample(cards, min(count, len(cards)))
    return photograph_of(cards, kind, chance, rng)


def photograph_of(cards, kind, chance, rng, results=None):
    """Photograph the cards; `results` maps tables to results, and without it `chance` decides."""
    for card in cards:
        if kind == "photocopy":
            card.picture = photocopied(card.picture, chance)
        if kind == "skewed printer":
            skewed(card, chance)
        fill_in(card, kind, chance, results and results[card.table])
        if kind in {"fold", "bent"}:
            bent(card, chance, folded=kind == "fold")
        if kind == "coffee":
            with_coffee_ring(card, chance)
    file = picture_of_table(cards, kind, chance, rng)
    return Photograph(file, cards[0].layout, cards, kind)


def tally(photo, slips=None):
    """Count the lines that the reader read rightly, asked about, or read wrongly without asking.

    `slips` are the slips that the reader found; without `slips` the reader reads the photograph.
    """
    counts = Counter(slips=len(photo.cards))
    truths = {card.table: card.truth for card in photo.cards}
    for slip in slips or read_slips(photo.file, [photo.layout]).slips:
        counts["found"] += 1
        for group in slip.groups:
            truth = truths[slip.code.table][group.hand, group.question]
            is_right = group.choices == ((truth,) if truth else ())
            counts["asked" if group.must_be_asked else "right" if is_right else "wrong"] += 1
    return counts


def picture_of_table(cards, kind, chance, rng):
    columns = 1 if len(cards) == 1 else 2
    wide = max(card.picture.width for card in cards) / DOTS * 1.08
    high = max(card.picture.height for card in cards) / DOTS * 1.08
    rows = -(-len(cards) // columns)
    if kind == "overlapping":
        wide *= 0.93
    plane = (wide * columns, high * rows)
    turn = chance.choice((0, 90, 180, 270)) + chance.gauss(0, 6)
    if kind == "turned":
        turn = chance.uniform(0, 360)
    longest = {"two megapixels": 1400, "turned": 2000, "twelve megapixels": 4000}.get(
        kind, chance.choice((1600, 2000, 2600))
    )
    radians = math.radians(turn)
    spread = [
        (
            x * math.cos(radians) - y * math.sin(radians),
            x * math.sin(radians) + y * math.cos(radians),
        )
        for x, y in (
            (-plane[0] / 2, -plane[1] / 2),
            (plane[0] / 2, -plane[1] / 2),
            (plane[0] / 2, plane[1] / 2),
            (-plane[0] / 2, plane[1] / 2),
        )
    ]
    room = chance.uniform(1.05, 1.35)
    reach_x = max(abs(x) for x, _ in spread) * room
    reach_y = max(abs(y) for _, y in spread) * room
    scale = longest / (2 * max(reach_x, reach_y))
    size = (round(2 * reach_x * scale), round(2 * reach_y * scale))
    lean = 0.12 if kind == "steep" else 0.035
    target = [
        (
            (x + reach_x) * scale + chance.gauss(0, lean / 2) * size[0],
            (y + reach_y) * scale + chance.gauss(0, lean / 2) * size[1],
        )
        for x, y in spread
    ]
    camera = projection([(0, 0), (plane[0], 0), plane, (0, plane[1])], target)
    scene = table_top(size, rng, chance)
    for number, card in enumerate(cards):
        lay_on_table(scene, card, number, columns, (wide, high), camera, chance)
    return seen_by_camera(scene, kind, chance, rng)


def lay_on_table(scene, card, number, columns, cell, camera, chance):
    width, height = card.picture.size
    middle = ((number % columns + 0.5) * cell[0], (number // columns + 0.5) * cell[1])
    lean = math.radians(chance.gauss(0, 2.0))
    corners = []
    for x, y in ((0, 0), (width, 0), (width, height), (0, height)):
        dx, dy = (x - width / 2) / DOTS, (y - height / 2) / DOTS
        px = middle[0] + dx * math.cos(lean) - dy * math.sin(lean)
        py = middle[1] + dx * math.sin(lean) + dy * math.cos(lean)
        corners.append(tuple(float(each) for each in project(camera, px, py)))
    back = projection(corners, [(0, 0), (width, 0), (width, height), (0, height)])
    ratio = math.dist(corners[0], corners[1]) / width
    blurred = card.picture.filter(ImageFilter.GaussianBlur(max(0, 0.4 / ratio - 0.4)))
    paper = blurred.transform(
        scene.size, Image.Transform.PERSPECTIVE, tuple(back), Image.Resampling.BILINEAR
    )
    mask = Image.new("L", card.picture.size, 255).transform(
        scene.size, Image.Transform.PERSPECTIVE, tuple(back), Image.Resampling.BILINEAR
    )
    shadow = mask.filter(ImageFilter.GaussianBlur(8)).point(lambda v: 255 - v // 4)
    scene.paste(ImageChops.multiply(scene, Image.merge("RGB", [shadow] * 3)))
    scene.paste(paper, mask=mask)


def seen_by_camera(scene, kind, chance, rng):
    """Return the scene with the faults of light, lens and sensor."""
    width, height = scene.size
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    angle, fall = chance.uniform(0, 6.3), chance.uniform(0.05, 0.35)
    along = (columns / width - 0.5) * math.cos(angle) + (rows / height - 0.5) * math.sin(angle)
    light = 1 - fall * (along + 0.5)
    if kind == "dark":
        light *= chance.uniform(0.28, 0.45)
    if kind == "hand's shadow":
        layer = Image.new("L", (width // 8, height // 8), 255)
        draw = ImageDraw.Draw(layer)
        x, y = chance.uniform(0, width / 8), chance.uniform(0, height / 8)
        r = chance.uniform(0.2, 0.4) * max(width, height) / 8
        draw.ellipse(
            (x - r, y - r * 0.7, x + r, y + r * 0.7), fill=round(255 * chance.uniform(0.45, 0.7))
        )
        for finger in range(4):
            draw.line(
                (x, y, x + r * 1.5 * math.cos(finger / 3), y - r * 1.5 * math.sin(finger / 3)),
                fill=130,
                width=round(r / 5),
            )
        layer = layer.filter(ImageFilter.GaussianBlur(chance.uniform(1.5, 6)))
        light *= (
            np.asarray(layer.resize((width, height), Image.Resampling.BICUBIC), np.float32) / 255
        )
    tint = np.array(chance.choice(((1, 1, 1), (1, 0.93, 0.8), (0.92, 0.97, 1))), np.float32)
    image = np.asarray(scene, np.float32)
    radius = (
        chance.uniform(1.0, 1.6) * max(width, height) / 1500
        if kind == "blurred"
        else chance.uniform(0.3, 0.9)
    )
    lit = Image.fromarray((image * light[..., None] * tint).clip(0, 255).astype(np.uint8))
    lit = lit.filter(ImageFilter.GaussianBlur(radius))
    noise = chance.uniform(6, 10) if kind == "dark" else chance.uniform(1.5, 5)
    grey = (
        np.asarray(lit, np.float32) + rng.standard_normal((height, width, 1), np.float32) * noise
    )
    file = BytesIO()
    quality = chance.randint(25, 40) if kind == "poor JPEG" else chance.randint(65, 92)
    Image.fromarray(grey.clip(0, 255).astype(np.uint8)).save(file, "JPEG", quality=quality)
    return file.getvalue()
