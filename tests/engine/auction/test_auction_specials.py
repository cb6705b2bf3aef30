"""Special bids, and other numbers of players: each toggle of the auction by its number."""

from party.engine import Bid
from tests.engine.auction.auctions import (
    AMERICAN,
    AUSTRALIAN,
    IOWA,
    LODIGE,
    MIDWAY,
    WEST_SEVENTH,
    after,
    may,
    rules_against,
)

MANY_ROUNDS = MIDWAY.replace(rounds_of_bidding="until_3_pass")
RAISES = AUSTRALIAN.replace(raise_after_passes="yes")
THREE = AUSTRALIAN.replace(players=3, pack=33)
FIVE = AUSTRALIAN.replace(players=5, pack=53)
PAIRS_OF_SIX = AUSTRALIAN.replace(players=6, pack=63, six_teams="3x2")


# Misère and its family


def test_t30_misere_is_played_or_not():
    assert may(after(AUSTRALIAN, "7S"), "MIS")
    assert rules_against(after(AUSTRALIAN.replace(misere_allowed="no"), "7S"), "MIS") == ["T30"]


def test_t31_misere_after_a_seven_or_at_any_time():
    any_time = AUSTRALIAN.replace(misere_after="any_time")

    assert rules_against(after(AUSTRALIAN), "MIS") == ["T31"]
    assert rules_against(after(AUSTRALIAN, "6NT"), "MIS") == ["T31"]
    assert may(after(AUSTRALIAN, "6NT 7S P"), "MIS")
    assert may(after(any_time), "MIS")


def test_t31_an_eight_is_more_than_a_seven():
    rules = AUSTRALIAN.replace(misere_rank="8s_m_8c")

    assert may(after(rules, "8S"), "MIS")


def test_t32_place_of_misere():
    assert rules_against(after(AUSTRALIAN, "7S 8S"), "MIS") == ["T32"]
    assert may(after(AUSTRALIAN.replace(misere_rank="8s_m_8c"), "7S 8S"), "MIS")


def test_t34_open_misere_is_played_or_not():
    assert may(after(AUSTRALIAN), "OPEN")
    assert rules_against(after(AMERICAN), "OPEN") == ["T34"]


def test_t35_open_misere_after_an_eight_or_at_any_time():
    late = AUSTRALIAN.replace(open_misere_after="an_eight_bid")

    assert may(after(AUSTRALIAN), "OPEN")
    for calls in ("", "7NT", "7S MIS"):
        assert rules_against(after(late, calls), "OPEN") == ["T35"]
    assert may(after(late, "8S"), "OPEN")
    assert may(after(late, "9S"), "OPEN")


def test_t36_place_of_open_misere():
    above = AUSTRALIAN.replace(open_misere_rank="above_all")

    assert rules_against(after(AUSTRALIAN, "10NT"), "OPEN") == ["T36"]
    assert may(after(above, "10NT"), "OPEN")


def test_t39_misere_without_the_kitty():
    rules = AUSTRALIAN.replace(misere_without_pickup=350)

    assert rules_against(after(AUSTRALIAN), "NOPICK") == ["T39"]
    assert may(after(rules, "9S"), "NOPICK")
    assert after(rules, "NOPICK P P P").contract == Bid(0, "NOPICK")


def test_t40_roger_knights_schedule_brings_misere_without_the_kitty():
    rules = AUSTRALIAN.replace(roger_knights_schedule="on")

    assert may(after(rules, "9S"), "NOPICK")
    assert rules_against(after(rules, "9C"), "NOPICK") == ["T39"]


def test_t41_super_open_misere():
    rules = AUSTRALIAN.replace(super_open_misere=430)

    assert rules_against(after(AUSTRALIAN), "SUPER") == ["T41"]
    assert may(after(rules, "9NT"), "SUPER")
    assert rules_against(after(rules, "10S"), "SUPER") == ["T41"]


def test_t42_wilkinson_chambers_bids_misere_at_any_time():
    late = AUSTRALIAN.replace(open_misere_after="an_eight_bid")
    rules = late.replace(wilkinson_chambers="on")

    assert not may(after(late), "MIS")
    assert not may(after(late), "OPEN")
    assert may(after(rules), "MIS", "OPEN")


def test_t43_blind_misere_is_the_first_thing_one_says():
    rules = LODIGE.replace(ace_no_face="on")

    assert rules_against(after(AUSTRALIAN), "BLIND") == ["T43"]
    assert may(after(LODIGE, "7S"), "BLIND")
    assert rules_against(after(LODIGE, "7S 7C P P"), "BLIND") == ["T43"]
    assert may(after(rules, "ANF REFUSE P"), "BLIND")
    assert rules_against(after(rules, "ANF REFUSE P P"), "BLIND") == ["T43", "T12"]


def test_t44_patastrophe_outbids_everything():
    assert rules_against(after(AUSTRALIAN), "PAT") == ["T44"]
    assert may(after(LODIGE, "10J5"), "PAT")
    assert after(LODIGE, "10J5 PAT").legal_calls() == ("P",)


def test_t45_grand_nullo_beats_ten_hearts():
    assert rules_against(after(AMERICAN, "MIS P"), "GRAND") == ["T45"]
    assert may(after(WEST_SEVENTH, "MIS 10H"), "GRAND")
    assert rules_against(after(WEST_SEVENTH, "MIS 10NT"), "GRAND") == ["T45"]


def test_t46_grand_nullo_only_over_partners_nullo():
    assert may(after(WEST_SEVENTH, "MIS P"), "GRAND")
    for calls in ("", "P", "MIS", "P MIS", "OPEN P"):
        rules = WEST_SEVENTH.replace(open_misere_allowed="yes")
        assert rules_against(after(rules, calls), "GRAND") == ["T46"]
    alone = WEST_SEVENTH.replace(grand_nullo_precondition="may_be_called_alone")
    assert may(after(alone), "GRAND")


def test_t52_hi_lo():
    assert rules_against(after(AUSTRALIAN), "HILO") == ["T52"]
    assert after(LODIGE, "HILO P P P").contract == Bid(0, "HILO")


def test_t53_j5_is_played_as_what_it_is():
    assert rules_against(after(AUSTRALIAN), "7J5") == ["T53"]
    assert may(after(LODIGE, "7NT"), "7J5")
    assert after(LODIGE, "7J5 P P P").contract == Bid(7, "J5")


def test_t56_who_was_ralphed_may_only_pass():
    auction = after(LODIGE, "P 7S", barred=("S",))

    assert auction.legal_calls() == ("P",)
    assert "T56" in rules_against(auction, "7C")
    assert may(after(LODIGE, "P 7S"), "7C")


def test_t56_a_barred_player_may_only_pass_on_ace_no_face_as_well():
    rules = LODIGE.replace(ace_no_face="on")

    assert after(rules, barred="N").legal_calls() == ("P",)
    assert rules_against(after(rules, barred="N"), "ANF") == ["T56"]
    assert after(rules, "P P ANF", barred="N").legal_calls() == ("AGREE", "REFUSE")


def test_t56_a_barred_dealer_who_must_bid_may():
    rules = IOWA.replace(ralphing="on")

    assert after(rules, "P P 6S", barred="W").legal_calls() == ("P",)
    assert may(after(rules, "P P P", barred="W"), "6S")


# Two, three, five and six players


def test_t81_misere_with_two_players():
    two = AUSTRALIAN.replace(players=2)
    barred = two.replace(two_hand_misere="barred")

    assert may(after(two), "MIS")
    assert rules_against(after(two), "OPEN") == ["T81"]
    assert rules_against(after(barred, "7S"), "MIS") == ["T81"]
    assert rules_against(after(barred.replace(blind_misere="on")), "BLIND") == ["T81"]
    assert not may(after(AUSTRALIAN), "MIS")


def test_t87_misere_with_five_players():
    barred = FIVE.replace(misere_5p="barred")

    assert may(after(FIVE, "7S"), "MIS", "OPEN")
    assert rules_against(after(barred, "7S"), "MIS") == ["T87"]
    assert rules_against(after(barred, "7S"), "OPEN") == ["T87"]
    assert may(after(AUSTRALIAN.replace(misere_5p="barred"), "7S"), "MIS")


def test_t92_misere_before_a_seven_with_three_players():
    early = THREE.replace(three_hand_misere_before_seven="on", open_misere_after="an_eight_bid")

    assert rules_against(after(THREE), "MIS") == ["T31"]
    assert may(after(early), "MIS", "OPEN")
    assert not may(after(AUSTRALIAN.replace(three_hand_misere_before_seven="on")), "MIS")


def test_t89_partners_of_six_decide_who_may_answer_a_signal():
    pairs = PAIRS_OF_SIX.replace(six_bid_meaning="inkle")
    threes = pairs.replace(six_teams="2x3")

    assert may(after(pairs, "6S P"), "6H")
    assert rules_against(after(pairs, "6S P P"), "6H") == ["T22"]
    assert rules_against(after(threes, "6S P"), "6H") == ["T22"]
