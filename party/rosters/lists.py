"""The last stage: rows with known columns become people, faults and questions.

A *line* is one person as the list has them. A line with a `fault` is nobody; if it is also
`aside`, nothing is wrong with it: a title, a total, somebody who does not come. Text with two
possible meanings leads to a *question*; its answer counts for the whole list. In a list for the
numbers of a blind draw every line needs a number, in its own column or before the name in one
cell: "27 Alma R".
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from party.rosters.cells import (
    BULLET,
    NAMELESS_COMPANION,
    Cell,
    Found,
    Unsure,
    is_simple,
    is_word,
    people_in,
)
from party.rosters.columns import (
    MOST_COLUMNS,
    MOST_UNKNOWN_ANSWERS,
    NAMES,
    NUMBER,
    UNSURE,
    UNUSED,
    Column,
    RosterTable,
    table_of,
)
from party.rosters.names import (
    LONGEST_NAME,
    LONGEST_WORD,
    PARTICLE,
    clean_name,
    folded,
    same_name,
    shortened,
)
from party.rosters.rows import (
    HIDDEN,
    MOST_ROWS,
    NEW_LINE,
    RawRow,
    RosterRow,
    has_odd_letters,
    raw_rows,
)
from party.rosters.vocabulary import (
    ABOUT_FEE,
    CANCELLED,
    CLOSING,
    TITLE,
    UNPAID,
    answer_in,
    aside_reason,
    is_address,
    is_answer,
    is_fee,
    is_group,
    is_section,
    plain,
)

MOST_LINES = 10_000
MOST_READ = 500_000  # letters of the cells with names, also of those that are nobody
MOST_LETTERS = 200_000  # of all names as they are compared, or of the cells that have more
LONGEST_GROUP = 40
LONGEST_NOTES = 500
SEVERAL_LISTS = "Send them in several lists."
TOO_LONG = f"That is more than {MOST_LINES:,} names. {SEVERAL_LISTS}"
TOO_MANY_LETTERS = (
    f"The names, with what stands beside them, are more text than is read at once. {SEVERAL_LISTS}"
)
ODD_LETTERS = (
    "There are letters in this list that no name has: with dozens of accents, or each for a whole "
    "phrase. Take them out."
)
TOO_WIDE = (
    f"That is a table of more than {MOST_COLUMNS} columns. Copy only those with names, prize "
    "groups and notes, and paste them."
)
# Kinds of columns in a sentence; the others are called as they are.
KIND_NAMES = {"group": "prize group", "answer": "who comes", "first": "first name"}
KIND_NAMES |= {"last": "last name"} | dict.fromkeys(("", UNUSED, UNSURE), "not used")
NUMBERED = re.compile(r"(?:no\.? *)?#?(\d{1,6})[.:)]?\s+(.*)", re.IGNORECASE)
SPARE = "it has more cells than there are columns; put a name with a comma in quotes"
LINES_OF_A_SIGNATURE = 3
SHOWN = 80  # letters of the text that a name was read from
EXAMPLES = 3  # lines that a question names
UNKNOWN = "?"  # an answer that is not understood
ANSWER = "answer-"  # the kind of a question about one
COMING = {"yes": "They come", "no": "They do not come"}
FEE = "fee-"  # the kind of a question about the fee
LATER = "later"  # the answer that it is not paid
REMARKS = re.compile(r"\s*[;,]\s*")
LONGEST_ANSWER = 40
NO_ANSWERS = "If they are no answers, choose “Not used” under “What each column is”."


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One person of a list: the number of the line (`place`), and its contents.

    Number 0 is none. `taken` is the number in the line when somebody else has it. `source` is the
    text that the name was read from, where it says more. `notes` are for tonight, `kept` are for
    the club. `fee` is what the list says about the fee, `paid` the organiser's answer about it.
    `mark` stands for the contents of the line, wherever it is.
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
    kept: str = ""
    fee: str = ""
    paid: str = ""
    mark: str = field(default="", compare=False)

    @property
    def clean_name(self) -> str:
        return clean_name(self.name)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A line that can mean different people: each of the `readings`, by its answer."""

    kind: str
    line: RosterLine
    readings: Mapping[str, tuple[RosterLine, ...]]


@dataclass(frozen=True, slots=True)
class RosterQuestion:
    """A question about a list: its possible answers, each with its text; "" is no `answer` yet."""

    kind: str
    text: str
    answers: tuple[tuple[str, str], ...]
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """The organiser's choices: kinds of columns by index, answers by kind of question.

    The columns were chosen for a table with these `headings`, "" for any. `guests` are the names
    of people who come along, by the mark of the line.
    """

    columns: Mapping[int, str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    headings: str = ""
    guests: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FeeAnswers:
    """Possible answers to whether the fee is paid, each with its text; none without a fee.

    Nobody is asked about a name that is `listed` already, in the form of `same_name`.
    """

    answers: Mapping[str, str] = field(default_factory=dict)
    listed: Collection[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Reading:
    """The contents of a list: good `lines`, lines `unread` with their faults, headings `unused`.

    `aside` are lines that are nobody, each with the reason. `done` are those whose numbers have
    their names already. `guests` are people who come along, named or not. `guessed` names the
    columns that were assumed where there are no headings.
    """

    lines: tuple[RosterLine, ...] = ()
    unread: tuple[RosterLine, ...] = ()
    aside: tuple[RosterLine, ...] = ()
    questions: tuple[RosterQuestion, ...] = ()
    columns: tuple[Column, ...] = ()
    unused: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()
    headed: bool = False
    refusal: str = ""  # why nothing of it was read
    done: tuple[RosterLine, ...] = ()
    guests: tuple[RosterLine, ...] = ()
    headings: str = ""

    @property
    def faults(self) -> list[str]:
        if self.refusal:
            return [self.refusal]
        return [f"Line {line.place}: {line.fault}." for line in (*self.unread, *self.aside)]

    @property
    def unreadable(self) -> tuple[RosterLine, ...]:
        """The lines with faults, except for guests: those are asked about."""
        return tuple(line for line in self.unread if line not in self.guests)

    @property
    def unsure(self) -> tuple[Column, ...]:
        """The columns whose kind the organiser has to choose."""
        return tuple(column for column in self.columns if column.kind == UNSURE)

    @property
    def is_open(self) -> bool:
        """Whether a column or a question needs an answer before anybody is added."""
        return bool(self.unsure) or not all(question.answer for question in self.questions)

    @property
    def first_with_comma(self) -> RosterLine | None:
        """The first line of a list without headings that has a comma in its name."""
        as_typed = (one for one in self.lines if "," in one.name and not one.source)
        return None if self.headed else next(as_typed, None)


def one_name_fault(text: str) -> str:
    """Return why a text is not one name, "" if it is."""
    lines = read_people(text).lines
    names = shortened(" and ".join(line.clean_name for line in lines))
    return f"That is more than one person: {names}. Add them one at a time." if lines[1:] else ""


def read_people(
    text: str,
    group: str = "",
    *,
    numbered: bool = False,
    choices: Choices | None = None,
    fee: FeeAnswers | None = None,
) -> Reading:
    """Read a list; `group` is for the lines that have no group.

    With `numbered` every line must have a number, and no number may come twice.
    """
    choices = choices or Choices()
    written = raw_rows(text)
    if len(written) > MOST_ROWS or has_odd_letters(text):
        return Reading(refusal=TOO_LONG if len(written) > MOST_ROWS else ODD_LETTERS)
    shown = [row for row in written if not row.text.startswith(HIDDEN)]
    table = table_of(shown, numbered=numbered)
    if table is None:
        return Reading(refusal=TOO_WIDE)
    if choices.headings in {"", table.contents}:
        table = table.with_kinds(choices.columns)
    entries, refusal = _limited_entries(RowReader(table, choices.answers, numbered=numbered))
    if refusal:
        return Reading(refusal=refusal)
    is_sure = _has_surnames_first(entries) or any("," in each.heading for each in table.columns)
    usual = {"comma": "one"} if is_sure else {}
    lines, questions = _apply_answers(entries, usual | dict(choices.answers))
    lines = list(_marked(lines[: MOST_LINES + 1]))
    guests = () if numbered else [line for line in lines if line.fault == NAMELESS_COMPANION]
    if guests:
        lines = [each for line in lines for each in _named_guests(line, choices.guests)]
    if fee and fee.answers:
        lines, asked = _with_fees(lines, fee, choices.answers)
        questions += asked
    lines = _with_faults(lines, group, numbered=numbered)
    if refusal := _size_refusal(lines):
        return Reading(refusal=refusal)
    lines += [_hidden_line(row) for row in written if row.text.startswith(HIDDEN)]
    return _reading(table, lines, tuple(questions), tuple(guests))


def _reading(
    table: RosterTable,
    lines: Sequence[RosterLine],
    questions: tuple[RosterQuestion, ...],
    guests: tuple[RosterLine, ...],
) -> Reading:
    rows = {row.place: row for row in table.rows}
    faulty = [_with_whole_row(line, rows.get(line.place)) for line in lines if line.fault]
    faulty.sort(key=lambda line: line.place)
    return Reading(
        lines=tuple(line for line in lines if not line.fault),
        unread=tuple(line for line in faulty if not line.aside),
        aside=tuple(line for line in faulty if line.aside),
        questions=questions,
        columns=table.columns if len(table.columns) > 1 else (),
        unused=tuple(_unused_columns(table)),
        guessed=_guessed_columns(table),
        headed=table.headed,
        guests=guests,
        headings=table.contents,
    )


def _marked(lines: Iterable[RosterLine]) -> Iterator[RosterLine]:
    """Mark each line by its contents, and by how many lines of the same contents precede it."""
    count = Counter[tuple[str, str]]()
    for line in lines:
        contents = line.source, line.name
        count[contents] += 1
        yield replace(
            line, mark=sha256(repr((contents, count[contents])).encode()).hexdigest()[:12]
        )


def _named_guests(line: RosterLine, guests: Mapping[str, str]) -> Iterator[RosterLine]:
    """Yield the guests whose names were typed in place of the line that says "+ 1"."""
    typed = guests.get(line.mark, "").strip()
    if line.fault != NAMELESS_COMPANION or not typed:
        yield line
    else:
        found = [one.one if isinstance(one, Unsure) else one.name for one in people_in(typed)]
        for at, name in enumerate(found):
            mark = f"{line.mark}_{at}"
            yield replace(line, name=name, fault="", aside=False, source=line.name, mark=mark)


def _with_fees(
    lines: Iterable[RosterLine], fee: FeeAnswers, given: Mapping[str, str]
) -> tuple[list[RosterLine], list[RosterQuestion]]:
    """Return the lines with the answers about their fees, and the questions about them."""
    read, asked = list[RosterLine](), dict[str, list[RosterLine]]()
    for each in lines:
        is_asked = not each.fault and same_name(each.name) not in fee.listed
        line = _with_fee_apart(each) if is_asked else each
        if line.fee and is_asked:
            kind = FEE + re.sub(r"\W+", "-", plain(line.fee)).strip("-")[:LONGEST_ANSWER]
            kind = kind if kind in asked or len(asked) < MOST_UNKNOWN_ANSWERS else FEE
            asked.setdefault(kind, []).append(line)
            answer = given.get(kind, "")
            line = replace(line, paid=answer if answer in fee.answers else "")
        read.append(line)
    return read, [_fee_question(kind, about, fee.answers, given) for kind, about in asked.items()]


def _with_fee_apart(line: RosterLine) -> RosterLine:
    """Take the words about the fee out of the notes; "not paid" is what everybody is."""
    said, notes = [line.fee] if line.fee else [], list[str]()
    for remark in REMARKS.split(line.notes):
        is_about_fee = is_fee(remark) or ABOUT_FEE.search(plain(remark)) is not None
        said += [remark] if is_about_fee else []
        notes += [] if is_fee(remark) else [remark]
    said = [each for each in said if not UNPAID.fullmatch(plain(each))]
    has_notes = len(notes) == len(REMARKS.split(line.notes))
    return replace(line, fee="; ".join(said), notes=line.notes if has_notes else ", ".join(notes))


def _fee_question(
    kind: str, about: Sequence[RosterLine], answers: Mapping[str, str], given: Mapping[str, str]
) -> RosterQuestion:
    names = [f"{shortened(line.clean_name)} in line {line.place}" for line in about[:EXAMPLES]]
    more = f"; and {len(about) - EXAMPLES} more" if len(about) > EXAMPLES else ""
    says = f"Your list says “{shortened(about[0].fee)}” beside {'; '.join(names)}{more}"
    text = f"{says}. Have they paid the fee?"
    answer = given.get(kind, "")
    return RosterQuestion(kind, text, tuple(answers.items()), answer if answer in answers else "")


def _size_refusal(lines: Sequence[RosterLine]) -> str:
    good = (line for line in lines if not line.fault)
    letters = sum(max(len(folded(line.name)), len(line.source[:SHOWN])) for line in good)
    if len(lines) > MOST_LINES:
        return TOO_LONG
    return TOO_MANY_LETTERS if letters > MOST_LETTERS else ""


def _with_whole_row(line: RosterLine, row: RosterRow | None) -> RosterLine:
    """Set the row as the source of an unread line whose name lacks some of the row's letters."""
    whole = row.text if row else ""
    is_all = set(filter(str.isalpha, whole)) <= set(line.name)
    return line if line.source or is_all else replace(line, source=whole)


def _with_faults(lines: list[RosterLine], group: str, *, numbered: bool) -> list[RosterLine]:
    if numbered:
        lines = _with_number_faults(lines)
    return [
        replace(line, group=line.group or group, fault=line.fault or _name_fault(line))
        for line in lines
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


def _card_fault(line: RosterLine, cards: Mapping[int, str]) -> str:
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


def _has_this_name(line: RosterLine, cards: Mapping[int, str]) -> bool:
    return bool(line.number) and same_name(cards.get(line.number, "")) == same_name(line.name)


def _raw_line(row: RawRow, reason: str) -> RosterLine:
    text = re.sub('["\t;,]', " ", row.text.removeprefix(HIDDEN))
    return RosterLine(row.place, " ".join(text.split()), fault=reason, aside=True)


def _hidden_line(row: RawRow) -> RosterLine:
    return _raw_line(row, "it is filtered out in the workbook")


def _row_line(row: RosterRow, reason: str) -> RosterLine:
    return RosterLine(row.place, row.text, fault=reason, aside=True)


def _unused_columns(table: RosterTable) -> Iterator[str]:
    if not table.headings:
        return
    for column in table.columns:
        if column.kind in {"", UNUSED} and (column.heading or column.example):
            yield shortened(column.heading) or f"column {column.index + 1}, without a heading"


def _guessed_columns(table: RosterTable) -> tuple[str, ...]:
    kinds = [KIND_NAMES.get(column.kind, column.kind) for column in table.columns]
    return tuple(kinds) if len(kinds) > 1 and not table.headed else ()


def _limited_entries(rows: "RowReader") -> tuple[list[RosterLine | Doubt], str]:
    """Return the entries up to the limits, and the refusal if there are more."""
    entries, letters, place = list[RosterLine | Doubt](), 0, 0
    for entry in _entries(rows):
        line = entry if isinstance(entry, RosterLine) else entry.line
        letters += len(line.source or line.name) if line.place != place else 0
        place = line.place
        entries.append(entry)
        if len(entries) > MOST_LINES or letters > MOST_READ:
            return entries, TOO_LONG if len(entries) > MOST_LINES else TOO_MANY_LETTERS
    return entries, ""


def _entries(rows: "RowReader") -> Iterator[RosterLine | Doubt]:
    table = rows.table
    yield from (_raw_line(row, "it stands above the headings") for row in table.above)
    # Guest is the heading of names, and a name.
    alone = table.columns[0] if len(table.columns) == 1 else None
    may_be_name = alone is not None and alone.kind == "full" and " " not in alone.heading
    if table.headings and (table.unknown or may_be_name):
        yield _row_line(table.headings, "it looks like headings")
    for at, row in enumerate(table.rows):
        yield from rows.read(row, at)


class RowReader:
    """Reads the rows of a table from top to bottom: a section heading counts for those below."""

    def __init__(self, table: RosterTable, answers: Mapping[str, str], *, numbered: bool) -> None:
        self.table, self.answers, self.numbered = table, answers, numbered
        self.blocks = [each for each in table.blocks if each]
        self.is_single_column = len(table.columns) < 2
        is_bare = self.is_single_column and not table.headed
        self.rows_above = _rows_above_names(table.rows) if is_bare else 0
        self.has_numbers = not table.headed and _begin_with_numbers(table.rows, numbered=numbered)
        self.halves = _columns_of_halves(table, self.blocks)
        self.unknown_answers = dict[str, str]()  # each with the kind of its question
        self.has_only_marks = self._has_only_marks()
        names = (at for each in self.blocks for kind, at in each.items() if kind in NAMES)
        self.name_columns = {0, *names}
        columns = table.columns if table.headed else ()
        self.groups = {each.index: each.heading for each in columns if is_group(each.heading)}
        self.section, self.section_answer, self.section_fee = "", "", ""
        self.has_people = self.has_closing = False

    def read(self, row: RosterRow, index: int) -> Iterator[RosterLine | Doubt]:
        filled = [cell for cell in row.cells if cell]
        if not filled:
            return
        is_half = len(filled) == 1 and row.cells.index(filled[0]) in self.halves
        if reason := self._reason_aside(row, filled, index):
            yield _row_line(row, reason)
        elif index < self.rows_above or is_half:
            yield _nobody_or_one(RosterLine(row.place, filled[0]))
        else:
            self.has_people = True
            people = list(self._people(row))
            if self.has_closing and index >= len(self.table.rows) - LINES_OF_A_SIGNATURE:
                people = [_asked_about(each) for each in people]
            yield from people or [RosterLine(row.place, row.text, fault="there is no name")]

    def _reason_aside(self, row: RosterRow, filled: Sequence[str], index: int) -> str:
        if self.table.headings and row.cells == self.table.headings.cells:
            return "the headings stand here again"
        bare = filled[0].rstrip()
        if len(filled) == 1 and row.cells.index(filled[0]) not in self.name_columns:
            return ""
        if len(filled) == 1 and (bare.endswith(":") or is_answer(bare) or is_fee(bare)):
            fee = bare.strip(" :")
            self.section_fee = fee if is_fee(fee) else ""
            is_unknown = self.has_people and not is_section(bare) and not self.section_fee
            self.section, self.section_answer = bare, answer_in(bare) or UNKNOWN * is_unknown
            return "it is the heading of a part of the list"
        self.has_closing |= CLOSING.fullmatch(bare.rstrip(" ,.!")) is not None
        reason = aside_reason(bare)
        if reason and (len(filled) == 1 or "total" in reason):
            self.section = self.section_answer = self.section_fee = ""
            return reason
        is_title = TITLE.search(plain(bare)) or len(bare.split()) > 4
        return "it is the title of the list" if index < self.rows_above and is_title else ""

    def _people(self, row: RosterRow) -> Iterator[RosterLine | Doubt]:
        if any(row.cells[len(self.table.columns) :]):
            yield RosterLine(row.place, row.text, fault=SPARE)
            return
        for block in self.blocks:
            cells = {
                kind: row.cells[at] if kind in NAMES else _without_line_ends(row.cells[at])
                for kind, at in block.items()
                if at < len(row.cells)
            }
            if cells.get("fee"):
                cells["fee"] = _fee_in_cell(cells["fee"], self.table.columns[block["fee"]].heading)
            above = (self.groups[at] for at in block.values() if at in self.groups)
            cells["group"] = cells.get("group", "") or next(above, "")
            if not any(cells.get(kind) for kind in ("name", "full", "reversed", "first", "last")):
                continue
            partner = _partner_answer(cells, row) if len(self.blocks) > 1 else ""
            if partner == "yes":
                yield RosterLine(row.place, row.text, fault=NAMELESS_COMPANION)
            elif partner == UNKNOWN:
                yield _nobody_or_one(RosterLine(row.place, cells.get("full") or cells["name"]))
            elif not partner:
                yield from self._people_of_block(row.place, cells)

    def _people_of_block(self, place: int, cells: dict[str, str]) -> Iterator[RosterLine | Doubt]:
        text, cell = _name_and_people(cells)
        number = cells.get("number", "")
        is_before = not number and (self.numbered or self.has_numbers)
        if is_before and (before := NUMBERED.fullmatch(text)):
            number, text, cell = before[1], before[2].strip(), people_in(before[2])
        match = NUMBER.fullmatch(number)
        base = RosterLine(
            place,
            text,
            group=cells.get("group", ""),
            number=int(match[1]) if match else 0,
            notes=cells.get("notes", ""),
            word=cells.get("word", ""),
            kept=cells.get("kept", ""),
            fee=cells.get("fee", "") or self.section_fee,
            fault=_row_fault(text, {**cells, "number": number}),
        )
        if base.fault:
            yield base
            return
        section = self.section if self.section_answer == UNKNOWN else ""
        answer = cells.get("answer", "") or section
        if is_fee(answer):
            base = replace(base, fee=base.fee or answer)
        if self.section_answer or "answer" in cells:
            base, reason = self._with_answer(base, answer)
            yield from self._doubts_about(base, answer)
            if reason:
                yield replace(base, fault=reason, aside=True)
                return
        for entry in _lines_of_cell(base, cell):
            asked = _ask_about_remark(entry) if self.is_single_column else entry
            yield from self._unless_cancelled(asked)

    def _unless_cancelled(self, entry: RosterLine | Doubt) -> Iterator[RosterLine | Doubt]:
        """Read "cancelled" beside a name; with other words behind it, ask whether they come."""
        line = entry if isinstance(entry, RosterLine) else entry.line
        if not self.table.headed and (is_fee(line.group) or CANCELLED.match(plain(line.group))):
            line = replace(line, group="", notes=_joined_notes(line.group, line.notes))
            entry = line if isinstance(entry, RosterLine) else replace(entry, line=line)
        remarks = REMARKS.split(line.notes) if not line.fault else []
        said = next((each for each in remarks if CANCELLED.match(plain(each))), "")
        if said:
            yield from self._doubts_about(line, said) if self._answer_in(said) == UNKNOWN else ()
            _, reason = self._with_answer(line, said)
            entry = replace(line, fault=reason, aside=True) if reason else entry
        yield entry

    def _answer_in(self, text: str) -> str:
        """Return the answer in a text; UNKNOWN for other words until the organiser chooses."""
        answer = answer_in(text)
        if answer or not text:
            return answer
        bare = re.sub(r"\W+", "-", plain(text)).strip("-")[:LONGEST_ANSWER]
        is_one_more = len(self.unknown_answers) >= MOST_UNKNOWN_ANSWERS
        kind = self.unknown_answers.setdefault(text, ANSWER if is_one_more else ANSWER + bare)
        given = self.answers.get(kind, "")
        return given if given in COMING else UNKNOWN

    def _doubts_about(self, line: RosterLine, answer: str) -> Iterator[Doubt]:
        if kind := self.unknown_answers.get(answer):
            yield Doubt(kind, replace(line, source=answer), dict.fromkeys(COMING, ()))

    def _has_only_marks(self) -> bool:
        columns = {block["answer"] for block in self.blocks if "answer" in block}
        cells = (row.cells for row in self.table.rows)
        answers = {self._answer_in(row[at]) for row in cells for at in columns if at < len(row)}
        return "yes" in answers and "no" not in answers

    def _with_answer(self, base: RosterLine, answer: str) -> tuple[RosterLine, str]:
        """Return the line with its answer as a note, and the reason if nobody comes."""
        meaning = self._answer_in(answer) or self.section_answer
        if meaning == UNKNOWN:
            return base, f"“{shortened(answer)}” is not understood"
        if meaning == "no":
            above = "" if answer else f", as “{shortened(self.section)}” above it says"
            return base, f"{shortened(clean_name(base.name))} does not come{above}"
        if not answer and self.has_only_marks and not self.section:
            return base, "it has no mark, as those have who come"
        is_plain = meaning == "yes" and len(answer.split()) < 3
        note = answer or (self.section.strip(" :").casefold() if meaning == "maybe" else "")
        return (base if is_plain else replace(base, notes=_joined_notes(base.notes, note))), ""


def _name_and_people(cells: Mapping[str, str]) -> tuple[str, Cell]:
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
    return text, tuple(_join_halves(people_in(first), people_in(last)))


def _join_halves(firsts: Cell, lasts: Cell) -> Iterator[Found | Unsure]:
    """Yield people whose first and last names stand in two columns: "Ann & Bob", "Miller"."""
    named = [one for one in lasts if isinstance(one, Found) and not one.fault]
    if len(named) != len(lasts) or len(named) not in {1, len(firsts)}:
        last = " ".join(one.one if isinstance(one, Unsure) else one.name for one in lasts)
        named = [Found(last)] * len(firsts)
    elif len(named) == 1:
        named *= len(firsts)
    for first, surname in zip(firsts, named, strict=True):
        if isinstance(first, Unsure):
            one, *two = (f"{surname.name}, {name}" for name in (first.one, *first.two))
            yield Unsure(first.kind, one, tuple(two))
        elif first.fault:
            yield first
        else:
            name, notes = f"{surname.name}, {first.name}", first.notes or surname.notes
            yield replace(first, name=name, notes=notes)


def _lines_of_cell(base: RosterLine, cell: Cell) -> Iterator[RosterLine | Doubt]:
    if not cell:
        yield replace(base, fault="there is no name")
    for at, one in enumerate(cell):
        line = replace(base, number=0) if at else base
        if isinstance(one, Unsure):
            line = replace(line, notes=_joined_notes(one.notes, line.notes))
            is_whole = clean_name(one.one) == clean_name(base.name)
            single = replace(line, name=one.one, source="" if is_whole else base.name)
            first, *others = (replace(line, name=name, source=base.name) for name in one.two)
            two = (first, *(replace(each, number=0) for each in others))
            yield Doubt(one.kind, single, {"one": (single,), "two": two})
        elif one == Found(line.name):
            yield line
        else:
            yield _line_of(line, one, many=len(cell) > 1)


def _line_of(base: RosterLine, found: Found, *, many: bool) -> RosterLine:
    text = base.name
    changed = many or found.name != BULLET.sub("", text)
    return replace(
        base,
        name=found.name,
        group=base.group or found.group,
        notes=_joined_notes(found.notes, base.notes),
        fault=found.fault,
        aside=found.aside,
        source=text if changed and not found.fault else "",
    )


def _joined_notes(*notes: str) -> str:
    return "; ".join(filter(None, notes))


def _without_line_ends(text: str) -> str:
    return text.replace(f" {NEW_LINE} ", " ")


def _partner_answer(cells: Mapping[str, str], row: RosterRow) -> str:
    """Return the answer that stands instead of a partner's name, "" for a name.

    It is UNKNOWN in small letters that are no answer, beside names in capital letters.
    """
    text = cells.get("full") or cells.get("name") or ""
    if text and not text.strip("-–—./ "):
        return "no"
    is_small = text.islower() and any(cell[:1].isupper() for cell in row.cells)
    return answer_in(text) or (UNKNOWN if is_small else "")


def _nobody_or_one(line: RosterLine) -> Doubt:
    reason = replace(line, fault="it is nobody, as you said", aside=True)
    return Doubt("people", line, {"none": (reason,), "one": (line,)})


def _asked_about(entry: RosterLine | Doubt) -> RosterLine | Doubt:
    if isinstance(entry, RosterLine) and not entry.fault:
        return _nobody_or_one(entry)
    return entry


def _fee_in_cell(text: str, heading: str) -> str:
    """Return what a cell of a column about the fee says, "" if it says that nothing is paid."""
    if answer_in(text) == "no" or not text.strip("0.,$€£ -"):
        return ""
    return f"{heading}: {text}" if heading and not is_fee(text) else text


def _ask_about_remark(entry: RosterLine | Doubt) -> RosterLine | Doubt:
    """Turn a line whose name looks like a sentence ("See you!") into a doubt."""
    if isinstance(entry, Doubt) or entry.fault:
        return entry
    words = entry.name.split()
    small = [word for word in words if word[0].islower() and not PARTICLE.fullmatch(word)]
    has_end = entry.notes == "?" or entry.name[-1] in "!?…"
    is_sentence = bool(small) and (has_end or len(small) * 2 >= len(words) > 2)
    return _nobody_or_one(entry) if is_sentence else entry


def _rows_above_names(rows: Sequence[RosterRow]) -> int:
    texts = [row.text for row in rows]
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


def _begin_with_numbers(rows: Sequence[RosterRow], *, numbered: bool) -> bool:
    """Return whether most names follow a number that is not the bullet of a numbered list."""
    texts = [row.cells[0] for row in rows if row.cells]
    found = [text for text in texts if NUMBERED.fullmatch(text)]
    is_list = all(BULLET.match(text) for text in found) and found[:1] < ["2"] and not numbered
    return len(found) > 1 and len(found) * 5 >= len(texts) * 3 and not is_list


def _columns_of_halves(table: RosterTable, blocks: Sequence[Mapping[str, int]]) -> list[int]:
    first = blocks[0] if blocks else {}
    halves = [first[kind] for kind in ("name", "first", "last") if kind in first]
    if len(halves) != 2 or len(table.rows) < 4:
        return []
    count = sum(all(row.cells[at : at + 1] > ("",) for at in halves) for row in table.rows)
    return halves if count * 4 >= len(table.rows) * 3 else []


def _has_surnames_first(entries: Iterable[RosterLine | Doubt]) -> bool:
    lines = (one for one in entries if isinstance(one, RosterLine) and not one.fault)
    return any("," in one.name and is_word(one.name.partition(",")[0]) for one in lines)


def _apply_answers(
    entries: Sequence[RosterLine | Doubt], answers: Mapping[str, str]
) -> tuple[list[RosterLine], list[RosterQuestion]]:
    lines, asked = list[RosterLine](), dict[str, list[Doubt]]()
    for entry in entries:
        if isinstance(entry, RosterLine):
            lines.append(entry)
            continue
        lines.extend(entry.readings.get(answers.get(entry.kind, ""), ()))
        asked.setdefault(entry.kind, []).append(entry)
    return lines, [_question(kind, doubts, answers) for kind, doubts in asked.items()]


def _question(kind: str, doubts: Sequence[Doubt], given: Mapping[str, str]) -> RosterQuestion:
    first, rest = doubts[0], len(doubts) - EXAMPLES
    lines = (one.line for one in doubts[:EXAMPLES])
    places = "; ".join(
        f"“{shortened(each.source or each.name)}” in line {each.place}" for each in lines
    )
    places += f"; and {rest} more" if rest > 0 else ""
    if kind.startswith(ANSWER):
        is_remark = CANCELLED.match(plain(first.line.source)) is not None
        after = "If they come, it is a note for tonight." if is_remark else NO_ANSWERS
        text = f"An answer that is not understood: do these people come? {places}. {after}"
        answers = COMING
    elif kind == "people":
        text = f"Are these people? {places}"
        answers = {"none": "Nobody: a title, a heading or a remark", "one": "People to be added"}
    else:
        text = f"One person or two? {places}"
        each = " each" if len(doubts) > 1 else ""
        two = " and ".join(shortened(clean_name(line.name)) for line in first.readings["two"])
        answers = {
            "one": f"One person{each}: {shortened(clean_name(first.line.name))}",
            "two": f"Two people{each}: {two}",
        }
    answer = given.get(kind, "")
    return RosterQuestion(kind, text, tuple(answers.items()), answer if answer in answers else "")


def _row_fault(name: str, cells: Mapping[str, str]) -> str:
    kinds = ("number", "group", "notes", "word", "kept")
    number, group, notes, word, kept = (cells.get(kind, "") for kind in kinds)
    wrong = {
        "there is no name": not clean_name(name),
        f"the prize group is longer than {LONGEST_GROUP} letters": len(group) > LONGEST_GROUP,
        f"the notes are longer than {LONGEST_NOTES} letters": len(max(notes, kept, key=len))
        > LONGEST_NOTES,
        f"the word is longer than {LONGEST_WORD} letters": len(word) > LONGEST_WORD,
        f"“{number[:20]}” is no number": bool(number) and not NUMBER.fullmatch(number),
    }
    return next((fault for fault, is_so in wrong.items() if is_so), "")


def _name_fault(line: RosterLine) -> str:
    if max(len(line.name), len(line.clean_name)) > LONGEST_NAME:
        return f"the name is longer than {LONGEST_NAME} letters"
    if len(line.notes) > LONGEST_NOTES:  # they may stand behind the name, in brackets
        return f"the notes are longer than {LONGEST_NOTES} letters"
    return (
        "" if any(letter.isalpha() for letter in line.name) else f"“{line.name[:20]}” is no name"
    )


def _with_number_faults(lines: Iterable[RosterLine]) -> list[RosterLine]:
    checked, places = [], dict[int, int]()
    for line in lines:
        fault = line.fault
        if not fault and not line.number:
            fault = "type a number and a name, for example 27 Alma R"
        elif not fault and line.number in places:
            fault = f"number {line.number} is in line {places[line.number]} already"
        places.setdefault(line.number, line.place)
        checked.append(replace(line, fault=fault))
    return checked
