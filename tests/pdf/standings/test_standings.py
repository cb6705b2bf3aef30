import pytest
from PIL import ImageChops

from party.pdf.standings.standings import (
    StandingRow,
    StandingsSection,
    StandingsSheet,
    standings_sheet,
)
from tests.pdf.cast import HEADING, LONG, PAPERS, name
from tests.pdf.reading import (
    boxes,
    ink_outside_safe_zone,
    overlaps,
    page_count,
    pages,
    pictures,
    places,
    smallest_size,
)
from tests.sampling import one_in


def standing(place, **changes):
    return StandingRow(
        **{"rank": str(place), "name": name(place), "total": f"{3000 - 10 * place:,}", **changes}
    )


def standings(people, **changes):
    rows = tuple(standing(rank, won="4", group="Ladies") for rank in range(people))
    section = StandingsSection(title="Everybody", rows=rows)
    return StandingsSheet(
        **{"heading": HEADING, "title": "Final standings", "sections": (section,), **changes}
    )


def test_standings_repeat_their_heads_on_every_page():
    texts = pages(standings_sheet(standings(70)))
    assert len(texts) > 1
    for number, text in enumerate(texts, start=1):
        assert "Rounds won" in text
        assert f"page {number} of {len(texts)}" in text
    assert "continued" not in texts[0]
    assert "continued" in texts[1]
    whole = "\n".join(texts)
    assert [whole.count(f"Guest {number:03}\n") for number in range(6, 70)] == [1] * 64


def test_standings_show_ties_sit_outs_leavers_the_rule_and_the_signatures():
    rows = (
        standing(1, rank="1=", sat_out="2, 5"),
        standing(2, rank="1=", total="−120", note="left after round 3"),
    )
    sections = (
        StandingsSection(title="Everybody", rows=rows),
        StandingsSection(title="From the low end", rows=rows[1:], note="Every round played."),
    )
    sheet = standings(0, sections=sections, rule="Ties: most rounds won.", signatures=("Host",))
    [text] = pages(standings_sheet(sheet))
    for words in ("1=", "2, 5", "−120", "left after round 3", "From the low end", "Host"):
        assert words in text
    assert "Every round played." in text
    assert "Ties: most rounds won." in text


def test_empty_columns_are_left_out():
    bare = StandingsSection(title="Everybody", rows=(StandingRow(rank="1", name="A", total="9"),))
    [text] = pages(standings_sheet(standings(0, sections=(bare,))))
    assert "Total" in text
    assert "Sat out" not in text
    assert "Group" not in text


def test_an_empty_section_says_nobody_yet():
    empty = StandingsSection(title="Ladies", rows=())
    assert "Nobody yet" in pages(standings_sheet(standings(0, sections=(empty,))))[0]


def test_a_long_name_and_its_remark_are_both_printed():
    rows = (standing(1, name=LONG, note="left after round 3", group="Gentlemen"),)
    sections = (StandingsSection(title="Everybody", rows=rows),)
    data = standings_sheet(standings(0, sections=sections))
    text = "".join(pages(data)[0].split())
    assert "".join(LONG.split()) in text
    assert "leftafterround3" in text
    assert overlaps(boxes(data)) == []


def evening(people, rounds, **changes):
    points = tuple(str(100 * number) for number in range(2, rounds + 2))
    rows = tuple(
        standing(rank, won="4", rounds=points, **changes) for rank in range(1, people + 1)
    )
    return standings(0, sections=(StandingsSection(title="Everybody", rows=rows),))


def test_points_of_the_rounds_stand_between_name_and_total():
    [text] = pages(standings_sheet(evening(8, 5)))
    assert [f"R{number}" in text for number in range(1, 7)] == [True] * 5 + [False]
    assert text.count("600") == 8
    assert "Rounds won" not in text
    assert "In brackets" not in text


def test_a_sheet_of_many_rounds_is_in_landscape():
    data = standings_sheet(evening(8, 9))
    found = places(data)
    assert found["R9"][1] > found["R1"][1]
    assert abs(found["R9"][0] - found["R1"][0]) < 1
    assert ink_outside_safe_zone(pictures(data)[0]) is None


def test_rounds_that_do_not_fit_are_left_out():
    [text] = pages(standings_sheet(evening(8, 20, sat_out="R2")))
    assert "R20" not in text
    assert "Sat out" in text
    assert "Rounds won" in text


def test_signs_in_the_rounds_are_explained():
    rows = (standing(1, rounds=("440", "(120)")), standing(2, rounds=("–", "440")))
    sheet = standings(0, sections=(StandingsSection(title="Everybody", rows=rows),))
    [text] = pages(standings_sheet(sheet))
    assert "In brackets: credit for a round not played. –: not there." in text
    assert "not known" not in text


@pytest.mark.parametrize("people", [10, 14, 22])
def test_standings_fill_most_of_their_page(people):
    data = standings_sheet(evening(people, 4))
    [picture] = pictures(data)
    assert ImageChops.invert(picture).getbbox()[3] > 0.7 * picture.height
    assert overlaps(boxes(data)) == []


def final_sheet(people, rounds, groups):
    """Make a final sheet with every part that the sheet of a real party has."""
    everybody = evening(people, rounds, group="Gentlemen" if groups else "").sections[0]
    grouped = [
        StandingsSection(title=title, rows=everybody.rows[start::2])
        for start, title in enumerate(("Ladies", "Gentlemen"))
    ]
    low_end = StandingsSection(title="The low end", rows=everybody.rows[-5:], note="The lowest 5.")
    sections = (everybody, *(grouped if groups else ()), low_end)
    story, rule = "Alma led from round 3 to the end. " * 4, "Equal totals share the place. " * 3
    signatures = ("Organiser", "Checked by")
    return standings(0, sections=sections, story=story, rule=rule, signatures=signatures)


@pytest.mark.parametrize("look", one_in(2, PAPERS))
@pytest.mark.parametrize(
    ("people", "rounds", "groups", "sheets"),
    [(24, 8, False, 1), (24, 8, True, 2), (54, 8, False, 2), (54, 8, True, 3)],
)
def test_standings_take_at_most_the_expected_number_of_sheets(
    look, people, rounds, groups, sheets
):
    data = standings_sheet(final_sheet(people, rounds, groups), look)
    assert page_count(data) <= sheets
    assert groups or smallest_size(data) >= 8.5  # a name of sixty letters is small
    texts = pages(data)
    assert all("R8" in text for text in texts[: sheets // 2])
    assert overlaps(boxes(data)) == []


def test_a_standings_sheet_to_fill_in_has_a_column_for_each_round():
    [text] = pages(standings_sheet(standings(0, sections=(), rounds=6)))
    assert "R6" in text
