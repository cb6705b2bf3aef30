"""Hebrew and Arabic in the order a pen draws them.

PDF draws letters from left to right as they come. A name written from right to left is therefore
turned round here, and Arabic letters get the joined form of their place in the word, which
Unicode lists among its presentation forms. This is enough for names on English sheets; it is not
the whole bidirectional algorithm.
"""

import re
import unicodedata
from functools import cache

LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
# From the first to the last letter of a stretch: what stands between them belongs to it.
STRETCH = re.compile(f"[{LETTERS}](?:[^\\w]*[{LETTERS}])*")
ARABIC = re.compile("[\u0620-\u06ff]")
MIRRORED = str.maketrans("()[]«»", ")(][»«")
LAM = "\u0644"

Forms = dict[str, str]  # kind (isolated, initial, medial, final) -> the letter to draw


def visual(text: str) -> str:
    """The letters in the order they stand on paper, from left to right."""
    return STRETCH.sub(lambda stretch: _turned(stretch.group()), text)


def _turned(text: str) -> str:
    return "".join(reversed(_joined(_clusters(text)))).translate(MIRRORED)


def _clusters(text: str) -> list[str]:
    """Letters, each with the marks above and below it, which stay behind it when turned."""
    clusters: list[str] = []
    for char in text:
        if clusters and (unicodedata.combining(char) or _is_lam_alef(clusters[-1] + char)):
            clusters[-1] += char
        else:
            clusters.append(char)
    return clusters


def _is_lam_alef(text: str) -> bool:
    return text.startswith(LAM) and text in _forms()


def _joined(clusters: list[str]) -> list[str]:
    if not any(map(ARABIC.match, clusters)):
        return clusters
    bare = ["".join(c for c in cluster if not unicodedata.combining(c)) for cluster in clusters]
    forms = [_forms().get(letter, {}) for letter in bare]
    nothing: Forms = {}
    neighbours = zip([nothing, *forms], forms, [*forms[1:], nothing], strict=False)
    kinds = [_kind(before, letter, after) for before, letter, after in neighbours]
    return [
        form.get(kind, letter) + cluster[len(letter) :]
        for form, kind, letter, cluster in zip(forms, kinds, bare, clusters, strict=True)
    ]


def _kind(before: Forms, letter: Forms, after: Forms) -> str:
    """A letter that has an initial form reaches out to the next, one with a final form back."""
    back = "initial" in before and "final" in letter
    onward = "initial" in letter and "final" in after
    return {(False, False): "isolated", (True, False): "final", (False, True): "initial"}.get(
        (back, onward), "medial"
    )


@cache
def _forms() -> dict[str, Forms]:
    """The drawn forms of every Arabic letter and of lam with alef, from Unicode's own table."""
    forms: dict[str, Forms] = {}
    for code in range(0xFB50, 0xFEFD):
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        base = "".join(chr(int(letter, 16)) for letter in letters)
        if len(base) == 1 or (code >= 0xFEF5 and base.startswith(LAM)):
            forms.setdefault(base, {})[kind.strip("<>")] = chr(code)
    return forms
