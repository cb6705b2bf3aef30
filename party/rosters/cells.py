"""The people in one cell of a list, or in one line of it.

A cell holds more than a name: "Ann & Bob Miller" are two people, "Bert - no" is none, "Alma Ek
(left-handed)" has a note, "Ek, Alma <alma@example.org>" an address. If the text alone does not
decide, the cell is `Unsure`, and the organiser is asked once for the whole list.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from party.rosters.names import PARTICLE, SURNAME_FIRST, shortened, split_name
from party.rosters.rows import NEW_LINE
from party.rosters.vcards import NO_NAME, NO_PERSON
from party.rosters.vocabulary import (
    AND,
    CITY,
    SIGN_OFF,
    SOMEBODY,
    TABLE,
    WITHOUT_NAMES,
    answer_in,
    has_title_word,
    is_address,
    is_cancelled,
    is_fee,
    is_group,
    is_section,
    plain,
)

# Words of letters alone, without a word that joins people: most names of most lists.
SIMPLE = re.compile(r"[^\W\d_]['’.\w-]*(?: [^\W\d_]['’.\w-]*){0,4}")
# Words that join people, or say something about them.
NOT_IN_A_NAME = frozenset({*AND.split("|"), "the", "famille", "paid", "prepaid", "unpaid", "pd"})
NOT_IN_A_NAME |= {"cancelled", "canceled", "annulé", "annulée", "payé", "payée", "impayé", "réglé"}
BULLET = re.compile(
    r"^(?:[-*•·▪◦●‣–—>→➡➤✅✔☑🔹🔸]\ufe0f?\s*)+(?=[\w(\"'“[])|^\d{1,3}[.)]\s+(?=\D)"
)
BOX = re.compile(r"^\[([ xX✓✔]?)\]\s*|^([☐☑])\s*")
STAMP = re.compile(
    r"^\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? +\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?\]?"
    r"(?: ?- ?| +)",
    re.IGNORECASE,
)
STRUCK = re.compile(r"^~+([^~]+)~+$")
E_MAIL = re.compile(r"<?(?:mailto:)?[\w.+%-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+>?", re.IGNORECASE)
PHONE = re.compile(
    r"(?:\b(?:tel|ph|phone|mobile?|cell|fax|tél)\b[.:]*\s*|[☎📞📱]\ufe0f?\s*)?"
    r"(?<![\w.])\(?\+?\(?\d[\d\s()./-]{4,20}\d(?!\w)",
    re.IGNORECASE,
)
MARKS = re.compile(r"\s*([✅✔☑👍🙋💪]|[❌✖✗✘👎🚫⛔])(?:\ufe0f|[\U0001f3fb-\U0001f3ff])?\s*$")
NO_MARKS = "❌✖✗✘👎🚫⛔"
ENDS = "\u200d\ufe0f" + "".join(map(chr, range(0x2600, 0x27C0)))
PICTURES = rf"\U0001f000-\U0001faff{ENDS}\s"
PICTURE = re.compile(rf"^[{PICTURES}]+|(?<![{PICTURES}])[{PICTURES}]+$")
NOTE = re.compile(r"^(.+?)\s*[(\[{]([^()\[\]{}]*)[)\]}]$")
PLUS = re.compile(rf"^(.+?)\s*(?:\+|&|(?<=\s)(?:{AND}|plus)(?=\s))\s*(.+)$", re.IGNORECASE)
AFTER_A_SIGN = re.compile(r"^(.*?[^\s:=])(\s+(?:[-–—=]+|-+>|→)\s+|\s*:(?![/\d])\s*)(.*)$")
ALSO = re.compile(rf"\s*\((?:\+|&|{AND})\s+([^()]*)\)(?= \w)")  # Ann (and Bob) Miller
BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
TIMES = re.compile(r"^(.+?)\s*[x×]\s?\d+$")  # Alma Ek x2
# More than anybody writes behind one name; each is read within the one behind it.
ENDLESS = re.compile(r"(?:\s*(?:[(\[{][^()\[\]{}]*[)\]}]|[x×]\s?\d+)){9}$")
# Alma Ek (women), Bert Oh (men)
AFTER_NOTES = re.compile(
    rf"(?<=[)\]}}])(?:\s*[,;/&+]|\s+(?:{AND})\b)\s*(?=[^\W\d_])", re.IGNORECASE
)
LABEL = re.compile(r"^(?:to|cc|bcc|à|players|joueurs|names?)\s*:\s+(?=\S)", re.IGNORECASE)
SUFFIX = re.compile(r",\s*(jr|sr|ii|iii|iv|md|phd)\b(\.?)(?=$|,)", re.IGNORECASE)
SIGNS = re.compile(rf"\s*[;,/&+]\s*|\s+(?:{AND}|AND)\s+")
ANDS = re.compile(rf"\s*[/&+]\s*|\s+(?:{AND}|AND)\s+")
IN_ONE_LINE = re.compile(r"(?<=\S)\s+\d{1,3}[.)]\s+(?=\D)")
WRONG_ENCODING = re.compile("[ÃÂÄÅâ][\u0080-\u00bf–—‘’“”‚„†‡•…‰‹›€™ŠšŽžŒœŸƒˆ˜]")
LONGEST_CELL = 10_000
LONGEST_JOIN = 3  # letters: und, och, y
NAMELESS = "more than one person may be meant; type the name of each"
MIXED = "it says several things; put every person on a line of their own"
MESSAGE = "it is a message; type the names that are meant"
NAMELESS_COMPANION = "somebody comes along whose name is missing"
COMPANY = re.compile(rf"\d+ (?!\d)(?:{SOMEBODY.pattern})")  # 12 guests
QUOTES = "\"“”„«»'‘’"


@dataclass(frozen=True, slots=True)
class Found:
    """A person in a cell. With a `fault` it is nobody; `aside` if that is no mistake."""

    name: str
    notes: str = ""
    group: str = ""
    fault: str = ""
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Unsure:
    """A cell that can mean one person or two: the kind of doubt, and both readings."""

    kind: str
    one: str
    two: tuple[str, ...]
    notes: str = ""


Cell = tuple[Found | Unsure, ...]


@lru_cache(maxsize=20_000)  # the same cell is read again when a list is confirmed
def people_in(text: str) -> Cell:
    """Return the people in a cell, in order; () for an empty cell."""
    text = " ".join(BREAK.sub(NEW_LINE, _repair_encoding(text)).split())
    if SIGN_OFF.fullmatch(text):
        return (Found(text, fault="it ends a message", aside=True),)
    if is_simple(text):
        return (Found(text),)
    if fault := _cell_fault(text):
        return (fault,)
    pieces = [piece.strip() for piece in text.split(NEW_LINE)]
    if len(pieces) == 2 and all(map(is_word, pieces)):
        return (Unsure("and", " ".join(pieces), tuple(pieces)),)
    if len(pieces) > 1:
        return tuple(found for piece in pieces for found in people_in(piece))
    return tuple(found for piece in _pieces_of_line(text) for found in _read_piece(piece))


def _pieces_of_line(text: str) -> list[str]:
    """Split a line at its e-mail addresses or its numbers: "1. Alma 2. Bert"."""
    if text.startswith("@"):  # as chats name people
        return [piece for piece in re.split(r"\s*@(?=\w)", text) if piece]
    if "@" in text:
        return [piece for piece in re.split(r"(?<=>)\s*,\s*|\s*;\s*", text) if piece]
    return IN_ONE_LINE.split(text) if text[:1] in {"1", "("} else [text]


def is_simple(text: str) -> bool:
    if not SIMPLE.fullmatch(text):
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


def _cell_fault(text: str) -> Found | None:
    bare = plain(text)
    if text.startswith(NO_PERSON):
        return Found(text.removeprefix(NO_PERSON).strip(), fault="it is no person", aside=True)
    if re.fullmatch(r"[(\[{][^()\[\]{}]*[)\]}]", text) and text != NO_NAME:
        return Found(text, fault="it is a note, without a name", aside=True)
    if _is_whole_address(text, bare):
        fault = "it is the title of the list" if has_title_word(text) else "it is an address"
        return Found(text, fault=fault, aside=True)
    faults = {
        "it begins with =, so it is a formula and no name": re.match(r"=|[-+@]\w+\(", text),
        "a letter in it is damaged; type the name again": "\ufffd" in text,
        "there is no name": text == NO_NAME,
        f"it is longer than {LONGEST_CELL:,} letters": len(text) > LONGEST_CELL,
        NAMELESS: WITHOUT_NAMES.fullmatch(bare),
    }
    return next((Found(text, fault=fault) for fault, is_so in faults.items() if is_so), None)


def _is_whole_address(text: str, bare: str) -> bool:
    before, comma, _ = text.partition(",")
    is_line = not comma or any(letter.isdigit() for letter in before) or CITY.fullmatch(bare)
    return bool(is_line and is_address(text))


def _read_piece(text: str) -> Iterator[Found | Unsure]:
    """Read a text that may have a bullet, a box, a time, an answer, and an address."""
    stamped, bulleted = STAMP.match(text), ""
    text = text[stamped.end() :] if stamped else text
    if struck := STRUCK.match(text):
        yield Found(text, fault=f"{shortened(struck[1].strip())} is struck out", aside=True)
        return
    if box := BOX.match(text):
        if not (box[1] or "").strip() and box[2] != "☑":
            yield Found(text, fault="its box is not ticked", aside=True)
            return
        text = text[box.end() :]
    bulleted = LABEL.sub("", BULLET.sub("", text))
    if not stamped and is_simple(bulleted):
        yield Found(bulleted)
        return
    yield from _without_contacts(bulleted, whole=text, stamped=bool(stamped))


def _without_contacts(text: str, *, whole: str, stamped: bool) -> Iterator[Found | Unsure]:
    bare = PHONE.sub(" ", E_MAIL.sub(" ", text))
    if bare != text:
        bare = re.sub(r"\(\s*\)|<\s*>|\b(?:tel|ph|phone|e-?mail)\b[.:]*\s*(?=[,;]|$)", " ", bare)
        bare = " ".join(bare.split()).strip(" ,;:-–<>")
        if not any(letter.isalpha() for letter in bare):
            yield Found(whole, fault="there is no name, only how to reach somebody")
            return
    yield from _with_answer(bare, whole=whole, stamped=stamped)


def _with_answer(text: str, *, whole: str, stamped: bool) -> Iterator[Found | Unsure]:
    """Read "Bert - no", "Yes: Alma, Bert", "Alma – needs a ride"."""
    if mark := MARKS.search(text):
        name = text[: mark.start()]
        answer = "no" if mark[1] in NO_MARKS else "yes"
        yield from _apply_answer(_read_names(name), answer, whole)
        return
    text = PICTURE.sub("", text)
    match = AFTER_A_SIGN.match(text)
    if match and match[3]:
        yield from _read_around_sign(*match.groups(), whole=whole, stamped=stamped)
    elif stamped:
        yield Found(whole, fault=MESSAGE, aside=True)
    elif (end := _remark_at_end(text)) and _has_names_after(end):
        yield Found(whole, fault=MIXED)
    elif end and is_fee(end):
        name = text.removesuffix(end).rstrip(" ,;:-–—")
        yield from _with_notes(_with_answer(name, whole=whole, stamped=stamped), end)
    elif end:
        yield from _apply_answer(_read_names(text.removesuffix(end)), answer_in(end), whole)
    else:
        sure = text.rstrip("? ")
        yield from _apply_answer(_read_names(sure), "maybe" if sure != text else "yes", "?")


def _read_around_sign(
    left: str, sign: str, right: str, *, whole: str, stamped: bool
) -> Iterator[Found | Unsure]:
    label = re.sub(r"\s*\(\d+\)$", "", left)  # Yes (2): Alma, Bert
    if re.search(r":\s", right):
        yield Found(whole, fault=MIXED)
    elif answer := answer_in(right):
        text = right if answer == "maybe" else whole
        yield from _apply_answer(_read_names(left), answer, text)
    elif stamped:
        yield Found(whole, fault=MESSAGE, aside=True)
    elif is_fee(right) or is_fee(label):
        is_label = not is_fee(right)
        names = _names_after_label(right) if is_label else _read_names(left)
        yield from _with_notes(names, label if is_label else right)
    elif answer := answer_in(label):
        text = label.casefold() if answer == "maybe" else ""
        yield from _apply_answer(_names_after_label(right), answer, text)
    elif ":" in sign and (is_section(label) or TABLE.fullmatch(plain(label))):
        yield from _names_after_label(right)
    else:
        yield from _read_after_sign(left, right, is_dash=":" not in sign)


def _remark_at_end(text: str) -> str:
    """Return what the end of a text says beside the name: "Nils can't come", "Alma Ek paid"."""
    words = text.split()
    ends = (" ".join(words[-count:]) for count in (4, 3, 2, 1) if len(words) > count)
    return next((end for end in ends if is_fee(end) or _is_answer_at_end(end)), "")


def _is_answer_at_end(text: str) -> bool:
    return is_cancelled(text) or (" " in text and text[0].isalpha() and answer_in(text) != "")


def _has_names_after(answer: str) -> bool:
    """Return whether more names follow an answer: "yes, Bert no"."""
    others = (part.strip() for part in answer.split(",")[1:])
    return any(part[:1].isupper() and not answer_in(part) for part in others)


def _names_after_label(text: str) -> Iterator[Found | Unsure]:
    names = _pieces(text, SIGNS)
    return map(Found, names) if all(map(is_word, names)) else _read_names(text)


def _read_after_sign(left: str, right: str, *, is_dash: bool) -> Iterator[Found | Unsure]:
    others = tuple(_read_names(right))
    if is_group(right):
        yield from _with_details(_read_names(left), group=right)
    elif not is_dash and len(others) > 1:
        yield from others
    elif is_dash and is_full(left) and is_full(right):
        yield from (*_read_names(left), *others)
    elif is_dash and is_word(left) and is_word(right):
        yield Unsure("and", f"{left} - {right}", (left, right))
    elif is_word(left) and is_full(right):
        yield Unsure("and", right, (left, right))
    else:
        yield from _with_details(_read_names(left), notes=right)


def _apply_answer(
    cell: Iterable[Found | Unsure], answer: str, text: str
) -> Iterator[Found | Unsure]:
    for one in cell:
        if not isinstance(one, Found) or one.fault or answer == "yes":
            yield one
        elif answer == "maybe":
            yield replace(one, notes=text)
        else:
            whole = text or one.name
            name = shortened(one.name)
            yield Found(whole, fault=f"{name} is not coming, your list says", aside=True)


def _with_notes(cell: Iterable[Found | Unsure], notes: str) -> Iterator[Found | Unsure]:
    for one in cell:
        yield replace(one, notes=", ".join(filter(None, (one.notes, notes))))


def _with_details(
    cell: Iterable[Found | Unsure], group: str = "", notes: str = ""
) -> Iterator[Found]:
    """Set the group and the notes of people; each doubtful name is taken for one person."""
    for one in cell:
        found = Found(one.one) if isinstance(one, Unsure) else one
        yield replace(found, group=group or found.group, notes=notes or found.notes)


def _read_names(text: str) -> Iterator[Found | Unsure]:
    text = text.strip(" ,;:").strip() if not text.endswith("Jr.,") else text
    text = ALSO.sub(r" & \1", _without_quotes(text))
    if not text:
        return
    is_endless = ENDLESS.search(text) is not None
    if is_endless or WITHOUT_NAMES.fullmatch(plain(text)):
        yield Found(text, fault=MIXED if is_endless else NAMELESS)
        return
    if times := TIMES.match(text):
        yield from _read_names(times[1])
        yield Found(text, fault=NAMELESS_COMPANION)
        return
    bracket = NOTE.match(text)
    if bracket:
        yield from _read_brackets(text, bracket[1], bracket[2].strip())
        return
    plus = PLUS.match(text)
    if plus and SOMEBODY.fullmatch(plain(plus[2])):
        yield from _read_names(plus[1])
        yield Found(text, fault=NAMELESS_COMPANION)
        return
    yield from _split_names(text)


def _read_brackets(text: str, name: str, note: str) -> Iterator[Found | Unsure]:
    parts = AFTER_NOTES.split(text)
    if len(parts) > 1 and all(is_full(NOTE.sub(r"\1", part)) for part in parts):
        yield from (one for part in parts for one in _read_names(part))
        return
    bare = plain(note).lstrip("+x ")
    if is_word(name) and len(_pieces(note)) > 1:
        yield from _read_around_comma(name, note)
        return
    joined = re.match(rf"(?:\+|&|(?:{AND}) )\s*(.+)", note, re.IGNORECASE)
    if answer := answer_in(note) if not note.isdigit() and note[:1] != "+" else "":
        yield from _apply_answer(_read_names(name), answer, note if answer == "maybe" else text)
    elif SOMEBODY.fullmatch(bare) or (joined and SOMEBODY.fullmatch(plain(joined[1]))):
        yield from _read_names(name)
        if bare not in {"", "1"} or not note.isdigit():
            yield Found(text, fault=NAMELESS_COMPANION)
    elif joined:
        yield from _read_names(f"{name} & {joined[1]}")
    else:
        group, notes = (note, "") if is_group(note) else ("", note)
        yield from _with_details(_read_names(name), group, notes)


def _split_names(text: str) -> Iterator[Found | Unsure]:
    text = SUFFIX.sub(r" \1\2", re.sub("[、，]", ",", text.replace("；", ";")))
    if ";" in text:
        for part in text.split(";"):
            yield from _read_names(part)
        return
    parts = [part.strip() for part in text.split(",") if part.strip()]
    named = [part for part in parts if not COMPANY.fullmatch(plain(part))]
    if named != parts:
        yield from _split_names(", ".join(named))
        yield Found(text, fault=NAMELESS_COMPANION)
        return
    parts = [piece for part in _without_address(parts) for piece in _split_at_remark(part)]
    if len(parts) == 1:
        yield from _split_joined(parts[0])
    elif all(SURNAME_FIRST.search(part) for part in parts):
        yield from map(Found, parts)
    elif notes := _notes_after_name(parts):
        name = ", ".join(parts[: len(parts) - len(notes)])
        group = notes[0] if is_group(notes[0]) else ""
        note = ", ".join(notes[bool(group) :])
        yield from _with_details(_split_names(name), group, note)
    else:
        yield from _read_names_at_commas(text, parts)


def _read_names_at_commas(text: str, parts: Sequence[str]) -> Iterator[Found | Unsure]:
    if any(is_fee(part) or is_cancelled(part) for part in parts):
        yield Found(text, fault=MIXED)
    elif len(parts) == 2:
        yield from _read_around_comma(*parts)
    else:
        yield from _split_joined(text)


def _split_at_remark(text: str) -> list[str]:
    end = _remark_at_end(text)
    is_remark = is_fee(end) or is_cancelled(end)
    return [text.removesuffix(end).strip(), end] if is_remark else [text]


def _without_address(parts: list[str]) -> list[str]:
    """Drop the address behind a name: "Ann Miller, 12 Oak Street, Springfield"."""
    for at, part in enumerate(parts[1:], start=1):
        if part[0].isdigit() or is_address(part):
            first = next((i for i in range(1, at) if re.search(r"\d", parts[i])), at)
            return parts[:first]
    return parts


def _notes_after_name(parts: list[str]) -> list[str]:
    notes = list[str]()
    for part in reversed(parts[1:]):
        is_small = part[:1].islower() and not PARTICLE.fullmatch(part.split()[0])
        if not is_small and not is_group(part) and not is_fee(part) and not is_cancelled(part):
            break
        notes.insert(0, part)
    return notes


def _read_around_comma(left: str, right: str) -> Iterator[Found | Unsure]:
    """Read "Miller, Ann", "Miller, Ann & Bob", "Ann, Bob & Cy Miller", "Ann Miller, Bob Stone"."""
    firsts = _pieces(right)
    if len(firsts) > 1:
        if is_full(firsts[-1]):
            yield from _split_joined(f"{left} & {right}")
        else:
            yield from (Found(f"{left}, {first}") for first in firsts)
    elif sides := _split_at_small_word(right):
        yield Unsure("and", f"{left}, {right}", tuple(f"{left}, {side}" for side in sides))
    elif is_full(left) and right[:1].isupper():
        yield Unsure("comma", f"{left}, {right}", (left, right))
    else:
        yield Found(f"{left}, {right}")


def _split_joined(text: str) -> Iterator[Found | Unsure]:
    """Read names between signs or joining words; the last may have the surname of all."""
    names = _pieces(text, SIGNS)
    if len(names) < 2:
        sides = _split_at_small_word(text)
        two = tuple(_with_surname_of_all(sides))
        yield Unsure("and", text, two) if sides else Found(text)
        return
    if SOMEBODY.fullmatch(plain(names[-1])):
        yield Found(text, fault=NAMELESS_COMPANION)
        names.pop()
    yield from map(Found, _with_surname_of_all(names))


def _split_at_small_word(text: str) -> list[str]:
    """Split "Ana y Juan Ruiz": the small word may be an "and", or part of one name."""
    words = text.split()
    for at in range(1, len(words) - 1):
        word = words[at]
        is_small = len(word) <= LONGEST_JOIN and word.isalpha() and word.islower()
        if is_small and words[at + 1][0].isupper() and not PARTICLE.fullmatch(word):
            return [" ".join(words[:at]), " ".join(words[at + 1 :])]
    return []


def _with_surname_of_all(names: Sequence[str]) -> list[str]:
    """Return names with the surname of the last one, where the others have none."""
    if not names or not is_full(names[-1]) or not all(map(is_word, names[:-1])):
        return [*names]
    first, surname = split_name(names[-1])
    return [f"{surname}, {name}" for name in (*names[:-1], first)]


def _pieces(text: str, signs: re.Pattern[str] = ANDS) -> list[str]:
    pieces = (_without_quotes(piece.strip()) for piece in signs.split(text))
    return [piece for piece in pieces if piece]


def _without_quotes(text: str) -> str:
    in_quotes = len(text) > 1 and text[0] in QUOTES and text[-1] in QUOTES
    return text[1:-1].strip() if in_quotes else text


def is_word(text: str) -> bool:
    """Return whether a text is one word of a name, not counting particles: "van Berg"."""
    words = [word for word in text.split() if not PARTICLE.fullmatch(word.casefold())]
    return len(words) <= 1 and text[:1].isupper()


def is_full(text: str) -> bool:
    words = [word for word in text.split() if not PARTICLE.fullmatch(word.casefold())]
    return len(words) > 1 and words[0][:1].isupper() and words[-1][:1].isupper()
