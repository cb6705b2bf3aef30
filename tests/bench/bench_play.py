"""Measures the cards played and checked per second, beside open_spiel's bridge in the same run.

Run by hand from the project's root: python -m tests.bench.bench_play
open_spiel is not a dependency; without it only our own figures are printed. For both:
    python3.11 -m venv /tmp/bench && /tmp/bench/bin/pip install open_spiel
    /tmp/bench/bin/python -m tests.bench.bench_play
Both replay hands that were played with random legal cards, a fifth of them in each strain; every
card is checked, and Python drives both. open_spiel's cards are prepared as action numbers; its
states are prepared up to the end of the auction and copied before the clock starts. Our cards are
prepared as bits in one run, and in another as texts ("10H") that must be parsed first. Times are
processor time, the minimum and the median of alternating runs.
"""

from random import Random
from statistics import median
from time import process_time

from party.engine import PRESETS, Bid, legal_cards, pack, trick_winner
from party.engine.play.ranking import ranking
from party.engine.play.tricks import legal_to_follow, legal_to_lead, legal_to_name, winning_index
from party.engine.records.replay import replay

try:
    import pyspiel
except ImportError:
    pyspiel = None

RULES = PRESETS["australian"]
BIDS = [Bid(7, strain) for strain in ("S", "C", "D", "H", "NT")]
HANDS, RUNS = 500, 25
CALLS = 2000  # of each public function in a run


def ranked_by(bid):
    return ranking(RULES, bid, only_pack=True)


def played_hand(rng, bid):
    """Return a hand of random legal cards as `replay` takes it."""
    ranked = ranked_by(bid)
    cards = [ranked.bits[card] for card in pack(RULES)]
    rng.shuffle(cards)
    left = [set(cards[first : first + 10]) for first in range(0, 40, 10)]
    hands, tricks, named, leader, before = [sum(hand) for hand in left], [], {}, 0, 0
    for number in range(10):
        trick, led = {}, None
        for place in [*range(leader, 4), *range(leader)]:
            hand = sum(left[place])
            first = led is None
            legal = (
                legal_to_lead(ranked, hand, before)
                if first
                else legal_to_follow(ranked, hand, led)
            )
            card = rng.choice(sorted(bit for bit in left[place] if bit & legal))
            if first and card & ranked.suitless:
                suits = legal_to_name(ranked, hand, before)
                led = named[number] = rng.choice([s for s in ranked.suits.values() if s & suits])
            elif first:
                led = ranked.suit_of[card]
            trick[place] = card
            left[place].remove(card)
        before |= led
        leader = list(trick)[winning_index(ranked, led, list(trick.values()))]
        tricks.append(tuple(trick[place] for place in range(4)))
    return ranked, hands, list(zip(*tricks, strict=True)), 0, named


def our_hands():
    rng = Random(500)
    return [played_hand(rng, BIDS[number % 5]) for number in range(HANDS)]


def replay_bits(hands):
    for hand in hands:
        replay(*hand)


def hand_as_texts(number, hand):
    """Return the bid, each hand, each trick, and the joker's suits."""
    ranked, hands, played, leader, named = hand
    text = {bit: card for card, bit in ranked.bits.items()}
    suit = {cards: str(suit) for suit, cards in ranked.suits.items()}
    return (
        BIDS[number % 5],
        [[card for card, bit in ranked.bits.items() if bit & held] for held in hands],
        [[text[card] for card in trick] for trick in zip(*played, strict=True)],
        leader,
        {trick: suit[led] for trick, led in named.items()},
    )


def replay_texts(hands):
    for bid, held, tricks, leader, named in hands:
        ranked = ranked_by(bid)
        bit = ranked.bits.__getitem__
        replay(
            ranked,
            [sum(map(bit, hand)) for hand in held],
            [*zip(*[map(bit, trick) for trick in tricks], strict=True)],
            leader,
            {number: ranked.suits[suit] for number, suit in named.items()},
        )


def spiel_hands():
    """Return states after the auction of a bridge hand, and the cards played from them."""
    rng, game = Random(500), pyspiel.load_game("bridge(use_double_dummy_result=false)")
    hands = []
    for number in range(HANDS):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        calls = state.legal_actions()  # pass, then one of each strain from clubs up
        for call in (calls[1 + number % 5], calls[0], calls[0], calls[0]):
            state.apply_action(call)
        start, cards = state.clone(), []
        while not state.is_terminal():
            cards.append(rng.choice(state.legal_actions()))
            state.apply_action(cards[-1])
        hands.append((start, cards))
    return hands


def replay_spiel(hands):
    for state, cards in hands:
        play = state.apply_action_with_legality_check
        for card in cards:
            play(card)


def seconds_of(call, argument):
    start = process_time()
    call(argument)
    return process_time() - start


def report(label, cards, times):
    fastest, middle = (1e9 * time / cards for time in (min(times), median(times)))
    per_second = f"{1e3 / fastest:5.2f} M cards/s"
    print(f"{label:34} {per_second}  {fastest:4.0f} ns a card, median {middle:4.0f}")


def compare():
    bits, spiel = our_hands(), spiel_hands() if pyspiel else []
    texts = [hand_as_texts(number, hand) for number, hand in enumerate(bits)]
    assert None not in [replay(*hand) for hand in bits]
    times = [], [], []
    for _ in range(RUNS):
        copies = [(state.clone(), cards) for state, cards in spiel]
        times[0].append(seconds_of(replay_spiel, copies))
        times[1].append(seconds_of(replay_bits, bits))
        times[2].append(seconds_of(replay_texts, texts))
    if pyspiel:
        report("open_spiel bridge, 52 cards", 52 * HANDS, times[0])
    else:
        print("open_spiel is not installed here: see the top of this file")
    for form, ours in zip(("bits", "texts"), times[1:], strict=True):
        report(f"our replay of {form}, 40 cards", 40 * HANDS, ours)
        if pyspiel:
            ratios = [40 * f(times[0]) / (52 * f(ours)) for f in (min, median)]
            print("{:34} {:5.2f}, median {:.2f}".format("  ours / open_spiel", *ratios))


def time_public_functions():
    hand = pack(RULES)[3:43:4]
    calls = {
        "legal_cards of a ten-card hand": lambda: legal_cards(RULES, Bid(7, "H"), hand, ["5S"]),
        "trick_winner": lambda: trick_winner(RULES, Bid(7, "H"), ["5S", "6S", "JD", "AS"]),
    }
    for label, call in calls.items():
        runs = (seconds_of(lambda call: [call() for _ in range(CALLS)], call) for _ in range(5))
        print(f"{label:34} {1e6 * min(runs) / CALLS:5.1f} µs")


if __name__ == "__main__":
    compare()
    time_public_functions()
