"""Five players: the call for a partner, the secret partner, and the result."""

import pytest

from party.engine import PRESETS, Rules, score
from tests.engine.hands import bid, bury, lay_out, play, play_tricks, refusal_of

FIVE = PRESETS["australian-five"]
CARDS = {
    "p1": "Jo JH 2S 3S 4S 5S 6S 7S 8S 9S",
    "p2": "AH JD 2C",
    "p3": "KH JS AD",
    "p4": "QH 3C",
    "p5": "10H JC",
    "kitty": "2D 3D AS",
}


def hand_before_call(rules=FIVE, call="7H"):
    """Return a hand in which player 1 won the bidding and buried 2D 3D AS."""
    return bury(bid(lay_out(rules, **CARDS), "1", call))


def callable_cards(hand):
    return {each.removeprefix("call ") for each in hand.legal() if each != "alone"}


def test_t82_the_bidder_calls_a_card_after_burying():
    hand = hand_before_call()
    assert (hand.phase, hand.turn) == ("call", "1")
    hand = hand.act("CALL ah")
    assert (hand.phase, hand.actions[-1], hand.table.called_card) == ("play", "call AH", "AH")
    fault = refusal_of(hand_before_call(), "AH")
    assert (fault.rule, fault.legal) == ("T83", hand_before_call().legal())
    assert refusal_of(hand_before_call(), "call").rule == "T83"
    assert refusal_of(hand_before_call(), "").rule == "T83"


def test_t82_the_bidder_may_call_a_player_as_partner():
    hand = hand_before_call(FIVE.replace(partner_mode="pick_player"))
    assert hand.legal() == ("call 2", "call 3", "call 4", "call 5", "alone")
    assert hand.act("call 3").partners == ("3",)
    assert refusal_of(hand, "call 1").rule == "T82"
    assert refusal_of(hand, "call 2 3").rule == "T82"


def test_t82_a_bidder_of_eight_or_more_may_call_two_players():
    rules = FIVE.replace(partner_mode="pick_two_players_at_8")
    assert "call 2 3" not in hand_before_call(rules).legal()
    eight = hand_before_call(rules, "8H")
    assert len(eight.legal()) == 4 + 6 + 1
    hand = eight.act("call 5 3")
    assert (hand.actions[-1], hand.partners) == ("call 3 5", ("3", "5"))
    result = play_tricks(hand).result
    assert result.tricks == sum(result.by_player[seat] for seat in "135")


def test_t82_the_dealer_has_no_partner_with_rotating_pairs():
    rules = FIVE.replace(partner_mode="rotating_fixed_pairs")
    found = {}
    for seat in "12345":
        hand = bury(bid(lay_out(rules, "3"), seat, "7H"))
        assert hand.phase == "play"
        found[seat] = hand.partners
    assert found == {"4": ("1",), "1": ("4",), "5": ("2",), "2": ("5",), "3": ()}
    assert play_tricks(bury(bid(lay_out(rules, "3"), "3", "7H"))).result.alone
    assert bury(bid(lay_out(rules, "2"), "3", "7H")).partners == ("5",)


def test_t82_every_bidder_plays_alone_if_the_rules_say_so():
    hand = hand_before_call(FIVE.replace(partner_mode="alone"))
    assert hand.phase == "play"
    assert play_tricks(hand).result.alone


@pytest.mark.parametrize(
    ("restriction", "yes", "no"),
    [
        ("not_jk_nor_bower", {"AH", "KH", "JS", "AC"}, {"Jo", "JH", "JD"}),
        ("no_trump_at_all", {"AC", "JS", "AD"}, {"AH", "JD", "Jo"}),
        ("anything_but_jk", {"JD", "AH"}, {"Jo"}),
        ("not_in_own_hand", {"JD", "AH", "AC"}, {"Jo", "JH", "2S"}),
    ],
)
def test_t83_the_rules_limit_the_cards_that_may_be_called(restriction, yes, no):
    cards = callable_cards(hand_before_call(FIVE.replace(call_restriction=restriction)))
    assert yes <= cards
    assert not no & cards


def test_t83_at_no_trump_only_the_joker_is_a_trump():
    hand = bury(bid(lay_out(FIVE, p1="2S", p2="JD"), "1", "7NT"))
    assert hand.phase == "call"
    assert "JD" in callable_cards(hand)
    free = FIVE.replace(call_restriction="not_in_own_hand", joker_nt_nomination="never")
    assert "Jo" in callable_cards(bury(bid(lay_out(free, p1="2S", p2="Jo"), "1", "7NT")))


def test_t84_the_partner_is_known_when_the_card_is_played():
    hand = hand_before_call().act("call AH")
    assert hand.partners == ()
    hand = play(hand, "Jo", "AH")
    assert hand.partners == ("2",)
    assert play_tricks(hand).result.partners == ("2",)


def test_t84_the_partner_is_known_at_once_if_the_rules_say_so():
    assert hand_before_call(FIVE.replace(partner_reveal="at_once")).act("call AH").partners == (
        "2",
    )


def test_t57_a_bidder_may_announce_that_nobody_is_called():
    hand = hand_before_call()
    assert hand.legal()[-1] == "alone"
    assert not {"2S", "AS"} & callable_cards(hand)
    hand = hand.act("Alone")
    assert (hand.partners, hand.table.called_card) == ((), None)
    assert play_tricks(hand).result.alone


def test_t57_a_bidder_who_calls_an_own_or_buried_card_plays_alone_secretly():
    rules = FIVE.replace(alone_five_hand="secret_by_naming_own_or_buried_card")
    hand = hand_before_call(rules)
    assert "alone" not in hand.legal()
    assert refusal_of(hand, "alone").rule == "T83"
    for card in ("2S", "AS"):
        alone = hand.act(f"call {card}")
        assert alone.partners == ()
        result = play_tricks(alone).result
        assert (result.alone, result.partners) == (True, ())
    assert play_tricks(hand.act("call AH")).result.partners == ("2",)


def test_t85_t86_t88_each_of_five_players_has_a_score_of_their_own():
    hand = play_tricks(hand_before_call().act("call AH"))
    points = score(FIVE, hand.result).by_player
    worth = 100 if hand.result.tricks >= 7 else -100
    assert (points["1"], points["2"]) == (worth, worth)
    assert {seat: points[seat] for seat in "345"} == {
        seat: 10 * hand.result.by_player[seat] for seat in "345"
    }
    alone = play_tricks(hand_before_call().act("alone"))
    assert abs(score(FIVE, alone.result).by_player["1"]) == 200


def test_four_players_call_no_partner():
    assert bury(bid(lay_out(Rules()), "N", "7H")).phase == "play"
