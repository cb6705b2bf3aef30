"""The worked hands W1 to W34 of the rule catalogue, and properties of every score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from party.engine import (
    PRESETS,
    Bid,
    HandResult,
    RuleError,
    Rules,
    is_bid_made,
    pair_points,
    score,
    seats_barred_by_ralphing,
    side_points,
)
from tests.engine.strategies import four_handed, results_of

AUSTRALIAN = PRESETS["australian"]
AMERICAN = PRESETS["american"]
YOUNGSTOWN = PRESETS["youngstown"]
LODIGE = PRESETS["lodige"]


def points(rules, bid, tricks, announced=None, before=(0, 0)):
    result = HandResult(bid=Bid.parse(bid), tricks=tricks, announced=announced)
    scored = score(rules, result, before)
    return scored.declarers, scored.defenders


def test_w1_a_bid_made_with_an_overtrick_scores_its_value():
    assert points(AUSTRALIAN, "7H", 8) == (200, 20)


def test_w2_a_bid_set_by_one_costs_its_value():
    assert points(AUSTRALIAN, "8C", 7) == (-260, 30)


def test_w4_t66_all_ten_tricks_on_a_bid_below_250_score_250():
    assert points(AUSTRALIAN, "8S", 10) == (250, 0)


def test_w5_all_ten_tricks_on_a_bid_above_250_score_the_bid():
    assert points(AUSTRALIAN, "8C", 10) == (260, 0)


def test_w7_t66_at_youngstown_all_ten_tricks_add_100():
    assert points(YOUNGSTOWN, "8C", 10) == (360, 0)


def test_w8_c10_t67_at_youngstown_seven_spades_with_all_tricks_scores_240_or_350():
    stacked = YOUNGSTOWN.replace(slam_and_bonus_stack="yes")

    assert points(YOUNGSTOWN, "7S", 10) == (240, 0)
    assert points(stacked, "7S", 10) == (350, 0)
    assert points(stacked, "8C", 10) == (360, 0)


def test_w9_at_youngstown_nine_with_all_ten_tricks_scores_like_a_bid_of_ten():
    assert points(YOUNGSTOWN, "9S", 10) == points(YOUNGSTOWN, "10S", 10) == (440, 0)


def test_w10_at_youngstown_nine_no_trump_with_all_ten_tricks_scores_520():
    assert points(YOUNGSTOWN, "9NT", 10) == (520, 0)


def test_w11_a_failed_ten_no_trump_costs_520():
    assert points(AUSTRALIAN, "10NT", 9) == (-520, 10)


def test_w13_a_failed_six_no_trump_costs_120():
    assert points(AUSTRALIAN, "6NT", 5) == (-120, 50)


def test_w15_a_made_misere_scores_250():
    assert points(AUSTRALIAN, "MIS", 0) == (250, 0)


def test_w16_a_failed_misere_costs_250():
    assert points(AUSTRALIAN, "MIS", 1) == (-250, 0)


@pytest.mark.parametrize("tricks", [1, 10])
def test_w17_open_misere_scores_or_costs_500(tricks):
    assert points(AUSTRALIAN, "OPEN", 0) == (500, 0)
    assert points(AUSTRALIAN, "OPEN", tricks) == (-500, 0)


def test_w19_t69_a_set_nullo_gives_tens_for_its_tricks():
    assert points(AMERICAN, "MIS", 0) == (250, 0)
    assert points(AMERICAN, "MIS", 3) == (-250, 30)


def test_w20_t45_grand_nullo_scores_or_costs_510():
    assert points(PRESETS["west-seventh"], "GRAND", 0) == (510, 0)
    assert points(PRESETS["west-seventh"], "GRAND", 2) == (-510, 20)


def test_w22_t54_c16_an_announced_grand_slam_scores_500_or_520():
    rules = AMERICAN.replace(grand_slam="on")

    assert points(rules, "8H", 10, "slam") == (500, 0)
    assert points(rules, "8NT", 10, "slam") == (520, 0)
    assert points(rules, "8H", 8, "slam") == (-500, 20)
    assert points(rules, "8NT", 9, "slam") == (-500, 10)


def test_w23_t64_defenders_may_score_tens_only_when_the_bid_fails():
    rules = AUSTRALIAN.replace(defenders_score="only_if_contract_fails")

    assert points(rules, "8H", 9) == (300, 0)
    assert points(rules, "8H", 7) == (-300, 30)


def test_w25_t64_in_some_rules_defenders_never_score_tens():
    rules = AUSTRALIAN.replace(defenders_score="never")

    assert points(rules, "8H", 7) == (-300, 0)


def test_w26_a_made_bid_scores_its_value_in_tasmania():
    assert points(PRESETS["tasmanian"], "8H", 8) == (300, 0)


def test_w28_t68_by_canadian_rules_opponents_get_the_value_of_a_failed_bid():
    assert points(PRESETS["canadian"], "8H", 7) == (0, 300)
    assert points(PRESETS["canadian"], "8H", 8) == (300, 0)


@pytest.mark.parametrize(("bid", "worth"), [("MIS", 150), ("OPEN", 250), ("NOPICK", 350)])
def test_w29_t39_t40_roger_knights_schedule_sets_the_points(bid, worth):
    rules = AUSTRALIAN.replace(roger_knights_schedule="on")

    assert points(rules, bid, 0) == (worth, 0)
    assert points(rules, bid, 1) == (-worth, 0)


@pytest.mark.parametrize(("bid", "worth"), [("OPEN", 230), ("SUPER", 430)])
def test_w30_t37_t41_open_miseres_have_the_points_of_the_easton_rules(bid, worth):
    rules = AUSTRALIAN.replace(
        misere_allowed="no",
        open_misere_score=230,
        open_misere_rank="7nt_o_8s",
        super_open_misere="on",
    )

    assert points(rules, bid, 0) == (worth, 0)
    assert points(rules, bid, 2) == (-worth, 0)


@pytest.mark.parametrize(
    ("tricks", "expected"), [(5, (350, 50)), (4, (-350, 60)), (6, (-350, 40))]
)
def test_w31_t52_hi_lo_needs_exactly_five_tricks(tricks, expected):
    assert points(LODIGE, "HILO", tricks) == expected


def test_w32_t44_patastrophe_scores_or_costs_1000():
    assert points(LODIGE, "PAT", 0) == (1000, 0)
    assert points(LODIGE, "PAT", 1) == (-1000, 0)


def test_w34_t20_t70_a_hand_without_a_bid_at_no_trump_scores_ten_a_trick():
    rules = AMERICAN.replace(all_pass="play_nt_10_per_trick")

    scored = score(rules, HandResult(bid=None, tricks=6))

    assert (scored.declarers, scored.defenders) == (60, 40)
    assert pair_points(rules, HandResult(bid=None, tricks=6)) == (60, 40)
    named = HandResult(bid=None, tricks=6, declarer="E")
    assert side_points(rules, named) == {"NS": 60, "EW": 40}


def test_t43_blind_misere_is_worth_500():
    assert points(LODIGE, "BLIND", 0) == (500, 0)


def test_t53_j5_scores_as_no_trump():
    assert points(LODIGE, "7J5", 8) == (220, 20)


def test_j5_with_an_announced_slam_scores_as_no_trump():
    assert points(LODIGE.replace(grand_slam="on"), "7J5", 10, "slam") == (520, 0)


def test_t26_t28_a_bid_of_no_as_a_signal_scores_as_no_trump():
    assert points(YOUNGSTOWN, "7NO", 8) == (220, 20)


def test_t33_misere_can_be_worth_230():
    assert points(AUSTRALIAN.replace(misere_score=230), "MIS", 0) == (230, 0)


def test_t55_declare_needs_all_ten_tricks():
    rules = AUSTRALIAN.replace(declare="on")

    assert points(rules, "7S", 10, "declare") == (500, 0)
    assert points(rules, "7S", 9, "declare") == (-500, 10)


@pytest.mark.parametrize(
    ("cap", "before", "tens"),
    [
        ("none", 480, 30),
        ("capped_at_490", 450, 30),
        ("capped_at_490", 480, 10),
        ("capped_at_490", 490, 0),
        ("capped_at_490", 520, 0),
        ("capped_at_460", 440, 20),
        ("none_while_at_400", 390, 30),
        ("none_while_at_400", 400, 0),
    ],
)
def test_t65_a_cap_limits_the_tens(cap, before, tens):
    rules = AUSTRALIAN.replace(defenders_cap=cap)

    assert points(rules, "7H", 7, before=(0, before)) == (200, tens)


def test_t66_without_a_bonus_all_ten_tricks_score_only_the_bid():
    assert points(PRESETS["hay"], "7S", 10) == (140, 0)


def test_t68_opponents_get_the_value_of_a_set_bid_and_their_tens():
    rules = AUSTRALIAN.replace(fail_rule="value_to_opponents")

    assert points(rules, "8H", 7) == (0, 330)


def test_t69_opponents_score_ten_for_each_trick_of_the_declarer():
    rules = AUSTRALIAN.replace(misere_defenders_score="10_per_declarer_trick")

    assert points(rules, "MIS", 4) == (-250, 40)


@pytest.mark.parametrize(
    ("bid", "tricks", "announced", "barred"),
    [
        ("9H", 6, None, True),
        ("9H", 7, None, False),
        ("9H", 10, None, False),
        ("MIS", 3, None, True),
        ("MIS", 2, None, False),
        ("HILO", 8, None, True),
        ("HILO", 2, None, True),
        ("HILO", 3, None, False),
        ("7H", 7, "slam", True),
    ],
)
def test_t56_c17_a_bidder_set_by_three_is_barred_from_the_next_hand(
    bid, tricks, announced, barred
):
    rules = LODIGE.replace(grand_slam="on")
    result = HandResult(bid=Bid.parse(bid), tricks=tricks, declarer="E", announced=announced)

    assert seats_barred_by_ralphing(rules, result) == (("E",) if barred else ())
    assert seats_barred_by_ralphing(rules.replace(ralphing="off"), result) == ()


def test_t56_nobody_is_barred_if_the_bidder_is_unknown():
    assert seats_barred_by_ralphing(Rules(ralphing="on"), HandResult(bid=None, tricks=6)) == ()
    assert (
        seats_barred_by_ralphing(Rules(ralphing="on"), HandResult(bid=Bid.parse("9H"), tricks=2))
        == ()
    )


def test_pair_points_have_north_south_first_after_a_bid_of_west():
    result = HandResult(bid=Bid.parse("7H"), tricks=8, declarer="W")

    assert pair_points(AUSTRALIAN, result) == (20, 200)


def test_pair_points_without_a_bidder_are_refused():
    with pytest.raises(RuleError) as refused:
        pair_points(AUSTRALIAN, HandResult(bid=Bid.parse("7H"), tricks=8))

    assert refused.value.code == "no-bidder"


def test_it_is_an_error_to_ask_whether_a_bid_was_made_if_nobody_bid():
    with pytest.raises(RuleError, match="Nobody bid"):
        is_bid_made(HandResult(bid=None, tricks=6))


@given(data=st.data(), rules=four_handed)
def test_points_are_multiples_of_ten(data, rules):
    scored = score(rules, data.draw(results_of(rules)))

    assert scored.declarers % 10 == scored.defenders % 10 == 0


@given(data=st.data(), rules=four_handed, tricks=st.integers(0, 9))
def test_the_bidders_never_lose_points_by_taking_another_trick(data, rules, tricks):
    bid = data.draw(results_of(rules).map(lambda result: result.bid).filter(lambda b: b.level))

    fewer = score(rules, HandResult(bid=bid, tricks=tricks))
    more = score(rules, HandResult(bid=bid, tricks=tricks + 1))

    assert more.declarers >= fewer.declarers
    assert more.defenders <= fewer.defenders


@given(data=st.data(), rules=four_handed)
def test_the_points_of_pairs_depend_only_on_the_pair_of_the_bidder(data, rules):
    result = data.draw(results_of(rules))

    def by(seat):
        return pair_points(rules, HandResult(bid=result.bid, tricks=result.tricks, declarer=seat))

    assert by("N") == by("S") == by("E")[::-1] == by("W")[::-1]
