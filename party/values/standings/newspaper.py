"""A club's layout for the newspaper: words, with named pieces in braces."""

import re
from collections.abc import Mapping

LONGEST_LAYOUT = 2_000  # letters
DEFAULT_LAYOUT = (
    "{party}: {people} played {rounds} of Five Hundred at {hall} on {day}.\n\n"
    "{results}\n\n{prizes}"
)
PIECES = ("party", "hall", "day", "people", "rounds", "results", "prizes", "story")
PIECES_TEXT = "{" + "}, {".join(PIECES[:-1]) + "} and {" + PIECES[-1] + "}"
PIECE = re.compile(r"\{([^{}]*)\}")


def layout_fault(layout: str) -> str:
    """Return "" for a layout that can be filled."""
    if unknown := [name for name in PIECE.findall(layout) if name not in PIECES]:
        return f"There is no piece {{{unknown[0]}}}. The pieces are {PIECES_TEXT}."
    if re.search("[{}]", PIECE.sub("", layout)):
        return "A piece needs both braces, as in {party}."
    if "{results}" not in layout:
        return "Put {results} where the places and names go."
    return ""


def fill_layout(layout: str, piece_texts: Mapping[str, str]) -> str:
    """Without a hall " at {hall}" is left out; an empty paragraph leaves no gap."""
    if not piece_texts["hall"]:
        layout = layout.replace(" at {hall}", "")
    text = PIECE.sub(lambda piece: piece_texts[piece[1]], layout)
    return re.sub(r"\n\s*\n", "\n\n", text).strip()
