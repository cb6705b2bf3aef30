"""Refusals of a joker that is played or led against the rules at no trump."""

from party.engine import PRESETS, Rules
from tests.engine.hands import bid, bury, lay_out, play, play_tricks, refusal_of

AMERICAN = PRESETS["american"]


def hand_at_no_trump(rules, **cards):
    return bury(bid(lay_out(rules, **cards), "N", "7NT"))


def test_t59_a_player_who_can_follow_may_not_play_the_joker():
    hand = play(hand_at_no_trump(Rules(), N="AS", E="Jo 5S"), "AS")
    fault = refusal_of(hand, "Jo")
    assert fault.rule == "T59"
    assert "a player with Spades must follow suit" in fault.text


def test_t59_the_joker_is_compulsory_if_the_rules_say_so():
    cards = {"N": "AS", "E": "Jo 5C 6C 7C 8C 9C 10C JC QC KC"}
    hand = play(hand_at_no_trump(Rules(joker_follow_when_void="always_compulsory"), **cards), "AS")
    assert hand.legal() == ("Jo",)
    assert refusal_of(hand, "5C").rule == "T59"
    assert len(play(hand_at_no_trump(Rules(), **cards), "AS").legal()) == 10


def test_t60_a_joker_that_is_led_names_a_suit():
    hand = hand_at_no_trump(AMERICAN, N="Jo AS")
    assert {"Jo/S", "Jo/H"} <= set(hand.legal())
    assert "Jo" not in hand.legal()
    assert refusal_of(hand, "Jo").rule == "T60"
    assert refusal_of(hand, "Jo/X").rule == "T60"
    assert refusal_of(hand, "AS/S").rule == "T60"
    hand = hand.act("jo/h")
    assert hand.trick == ("Jo/H",)
    hearts = [card for card in hand.cards("E") if card.suit == "H"]
    assert set(hand.legal()) == set(hearts or hand.cards("E"))


def test_t60_mcnabbs_joker_may_not_lead():
    rules = Rules(joker_lead="never_except_trick_10", joker_nt_nomination="never")
    hand = hand_at_no_trump(rules, N="Jo AS")
    assert not [each for each in hand.legal() if each.startswith("Jo")]
    fault = refusal_of(hand, "Jo/H")
    assert fault.rule == "T60"
    assert "the joker may not be led here" in fault.text


def hand_after_renege(rules):
    """Return a hand in which East had no spade but kept the joker; spades are led again."""
    east = "Jo 5C 6C 7C 8C 9C 10C JC QC KC"
    hand = hand_at_no_trump(rules, N="AS KS", E=east, S="5S 6S", W="7S 8S")
    return play(hand, "AS", "5C", "5S", "7S", "KS")


def test_t61_the_joker_may_not_be_played_to_a_suit_shown_void():
    rules = Rules(renege_rule="on_nt_only", joker_nt_nomination="never")
    assert refusal_of(hand_after_renege(rules), "Jo").rule == "T61"
    assert "Jo" in hand_after_renege(rules.replace(renege_rule="off")).legal()


def test_t62_gadds_joker_is_the_first_or_last_card_of_a_suit_in_a_hand():
    rules = Rules(gadd_joker="on", joker_nt_nomination="never")
    hand = play(hand_at_no_trump(rules, N="AS KS", E="Jo 5S 6S"), "AS")
    assert {"Jo", "5S"} <= set(hand.legal())
    assert refusal_of(hand_after_renege(rules), "Jo").rule == "T62"
    leads = hand_at_no_trump(rules, N="Jo AS AH AD AC", E="5S", S="6S", W="7S")
    hand = play_tricks(leads.act("AS"), 1)
    assert refusal_of(hand, "Jo/S").rule == "T62"


def test_t3_t4_two_jokers_are_different_cards():
    rules = PRESETS["canadian"]
    hand = hand_at_no_trump(rules, N="Jo2 AS", E="Jo 5C 6C 7C 8C 9C 10C JC QC KC")
    assert {"Jo2/S", "Jo2/H"} <= set(hand.legal())
    hand = play(hand, "Jo2/D", "Jo")
    hand = play_tricks(hand, 1)
    assert hand.tricks[0].winner == "E"
    assert hand.tricks[0].cards[:2] == ("Jo2/D", "Jo")
    assert "Jo2" not in hand.cards("N")


def test_t62_gadds_joker_does_not_show_void():
    rules = Rules(gadd_joker="on", joker_nt_nomination="never")
    hand = hand_at_no_trump(rules, N="AS", E="Jo 5C 6C 7C 8C 9C 10C JC QC KC", W="5S", S="6S")
    hand = play(hand, "AS", "Jo", "6S", "5S", "5C")
    assert hand.stage.voids == (0, 0, 0, 0)
    assert play(
        hand_at_no_trump(rules, N="AS", E="5C 6C 7C 8C 9C 10C JC QC KC AC"), "AS", "5C"
    ).stage.voids[1]
