"""The board of the live page: shapes and words for every way a table can stand."""

import pytest

from party.values.evening.live import LiveTable
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


def spot(flags=(), **score):
    table = LiveTable(TableScore(**BASE | score), {}, flags, ties_matter=True)
    return table.marks, table.progress_text, table.board_state


@pytest.mark.parametrize(
    ("score", "shown"),
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
def test_table_on_the_board(score, shown):
    assert spot(**score) == shown


def test_unusual_result_is_marked():
    assert spot(("Hand 1: Set by 8 tricks.",), saved=1) == ("●○○○▲", "1 of 4, look", "check")
