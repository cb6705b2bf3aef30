import pytest

from party.engine import PRESETS, Bid
from party.engine.bots.card_sets import texts_by_bit, whole_pack
from party.engine.bots.play import CardChoice, best_play
from party.engine.play.ranking import ranking
from party.engine.play.tricks import legal_to_follow

MIDWAY = PRESETS["midway"]


def chosen_card(bid, held, trick="", *, gone="", is_friendly=None, aim="win", **options):
    """Return the card that is played from this hand to this trick; `gone` was played before."""
    ranked = ranking(MIDWAY, Bid.parse(bid))
    hand, table = ranked.mask(held.split()), [ranked.bits[card] for card in trick.split()]
    led = ranked.suit_of[table[0]] if table else 0
    seen = hand | ranked.mask(gone.split()) | ranked.mask(trick.split())
    turn = CardChoice(
        ranked,
        aim,
        legal=legal_to_follow(ranked, hand, led, 0, 0) if table else hand,
        held=hand,
        unseen=whole_pack(MIDWAY, ranked) & ~seen,
        is_friendly=is_friendly or tuple(at % 2 == len(table) % 2 for at in range(4)),
        trick=tuple(table),
        led=led,
        **options,
    )
    return texts_by_bit(ranked)[best_play(turn)]


@pytest.mark.parametrize(
    ("held", "trick", "card"),
    [
        ("AS QS 7S", "KS", "AS"),  # the second player plays high only with the highest card
        ("QS JS 7S", "KS 4S 5S", "7S"),  # no card of this hand wins
        ("QS JS 7S", "10S", "7S"),  # the second player plays low
        ("QS JS 7S", "8S 10S", "JS"),  # the third player plays high; the jack equals the queen
        ("AS JS 7S", "8S 10S", "AS"),  # the last player may have the king or queen
        ("AS QS 7S", "8S 10S JS", "QS"),  # the last player wins as cheaply as possible
        ("KS QS 7S", "AS 4S", "7S"),  # partner wins the trick
        ("KS QS 7S", "10S 9S", "QS"),  # partner's card may be beaten
        ("9H 4H 5D", "AS", "4H"),  # a low trump wins
        ("9H 4H 5D", "AS 5S", "5D"),  # partner's ace needs no trump
        ("QS QD 5D", "AC 5C 6C", "5D"),  # this hand cannot win
        ("AD QS 6C", "9H", "6C"),  # the highest card of a suit is kept
    ],
)
def test_if_hearts_are_trumps_a_bot_plays_the_best_card_to_a_trick(held, trick, card):
    assert chosen_card("8H", held, trick) == card


@pytest.mark.parametrize(
    ("held", "attacking", "card"),
    [
        ("Jo 9H 4H AS", True, "Jo"),  # the highest trump
        ("QH 10H 9H 4H AS", True, "4H"),  # a low trump of many, without the highest
        ("QH 9H 4H AS", True, "AS"),
        ("QH 9H 4H AS", False, "AS"),
        ("QH 9H KS 5S 4S KC 5C", False, "4S"),  # a low card of the longest suit
        ("QH 9H KS 5S 4S KC 5C", True, "5C"),  # a short suit, to trump it later
    ],
)
def test_if_hearts_are_trumps_a_bot_leads_the_best_card(held, attacking, card):
    assert chosen_card("8H", held, is_attacking=attacking) == card


def test_bots_keep_trumps_if_nobody_else_has_trumps():
    trumps = "Jo JH JD AH KH QH 10H 9H 8H 7H 6H"

    assert chosen_card("8H", "5H 4H 9C", gone=trumps, is_attacking=True) == "9C"
    assert chosen_card("8H", "5H 4H 9C AS", gone=trumps, is_attacking=True) == "AS"
    assert chosen_card("8H", "5H 4H", gone=trumps, is_attacking=True) == "4H"


@pytest.mark.parametrize(
    ("held", "trick", "card"),
    [
        ("Jo 9H 4H", "", "4H"),  # the joker is kept to win the lead later
        ("Jo 9H 4H", "AC 4C 5C", "Jo"),
        ("Jo 9H 4H", "4C AC 5C", "4H"),  # partner wins the trick
    ],
)
def test_the_joker_at_no_trump_wins_tricks_of_the_opponents(held, trick, card):
    assert chosen_card("8NT", held, trick, is_attacking=True) == card


@pytest.mark.parametrize(
    ("held", "trick", "card"),
    [
        ("AS 9S 5S", "10S", "9S"),  # the highest card that loses
        ("AS KS", "10S", "KS"),  # the last player may still beat the king
        ("AS KS", "10S 9S", "AS"),  # this hand must win: the higher card goes
        ("AD 9S 4D", "10C", "AD"),  # the most dangerous card goes
        ("AD KH 5D 4D", "", "4D"),
    ],
)
def test_bots_that_must_lose_play_below_the_winning_card(held, trick, card):
    assert chosen_card("MIS", held, trick, is_friendly=(False,) * 3, aim="duck") == card


@pytest.mark.parametrize(
    ("held", "trick", "prey", "card"),
    [
        ("AS 9S 5S", "10S", (True, False, False), "9S"),  # this card stays below the bidder's card
        ("AS KS", "10S", (True, False, False), "KS"),
        ("AS 9S 5S", "10S", (False, False, True), "5S"),  # the bidder plays later
        ("AS KS", "10S", (False, False, True), "KS"),
        ("AS 9S 5S", "10S 4S", (False, True, False), "AS"),  # the bidder's card is beaten already
        ("AS 9S 5S", "", (False, True, False), "5S"),
    ],
)
def test_bots_try_to_give_tricks_to_a_misere_bidder(held, trick, prey, card):
    assert (
        chosen_card("MIS", held, trick, is_friendly=(True,) * 3, aim="feed", is_prey=prey) == card
    )


def test_bots_lead_below_the_open_cards_of_a_misere_bidder():
    ranked = ranking(MIDWAY, Bid.parse("OPEN"))

    def led(faced):
        return chosen_card(
            "OPEN", "7D 5D 8C", aim="feed", prey_open_cards=ranked.mask(faced.split())
        )

    assert led("9D 10D") == "7D"
    assert led("6D QS 9C") == "8C"
    assert led("4D") == "5D"
