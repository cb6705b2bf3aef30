from dataclasses import replace
from datetime import datetime

import pytest

from party.pdf.standings.series import season_sheet
from party.values.standings.series import PartyOfSeries, PlayedNight, Season, SeasonLine
from tests.pdf.cast import HEADING, LONG, PAPERS, name
from tests.pdf.reading import boxes, ink_outside_safe_zone, overlaps, pages, pictures

WORTH = (1240, -320, None, 860, 10, 10, 10)


def evening(number):
    local_start = datetime(2026, 11, 1 + number)  # noqa: DTZ001
    return PartyOfSeries(number, f"Party {number}", local_start, is_finished=True)


def line(number, nights=4, **changes):
    """Make a player's line: the second evening is dropped, and the player missed the third."""
    worth = [(party, points) for party, points in enumerate(WORTH[:nights]) if points is not None]
    played = {
        party: PlayedNight(points, is_dropped=points < 0, rank=number + 1)
        for party, points in worth
    }
    return SeasonLine(
        **{
            "rank": number + 1,
            "name": name(number),
            "sort_name": name(number),
            "nights": played,
            "attendance": 0,
            "total": 12340,
            "note": "came 1 of 3 times" if number == 2 else "",
            **changes,
        }
    )


def season(people=12, nights=4):
    return Season(
        parties=tuple(map(evening, range(nights))),
        unfinished_parties=(),
        lines=tuple(line(number, nights) for number in range(people)),
        rule=("Totals.",) * 30,
    )


@pytest.mark.parametrize("look", PAPERS)
@pytest.mark.parametrize("nights", [1, 4, 5, 7])
def test_everything_fits_the_paper(look, nights):
    data = season_sheet(season(nights=nights), HEADING, look)
    assert [ink_outside_safe_zone(picture) for picture in pictures(data)] == [None]
    assert overlaps(boxes(data)) == []
    assert "".join(LONG.split()) in "".join(pages(data)[0].split())


def test_every_party_has_a_column_if_all_columns_fit():
    [text] = pages(season_sheet(season(nights=5), HEADING))
    assert "(−320)" in text
    assert "Best evening" not in text


def test_only_the_best_evening_is_printed_if_not_all_columns_fit():
    [text] = pages(season_sheet(season(nights=7), HEADING))
    assert "Best evening" in text
    assert "1 Nov" not in text


def test_long_lists_repeat_their_heads_on_every_page():
    texts = pages(season_sheet(season(80), HEADING))
    assert len(texts) > 1
    assert all("Total" in text for text in texts)
    assert "Totals." in texts[-1]


def test_rows_of_twenty_people_are_low_enough_for_one_sheet():
    twenty = replace(season(20), rule=("Totals.",) * 12)
    assert len(pages(season_sheet(twenty, HEADING))) == 1


def test_a_series_without_parties_has_its_rule():
    [text] = pages(season_sheet(season(0, 0), HEADING))
    assert "After 0 parties" in text
    assert "Totals." in text


def test_the_sheet_has_signs_for_ties_absences_and_dropped_evenings():
    first_place = {"rank": 1, "is_shared": True}
    lines = (line(0, **first_place), line(1, **first_place), line(2, rank=None))
    now = Season(tuple(map(evening, range(4))), (), lines, ())
    [text] = pages(season_sheet(now, HEADING))
    text = " ".join(text.split())
    assert "After 4 parties" in text
    assert "1 Nov 2 Nov 3 Nov 4 Nov" in text
    assert f"1= {name(0)} 1 1,240 1 (−320) – 1 860 3 12,340" in text
    assert f"– {name(2)} came 1 of 3 times" in text
