import pytest

from party.engine import (
    PRESETS,
    Bid,
    HandResult,
    describe,
)

RULES = PRESETS["west-seventh"].replace(grand_slam="on")


@pytest.mark.parametrize(
    ("bid", "seat", "tricks", "announced", "words"),
    [
        ("8H", "N", 9, None, "8 Hearts by North, 9 tricks: made"),
        ("10NT", "W", 9, None, "10 No Trump by West, 9 tricks: set"),
        ("MIS", "E", 0, None, "Nullo by East, no tricks: made"),
        ("MIS", "S", 1, None, "Nullo by South, 1 trick: set"),
        ("8H", "N", 10, "slam", "8 Hearts by North, slam announced, 10 tricks: made"),
        ("8H", None, 7, None, "8 Hearts, 7 tricks: set"),
        ("8H", "3", 7, None, "8 Hearts by Player 3, 7 tricks: set"),
    ],
)
def test_a_result_is_described_in_words(bid, seat, tricks, announced, words):
    result = HandResult(bid=Bid.parse(bid), declarer=seat, tricks=tricks, announced=announced)

    assert describe(RULES, result) == words


def test_a_result_described_by_pair_names_the_pair_of_the_bidder():
    result = HandResult(bid=Bid.parse("8H"), declarer="E", tricks=9)

    assert describe(RULES, result, by_pair=True) == "8 Hearts by East-West, 9 tricks: made"


def test_hands_without_a_bid_are_described():
    assert describe(RULES, None) == "thrown in"
    assert (
        describe(RULES, HandResult(bid=None, tricks=6)) == "nobody bid, 6 tricks for North-South"
    )


def test_a_chosen_partner_is_named():
    result = HandResult(bid=Bid.parse("8H"), declarer="3", tricks=9, partners=("1",))

    words = "8 Hearts by Player 3 with Player 1, 9 tricks: made"
    assert describe(PRESETS["australian-five"], result) == words


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("midway", "North-South"),
        ("american-three", "North"),
        ("australian-six", "Player 1 and Player 3 and Player 5"),
    ],
)
def test_tricks_without_a_bid_are_described_for_the_first_side(name, side):
    words = describe(PRESETS[name], HandResult(bid=None, tricks=6))

    assert words == f"nobody bid, 6 tricks for {side}"
