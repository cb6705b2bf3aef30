import random

import pytest

from party.engine import PRESETS, Hand, HandResult, RuleError, Rules, deal, pack, score
from party.engine.auction.bids import Bid
from tests.engine.hands import bid, bury, lay_out, play, play_tricks, refusal_of

AUSTRALIAN = Rules()


def test_a_hand_is_played_from_the_first_call_to_the_result():
    hand = lay_out(AUSTRALIAN, "W", N="Jo JH JD AH KH QH 10H 9H AS AC", kitty="5S 6S 5C")
    assert (hand.phase, hand.turn) == ("auction", "N")
    hand = bid(hand, "N", "10H")
    assert (hand.phase, hand.turn, hand.contract) == ("kitty", "N", Bid(10, "H"))
    assert len(hand.cards("N")) == 13
    hand = hand.act("bury 5S 6S 5C")
    assert (hand.phase, hand.turn) == ("play", "N")
    hand = play_tricks(hand.act("Jo"))
    assert hand.phase == "over"
    assert hand.turn is None
    assert hand.legal() == ()
    assert hand.result == HandResult(
        bid=Bid(10, "H"),
        tricks=10,
        declarer="N",
        partners=("S",),
        by_player={"N": 10, "E": 0, "S": 0, "W": 0},
        order=("N",) * 10,
    )
    assert score(AUSTRALIAN, hand.result).declarers == 500


def test_replaying_the_actions_of_a_hand_gives_an_equal_hand():
    hand = play_tricks(bury(bid(lay_out(AUSTRALIAN), "S", "6S")))
    replayed_hand = play(lay_out(AUSTRALIAN), *hand.actions)
    assert hand.actions[:4] == ("P", "P", "6S", "P")
    assert len(hand.actions) == 4 + 1 + 40
    assert replayed_hand == hand
    assert hash(replayed_hand) == hash(hand)
    assert hand != lay_out(AUSTRALIAN, "N")
    assert hand != "hand"
    assert repr(lay_out(AUSTRALIAN).act("p")) == "<Hand auction E P>"


def test_actions_have_one_standard_spelling():
    hand = play(lay_out(AUSTRALIAN), "pass", " 6s", "p", "P")
    held = hand.cards("E")
    hand = hand.act(f"BURY {held[2].lower()} {held[0]} {held[1]}")
    hand = hand.act(held[3].lower())
    assert hand.actions[:2] == ("P", "6S")
    assert hand.actions[-2:] == (" ".join(["bury", *held[:3]]), held[3])


def test_a_trick_has_its_cards_and_its_winner():
    hand = bury(bid(lay_out(AUSTRALIAN, N="JS AS", E="5S", S="6S", W="Jo"), "N", "6S"))
    hand = play(hand, "JS")
    assert (hand.trick, hand.ring) == (("JS",), ("N", "E", "S", "W"))
    assert hand.turn == hand.chooser == "E"
    hand = play(hand, "5S", "6S", "Jo")
    assert hand.tricks == ((("JS", "5S", "6S", "Jo"), "W", ("N", "E", "S", "W")),)
    assert (hand.trick, hand.ring[0], hand.turn) == ((), "W", "W")
    assert hand.cards_played == ("JS", "5S", "6S", "Jo")
    assert "JS" not in hand.cards("N")
    assert lay_out(AUSTRALIAN).ring == ()


def test_a_new_hand_has_its_deal():
    dealt = deal(AUSTRALIAN, random.Random(1), "E")
    hand = Hand.from_deal(AUSTRALIAN, dealt)
    table = hand.table
    assert {seat: hand.cards(seat) for seat in table.seats} == dict(dealt.hands)
    assert (table.kitty, table.dead, hand.dealer) == (dealt.kitty, (), "E")
    assert (hand.rules, table.piles, table.buried, hand.declarer) == (AUSTRALIAN, {}, (), None)
    assert hand.auction.calls == ()
    assert bid(hand, "N", "7S").auction.declarer == "N"
    assert (hand.result, hand.trick, hand.tricks) == (None, (), ())


def test_hands_can_be_texts_in_the_order_of_the_seats():
    cards = [str(card) for card in pack(AUSTRALIAN)]
    rows = [" ".join(cards[start : start + 10]) for start in range(0, 40, 10)]
    by_name = Hand.start(AUSTRALIAN, "N", dict(zip("NESW", rows, strict=True)), cards[40:])
    assert by_name == Hand.start(AUSTRALIAN, "N", rows, " ".join(cards[40:]))


def test_every_fault_of_a_deal_is_reported_at_once():
    cards = [str(card) for card in pack(AUSTRALIAN)]
    hands = {"N": [*cards[:10], "AS"], "E": "5S 4S XX", "Q": "", "S": cards[20:30]}
    with pytest.raises(RuleError) as refusal:
        Hand.start(AUSTRALIAN, "W", hands, cards[40:42], piles=[["5H 6H"]], dead=["7H"])
    texts = {(each.code, each.place): each.text for each in refusal.value.faults}
    assert set(texts) == {
        ("seat", "seat"),
        ("card-unknown", "E"),
        ("card-count", "N"),
        ("card-count", "E"),
        ("card-count", "W"),
        ("card-count", "kitty"),
        ("card-count", "dead"),
        ("piles", "N"),
        ("card-not-in-pack", "4S"),
        ("card-twice", "AS"),
        ("card-twice", "5S"),
    }
    assert texts["card-count", "N"] == "North has 11 cards, and should have 10."
    assert texts["card-not-in-pack", "4S"] == "The 4 of Spades is not in this pack of 43 cards."
    assert texts["card-twice", "AS"] == "The Ace of Spades was dealt 2 times."
    assert texts["piles", "N"] == "North has no piles of two cards on the table in this game."


def test_more_hands_than_seats_are_refused():
    cards = [str(card) for card in pack(AUSTRALIAN)]
    rows = [cards[start : start + 10] for start in range(0, 40, 10)]
    with pytest.raises(RuleError, match="There is no seat “5”"):
        Hand.start(AUSTRALIAN, "N", [*rows, []], cards[40:])


def test_an_unknown_dealer_is_refused():
    with pytest.raises(RuleError, match="There is no seat “Q”"):
        lay_out(AUSTRALIAN, "Q")
    with pytest.raises(RuleError, match="There is no seat “Q”"):
        deal(AUSTRALIAN, random.Random(1), "Q")


def test_a_refusal_names_the_reason_and_the_legal_actions():
    hand = bury(bid(lay_out(AUSTRALIAN, N="AS", E="5S AH", S="6S"), "N", "6H"))
    hand = play(hand, "AS")
    fault = refusal_of(hand, "AH")
    assert fault.text.startswith(
        "“AH”: a player with Spades must follow suit. What may be done here: 5S"
    )
    assert fault.legal == hand.legal()
    assert fault.place == "play"
    assert "the 6 of Spades is not in this hand" in refusal_of(hand, "6S").text
    assert "“XY” is not a card" in refusal_of(hand, "XY").text
    assert refusal_of(hand, "").legal == hand.legal()


def test_a_finished_hand_refuses_actions():
    fault = refusal_of(play_tricks(bury(bid(lay_out(AUSTRALIAN), "N", "6S"))), "7S")
    assert fault.code == "over"
    assert fault.text == "“7S”: the hand is over. What may be done here: nothing."


def test_t20_a_hand_that_all_pass_is_thrown_in():
    hand = bid(lay_out(AUSTRALIAN), "N")
    assert (hand.phase, hand.result, hand.tricks) == ("over", None, ())
    assert hand.auction.outcome == "all_pass"


def test_t20_t70_a_hand_without_a_bid_is_played_at_no_trump():
    rules = Rules(all_pass="play_nt_10_per_trick")
    hand = bid(lay_out(rules, "E", S="AS", W="Jo 5S 5C", N="6S", E="7S"), "N")
    assert (hand.phase, hand.turn, hand.contract, hand.declarer) == ("play", "S", None, None)
    assert len(hand.cards("N")) == 10
    hand = play_tricks(hand)
    north_south = sum(trick.winner in "NS" for trick in hand.tricks)
    assert hand.result.tricks == north_south
    assert (hand.result.bid, hand.result.declarer) == (None, None)
    assert score(rules, hand.result).declarers == 10 * north_south


def test_t10_only_a_hand_without_faces_may_ask_for_a_new_deal():
    poor = "AS 4S 5S 6S 4C 5C 6C 4D 5D 6D"
    rules = PRESETS["west-seventh"]
    hand = lay_out(rules, N=poor)
    assert "ANF" in hand.legal()
    thrown = hand.act("ANF").act("AGREE")
    assert (thrown.phase, thrown.result, thrown.auction.outcome) == ("over", None, "ace_no_face")
    rich = lay_out(rules, N=poor.replace("4S", "Jo"))
    assert "ANF" not in rich.legal()
    fault = refusal_of(rich, "ANF")
    assert fault.rule == "T10"
    assert fault.legal == rich.legal()


def test_t56_a_barred_seat_may_only_pass():
    rules = Rules(ralphing="on")
    hand = lay_out(rules, "W", barred=["E"]).act("P")
    assert hand.legal() == ("P",)
    assert refusal_of(hand, "7S").rule == "T56"
    assert len(lay_out(rules, "W").act("P").legal()) > 20


@pytest.mark.parametrize(("first_lead", "leader"), [("declarer", "S"), ("left_of_dealer", "E")])
def test_t63_the_first_leader_of_a_hand_follows_the_rules(first_lead, leader):
    hand = bury(bid(lay_out(Rules(first_lead=first_lead), "N"), "S", "6S"))
    assert (hand.phase, hand.turn) == ("play", leader)


def test_t63_a_seat_that_sits_out_does_not_lead():
    rules = Rules(first_lead="left_of_dealer", misere_after="any_time")
    hand = bury(bid(lay_out(rules, "N", S="Jo"), "W", "MIS"))
    assert hand.declarer == "W"
    assert hand.table.seats_out == {"E"}
    assert hand.turn == "S"


def test_t8_a_player_with_two_equal_cards_plays_only_one_card():
    rules = PRESETS["australian-six"].replace(second_pack_sixes="on")
    hand = lay_out(rules, "6", p1="2S 2S AS", p2="3S", p3="3S", p4="4S", p5="5S", p6="6S")
    hand = bury(bid(hand, "1", "6H"))
    held = hand.cards("1")
    assert held.count("2S") == 2
    hand = hand.act("2S")
    assert hand.cards("1").count("2S") == 1
    hand = play(hand, "3S", "3S", "4S", "5S", "6S")
    assert hand.tricks[0].winner == "6"
