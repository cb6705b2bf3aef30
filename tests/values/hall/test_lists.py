import pytest

from party.values.hall.lists import (
    FEWEST_LINES,
    MOST_LINES,
    READABLE,
    ListLine,
    list_sheets,
    list_sheets_with_room,
)


def list_of(count, letters):
    names = (f"{number:03}".ljust(letters, "x") for number in range(count))
    return [ListLine(name, "40 North", "40 N") for name in names]


def names_on(sheets):
    return [line.name for sheet in sheets for column in sheet.columns for line in column]


@pytest.mark.parametrize(
    ("count", "letters", "sheets", "width", "lines"),
    [
        (1, 8, 1, 1, 8),
        (24, 8, 1, 3, 10),
        (24, 16, 1, 2, 13),
        (80, 8, 1, 5, 16),
        (80, 16, 2, 3, 15),
        (160, 8, 2, 5, 16),
        (160, 16, 3, 3, 18),
        (240, 16, 3, 4, 20),
        (900, 16, 8, 5, 24),
    ],
)
def test_letters_are_as_large_as_the_number_of_people_allows(count, letters, sheets, width, lines):
    laid_out = list_sheets(list_of(count, letters))
    assert names_on(laid_out) == [line.name for line in list_of(count, letters)]
    assert len(laid_out) == sheets
    assert {(sheet.column_count, sheet.lines_per_column) for sheet in laid_out} == {(width, lines)}
    assert all(len(column) <= lines for sheet in laid_out for column in sheet.columns)


@pytest.mark.parametrize("name", ["", "x" * 900, "Ab " * 300, "陈" * 60])
@pytest.mark.parametrize("count", [1, 50])
def test_a_name_of_any_kind_is_on_the_list(name, count):
    sheets = list_sheets([ListLine(name, "sits out", "out")] * count)
    assert len(names_on(sheets)) == count
    assert FEWEST_LINES <= sheets[0].lines_per_column <= MOST_LINES


def test_a_name_on_two_lines_takes_the_room_of_two_lines():
    (sheet,) = list_sheets(list_of(72, 8) + list_of(10, 14))
    assert (sheet.column_count, sheet.lines_per_column) == (5, READABLE)
    assert list_sheets(list_of(82, 8))[0].lines_per_column < READABLE


@pytest.mark.parametrize(
    ("count", "letters", "has_room", "sheets"),
    [(24, 16, True, 1), (80, 8, True, 1), (60, 16, False, 1), (160, 16, True, 3)],
)
def test_the_code_for_guests_stands_beside_a_list_that_leaves_room_for_it(
    count, letters, has_room, sheets
):
    laid_out = list_sheets_with_room(list_of(count, letters))
    assert len(laid_out) == sheets
    assert {sheet.has_room for sheet in laid_out} == {has_room}
    assert all(sheet.lines_per_column <= READABLE for sheet in laid_out)


def test_columns_are_about_equally_long():
    (sheet,) = list_sheets(list_of(50, 8))
    assert [len(column) for column in sheet.columns] == [13, 13, 13, 11]


def test_wide_letters_take_more_room():
    wide = [ListLine(letter * 10, "1 North", "1 N") for letter in ("陈", "W", "n", "i", "n\u0302")]
    layouts = [list_sheets([line] * 60) for line in wide]
    assert [(len(each), each[0].lines_per_column) for each in layouts] == [
        *((2, 15), (1, 19), (1, 15), (1, 12), (1, 15))
    ]


def test_each_sheet_names_its_first_and_last_letter():
    lines = [ListLine(name, "", "") for name in ("Ahl", "Brandt", "Cole", "Đặng")]
    assert list_sheets(lines)[0].letters == "A–D"
    assert list_sheets(lines[:1])[0].letters == "A"
    for name in ("No. 4", "7", ""):
        assert list_sheets([ListLine(name, "", "")])[0].letters == ""


def test_the_list_says_who_sits_out_and_where_others_sit():
    assert ListLine.of_seat("Ahl", None, None) == ListLine("Ahl", "sits out", "out")
    assert ListLine.of_seat("Ahl", 12, "N") == ListLine("Ahl", "12 North", "12 N")
