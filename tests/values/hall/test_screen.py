import pytest

from party.values.evening.live import Night, Stage
from party.values.hall.prize_giving import Honoured, RevealStep
from party.values.hall.screen import (
    ListLine,
    Permissions,
    Playing,
    Rank,
    ScreenContent,
    TableSign,
    Words,
    content_for_mode,
    honours_sheets,
    list_sheets,
    rank_sheets,
)
from party.values.people.person import Person
from party.values.scores.tables import TableScore


def people(count, letters=10):
    return [
        ListLine(f"{number:03}".ljust(letters, "x"), "1 North", "1 N") for number in range(count)
    ]


def names_on(sheets):
    return [line.name for sheet in sheets for column in sheet.columns for line in column]


@pytest.mark.parametrize(
    ("count", "letters", "wide", "pictures"),
    [
        (4, 10, 2, 1),
        (26, 10, 2, 1),
        (27, 10, 3, 1),
        (48, 20, 3, 1),
        (80, 10, 4, 1),
        (81, 10, 4, 2),
        (160, 20, 4, 2),
        (160, 30, 4, 4),  # names of two lines each
        (4, 900, 4, 1),  # a name that fills more than a column
        (4000, 10, 4, 50),
    ],
)
def test_a_long_list_has_several_sheets(count, letters, wide, pictures):
    lines = people(count, letters)
    sheets = list_sheets(lines)
    assert names_on(sheets) == [line.name for line in lines]
    assert {sheet.width for sheet in sheets} == {wide}
    assert len(sheets) == pictures
    assert all(len(sheet.columns) <= wide for sheet in sheets)
    assert max(sum(map(len, sheet.columns)) for sheet in sheets) <= 80


def test_columns_are_about_as_long():
    (sheet,) = list_sheets(people(50))
    assert [len(column) for column in sheet.columns] == [13, 13, 13, 11]


def test_chinese_names_are_twice_as_wide():
    wide = [ListLine("陈" * 12, "1 North", "1 N")] * 40
    assert len(list_sheets(wide)) == len(list_sheets(people(40, 24)))
    assert list_sheets(wide)[0].width == list_sheets(people(40, 24))[0].width == 4


def test_each_sheet_names_its_first_and_last_letter():
    lines = [ListLine(name, "", "") for name in ("Ahl", "Brandt", "Cole")]
    assert list_sheets(lines)[0].letters == "A–C"
    assert list_sheets(lines[:1])[0].letters == "A"
    assert list_sheets(people(4))[0].letters == ""
    assert list_sheets([ListLine("", "", "")])[0].letters == ""


def test_person_sitting_out_is_on_the_list():
    assert ListLine.of_seat("Ahl", None, None) == ListLine("Ahl", "sits out", "out")
    assert ListLine.of_seat("Ahl", 12, "N") == ListLine("Ahl", "12 North", "12 N")


@pytest.mark.parametrize(
    ("letters", "size"), [(1, 1), (24, 1), (25, 2), (60, 2), (120, 3), (121, 4), (200, 4)]
)
def test_shorter_texts_are_larger(letters, size):
    assert Words("x" * letters).size == size


def test_the_first_ten_are_large_and_the_others_listed():
    rows = [Rank(str(number), f"No. {number}", "0") for number in range(1, 15)]
    sheets = rank_sheets(rows)
    assert [sheet.kind for sheet in sheets] == ["ranks", "ranks", "seats"]
    assert [len(sheet.lines) for sheet in sheets[:2]] == [5, 5]
    assert names_on(sheets[2:])[0] == "11  No. 11"
    assert len(rank_sheets(rows[:6])) == 2
    assert Rank("1", "Alma", "0", -3).places_lost == 3


def score(**known):
    usual = {"number": 1, "capture": "hands", "limit": 4, "hands": None, "saved": 0}
    return TableScore(**{**usual, "has_total": False, "ns": 0, "ew": 0, "cut": "", **known})


@pytest.mark.parametrize(
    ("known", "pips", "text", "done"),
    [
        ({"saved": 3}, "●●●○", "3 of 4", False),
        ({"saved": 4}, "", "all in", True),
        ({"saved": 2, "limit": None}, "●●", "2 in", False),  # Iowa, until the head table rings
        ({"saved": 7, "limit": None}, "", "7 in", False),
        ({"saved": 1, "limit": 8}, "", "1 of 8", False),
        ({"saved": 3, "limit": None, "hands": 3}, "", "all in", True),
        ({"capture": "totals"}, "○", "not in", False),
        ({"capture": "totals", "has_total": True}, "", "all in", True),
        ({"capture": "cards"}, "○", "not in", False),
        ({"hands": 0}, "", "all in", True),
    ],
)
def test_a_table_shows_its_progress(known, pips, text, done):
    sign = TableSign.of(score(**known))
    assert (sign.pips, sign.text, sign.done) == (pips, text, done)


def test_up_to_forty_tables_are_shown_one_by_one():
    def playing(count):
        return Playing(1, None, tuple(TableSign(n, done=n < 3) for n in range(1, count + 1)))

    assert (playing(12).is_crowded, playing(13).is_crowded) == (False, True)
    assert (playing(40).shows_tables, playing(41).shows_tables) == (True, False)
    assert playing(41).tables_text == "2 of 41 tables are in"


@pytest.mark.parametrize(
    ("mode", "stage", "number", "announced", "what"),
    [
        ("auto", Stage.SETUP, 0, False, ScreenContent.WELCOME),
        ("seats", Stage.SETUP, 0, False, ScreenContent.WELCOME),
        ("auto", Stage.SEATED, 1, False, ScreenContent.SOON),
        ("auto", Stage.SEATED, 1, True, ScreenContent.SEATS),
        ("moves", Stage.SEATED, 1, True, ScreenContent.SEATS),
        ("auto", Stage.PLAYING, 1, True, ScreenContent.PLAYING),
        ("say", Stage.BELL, 1, True, ScreenContent.BELL),
        ("auto", Stage.CHECKING, 1, True, ScreenContent.STOP),
        ("auto", Stage.MOVING, 1, True, ScreenContent.WAIT),
        ("auto", Stage.MOVING, 2, True, ScreenContent.BREAK),
        ("auto", Stage.SEATED, 2, False, ScreenContent.WAIT),
        ("moves", Stage.SEATED, 2, False, ScreenContent.WAIT),
        ("auto", Stage.SEATED, 2, True, ScreenContent.MOVES_AND_SEATS),
        ("moves", Stage.SEATED, 2, True, ScreenContent.MOVES),
        ("auto", Stage.SEATED, 3, False, ScreenContent.BREAK),
        ("clock", Stage.SEATED, 2, True, ScreenContent.TAKE_SEATS),
        ("clock", Stage.BELL, 2, True, ScreenContent.BELL),
        ("seats", Stage.BELL, 2, True, ScreenContent.SEATS),
        ("seats", Stage.MOVING, 1, True, ScreenContent.WAIT),
        ("auto", Stage.OVER, 6, True, ScreenContent.OVER),
        ("standings", Stage.BELL, 2, True, ScreenContent.STANDINGS),
        ("auto", Stage.FINISHED, 6, True, ScreenContent.STANDINGS),
        ("seats", Stage.FINISHED, 6, True, ScreenContent.THANKS),
    ],
)
def test_the_content_follows_the_mode_and_the_stage(mode, stage, number, announced, what):
    night = Night(stage, number, 6, break_after=2)
    may = Permissions(announced=announced, has_standings=True)
    assert content_for_mode(mode, night, may) == what


@pytest.mark.parametrize(
    ("stage", "what"), [(Stage.BELL, ScreenContent.HIDDEN), (Stage.FINISHED, ScreenContent.THANKS)]
)
def test_standings_hidden_from_guests_are_not_shown(stage, what):
    may = Permissions(announced=True, has_standings=False)
    assert content_for_mode("standings", Night(stage, 2, 6), may) == what


@pytest.mark.parametrize("mode", ["auto", "standings", "clock", "say", "seats", "moves"])
@pytest.mark.parametrize("stage", [Stage.OVER, Stage.FINISHED])
def test_winners_that_wait_for_the_host_are_in_no_mode(mode, stage):
    may = Permissions(announced=True, has_standings=True, is_withheld=True)
    assert content_for_mode(mode, Night(stage, 6, 6), may) in {
        *(ScreenContent.OVER, ScreenContent.HIDDEN),
        *(ScreenContent.WINNERS_SOON, ScreenContent.THANKS),
    }


@pytest.mark.parametrize(
    ("key", "withheld", "what"),
    [
        ("", True, ScreenContent.WINNERS_SOON),
        ("place 3", True, ScreenContent.HONOURS),
        ("prize 1", False, ScreenContent.HONOURS),
        ("all", False, ScreenContent.STANDINGS),
        ("", False, ScreenContent.STANDINGS),
    ],
)
def test_finished_screen_follows_the_prize_giving(key, withheld, what):
    may = Permissions(announced=True, has_standings=True, is_withheld=withheld, reveal_step=key)
    assert content_for_mode("auto", Night(Stage.FINISHED, 6, 6), may) == what


def honours(*names):
    people = [Honoured(Person(pk, pk, name)) for pk, name in enumerate(names)]
    step = RevealStep(key="place 1", title="First place", winners=tuple(people))
    return honours_sheets(step)


@pytest.mark.parametrize(
    ("names", "size"),
    [
        (["Ruby"], 12),
        (["Sam Whitehorse"], 11),
        (["Mary O'Brien-Smith"], 9),
        (["Alexandrina Featherstonehaugh"], 9),
        (["Wolfeschlegelsteinhausenbergerdorff"], 5),
        (["王伟"], 12),
        (["Sam Whitehorse", "Ruby"], 6),
        (["Alexandrina Featherstonehaugh", "Ruby"], 5),
        (["Ann", "Ben", "Carol"], 5),
    ],
)
def test_names_of_winners_are_as_large_as_they_fit(names, size):
    (sheet,) = honours(*names)
    assert sheet.size == size


def test_many_winners_take_several_pictures():
    sheets = honours(*map(str, range(14)))
    assert [len(sheet.winners) for sheet in sheets] == [6, 6, 2]
    assert [sheet.has_boxes for sheet in sheets] == [False, False, True]
