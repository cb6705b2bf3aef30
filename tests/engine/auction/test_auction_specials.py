"""Special bids, and other numbers of players."""

from party.engine import Bid
from tests.engine.auction.auctions import (
    AMERICAN,
    AUSTRALIAN,
    IOWA,
    LODIGE,
    WEST_SEVENTH,
    allows,
    auction_after,
    rules_against,
)

THREE = AUSTRALIAN.replace(players=3, pack=33)
FIVE = AUSTRALIAN.replace(players=5, pack=53)
SIX_IN_PAIRS = AUSTRALIAN.replace(players=6, pack=63, six_teams="3x2")


def test_t30_misere_is_refused_if_the_rules_do_not_have_it():
    assert allows(auction_after(AUSTRALIAN, "7S"), "MIS")
    assert rules_against(auction_after(AUSTRALIAN.replace(misere_allowed="no"), "7S"), "MIS") == [
        "T30"
    ]


def test_t31_b2_misere_needs_a_bid_of_seven_unless_the_rules_allow_any_time():
    any_time = AUSTRALIAN.replace(misere_after="any_time")

    assert rules_against(auction_after(AUSTRALIAN), "MIS") == ["T31"]
    assert rules_against(auction_after(AUSTRALIAN, "6NT"), "MIS") == ["T31"]
    assert allows(auction_after(AUSTRALIAN, "6NT 7S P"), "MIS")
    assert allows(auction_after(any_time), "MIS")


def test_t31_a_bid_of_eight_allows_misere_as_a_bid_of_seven_does():
    rules = AUSTRALIAN.replace(misere_rank="8s_m_8c")

    assert allows(auction_after(rules, "8S"), "MIS")


def test_t34_open_misere_is_refused_if_the_rules_do_not_have_it():
    assert allows(auction_after(AUSTRALIAN), "OPEN")
    assert rules_against(auction_after(AMERICAN), "OPEN") == ["T34"]


def test_t35_b8_some_rules_allow_open_misere_only_after_a_bid_of_eight():
    late = AUSTRALIAN.replace(open_misere_after="an_eight_bid")

    assert allows(auction_after(AUSTRALIAN), "OPEN")
    for calls in ("", "7NT", "7S MIS"):
        assert rules_against(auction_after(late, calls), "OPEN") == ["T35"]
    assert allows(auction_after(late, "8S"), "OPEN")
    assert allows(auction_after(late, "9S"), "OPEN")


def test_t39_misere_without_the_kitty_is_bid_above_nine_spades():
    rules = AUSTRALIAN.replace(misere_without_pickup=350)

    assert rules_against(auction_after(AUSTRALIAN), "NOPICK") == ["T39"]
    assert allows(auction_after(rules, "9S"), "NOPICK")
    assert auction_after(rules, "NOPICK P P P").contract == Bid(0, "NOPICK")


def test_t41_super_open_misere_is_bid_above_nine_no_trump():
    rules = AUSTRALIAN.replace(super_open_misere=430)

    assert rules_against(auction_after(AUSTRALIAN), "SUPER") == ["T41"]
    assert allows(auction_after(rules, "9NT"), "SUPER")
    assert rules_against(auction_after(rules, "10S"), "SUPER") == ["T41"]


def test_t42_wilkinson_and_chambers_allow_misere_at_any_time():
    late = AUSTRALIAN.replace(open_misere_after="an_eight_bid")
    rules = late.replace(wilkinson_chambers="on")

    assert not allows(auction_after(late), "MIS")
    assert not allows(auction_after(late), "OPEN")
    assert allows(auction_after(rules), "MIS", "OPEN")


def test_t43_blind_misere_must_be_the_first_call_of_a_player():
    rules = LODIGE.replace(ace_no_face="on")

    assert rules_against(auction_after(AUSTRALIAN), "BLIND") == ["T43"]
    assert allows(auction_after(LODIGE, "7S"), "BLIND")
    assert rules_against(auction_after(LODIGE, "7S 7C P P"), "BLIND") == ["T43"]
    assert allows(auction_after(rules, "ANF REFUSE P"), "BLIND")
    assert rules_against(auction_after(rules, "ANF REFUSE P P"), "BLIND") == ["T43", "T12"]


def test_t44_patastrophe_outranks_every_bid():
    assert rules_against(auction_after(AUSTRALIAN), "PAT") == ["T44"]
    assert allows(auction_after(LODIGE, "10J5"), "PAT")
    assert auction_after(LODIGE, "10J5 PAT").legal_calls() == ("P",)


def test_t45_grand_nullo_outranks_ten_hearts():
    assert rules_against(auction_after(AMERICAN, "MIS P"), "GRAND") == ["T45"]
    assert allows(auction_after(WEST_SEVENTH, "MIS 10H"), "GRAND")
    assert rules_against(auction_after(WEST_SEVENTH, "MIS 10NT"), "GRAND") == ["T45"]


def test_t46_grand_nullo_needs_a_bid_of_nullo_by_partner():
    assert allows(auction_after(WEST_SEVENTH, "MIS P"), "GRAND")
    for calls in ("", "P", "MIS", "P MIS", "OPEN P"):
        rules = WEST_SEVENTH.replace(open_misere_allowed="yes")
        assert rules_against(auction_after(rules, calls), "GRAND") == ["T46"]
    alone = WEST_SEVENTH.replace(grand_nullo_precondition="may_be_called_alone")
    assert allows(auction_after(alone), "GRAND")


def test_t52_hi_lo_is_refused_if_the_rules_do_not_have_it():
    assert rules_against(auction_after(AUSTRALIAN), "HILO") == ["T52"]
    assert auction_after(LODIGE, "HILO P P P").contract == Bid(0, "HILO")


def test_t53_j5_can_become_the_contract():
    assert rules_against(auction_after(AUSTRALIAN), "7J5") == ["T53"]
    assert allows(auction_after(LODIGE, "7NT"), "7J5")
    assert auction_after(LODIGE, "7J5 P P P").contract == Bid(7, "J5")


def test_t56_a_barred_player_may_only_pass():
    auction = auction_after(LODIGE, "P 7S", barred=("S",))

    assert auction.legal_calls() == ("P",)
    assert "T56" in rules_against(auction, "7C")
    assert allows(auction_after(LODIGE, "P 7S"), "7C")


def test_t56_a_player_barred_from_bidding_may_not_say_ace_no_face():
    rules = LODIGE.replace(ace_no_face="on")

    assert auction_after(rules, barred="N").legal_calls() == ("P",)
    assert rules_against(auction_after(rules, barred="N"), "ANF") == ["T56"]
    assert auction_after(rules, "P P ANF", barred="N").legal_calls() == ("AGREE", "REFUSE")


def test_t56_a_barred_dealer_may_bid_if_the_rules_force_a_bid():
    rules = IOWA.replace(ralphing="on")

    assert auction_after(rules, "P P 6S", barred="W").legal_calls() == ("P",)
    assert allows(auction_after(rules, "P P P", barred="W"), "6S")


def test_t81_two_players_may_bid_misere_at_any_time_unless_the_rules_bar_it():
    two = AUSTRALIAN.replace(players=2)
    barred = two.replace(two_hand_misere="barred")

    assert allows(auction_after(two), "MIS")
    assert rules_against(auction_after(two), "OPEN") == ["T81"]
    assert rules_against(auction_after(barred, "7S"), "MIS") == ["T81"]
    assert rules_against(auction_after(barred.replace(blind_misere="on")), "BLIND") == ["T81"]
    assert not allows(auction_after(AUSTRALIAN), "MIS")


def test_t87_five_players_may_bid_misere_unless_the_rules_bar_it():
    barred = FIVE.replace(misere_5p="barred")

    assert allows(auction_after(FIVE, "7S"), "MIS", "OPEN")
    assert rules_against(auction_after(barred, "7S"), "MIS") == ["T87"]
    assert rules_against(auction_after(barred, "7S"), "OPEN") == ["T87"]
    assert allows(auction_after(AUSTRALIAN.replace(misere_5p="barred"), "7S"), "MIS")


def test_t92_three_players_may_bid_misere_before_a_bid_of_seven():
    early = THREE.replace(three_hand_misere_before_seven="on", open_misere_after="an_eight_bid")

    assert rules_against(auction_after(THREE), "MIS") == ["T31"]
    assert allows(auction_after(early), "MIS", "OPEN")
    assert not allows(
        auction_after(AUSTRALIAN.replace(three_hand_misere_before_seven="on")), "MIS"
    )


def test_t89_partners_of_six_players_may_not_answer_a_six_with_a_six():
    pairs = SIX_IN_PAIRS.replace(six_bid_meaning="inkle")
    threes = pairs.replace(six_teams="2x3")

    assert allows(auction_after(pairs, "6S P"), "6H")
    assert rules_against(auction_after(pairs, "6S P P"), "6H") == ["T22"]
    assert rules_against(auction_after(threes, "6S P"), "6H") == ["T22"]
