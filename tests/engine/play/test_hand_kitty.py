from itertools import combinations

import pytest

from party.engine import PRESETS, Rules, score
from tests.engine.hands import bid, bury, lay_out, play_tricks, refusal_of

AMERICAN = PRESETS["american"]


@pytest.mark.parametrize(
    ("preset", "ways"), [("australian", 286), ("midway", 3003), ("canadian", 8008)]
)
def test_every_way_to_bury_is_legal(preset, ways):
    hand = bid(lay_out(PRESETS[preset]), "N", "8S")
    legal = hand.legal()
    assert len(legal) == len(set(legal)) == ways
    assert legal[0] == " ".join(["bury", *hand.cards("N")[: len(hand.table.kitty)]])


def test_a_bidder_of_a_grand_slam_buries_six_of_sixteen_cards():
    hand = bid(lay_out(PRESETS["grand-slam"]), "N", "8S").act("slam")
    hand = hand.act(hand.legal()[0])
    assert len(hand.legal()) == 8008


def test_identical_cards_make_only_one_way_to_bury():
    rules = PRESETS["australian-six"].replace(second_pack_sixes="on")
    hand = bid(lay_out(rules, p1="2S 2S 3S 4S 5S 6S 7S 8S 9S 10S", kitty="JS QS KS"), "1", "6S")
    assert len(hand.legal()) == len(set(combinations(sorted(hand.cards("1")), 3))) == 286 - 55
    assert hand.act("bury 2S 2S 3S").table.buried == ("2S", "2S", "3S")


def test_buried_cards_leave_the_hand():
    hand = bid(lay_out(Rules(), N="AS", kitty="5S 6S 7S"), "N", "6S")
    hand = hand.act("bury 7S AS 5S")
    assert hand.table.buried == ("AS", "5S", "7S")
    assert hand.table.kitty == ("5S", "6S", "7S")
    assert {"AS", "5S", "7S"}.isdisjoint(hand.cards("N"))
    assert "6S" in hand.cards("N")


def test_impossible_burials_are_refused_with_a_reason():
    hand = bid(lay_out(Rules(), N="AS", kitty="5S 6S 7S"), "N", "6S")
    assert "3 cards are buried, not 2" in refusal_of(hand, "bury AS 5S").text
    assert "is not in this hand" in refusal_of(hand, "bury AS 5S 5S").text
    assert "first 3 of the cards in this hand are buried" in refusal_of(hand, "AS").text
    fault = refusal_of(hand, "bury AS 5S 1H")
    assert "“1H” is not a card" in fault.text
    assert len(fault.legal) == 286


def test_t39_the_bidder_of_misere_without_the_kitty_takes_no_cards_up():
    rules = Rules(misere_without_pickup=350)
    hand = bid(lay_out(rules, S="Jo"), "N", "NOPICK")
    assert (hand.phase, hand.table.buried, hand.table.seats_out) == ("play", (), {"S"})
    assert len(hand.cards("N")) == 10


def test_t40_a_misere_of_roger_knights_schedule_is_played_and_scored():
    rules = Rules(roger_knights_schedule="150_250_350", misere_after="any_time")
    for call, worth in (("MIS", 150), ("OPEN", 250), ("NOPICK", 350)):
        hand = play_tricks(bury(bid(lay_out(rules, N="Jo AS AH AD AC KS KH KD KC QS"), "N", call)))
        assert hand.result.tricks > 0
        assert score(rules, hand.result).declarers == -worth


def test_t42_wilkinson_and_chambers_play_open_misere_without_the_kitty():
    on = Rules(wilkinson_chambers="on")
    assert bid(lay_out(on, S="Jo"), "N", "OPEN").phase == "play"
    assert bid(lay_out(on, S="Jo"), "N", "MIS").phase == "kitty"
    assert bid(lay_out(Rules(), S="Jo"), "N", "OPEN").phase == "kitty"


def test_t43_in_blind_misere_no_hand_lies_open_and_the_kitty_is_taken():
    rules = Rules(blind_misere="bid_before_looking")
    hand = bid(lay_out(rules, S="Jo"), "N", "BLIND")
    assert hand.phase == "kitty"
    hand = play_tricks(bury(hand), 2)
    assert (hand.open_hands, hand.table.seats_out) == (frozenset(), {"S"})


def test_t45_t47_the_partner_in_grand_misere_takes_the_buried_cards():
    rules = PRESETS["west-seventh"]
    hand = lay_out(rules, "E", S="5S 6S", N="AS", kitty="4S 4C 4D 4H Jo")
    hand = bid_in_turn(hand, S="MIS", W="P", N="GRAND", E="P")
    assert (hand.phase, hand.turn, hand.declarer) == ("kitty", "N", "N")
    hand = hand.act("bury AS 4S 4C 4D 4H")
    assert (hand.phase, hand.turn) == ("kitty", "S")
    assert len(hand.legal()) == 3003
    hand = hand.act("bury AS 4S 4C 4D 5S")
    assert (hand.phase, hand.turn, hand.table.seats_out) == ("play", "N", frozenset())
    assert hand.ring == ("N", "E", "S", "W")
    assert "4H" in hand.cards("S")
    assert "Jo" in hand.cards("N")


def bid_in_turn(hand, **calls):
    while hand.phase == "auction":
        hand = hand.act(calls[hand.turn])
    return hand


def test_t46_grand_misere_may_need_a_bid_of_misere_by_partner():
    strict = PRESETS["west-seventh"]
    assert refusal_of(lay_out(strict), "GRAND").rule == "T46"
    free = strict.replace(grand_nullo_precondition="may_be_called_alone")
    hand = bid(lay_out(free), "N", "GRAND")
    assert hand.contract.strain == "GRAND"
    assert bury(hand).turn == "S"


def test_t47_with_a_pack_of_43_cards_the_partner_takes_three_buried_cards():
    rules = Rules(grand_nullo=510, grand_nullo_precondition="may_be_called_alone")
    hand = bury(bid(lay_out(rules), "N", "GRAND"))
    assert len(hand.cards("S")) == 13
    assert len(hand.legal()) == 286


def test_with_six_players_both_partners_take_the_buried_cards_in_turn():
    rules = PRESETS["australian-six"].replace(
        grand_nullo=510, grand_nullo_precondition="may_be_called_alone"
    )
    hand = bury(bid(lay_out(rules), "1", "GRAND"))
    assert (hand.turn, hand.partners) == ("3", ("3", "5"))
    hand = bury(hand)
    assert hand.turn == "5"
    assert bury(hand).phase == "play"


def test_t54_the_partner_of_a_grand_slam_gives_a_card_and_sits_out():
    rules = PRESETS["grand-slam"]
    hand = bid(lay_out(rules, N="AS AH", S="Jo JH", kitty="5S 6S"), "N", "8H")
    assert (hand.phase, hand.turn) == ("announce", "N")
    assert hand.legal()[0] == "slam"
    assert len(hand.legal()) == 1 + 3003
    assert len(hand.cards("N")) == 15
    hand = hand.act("Slam")
    assert (hand.phase, hand.turn, hand.table.announced) == ("announce", "S", "slam")
    assert len(hand.legal()) == 10
    assert "one card is given" in refusal_of(hand, "give Jo JH").text
    assert "one card is given" in refusal_of(hand, "Jo").text
    assert "is not in this hand" in refusal_of(hand, "give AS").text
    hand = hand.act("give jo")
    assert (hand.phase, hand.turn, hand.actions[-1]) == ("kitty", "N", "give Jo")
    assert "Jo" in hand.cards("N")
    hand = hand.act(" ".join(["bury", *[c for c in hand.cards("N") if c not in {"AH", "Jo"}][:6]]))
    assert (hand.phase, hand.table.seats_out, hand.ring) == ("play", {"S"}, ("N", "E", "W"))
    hand = play_tricks(hand)
    assert (hand.result.announced, hand.result.partners) == ("slam", ("S",))
    assert score(rules, hand.result).declarers in {500, -500}


def test_t54_only_some_rules_allow_a_slam_and_only_after_a_bid_of_tricks():
    assert "slam" not in bid(lay_out(AMERICAN), "N", "8H").legal()
    nullo = PRESETS["grand-slam"].replace(misere_allowed="yes")
    assert "slam" not in bid(lay_out(nullo), "N", "MIS").legal()
    three = PRESETS["american-three"].replace(grand_slam="on")
    assert "slam" not in bid(lay_out(three), "N", "8H").legal()


def test_an_announcement_can_be_skipped():
    hand = bury(bid(lay_out(PRESETS["grand-slam"]), "N", "8H"))
    assert (hand.phase, hand.table.announced, hand.table.seats_out) == ("play", None, frozenset())


def test_t55_a_bidder_declares_after_burying_and_buries_one_more_card():
    rules = PRESETS["declare"]
    hand = bid(lay_out(rules, N="AS", S="Jo"), "N", "8H")
    assert hand.phase == "kitty"
    hand = bury(hand)
    assert (hand.phase, hand.turn) == ("announce", "N")
    assert hand.legal()[0] == "declare"
    hand = hand.act("declare")
    assert (hand.phase, hand.turn) == ("announce", "S")
    hand = hand.act("give Jo")
    assert (hand.phase, hand.turn, len(hand.legal())) == ("kitty", "N", 11)
    hand = hand.act("bury AS")
    assert (hand.phase, hand.table.seats_out, hand.table.announced) == ("play", {"S"}, "declare")
    assert "declare" not in bury(bid(lay_out(Rules()), "N", "8H")).legal()


def test_t55_a_bidder_decides_on_declare_before_another_player_leads():
    rules = PRESETS["declare"].replace(first_lead="left_of_dealer")
    hand = bury(bid(lay_out(rules, "E"), "N", "8C"))
    assert (hand.turn, hand.legal()) == ("N", ("declare", "none"))
    assert (hand.act("none").phase, hand.act("none").turn) == ("play", "S")


def test_t55_a_bidder_who_leads_can_no_longer_declare():
    hand = bury(bid(lay_out(PRESETS["declare"], N="AS"), "N", "8H")).act("AS")
    assert (hand.table.announced, hand.trick) == (None, ("AS",))


def test_t93_with_a_kitty_of_four_each_of_two_players_takes_up_two_cards():
    rules = PRESETS["leaflet-2"]
    hand = lay_out(rules, kitty="AS KS AH KH")
    assert set(bid(hand, "N", "8S").cards("N")[10:]) == {"AS", "KS"}
    assert set(bid(hand, "S", "8S").cards("S")[10:]) == {"AH", "KH"}
    one = rules.replace(two_hand_form="24_cards_with_4_widow")
    assert len(bid(lay_out(one), "S", "8S").cards("S")) == 14


def test_the_play_begins_at_once_without_a_kitty():
    hand = bid(lay_out(PRESETS["leaflet-6"]), "1", "8S")
    assert (hand.phase, hand.turn) == ("play", "1")
