import random
from collections import Counter

import pytest

from party.engine import PRESETS, Card, deal, deal_from, first_dealer, pack, packets
from party.engine.rules.rules import Rules
from party.engine.seats import seats_of


def packets_text(rules, dealer):
    """Return the packets as people say them: "3 each, 1 kitty"."""
    rounds, seats = [], seats_of(rules)
    for packet in packets(rules, dealer):
        if packet.recipient in seats and rounds and rounds[-1].startswith(f"{packet.count} each"):
            continue
        name = "each" if packet.recipient in seats else packet.recipient
        rounds.append(f"{packet.count} {name}")
    return ", ".join(rounds)


@pytest.mark.parametrize(
    ("preset", "words"),
    [
        ("australian", "3 each, 1 kitty, 4 each, 1 kitty, 3 each, 1 kitty"),  # S1
        ("american", "3 each, 3 kitty, 4 each, 3 each"),  # S7: 3, widow, 4, 3
        ("west-seventh", "3 each, 3 kitty, 2 each, 2 kitty, 3 each, 2 each"),  # S9
        ("canadian", "3 each, 3 kitty, 3 each, 3 kitty, 4 each"),  # S15
    ],
)
def test_t6_the_cards_are_dealt_in_the_packets_of_the_system(preset, words):
    assert packets_text(PRESETS[preset], "W") == words


def test_t6_two2six_deals_five_to_the_kitty_in_two_packets():
    rules = PRESETS["two2six"].replace(pack=45, deal_pattern="3_3_4_2_3")
    assert packets_text(rules, "W") == "3 each, 3 kitty, 4 each, 2 kitty, 3 each"


def test_t6_a_small_kitty_is_dealt_early_and_a_large_kitty_ends_the_deal():
    assert packets_text(PRESETS["american"].replace(pack=42, jokers=0), "W") == (
        "3 each, 2 kitty, 4 each, 3 each"
    )
    assert packets_text(Rules(pack=45), "W") == "3 each, 1 kitty, 4 each, 1 kitty, 3 each, 3 kitty"
    assert packets_text(PRESETS["leaflet-6"], "6") == "3 each, 4 each, 3 each"


def test_the_deal_begins_left_of_the_dealer():
    assert [each.recipient for each in packets(Rules(), "E")[:5]] == ["S", "W", "N", "E", "kitty"]


def test_t93_two_hands_with_table_piles_are_dealt_in_the_packets_of_s6():
    rules = PRESETS["two-handed"]
    plain = [(each.recipient, each.count, each.face) for each in packets(rules, "S")]
    assert plain == [
        *[("N", 3, "down"), ("S", 3, "down"), ("N", 3, "hand"), ("S", 3, "hand")],
        ("kitty", 1, "hand"),
        *[("N", 2, "down"), ("N", 2, "up"), ("S", 2, "down"), ("S", 2, "up")],
        *[("N", 4, "hand"), ("S", 4, "hand"), ("kitty", 1, "hand")],
        *[("N", 3, "up"), ("S", 3, "up"), ("N", 3, "hand"), ("S", 3, "hand")],
        ("kitty", 1, "hand"),
    ]
    dealt = deal(rules, random.Random(1), "S")
    assert [len(dealt.piles[seat]) for seat in "NS"] == [5, 5]
    assert dealt.piles["N"] != dealt.piles["S"]


def test_t93_a_third_hand_that_nobody_plays_is_dealt_left_of_the_dealer():
    rules = PRESETS["uspc-2"].replace(two_hand_form="dead_third_hand", pack=33, jokers=1)
    assert [each.recipient for each in packets(rules, "N")[:4]] == ["dead", "S", "N", "kitty"]
    assert len(deal(rules, random.Random(1), "N").dead) == 10


def test_t91_with_three_players_a_hand_that_nobody_plays_may_be_dealt():
    rules = PRESETS["australian-three"].replace(pack=43, three_hand_dead_hand="on")
    assert [each.recipient for each in packets(rules, "N")[:5]] == ["dead", "E", "S", "N", "kitty"]
    dealt = deal(rules, random.Random(1), "N")
    assert (len(dealt.dead), len(dealt.kitty)) == (10, 3)
    assert not deal(PRESETS["australian-three"], random.Random(1), "N").dead


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_every_preset_deals_its_whole_pack(rules):
    dealer = seats_of(rules)[0]
    dealt = deal(rules, random.Random(7), dealer)
    assert {len(cards) for cards in dealt.hands.values()} == {10}
    assert len(dealt.kitty) == rules.kitty_size
    piles = [card for piles in dealt.piles.values() for pile in piles for card in pile]
    cards = [*dealt.kitty, *dealt.dead, *piles, *(c for h in dealt.hands.values() for c in h)]
    assert Counter(cards) == Counter(pack(rules))


def test_a_pack_that_is_not_shuffled_is_dealt_in_its_order():
    dealt = deal_from(Rules(), pack(Rules()), "W")
    assert dealt.hands["N"][:3] == ("5S", "6S", "7S")
    assert dealt.kitty[0] == pack(Rules())[12]


class Stacked:
    """A shuffler that puts the cards of `top` first."""

    def __init__(self, *top):
        self.top = top

    def shuffle(self, cards):
        cards.sort(key=lambda card: self.top.index(card) if card in self.top else len(self.top))


def test_t7_the_player_who_draws_the_first_jack_deals():
    rules = Rules(first_dealer="first_jack_drawn")
    top = [Card(each) for each in ("5S", "AS", "JH", "JS")]
    assert first_dealer(rules, Stacked(*top)) == "S"
    assert first_dealer(rules, Stacked(*top[:2], Card("Jo"), *top[2:])) == "W"


def test_t7_any_seat_can_be_the_random_first_dealer():
    assert first_dealer(Rules(), Stacked("W")) == "W"
    assert {first_dealer(Rules(), random.Random(seed)) for seed in range(30)} == set("NESW")
