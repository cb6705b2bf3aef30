import pytest

from party.values.evening.live import LiveTable, UnusualResult
from party.values.people.person import Person
from party.values.scores.tables import TableScore

BASE = {
    "number": 2,
    "capture": "hands",
    "limit": 4,
    "hands": None,
    "saved": 0,
    "has_total": False,
    "ns": 0,
    "ew": 0,
    "cut": "",
}


def board_of(flags=(), **score):
    table = LiveTable(TableScore(**BASE | score), {}, flags, ties_matter=True)
    return table.hand_signs, table.progress_text, table.board_state


@pytest.mark.parametrize(
    ("score", "board"),
    [
        ({}, ("○○○○", "0 of 4", "")),
        ({"saved": 3, "ns": 10}, ("●●●○", "3 of 4", "")),
        ({"saved": 4, "ns": 10}, ("●●●●", "done", "done")),
        ({"saved": 4}, ("●●●●", "tied: cut", "check")),
        ({"saved": 4, "cut": "NS"}, ("●●●●", "done", "done")),
        ({"saved": 1, "hands": 1, "ns": 10}, ("●", "done", "done")),
        ({"hands": 0}, ("", "tied: cut", "check")),
        ({"hands": 0, "cut": "EW"}, ("", "not played", "done")),
        ({"limit": None, "saved": 1}, ("●", "1 hand in", "")),
        ({"limit": None, "saved": 3}, ("●●●", "3 hands in", "")),
        ({"capture": "totals"}, ("○", "total due", "")),
        ({"capture": "totals", "has_total": True, "ns": 10}, ("●", "done", "done")),
    ],
)
def test_the_board_shows_the_state_of_a_table(score, board):
    assert board_of(**score) == board


@pytest.mark.parametrize(
    ("hands", "score", "board"),
    [
        ((2,), {"saved": 3, "ns": 10}, ("●▲●○", "check hand 2")),
        ((2, 2), {"saved": 2, "ns": 10}, ("●▲○○", "check hand 2")),
        ((1, 4), {"saved": 4, "ns": 10}, ("▲●●▲", "check 2 hands")),
        ((0,), {"capture": "totals", "has_total": True, "ns": 10}, ("▲", "check the total")),
    ],
)
def test_the_board_marks_each_hand_that_the_desk_should_check(hands, score, board):
    flags = tuple(UnusualResult(hand, 5, "Set by 8 tricks.") for hand in hands)
    assert board_of(flags, **score) == (*board, "check")


ALMA, BERT, CLARA, DON = (
    Person(n, n, name) for n, name in enumerate(["Alma", "Bert", "Clara", "Don"])
)
SEATS = {"N": ALMA, "E": BERT, "S": CLARA, "W": DON}


@pytest.mark.parametrize(
    ("score", "points", "ahead"),
    [
        ({}, (None, None), (False, False)),
        ({"saved": 1, "ns": 300, "ew": 20}, (300, 20), (True, False)),
        ({"saved": 1, "ns": 0, "ew": 0}, (0, 0), (False, False)),
        ({"saved": 4, "ns": 50, "ew": 50, "cut": "EW"}, (50, 50), (False, True)),
    ],
)
def test_a_table_shows_both_pairs_with_their_points(score, points, ahead):
    north_south, east_west = LiveTable(TableScore(**BASE | score), SEATS).pairs

    assert (north_south.people, east_west.people) == ((ALMA, CLARA), (BERT, DON))
    assert (north_south.points, east_west.points) == points
    assert (north_south.is_ahead, east_west.is_ahead) == ahead


def test_if_the_seats_are_unknown_a_table_has_no_pairs():
    assert LiveTable(TableScore(**BASE), {}).pairs == ()
