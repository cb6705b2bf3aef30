import pytest

from party.pdf.prizes.prize_sheet import PrizeRow, PrizeSheet, prize_sheet
from tests.pdf.cast import HEADING, LONG, PAPERS, name
from tests.pdf.reading import page_count, pages, places

RULE = "The highest total. Equal with Guest 012: cards were cut."
NOTES = ("Equal totals: more rounds won, then the best round.", "One prize each.")
ON_BOTH = pytest.mark.parametrize("look", PAPERS)


def row(number, **changes):
    return PrizeRow(
        **{
            "prize": f"Prize {number:02}",
            "item": "$12.50 and a bottle of wine",
            "winner": name(number),
            "score": "1240 points",
            "rule": RULE,
            **changes,
        }
    )


def sheet(number, **changes):
    return PrizeSheet(heading=HEADING, rows=tuple(map(row, range(number))), notes=NOTES, **changes)


@ON_BOTH
@pytest.mark.parametrize("number", [1, 9, 60])
def test_every_prize_is_on_the_sheet_with_winner_and_rule(number, look):
    whole = "\n".join(pages(prize_sheet(sheet(number), look)))
    for each in range(number):
        assert f"Prize {each:02}" in whole
        assert name(each) in whole or name(each) == LONG
    assert whole.count("cards were cut") == number
    assert "Equal totals: more rounds won" in whole
    assert "Organiser" in whole


def test_every_page_of_an_unconfirmed_prize_sheet_says_not_confirmed_yet():
    texts = pages(prize_sheet(sheet(40, banner="Not confirmed yet.")))
    assert len(texts) > 1
    assert all("Not confirmed yet." in text for text in texts)
    assert "Not confirmed" not in "".join(pages(prize_sheet(sheet(3))))


def test_people_who_share_a_prize_are_listed_below_each_other():
    shared = (row(1), PrizeRow(winner="Bert", score="1240 points, $5.01"), row(2))
    [text] = pages(prize_sheet(PrizeSheet(heading=HEADING, rows=shared)))
    assert text.index("Prize 01") < text.index("$5.01") < text.index("Prize 02")


def test_an_unfilled_prize_has_no_line_to_sign_on():
    rows = (row(1, winner="", score="", is_unfilled=True), row(2, winner="", score=""))
    [text] = pages(prize_sheet(PrizeSheet(heading=HEADING, rows=rows)))
    assert text.count("Nobody") == 1


def test_a_prize_that_very_many_people_share_takes_several_pages():
    rows = (
        row(1),
        *(PrizeRow(winner=f"Guest {each:03}", score="0 points") for each in range(160)),
    )
    texts = pages(prize_sheet(PrizeSheet(heading=HEADING, rows=rows)))
    assert "page 2 of" in texts[1]
    assert "Guest 159" in texts[-1]


@ON_BOTH
def test_the_signatures_never_stand_below_an_empty_heading(look):
    for number in range(8, 16):
        last = pages(prize_sheet(sheet(number), look))[-1]
        assert f"Prize {number - 1:02}" in last
        assert "Organiser" in last


def test_ten_prizes_with_their_signatures_fit_on_one_page():
    counts = [page_count(prize_sheet(sheet(number))) for number in (10, 11, 22)]
    assert counts == [1, 2, 2]
    few, many = (places(prize_sheet(sheet(number))) for number in (3, 10))
    assert few["Prize 00"][1] - few["Prize 01"][1] > many["Prize 00"][1] - many["Prize 01"][1]
