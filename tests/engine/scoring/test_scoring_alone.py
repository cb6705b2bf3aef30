"""Scores of players who score alone, and of three pairs (W35, T85 to T89)."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from party.engine import (
    PRESETS,
    Bid,
    HandResult,
    RuleError,
    is_bid_made,
    score,
    side_points,
    sides_of,
)
from tests.engine.strategies import full_results_of, made_results_of, other_numbers, presets

THREE = PRESETS["australian-three"]
AMERICAN_THREE = PRESETS["american-three"]
FIVE = PRESETS["australian-five"]
FULL = FIVE.replace(partner_share="full_each")
SIX = PRESETS["australian-six"]
TEAMS = SIX.replace(six_teams="3x2")
TWO = PRESETS["two-handed"]


def result_of(bid, declarer, by_player, partners=(), **more):
    counted = declarer if not Bid.parse(bid).level else declarer + "".join(partners)
    tricks = sum(by_player.get(seat, 0) for seat in counted)
    return HandResult(
        bid=Bid.parse(bid),
        tricks=tricks,
        declarer=declarer,
        partners=tuple(partners),
        by_player=by_player,
        **more,
    )


def points(rules, bid, declarer, by_player, partners=(), before=(), **more):
    return score(rules, result_of(bid, declarer, by_player, partners, **more), before).by_player


def test_w35_each_of_two_defenders_scores_only_their_own_tens():
    scored = score(THREE, result_of("7C", "N", {"N": 6, "E": 3, "S": 1}))

    assert scored.by_player == {"N": -160, "E": 30, "S": 10}
    assert (scored.declarers, scored.defenders) == (-160, 40)


def test_the_order_of_the_winners_replaces_the_tricks_by_player():
    result = HandResult(bid=Bid.parse("7C"), tricks=7, declarer="E", order=tuple("NEEEEEEESS"))

    assert score(THREE, result).by_player == {"N": 10, "E": 160, "S": 20}


def test_t64_two_defenders_may_score_tens_only_when_the_bid_fails():
    rules = THREE.replace(defenders_score="only_if_contract_fails")

    assert points(rules, "7C", "N", {"N": 7, "E": 3}) == {"N": 160, "E": 0, "S": 0}
    assert points(rules, "7C", "N", {"N": 6, "E": 4}) == {"N": -160, "E": 40, "S": 0}


def test_t65_a_cap_applies_to_each_player():
    rules = THREE.replace(defenders_cap="capped_at_490")
    before = {"N": 0, "E": 480, "S": 100}

    assert points(rules, "7C", "N", {"N": 4, "E": 3, "S": 3}, before=before) == {
        "N": -160,
        "E": 10,
        "S": 30,
    }


def test_t68_each_opponent_gets_the_value_of_a_set_bid():
    rules = THREE.replace(fail_rule="value_to_opponents")

    assert points(rules, "7C", "N", {"N": 6, "E": 3, "S": 1}) == {"N": 0, "E": 190, "S": 170}


def test_t68_each_opponent_of_five_gets_the_declarers_share_of_a_set_bid():
    rules = FIVE.replace(fail_rule="value_to_opponents", defenders_score="never")
    scored = points(rules, "8C", "1", {"1": 7, "3": 3}, partners="2")

    assert scored == {"1": 0, "2": 0, "3": 130, "4": 130, "5": 130}


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (AMERICAN_THREE, {"N": -250, "E": 30, "S": 30}),
        (THREE, {"N": -250, "E": 0, "S": 0}),
    ],
)
def test_t49_t69_each_opponent_scores_ten_for_each_trick_of_the_nullo_bidder(rules, expected):
    assert points(rules, "MIS", "N", {"N": 3, "E": 7}) == expected


def test_t69_for_nullo_of_three_players_the_tricks_of_the_bidder_are_enough():
    result = HandResult(bid=Bid.parse("MIS"), tricks=2, declarer="S")

    assert score(AMERICAN_THREE, result).by_player == {"N": 20, "E": 20, "S": -250}


def test_t69_each_of_four_opponents_scores_ten_for_a_trick_of_the_misere_bidder():
    rules = FIVE.replace(misere_defenders_score="10_per_declarer_trick")

    assert points(rules, "MIS", "1", {"1": 1, "2": 9}) == {
        "1": -250,
        "2": 10,
        "3": 10,
        "4": 10,
        "5": 10,
    }


def test_t70_without_a_bid_each_player_scores_ten_a_trick():
    rules = AMERICAN_THREE.replace(all_pass="play_nt_10_per_trick")
    scored = score(rules, HandResult(bid=None, tricks=5, by_player={"N": 5, "E": 4, "S": 1}))

    assert scored.by_player == {"N": 50, "E": 40, "S": 10}
    assert (scored.declarers, scored.defenders) == (50, 50)


def test_t70_two_players_score_ten_a_trick_without_a_bid():
    rules = TWO.replace(all_pass="play_nt_10_per_trick")

    assert score(rules, HandResult(bid=None, tricks=7)).by_player == {"N": 70, "S": 30}


def test_t85_bidder_and_partner_each_score_half_or_the_whole_bid():
    tricks = {"1": 5, "2": 1, "3": 3, "4": 1}

    assert points(FIVE, "8D", "1", tricks, "3") == {"1": 140, "2": 10, "3": 140, "4": 10, "5": 0}
    assert points(FULL, "8D", "1", tricks, "3") == {"1": 280, "2": 10, "3": 280, "4": 10, "5": 0}


def test_t85_a_set_bid_is_shared_too():
    tricks = {"1": 5, "2": 1, "3": 2, "4": 2}
    scored = score(FIVE, result_of("8D", "1", tricks, "3"))

    assert scored.by_player == {"1": -140, "2": 10, "3": -140, "4": 20, "5": 0}
    assert (scored.declarers, scored.defenders) == (-280, 30)


def test_t85_two_partners_with_all_ten_tricks_on_a_low_bid_score_125_each():
    assert points(FIVE, "7S", "1", {"1": 10}, "2") == {"1": 125, "2": 125, "3": 0, "4": 0, "5": 0}


def test_t86_a_bidder_alone_scores_the_whole_bid():
    tricks = {"1": 8, "2": 1, "5": 1}

    assert points(FIVE, "8D", "1", tricks, alone=True) == {
        "1": 280,
        "2": 10,
        "3": 0,
        "4": 0,
        "5": 10,
    }


def test_t87_misere_of_five_players_is_scored_as_one_against_four():
    assert points(FIVE, "MIS", "2", {"1": 10}) == {"1": 0, "2": 250, "3": 0, "4": 0, "5": 0}
    with pytest.raises(RuleError) as refused:
        points(FIVE, "MIS", "2", {"1": 10}, partners="4")

    assert refused.value.code == "too-many-partners"


def test_t87_the_rules_may_bar_misere_for_five_players():
    with pytest.raises(RuleError, match="Misère is not played in the Australian game of five"):
        points(FIVE.replace(misere_5p="barred"), "MIS", "2", {"1": 10})


def test_t88_each_defender_of_five_scores_only_their_own_tens():
    assert points(FIVE, "7S", "1", {"1": 4, "2": 3, "3": 2, "5": 1}, "2") == {
        "1": 70,
        "2": 70,
        "3": 20,
        "4": 0,
        "5": 10,
    }


def test_t82_two_partners_and_the_bidder_each_score_half():
    rules = FIVE.replace(partner_mode="pick_two_players_at_8")
    tricks = {"1": 4, "2": 2, "3": 2, "4": 2}

    assert points(rules, "8D", "1", tricks, "23") == {
        "1": 140,
        "2": 140,
        "3": 140,
        "4": 20,
        "5": 0,
    }


def test_two_players_share_the_ten_tricks():
    result = HandResult(bid=Bid.parse("7H"), tricks=8, declarer="S")

    assert score(TWO, result).by_player == {"N": 20, "S": 200}


def test_w39_two_sides_of_three_players_score_as_two_pairs():
    scored = score(SIX, HandResult(bid=Bid.parse("7NT"), tricks=7, declarer="2"))

    assert (scored.declarers, scored.defenders, scored.by_player) == (220, 30, None)


def test_t89_three_pairs_of_six_players_score_separately():
    tricks = {"1": 4, "4": 3, "2": 2, "6": 1}

    assert points(TEAMS, "7NT", "1", tricks, "4") == {
        "1": 220,
        "4": 220,
        "2": 20,
        "5": 20,
        "3": 10,
        "6": 10,
    }
    assert (
        points(TEAMS, "7NT", "1", tricks, "4")
        == score(
            TEAMS, HandResult(bid=Bid.parse("7NT"), tricks=7, declarer="1", by_player=tricks)
        ).by_player
    )


def test_t90_misere_of_six_players_scores_for_the_whole_side():
    result = HandResult(bid=Bid.parse("MIS"), tricks=0, declarer="4")

    assert side_points(SIX, result) == {"135": 0, "246": 250}


def test_side_points_are_by_side_for_any_number_of_players():
    four = PRESETS["australian"]
    east = HandResult(bid=Bid.parse("7H"), tricks=8, declarer="E")
    nobody = HandResult(bid=None, tricks=6)
    teams = result_of("7NT", "1", {"1": 4, "4": 3, "2": 2, "6": 1}, "4")

    assert side_points(four, east) == {"NS": 20, "EW": 200}
    assert side_points(four.replace(all_pass="play_nt_10_per_trick"), nobody) == {
        "NS": 60,
        "EW": 40,
    }
    assert side_points(TEAMS, teams) == {"14": 220, "25": 20, "36": 10}


@pytest.mark.parametrize(
    ("rules", "result", "codes"),
    [
        (THREE, HandResult(bid=Bid.parse("7C"), tricks=6), ["no-bidder", "no-tricks-by-player"]),
        (
            THREE,
            HandResult(bid=Bid.parse("7C"), tricks=6, declarer="N"),
            ["no-tricks-by-player"],
        ),
        (
            THREE.replace(all_pass="play_nt_10_per_trick"),
            HandResult(bid=None, tricks=6),
            ["no-tricks-by-player"],
        ),
        (FIVE, HandResult(bid=Bid.parse("7C"), tricks=10, declarer="1"), ["partner-unknown"]),
    ],
)
def test_score_reports_every_missing_fact(rules, result, codes):
    with pytest.raises(RuleError) as refused:
        score(rules, result)

    assert [each.code for each in refused.value.faults] == codes


def test_missing_tricks_by_player_are_explained():
    text = "how many tricks each player took: each scores for their own tricks."
    with pytest.raises(RuleError, match=text):
        score(THREE, HandResult(bid=Bid.parse("7C"), tricks=6, declarer="N"))


@pytest.mark.parametrize(
    ("rules", "tricks"),
    [(THREE, 10), (THREE.replace(defenders_score="never"), 6)],
)
def test_the_tricks_of_each_player_may_be_missing_if_nobody_scores_tens(rules, tricks):
    scored = score(rules, HandResult(bid=Bid.parse("7C"), tricks=tricks, declarer="N"))

    assert scored.by_player["E"] == scored.by_player["S"] == 0


def test_side_points_without_a_bidder_are_refused():
    with pytest.raises(RuleError, match="Say who won the bid"):
        side_points(SIX, HandResult(bid=Bid.parse("7C"), tricks=7))


@given(data=st.data(), rules=presets)
def test_every_seat_of_a_side_has_the_points_of_the_side(data, rules):
    result = data.draw(full_results_of(rules))
    gained = side_points(rules, result)

    assert tuple(gained) == sides_of(rules)
    by_player = score(rules, result).by_player
    if by_player is not None:
        assert all(by_player[seat] == gained[side] for side in gained for seat in side)


@given(data=st.data(), rules=other_numbers)
def test_points_of_players_are_multiples_of_ten_unless_partners_share_a_bid(data, rules):
    result = data.draw(full_results_of(rules))
    scored = score(rules, result)

    assert scored.declarers % 10 == scored.defenders % 10 == 0
    shared = 5 if result.partners and rules.partner_share == "half_each" else 10
    assert all(each % shared == 0 for each in (scored.by_player or {}).values())


@given(data=st.data(), rules=presets)
def test_after_a_made_bid_all_opponents_together_score_ten_for_each_trick(data, rules):
    assume(rules.defenders_score != "never")
    result = data.draw(made_results_of(rules))

    assert is_bid_made(result)
    assert score(rules, result).defenders == 10 * (10 - result.tricks)


@given(data=st.data(), rules=presets)
def test_both_ways_to_score_a_set_bid_lead_to_the_same_differences_of_points(data, rules):
    """The bidder loses the value of the bid, or each opponent gets the value (T68)."""
    result = data.draw(full_results_of(rules))
    assume(not is_bid_made(result))
    minus_value = side_points(rules.replace(fail_rule="minus_own_value"), result)
    to_opponents = side_points(rules.replace(fail_rule="value_to_opponents"), result)

    assert len({to_opponents[side] - minus_value[side] for side in minus_value}) == 1
