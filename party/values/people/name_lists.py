"""Lists of people: from text to names, and what in it could not be read.

A list may begin with *headings*, in any order and case: name (or first name and last name), group,
number, notes, who comes, the word that tells people of one name apart. They may follow a title.
Without headings a row is a name, a prize group and notes, with the number first where every row
has one. A *line* is one person as the list has them; one with a `fault` is nobody, and where it is
`aside` nothing is wrong with it: a title, a total, somebody who does not come. Where a list can
mean two things it has a *question*, with one answer for all of it. For the numbers of a blind draw
every line needs a number; it may stand before the name in one cell, "27 Alma R", or in the column
behind the names.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from party.values.people.list_columns import (
    MOST_COLUMNS,
    NAMES,
    NUMBER,
    UNSURE,
    UNUSED,
    Column,
    Table,
    table_of,
)
from party.values.people.list_words import (
    TITLE,
    answer_in,
    aside_reason,
    is_address,
    is_answer,
    is_group,
    plain,
)
from party.values.people.name_cells import (
    BULLET,
    COMES_ALONG,
    Cell,
    Found,
    Unsure,
    is_simple,
    is_word,
    people_in,
)
from party.values.people.names import (
    LONGEST,
    LONGEST_WORD,
    PARTICLE,
    clean_name,
    folded,
    same_name,
    shortened,
)
from party.values.people.text_tables import (
    MOST_ROWS,
    NEW_LINE,
    RawRow,
    Row,
    has_odd_letters,
    raw_rows,
)

MOST_LINES = 10_000
MOST_READ = 500_000  # letters of the cells with names, also of those that are nobody
MOST_LETTERS = 200_000  # of all names as they are compared, or of the cells that have more
LONGEST_GROUP = 40
LONGEST_NOTES = 500
TOO_LONG = f"That is more than {MOST_LINES:,} names. Send them in several lists."
TOO_MANY_LETTERS = (
    "The names, with what stands beside them, are more text than is read at once. Send them in "
    "several lists."
)
ODD_LETTERS = (
    "There are letters in this list that no name has: with dozens of accents, or each for a whole "
    "phrase. Take them out."
)
TOO_WIDE = (
    f"That is a table of more than {MOST_COLUMNS} columns. Copy only those with names, prize "
    "groups and notes, and paste them."
)
COLUMNS = {
    "number": "number",
    "name": "name",
    "first": "first name",
    "last": "last name",
    "group": "prize group",
    "notes": "notes",
    "answer": "who comes",
}
NUMBERED = re.compile(r"(?:no\.? *)?#?(\d{1,6})[.:)]?\s+(.*)", re.IGNORECASE)
HIDDEN = "(filtered out) "  # before a row that a workbook does not show
SPARE = "it has more cells than there are columns; put a name with a comma in quotes"
SHOWN = 80  # letters of the text that a name was read from
EXAMPLES = 3  # lines that a question names


@dataclass(frozen=True, slots=True)
class Line:
    """One person of a list: the number of the line (`place`), and its contents.

    Number 0 is none. `taken` is the number in the line when somebody else has it. `source` is the
    text that the name was read from, where it says more.
    """

    place: int
    name: str
    group: str = ""
    number: int = 0
    notes: str = ""
    fault: str = ""
    taken: int = 0
    word: str = ""
    source: str = ""
    aside: bool = False

    @property
    def clean_name(self) -> str:
        """The name as it will be stored."""
        return clean_name(self.name)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A line that can mean different people: each of the `readings`, by its answer."""

    kind: str
    line: Line
    readings: Mapping[str, tuple[Line, ...]]


@dataclass(frozen=True, slots=True)
class Question:
    """What has to be said about a list: the answers that there are, each with its text.

    `answer` is the one that was given, "" is none.
    """

    kind: str
    text: str
    answers: tuple[tuple[str, str], ...]
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """What somebody says a list means: the kinds of columns, and answers to its questions."""

    columns: Mapping[int, str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """The contents of a list: good `lines`, lines `unread` with their faults, headings `unused`.

    `aside` are lines that are nobody, each with the reason. `done` are those whose numbers have
    their names already. `guessed` names the columns that were assumed where there are no headings.
    """

    lines: tuple[Line, ...] = ()
    unread: tuple[Line, ...] = ()
    aside: tuple[Line, ...] = ()
    questions: tuple[Question, ...] = ()
    columns: tuple[Column, ...] = ()
    unused: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()
    headed: bool = False
    refusal: str = ""  # why nothing of it was read
    done: tuple[Line, ...] = ()

    @property
    def faults(self) -> list[str]:
        if self.refusal:
            return [self.refusal]
        return [f"Line {line.place}: {line.fault}." for line in (*self.unread, *self.aside)]

    @property
    def unsure(self) -> tuple[Column, ...]:
        """The columns of which somebody has to say what they are."""
        return tuple(column for column in self.columns if column.kind == UNSURE)

    @property
    def is_open(self) -> bool:
        """Whether something has to be said before anybody is added."""
        return bool(self.unsure) or not all(question.answer for question in self.questions)

    @property
    def first_with_comma(self) -> Line | None:
        """Return the first line with a comma in its name, where there are no headings; or None."""
        as_typed = (one for one in self.lines if "," in one.name and not one.source)
        return None if self.headed else next(as_typed, None)


def one_name_fault(text: str) -> str:
    """Return what is wrong with a text that is to be one name, "" for nothing."""
    lines = read_people(text).lines
    names = shortened(" and ".join(line.clean_name for line in lines))
    return f"That is more than one person: {names}. Add them one at a time." if lines[1:] else ""


def read_people(
    text: str, group: str = "", *, numbered: bool = False, choices: Choices | None = None
) -> Reading:
    """Read a list; `group` is for the lines that have no group.

    With `numbered` every line must have a number, and no number may come twice.
    """
    choices = choices or Choices()
    written = raw_rows(text)
    if len(written) > MOST_ROWS or has_odd_letters(text):
        return Reading(refusal=TOO_LONG if len(written) > MOST_ROWS else ODD_LETTERS)
    hidden = [
        _of_row(row, "it is filtered out in the workbook") for row in written if _is_hidden(row)
    ]
    table = table_of([row for row in written if not _is_hidden(row)], numbered=numbered)
    if table is None:
        return Reading(refusal=TOO_WIDE)
    table = table.with_kinds(choices.columns)
    entries, refusal = _some_entries(table, numbered=numbered)
    if refusal:
        return Reading(refusal=refusal)
    is_sure = _has_surnames_first(entries) or any("," in each.heading for each in table.columns)
    usual = {"comma": "one"} if is_sure else {}
    lines, questions = _settled(entries, usual | dict(choices.answers))
    lines = _checked(lines[: MOST_LINES + 1], group, numbered=numbered)
    if refusal := _excess(lines):
        return Reading(refusal=refusal)
    rows = {row.place: row for row in table.rows}
    faulty = (_with_row(line, rows.get(line.place)) for line in lines if line.fault)
    nobody = sorted((*hidden, *faulty), key=lambda line: line.place)
    return Reading(
        lines=tuple(line for line in lines if not line.fault),
        unread=tuple(line for line in nobody if not line.aside),
        aside=tuple(line for line in nobody if line.aside),
        questions=tuple(questions),
        columns=table.columns if len(table.columns) > 1 else (),
        unused=tuple(_unused(table)),
        guessed=_guessed_columns(table),
        headed=table.headed,
    )


def _excess(lines: Sequence[Line]) -> str:
    """Return why so many people are not taken at once, or ""."""
    good = (line for line in lines if not line.fault)
    letters = sum(max(len(folded(line.name)), len(line.source[:SHOWN])) for line in good)
    if len(lines) > MOST_LINES:
        return TOO_LONG
    return TOO_MANY_LETTERS if letters > MOST_LETTERS else ""


def _with_row(line: Line, row: Row | None) -> Line:
    """Return an unread line with its whole row, where the name has not all of the letters."""
    whole = " ".join(filter(None, row.cells)) if row else ""
    is_all = set(filter(str.isalpha, whole)) <= set(line.name)
    return line if line.source or is_all else replace(line, source=whole)


def _checked(lines: list[Line], group: str, *, numbered: bool) -> list[Line]:
    """Return lines with their faults, and the group of those that have none."""
    if group:
        lines = [line if line.group else replace(line, group=group) for line in lines]
    if numbered:
        lines = _numbers_checked(lines)
    faults = (line.fault or _name_fault(line) for line in lines)
    return [
        replace(line, fault=fault) if fault else line
        for line, fault in zip(lines, faults, strict=True)
    ]


def checked_against_cards(reading: Reading, cards: Mapping[int, str]) -> Reading:
    """Return the reading with a fault in each line whose number does not exist or is taken."""
    lines = [replace(line, fault=_card_fault(line, cards)) for line in reading.lines]
    wrong = [*reading.unread, *(line for line in lines if line.fault)]
    return replace(
        reading,
        lines=tuple(line for line in lines if not line.fault),
        unread=tuple(sorted(wrong, key=lambda line: line.place)),
    )


def _card_fault(line: Line, cards: Mapping[int, str]) -> str:
    if line.number not in cards:
        return f"there is no number {line.number} at this party"
    taken = cards[line.number] and not _has_this_name(line, cards)
    return f"number {line.number} is {cards[line.number]} already" if taken else ""


def with_free_numbers(reading: Reading, cards: Mapping[int, str]) -> Reading:
    """Return the reading without numbers that are taken, on tonight's list or by a line above."""
    lines, seen = [], set(cards)
    for line in reading.lines:
        free = line.number not in seen or _has_this_name(line, cards)
        lines.append(line if free else replace(line, number=0, taken=line.number))
        seen.update({line.number} - {0})
    return replace(reading, lines=tuple(lines))


def without_named(reading: Reading, cards: Mapping[int, str]) -> Reading:
    """Move lines whose number has this name already to `done`: people send a list twice."""
    done = tuple(line for line in reading.lines if _has_this_name(line, cards))
    lines = tuple(line for line in reading.lines if not _has_this_name(line, cards))
    return replace(reading, lines=lines, done=done)


def _has_this_name(line: Line, cards: Mapping[int, str]) -> bool:
    return bool(line.number) and same_name(cards.get(line.number, "")) == same_name(line.name)


def _is_hidden(row: RawRow) -> bool:
    return row.text.startswith(HIDDEN)


def _of_row(row: RawRow | Row, reason: str) -> Line:
    """Return a row as a line that is nobody."""
    text = row.text.removeprefix(HIDDEN) if isinstance(row, RawRow) else " ".join(row.cells)
    text = " ".join(re.sub('["\t;,]', " ", text).split()) if isinstance(row, RawRow) else text
    return Line(row.place, " ".join(text.split()), fault=reason, aside=True)


def _unused(table: Table) -> Iterator[str]:
    """Yield the columns that are not used, although they are not empty."""
    if not table.headings:
        return
    for column in table.columns:
        if column.kind in {"", UNUSED} and (column.heading or column.example):
            yield shortened(column.heading) or f"column {column.index + 1}, without a heading"


def _guessed_columns(table: Table) -> tuple[str, ...]:
    kinds = [COLUMNS.get(column.kind, "not used") for column in table.columns]
    return tuple(kinds) if len(kinds) > 1 and not table.headed else ()


def _some_entries(table: Table, *, numbered: bool) -> tuple[list[Line | Doubt], str]:
    """Return what stands in a table; and why it is more than is read, or ""."""
    entries, letters, place = list[Line | Doubt](), 0, 0
    for entry in _entries(table, numbered=numbered):
        line = entry if isinstance(entry, Line) else entry.line
        letters += len(line.source or line.name) if line.place != place else 0
        place = line.place
        entries.append(entry)
        if len(entries) > MOST_LINES or letters > MOST_READ:
            return entries, TOO_LONG if len(entries) > MOST_LINES else TOO_MANY_LETTERS
    return entries, ""


def _entries(table: Table, *, numbered: bool) -> Iterator[Line | Doubt]:
    """Yield the lines of a table, good and bad, and the doubts, from top to bottom."""
    yield from (_of_row(row, "it stands above the headings") for row in table.above)
    # Guest is the heading of names, and a name.
    alone = table.columns[0] if len(table.columns) == 1 else None
    may_be_name = alone is not None and alone.kind == "full" and " " not in alone.heading
    if table.headings and (table.unknown or may_be_name):
        yield _of_row(table.headings, "it looks like headings")
    rows = RowReader(table, numbered=numbered)
    for at, row in enumerate(table.rows):
        yield from rows.read(row, at)


class RowReader:
    """Reads the rows of a table one after the other: a heading counts for those below it."""

    def __init__(self, table: Table, *, numbered: bool) -> None:
        self.table, self.numbered = table, numbered
        self.blocks = [each for each in table.blocks if each]
        self.single = len(table.columns) < 2
        self.tops = 0 if table.headed or not self.single else _rows_above_names(table.rows)
        self.has_numbers = not table.headed and _have_numbers(table.rows, numbered=numbered)
        self.halves = _usual_halves(table, self.blocks)
        self.marked = _only_marks(table, self.blocks)
        self.named = {
            0,
            *(at for each in self.blocks for kind, at in each.items() if kind in NAMES),
        }
        columns = table.columns if table.headed else ()
        self.groups = {each.index: each.heading for each in columns if is_group(each.heading)}
        self.section, self.said = "", ""

    def read(self, row: Row, at: int) -> Iterator[Line | Doubt]:
        filled = [cell for cell in row.cells if cell]
        if not filled:
            return
        if reason := self._aside(row, filled, at):
            yield _of_row(row, reason)
            return
        if at < self.tops:
            yield _nobody_or_one(Line(row.place, filled[0]))
            return
        if len(filled) == 1 and row.cells.index(filled[0]) in self.halves:
            yield _nobody_or_one(Line(row.place, filled[0]))
            return
        people = list(self._people(row))
        if not people:
            people = [Line(row.place, " ".join(filled), fault="there is no name")]
        yield from people

    def _aside(self, row: Row, filled: Sequence[str], at: int) -> str:
        """Return why a row is nobody, "" where it may be somebody."""
        if self.table.headings and row.cells == self.table.headings.cells:
            return "the headings stand here again"
        bare = filled[0].rstrip()
        if len(filled) == 1 and row.cells.index(filled[0]) not in self.named:
            return ""
        if len(filled) == 1 and (bare.endswith(":") or is_answer(bare)):
            self.section, self.said = bare, answer_in(bare)
            return "it is the heading of a part of the list"
        reason = aside_reason(bare)
        if reason and (len(filled) == 1 or "total" in reason):
            self.section = self.said = ""
            return reason
        is_title = TITLE.search(plain(bare)) or len(bare.split()) > 4
        return "it is the title of the list" if at < self.tops and is_title else ""

    def _people(self, row: Row) -> Iterator[Line | Doubt]:
        """Yield the people of a row, of each of its blocks."""
        if any(row.cells[len(self.table.columns) :]):
            yield Line(row.place, " ".join(filter(None, row.cells)), fault=SPARE)
            return
        for block in self.blocks:
            cells = {k: _one_line(row.cells[i], k) for k, i in block.items() if i < len(row.cells)}
            above = (self.groups[at] for at in block.values() if at in self.groups)
            cells["group"] = cells.get("group", "") or next(above, "")
            if not any(cells.get(kind) for kind in ("name", "full", "reversed", "first", "last")):
                continue
            if len(self.blocks) > 1 and (said := _partner_answer(cells)):
                if said == "yes":
                    whole = " ".join(filter(None, row.cells))
                    yield Line(row.place, whole, fault=COMES_ALONG)
                continue
            yield from self._of_block(row.place, cells)

    def _of_block(self, place: int, cells: dict[str, str]) -> Iterator[Line | Doubt]:
        text, cell = _cell_of(cells)
        number = cells.get("number", "")
        is_before = not number and (self.numbered or self.has_numbers)
        if is_before and (before := NUMBERED.fullmatch(text)):
            number, text, cell = before[1], before[2].strip(), people_in(before[2])
        match = NUMBER.fullmatch(number)
        base = Line(
            place,
            text,
            group=cells.get("group", ""),
            number=int(match[1]) if match else 0,
            notes=cells.get("notes", ""),
            word=cells.get("word", ""),
            fault=_fault(text, {**cells, "number": number}),
        )
        if base.fault:
            yield base
            return
        answer = cells.get("answer", "")
        if self.said or "answer" in cells:
            base, reason = self._with_answer(base, answer)
            if reason:
                yield replace(base, fault=reason, aside=True)
                return
        for one in _people_of_cell(base, cell):
            if isinstance(one, Line) and self.single and not one.fault and _is_remark(one):
                yield _nobody_or_one(one)
            else:
                yield one

    def _with_answer(self, base: Line, answer: str) -> tuple[Line, str]:
        """Return the line with what it answers as a note; and why it does not come, or ""."""
        said = answer_in(answer) or self.said
        if said == "no":
            above = "" if answer else f", as “{shortened(self.section)}” above it says"
            return base, f"{shortened(clean_name(base.name))} does not come{above}"
        if not answer and self.marked and not self.section:
            return base, "it has no mark, as those have who come"
        is_plain = said == "yes" and len(answer.split()) < 3
        note = answer or (self.section.strip(" :").casefold() if said == "maybe" else "")
        return (base if is_plain else replace(base, notes=_both(base.notes, note))), ""


def _cell_of(cells: Mapping[str, str]) -> tuple[str, Cell]:
    """Return the name in the cells of one person, and who is meant by it."""
    name, first, last = (cells.get(kind, "") for kind in ("name", "first", "last"))
    if "first" in cells and "last" not in cells:
        name, last = "", name
    elif "last" in cells and "first" not in cells:
        name, first = "", name
    reversed_, words = cells.get("reversed", ""), cells.get("reversed", "").split()
    if len(words) == 2 and is_simple(reversed_):
        reversed_ = ", ".join(words)
        return reversed_, (Found(reversed_),)
    if whole := cells.get("full") or reversed_ or name:
        return whole, people_in(whole)
    first = " ".join(filter(None, (first, cells.get("middle", ""))))
    last = " ".join(filter(None, (last, cells.get("last2", ""))))
    text = ", ".join(filter(None, (last, first)))
    if not first or not last:
        return text, people_in(text)
    if is_simple(first) and is_simple(last):
        return text, (Found(text),)
    return text, tuple(_of_halves(people_in(first), people_in(last)))


def _of_halves(firsts: Cell, lasts: Cell) -> Iterator[Found | Unsure]:
    """Yield people whose first and last names stand in two columns: "Ann & Bob", "Miller"."""
    named = [one for one in lasts if isinstance(one, Found) and not one.fault]
    if len(named) != len(lasts) or len(named) not in {1, len(firsts)}:
        last = " ".join(one.one if isinstance(one, Unsure) else one.name for one in lasts)
        named = [Found(last)] * len(firsts)
    elif len(named) == 1:
        named *= len(firsts)
    for first, surname in zip(firsts, named, strict=True):
        if isinstance(first, Unsure):
            yield Found(f"{surname.name}, {first.one}")
        elif first.fault:
            yield first
        else:
            name, notes = f"{surname.name}, {first.name}", first.notes or surname.notes
            yield replace(first, name=name, notes=notes)


def _people_of_cell(base: Line, cell: Cell) -> Iterator[Line | Doubt]:
    """Yield a line for everybody in a cell; the number of the row is that of the first."""
    if not cell:
        yield replace(base, fault="there is no name")
    for at, one in enumerate(cell):
        line = replace(base, number=0) if at else base
        if isinstance(one, Unsure):
            source = replace(
                line,
                name=one.one,
                source="" if clean_name(one.one) == clean_name(base.name) else base.name,
            )
            two = [replace(source, name=name, source=base.name) for name in one.two]
            two[1:] = [replace(each, number=0) for each in two[1:]]
            yield Doubt(one.kind, source, {"one": (source,), "two": tuple(two)})
        elif one == Found(line.name):
            yield line
        else:
            yield _line_of(line, one, many=len(cell) > 1)


def _line_of(base: Line, found: Found, *, many: bool) -> Line:
    text = base.name
    changed = many or found.name != BULLET.sub("", text)
    return replace(
        base,
        name=found.name,
        group=base.group or found.group,
        notes=_both(found.notes, base.notes),
        fault=found.fault,
        aside=found.aside,
        source=text if changed and not found.fault else "",
    )


def _both(one: str, other: str) -> str:
    return "; ".join(filter(None, (one, other)))


def _one_line(text: str, kind: str) -> str:
    """Return a cell; only of names its lines count."""
    return text if kind in NAMES else text.replace(f" {NEW_LINE} ", " ")


def _partner_answer(cells: Mapping[str, str]) -> str:
    """Return "yes" or "no" where that stands instead of a partner's name, else ""."""
    text = cells.get("full") or cells.get("name") or ""
    return answer_in(text) if text.strip("-–—./ ") or not text else "no"


def _nobody_or_one(line: Line) -> Doubt:
    reason = replace(line, fault="it is nobody, as you said", aside=True)
    return Doubt("people", line, {"none": (reason,), "one": (line,)})


def _is_remark(line: Line) -> bool:
    """Return whether a name is more like a sentence, as "See you!" is."""
    words = line.name.split()
    small = [word for word in words if word[0].islower() and not PARTICLE.fullmatch(word)]
    is_sentence = line.notes == "?" or line.name[-1] in "!?…"
    return bool(small) and (is_sentence or len(small) * 2 >= len(words) > 2)


def _rows_above_names(rows: Sequence[Row]) -> int:
    """Return how many rows stand above a list without headings: a title, and an empty line.

    In a list with bullets or numbers they are the rows without one.
    """
    texts = [" ".join(row.cells).strip() for row in rows]
    if any(map(is_address, texts)):
        return 0
    if len(texts) > 1 and texts[0].casefold() == "nom":
        return 1  # French for a name, and a name in Thailand
    bullets = [bool(BULLET.match(text)) for text in texts]
    if bullets.count(True) > 1 and sum(bullets) * 5 >= len(rows) * 3:
        return bullets.index(True)
    gaps = [at for at in range(1, len(rows)) if rows[at].place > rows[at - 1].place + 1]
    if len(gaps) == 1 and gaps[0] <= 3:
        is_title = any(TITLE.search(plain(text)) for text in texts[: gaps[0]])
        return gaps[0] if len(rows) - gaps[0] > (1 if is_title else 3) else 0
    return 0


def _have_numbers(rows: Sequence[Row], *, numbered: bool) -> bool:
    """Return whether names have numbers before them, and not those of a numbered list."""
    texts = [row.cells[0] for row in rows if row.cells]
    found = [text for text in texts if NUMBERED.fullmatch(text)]
    is_list = all(BULLET.match(text) for text in found) and found[:1] < ["2"] and not numbered
    return len(found) > 1 and len(found) * 5 >= len(texts) * 3 and not is_list


def _usual_halves(table: Table, blocks: Sequence[Mapping[str, int]]) -> list[int]:
    """Return the columns of first and last names, where nearly all rows have both; else none."""
    first = blocks[0] if blocks else {}
    halves = [first[kind] for kind in ("name", "first", "last") if kind in first]
    if len(halves) != 2 or len(table.rows) < 4:
        return []
    both = sum(all(row.cells[at : at + 1] > ("",) for at in halves) for row in table.rows)
    return halves if both * 4 >= len(table.rows) * 3 else []


def _only_marks(table: Table, blocks: Sequence[Mapping[str, int]]) -> bool:
    """Return whether those who come have a mark, and nobody says no."""
    columns = {block["answer"] for block in blocks if "answer" in block}
    cells = {row.cells[at] for row in table.rows for at in columns if at < len(row.cells)}
    said = {*map(answer_in, cells)}
    return "yes" in said and "no" not in said


def _has_surnames_first(entries: Iterable[Line | Doubt]) -> bool:
    """Return whether a comma stands behind a single surname somewhere: it does so everywhere."""
    lines = (one for one in entries if isinstance(one, Line) and not one.fault)
    return any("," in one.name and is_word(one.name.partition(",")[0]) for one in lines)


def _settled(
    entries: Sequence[Line | Doubt], answers: Mapping[str, str]
) -> tuple[list[Line], list[Question]]:
    """Return the lines, with doubts as they were answered, and the questions."""
    lines, asked = list[Line](), dict[str, list[Doubt]]()
    for entry in entries:
        if isinstance(entry, Line):
            lines.append(entry)
            continue
        lines.extend(entry.readings.get(answers.get(entry.kind, ""), ()))
        asked.setdefault(entry.kind, []).append(entry)
    questions = [_question(kind, doubts) for kind, doubts in asked.items()]
    return lines, [replace(each, answer=answers.get(each.kind, "")) for each in questions]


def _question(kind: str, doubts: Sequence[Doubt]) -> Question:
    first, more = doubts[0], len(doubts) - EXAMPLES
    lines = (one.line for one in doubts[:EXAMPLES])
    where = "; ".join(
        f"“{shortened(each.source or each.name)}” in line {each.place}" for each in lines
    )
    where += f"; and {more} more" if more > 0 else ""
    if kind == "people":
        answers = ("none", "Nobody: a title, a heading or a remark"), ("one", "People to be added")
        return Question(kind, f"Are these people? {where}", answers)
    two = " and ".join(shortened(clean_name(line.name)) for line in first.readings["two"])
    each = " each" if len(doubts) > 1 else ""
    answers = (
        ("one", f"One person{each}: {shortened(clean_name(first.line.name))}"),
        ("two", f"Two people{each}: {two}"),
    )
    return Question(kind, f"One person or two? {where}", answers)


def _fault(name: str, cells: Mapping[str, str]) -> str:
    """Return why a row cannot be read, "" when it can."""
    kinds = ("number", "group", "notes", "word")
    number, group, notes, word = (cells.get(kind, "") for kind in kinds)
    wrong = {
        "there is no name": not clean_name(name),
        f"the prize group is longer than {LONGEST_GROUP} letters": len(group) > LONGEST_GROUP,
        f"the notes are longer than {LONGEST_NOTES} letters": len(notes) > LONGEST_NOTES,
        f"the word is longer than {LONGEST_WORD} letters": len(word) > LONGEST_WORD,
        f"“{number[:20]}” is no number": bool(number) and not NUMBER.fullmatch(number),
    }
    return next((fault for fault, is_so in wrong.items() if is_so), "")


def _name_fault(line: Line) -> str:
    """Return the fault of a name that is too long, or has no letters: a number, a date, a sum."""
    if max(len(line.name), len(line.clean_name)) > LONGEST:
        return f"the name is longer than {LONGEST} letters"
    if len(line.notes) > LONGEST_NOTES:  # they may stand behind the name, in brackets
        return f"the notes are longer than {LONGEST_NOTES} letters"
    return (
        "" if any(letter.isalpha() for letter in line.name) else f"“{line.name[:20]}” is no name"
    )


def _numbers_checked(lines: Iterable[Line]) -> list[Line]:
    """Return the lines, with a fault where the number is missing or was in an earlier line."""
    checked, seen = [], dict[int, int]()
    for line in lines:
        fault = line.fault
        if not fault and not line.number:
            fault = "type a number and a name, for example 27 Alma R"
        elif not fault and line.number in seen:
            fault = f"number {line.number} is in line {seen[line.number]} already"
        seen.setdefault(line.number, line.place)
        checked.append(replace(line, fault=fault))
    return checked
