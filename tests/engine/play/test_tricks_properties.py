from hypothesis import given
from hypothesis import strategies as st

from party.engine import Bid, biddable, effective_suit, legal_cards, pack, trick_winner
from tests.engine.strategies import presets

SWAPS = (str.maketrans("", ""), str.maketrans("SC", "CS"), str.maketrans("DH", "HD"))


@st.composite
def situations(draw):
    """Draw rules, a contract, a hand, and the cards on the table."""
    rules = draw(presets)
    bid = draw(st.sampled_from([*biddable(rules), None]))
    cards = draw(st.permutations(sorted(set(pack(rules)))))
    held, on_table = draw(st.integers(1, 10)), draw(st.integers(0, 3))
    return rules, bid, cards[:held], cards[held : held + on_table]


def suits_of(rules, bid, cards):
    return [effective_suit(rules, bid, card) for card in cards]


@given(situations(), st.sampled_from("SCDH"))
def test_legal_cards_are_a_part_of_the_hand_and_never_empty(situation, named):
    rules, bid, hand, trick = situation
    legal = legal_cards(rules, bid, hand, trick, named=named)
    assert legal
    assert legal <= set(hand)


@given(situations(), st.sampled_from("SCDH"))
def test_legal_cards_without_jokers_are_all_or_the_suit_led(situation, named):
    rules, bid, hand, trick = situation
    legal = legal_cards(rules, bid, hand, trick, named=named)
    jokers = {card for card in hand if effective_suit(rules, bid, card) is None}
    led = effective_suit(rules, bid, trick[0]) or named if trick else None
    of_suit = {card for card in hand if effective_suit(rules, bid, card) == led} - jokers
    assert legal - jokers in ([of_suit] if of_suit else [set(hand) - jokers, set()])


@given(situations(), st.sampled_from(SWAPS), st.sampled_from("SCDH"))
def test_exchanging_suits_of_a_colour_keeps_the_winner(situation, swap, named):
    rules, bid, _, trick = situation
    if trick:
        renamed = Bid.parse(str(bid).translate(swap)) if bid and bid.strain in "SCDH" else bid
        cards = [card[:-1] + card[-1].translate(swap) for card in trick]
        before = trick_winner(rules, bid, trick, named=named)
        assert trick_winner(rules, renamed, cards, named=named.translate(swap)) == before


@given(situations(), st.sampled_from("SCDH"), st.randoms())
def test_the_winner_does_not_depend_on_the_order_of_the_followers(situation, named, rng):
    rules, bid, hand, trick = situation
    lead, others = hand[0], [*hand[1:], *trick]
    cards = [lead, *others]
    best = cards[trick_winner(rules, bid, cards, named=named)]
    rng.shuffle(others)
    cards = [lead, *others]
    assert cards[trick_winner(rules, bid, cards, named=named)] == best


@given(situations(), st.sampled_from("SCDH"))
def test_cards_of_a_trick_have_a_strict_order(situation, named):
    rules, bid, hand, trick = situation
    lead, *cards = [*hand, *trick]
    ranked = []
    while cards:  # take the strongest of the remaining cards
        best = trick_winner(rules, bid, [lead, *cards], named=named)
        if best == 0:
            break
        ranked.append(cards.pop(best - 1))
    for index, card in enumerate(ranked):
        for weaker in ranked[index + 1 :]:
            assert trick_winner(rules, bid, [lead, weaker, card], named=named) == 2
