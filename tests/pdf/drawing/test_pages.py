import pytest
from hypothesis import given
from hypothesis import strategies as st

from party.pdf.drawing.headings import paginate
from party.pdf.drawing.pages import INCH, Cutting, page_of, split_for_cutting
from tests.pdf.cast import LETTER, PAPERS


def test_the_cards_of_each_place_on_the_sheets_make_one_pile():
    sheets = list(split_for_cutting(range(10), 4))
    assert [[*sheet] for sheet in sheets] == [[0, 3, 6, 9], [1, 4, 7], [2, 5, 8]]


@given(st.integers(0, 200), st.sampled_from([2, 4]))
def test_the_piles_of_cut_cards_stacked_on_each_other_are_in_order(number, slots):
    sheets = list(split_for_cutting(range(number), slots))
    stacked = [card for slot in range(slots) for sheet in sheets for card in sheet[slot:][:1]]
    assert stacked == list(range(number))


@pytest.mark.parametrize("look", PAPERS)
@pytest.mark.parametrize("rows", [1, 2])
def test_every_card_lies_inside_the_page_and_no_cut_crosses_a_card(look, rows):
    size = page_of(look)
    cutting = Cutting(size, columns=2, rows=rows)
    for x, y in cutting.corners:
        assert x >= 0.3 * INCH
        assert x + cutting.width <= size.width - 0.3 * INCH
        assert y >= 0.3 * INCH
        assert y + cutting.height <= size.height - 0.3 * INCH
        assert not x < size.width / 2 < x + cutting.width
        if rows == 2:
            assert not y < size.height / 2 < y + cutting.height


def test_a_seat_card_on_letter_paper_is_3_65_inches_wide():
    assert Cutting(page_of(LETTER), columns=2, rows=2).width / INCH == pytest.approx(
        3.65, abs=0.03
    )


def test_the_lines_of_a_list_of_several_pages_keep_their_order():
    assert paginate([3, 3, 3, 9, 1], float, 6) == [[3, 3], [3], [9], [1]]
    assert paginate([], float, 6) == [[]]
