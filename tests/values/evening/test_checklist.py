from datetime import UTC, datetime

import pytest

from party.progression import CHOICES
from party.values.evening.checklist import EQUAL, SURPLUS_PEOPLE, TIES, WINS, checklist
from party.values.evening.parties import PartyPlan

START = datetime(2026, 11, 14, 19, tzinfo=UTC)


def words(preset=None, *, format_changes=None, **fields):
    plan = None
    if preset:
        plan = PartyPlan.of_preset(preset, name="Party", starts_at=START)
        plan = PartyPlan(
            **{**vars(plan), "format": plan.format.replace(**(format_changes or {})), **fields}
        )
    return " ".join(line for part in checklist(plan).parts for line in part.lines)


@pytest.mark.parametrize(
    ("preset", "fields", "line"),
    [
        ("midway", {"rounds": 1}, "St Paul Midway: 1 round. 4 hands a round. Lower pair goes"),
        ("midway", {}, "St Paul Midway: as many rounds as tables. 4 hands a round."),
        (
            "iowa",
            {},
            "rounds until you stop. 4 hands at table 1, then the bell. Winners go up one table,",
        ),
        ("iowa", {}, "Table 1 rings after 4 hands"),
        ("midway", {"cards": "blind", "fee": 500}, "draw a card and take $5;"),
        ("midway", {"capture": "cards"}, "Say at each table who was ahead"),
        ("midway", {"capture": "untracked"}, "Type nothing: the points come with the final cards"),
        ("midway", {"capture": "untracked"}, "everybody notes table and seat. Start the next."),
        ("midway", {"rounds": 6}, "After round 6 finish the party."),
        ("midway", {"format_changes": {"hands_per_round": 1}}, " 1 hand a round. Lower"),
        ("midway", {}, "Partners become opponents. Tie: cut."),
        ("midway", {}, "the highest total wins, equal totals share the place."),
    ],
)
def test_the_lines_of_the_checklist_depend_on_the_plan(preset, fields, line):
    assert line in words(preset, **fields)


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({}, "treasurer"),
        ({"cards": "blind"}, "the seat cards, the find-my-seat list"),
        ({"capture": "cards"}, "the table slips"),
        ({"capture": "untracked"}, "the table slips"),
        ({"capture": "untracked"}, "tied table"),
    ],
)
def test_lines_that_the_plan_does_not_need_are_left_out(fields, line):
    assert line in words()
    assert line not in words("midway", **fields)


def test_if_results_do_not_decide_the_moves_no_line_mentions_ties():
    fixed = {"who_moves": "fixed_path", "split": "never"}
    assert "tied table" not in words("midway", format_changes=fixed)


def test_every_answer_of_a_format_has_a_text():
    for name, texts in (
        ("tie_at_table", TIES),
        ("non_multiple_of_4", SURPLUS_PEOPLE),
        ("count_back", EQUAL),
        ("round_credit", WINS),
    ):
        assert set(CHOICES[name].answers) == set(texts)
