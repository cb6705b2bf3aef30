"""Functions that read PDFs: the words, the places of the words, and the ink."""

from io import BytesIO

import pypdf
import pypdfium2
from PIL import ImageChops, ImageDraw

SAFE_MARGIN = 0.3 * 72  # in points; printers reach everything inside it
# The heights of digits and of letters with a long stem, in a font of size 1.
HEIGHTS = dict.fromkeys("0123456789", 0.65) | dict.fromkeys("bdhkl", 0.71)


def page_count(data):
    return len(pypdf.PdfReader(BytesIO(data)).pages)


def pages(data):
    """Return the text of every page; `page_count` counts pages faster."""
    return [page.extract_text() for page in pypdf.PdfReader(BytesIO(data)).pages]


def places(data, page=0):
    """Return (x, y) by text, for all text drawn on the page itself and not by a stamp."""
    found = {}

    def note_text(text, cm, tm, _font, _size):
        if text.strip():
            x, y = tm[4], tm[5]
            position = (cm[0] * x + cm[2] * y + cm[4], cm[1] * x + cm[3] * y + cm[5])
            found.setdefault(text.strip(), position)

    pypdf.PdfReader(BytesIO(data)).pages[page].extract_text(visitor_text=note_text)
    return found


def pictures(data, scale=2):
    document = pypdfium2.PdfDocument(data)
    try:
        return [page.render(scale=scale, grayscale=True).to_pil() for page in document]
    finally:
        document.close()


def ink_outside_safe_zone(picture, scale=2):
    """Return the box of all ink in the margin that printers do not reach, or None."""
    inside = picture.copy()
    margin = SAFE_MARGIN * scale - 1
    box = (margin, margin, picture.width - margin, picture.height - margin)
    ImageDraw.Draw(inside).rectangle(box, fill=255)
    return ImageChops.invert(inside).getbbox()


def boxes(data, page=0):
    """Return (letter, left, bottom, right, top) for every letter of a page."""
    document = pypdfium2.PdfDocument(data)
    try:
        words = document[page].get_textpage()
        text = words.get_text_range()
        letters = [
            (text[number], *words.get_charbox(number))
            for number in range(min(len(text), words.count_chars()))
        ]
        words.close()
    finally:
        document.close()
    return [letter for letter in letters if letter[0].strip()]


def overlaps(letters, allowed=0.6):
    """Return pairs of letters that overlap by more than `allowed` in both directions."""
    ordered = sorted(letters, key=lambda letter: letter[1])
    found = []
    for number, first in enumerate(ordered):
        for second in ordered[number + 1 :]:
            if second[1] > first[3] - allowed:
                break
            if min(first[4], second[4]) - max(first[2], second[2]) > allowed:
                found.append((first, second))
    return found


def smallest_size(data):
    """Return the font size of the smallest letter, measured at the letters in `HEIGHTS`."""
    sizes = []
    for number in range(page_count(data)):
        for letter, left, bottom, right, top in boxes(data, number):
            if letter in HEIGHTS:
                sizes.append(max(right - left, top - bottom) / HEIGHTS[letter])
    return min(sizes)
