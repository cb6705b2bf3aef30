"""Finds a font for every letter.

Source Sans Pro comes with the project; for other letters the fonts of this computer are searched,
then those that PDF readers supply. A *face* is one font in two weights. A letter that no face has
is *missing*: it prints as its nearest relative or as a question mark.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from threading import Lock
from typing import TypeVar

import font_source_sans_pro
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from party.pdf.drawing.bidi import is_point, visual_order

SOURCE_SANS = (
    Path(font_source_sans_pro.font_files_ttf["SourceSansPro"]),
    Path(font_source_sans_pro.font_files_ttf["SourceSansProBold"]),
)
_LINUX = Path("/usr/share/fonts")
_MAC = Path("/System/Library/Fonts")
_WINDOWS = Path("C:/Windows/Fonts")
# Regular and bold, best first.
SYSTEM: tuple[tuple[Path, Path], ...] = tuple(
    (folder / regular, folder / bold)
    for folder, regular, bold in (
        (_LINUX / "truetype/dejavu", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
        (_LINUX / "dejavu-sans-fonts", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
        (_LINUX / "TTF", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
        (_LINUX / "truetype/noto", "NotoSans-Regular.ttf", "NotoSans-Bold.ttf"),
        (_LINUX / "truetype/noto", "NotoSansHebrew-Regular.ttf", "NotoSansHebrew-Bold.ttf"),
        (_LINUX / "truetype/noto", "NotoSansArabic-Regular.ttf", "NotoSansArabic-Bold.ttf"),
        (_LINUX / "truetype/wqy", "wqy-microhei.ttc", "wqy-microhei.ttc"),
        (_LINUX / "truetype/wqy", "wqy-zenhei.ttc", "wqy-zenhei.ttc"),
        (_LINUX / "truetype/droid", "DroidSansFallbackFull.ttf", "DroidSansFallbackFull.ttf"),
        (_MAC / "Supplemental", "Arial Unicode.ttf", "Arial Unicode.ttf"),
        (_WINDOWS, "arial.ttf", "arialbd.ttf"),
        (_WINDOWS, "msyh.ttc", "msyhbd.ttc"),
        (_WINDOWS, "msgothic.ttc", "msgothic.ttc"),
        (_WINDOWS, "malgun.ttf", "malgunbd.ttf"),
    )
)
# PDF readers supply these fonts, each with at least the letters of its encoding.
VIEWER_FONTS = (
    ("HeiseiKakuGo-W5", "shift_jis"),
    ("STSong-Light", "gb2312"),
    ("MSung-Light", "big5"),
    ("HYGothic-Medium", "euc_kr"),
)
FIRST_EAST_ASIAN = 0x2E80  # other fonts draw the letters below this number better
# Letters of these scripts should change shape beside others; here they are drawn unchanged.
UNSHAPED_SCRIPTS = (range(0x0900, 0x0E00), range(0x0F00, 0x1100), range(0x1780, 0x1800))

NO_FONT = (
    "No font on this computer has these letters, and others stand for them. "
    "Write them on the paper by hand."
)
NOT_JOINED = (
    "These letters are not joined as they are in writing. "
    "Look at the paper; where it is wrong, write by hand."
)
FROM_VIEWER = (
    "These letters come from the program that shows the paper, which may lack them. "
    "Look at the paper; where they are missing, write by hand."
)

_loading = Lock()
T = TypeVar("T")


@dataclass(frozen=True)
class Face:
    regular: str  # a name in reportlab
    bold: str
    has_letter: Callable[[str], bool]
    has_bold_letter: Callable[[str], bool]
    is_embedded: bool = True

    def font(self, char: str, *, bold: bool) -> str:
        return self.bold if bold and self.has_bold_letter(char) else self.regular


@dataclass(frozen=True)
class Run:
    font: str
    text: str


@dataclass(frozen=True)
class NameToCheck:
    """A name that may not print as its owner writes it, and the letters that cause this."""

    name: str
    letters: str
    reason: str
    kind: str  # "" for a person


@lru_cache(maxsize=50_000)
def runs(text: str, *, bold: bool = False) -> tuple[Run, ...]:
    """Return the text from left to right, in stretches of one font."""
    letters_with_fonts = [
        (face.font(letter, bold=bold), letter)
        for char in visual_order(cleaned_text(text))
        for letter, face in _drawable(char)
    ]
    return tuple(
        Run(font, "".join(letter for _, letter in pairs))
        for font, pairs in groupby(letters_with_fonts, key=itemgetter(0))
    )


@lru_cache(maxsize=50_000)
def width(text: str, size: float, *, bold: bool = False) -> float:
    return size * sum(
        float(pdfmetrics.stringWidth(run.text, run.font, 1)) for run in runs(text, bold=bold)
    )


def cleaned_text(text: str) -> str:
    """Compose letters, and remove joiners and control characters."""
    composed = unicodedata.normalize("NFC", text)
    with_blanks = "".join(" " if char.isspace() else char for char in composed)
    return "".join(char for char in with_blanks if _has_picture(char))


@lru_cache(maxsize=10_000)
def is_embedded(text: str) -> bool:
    """Return whether the PDF contains a font for every letter."""
    return not any(_is_missing(char) or _is_from_viewer(char) for char in cleaned_text(text))


def names_to_check(names: Iterable[tuple[str, str]]) -> tuple[NameToCheck, ...]:
    """`names` are (kind, name); the kind of a person is ""."""
    return tuple(problem for kind, name in names for problem in _problems(kind, name))


def _problems(kind: str, name: str) -> Iterable[NameToCheck]:
    if name.isascii():
        return
    letters = dict.fromkeys(cleaned_text(name))
    reasons: tuple[tuple[str, Callable[[str], bool]], ...] = (
        (NO_FONT, _is_missing),
        (NOT_JOINED, _is_not_joined),
        (FROM_VIEWER, _is_from_viewer),
        ("Printed without the points above and below the letters.", is_point),
    )
    for reason, applies in reasons:
        if affected := "".join(filter(applies, letters)):
            yield NameToCheck(name, affected, reason, kind)


def _is_missing(char: str) -> bool:
    return face_of(char) is None and not is_point(char)


def _is_not_joined(char: str) -> bool:
    return not _is_missing(char) and any(ord(char) in script for script in UNSHAPED_SCRIPTS)


def _is_from_viewer(char: str) -> bool:
    face = face_of(char)
    return face is not None and not face.is_embedded


def _has_picture(char: str) -> bool:
    selector = 0xFE00 <= ord(char) <= 0xFE0F
    return not selector and unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn"}


def _drawable(char: str) -> list[tuple[str, Face]]:
    """Return the letter with its face; if none has it, its relatives in Unicode or "?"."""
    if face := face_of(char):
        return [(char, face)]
    relatives = unicodedata.normalize("NFKC", char)
    if relatives == char:
        relatives = unicodedata.normalize("NFKD", char)
    drawable = [(letter, face) for letter in relatives if (face := face_of(letter))]
    return drawable or [("?", source_sans())]


@lru_cache(maxsize=10_000)
def face_of(char: str) -> Face | None:
    if source_sans().has_letter(char):
        return source_sans()
    return next(
        (face for face in (*system_faces(), *viewer_faces()) if face.has_letter(char)), None
    )


def _load_once(load: Callable[[], T]) -> Callable[[], T]:
    # If two threads loaded a font, a document would contain two fonts of one name.
    cached_load = cache(load)

    def load_under_lock() -> T:
        with _loading:
            return cached_load()

    return load_under_lock


@_load_once
def source_sans() -> Face:
    return _true_type("Own", *SOURCE_SANS)


def load_system_faces() -> tuple[Face, ...]:
    """Return every face of `SYSTEM` on this computer that a PDF can contain."""
    faces = []
    for regular, bold in SYSTEM:
        if regular.exists():
            try:
                faces.append(_true_type(str(regular), regular, bold))
            except TTFError:  # a PDF cannot contain these outlines
                continue
    return tuple(faces)


system_faces = _load_once(load_system_faces)


@_load_once
def viewer_faces() -> tuple[Face, ...]:
    return tuple(_viewer_face(name, encoding) for name, encoding in VIEWER_FONTS)


def _true_type(name: str, regular: Path, bold: Path) -> Face:
    has_letter = _register(name, regular)
    if bold == regular or not bold.exists():
        return Face(name, name, has_letter, has_letter)
    return Face(name, f"{name}Bold", has_letter, _register(f"{name}Bold", bold))


def _register(name: str, path: Path) -> Callable[[str], bool]:
    font = TTFont(name, str(path))
    pdfmetrics.registerFont(font)
    letters: Mapping[int, int] = font.face.charToGlyph
    return lambda char: ord(char) in letters


def _viewer_face(name: str, encoding: str) -> Face:
    pdfmetrics.registerFont(UnicodeCIDFont(name))

    def has_letter(char: str) -> bool:
        return ord(char) >= FIRST_EAST_ASIAN and char.encode(encoding, "ignore") != b""

    return Face(name, name, has_letter, has_letter, is_embedded=False)
