"""The last stage: rows with known columns become people, faults and questions.

A *line* is one person of the list. A line with a `fault` adds nobody. If it is also `aside`, it is
no mistake: a title, a total, somebody who does not come. Text with two possible meanings leads to
a *question*, whose answer counts for the whole list. In a list for the numbers of a blind draw
every line needs a number, in its own column or before the name in one cell: "27 Alma R".
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
    CellDoubt,
    CellItem,
    CellPerson,
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
MOST_READ = 500_000  # letters of all cells with names, faulty ones included
MOST_LETTERS = 200_000  # of all good lines, each counted by its name or by its longer source
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
# Kinds of columns in a sentence. A kind that is not here is a word already.
KIND_NAMES = {"group": "prize group", "answer": "who comes", "first": "first name"}
KIND_NAMES |= {"last": "last name"} | dict.fromkeys(("", UNUSED, UNSURE), "not used")
NUMBERED = re.compile(r"(?:no\.? *)?#?(\d{1,6})[.:)]?\s+(.*)", re.IGNORECASE)
TOO_MANY_CELLS = "it has more cells than there are columns; put a name with a comma in quotes"
LINES_OF_A_SIGNATURE = 3
SOURCE_SHOWN = 80  # letters of `source` on the page
EXAMPLES = 3  # lines that a question names
UNKNOWN = "?"  # an answer that is not understood
ANSWER = "answer-"  # begins the kind of a question about such an answer
COMING = {"yes": "They come", "no": "They do not come"}
FEE = "fee-"  # begins the kind of a question about the fee
LATER = "later"  # the answer that the fee is not paid yet
REMARKS = re.compile(r"\s*[;,]\s*")
LONGEST_ANSWER = 40
NO_ANSWERS = "If they are no answers, choose “Not used” under “What each column is”."


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One person of a list: the number of the line (`place`), and its contents.

    Number 0 means no number. `taken` is the number in the line if somebody else has it. `source`
    is the text around the name, "" if there is only the name. `notes` are for tonight, `kept` are
    for the club. `fee` has the words of the list about the fee, `paid` the organiser's answer.
    `mark` is a hash of the contents, so an answer finds its line in a list that was edited.
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


LineOrDoubt = RosterLine | Doubt


@dataclass(frozen=True, slots=True)
class RosterQuestion:
    """A question about a list, its possible answers with their texts, and the `answer` so far."""

    kind: str
    text: str
    answers: tuple[tuple[str, str], ...]
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """The organiser's choices: kinds of columns by index, answers by kind of question.

    The columns count only for a table with these `headings`, "" for any table. `guests` are the
    typed names of companions, by the mark of the line.
    """

    columns: Mapping[int, str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    headings: str = ""
    guests: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FeeAnswers:
    """Possible answers to whether the fee is paid, with their texts. Empty without a fee.

    `listed` are names (in the form of `same_name`) on tonight's list: no question is about them.
    """

    answers: Mapping[str, str] = field(default_factory=dict)
    listed: Collection[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Reading:
    """The contents of a list: good `lines`, and `unread` lines, each with its fault.

    `aside` are lines that name nobody and are no mistake, each with the reason. `done` are lines
    whose numbers have their names already. `guests` are lines about companions, named or not.
    `unused` are headings of columns that are not read. `guessed` are the kinds of columns that
    were assumed for a list without headings.
    """

    lines: tuple[RosterLine, ...] = ()
    unread: tuple[RosterLine, ...] = ()
    aside: tuple[RosterLine, ...] = ()
    questions: tuple[RosterQuestion, ...] = ()
    columns: tuple[Column, ...] = ()
    unused: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()
    headed: bool = False
    refusal: str = ""  # the reason if the whole list was refused
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
        """The lines with faults, without guests: the page asks for their names."""
        return tuple(line for line in self.unread if line not in self.guests)

    @property
    def unsure(self) -> tuple[Column, ...]:
        """The columns whose kind the organiser has to choose."""
        return tuple(column for column in self.columns if column.kind == UNSURE)

    @property
    def is_open(self) -> bool:
        """Whether a column or a question still needs an answer."""
        return bool(self.unsure) or not all(question.answer for question in self.questions)

    @property
    def first_with_comma(self) -> RosterLine | None:
        """The first line of a list without headings that has a comma in its name."""
        lines = (line for line in self.lines if "," in line.name and not line.source)
        return None if self.headed else next(lines, None)


def several_names_refusal(text: str) -> str:
    """Return a refusal of a text that names several people, otherwise ""."""
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
    """Read a list. Lines without a prize group get `group`.

    With `numbered` every line must have a number, and all numbers must differ.
    """
    choices = choices or Choices()
    raw = raw_rows(text)
    if len(raw) > MOST_ROWS or has_odd_letters(text):
        return Reading(refusal=TOO_LONG if len(raw) > MOST_ROWS else ODD_LETTERS)
    visible = [row for row in raw if not row.text.startswith(HIDDEN)]
    table = table_of(visible, numbered=numbered)
    if table is None:
        return Reading(refusal=TOO_WIDE)
    if choices.headings in {"", table.contents}:
        table = table.with_kinds(choices.columns)
    entries, refusal = _limited_entries(RowReader(table, choices.answers, numbered=numbered))
    if refusal:
        return Reading(refusal=refusal)
    default_answers = {"comma": "one"} if _has_surnames_first(table, entries) else {}
    lines, questions = _apply_answers(entries, default_answers | dict(choices.answers))
    lines = list(_with_marks(lines[: MOST_LINES + 1]))
    guests = () if numbered else [line for line in lines if line.fault == NAMELESS_COMPANION]
    if guests:
        lines = [each for line in lines for each in _named_guests(line, choices.guests)]
    if fee and fee.answers:
        lines, fee_questions = _with_fees(lines, fee, choices.answers)
        questions += fee_questions
    lines = _with_faults(lines, group, numbered=numbered)
    if refusal := _refusal_of_size(lines):
        return Reading(refusal=refusal)
    lines += [_hidden_line(row) for row in raw if row.text.startswith(HIDDEN)]
    return _reading_of(table, lines, tuple(questions), tuple(guests))


def _reading_of(
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


def _with_marks(lines: Iterable[RosterLine]) -> Iterator[RosterLine]:
    """Mark each line by its contents, and by how many lines of the same contents precede it."""
    counts = Counter[tuple[str, str]]()
    for line in lines:
        contents = line.source, line.name
        counts[contents] += 1
        yield replace(
            line, mark=sha256(repr((contents, counts[contents])).encode()).hexdigest()[:12]
        )


def _named_guests(line: RosterLine, guests: Mapping[str, str]) -> Iterator[RosterLine]:
    """Replace a line that says "+ 1" by the guests whose names the organiser typed for it."""
    names = guests.get(line.mark, "").strip()
    if line.fault != NAMELESS_COMPANION or not names:
        yield line
    else:
        for index, name in enumerate(map(_single_name, people_in(names))):
            mark = f"{line.mark}_{index}"
            yield replace(line, name=name, fault="", aside=False, source=line.name, mark=mark)


def _with_fees(
    lines: Iterable[RosterLine], fee: FeeAnswers, answer_by_kind: Mapping[str, str]
) -> tuple[list[RosterLine], list[RosterQuestion]]:
    """Return the lines with the answers about their fees, and the questions about them."""
    read_lines, questions = list[RosterLine](), dict[str, list[RosterLine]]()
    for entry in lines:
        has_question = not entry.fault and same_name(entry.name) not in fee.listed
        line = _with_fee_from_notes(entry) if has_question else entry
        if line.fee and has_question:
            kind = FEE + re.sub(r"\W+", "-", plain(line.fee)).strip("-")[:LONGEST_ANSWER]
            if kind not in questions and len(questions) >= MOST_UNKNOWN_ANSWERS:
                kind = FEE
            questions.setdefault(kind, []).append(line)
            answer = answer_by_kind.get(kind, "")
            line = replace(line, paid=answer if answer in fee.answers else "")
        read_lines.append(line)
    return read_lines, [
        _fee_question(kind, group, fee.answers, answer_by_kind)
        for kind, group in questions.items()
    ]


def _with_fee_from_notes(line: RosterLine) -> RosterLine:
    """Move words about the fee from the notes to `fee`. Drop "not paid": it needs no question."""
    fee_remarks, notes = [line.fee] if line.fee else [], list[str]()
    for remark in REMARKS.split(line.notes):
        mentions_fee = is_fee(remark) or ABOUT_FEE.search(plain(remark)) is not None
        fee_remarks += [remark] if mentions_fee else []
        notes += [] if is_fee(remark) else [remark]
    fee_remarks = [each for each in fee_remarks if not UNPAID.fullmatch(plain(each))]
    has_notes = len(notes) == len(REMARKS.split(line.notes))
    return replace(
        line, fee="; ".join(fee_remarks), notes=line.notes if has_notes else ", ".join(notes)
    )


def _fee_question(
    kind: str,
    lines: Sequence[RosterLine],
    answers: Mapping[str, str],
    answer_by_kind: Mapping[str, str],
) -> RosterQuestion:
    names = [f"{shortened(line.clean_name)} in line {line.place}" for line in lines[:EXAMPLES]]
    more = f"; and {len(lines) - EXAMPLES} more" if len(lines) > EXAMPLES else ""
    says = f"Your list says “{shortened(lines[0].fee)}” beside {'; '.join(names)}{more}"
    text = f"{says}. Have they paid the fee?"
    answer = answer_by_kind.get(kind, "")
    return RosterQuestion(kind, text, tuple(answers.items()), answer if answer in answers else "")


def _refusal_of_size(lines: Sequence[RosterLine]) -> str:
    good = (line for line in lines if not line.fault)
    letters = sum(max(len(folded(line.name)), len(line.source[:SOURCE_SHOWN])) for line in good)
    if len(lines) > MOST_LINES:
        return TOO_LONG
    return TOO_MANY_LETTERS if letters > MOST_LETTERS else ""


def _with_whole_row(line: RosterLine, row: RosterRow | None) -> RosterLine:
    """Set the row as the source of an unread line whose name lacks some of the row's letters."""
    row_text = row.text if row else ""
    is_complete = set(filter(str.isalpha, row_text)) <= set(line.name)
    return line if line.source or is_complete else replace(line, source=row_text)


def _with_faults(lines: list[RosterLine], group: str, *, numbered: bool) -> list[RosterLine]:
    if numbered:
        lines = _with_number_faults(lines)
    return [
        replace(line, group=line.group or group, fault=line.fault or _name_fault(line))
        for line in lines
    ]


def checked_against_cards(reading: Reading, cards: Mapping[int, str]) -> Reading:
    """Return the reading with a fault in each line whose number no card has, or is taken."""
    lines = [replace(line, fault=_card_fault(line, cards)) for line in reading.lines]
    faulty = [*reading.unread, *(line for line in lines if line.fault)]
    return replace(
        reading,
        lines=tuple(line for line in lines if not line.fault),
        unread=tuple(sorted(faulty, key=lambda line: line.place)),
    )


def _card_fault(line: RosterLine, cards: Mapping[int, str]) -> str:
    if line.number not in cards:
        return f"there is no number {line.number} at this party"
    is_taken = cards[line.number] and not _has_this_name(line, cards)
    return f"number {line.number} is {cards[line.number]} already" if is_taken else ""


def with_free_numbers(reading: Reading, cards: Mapping[int, str]) -> Reading:
    """Return the reading without numbers that are taken, on tonight's list or by a line above."""
    lines, taken_numbers = [], set(cards)
    for line in reading.lines:
        is_free = line.number not in taken_numbers or _has_this_name(line, cards)
        lines.append(line if is_free else replace(line, number=0, taken=line.number))
        taken_numbers.update({line.number} - {0})
    return replace(reading, lines=tuple(lines))


def without_named(reading: Reading, cards: Mapping[int, str]) -> Reading:
    """Move lines whose number has their name already to `done`: people send a list twice."""
    named_lines = tuple(line for line in reading.lines if _has_this_name(line, cards))
    lines = tuple(line for line in reading.lines if not _has_this_name(line, cards))
    return replace(reading, lines=lines, done=named_lines)


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


def _limited_entries(rows: "RowReader") -> tuple[list[LineOrDoubt], str]:
    """Return the entries up to the limits, and the refusal if there are more."""
    entries, letters, last_place = list[LineOrDoubt](), 0, 0
    for entry in _entries(rows):
        line = entry if isinstance(entry, RosterLine) else entry.line
        letters += len(line.source or line.name) if line.place != last_place else 0
        last_place = line.place
        entries.append(entry)
        if len(entries) > MOST_LINES or letters > MOST_READ:
            return entries, TOO_LONG if len(entries) > MOST_LINES else TOO_MANY_LETTERS
    return entries, ""


def _entries(rows: "RowReader") -> Iterator[LineOrDoubt]:
    table = rows.table
    yield from (_raw_line(row, "it stands above the headings") for row in table.above)
    # "Guest" may be a heading or a surname.
    single = table.columns[0] if len(table.columns) == 1 else None
    may_be_name = single is not None and single.kind == "full" and " " not in single.heading
    if table.headings and (table.unknown or may_be_name):
        yield _row_line(table.headings, "it looks like headings")
    for index, row in enumerate(table.rows):
        yield from rows.read(row, index)


class RowReader:
    """Reads the rows of a table from top to bottom. A section heading counts below it."""

    def __init__(self, table: RosterTable, answers: Mapping[str, str], *, numbered: bool) -> None:
        self.table, self.answers, self.numbered = table, answers, numbered
        self.blocks = [block for block in table.blocks if block]
        self.is_single_column = len(table.columns) < 2
        is_bare = self.is_single_column and not table.headed
        self.rows_above = _rows_above_names(table.rows) if is_bare else 0
        self.has_numbers = not table.headed and _begin_with_numbers(table.rows, numbered=numbered)
        self.halves = _columns_of_halves(table, self.blocks)
        self.unknown_answers = dict[str, str]()  # the kind of the question, by answer
        self.has_only_marks = self._has_only_marks()
        names = (
            column for block in self.blocks for kind, column in block.items() if kind in NAMES
        )
        self.name_columns = {0, *names}
        columns = table.columns if table.headed else ()
        self.groups = {
            column.index: column.heading for column in columns if is_group(column.heading)
        }
        self.section, self.section_answer, self.section_fee = "", "", ""
        self.has_people = self.has_closing = False

    def read(self, row: RosterRow, index: int) -> Iterator[LineOrDoubt]:
        filled = [cell for cell in row.cells if cell]
        if not filled:
            return
        is_half = len(filled) == 1 and row.cells.index(filled[0]) in self.halves
        if reason := self._reason_aside(row, filled, index):
            yield _row_line(row, reason)
        elif index < self.rows_above or is_half:
            yield _doubt_about_person(RosterLine(row.place, filled[0]))
        else:
            self.has_people = True
            people = list(self._people(row))
            if self.has_closing and index >= len(self.table.rows) - LINES_OF_A_SIGNATURE:
                people = [_as_question(each) for each in people]
            yield from people or [RosterLine(row.place, row.text, fault="there is no name")]

    def _reason_aside(self, row: RosterRow, filled: Sequence[str], index: int) -> str:
        if self.table.headings and row.cells == self.table.headings.cells:
            return "the headings stand here again"
        text = filled[0].rstrip()
        if len(filled) == 1 and row.cells.index(filled[0]) not in self.name_columns:
            return ""
        if len(filled) == 1 and (text.endswith(":") or is_answer(text) or is_fee(text)):
            fee = text.strip(" :")
            self.section_fee = fee if is_fee(fee) else ""
            is_unknown = self.has_people and not is_section(text) and not self.section_fee
            self.section, self.section_answer = text, answer_in(text) or UNKNOWN * is_unknown
            return "it is the heading of a part of the list"
        self.has_closing |= CLOSING.fullmatch(text.rstrip(" ,.!")) is not None
        reason = aside_reason(text)
        if reason and (len(filled) == 1 or "total" in reason):
            self.section = self.section_answer = self.section_fee = ""
            return reason
        is_title = TITLE.search(plain(text)) or len(text.split()) > 4
        return "it is the title of the list" if index < self.rows_above and is_title else ""

    def _people(self, row: RosterRow) -> Iterator[LineOrDoubt]:
        if any(row.cells[len(self.table.columns) :]):
            yield RosterLine(row.place, row.text, fault=TOO_MANY_CELLS)
            return
        for block in self.blocks:
            cells = {
                kind: row.cells[column] if kind in NAMES else _without_line_ends(row.cells[column])
                for kind, column in block.items()
                if column < len(row.cells)
            }
            if cells.get("fee"):
                cells["fee"] = _fee_in_cell(cells["fee"], self.table.columns[block["fee"]].heading)
            above = (self.groups[column] for column in block.values() if column in self.groups)
            cells["group"] = cells.get("group", "") or next(above, "")
            if not any(cells.get(kind) for kind in ("name", "full", "reversed", "first", "last")):
                continue
            partner = _partner_answer(cells, row) if len(self.blocks) > 1 else ""
            if partner == "yes":
                yield RosterLine(row.place, row.text, fault=NAMELESS_COMPANION)
            elif partner == UNKNOWN:
                yield _doubt_about_person(
                    RosterLine(row.place, cells.get("full") or cells["name"])
                )
            elif not partner:
                yield from self._people_of_block(row.place, cells)

    def _people_of_block(self, place: int, cells: dict[str, str]) -> Iterator[LineOrDoubt]:
        text, cell = _name_and_people(cells)
        number = cells.get("number", "")
        has_number_before = not number and (self.numbered or self.has_numbers)
        if has_number_before and (prefix := NUMBERED.fullmatch(text)):
            number, text, cell = prefix[1], prefix[2].strip(), people_in(prefix[2])
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
            checked = _ask_about_remark(entry) if self.is_single_column else entry
            yield from self._unless_cancelled(checked)

    def _unless_cancelled(self, entry: LineOrDoubt) -> Iterator[LineOrDoubt]:
        """Set a cancelled person aside. If more words follow "cancelled", ask."""
        line = entry if isinstance(entry, RosterLine) else entry.line
        if not self.table.headed and (is_fee(line.group) or CANCELLED.match(plain(line.group))):
            line = replace(line, group="", notes=_joined_notes(line.group, line.notes))
            entry = line if isinstance(entry, RosterLine) else replace(entry, line=line)
        remarks = REMARKS.split(line.notes) if not line.fault else []
        cancellation = next((each for each in remarks if CANCELLED.match(plain(each))), "")
        if cancellation:
            if self._answer_in(cancellation) == UNKNOWN:
                yield from self._doubts_about(line, cancellation)
            _, reason = self._with_answer(line, cancellation)
            entry = replace(line, fault=reason, aside=True) if reason else entry
        yield entry

    def _answer_in(self, text: str) -> str:
        """Return the answer in a text, UNKNOWN for other words until the organiser chooses."""
        answer = answer_in(text)
        if answer or not text:
            return answer
        bare = re.sub(r"\W+", "-", plain(text)).strip("-")[:LONGEST_ANSWER]
        is_past_limit = len(self.unknown_answers) >= MOST_UNKNOWN_ANSWERS
        kind = self.unknown_answers.setdefault(text, ANSWER if is_past_limit else ANSWER + bare)
        answer_given = self.answers.get(kind, "")
        return answer_given if answer_given in COMING else UNKNOWN

    def _doubts_about(self, line: RosterLine, answer: str) -> Iterator[Doubt]:
        if kind := self.unknown_answers.get(answer):
            yield Doubt(kind, replace(line, source=answer), dict.fromkeys(COMING, ()))

    def _has_only_marks(self) -> bool:
        columns = {block["answer"] for block in self.blocks if "answer" in block}
        cells = (row.cells for row in self.table.rows)
        values = [row[index] for row in cells for index in columns if index < len(row)]
        answers = set(map(self._answer_in, values))
        return "yes" in answers and "no" not in answers

    def _with_answer(self, base: RosterLine, answer: str) -> tuple[RosterLine, str]:
        """Return the line with its answer as a note, and the reason if nobody comes."""
        meaning = self._answer_in(answer) or self.section_answer
        if meaning == UNKNOWN:
            return base, f"“{shortened(answer)}” is not understood"
        if meaning == "no":
            where = "" if answer else f", as “{shortened(self.section)}” above it says"
            return base, f"{shortened(clean_name(base.name))} does not come{where}"
        if not answer and self.has_only_marks and not self.section:
            return base, "it has no mark, unlike the people who come"
        is_plain = meaning == "yes" and len(answer.split()) < 3
        note = answer or (self.section.strip(" :").casefold() if meaning == "maybe" else "")
        return (base if is_plain else replace(base, notes=_joined_notes(base.notes, note))), ""


def _name_and_people(cells: Mapping[str, str]) -> tuple[str, Cell]:
    name, first, last = (cells.get(kind, "") for kind in ("name", "first", "last"))
    if "first" in cells and "last" not in cells:
        name, last = "", name
    elif "last" in cells and "first" not in cells:
        name, first = "", name
    surname_first, words = cells.get("reversed", ""), cells.get("reversed", "").split()
    if len(words) == 2 and is_simple(surname_first):
        surname_first = ", ".join(words)
        return surname_first, (CellPerson(surname_first),)
    if full_name := cells.get("full") or surname_first or name:
        return full_name, people_in(full_name)
    first = " ".join(filter(None, (first, cells.get("middle", ""))))
    last = " ".join(filter(None, (last, cells.get("last2", ""))))
    text = ", ".join(filter(None, (last, first)))
    if not first or not last:
        return text, people_in(text)
    if is_simple(first) and is_simple(last):
        return text, (CellPerson(text),)
    return text, tuple(_join_halves(people_in(first), people_in(last)))


def _join_halves(first_cell: Cell, last_cell: Cell) -> Iterator[CellItem]:
    """Yield people whose first and last names stand in two columns: "Ann & Bob", "Miller"."""
    surnames = [item for item in last_cell if isinstance(item, CellPerson) and not item.fault]
    if len(surnames) != len(last_cell) or len(surnames) not in {1, len(first_cell)}:
        last_name = " ".join(map(_single_name, last_cell))
        surnames = [CellPerson(last_name)] * len(first_cell)
    elif len(surnames) == 1:
        surnames *= len(first_cell)
    for first, surname in zip(first_cell, surnames, strict=True):
        if isinstance(first, CellDoubt):
            one_person, *two_people = (
                f"{surname.name}, {name}" for name in (first.one_person, *first.two_people)
            )
            yield CellDoubt(first.kind, one_person, tuple(two_people))
        elif first.fault:
            yield first
        else:
            name, notes = f"{surname.name}, {first.name}", first.notes or surname.notes
            yield replace(first, name=name, notes=notes)


def _single_name(item: CellItem) -> str:
    return item.one_person if isinstance(item, CellDoubt) else item.name


def _lines_of_cell(base: RosterLine, cell: Cell) -> Iterator[LineOrDoubt]:
    if not cell:
        yield replace(base, fault="there is no name")
    for index, item in enumerate(cell):
        line = replace(base, number=0) if index else base
        if isinstance(item, CellDoubt):
            line = replace(line, notes=_joined_notes(item.notes, line.notes))
            is_whole = clean_name(item.one_person) == clean_name(base.name)
            single = replace(line, name=item.one_person, source="" if is_whole else base.name)
            first_line, *other_lines = (
                replace(line, name=name, source=base.name) for name in item.two_people
            )
            both = (first_line, *(replace(other_line, number=0) for other_line in other_lines))
            yield Doubt(item.kind, single, {"one": (single,), "two": both})
        elif item == CellPerson(line.name):
            yield line
        else:
            yield _line_of(line, item, has_many=len(cell) > 1)


def _line_of(base: RosterLine, person: CellPerson, *, has_many: bool) -> RosterLine:
    text = base.name
    is_changed = has_many or person.name != BULLET.sub("", text)
    return replace(
        base,
        name=person.name,
        group=base.group or person.group,
        notes=_joined_notes(person.notes, base.notes),
        fault=person.fault,
        aside=person.aside,
        source=text if is_changed and not person.fault else "",
    )


def _joined_notes(*notes: str) -> str:
    return "; ".join(filter(None, notes))


def _without_line_ends(text: str) -> str:
    return text.replace(f" {NEW_LINE} ", " ")


def _partner_answer(cells: Mapping[str, str], row: RosterRow) -> str:
    """Return the answer in a partner's column: "" if it holds a name, UNKNOWN in doubt.

    Words in small letters are in doubt if another cell of the row begins with a capital letter.
    """
    text = cells.get("full") or cells.get("name") or ""
    if text and not text.strip("-–—./ "):
        return "no"
    is_small = text.islower() and any(cell[:1].isupper() for cell in row.cells)
    return answer_in(text) or (UNKNOWN if is_small else "")


def _doubt_about_person(line: RosterLine) -> Doubt:
    nobody = replace(line, fault="you chose “Nobody” for it", aside=True)
    return Doubt("people", line, {"none": (nobody,), "one": (line,)})


def _as_question(entry: LineOrDoubt) -> LineOrDoubt:
    if isinstance(entry, RosterLine) and not entry.fault:
        return _doubt_about_person(entry)
    return entry


def _fee_in_cell(text: str, heading: str) -> str:
    """Return the words of a cell about the fee, "" if it says that nothing is paid."""
    if answer_in(text) == "no" or not text.strip("0.,$€£ -"):
        return ""
    return f"{heading}: {text}" if heading and not is_fee(text) else text


def _ask_about_remark(entry: LineOrDoubt) -> LineOrDoubt:
    """Turn a line whose name looks like a sentence ("See you!") into a doubt."""
    if isinstance(entry, Doubt) or entry.fault:
        return entry
    words = entry.name.split()
    small = [word for word in words if word[0].islower() and not PARTICLE.fullmatch(word)]
    has_end = entry.notes == "?" or entry.name[-1] in "!?…"
    is_sentence = bool(small) and (has_end or len(small) * 2 >= len(words) > 2)
    return _doubt_about_person(entry) if is_sentence else entry


def _rows_above_names(rows: Sequence[RosterRow]) -> int:
    texts = [row.text for row in rows]
    if any(map(is_address, texts)):
        return 0
    if len(texts) > 1 and texts[0].casefold() == "nom":
        return 1  # "Nom" is French for name, and a name in Thailand: ask
    bullets = [bool(BULLET.match(text)) for text in texts]
    if bullets.count(True) > 1 and sum(bullets) * 5 >= len(rows) * 3:
        return bullets.index(True)
    gaps = [
        index for index in range(1, len(rows)) if rows[index].place > rows[index - 1].place + 1
    ]
    if len(gaps) == 1 and gaps[0] <= 3:
        is_title = any(TITLE.search(plain(text)) for text in texts[: gaps[0]])
        return gaps[0] if len(rows) - gaps[0] > (1 if is_title else 3) else 0
    return 0


def _begin_with_numbers(rows: Sequence[RosterRow], *, numbered: bool) -> bool:
    """Return whether most names follow a number that is not the bullet of a numbered list."""
    texts = [row.cells[0] for row in rows if row.cells]
    starts = [text for text in texts if NUMBERED.fullmatch(text)]
    is_list = all(BULLET.match(text) for text in starts) and starts[:1] < ["2"] and not numbered
    return len(starts) > 1 and len(starts) * 5 >= len(texts) * 3 and not is_list


def _columns_of_halves(table: RosterTable, blocks: Sequence[Mapping[str, int]]) -> list[int]:
    first_block = blocks[0] if blocks else {}
    halves = [first_block[kind] for kind in ("name", "first", "last") if kind in first_block]
    if len(halves) != 2 or len(table.rows) < 4:
        return []
    count = sum(
        all(row.cells[column : column + 1] > ("",) for column in halves) for row in table.rows
    )
    return halves if count * 4 >= len(table.rows) * 3 else []


def _has_surnames_first(table: RosterTable, entries: Iterable[LineOrDoubt]) -> bool:
    if any("," in column.heading for column in table.columns):
        return True
    lines = (line for line in entries if isinstance(line, RosterLine) and not line.fault)
    return any("," in line.name and is_word(line.name.partition(",")[0]) for line in lines)


def _apply_answers(
    entries: Sequence[LineOrDoubt], answers: Mapping[str, str]
) -> tuple[list[RosterLine], list[RosterQuestion]]:
    lines, doubts_by_question = list[RosterLine](), dict[str, list[Doubt]]()
    for entry in entries:
        if isinstance(entry, RosterLine):
            lines.append(entry)
            continue
        lines.extend(entry.readings.get(answers.get(entry.kind, ""), ()))
        doubts_by_question.setdefault(entry.kind, []).append(entry)
    return lines, [_question(kind, doubts, answers) for kind, doubts in doubts_by_question.items()]


def _question(
    kind: str, doubts: Sequence[Doubt], answer_by_kind: Mapping[str, str]
) -> RosterQuestion:
    first, more_count = doubts[0], len(doubts) - EXAMPLES
    lines = (doubt.line for doubt in doubts[:EXAMPLES])
    places = "; ".join(
        f"“{shortened(each.source or each.name)}” in line {each.place}" for each in lines
    )
    places += f"; and {more_count} more" if more_count > 0 else ""
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
    answer = answer_by_kind.get(kind, "")
    return RosterQuestion(kind, text, tuple(answers.items()), answer if answer in answers else "")


def _row_fault(name: str, cells: Mapping[str, str]) -> str:
    kinds = ("number", "group", "notes", "word", "kept")
    number, group, notes, word, kept = (cells.get(kind, "") for kind in kinds)
    faults = {
        "there is no name": not clean_name(name),
        f"the prize group is longer than {LONGEST_GROUP} letters": len(group) > LONGEST_GROUP,
        f"the notes are longer than {LONGEST_NOTES} letters": len(max(notes, kept, key=len))
        > LONGEST_NOTES,
        f"the word is longer than {LONGEST_WORD} letters": len(word) > LONGEST_WORD,
        f"“{number[:20]}” is no number": bool(number) and not NUMBER.fullmatch(number),
    }
    return next((fault for fault, is_fault in faults.items() if is_fault), "")


def _name_fault(line: RosterLine) -> str:
    if max(len(line.name), len(line.clean_name)) > LONGEST_NAME:
        return f"the name is longer than {LONGEST_NAME} letters"
    if len(line.notes) > LONGEST_NOTES:  # notes in brackets after the name are not in a column
        return f"the notes are longer than {LONGEST_NOTES} letters"
    return (
        "" if any(letter.isalpha() for letter in line.name) else f"“{line.name[:20]}” is no name"
    )


def _with_number_faults(lines: Iterable[RosterLine]) -> list[RosterLine]:
    checked_lines, places_by_number = [], dict[int, int]()
    for line in lines:
        fault = line.fault
        if not fault and not line.number:
            fault = "type a number and a name, for example 27 Alma R"
        elif not fault and line.number in places_by_number:
            fault = f"number {line.number} is in line {places_by_number[line.number]} already"
        places_by_number.setdefault(line.number, line.place)
        checked_lines.append(replace(line, fault=fault))
    return checked_lines
