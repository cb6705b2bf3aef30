import json

import pytest

from party.engine import PRESETS, Bid, HandResult, biddable, pair_points
from party.queries.phones.table import pad_of


@pytest.mark.parametrize("preset", ["midway", "iowa", "grand-slam", "declare", "hay", "lodige"])
def test_the_pad_has_the_bids_points_and_announcements_of_the_rules(preset):
    rules = PRESETS[preset]
    pad = json.loads(json.dumps(pad_of(rules)))
    assert [each["bid"] for each in pad["bids"]] == [str(bid) for bid in biddable(rules)]
    for key, points in pad["points"].items():
        announced = {"!": "slam", "+": "declare"}.get(key[-1])
        bid = Bid.parse(key.rstrip("!+"))
        for tricks in (0, 6, 10):
            result = HandResult(bid=bid, tricks=tricks, declarer="N", announced=announced)
            assert points[tricks] == list(pair_points(rules, result))
    assert {key[-1] for key in pad["points"] if key[-1] in "!+"} == {
        {"slam": "!", "declare": "+"}[each] for each in pad["announce"]
    }


def test_the_pad_of_midway_has_no_announcements():
    pad = pad_of(PRESETS["midway"])
    assert pad["bids"][0] == {
        "bid": "7S",
        "name": "7 Spades",
        "level": 7,
        "strain": "S",
        "value": 140,
    }
    assert pad["points"]["8H"][9] == (300, 10)
    assert (pad["announce"], pad["thrown_in"], pad["passed"], pad["tricks"]) == (
        {},
        True,
        None,
        10,
    )


def test_the_mark_of_the_rules_changes_with_the_rules():
    rules = PRESETS["midway"]
    others = [rules, rules.replace(misere_word="Zero"), PRESETS["lodige"], PRESETS["declare"]]
    assert len({pad_of(each)["mark"] for each in others}) == 3  # Midway has no misère


def test_the_pad_has_points_for_passed_out_hands():
    assert not pad_of(PRESETS["iowa"])["thrown_in"]
    rules = PRESETS["midway"].replace(all_pass="play_nt_10_per_trick")
    assert pad_of(rules)["passed"][6] == (60, 40)
    assert not pad_of(rules)["thrown_in"]


def test_special_bids_have_no_level():
    rules = PRESETS["grand-slam"]
    pad = pad_of(rules)
    special = [each for each in pad["bids"] if each["level"] is None]
    assert "MIS" in [each["strain"] for each in special]
    assert pad["announce"] == {"slam": "Slam announced"}
    assert "8H!" in pad["points"]
    assert "MIS!" not in pad["points"]
