"""The auction, toggle by toggle: each test fails if its toggle is ignored."""

import pytest

from party.engine import ALL_PASS, CONTRACT, PLAYED_WITHOUT_BID, SIXES, Bid, Game
from party.engine.auction.legal_calls import ACE_NO_FACE
from tests.engine.auction.auctions import (
    AMERICAN,
    AUSTRALIAN,
    IOWA,
    MIDWAY,
    WEST_SEVENTH,
    YOUNGSTOWN,
    allows,
    auction_after,
    refusal,
    rules_against,
)

MANY_ROUNDS = MIDWAY.replace(rounds_of_bidding="until_3_pass")
RAISES = AUSTRALIAN.replace(raise_after_passes="yes")
THREE = AUSTRALIAN.replace(players=3, pack=33)
PAIRS_OF_SIX = AUSTRALIAN.replace(players=6, pack=63, six_teams="3x2")


def test_t10_partner_agrees_to_ace_no_face_or_refuses():
    asked = auction_after(MIDWAY, "P ANF")

    assert asked.turn == "W"
    assert asked.legal_calls() == ("AGREE", "REFUSE")
    agreed = asked.call("AGREE")
    assert (agreed.over, agreed.outcome, agreed.contract) == (True, ACE_NO_FACE, None)
    assert rules_against(agreed, "P") == ["T10"]
    refused = asked.call("REFUSE")
    assert (refused.over, refused.turn) == (False, "E")
    assert allows(refused, "P", "7S")
    assert refused.calls == (("N", "P"), ("E", "ANF"), ("W", "REFUSE"))
    assert not allows(auction_after(YOUNGSTOWN), "ANF")


def test_t10_a_side_says_ace_no_face_once_and_only_as_a_first_call():
    assert rules_against(auction_after(MIDWAY, "ANF REFUSE"), "ANF") == ["T10"]
    assert rules_against(auction_after(MANY_ROUNDS, "7S 7C P P"), "ANF") == ["T10"]
    assert rules_against(auction_after(MIDWAY, "ANF REFUSE P P"), "ANF") == ["T10"]
    assert allows(auction_after(MIDWAY, "ANF REFUSE P"), "ANF")


def test_t10_only_an_answer_is_legal_after_ace_no_face():
    asked = auction_after(MIDWAY, "ANF")

    for call in ("P", "7S", "ANF"):
        assert rules_against(asked, call) == ["T10"]
    for call in ("AGREE", "REFUSE"):
        assert rules_against(auction_after(MIDWAY), call) == ["T10"]


def test_t10_by_some_rules_nobody_must_agree_to_ace_no_face():
    rules = THREE.replace(ace_no_face="no_ace_no_face")

    auction = auction_after(rules, "P ANF")

    assert (auction.over, auction.outcome) == (True, ACE_NO_FACE)
    assert rules_against(auction_after(rules), "AGREE") == ["T10"]


def test_t10_with_six_players_partner_answers_ace_no_face():
    rules = PAIRS_OF_SIX.replace(ace_no_face="on")

    assert auction_after(rules, "P ANF").turn == "5"


def test_t12_a_refused_ace_no_face_bars_nullo():
    allowed = WEST_SEVENTH.replace(refused_ace_no_face_bars_nullo="off")

    auction = auction_after(WEST_SEVENTH, "ANF REFUSE")
    assert rules_against(auction, "MIS") == ["T12"]
    assert allows(auction, "7S")
    assert allows(auction.call("P"), "MIS")
    assert rules_against(auction_after(WEST_SEVENTH, "ANF REFUSE P P"), "MIS") == ["T12"]
    assert allows(auction_after(allowed, "ANF REFUSE"), "MIS")


def test_t13_the_rules_decide_between_one_round_of_bidding_and_many_rounds():
    assert auction_after(AMERICAN, "7S P P 7C").over
    assert auction_after(AMERICAN, "7S P P P").over
    assert auction_after(AUSTRALIAN, "7S P P 7C").turn == "N"


def test_t14_b16_a_player_who_has_passed_may_not_bid_again():
    assert auction_after(AUSTRALIAN, "P 7S 7C").turn == "W"
    assert auction_after(AUSTRALIAN, "P 7S 7C P").turn == "E"


def test_t14_b16_players_may_rebid_until_three_passes_in_a_row():
    rules = AUSTRALIAN.replace(pass_final="pass_and_rebid")

    auction = auction_after(rules, "P P P 7S P P 7C P P")
    assert (auction.over, auction.turn) == (False, "E")
    assert allows(auction, "7D")
    assert auction.call("P").outcome == CONTRACT
    assert auction_after(rules, "P P P P").outcome == ALL_PASS


@pytest.mark.parametrize(("players", "pack"), [(2, 43), (3, 33), (5, 53)])
def test_t14_other_numbers_of_players_may_rebid_until_all_others_pass(players, pack):
    rules = AUSTRALIAN.replace(players=players, pack=pack, pass_final="pass_and_rebid")

    auction = auction_after(rules, "P 7S" + " P" * (players - 2))
    assert auction.over is False
    assert auction.call("P").contract == Bid(7, "S")


def test_t14_players_may_re_enter_only_when_someone_changes_strain():
    rules = AUSTRALIAN.replace(pass_final="re_entry_only_when_someone_changes_strain")

    first_bid = auction_after(rules, "P 7S")
    assert (first_bid.position.seats_out, first_bid.turn) == ({"N"}, "S")
    same = auction_after(rules, "P 7S P 8S")
    assert (same.position.seats_out, same.turn) == ({"N", "S"}, "E")
    other_strain = auction_after(rules, "P 7S P 7C")
    assert (other_strain.position.seats_out, other_strain.turn) == (set(), "N")
    assert other_strain.call("7D").turn == "E"
    assert auction_after(rules, "P 7S P 7C P P P").contract == Bid(7, "C")


def test_t14_bids_of_no_and_no_trump_are_one_strain():
    rules = MANY_ROUNDS.replace(
        pass_final="re_entry_only_when_someone_changes_strain",
        no_vs_no_trump_signal="youngstown",
    )

    assert auction_after(rules, "P 7NO P 8NT").position.seats_out == {"N", "S"}


def test_t15_the_highest_bidder_may_raise_after_all_others_have_passed():
    calls = "7S 7C P P P"

    assert auction_after(AUSTRALIAN, calls).over
    raising = auction_after(RAISES, calls)
    assert raising.turn == "E"
    assert allows(raising, "P", "7D", "8C")
    assert rules_against(raising, "7C") == ["T71"]
    assert raising.call("P").contract == Bid(7, "C")
    assert raising.call("8C").contract == Bid(8, "C")


def test_t15_the_highest_bid_cannot_be_raised():
    assert auction_after(RAISES, "7S 10NT P P P").over


def test_t15_nobody_raises_if_each_player_has_one_turn():
    assert auction_after(AMERICAN.replace(raise_after_passes="yes"), "7S 7C P P").over


def test_t16_a_raise_needs_a_bid_of_another_player():
    anyone = RAISES.replace(raise_needs_rival_bid="no")

    assert auction_after(RAISES, "7S P P P").over
    assert auction_after(anyone, "7S P P P").turn == "N"
    assert auction_after(RAISES, "7S P 7C P P").turn == "S"  # a bid of partner is enough


def test_t17_a_raise_in_the_same_strain_closes_the_bidding():
    open_again = RAISES.replace(raise_same_strain_closed="no")

    assert auction_after(RAISES, "7S 7C P P P 8C").over
    reopened = auction_after(open_again, "7S 7C P P P 8C")
    assert (reopened.over, reopened.turn) == (False, "S")
    assert allows(reopened, "P", "8D")


def test_t18_a_raise_in_a_new_strain_reopens_the_bidding():
    closed = RAISES.replace(raise_new_strain_reopens="no")

    reopened = auction_after(RAISES, "7S 7C P P P 7D")
    assert (reopened.over, reopened.turn) == (False, "S")
    assert auction_after(RAISES, "7S 7C P P P 7D P P P").contract == Bid(7, "D")
    assert auction_after(RAISES, "7S 7C P P P 7D P P 8S").turn == "E"
    assert auction_after(closed, "7S 7C P P P 7D").over


def test_t19_a_player_may_raise_twice_in_a_row_if_allowed():
    allowed = RAISES.replace(self_raise_without_intervening_bid="allowed")

    assert auction_after(RAISES, "7S 7C P P P 7D P P P").over
    assert auction_after(allowed, "7S 7C P P P 7D P P P").turn == "E"
    assert auction_after(RAISES, "7S 7C P P P 7D P P 8S P").turn == "N"  # N was outbid


@pytest.mark.parametrize(
    ("all_pass", "outcome"),
    [
        ("throw_in_next_dealer", ALL_PASS),
        ("same_dealer", ALL_PASS),
        ("redeal_max_twice_then_next", ALL_PASS),
        ("next_dealer_without_reshuffling", ALL_PASS),
        ("play_nt_10_per_trick", PLAYED_WITHOUT_BID),
    ],
)
def test_t20_the_rules_set_the_outcome_of_an_auction_without_bids(all_pass, outcome):
    auction = auction_after(AUSTRALIAN.replace(all_pass=all_pass), "P P P P")

    assert (auction.over, auction.outcome) == (True, outcome)
    assert (auction.contract, auction.declarer) == (None, None)


def test_t20_the_dealer_must_bid_only_if_nobody_has_bid():
    assert allows(auction_after(IOWA, "P 6S P"), "P")
    assert rules_against(auction_after(IOWA, "P P P"), "P") == ["T20"]


def test_t20_with_many_rounds_the_dealer_must_bid_if_nobody_has_bid():
    many = IOWA.replace(rounds_of_bidding="until_3_pass", pass_final="pass_and_rebid")

    assert rules_against(auction_after(many, "P P P"), "P") == ["T20"]
    assert allows(auction_after(many, "P P P 6S 6C"), "P")
    assert allows(auction_after(many, "P 6S P P 6C P P"), "P")


def test_t21_b15_the_rules_set_the_lowest_bid_of_a_dealer_who_must_bid():
    assert allows(auction_after(IOWA, "P P P"), "6S")
    seven = IOWA.replace(dealer_stuck_min=7)
    assert rules_against(auction_after(seven, "P P P"), "6S") == ["T21"]
    assert str(refusal(auction_after(seven, "P P P"), "6S")).startswith(
        "The dealer must bid 7 or more."
    )
    assert allows(auction_after(seven, "P P P"), "7S")
    assert allows(auction_after(seven, "P P"), "6S")


def test_t22_by_the_rules_a_bid_of_six_is_a_contract_or_a_signal():
    signal = AMERICAN.replace(six_bid_meaning="inkle")

    assert auction_after(AMERICAN, "6H P P P").contract == Bid(6, "H")
    auction = auction_after(signal, "6H P P P")
    assert (auction.outcome, auction.contract, auction.declarer) == (SIXES, None, None)
    assert auction_after(signal, "6H P 7H P").contract == Bid(7, "H")


def test_t22_partner_answers_a_signal_with_a_bid_above_six_or_passes():
    rules = YOUNGSTOWN.replace(inkle_seats="any")

    assert rules_against(auction_after(rules, "6S P"), "6H") == ["T22"]
    assert allows(auction_after(rules, "6S P"), "7S", "P")
    assert allows(auction_after(rules, "6S"), "6H")


def test_t22_a_dealer_who_must_bid_cannot_answer_with_a_signal():
    rules = IOWA.replace(six_bid_meaning="inkle")

    assert rules_against(auction_after(rules, "6H P P"), "P") == ["T20"]
    assert rules_against(auction_after(rules, "6H P P"), "6NT") == ["T21"]
    assert auction_after(rules, "6H P P 7S").contract == Bid(7, "S")


def test_t22_a_hand_with_only_signals_counts_as_passed_out():
    rules = AMERICAN.replace(six_bid_meaning="inkle", all_pass="play_nt_10_per_trick")

    assert auction_after(rules, "6H P P P").outcome == PLAYED_WITHOUT_BID


def test_t23_only_the_first_two_players_may_signal():
    """S12 describes Youngstown "as above", so the rule of Midway holds there too."""
    assert allows(auction_after(MIDWAY.replace(inkle_seats="any"), "P P"), "6S")
    for rules in (MIDWAY, YOUNGSTOWN):
        assert allows(auction_after(rules, "P"), "6S")
        assert rules_against(auction_after(rules, "P P"), "6S") == ["T23"]
        assert rules_against(auction_after(rules, "P P P"), "6S") == ["T23"]


def test_t25_a_hand_with_only_sixes_is_thrown_in():
    rules = AMERICAN.replace(no_six_played="on")

    assert auction_after(AMERICAN, "6H P P P").outcome == CONTRACT
    auction = auction_after(rules, "6H P P P")
    assert (auction.outcome, auction.contract) == (SIXES, None)
    assert Game(rules).add(None, why=auction.outcome).dealer == "W"
    assert Game(rules).add(None, why=auction_after(rules, "P P P P").outcome).dealer == "N"


def test_t25_the_dealer_may_pass_after_a_bid_of_six():
    rules = IOWA.replace(no_six_played="on")

    assert auction_after(rules, "6H P P P").outcome == SIXES
    assert rules_against(auction_after(rules, "P P P"), "P") == ["T20"]


def test_t26_at_st_paul_the_first_two_players_may_bid_no_at_every_level():
    assert allows(auction_after(MIDWAY), "6NO", "7NO", "10NO")
    assert allows(auction_after(MIDWAY, "P"), "7NO")
    assert rules_against(auction_after(MIDWAY, "P P"), "7NO") == ["T26"]
    assert allows(auction_after(MIDWAY, "P P"), "7NT")


def test_t26_at_youngstown_everybody_may_bid_no_at_levels_six_and_seven():
    assert allows(auction_after(YOUNGSTOWN), "6NO", "7NO")
    assert rules_against(auction_after(YOUNGSTOWN), "8NO") == ["T26"]
    assert allows(auction_after(YOUNGSTOWN, "P P P"), "7NO")


def test_t26_other_systems_refuse_a_bid_of_no():
    assert rules_against(auction_after(AMERICAN), "7NO") == ["T26"]


def test_t26_bids_of_no_and_no_trump_have_equal_rank():
    assert rules_against(auction_after(MIDWAY, "7NO"), "7NT") == ["T71"]
    assert rules_against(auction_after(MIDWAY, "7NT"), "7NO") == ["T71"]


def test_t29_bids_below_the_lowest_contract_are_refused():
    assert allows(auction_after(AUSTRALIAN), "6S")
    assert rules_against(auction_after(AUSTRALIAN.replace(min_contract=7)), "6S") == ["T29"]
    assert allows(auction_after(YOUNGSTOWN), "6S")  # a signal is no contract
