"""Hebrew and Arabic letters in the order in which PDF draws them: from left to right.

This is enough for names on English sheets; it is not the whole bidirectional algorithm.
"""

import re
import unicodedata
from functools import cache

LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
# Letters of these scripts, with the spaces and signs between them.
STRETCH_OF_LETTERS = re.compile(f"[{LETTERS}](?:[^\\w]*[{LETTERS}])*")
ARABIC_LETTER = re.compile("[\u0620-\u06ff]")
LETTER = re.compile(f"[{LETTERS}]")
MIRRORED = str.maketrans("()[]«»", ")(][»«")
LAM = "\u0644"

Forms = dict[str, str]  # kind (isolated, initial, medial, final) -> the letter to draw


def visual_order(text: str) -> str:
    return STRETCH_OF_LETTERS.sub(lambda stretch: _reversed_letters(stretch.group()), text)


def _reversed_letters(text: str) -> str:
    # Points are left out: without the rules of the font they would be misplaced.
    unpointed = "".join(char for char in text if not is_point(char))
    return "".join(reversed(_joined_forms(_letters(unpointed)))).translate(MIRRORED)


def is_point(char: str) -> bool:
    """Return whether this is a combining mark of a Hebrew or an Arabic letter."""
    return bool(LETTER.match(char) and unicodedata.combining(char))


def _letters(text: str) -> list[str]:
    """Count lam and alef as one letter."""
    letters: list[str] = []
    for char in text:
        if letters and letters[-1] == LAM and LAM + char in _arabic_forms():
            letters[-1] += char
        else:
            letters.append(char)
    return letters


def _joined_forms(letters: list[str]) -> list[str]:
    if not any(map(ARABIC_LETTER.match, letters)):
        return letters
    forms = [_arabic_forms().get(letter, {}) for letter in letters]
    no_forms: Forms = {}
    neighbours = zip([no_forms, *forms], forms, [*forms[1:], no_forms], strict=False)
    kinds = [_form_kind(before, letter, after) for before, letter, after in neighbours]
    return [
        form.get(kind, letter) for form, kind, letter in zip(forms, kinds, letters, strict=True)
    ]


def _form_kind(before: Forms, letter: Forms, after: Forms) -> str:
    """An initial form joins the next letter, a final form the letter before."""
    joins_before = "initial" in before and "final" in letter
    joins_after = "initial" in letter and "final" in after
    if joins_before and joins_after:
        return "medial"
    return "final" if joins_before else "initial" if joins_after else "isolated"


@cache
def _arabic_forms() -> dict[str, Forms]:
    forms: dict[str, Forms] = {}
    for code in range(0xFB50, 0xFEFD):
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        base = "".join(chr(int(letter, 16)) for letter in letters)
        if len(base) == 1 or (code >= 0xFEF5 and base.startswith(LAM)):
            forms.setdefault(base, {})[kind.strip("<>")] = chr(code)
    return forms
