from party.pdf.standings.standings import (
    StandingRow,
    StandingsSection,
    StandingsSheet,
    standings_sheet,
)
from tests.pdf.cast import HEADING, LONG, PAPERS, name
from tests.pdf.reading import boxes, overlaps, pages


def standing(place, **more):
    return StandingRow(
        **{"rank": str(place), "name": name(place), "total": f"{3000 - 10 * place:,}", **more}
    )


def standings(people, **more):
    rows = tuple(standing(rank, rounds_won="4", group="Ladies") for rank in range(people))
    section = StandingsSection(title="Everybody", rows=rows)
    return StandingsSheet(
        **{"heading": HEADING, "title": "Final standings", "sections": (section,), **more}
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


def test_standings_show_ties_sit_outs_leavers_rule_and_signatures():
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


def test_columns_without_anything_to_show_are_left_out():
    bare = StandingsSection(title="Everybody", rows=(StandingRow(rank="1", name="A", total="9"),))
    [text] = pages(standings_sheet(standings(0, sections=(bare,))))
    assert "Total" in text
    assert "Sat out" not in text
    assert "Group" not in text


def test_section_without_anybody_says_so():
    empty = StandingsSection(title="Ladies", rows=())
    assert "Nobody yet" in pages(standings_sheet(standings(0, sections=(empty,))))[0]


def test_long_name_and_its_remark_both_print():
    rows = (standing(1, name=LONG, note="left after round 3", group="Gentlemen"),)
    sections = (StandingsSection(title="Everybody", rows=rows),)
    data = standings_sheet(standings(0, sections=sections))
    text = "".join(pages(data)[0].split())
    assert "".join(LONG.split()) in text
    assert "leftafterround3" in text
    assert overlaps(boxes(data)) == []


def test_no_letter_lies_on_another():
    for look in PAPERS:
        assert overlaps(boxes(standings_sheet(standings(22, rule="Cards."), look))) == []
