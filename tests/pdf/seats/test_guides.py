import pytest

from party.pdf.seats.guides import GuideCard, GuideRow, GuideSheet, guide_cards
from tests.pdf.cast import HEADING, LARGE, LETTER, name
from tests.pdf.reading import pages

ONWARD = "After each round: North stays, East to table 12, South to table 39, West to table 1."


def card(table, rounds):
    rows = tuple(
        GuideRow(round=str(number), names=tuple(name(table + 3 * number + at) for at in range(4)))
        for number in range(1, rounds + 1)
    )
    return GuideCard(table=str(table), rows=rows, moves_text=ONWARD)


def sheet(tables, rounds=8):
    cards = tuple(card(table, rounds) for table in range(1, tables + 1))
    return GuideSheet(heading=HEADING, cards=cards)


@pytest.mark.parametrize(
    ("look", "rounds", "sheets"), [(LETTER, 12, 2), (LETTER, 20, 3), (LARGE[0], 5, 3)]
)
def test_a_guide_card_takes_a_whole_sheet_for_many_rounds_or_large_letters(look, rounds, sheets):
    pdf = pages(guide_cards(sheet(3, rounds), look))
    assert len(pdf) == sheets
    assert "Table 1" in pdf[0]
    assert all(text.count("After each round:") for text in pdf)
