"""How many cards a second are played and checked, beside the bridge of open_spiel in the same run.

Run by hand from the project's root: python -m tests.bench.bench_play
open_spiel is no dependency; without it only our own figures are printed. To have both:
    python3.11 -m venv /tmp/bench && /tmp/bench/bin/pip install open_spiel
    /tmp/bench/bin/python -m tests.bench.bench_play
Both replay hands that were played with random legal cards, a fifth of them in each strain; cards
are prepared (bits here, action numbers there), every card is checked, and the hands are driven
from Python. open_spiel's states stand after the auction and are copied before the clock starts.
Times are processor time, the best of several runs that take turns.
"""

from random import Random
from time import process_time

from party.engine import PRESETS, Bid, legal_cards, pack, trick_winner
from party.engine.play.ranking import ranking
from party.engine.play.tricks import legal_to_follow, legal_to_lead, legal_to_name, winner
from party.engine.records.replay import replay

try:
    import pyspiel
except ImportError:
    pyspiel = None

RULES = PRESETS["australian"]
STRAINS = ("S", "C", "D", "H", "NT")
HANDS, RUNS = 500, 15


def played_hand(rng, bid):
    """Return a hand of random legal cards as `replay` takes it, and how many cards it has."""
    ranked = ranking(RULES, bid)
    cards = [ranked.bits[card] for card in pack(RULES)]
    rng.shuffle(cards)
    left = [set(cards[at : at + 10]) for at in range(0, 40, 10)]
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
        leader = list(trick)[winner(ranked, led, list(trick.values()))]
        tricks.append(tuple(trick[place] for place in range(4)))
    return ranked, hands, tricks, 0, named


def our_hands():
    rng = Random(500)
    return [played_hand(rng, Bid(7, STRAINS[at % 5])) for at in range(HANDS)]


def replay_ours(hands):
    for hand in hands:
        replay(*hand)


def spiel_hands():
    """Return states after the auction of a bridge hand, and the cards played from them."""
    rng, game = Random(500), pyspiel.load_game("bridge(use_double_dummy_result=false)")
    hands = []
    for at in range(HANDS):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        calls = state.legal_actions()  # pass, then one of each strain from clubs up
        for call in (calls[1 + at % 5], calls[0], calls[0], calls[0]):
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


def seconds(call, argument):
    start = process_time()
    call(argument)
    return process_time() - start


def show(what, cards, each):
    print(f"{what:34} {cards / each / 1e6:5.2f} M cards/s", end="")
    print(f"  {1e9 * each / cards:5.0f} ns a card")


def compare():
    ours = our_hands()
    assert not any(replay(*hand).wrong for hand in ours)
    theirs = spiel_hands() if pyspiel else []
    best = [float("inf"), float("inf")]
    for _ in range(RUNS):
        best[0] = min(best[0], seconds(replay_ours, ours))
        copies = [(state.clone(), cards) for state, cards in theirs]
        best[1] = min(best[1], seconds(replay_spiel, copies))
    show("our replay, 40 cards, winners", 40 * HANDS, best[0])
    print(f"{'':34} {HANDS / best[0]:,.0f} hands/s")
    if pyspiel:
        show("open_spiel bridge, 52 cards", 52 * HANDS, best[1])
        print(f"{'ours / open_spiel':34} {40 * best[1] / (52 * best[0]):5.2f}")
    else:
        print("open_spiel is not installed here: see the top of this file")


def face():
    """Time what others ask with texts."""
    hand = pack(RULES)[3:43:4]
    questions = {
        "legal_cards of a ten-card hand": lambda: legal_cards(RULES, Bid(7, "H"), hand, ["5S"]),
        "trick_winner": lambda: trick_winner(RULES, Bid(7, "H"), ["5S", "6S", "JD", "AS"]),
    }
    for what, ask in questions.items():
        each = min(seconds(lambda ask: [ask() for _ in range(2000)], ask) for _ in range(5)) / 2000
        print(f"{what:34} {1e6 * each:5.1f} µs")


if __name__ == "__main__":
    compare()
    face()
