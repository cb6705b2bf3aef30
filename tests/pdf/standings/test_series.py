"""The season's standings on paper."""

import pytest

from party.pdf.standings.series import SeasonRow, SeasonSheet, season_sheet
from tests.pdf.cast import HEADING, LONG, PAPERS, name
from tests.pdf.reading import boxes, ink_outside_safe_zone, overlaps, pages, pictures


def sheet(people=12, nights=4):
    rows = tuple(
        SeasonRow(
            rank=str(number + 1),
            name=name(number),
            total="12340",
            came="4",
            best="1240",
            nights=("1240", "(−320)", "–", "860", "10", "10", "10")[:nights],
            note="came 1 of 3 times" if number == 2 else "",
        )
        for number in range(people)
    )
    heads = ("14 Nov", "21 Nov", "28 Nov", "12 Dec", "9 Jan", "16 Jan", "23 Jan")[:nights]
    return SeasonSheet(
        heading=HEADING, title="After 4 parties", nights=heads, rows=rows, rule="Totals. " * 30
    )


@pytest.mark.parametrize("look", PAPERS)
@pytest.mark.parametrize("nights", [0, 4, 5, 7])
def test_it_fits_the_paper(look, nights):
    data = season_sheet(sheet(nights=nights), look)
    assert [ink_outside_safe_zone(picture) for picture in pictures(data)] == [None]
    assert overlaps(boxes(data)) == []
    assert "".join(LONG.split()) in "".join(pages(data)[0].split())


def test_every_party_has_a_column_while_they_fit():
    [text] = pages(season_sheet(sheet(nights=5)))
    assert "(−320)" in text
    assert "Best evening" not in text


def test_the_best_evening_stands_for_many_parties():
    [text] = pages(season_sheet(sheet(nights=7)))
    assert "Best evening" in text
    assert "14 Nov" not in text.replace("Sat 14 Nov", "")


def test_long_lists_go_over_pages_with_their_heads():
    texts = pages(season_sheet(sheet(80)))
    assert len(texts) > 1
    assert all("Total" in text for text in texts)
    assert "Totals." in texts[-1]
