from dataclasses import replace

import pytest

from party.queries.evening.live import LivePage
from party.values.evening.live import Live, LiveTable, Night, Stage
from party.values.scores.tables import TableScore
from tests.values.evening.test_live import BASE


def page(stage, number, planned, *scores):
    tables = tuple(LiveTable(TableScore(**BASE | score), {}) for score in scores)
    live = Live(Night(stage, number, planned), tables, ())
    return LivePage(
        live=live, tracks_seats=True, has_cards_due=False, slips=(), finish_at=None, changes=None
    )


@pytest.mark.parametrize(
    ("stage", "number", "planned", "states"),
    [
        (Stage.SETUP, 0, 3, ["", "", ""]),
        (Stage.PLAYING, 2, 3, ["was", "is", ""]),
        (Stage.MOVING, 2, 3, ["was", "was", ""]),
        (Stage.OVER, 3, 3, ["was", "was", "was"]),
        (Stage.PLAYING, 2, None, []),
        (Stage.PLAYING, 2, 40, ["was", "is", *[""] * 10]),
    ],
)
def test_the_strip_has_a_state_for_each_round(stage, number, planned, states):
    strip = page(stage, number, planned).round_strip

    assert [state for _, state in strip] == states
    assert [each for each, _ in strip] == list(range(1, len(states) + 1))


@pytest.mark.parametrize(
    ("scores", "counted", "due"),
    [
        ([{"saved": 1}, {"saved": 4}], 5, 8),
        ([{"saved": 1}, {"saved": 6, "limit": None}], 7, 0),
        ([{"saved": 1}, {"capture": "totals"}], None, 8),
        ([], None, 0),
    ],
)
def test_the_page_counts_the_hands_entered_and_the_hands_due(scores, counted, due):
    live_page = page(Stage.PLAYING, 1, 3, *scores)

    assert (live_page.hands_in, live_page.hands_due) == (counted, due)


@pytest.mark.parametrize(
    ("stage", "text"),
    [
        (Stage.PLAYING, "Playing, then a break"),
        (Stage.MOVING, "Closed: a break, then time to move"),
    ],
)
def test_the_text_of_a_stage_says_when_there_is_a_break(stage, text):
    live = Live(Night(stage, 2, 3, break_after=2), (), ())
    assert replace(page(stage, 2, 3), live=live).stage_text == text
