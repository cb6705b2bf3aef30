from random import Random

import pytest

from party.engine import PRESETS, RuleError, read_entry
from party.management.hands import played_hand, table_lines
from party.progression import FORMATS


@pytest.mark.parametrize("preset", FORMATS)
def test_every_hand_is_one_the_rules_have(preset):
    rules, dice = PRESETS[preset], Random(1)

    lines = [line for _ in range(100) for line in table_lines(rules, 4, dice)]

    for line in lines:
        read_entry(rules, line)
    assert len([line for line in lines if line != "p"]) == 400


def test_hands_are_thrown_in_only_where_the_rules_have_it():
    def words(preset):
        dice = Random(1)
        return [line for _ in range(50) for line in table_lines(PRESETS[preset], 4, dice)]

    assert "p" in words("midway")
    assert "p" not in words("iowa")
    with pytest.raises(RuleError):
        read_entry(PRESETS["iowa"], "p")


def test_a_table_that_plays_until_the_bell_says_when_it_stops():
    tables = [table_lines(PRESETS["iowa"], None, Random(seed)) for seed in range(30)]

    assert {len(lines) for lines in tables} == {3, 4, 5}
    assert all(lines[-1].endswith(".") for lines in tables)
    assert not any(line.endswith(".") for lines in tables for line in lines[:-1])


def test_the_same_dice_play_the_same_hands():
    def hands(seed):
        dice = Random(seed)
        return [played_hand(PRESETS["midway"], dice) for _ in range(20)]

    assert hands(3) == hands(3)
    assert hands(3) != hands(4)


def test_most_bids_are_made_and_some_are_set():
    rules, dice = PRESETS["youngstown"], Random(2)

    results = [read_entry(rules, played_hand(rules, dice)).result for _ in range(500)]

    made = sum(result.tricks >= result.bid.level for result in results)
    assert 330 <= made <= 430
    assert sum(result.tricks == 10 for result in results) >= 5
