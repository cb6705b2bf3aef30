"""Two and three players: table piles, dead hands, and the ring."""

from collections import Counter

import pytest

from party.engine import PRESETS, Card, Hand, RuleError, deal, pack
from tests.engine.hands import Lcg, bid, bury, lay_out, play, play_tricks

TWO = PRESETS["two-handed"]
CARDS = {
    "N": "AS KS Jo AH KH AD KD AC KC QC",
    "S": "5S 6S QH 10H QD JD 10D JC 10C 9C",
    "n": "8S 7S 5H 4H 5D 4D 5C 6C 9S 10S",  # each pile: the lower card, then the upper card
    "s": "QS JS 8H 6H 8D 6D 8C 7C 9H 9D",
}


def hand_of_two(rules=TWO, call="7S", seat="N"):
    return bury(bid(lay_out(rules, **CARDS), seat, call))


def face_up_cards(hand, seat):
    stage = hand.stage
    return stage.layout.ranked.cards(stage.held[stage.layout.ring.index(seat.lower())])


def test_t93_two_players_play_from_both_hands_and_from_both_tables_in_turn():
    hand = hand_of_two()
    assert hand.ring == ("N", "S", "n", "s")
    assert hand_of_two(seat="S").ring == ("S", "N", "s", "n")
    turns = []
    for card in ("AS", "5S", "7S", "JS"):
        turns.append((hand.turn, hand.ring[len(turns)]))
        hand = hand.act(card)
    assert turns == [("N", "N"), ("S", "S"), ("N", "n"), ("S", "s")]
    assert hand.tricks[0].winner == "s"
    assert (hand.turn, hand.ring) == ("S", ("s", "N", "S", "n"))


def test_t93_a_card_is_turned_up_at_the_end_of_the_trick():
    hand = hand_of_two()
    assert face_up_cards(hand, "N") == {"7S", "4H", "4D", "6C", "10S"}
    hand = play(hand, "AS", "5S", "7S")
    assert face_up_cards(hand, "N") == {"4H", "4D", "6C", "10S"}
    hand = hand.act("JS")
    assert face_up_cards(hand, "N") == {"8S", "4H", "4D", "6C", "10S"}
    assert face_up_cards(hand, "S") == {"QS", "6H", "6D", "7C", "9D"}
    hand = play(hand, "QS", "Jo", "6S", "8S")
    assert face_up_cards(hand, "N") == {"4H", "4D", "6C", "10S"}
    assert hand.cards("N") == ("KS", "AH", "KH", "AD", "KD", "AC", "KC", "QC")


def test_t93_a_table_follows_suit_with_its_face_up_cards():
    hand = play(hand_of_two(), "AD", "QD")
    assert hand.legal() == ("4D",)
    with pytest.raises(RuleError, match="the 5 of Diamonds is not face up on the table"):
        hand.act("5D")
    hand = play(hand_of_two(), "AS", "5S")
    assert hand.legal() == ("7S", "10S")


def test_t93_a_hand_of_ten_tricks_uses_every_card():
    hand = play_tricks(hand_of_two())
    assert len(hand.tricks) == 10
    played = Counter(Card(each.partition("/")[0]) for each in hand.cards_played)
    assert Counter(pack(TWO)) - played == Counter(hand.table.buried)
    assert hand.cards("N") == ()
    assert hand.result.tricks == hand.result.by_player["N"]
    assert set(hand.result.order) <= {"N", "S"}


def test_t81_two_players_may_bid_misere_before_a_seven_and_play_from_the_tables():
    legal = lay_out(TWO).legal()
    assert "MIS" in legal
    assert "OPEN" not in legal
    assert "MIS" not in lay_out(TWO.replace(two_hand_misere="barred")).legal()
    hand = hand_of_two(call="MIS").act("AS")
    assert hand.ring == ("N", "S", "n", "s")


def test_t58_a_joker_face_up_on_the_table_can_be_nominated():
    cards = {"N": "AS", "n": "Jo 4S 5H 4H 5D 4D 5C 6C 9S 10S"}
    rules = TWO.replace(pack=45)
    up = {"N": "AS", "n": "4S Jo 5H 4H 5D 4D 5C 6C 9S 10S"}
    assert bury(bid(lay_out(rules, **cards), "N", "7NT")).phase == "play"
    assert bury(bid(lay_out(rules, **up), "N", "7NT")).phase == "nominate"


def test_t63_in_a_game_of_two_the_hand_left_of_the_dealer_leads():
    hand = bury(bid(lay_out(TWO.replace(first_lead="left_of_dealer"), "N", **CARDS), "N", "7S"))
    assert hand.ring == ("S", "n", "s", "N")


def test_t93_the_cards_of_a_dead_third_hand_are_never_played():
    rules = PRESETS["uspc-2"]
    hand = lay_out(rules, dead="Jo AS AH")
    assert len(hand.table.dead) == 10
    hand = play_tricks(bury(bid(hand, "N", "7D")))
    assert not set(hand.table.dead) & set(hand.cards_played)
    assert len(hand.tricks) == 10


def test_t91_three_players_can_play_with_a_dead_hand():
    rules = PRESETS["australian-three"].replace(pack=43, three_hand_dead_hand="on")
    hand = lay_out(rules, dead="Jo AS AH")
    hand = play_tricks(bury(bid(hand, "N", "7D")))
    assert (len(hand.cards_played), len(hand.table.dead)) == (30, 10)
    with pytest.raises(RuleError, match="The dead hand has 0 cards, and should have 10"):
        Hand.start(rules, "N", {s: hand.dealt_table.hands[s] for s in "NES"}, hand.table.kitty)


def test_three_players_play_one_against_two():
    hand = play_tricks(bury(bid(lay_out(PRESETS["american-three"]), "E", "7D")))
    assert (hand.result.partners, hand.result.alone) == ((), False)
    assert hand.result.tricks == hand.result.by_player["E"]


def test_a_wrong_number_of_table_piles_is_refused():
    first = lay_out(TWO).dealt_table
    piles = {"N": first.piles["N"], "S": first.piles["S"][:4]}
    with pytest.raises(RuleError, match="South has 5 piles of two cards"):
        Hand.start(TWO, "N", first.hands, first.kitty, piles)


@pytest.mark.parametrize(("teams", "partners"), [("2x3", ("3", "5")), ("3x2", ("4",))])
def test_t89_each_of_six_players_has_two_partners_or_one_partner(teams, partners):
    hand = bury(bid(lay_out(PRESETS["australian-six"].replace(six_teams=teams)), "1", "7D"))
    assert hand.partners == partners
    result = play_tricks(hand).result
    assert result.tricks == sum(result.by_player[seat] for seat in ("1", *partners))


def test_t61_a_joker_without_power_still_turns_up_a_card():
    rules = TWO.replace(renege_rule="on_nt_only", joker_nt_nomination="never")
    rng = Lcg(8)  # with this seed the joker is the last face-up card of North's table
    hand = bury(bid(Hand.from_deal(rules, deal(rules, rng, "S")), "N", "7NT"))
    while hand.phase != "over":
        others = [each for each in hand.legal() if not each.startswith("Jo")]
        hand = hand.act(rng.choice(others or hand.legal()))
    ninth, tenth = hand.tricks[8:]
    assert dict(zip(ninth.holdings, ninth.cards, strict=True))["n"] == "Jo"
    assert ninth.winner != "n"
    beneath = next(low for low, top in hand.table.piles["N"] if top == "Jo")
    assert dict(zip(tenth.holdings, tenth.cards, strict=True))["n"] == beneath
