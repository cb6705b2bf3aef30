from random import Random

import pytest

from party.engine import PRESETS, Bid, pack
from party.engine.play.ranking import ranking
from party.engine.play.tricks import (
    is_powerless,
    is_void_shown,
    legal_to_follow,
    legal_to_lead,
    legal_to_name,
    winning_index,
)
from party.engine.records.replay import replay

S1, S17 = PRESETS["australian"], PRESETS["two2six"]
MCNABB = S1.replace(joker_lead="never_except_trick_10")
GADD = S17.replace(gadd_joker="on", jokers=2, pack=46, deal_pattern="3_3_4_3")
NOT_SHOWN_VOID = S1.replace(joker_lead="any_suit_not_shown_void")
COMPULSORY = S1.replace(joker_follow_when_void="always_compulsory")


def replayed(rules, bid, *tricks, leader=0, named="", **options):
    """Replay whole hands as tricks; `named` "1H" means that the joker of trick 1 names hearts."""
    ranked = ranking(rules, Bid.parse(bid), **options)
    columns = [ranked.bits_in_order(each) for each in zip(*map(str.split, tricks), strict=True)]
    suits = {int(each[0]) - 1: ranked.suits[each[1]] for each in named.split()}
    return replay(ranked, [sum(each) for each in columns], columns, leader, suits)


def test_replay_returns_the_winners():
    assert replayed(S1, "7H", "AC JD 7C 5C", "5H 9H JH 6H", "6C 8S KC 9C") == [1, 2, 2]


def test_replay_refuses_a_revoke():
    assert replayed(S1, "7H", "AC 7D 7C 5C", "AD 7S 6D 5D", "KS 8C 6S 5S") is None
    assert replayed(S1, "7H", "AC 7D 7C 5C", "AD 7S 6D 5D", "KS 8S 6S 5S") == [0, 0, 0]


@pytest.mark.parametrize(
    ("hands", "cards"),
    [
        (["AC KC QC", "7C 8C 9C"], ["AC AC AC", "7C 8C 9C"]),
        (["AC KC QC", "7C 8C 9C"], ["AC KC 9C", "7C 8C QC"]),
        (["AC KC QC", "7C 8C 9C"], ["AC KC", "7C 8C"]),
        (["6S 7S", "9S 10S"], ["6S 6S", "9S 10S"]),
        (["7S", "9S"], ["6S 6S", "8S 8S"]),  # the bits of two sixes add up to a seven
    ],
)
def test_replay_refuses_cards_that_are_not_in_the_hand(hands, cards):
    ranked = ranking(S1, Bid.parse("7H"))
    held = [ranked.mask(each.split()) for each in hands]
    columns = [[ranked.bit(card) for card in each.split()] for each in cards]
    assert replay(ranked, held, columns) is None


def test_replay_follows_the_suit_a_joker_names():
    assert replayed(S1, "7NT", "Jo 5H 6H 7C", "5S 6S 7S 8H", named="1H") is None
    assert replayed(S1, "7NT", "Jo 5H 6H 7C", "5S 6S 7S 8C", named="1H") == [0, 2]


def test_replay_refuses_a_joker_that_names_no_suit():
    assert replayed(S1, "7NT", "Jo 5H 6C 7C") is None


def test_t60_replay_refuses_a_joker_that_may_not_lead():
    tricks = "AS 5S 6S 7S", "Jo 8S 9S 10S", "5H 6H 7H 8H"
    assert replayed(S1, "7NT", *tricks, named="2S") is None
    assert replayed(S1, "7NT", *tricks, named="2D") == [0, 0, 3]
    assert replayed(MCNABB, "7NT", "Jo 5S", "6H 7H", named="1S") is None
    assert replayed(MCNABB, "7NT", "6H 7H", "8S 5S", "9S Jo") == [1, 0, 1]


def test_t61_replay_lets_a_powerless_joker_lose():
    assert replayed(S17, "7NT", "AS 5D 6S", "KS 6D 7S", "QS Jo 8S") == [0, 0, 0]
    assert replayed(S17, "7NT", "AS 5D 6S", "QS Jo 8S", "KS 6D 7S") is None


def test_t58_replay_follows_a_nomination():
    assert replayed(S1, "7NT", "AH Jo 6H 7H", "AS 5C 6S 7S", nominated="H") == [1, 1]


class TableState:
    """A hand played card by card; the functions for one card judge every card."""

    def __init__(self, rules, bid, rng):
        cards = list(pack(rules))
        rng.shuffle(cards)
        self.ranked = ranking(rules, Bid.parse(bid))
        self.rng = rng
        self.hands = [self.ranked.mask(cards[at : at + 10]) for at in range(0, 40, 10)]

    def play(self, choose, names):
        """Return the winners of ten tricks, or None if `choose` or `names` gives nothing legal."""
        ranked, held, before, voids = self.ranked, [*self.hands], 0, [0] * 4
        at, winners = 0, []
        for number in range(10):
            led, powers, around = 0, [], [*range(at, 4), *range(at)]
            for place in around:
                seen = before, voids[place]
                if not powers:
                    card = choose(number, place, legal_to_lead(ranked, held[place], *seen))
                    led = ranked.suit_of[card] if card else 0
                    if card & ranked.suitless:
                        led = names(number, legal_to_name(ranked, held[place], *seen))
                    dead = not led
                else:
                    legal = legal_to_follow(ranked, held[place], led, *seen)
                    card = choose(number, place, legal)
                    dead = is_powerless(ranked, card, led, voids[place])
                    voids[place] |= led * is_void_shown(ranked, card, led)
                if not card or not led:
                    return None
                held[place] ^= card
                powers.append(0 if dead else card)
            before |= led
            at = around[winning_index(ranked, led, powers)]
            winners.append(at)
        return winners

    def play_at_random(self):
        """Return (cards by place, suits named by jokers, winners)."""
        columns, named = [[], [], [], []], {}

        def choose(_number, place, legal):
            columns[place].append(self.one_of(legal))
            return columns[place][-1]

        def name(number, allowed):
            suits = [suit for suit in self.ranked.suits.values() if suit & allowed]
            named[number] = self.rng.choice(suits)
            return named[number]

        return columns, named, self.play(choose, name)

    def one_of(self, cards):
        return self.rng.choice([bit for bit in self.ranked.suit_of if bit & cards])

    def play_cards(self, columns, named):
        """Return the winners if these cards are played; None if one is not legal."""
        return self.play(
            lambda number, place, legal: columns[place][number] & legal,
            lambda number, allowed: named.get(number, 0) & allowed,
        )


@pytest.mark.parametrize("rules", [S1, S17, MCNABB, GADD, NOT_SHOWN_VOID, COMPULSORY])
@pytest.mark.parametrize("bid", ["7S", "7NT", "MIS"])
def test_replay_and_play_card_by_card_agree_about_exchanged_cards(rules, bid):
    rng, outcomes = Random(bid), []
    for _ in range(60):
        table = TableState(rules, bid, rng)
        columns, named, winners = table.play_at_random()
        assert replay(table.ranked, table.hands, columns, 0, named) == winners
        for _ in range(8):
            column, (one, other) = rng.choice(columns), rng.sample(range(10), 2)
            column[one], column[other] = column[other], column[one]
            outcomes.append(table.play_cards(columns, named))
            assert replay(table.ranked, table.hands, columns, 0, named) == outcomes[-1]
            column[one], column[other] = column[other], column[one]
    refused = outcomes.count(None)
    assert min(refused, len(outcomes) - refused) > 20
