import pytest

from party.values.evening.live import Night, Stage
from party.values.hall.lists import ListLine, list_sheets
from party.values.hall.prize_giving import HonouredWinner, RevealStep
from party.values.hall.screen import (
    Moves,
    Permissions,
    Playing,
    Rank,
    Screen,
    ScreenContent,
    TableSign,
    Words,
    content_for_mode,
    honours_sheets,
    rank_sheets,
)
from party.values.people.person import Person
from party.values.scores.tables import TableScore
from party.values.standings.tally import BoxState, TallyBox
from tests.values.evening.test_live import BASE


@pytest.mark.parametrize(
    ("letters", "size"), [(1, 1), (24, 1), (25, 2), (60, 2), (120, 3), (121, 4), (200, 4)]
)
def test_the_hall_screen_shows_shorter_texts_in_larger_letters(letters, size):
    assert Words("x" * letters).size == size


def test_everybody_sees_their_name_in_a_list_within_24_seconds():
    lists = [list_sheets([ListLine("Ahl", "", "")] * count) for count in (10, 100, 300)]
    lists.append((Moves(()), *lists[-1]))
    screens = [Screen(title="", note="", sheets=sheets) for sheets in lists]
    assert [(len(each.sheets), each.seconds) for each in screens] == [
        *((1, 12), (2, 12), (3, 8), (4, 6))
    ]
    assert Screen(title="", note="", sheets=(Words(""),) * 4).seconds == 12


def test_the_first_ten_ranks_are_large_and_the_others_are_in_a_list():
    rows = [Rank(str(number), f"No. {number}", "0") for number in range(1, 15)]
    sheets = rank_sheets(rows)
    assert [sheet.kind for sheet in sheets] == ["ranks", "ranks", "seats"]
    assert [len(sheet.lines) for sheet in sheets[:2]] == [5, 5]
    assert sheets[2].columns[0][0].name == "11  No. 11"
    assert sheets[2].letters == ""
    assert len(rank_sheets(rows[:6])) == 2
    assert Rank("1", "Alma", "0", -3).places_lost == 3


@pytest.mark.parametrize(
    ("known", "pips", "text", "done"),
    [
        ({"saved": 3}, "●●●○", "3 of 4", False),
        ({"saved": 4}, "", "all in", True),
        ({"saved": 2, "limit": None}, "●●", "2 in", False),  # Iowa fixes no number of hands
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
    sign = TableSign.for_score(TableScore(**BASE | known))
    assert (sign.pips, sign.text, sign.is_done) == (pips, text, done)


def test_up_to_forty_tables_are_shown_one_by_one():
    def playing(count):
        return Playing(1, None, tuple(TableSign(n, is_done=n < 3) for n in range(1, count + 1)))

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
    may = Permissions(is_announced=announced, has_standings=True)
    assert content_for_mode(mode, night, may) == what


@pytest.mark.parametrize(
    ("stage", "what"), [(Stage.BELL, ScreenContent.HIDDEN), (Stage.FINISHED, ScreenContent.THANKS)]
)
def test_standings_hidden_from_guests_are_not_shown(stage, what):
    may = Permissions(is_announced=True, has_standings=False)
    assert content_for_mode("standings", Night(stage, 2, 6), may) == what


@pytest.mark.parametrize("mode", ["auto", "standings", "clock", "say", "seats", "moves"])
@pytest.mark.parametrize("stage", [Stage.OVER, Stage.FINISHED])
def test_no_mode_shows_winners_before_the_host_reveals_them(mode, stage):
    may = Permissions(is_announced=True, has_standings=True, is_withheld=True)
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
def test_after_the_finish_the_screen_shows_the_step_of_the_prize_giving(key, withheld, what):
    may = Permissions(is_announced=True, has_standings=True, is_withheld=withheld, reveal_step=key)
    assert content_for_mode("auto", Night(Stage.FINISHED, 6, 6), may) == what


def honours(*names):
    people = [HonouredWinner(Person(pk, pk, name)) for pk, name in enumerate(names)]
    step = RevealStep(key="place 1", title="First place", winners=tuple(people))
    return honours_sheets(step)


def test_the_total_that_wins_a_prize_stands_above_the_boxes_of_the_rounds():
    rounds = (TallyBox(1, BoxState.AHEAD, 200),)
    ruby = HonouredWinner(Person(1, 1, "Ruby"), rounds)
    low, first, shared = (
        honours_sheets(RevealStep(key="", title="", winners=winners, points=points))[0]
        for winners, points in (((ruby,), ""), ((ruby,), "200 points"), ((ruby, ruby), ""))
    )
    assert low.reason_is_above
    assert not first.reason_is_above
    assert not shared.reason_is_above


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


def test_six_winners_at_most_are_shown_at_once():
    sheets = honours(*map(str, range(14)))
    assert [len(sheet.winners) for sheet in sheets] == [6, 6, 2]
    assert [sheet.has_boxes for sheet in sheets] == [False, False, True]
