"""The test page: its rulers are as long as they say, in every look."""

import pytest

from party.pdf.trial import trial_page
from party.values.prints import Look, Paper, TrialSheet
from tests.pdf.cast import HEADING
from tests.pdf.reading import pages, pictures

SCALE = 4


def rulers(picture):
    """Yield the longest lines but the frame: how long each ruler is, in points."""
    width = picture.width
    pixels = picture.load()
    for y in range(picture.height // 8, picture.height * 7 // 8):
        dark = [x for x in range(width // 20, width * 19 // 20) if pixels[x, y] < 128]
        if len(dark) > width // 3 and dark[-1] - dark[0] == len(dark) - 1:
            yield len(dark) / SCALE


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("paper", Paper)
def test_rulers_have_their_length_in_every_look(paper, large):
    data = trial_page(TrialSheet(heading=HEADING), Look(paper=paper, large=large))
    assert len(pages(data)) == 1
    lengths = sorted({round(length) for length in rulers(pictures(data, SCALE)[0])})
    assert lengths[0] == pytest.approx(100 * 72 / 25.4, abs=2)
    assert lengths[-1] == pytest.approx(4 * 72, abs=2)
