from random import Random

from party.engine import PRESETS, Hand, Suit, deal, play_out, record_of, verify

AUSTRALIAN = PRESETS["australian"]


def hand_after_calls(rules, *calls, dealer="N"):
    return Hand.dealt(rules, deal(rules, Random(1), dealer)).play_out(calls)


def test_a_hand_before_the_first_call_is_its_deal():
    record = record_of(hand_after_calls(AUSTRALIAN), tags=(("Event", "Club"),))

    assert record.tags == (("Event", "Club"),)
    assert (record.dealer, record.caller, record.calls) == ("N", "", ())
    assert list(record.hands) == ["N", "E", "S", "W"]
    assert len(record.kitty) == 3
    assert (record.contract, record.declarer, record.added, record.column) == ("", "", {}, "")


def test_an_unfinished_auction_has_no_contract():
    record = record_of(hand_after_calls(AUSTRALIAN, "7S", "P"))

    assert (record.caller, record.calls) == ("E", ("7S", "P"))


def test_an_unfinished_trick_has_gaps():
    hand = hand_after_calls(AUSTRALIAN, "7S", "P", "P", "P")
    hand = hand.act(" ".join(["bury", *hand.cards("E")[10:]]))
    for _ in range(6):
        hand = hand.act(hand.legal()[0])
    record = record_of(hand)

    assert (record.column, len(record.tricks)) == ("E", 2)
    assert [card is None for card in record.tricks[1]].count(True) == 2
    assert verify(record, AUSTRALIAN) == []


def test_misere_without_the_kitty_has_no_added_cards():
    rules = AUSTRALIAN.replace(misere_without_pickup=350)
    hand = play_out(hand_after_calls(rules, "7S", "NOPICK", "P", "P", "P"), Random(1))
    record = record_of(hand)

    assert (record.contract, record.added, record.removed) == ("NOPICK", {}, {})
    assert all(None in trick for trick in record.tricks)
    assert verify(record, rules) == []


def test_a_called_player_is_recorded():
    rules = PRESETS["uspc-5"].replace(partner_mode="pick_player")
    hand = hand_after_calls(rules, "8S", "P", "P", "P", "P", dealer="5")
    hand = hand.act(" ".join(["bury", *hand.cards("1")[10:]])).act("call 3")

    assert record_of(hand).called == ("3",)


def test_a_nominated_suit_is_recorded():
    seed = next(n for n in range(99) if "Jo" in deal(AUSTRALIAN, Random(n), "N").hands["E"])
    hand = Hand.dealt(AUSTRALIAN, deal(AUSTRALIAN, Random(seed), "N"))
    hand = hand.play_out(["7NT", "P", "P", "P"])
    hand = hand.act(" ".join(["bury", *hand.cards("E")[10:]]))

    assert record_of(hand).joker_suit == ""
    assert record_of(hand.act("Jo/H")).joker_suit == Suit.HEARTS
    assert record_of(hand.act(hand.cards("E")[0])).joker_suit == "-"
