"""The worked cases of following suit and winning tricks (K1 to K20), and T4, T8, T53."""

import pytest

from party.engine import PRESETS, Bid, RuleError, Rules
from party.engine.play.tricks import (
    first_leader,
    legal_cards,
    nameable_suits,
    trick_winner,
)

S1, S5, S7, S15 = (
    PRESETS[name] for name in ("australian", "australian-six", "american", "canadian")
)


def cards(text):
    return text.split()


def legal_text(rules, bid, hand, trick="", **options):
    return " ".join(
        sorted(legal_cards(rules, Bid.parse(bid), cards(hand), cards(trick), **options))
    )


def winning_card(rules, bid, trick, **options):
    played = cards(trick)
    return played[trick_winner(rules, Bid.parse(bid), played, **options)]


def test_k1_the_left_bower_wins_a_trick_of_a_side_suit():
    assert winning_card(S1, "7H", "AC JD 7C 5C") == "JD"


def test_k2_a_left_bower_that_is_led_must_be_followed_with_trumps():
    assert legal_text(S1, "7H", "KD 9D", "JD") == "9D KD"
    assert legal_text(S1, "7H", "4H KD", "JD") == "4H"
    assert legal_text(S1, "7H", "4H JH Jo KD", "JD") == "4H JH Jo"


def test_k3_the_left_bower_does_not_belong_to_its_printed_suit():
    assert legal_text(S1, "7S", "JC 9H", "10C") == "9H JC"
    assert winning_card(S1, "7S", "10C JC") == "JC"


@pytest.mark.parametrize("place", range(6))
def test_k4_trumps_rank_in_their_order(place):
    falling = cards("Jo JD JH AD KD QD 10D")
    assert winning_card(S1, "7D", f"{falling[place + 1]} {falling[place]}") == falling[place]
    assert winning_card(S1, "7D", "JD JH AD") == "JD"


def test_k6_jacks_are_ordinary_at_no_trump():
    assert winning_card(S1, "7NT", "9H JH QH 10H") == "QH"


def test_k7_at_no_trump_only_a_hand_without_the_suit_led_may_play_the_joker():
    assert legal_text(S1, "7NT", "Jo 4D", "AD") == "4D"
    assert legal_text(S1, "7NT", "Jo 4C", "AD") == "4C Jo"
    assert winning_card(S1, "7NT", "AD Jo") == "Jo"


@pytest.mark.parametrize("seat", ["N", "E"])  # the declarer, a defender
def test_k8_in_misere_a_player_without_the_suit_led_must_play_the_joker(seat):
    assert legal_text(S1, "MIS", "Jo 4C 5H", "AD", seat=seat) == "Jo"
    assert winning_card(S1, "MIS", "AD Jo 4D") == "Jo"


def test_k10_a_joker_that_leads_may_name_only_suits_not_led_before():
    assert "Jo" in legal_text(S1, "7NT", "Jo 4C 4D")
    assert nameable_suits(S1, Bid.parse("7NT"), cards("Jo 4C 4D"), (), "N") == set("SCDH")
    assert legal_text(S1, "7NT", "5S 5D", "Jo", named="S") == "5S"
    assert winning_card(S1, "7NT", "Jo AS KS QS", named="S") == "Jo"
    spades = (("N", cards("5S 6S 7S 8S")),)
    assert nameable_suits(S1, Bid.parse("7NT"), cards("Jo 4C"), spades, "W") == set("CDH")


def test_k12_a_joker_may_not_name_a_suit_in_which_its_player_is_void():
    history = (("E", cards("5D 6D 7S 8D")), ("N", cards("5C 6C 7C 8C")))
    hand = cards("Jo 4C 9H")
    assert nameable_suits(S7, Bid.parse("7NT"), hand, history, "W") == set("SCH")
    assert nameable_suits(S7, Bid.parse("7NT"), hand, history, "N") == set("SCDH")


def test_k14_t60_mcnabbs_joker_does_not_lead():
    mcnabb = S1.replace(joker_lead="never_except_trick_10")
    assert legal_text(mcnabb, "7NT", "Jo 4C 5H") == "4C 5H"
    assert legal_text(mcnabb, "7NT", "Jo") == "Jo"
    assert "Jo" in legal_text(mcnabb, "MIS", "Jo 4C 5H")  # McNabb's rule holds only at no trump


def test_k15_t62_gadds_joker_is_the_first_or_the_last_card_of_a_suit():
    gadd = S1.replace(gadd_joker="on", joker_nt_nomination="never")
    assert legal_text(gadd, "7NT", "6C Jo 5H", "9C") == "6C Jo"
    clubs = (("N", cards("5C 7C 8C KC")),)
    assert legal_text(gadd, "7NT", "6C Jo 5H", "9C", history=clubs, seat="E") == "6C"


def test_k16_t4_the_red_joker_beats_the_black_joker():
    assert winning_card(S15, "7H", "Jo2 Jo") == "Jo"
    assert winning_card(S15, "7H", "Jo Jo2") == "Jo"
    assert winning_card(S15, "7NT", "AS Jo2 Jo KS") == "Jo"


def test_k17_t53_jacks_rank_above_aces_at_j5():
    assert winning_card(S1, "7J5", "AC JC KC 9C") == "JC"


def test_k19_thirteens_rank_between_ten_and_jack():
    assert winning_card(S5, "7S", "10D 11D 13D JD") == "JD"
    assert winning_card(S5, "7S", "10D 11D 13D 9D") == "13D"


def test_k20_the_only_card_of_the_suit_led_wins():
    assert winning_card(S1, "7NT", "6S AH KD QC") == "6S"


def test_t8_the_first_of_two_identical_cards_wins():
    rules = S5.replace(second_pack_sixes="on")
    assert trick_winner(rules, Bid.parse("7H"), cards("2C 3C AD 3C 2C KS")) == 1
    assert trick_winner(rules, Bid.parse("7C"), cards("AD 3C 2C 3C 2C KS")) == 1


def test_t63_the_declarer_or_the_player_left_of_the_dealer_leads_first():
    assert first_leader(S1, "N", "S", "NESW") == "S"
    left = S1.replace(first_lead="left_of_dealer")
    assert first_leader(left, "N", "S", "NESW") == "E"
    assert first_leader(left, "N", "W", "NSW") == "S"  # East sits out


def test_t20_without_a_bid_the_player_left_of_the_dealer_leads_at_no_trump():
    assert first_leader(S1, "N", None, "NESW") == "E"
    assert legal_cards(S1, None, ["JH", "KD"], ["JD"]) == {"KD"}


def test_a_text_that_is_no_card_is_refused():
    with pytest.raises(RuleError, match="1X"):
        legal_cards(Rules(), "7H", ["1X"])
