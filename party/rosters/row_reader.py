"""Turns the rows of a table into lines, one for each person."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from party.rosters.cells import (
    BULLET,
    NAMELESS_COMPANION,
    Cell,
    CellDoubt,
    CellItem,
    CellPerson,
    is_plain_name,
    people_in,
)
from party.rosters.columns import MOST_UNKNOWN_ANSWERS, NAMES, NUMBER, RosterTable
from party.rosters.lines import Doubt, LineOrDoubt, RosterLine
from party.rosters.names import LONGEST_WORD, PARTICLE, clean_name, shortened
from party.rosters.rows import NEW_LINE, RosterRow
from party.rosters.vocabulary import (
    CANCELLED,
    CLOSING,
    TITLE,
    answer_in,
    is_address,
    is_fee_remark,
    is_prize_group,
    is_section_heading,
    is_whole_answer,
    plain,
    reason_to_ignore,
)

LONGEST_GROUP = 40
LONGEST_NOTES = 500
NUMBERED = re.compile(r"(?:no\.? *)?#?(\d{1,6})[.:)]?\s+(.*)", re.IGNORECASE)
TOO_MANY_CELLS = "it has more cells than there are columns; put a name with a comma in quotes"
LINES_OF_A_SIGNATURE = 3
UNKNOWN = "?"  # an answer that is not understood
ANSWER = "answer-"  # the start of the kind of a question about such an answer
COMING = {"yes": "They come", "no": "They do not come"}
REMARKS = re.compile(r"\s*[;,]\s*")
LONGEST_ANSWER = 40


def ignored_line(row: RosterRow, reason: str) -> RosterLine:
    return RosterLine(row.place, row.text, fault=reason, is_ignored=True)


class RowReader:
    """Reads rows from top to bottom: a section's heading counts for the rows below."""

    def __init__(
        self, table: RosterTable, answers: Mapping[str, str], *, is_numbered: bool
    ) -> None:
        self.table, self.answers, self.is_numbered = table, answers, is_numbered
        self.blocks = [block for block in table.blocks if block]
        self.is_single_column = len(table.columns) < 2
        is_bare = self.is_single_column and not table.has_known_headings
        self.rows_above = _rows_above_names(table.rows) if is_bare else 0
        self.has_numbers = not table.has_known_headings and _begin_with_numbers(
            table.rows, is_numbered=is_numbered
        )
        self.halves = _columns_of_halves(table, self.blocks)
        self.unknown_answers = dict[str, str]()  # the kind of the question, by answer
        self.has_only_marks = self._has_only_marks()
        names = (
            column for block in self.blocks for kind, column in block.items() if kind in NAMES
        )
        self.name_columns = {0, *names}
        columns = table.columns if table.has_known_headings else ()
        self.groups = {
            column.index: column.heading for column in columns if is_prize_group(column.heading)
        }
        self.section, self.section_answer, self.section_fee = "", "", ""
        self.has_people = self.has_closing = False

    def read(self, row: RosterRow, index: int) -> Iterator[LineOrDoubt]:
        filled = [cell for cell in row.cells if cell]
        if not filled:
            return
        is_half = len(filled) == 1 and row.cells.index(filled[0]) in self.halves
        if reason := self._reason_to_ignore(row, filled, index):
            yield ignored_line(row, reason)
        elif index < self.rows_above or is_half:
            yield _doubt_about_person(RosterLine(row.place, filled[0]))
        else:
            self.has_people = True
            people = list(self._people(row))
            if self.has_closing and index >= len(self.table.rows) - LINES_OF_A_SIGNATURE:
                people = [_as_doubt(entry) for entry in people]
            yield from people or [RosterLine(row.place, row.text, fault="there is no name")]

    def _reason_to_ignore(self, row: RosterRow, filled: Sequence[str], index: int) -> str:
        if self.table.headings and row.cells == self.table.headings.cells:
            return "the headings stand here again"
        text, is_only_cell = filled[0].rstrip(), len(filled) == 1
        if is_only_cell and row.cells.index(filled[0]) not in self.name_columns:
            return ""
        if is_only_cell and (text.endswith(":") or is_whole_answer(text) or is_fee_remark(text)):
            fee = text.strip(" :")
            self.section_fee = fee if is_fee_remark(fee) else ""
            is_unknown = self.has_people and not is_section_heading(text) and not self.section_fee
            self.section = text
            self.section_answer = answer_in(text) or (UNKNOWN if is_unknown else "")
            return "it is the heading of a part of the list"
        self.has_closing |= CLOSING.fullmatch(text.rstrip(" ,.!")) is not None
        reason = reason_to_ignore(text)
        if reason and (is_only_cell or "total" in reason):
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
            groups = (self.groups[column] for column in block.values() if column in self.groups)
            cells["group"] = cells.get("group", "") or next(groups, "")
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
        has_number_before = not number and (self.is_numbered or self.has_numbers)
        if has_number_before and (prefix := NUMBERED.fullmatch(text)):
            number, text, cell = prefix[1], prefix[2].strip(), people_in(prefix[2])
        number_match = NUMBER.fullmatch(number)
        base = RosterLine(
            place,
            text,
            group=cells.get("group", ""),
            number=int(number_match[1]) if number_match else 0,
            notes=cells.get("notes", ""),
            word=cells.get("word", ""),
            club_notes=cells.get("kept", ""),
            fee=cells.get("fee", "") or self.section_fee,
            fault=_row_fault(text, {**cells, "number": number}),
        )
        if base.fault:
            yield base
            return
        section = self.section if self.section_answer == UNKNOWN else ""
        answer = cells.get("answer", "") or section
        if is_fee_remark(answer):
            base = replace(base, fee=base.fee or answer)
        if self.section_answer or "answer" in cells:
            base, reason = self._with_answer(base, answer)
            yield from self._doubts_about(base, answer)
            if reason:
                yield replace(base, fault=reason, is_ignored=True)
                return
        for entry in _lines_of_cell(base, cell):
            checked = _doubt_if_sentence(entry) if self.is_single_column else entry
            yield from self._check_cancellation(checked)

    def _check_cancellation(self, entry: LineOrDoubt) -> Iterator[LineOrDoubt]:
        """Ignore a person who cancelled. If more words follow "cancelled", ask."""
        line = entry if isinstance(entry, RosterLine) else entry.line
        if not self.table.has_known_headings and (
            is_fee_remark(line.group) or CANCELLED.match(plain(line.group))
        ):
            line = replace(line, group="", notes=_joined_notes(line.group, line.notes))
            entry = line if isinstance(entry, RosterLine) else replace(entry, line=line)
        remarks = REMARKS.split(line.notes) if not line.fault else []
        cancellation = next((text for text in remarks if CANCELLED.match(plain(text))), "")
        if cancellation:
            if self._answer_in(cancellation) == UNKNOWN:
                yield from self._doubts_about(line, cancellation)
            _, reason = self._with_answer(line, cancellation)
            entry = replace(line, fault=reason, is_ignored=True) if reason else entry
        yield entry

    def _answer_in(self, text: str) -> str:
        """Return the answer in a text; UNKNOWN for other words until the organiser chooses."""
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
            section_text = "" if answer else f", as “{shortened(self.section)}” above it says"
            return base, f"{shortened(clean_name(base.name))} does not come{section_text}"
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
    if len(words) == 2 and is_plain_name(surname_first):
        surname_first = ", ".join(words)
        return surname_first, (CellPerson(surname_first),)
    if full_name := cells.get("full") or surname_first or name:
        return full_name, people_in(full_name)
    first = " ".join(filter(None, (first, cells.get("middle", ""))))
    last = " ".join(filter(None, (last, cells.get("last2", ""))))
    text = ", ".join(filter(None, (last, first)))
    if not first or not last:
        return text, people_in(text)
    return text, tuple(_join_halves(people_in(first), people_in(last)))


def _join_halves(first_cell: Cell, last_cell: Cell) -> Iterator[CellItem]:
    """Join first names and surnames of two columns: "Ann & Bob", "Miller"."""
    surnames = [item for item in last_cell if isinstance(item, CellPerson) and not item.fault]
    if len(surnames) != len(last_cell) or len(surnames) not in {1, len(first_cell)}:
        last_name = " ".join(map(name_as_one_person, last_cell))
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


def name_as_one_person(item: CellItem) -> str:
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
            first_name, second_name = item.two_people
            first = replace(line, name=first_name, source=base.name)
            second = replace(first, name=second_name, number=0)
            yield Doubt(item.kind, single, {"one": (single,), "two": (first, second)})
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
        is_ignored=person.is_ignored,
        source=text if is_changed and not person.fault else "",
    )


def _joined_notes(*notes: str) -> str:
    return "; ".join(filter(None, notes))


def _without_line_ends(text: str) -> str:
    return text.replace(f" {NEW_LINE} ", " ")


def _partner_answer(cells: Mapping[str, str], row: RosterRow) -> str:
    """Return the answer in a partner's column: "" for a name, UNKNOWN in doubt.

    Words in small letters are in doubt if another cell of the row has a capital letter.
    """
    text = cells.get("full") or cells.get("name") or ""
    if text and not text.strip("-–—./ "):
        return "no"
    is_small = text.islower() and any(cell[:1].isupper() for cell in row.cells)
    return answer_in(text) or (UNKNOWN if is_small else "")


def _doubt_about_person(line: RosterLine) -> Doubt:
    nobody = replace(line, fault="you chose “Nobody” for it", is_ignored=True)
    return Doubt("people", line, {"none": (nobody,), "one": (line,)})


def _as_doubt(entry: LineOrDoubt) -> LineOrDoubt:
    if isinstance(entry, RosterLine) and not entry.fault:
        return _doubt_about_person(entry)
    return entry


def _fee_in_cell(text: str, heading: str) -> str:
    """Return the words about the fee; "" if the cell says that nothing is paid."""
    if answer_in(text) == "no" or not text.strip("0.,$€£ -"):
        return ""
    return f"{heading}: {text}" if heading and not is_fee_remark(text) else text


def _doubt_if_sentence(entry: LineOrDoubt) -> LineOrDoubt:
    """Turn a line such as "See you!" into a doubt."""
    if isinstance(entry, Doubt) or entry.fault:
        return entry
    words = entry.name.split()
    small_words = [word for word in words if word[0].islower() and not PARTICLE.fullmatch(word)]
    has_end = entry.notes == "?" or entry.name[-1] in "!?…"
    is_sentence = bool(small_words) and (has_end or len(small_words) * 2 >= len(words) > 2)
    return _doubt_about_person(entry) if is_sentence else entry


def _rows_above_names(rows: Sequence[RosterRow]) -> int:
    """Return how many rows stand above the first bullet, or above an empty line."""
    texts = [row.text for row in rows]
    if any(map(is_address, texts)):
        return 0
    if len(texts) > 1 and texts[0].casefold() == "nom":
        return 1  # "Nom" is French for name, and a name in Thailand: ask
    has_bullet = [bool(BULLET.match(text)) for text in texts]
    if sum(has_bullet) > 1 and sum(has_bullet) * 5 >= len(rows) * 3:
        return has_bullet.index(True)
    # The indexes of rows below an empty line; `rows` has no empty lines.
    rows_after_gap = [i for i in range(1, len(rows)) if rows[i].place > rows[i - 1].place + 1]
    if len(rows_after_gap) == 1 and (count := rows_after_gap[0]) <= 3:
        is_title = any(TITLE.search(plain(text)) for text in texts[:count])
        return count if len(rows) - count > (1 if is_title else 3) else 0
    return 0


def _begin_with_numbers(rows: Sequence[RosterRow], *, is_numbered: bool) -> bool:
    """Return whether people have numbers; the numbering of a list does not count."""
    texts = [row.cells[0] for row in rows if row.cells]
    starts = [text for text in texts if NUMBERED.fullmatch(text)]
    is_list = all(BULLET.match(text) for text in starts) and starts[:1] < ["2"] and not is_numbered
    return len(starts) > 1 and len(starts) * 5 >= len(texts) * 3 and not is_list


def _columns_of_halves(table: RosterTable, blocks: Sequence[Mapping[str, int]]) -> list[int]:
    """Return the two columns of halves; [] if many rows leave one of the two empty."""
    first_block = blocks[0] if blocks else {}
    halves = [first_block[kind] for kind in ("name", "first", "last") if kind in first_block]
    if len(halves) != 2 or len(table.rows) < 4:
        return []
    last = max(halves)
    rows = (row.cells for row in table.rows if len(row.cells) > last)
    full_count = sum(all(cells[column] for column in halves) for cells in rows)
    return halves if full_count * 4 >= len(table.rows) * 3 else []


def _row_fault(name: str, cells: Mapping[str, str]) -> str:
    kinds = ("number", "group", "notes", "word", "kept")
    number, group, notes, word, kept = (cells.get(kind, "") for kind in kinds)
    longest_notes = max(len(notes), len(kept))
    is_fault_by_text = {
        "there is no name": not clean_name(name),
        f"the prize group is longer than {LONGEST_GROUP} letters": len(group) > LONGEST_GROUP,
        f"the notes are longer than {LONGEST_NOTES} letters": longest_notes > LONGEST_NOTES,
        f"the word is longer than {LONGEST_WORD} letters": len(word) > LONGEST_WORD,
        f"“{number[:20]}” is not a number": bool(number) and not NUMBER.fullmatch(number),
    }
    return next((fault for fault, is_fault in is_fault_by_text.items() if is_fault), "")
