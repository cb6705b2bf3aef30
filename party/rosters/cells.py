"""The people in one cell of a list, or in one line of it.

"Ann & Bob Miller" are two people, "Bert - no" is none, "Alma Ek (left-handed)" has a note,
"Ek, Alma <alma@example.org>" an address. A text that can mean one person or two is a `CellDoubt`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from party.rosters.names import PARTICLE, SURNAME_FIRST, shortened, split_name
from party.rosters.rows import NEW_LINE
from party.rosters.vcards import NO_NAME, NO_PERSON
from party.rosters.vocabulary import (
    AND,
    CITY,
    SEAT_LABEL,
    SIGN_OFF,
    SOMEBODY,
    WITHOUT_NAMES,
    answer_in,
    has_title_word,
    is_address,
    is_cancelled,
    is_fee_remark,
    is_prize_group,
    is_section_heading,
    plain,
)

# One to five words of letters, as in most names.
SIMPLE_NAME = re.compile(r"[^\W\d_]['’.\w-]*(?: [^\W\d_]['’.\w-]*){0,4}")
# Words that join two people, or say something about a person.
NOT_IN_A_NAME = frozenset({*AND.split("|"), "the", "famille", "paid", "prepaid", "unpaid", "pd"})
NOT_IN_A_NAME |= {"cancelled", "canceled", "annulé", "annulée", "payé", "payée", "impayé", "réglé"}
BULLET = re.compile(
    r"^(?:[-*•·▪◦●‣–—>→➡➤✅✔☑🔹🔸]\ufe0f?\s*)+(?=[\w(\"'“[])|^\d{1,3}[.)]\s+(?=\D)"
)
TICK_BOX = re.compile(r"^\[([ xX✓✔]?)\]\s*|^([☐☑])\s*")
TIME_STAMP = re.compile(
    r"^\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? +\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?\]?"
    r"(?: ?- ?| +)",
    re.IGNORECASE,
)
STRUCK_OUT_TEXT = re.compile(r"^~+([^~]+)~+$")
E_MAIL = re.compile(r"<?(?:mailto:)?[\w.+%-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+>?", re.IGNORECASE)
PHONE = re.compile(
    r"(?:\b(?:tel|ph|phone|mobile?|cell|fax|tél)\b[.:]*\s*|[☎📞📱]\ufe0f?\s*)?"
    r"(?<![\w.])\(?\+?\(?\d[\d\s()./-]{4,20}\d(?!\w)",
    re.IGNORECASE,
)
# What a phone number or an e-mail address leaves behind when it is removed.
EMPTY_CONTACT = re.compile(r"\(\s*\)|<\s*>|\b(?:tel|ph|phone|e-?mail)\b[.:]*\s*(?=[,;]|$)")
ANSWER_MARK = re.compile(r"\s*([✅✔☑👍🙋💪]|[❌✖✗✘👎🚫⛔])(?:\ufe0f|[\U0001f3fb-\U0001f3ff])?\s*$")
NO_MARKS = "❌✖✗✘👎🚫⛔"
EMOJI_ENDS = "\u200d\ufe0f" + "".join(map(chr, range(0x2600, 0x27C0)))
EMOJI_CHARACTERS = rf"\U0001f000-\U0001faff{EMOJI_ENDS}\s"
EMOJI = re.compile(rf"^[{EMOJI_CHARACTERS}]+|(?<![{EMOJI_CHARACTERS}])[{EMOJI_CHARACTERS}]+$")
NOTE_IN_BRACKETS = re.compile(r"^(.+?)\s*[(\[{]([^()\[\]{}]*)[)\]}]$")
COMPANION = re.compile(rf"^(.+?)\s*(?:\+|&|(?<=\s)(?:{AND}|plus)(?=\s))\s*(.+)$", re.IGNORECASE)
PARTS_AT_SIGN = re.compile(r"^(.*?[^\s:=])(\s+(?:[-–—=]+|-+>|→)\s+|\s*:(?![/\d])\s*)(.*)$")
# Ann (and Bob) Miller
BRACKETED_COMPANION = re.compile(rf"\s*\((?:\+|&|{AND})\s+([^()]*)\)(?= \w)")
LINE_BREAK_TAG = re.compile(r"<br ?/?>", re.IGNORECASE)
COUNT_AFTER_NAME = re.compile(r"^(.+?)\s*[x×]\s?\d+$")  # Alma Ek x2
# Nine notes or counts after one name are too many: each is read by one more level of recursion.
MANY_NOTES = re.compile(r"(?:\s*(?:[(\[{][^()\[\]{}]*[)\]}]|[x×]\s?\d+)){9}$")
# Alma Ek (women), Bert Oh (men)
SEPARATOR_AFTER_NOTE = re.compile(
    rf"(?<=[)\]}}])(?:\s*[,;/&+]|\s+(?:{AND})\b)\s*(?=[^\W\d_])", re.IGNORECASE
)
LABEL = re.compile(r"^(?:to|cc|bcc|à|players|joueurs|names?)\s*:\s+(?=\S)", re.IGNORECASE)
SUFFIX = re.compile(r",\s*(jr|sr|ii|iii|iv|md|phd)\b(\.?)(?=$|,)", re.IGNORECASE)
NAME_SEPARATORS = re.compile(rf"\s*[;,/&+]\s*|\s+(?:{AND}|AND)\s+")
AND_SEPARATORS = re.compile(rf"\s*[/&+]\s*|\s+(?:{AND}|AND)\s+")
NUMBER_IN_LINE = re.compile(r"(?<=\S)\s+\d{1,3}[.)]\s+(?=\D)")
WRONG_ENCODING = re.compile("[ÃÂÄÅâ][\u0080-\u00bf–—‘’“”‚„†‡•…‰‹›€™ŠšŽžŒœŸƒˆ˜]")
LONGEST_CELL = 10_000
LONGEST_JOINING_WORD = 3  # letters of "and" in other languages: und, och, y
NAMELESS = "more than one person may be meant; type the name of each"
SEVERAL_REMARKS = "it says several things; put every person on a line of their own"
MESSAGE = "it is a message; type the names that are meant"
NAMELESS_COMPANION = "somebody comes along whose name is missing"
COUNT_OF_GUESTS = re.compile(rf"\d+ (?!\d)(?:{SOMEBODY.pattern})")  # 12 guests
QUOTES = "\"“”„«»'‘’"


@dataclass(frozen=True, slots=True)
class CellPerson:
    """A person; with a `fault` it is a text that names nobody.

    If it also `is_ignored`, it is no mistake of the list: a title, or somebody who does not come.
    """

    name: str
    notes: str = ""
    group: str = ""
    fault: str = ""
    is_ignored: bool = False


@dataclass(frozen=True, slots=True)
class CellDoubt:
    """A cell that can mean one person or two."""

    kind: str
    one_person: str
    two_people: tuple[str, ...]
    notes: str = ""


CellItem = CellPerson | CellDoubt
Cell = tuple[CellItem, ...]


def people_in(text: str) -> Cell:
    text = LINE_BREAK_TAG.sub(NEW_LINE, _repair_encoding(text))
    text = " ".join(text.split())
    if SIGN_OFF.fullmatch(text):
        return (CellPerson(text, fault="it ends a message", is_ignored=True),)
    if is_plain_name(text):
        return (CellPerson(text),)
    if fault := _whole_cell_fault(text):
        return (fault,)
    pieces = [piece.strip() for piece in text.split(NEW_LINE)]
    if len(pieces) == 2 and all(map(is_single_name, pieces)):
        return (CellDoubt("and", " ".join(pieces), tuple(pieces)),)
    if len(pieces) == 1:
        return tuple(chain.from_iterable(map(_read_piece, _split_at_marks(text))))
    return tuple(chain.from_iterable(map(people_in, pieces)))


def _split_at_marks(text: str) -> list[str]:
    """Split "1. Alma 2. Bert", or several e-mail addresses."""
    if text.startswith("@"):  # a chat names people so: @Alma @Bert
        return [piece for piece in re.split(r"\s*@(?=\w)", text) if piece]
    if "@" in text:
        return [piece for piece in re.split(r"(?<=>)\s*,\s*|\s*;\s*", text) if piece]
    return NUMBER_IN_LINE.split(text) if text[:1] in {"1", "("} else [text]


def is_plain_name(text: str) -> bool:
    if not SIMPLE_NAME.fullmatch(text):
        return False
    words = text.split()
    if any(word[0].islower() and not PARTICLE.fullmatch(word) for word in words[1:]):
        return False
    return NOT_IN_A_NAME.isdisjoint(map(str.casefold, words))


def _repair_encoding(text: str) -> str:
    """Return "Müller" for "MÃ¼ller": UTF-8 that was read as Windows-1252."""
    if not WRONG_ENCODING.search(text):
        return text
    try:
        return text.encode("cp1252").decode()
    except UnicodeError:
        return text


def _whole_cell_fault(text: str) -> CellPerson | None:
    bare = plain(text)
    if text.startswith(NO_PERSON):
        return CellPerson(
            text.removeprefix(NO_PERSON).strip(), fault="it is not a person", is_ignored=True
        )
    if re.fullmatch(r"[(\[{][^()\[\]{}]*[)\]}]", text) and text != NO_NAME:
        return CellPerson(text, fault="it is a note, without a name", is_ignored=True)
    if _is_whole_address(text, bare):
        fault = "it is the title of the list" if has_title_word(text) else "it is an address"
        return CellPerson(text, fault=fault, is_ignored=True)
    is_fault_by_text = {
        "it begins with =, so it is a formula, not a name": re.match(r"=|[-+@]\w+\(", text),
        "a letter in it is damaged; type the name again": "\ufffd" in text,
        "there is no name": text == NO_NAME,
        f"it is longer than {LONGEST_CELL:,} letters": len(text) > LONGEST_CELL,
        NAMELESS: WITHOUT_NAMES.fullmatch(bare),
    }
    faults = (fault for fault, is_fault in is_fault_by_text.items() if is_fault)
    return next((CellPerson(text, fault=fault) for fault in faults), None)


def _is_whole_address(text: str, bare: str) -> bool:
    """Return whether the text is only an address, unlike "Ann Miller, 12 Oak Street"."""
    before, comma, _ = text.partition(",")
    has_name = comma and not any(letter.isdigit() for letter in before)
    return bool(is_address(text) and (not has_name or CITY.fullmatch(bare)))


def _read_piece(text: str) -> Iterator[CellItem]:
    if stamp := TIME_STAMP.match(text):
        text = text[stamp.end() :]
    if match := STRUCK_OUT_TEXT.match(text):
        yield CellPerson(
            text, fault=f"{shortened(match[1].strip())} is struck out", is_ignored=True
        )
        return
    if tick := TICK_BOX.match(text):
        if not (tick[1] or "").strip() and tick[2] != "☑":
            yield CellPerson(text, fault="its box is not ticked", is_ignored=True)
            return
        text = text[tick.end() :]
    name = LABEL.sub("", BULLET.sub("", text))
    if not stamp and is_plain_name(name):
        yield CellPerson(name)
        return
    yield from _read_without_contacts(name, full_text=text, has_stamp=bool(stamp))


def _read_without_contacts(text: str, *, full_text: str, has_stamp: bool) -> Iterator[CellItem]:
    bare = PHONE.sub(" ", E_MAIL.sub(" ", text))
    if bare != text:
        bare = EMPTY_CONTACT.sub(" ", bare)
        bare = " ".join(bare.split()).strip(" ,;:-–<>")
        if not any(letter.isalpha() for letter in bare):
            yield CellPerson(full_text, fault="there is no name, only how to reach somebody")
            return
    yield from _read_answer(bare, full_text=full_text, has_stamp=has_stamp)


def _read_answer(text: str, *, full_text: str, has_stamp: bool) -> Iterator[CellItem]:
    """Read "Bert - no", "Yes: Alma, Bert", "Alma – needs a ride"."""
    if mark := ANSWER_MARK.search(text):
        names = _read_names(text[: mark.start()])
        yield from _apply_answer(names, "no" if mark[1] in NO_MARKS else "yes", full_text)
        return
    text = EMOJI.sub("", text)
    parts = PARTS_AT_SIGN.match(text)
    if parts and parts[3]:
        yield from _read_around_sign(*parts.groups(), full_text=full_text, has_stamp=has_stamp)
    elif has_stamp:
        yield CellPerson(full_text, fault=MESSAGE, is_ignored=True)
    elif (remark := _remark_at_end(text)) and _has_names_after(remark):
        yield CellPerson(full_text, fault=SEVERAL_REMARKS)
    elif remark and is_fee_remark(remark):
        name = text.removesuffix(remark).rstrip(" ,;:-–—")
        yield from _with_notes(
            _read_answer(name, full_text=full_text, has_stamp=has_stamp), remark
        )
    elif remark:
        yield from _apply_answer(
            _read_names(text.removesuffix(remark)), answer_in(remark), full_text
        )
    else:
        name = text.rstrip("? ")
        yield from _apply_answer(_read_names(name), "maybe" if name != text else "yes", "?")


def _read_around_sign(
    left: str, sign: str, right: str, *, full_text: str, has_stamp: bool
) -> Iterator[CellItem]:
    label = re.sub(r"\s*\(\d+\)$", "", left)  # Yes (2): Alma, Bert
    if re.search(r":\s", right):
        yield CellPerson(full_text, fault=SEVERAL_REMARKS)
    elif answer := answer_in(right):
        text = right if answer == "maybe" else full_text
        yield from _apply_answer(_read_names(left), answer, text)
    elif has_stamp:
        yield CellPerson(full_text, fault=MESSAGE, is_ignored=True)
    elif is_fee_remark(right) or is_fee_remark(label):
        is_fee_left = not is_fee_remark(right)
        people = _names_after_label(right) if is_fee_left else _read_names(left)
        yield from _with_notes(people, label if is_fee_left else right)
    elif answer := answer_in(label):
        text = label.casefold() if answer == "maybe" else ""
        yield from _apply_answer(_names_after_label(right), answer, text)
    elif ":" in sign and (is_section_heading(label) or SEAT_LABEL.fullmatch(plain(label))):
        yield from _names_after_label(right)
    else:
        yield from _read_after_sign(left, right, is_dash=":" not in sign)


def _remark_at_end(text: str) -> str:
    """Return the answer or fee at the end: "can't come" of "Nils can't come"."""
    words = text.split()
    remarks = (" ".join(words[-count:]) for count in (4, 3, 2, 1) if len(words) > count)
    return next(
        (remark for remark in remarks if is_fee_remark(remark) or _is_answer_at_end(remark)), ""
    )


def _is_answer_at_end(text: str) -> bool:
    return is_cancelled(text) or (" " in text and text[0].isalpha() and answer_in(text) != "")


def _has_names_after(answer: str) -> bool:
    """Return whether names follow an answer: "yes, Bert no"."""
    parts = (part.strip() for part in answer.split(",")[1:])
    return any(part[:1].isupper() and not answer_in(part) for part in parts)


def _names_after_label(text: str) -> Iterator[CellItem]:
    names = _pieces(text, NAME_SEPARATORS)
    return map(CellPerson, names) if all(map(is_single_name, names)) else _read_names(text)


def _read_after_sign(left: str, right: str, *, is_dash: bool) -> Iterator[CellItem]:
    people = tuple(_read_names(right))
    if is_prize_group(right):
        yield from _with_group_and_notes(_read_names(left), group=right)
    elif not is_dash and len(people) > 1:
        yield from people
    elif is_dash and is_full_name(left) and is_full_name(right):
        yield from (*_read_names(left), *people)
    elif is_dash and is_single_name(left) and is_single_name(right):
        yield CellDoubt("and", f"{left} - {right}", (left, right))
    elif is_single_name(left) and is_full_name(right):
        yield CellDoubt("and", right, (left, right))
    else:
        yield from _with_group_and_notes(_read_names(left), notes=right)


def _apply_answer(cell: Iterable[CellItem], answer: str, text: str) -> Iterator[CellItem]:
    for item in cell:
        if not isinstance(item, CellPerson) or item.fault or answer == "yes":
            yield item
        elif answer == "maybe":
            yield replace(item, notes=text)
        else:
            full_text = text or item.name
            name = shortened(item.name)
            yield CellPerson(
                full_text, fault=f"{name} is not coming, your list says", is_ignored=True
            )


def _with_notes(cell: Iterable[CellItem], notes: str) -> Iterator[CellItem]:
    for item in cell:
        yield replace(item, notes=", ".join(filter(None, (item.notes, notes))))


def _with_group_and_notes(
    cell: Iterable[CellItem], group: str = "", notes: str = ""
) -> Iterator[CellPerson]:
    """Give people a group and notes; a doubt between one person and two becomes one person."""
    for item in cell:
        person = CellPerson(item.one_person) if isinstance(item, CellDoubt) else item
        yield replace(person, group=group or person.group, notes=notes or person.notes)


def _read_names(text: str) -> Iterator[CellItem]:
    text = text.strip(" ,;:").strip() if not text.endswith("Jr.,") else text
    text = BRACKETED_COMPANION.sub(r" & \1", _without_quotes(text))
    if not text:
        return
    has_many_notes = MANY_NOTES.search(text) is not None
    if has_many_notes or WITHOUT_NAMES.fullmatch(plain(text)):
        yield CellPerson(text, fault=SEVERAL_REMARKS if has_many_notes else NAMELESS)
        return
    if count := COUNT_AFTER_NAME.match(text):
        yield from _read_names(count[1])
        yield CellPerson(text, fault=NAMELESS_COMPANION)
        return
    brackets = NOTE_IN_BRACKETS.match(text)
    if brackets:
        yield from _read_brackets(text, brackets[1], brackets[2].strip())
        return
    companion = COMPANION.match(text)
    if companion and SOMEBODY.fullmatch(plain(companion[2])):
        yield from _read_names(companion[1])
        yield CellPerson(text, fault=NAMELESS_COMPANION)
        return
    yield from _split_names(text)


def _read_brackets(text: str, name: str, note: str) -> Iterator[CellItem]:
    parts = SEPARATOR_AFTER_NOTE.split(text)
    if len(parts) > 1 and all(is_full_name(NOTE_IN_BRACKETS.sub(r"\1", part)) for part in parts):
        yield from (item for part in parts for item in _read_names(part))
        return
    bare = plain(note).lstrip("+x ")
    if is_single_name(name) and len(_pieces(note)) > 1:
        yield from _read_around_comma(name, note)
        return
    companion = re.match(rf"(?:\+|&|(?:{AND}) )\s*(.+)", note, re.IGNORECASE)
    if answer := answer_in(note) if not note.isdigit() and note[:1] != "+" else "":
        yield from _apply_answer(_read_names(name), answer, note if answer == "maybe" else text)
    elif SOMEBODY.fullmatch(bare) or (companion and SOMEBODY.fullmatch(plain(companion[1]))):
        yield from _read_names(name)
        if bare not in {"", "1"} or not note.isdigit():
            yield CellPerson(text, fault=NAMELESS_COMPANION)
    elif companion:
        yield from _read_names(f"{name} & {companion[1]}")
    else:
        group, notes = (note, "") if is_prize_group(note) else ("", note)
        yield from _with_group_and_notes(_read_names(name), group, notes)


def _split_names(text: str) -> Iterator[CellItem]:
    text = SUFFIX.sub(r" \1\2", re.sub("[、，]", ",", text.replace("；", ";")))
    if ";" in text:
        for part in text.split(";"):
            yield from _read_names(part)
        return
    parts = [part.strip() for part in text.split(",") if part.strip()]
    names = [part for part in parts if not COUNT_OF_GUESTS.fullmatch(plain(part))]
    if names != parts:
        yield from _split_names(", ".join(names))
        yield CellPerson(text, fault=NAMELESS_COMPANION)
        return
    parts = [piece for part in _without_address(parts) for piece in _split_at_remark(part)]
    if len(parts) == 1:
        yield from _split_joined(parts[0])
    elif all(SURNAME_FIRST.search(part) for part in parts):
        yield from map(CellPerson, parts)
    elif notes := _notes_after_name(parts):
        name = ", ".join(parts[: len(parts) - len(notes)])
        group = notes[0] if is_prize_group(notes[0]) else ""
        note = ", ".join(notes[bool(group) :])
        yield from _with_group_and_notes(_split_names(name), group, note)
    else:
        yield from _read_names_at_commas(text, parts)


def _read_names_at_commas(text: str, parts: Sequence[str]) -> Iterator[CellItem]:
    if any(is_fee_remark(part) or is_cancelled(part) for part in parts):
        yield CellPerson(text, fault=SEVERAL_REMARKS)
    elif len(parts) == 2:
        yield from _read_around_comma(*parts)
    else:
        yield from _split_joined(text)


def _split_at_remark(text: str) -> list[str]:
    remark = _remark_at_end(text)
    is_remark = is_fee_remark(remark) or is_cancelled(remark)
    return [text.removesuffix(remark).strip(), remark] if is_remark else [text]


def _without_address(parts: list[str]) -> list[str]:
    """Drop the address behind a name: "Ann Miller, 12 Oak Street, Springfield"."""
    for index, part in enumerate(parts[1:], start=1):
        if part[0].isdigit() or is_address(part):
            with_digit = (i for i in range(1, index) if re.search(r"\d", parts[i]))
            return parts[: next(with_digit, index)]
    return parts


def _notes_after_name(parts: list[str]) -> list[str]:
    notes = list[str]()
    for part in reversed(parts[1:]):
        is_in_small_letters = part[:1].islower() and not PARTICLE.fullmatch(part.split()[0])
        is_remark = is_prize_group(part) or is_fee_remark(part) or is_cancelled(part)
        if not is_in_small_letters and not is_remark:
            break
        notes.insert(0, part)
    return notes


def _read_around_comma(left: str, right: str) -> Iterator[CellItem]:
    """Read "Miller, Ann", "Miller, Ann & Bob", "Ann, Bob & Cy Miller", "Ann Miller, Bob Stone"."""
    first_names = _pieces(right)
    if len(first_names) > 1:
        if is_full_name(first_names[-1]):
            yield from _split_joined(f"{left} & {right}")
        else:
            yield from (CellPerson(f"{left}, {first_name}") for first_name in first_names)
    elif halves := _split_at_small_word(right):
        yield CellDoubt("and", f"{left}, {right}", tuple(f"{left}, {half}" for half in halves))
    elif is_full_name(left) and right[:1].isupper():
        yield CellDoubt("comma", f"{left}, {right}", (left, right))
    else:
        yield CellPerson(f"{left}, {right}")


def _split_joined(text: str) -> Iterator[CellItem]:
    names = _pieces(text, NAME_SEPARATORS)
    if len(names) < 2:
        halves = _split_at_small_word(text)
        two_people = tuple(_with_common_surname(halves))
        yield CellDoubt("and", text, two_people) if halves else CellPerson(text)
        return
    if SOMEBODY.fullmatch(plain(names[-1])):
        yield CellPerson(text, fault=NAMELESS_COMPANION)
        names.pop()
    yield from map(CellPerson, _with_common_surname(names))


def _split_at_small_word(text: str) -> list[str]:
    """Split "Ana y Juan Ruiz": the small word may be an "and", or part of one name."""
    words = text.split()
    for index in range(1, len(words) - 1):
        word = words[index]
        is_small = len(word) <= LONGEST_JOINING_WORD and word.isalpha() and word.islower()
        if is_small and words[index + 1][0].isupper() and not PARTICLE.fullmatch(word):
            return [" ".join(words[:index]), " ".join(words[index + 1 :])]
    return []


def _with_common_surname(names: Sequence[str]) -> list[str]:
    """Turn "Ann" and "Bob Miller" into "Miller, Ann" and "Miller, Bob"."""
    if not names or not is_full_name(names[-1]) or not all(map(is_single_name, names[:-1])):
        return [*names]
    first_name, surname = split_name(names[-1])
    return [f"{surname}, {name}" for name in (*names[:-1], first_name)]


def _pieces(text: str, signs: re.Pattern[str] = AND_SEPARATORS) -> list[str]:
    pieces = (_without_quotes(piece.strip()) for piece in signs.split(text))
    return [piece for piece in pieces if piece]


def _without_quotes(text: str) -> str:
    in_quotes = len(text) > 1 and text[0] in QUOTES and text[-1] in QUOTES
    return text[1:-1].strip() if in_quotes else text


def is_single_name(text: str) -> bool:
    """Return whether a text is one name: one word, apart from particles ("van Berg")."""
    words = [word for word in text.split() if not PARTICLE.fullmatch(word.casefold())]
    return len(words) <= 1 and text[:1].isupper()


def is_full_name(text: str) -> bool:
    words = [word for word in text.split() if not PARTICLE.fullmatch(word.casefold())]
    return len(words) > 1 and words[0][:1].isupper() and words[-1][:1].isupper()
