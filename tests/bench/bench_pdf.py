"""160 seat cards as a PDF, beside a bare canvas that draws the same words.

Run by hand: python -m tests.bench.bench_pdf
"""

import statistics
import time
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from party.pdf.seats.cards import seat_cards
from tests.pdf.cast import LETTER, card_sheet
from tests.pdf.reading import pages

TIMES = 5
AIM = 0.4  # seconds for 160 cards


def median_seconds(make):
    make()  # fonts are loaded once in the life of a server
    taken = []
    for _ in range(TIMES):
        start = time.perf_counter()
        make()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def bare_canvas(texts):
    """The same words, without a layout: one drawString for each, in a built-in font."""
    stream = BytesIO()
    canvas = Canvas(stream, pagesize=(612, 792), invariant=1)
    for text in texts:
        for number, line in enumerate(text.splitlines()):
            canvas.drawString(30, 780 - number % 60 * 12, line)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def main():
    sheet = card_sheet(160, rounds=8)
    start = time.perf_counter()
    data = seat_cards(sheet, LETTER)
    first = time.perf_counter() - start
    texts = pages(data)
    cards = median_seconds(lambda: seat_cards(sheet, LETTER))
    bare = median_seconds(lambda: bare_canvas(texts))
    verdict = "within" if cards < AIM else "OVER"
    print(f"160 seat cards      {cards:6.3f} s  ({len(data) / 1000:.0f} kB, {len(texts)} pages)")
    print(f"  the first time    {first:6.3f} s  (fonts are read)")
    print(f"  bare canvas       {bare:6.3f} s  (factor {cards / bare:.1f})")
    print(f"  {verdict} the aim of {AIM} s")


if __name__ == "__main__":
    main()
