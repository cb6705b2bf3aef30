from dataclasses import replace

import pytest

from party.pdf.people.money import IN_THE_BOX, POT_BLANKS, MoneyRow, MoneySheet, money_sheet
from tests.pdf.cast import HEADING, PAPERS, name
from tests.pdf.reading import boxes, overlaps, page_count, pages

TOTALS = (("People", "70"), ("Fees", "$700"), ("Taken", "$690"), ("Still to pay", "$10"))


def row(number):
    return MoneyRow(
        number=str(number), name=name(number), owed="10.00", paid="10.00", method="Cash", owing=""
    )


def money(people):
    rows = tuple(row(number) for number in range(1, people + 1))
    blanks = (*POT_BLANKS, IN_THE_BOX)
    return MoneySheet(heading=HEADING, title="The money", rows=rows, totals=TOTALS, blanks=blanks)


@pytest.mark.parametrize("look", PAPERS)
def test_everybody_is_on_the_money_sheet_once_and_the_sums_are_at_its_end(look):
    read = pages(money_sheet(money(70), look))
    for number in range(6, 71):
        assert sum(page.count(name(number)) for page in read) == 1
    assert "$690" in read[-1]
    assert "Counted in the box" in read[-1]
    assert not any("$690" in page for page in read[:-1])


@pytest.mark.parametrize("people", [0, 22, 23, 24, 25, 26, 27, 28, 29, 30])
def test_sums_stay_together_however_full_the_page_is(people):
    data = money_sheet(money(people))
    last = pages(data)[-1]
    assert [
        word for word in ("People", "50/50 tickets sold", "Treasurer") if word not in last
    ] == []
    for page in range(page_count(data)):
        assert not overlaps(boxes(data, page))


@pytest.mark.parametrize("look", PAPERS)
def test_for_24_people_the_sums_fit_on_the_same_sheet(look):
    data = money_sheet(money(24), look)
    assert page_count(data) == 1
    assert not overlaps(boxes(data))


@pytest.mark.parametrize("look", PAPERS)
def test_many_sums_with_long_words_continue_on_the_next_page(look):
    many = tuple((f"{number}: {'coffee and cream ' * 4}", "$12.50") for number in range(60))
    data = money_sheet(replace(money(3), totals=many), look)
    read = pages(data)
    assert sum(page.count("$12.50") for page in read) == 60
    assert [("Treasurer" in page) for page in read] == [False] * (len(read) - 1) + [True]
    for page in range(page_count(data)):
        assert not overlaps(boxes(data, page))
