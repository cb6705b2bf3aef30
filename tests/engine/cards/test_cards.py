from types import SimpleNamespace

import pytest

from party.engine.cards.cards import CARDS_BY_TEXT, EVERY_CARD, Card, Suit, pack
from party.engine.errors import RuleError


def rules_of(size, jokers=1, second="off"):
    class PackRules(SimpleNamespace):
        __hash__ = object.__hash__

    return PackRules(pack=size, jokers=jokers, second_pack_sixes=second)


@pytest.mark.parametrize("card", EVERY_CARD)
def test_every_card_is_the_same_after_writing_and_reading(card):
    assert Card.parse(str(card)) is card
    assert Card.parse(str(card).lower()) is card
    assert eval(repr(card)) == card


@pytest.mark.parametrize(
    ("text", "card"), [("td", "10D"), ("J♠", "JS"), (" jo2 ", "Jo2"), ("a♥\ufe0f", "AH")]
)
def test_cards_are_read_in_many_spellings(text, card):
    assert Card.parse(text) == card


@pytest.mark.parametrize("text", ["", "1H", "14S", "JoH", "H", "10", "Jo3", "AX", "TT", "110H"])
def test_other_texts_are_refused_with_an_example(text):
    with pytest.raises(RuleError, match="Cards look like 10H"):
        Card.parse(text)
    with pytest.raises(RuleError):
        Card(text)


def test_a_card_has_rank_suit_and_name():
    assert (Card("10H").rank, Card("10H").suit) == ("10", Suit.HEARTS)
    assert Card("Jo").is_joker
    assert not Card("JH").is_joker
    assert [Card(each).words for each in ("JS", "10H", "Jo", "Jo2")] == [
        "Jack of Spades",
        "10 of Hearts",
        "Joker",
        "lower Joker",
    ]
    assert len(CARDS_BY_TEXT) == 4 * 16 + 2


@pytest.mark.parametrize(
    ("size", "jokers", "lowest_black", "lowest_red"),
    [
        (24, 0, "9", "9"),
        (25, 1, "9", "9"),
        (32, 0, "7", "7"),
        (33, 1, "7", "7"),
        (42, 0, "5", "4"),
        (43, 1, "5", "4"),
        (44, 0, "4", "4"),
        (45, 1, "4", "4"),
        (46, 2, "4", "4"),
        (52, 0, "2", "2"),
        (53, 1, "2", "2"),
        (60, 0, "2", "2"),
        (61, 1, "2", "2"),
        (62, 0, "2", "2"),
        (63, 1, "2", "2"),
        (65, 1, "2", "2"),
    ],
)
def test_t1_every_pack_has_its_cards_once(size, jokers, lowest_black, lowest_red):
    cards = pack(rules_of(size, jokers))
    assert len(cards) == len(set(cards)) == size
    assert sum(card.is_joker for card in cards) == jokers
    assert next(card.rank for card in cards if card.suit == Suit.SPADES) == lowest_black
    assert next(card.rank for card in cards if card.suit == Suit.HEARTS) == lowest_red


def test_t9_thirteens_are_red_unless_the_pack_has_four_thirteens():
    assert {card for card in pack(rules_of(63)) if card.rank == "13"} == {"13D", "13H"}
    assert len({card for card in pack(rules_of(65)) if card.rank == "13"}) == 4


def test_t8_a_second_pack_replaces_the_cards_11_to_13():
    cards = pack(rules_of(63, second="on"))
    assert len(cards) == 63
    twice = {card for card in cards if cards.count(card) == 2}
    assert twice == {"2S", "2C", "2D", "2H", "3S", "3C", "3D", "3H", "4D", "4H"}
    assert not {card for card in cards if card.rank in {"11", "12", "13"}}


def test_each_suit_knows_the_other_suit_of_its_colour():
    assert {suit: suit.suit_of_same_colour for suit in Suit} == {
        "S": "C",
        "C": "S",
        "D": "H",
        "H": "D",
    }
    assert [suit.is_red for suit in Suit] == [False, False, True, True]
