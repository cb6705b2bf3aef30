"""The last stage: people, faults and questions of a whole list."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import chain

from party.rosters.cells import NAMELESS_COMPANION, is_single_name, people_in
from party.rosters.columns import (
    MOST_COLUMNS,
    MOST_UNKNOWN_ANSWERS,
    UNSURE,
    UNUSED,
    Column,
    RosterTable,
    table_of,
)
from party.rosters.lines import Doubt, LineOrDoubt, RosterLine
from party.rosters.names import LONGEST_NAME, casefolded_name, clean_name, folded, shortened
from party.rosters.row_reader import (
    ANSWER,
    COMING,
    LONGEST_ANSWER,
    LONGEST_NOTES,
    REMARKS,
    RowReader,
    ignored_line,
    name_as_one_person,
)
from party.rosters.rows import HIDDEN, MOST_ROWS, RawRow, RosterRow, has_odd_letters, raw_rows
from party.rosters.vocabulary import ABOUT_FEE, CANCELLED, UNPAID, is_fee_remark, plain

MOST_LINES = 10_000
MOST_LETTERS_READ = 500_000  # of all cells with names, including faulty ones
MOST_LETTERS = 200_000  # of all good lines with their sources
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
# The words for kinds of columns in a sentence. Any other kind is a word already.
KIND_NAMES = {"group": "prize group", "answer": "who comes", "first": "first name"}
KIND_NAMES |= {"last": "last name"} | dict.fromkeys(("", UNUSED, UNSURE), "not used")
SOURCE_LETTERS_SHOWN = 80  # on the page
EXAMPLES = 3  # lines that a question names
FEE = "fee-"  # the start of the kind of a question about the fee
LATER = "later"  # the answer that the fee is not paid yet
NO_ANSWERS = "If they are no answers, choose “Not used” under “What each column is”."


@dataclass(frozen=True, slots=True)
class RosterQuestion:
    """A question about the whole list; `answers` are pairs of answer and text."""

    kind: str
    text: str
    answers: tuple[tuple[str, str], ...]
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """The organiser's choices: kinds of columns by index, answers by kind of question.

    The `columns` apply only to a table with these `headings` ("": to any table). `guests` are the
    typed names of companions, by the mark of the line.
    """

    columns: Mapping[int, str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    headings: str = ""
    guests: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FeeAnswers:
    """The texts of the answers to "Is the fee paid?", by answer; empty without a fee.

    No question is asked about people whose names (as `casefolded_name` returns them) are `listed`.
    """

    answers: Mapping[str, str] = field(default_factory=dict)
    listed: Collection[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Reading:
    """The contents of a list: the good `lines`, and others.

    `ignored_lines` name nobody, and are no mistake. The people of `repeated_lines` have these
    numbers at the party already. `companion_lines` are about companions without a name, and also
    in `faulty_lines`. `unused_headings` are those of columns that are not read. `guessed_kinds`
    are the kinds that were assumed for the columns of a list without headings.
    """

    lines: tuple[RosterLine, ...] = ()
    faulty_lines: tuple[RosterLine, ...] = ()
    ignored_lines: tuple[RosterLine, ...] = ()
    questions: tuple[RosterQuestion, ...] = ()
    columns: tuple[Column, ...] = ()
    unused_headings: tuple[str, ...] = ()
    guessed_kinds: tuple[str, ...] = ()
    has_known_headings: bool = False
    refusal: str = ""  # the reason if the whole list was refused
    repeated_lines: tuple[RosterLine, ...] = ()
    companion_lines: tuple[RosterLine, ...] = ()
    headings: str = ""

    @property
    def faults(self) -> list[str]:
        if self.refusal:
            return [self.refusal]
        return [
            f"Line {line.place}: {line.fault}."
            for line in (*self.faulty_lines, *self.ignored_lines)
        ]

    @property
    def unreadable_lines(self) -> tuple[RosterLine, ...]:
        return tuple(line for line in self.faulty_lines if line not in self.companion_lines)

    @property
    def unsure_columns(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column.kind == UNSURE)

    @property
    def has_open_questions(self) -> bool:
        return bool(self.unsure_columns) or not all(question.answer for question in self.questions)

    @property
    def first_with_comma(self) -> RosterLine | None:
        lines = (line for line in self.lines if "," in line.name and not line.source)
        return None if self.has_known_headings else next(lines, None)


def several_names_refusal(text: str) -> str:
    """Return a refusal of a text that names several people, otherwise ""."""
    lines = read_people(text).lines
    names = shortened(" and ".join(line.clean_name for line in lines))
    return f"That is more than one person: {names}. Add them one at a time." if lines[1:] else ""


def read_people(
    text: str,
    group: str = "",
    *,
    is_numbered: bool = False,
    choices: Choices | None = None,
    fee: FeeAnswers | None = None,
) -> Reading:
    """Read a list. Lines without a prize group get `group`.

    With `is_numbered` every line needs a number of its own, for a blind draw: "27 Alma R".
    """
    choices = choices or Choices()
    raw = raw_rows(text)
    if len(raw) > MOST_ROWS or has_odd_letters(text):
        return Reading(refusal=TOO_LONG if len(raw) > MOST_ROWS else ODD_LETTERS)
    visible = [row for row in raw if not row.text.startswith(HIDDEN)]
    table = table_of(visible, is_numbered=is_numbered)
    if table is None:
        return Reading(refusal=TOO_WIDE)
    if choices.headings in {"", table.headings_key}:
        table = table.with_kinds(choices.columns)
    entries, refusal = _limited_entries(RowReader(table, choices.answers, is_numbered=is_numbered))
    if refusal:
        return Reading(refusal=refusal)
    default_answers = {"comma": "one"} if _has_surnames_first(table, entries) else {}
    lines, questions = _apply_answers(entries, default_answers | dict(choices.answers))
    lines = list(_with_marks(lines[: MOST_LINES + 1]))
    guests = () if is_numbered else [line for line in lines if line.fault == NAMELESS_COMPANION]
    if guests:
        lines = list(chain.from_iterable(_named_guests(line, choices.guests) for line in lines))
    if fee and fee.answers:
        lines, fee_questions = _with_fees(lines, fee, choices.answers)
        questions += fee_questions
    lines = _with_faults(lines, group, is_numbered=is_numbered)
    if refusal := _refusal_of_size(lines):
        return Reading(refusal=refusal)
    hidden = (row for row in raw if row.text.startswith(HIDDEN))
    lines += [_raw_line(row, "it is filtered out in the workbook") for row in hidden]
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
        faulty_lines=tuple(line for line in faulty if not line.is_ignored),
        ignored_lines=tuple(line for line in faulty if line.is_ignored),
        questions=questions,
        columns=table.columns if len(table.columns) > 1 else (),
        unused_headings=tuple(_unused_columns(table)),
        guessed_kinds=_guessed_columns(table),
        has_known_headings=table.has_known_headings,
        companion_lines=guests,
        headings=table.headings_key,
    )


def _with_marks(lines: Iterable[RosterLine]) -> Iterator[RosterLine]:
    """Give each line a mark; a line that stands twice gets two different marks."""
    counts = Counter[tuple[str, str]]()
    for line in lines:
        contents = line.source, line.name
        counts[contents] += 1
        digest = sha256(repr((contents, counts[contents])).encode()).hexdigest()
        yield replace(line, mark=digest[:12])


def _named_guests(line: RosterLine, guests: Mapping[str, str]) -> Iterator[RosterLine]:
    """Replace a line with "+ 1" by the guests whose names the organiser typed for it."""
    names = guests.get(line.mark, "").strip()
    if line.fault != NAMELESS_COMPANION or not names:
        yield line
    else:
        for index, name in enumerate(map(name_as_one_person, people_in(names))):
            mark = f"{line.mark}_{index}"
            yield replace(line, name=name, fault="", is_ignored=False, source=line.name, mark=mark)


def _with_fees(
    lines: Iterable[RosterLine], fee: FeeAnswers, answer_by_kind: Mapping[str, str]
) -> tuple[list[RosterLine], list[RosterQuestion]]:
    answered_lines, lines_by_kind = list[RosterLine](), dict[str, list[RosterLine]]()
    for line in lines:
        if line.fault or casefolded_name(line.name) in fee.listed:
            answered_lines.append(line)
            continue
        answered_line = _with_fee_from_notes(line)
        if answered_line.fee:
            kind = FEE + re.sub(r"\W+", "-", plain(answered_line.fee)).strip("-")[:LONGEST_ANSWER]
            if kind not in lines_by_kind and len(lines_by_kind) >= MOST_UNKNOWN_ANSWERS:
                kind = FEE
            lines_by_kind.setdefault(kind, []).append(answered_line)
            answer = answer_by_kind.get(kind, "")
            answered_line = replace(answered_line, paid=answer if answer in fee.answers else "")
        answered_lines.append(answered_line)
    return answered_lines, [
        _fee_question(kind, lines_of_kind, fee.answers, answer_by_kind)
        for kind, lines_of_kind in lines_by_kind.items()
    ]


def _with_fee_from_notes(line: RosterLine) -> RosterLine:
    """Move words about the fee to `fee`; drop "not paid", which needs no question."""
    remarks = REMARKS.split(line.notes)
    notes = [remark for remark in remarks if not is_fee_remark(remark)]
    fee_remarks = [line.fee] if line.fee else []
    fee_remarks += [r for r in remarks if is_fee_remark(r) or ABOUT_FEE.search(plain(r))]
    fee = "; ".join(remark for remark in fee_remarks if not UNPAID.fullmatch(plain(remark)))
    is_unchanged = len(notes) == len(remarks)
    return replace(line, fee=fee, notes=line.notes if is_unchanged else ", ".join(notes))


def _fee_question(
    kind: str,
    lines: Sequence[RosterLine],
    answers: Mapping[str, str],
    answer_by_kind: Mapping[str, str],
) -> RosterQuestion:
    names = [f"{shortened(line.clean_name)} in line {line.place}" for line in lines[:EXAMPLES]]
    others = f"; and {len(lines) - EXAMPLES} more" if len(lines) > EXAMPLES else ""
    remark_text = f"Your list says “{shortened(lines[0].fee)}” beside {'; '.join(names)}{others}"
    text = f"{remark_text}. Have they paid the fee?"
    answer = answer_by_kind.get(kind, "")
    return RosterQuestion(kind, text, tuple(answers.items()), answer if answer in answers else "")


def _refusal_of_size(lines: Sequence[RosterLine]) -> str:
    good_lines = (line for line in lines if not line.fault)
    letters = sum(
        max(len(folded(line.name)), len(line.source[:SOURCE_LETTERS_SHOWN])) for line in good_lines
    )
    if len(lines) > MOST_LINES:
        return TOO_LONG
    return TOO_MANY_LETTERS if letters > MOST_LETTERS else ""


def _with_whole_row(line: RosterLine, row: RosterRow | None) -> RosterLine:
    """Set the source to the row's text if the name lacks letters of the row."""
    row_text = row.text if row else ""
    is_complete = set(filter(str.isalpha, row_text)) <= set(line.name)
    return line if line.source or is_complete else replace(line, source=row_text)


def _with_faults(lines: list[RosterLine], group: str, *, is_numbered: bool) -> list[RosterLine]:
    if is_numbered:
        lines = _with_number_faults(lines)
    return [
        replace(line, group=line.group or group, fault=line.fault or _name_fault(line))
        for line in lines
    ]


def checked_against_cards(reading: Reading, cards: Mapping[int, str]) -> Reading:
    """Return the reading with a fault for each number that no card has, or somebody else has."""
    lines = [replace(line, fault=_card_fault(line, cards)) for line in reading.lines]
    faulty = [*reading.faulty_lines, *(line for line in lines if line.fault)]
    return replace(
        reading,
        lines=tuple(line for line in lines if not line.fault),
        faulty_lines=tuple(sorted(faulty, key=lambda line: line.place)),
    )


def _card_fault(line: RosterLine, cards: Mapping[int, str]) -> str:
    if line.number not in cards:
        return f"there is no number {line.number} at this party"
    is_taken = cards[line.number] and not _has_this_name(line, cards)
    return f"number {line.number} is {cards[line.number]} already" if is_taken else ""


def with_free_numbers(reading: Reading, cards: Mapping[int, str]) -> Reading:
    """Drop numbers that tonight's list or a line above has already."""
    lines, taken_numbers = [], set(cards)
    for line in reading.lines:
        is_free = line.number not in taken_numbers or _has_this_name(line, cards)
        lines.append(line if is_free else replace(line, number=0, taken_number=line.number))
        taken_numbers.update({line.number} - {0})
    return replace(reading, lines=tuple(lines))


def without_named(reading: Reading, cards: Mapping[int, str]) -> Reading:
    """Move lines whose number has this name already: somebody may send a list twice."""
    repeated_lines = tuple(line for line in reading.lines if _has_this_name(line, cards))
    lines = tuple(line for line in reading.lines if not _has_this_name(line, cards))
    return replace(reading, lines=lines, repeated_lines=repeated_lines)


def _has_this_name(line: RosterLine, cards: Mapping[int, str]) -> bool:
    return bool(line.number) and casefolded_name(cards.get(line.number, "")) == casefolded_name(
        line.name
    )


def _raw_line(row: RawRow, reason: str) -> RosterLine:
    text = re.sub('["\t;,]', " ", row.text.removeprefix(HIDDEN))
    return RosterLine(row.place, " ".join(text.split()), fault=reason, is_ignored=True)


def _unused_columns(table: RosterTable) -> Iterator[str]:
    if not table.headings:
        return
    for column in table.columns:
        if column.kind in {"", UNUSED} and (column.heading or column.example):
            yield shortened(column.heading) or f"column {column.index + 1}, without a heading"


def _guessed_columns(table: RosterTable) -> tuple[str, ...]:
    kinds = [KIND_NAMES.get(column.kind, column.kind) for column in table.columns]
    return tuple(kinds) if len(kinds) > 1 and not table.has_known_headings else ()


def _limited_entries(rows: RowReader) -> tuple[list[LineOrDoubt], str]:
    """Return the entries up to the limits, and a refusal if there are more."""
    entries, letters, last_place = list[LineOrDoubt](), 0, 0
    for entry in _entries(rows):
        line = entry if isinstance(entry, RosterLine) else entry.line
        letters += len(line.source or line.name) if line.place != last_place else 0
        last_place = line.place
        entries.append(entry)
        if len(entries) > MOST_LINES or letters > MOST_LETTERS_READ:
            return entries, TOO_LONG if len(entries) > MOST_LINES else TOO_MANY_LETTERS
    return entries, ""


def _entries(rows: RowReader) -> Iterator[LineOrDoubt]:
    table = rows.table
    yield from (_raw_line(row, "it stands above the headings") for row in table.above)
    # "Guest" may be a heading or a surname.
    single = table.columns[0] if len(table.columns) == 1 else None
    may_be_name = single is not None and single.kind == "full" and " " not in single.heading
    if table.headings and (table.has_unknown_headings or may_be_name):
        yield ignored_line(table.headings, "it looks like headings")
    for index, row in enumerate(table.rows):
        yield from rows.read(row, index)


def _has_surnames_first(table: RosterTable, entries: Iterable[LineOrDoubt]) -> bool:
    if any("," in column.heading for column in table.columns):
        return True
    lines = (line for line in entries if isinstance(line, RosterLine) and not line.fault)
    return any("," in line.name and is_single_name(line.name.partition(",")[0]) for line in lines)


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
        f"“{shortened(line.source or line.name)}” in line {line.place}" for line in lines
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
        suffix = " each" if len(doubts) > 1 else ""
        two = " and ".join(shortened(clean_name(line.name)) for line in first.readings["two"])
        answers = {
            "one": f"One person{suffix}: {shortened(clean_name(first.line.name))}",
            "two": f"Two people{suffix}: {two}",
        }
    answer = answer_by_kind.get(kind, "")
    return RosterQuestion(kind, text, tuple(answers.items()), answer if answer in answers else "")


def _name_fault(line: RosterLine) -> str:
    if max(len(line.name), len(line.clean_name)) > LONGEST_NAME:
        return f"the name is longer than {LONGEST_NAME} letters"
    if len(line.notes) > LONGEST_NOTES:  # notes in brackets after the name count too
        return f"the notes are longer than {LONGEST_NOTES} letters"
    if not any(letter.isalpha() for letter in line.name):
        return f"“{line.name[:20]}” is not a name"
    return ""


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
