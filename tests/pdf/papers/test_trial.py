from dataclasses import replace

import pytest

from party.pdf.drawing.ready_cut import CARDS, MM
from party.pdf.papers.trial import outlines, trial_page
from party.values.papers import Look, PaperSize
from tests.pdf.cast import HEADING, LARGE, PAPERS
from tests.pdf.reading import boxes, overlaps, page_count, pages, pictures
from tests.sampling import one_in

SCALE = 4


def rulers(picture):
    """Yield the lengths of the horizontal rulers, in points."""
    width, height = picture.size
    inside = picture.crop((width // 30, height // 20, width * 29 // 30, height * 19 // 20))
    black_on_white = inside.point(lambda grey: 0 if grey < 128 else 255).tobytes()
    for row in batched(black_on_white, inside.width):
        longest = max(map(len, row.split(b"\xff")))
        if longest > width // 4:
            yield longest / SCALE


def batched(data, size):
    return (data[start : start + size] for start in range(0, len(data), size))


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("paper", one_in(2, PaperSize))
def test_the_rulers_have_the_right_length_on_every_paper_and_in_large_print(paper, large):
    data = trial_page(HEADING, Look(paper=paper, large=large))
    assert page_count(data) == 1
    lengths = sorted({round(length) for length in rulers(pictures(data, SCALE)[0])})
    assert lengths[0] == pytest.approx(100 * 72 / 25.4, abs=2)
    assert lengths[-1] == pytest.approx(4 * 72, abs=2)


@pytest.mark.parametrize("look", one_in(4, [*PAPERS, *LARGE]))
def test_the_trial_page_has_a_ruler_for_the_height_too(look):
    picture = pictures(trial_page(HEADING, look), SCALE)[0]
    lengths = {round(length) for length in rulers(picture.rotate(90, expand=True))}
    assert any(length == pytest.approx(100 * 72 / 25.4, abs=2) for length in lengths)


@pytest.mark.parametrize("look", one_in(2, [*PAPERS, *LARGE]))
def test_printed_outlines_match_the_cards_and_move_with_the_alignment(look):
    moved = outlines(HEADING, replace(look, right=2.0, down=-1.5))
    text = " ".join(pages(moved)[0].split())
    assert "Printed with: 2 mm to the right, −1.5 mm down." in text
    assert overlaps(boxes(moved)) == []
    ready_cut = CARDS[look.paper]
    for data, right in ((outlines(HEADING, look), 0.0), (moved, 2.0)):
        picture = pictures(data, SCALE)[0]
        x = (ready_cut.left + right * MM) * SCALE
        edge = picture.crop((round(x) - 3, 0, round(x) + 4, picture.height))
        dark = sum(min(edge.crop((0, y, 7, y + 1)).getextrema()) < 200 for y in range(edge.height))
        assert dark / SCALE == pytest.approx(5 * ready_cut.height, abs=3)
