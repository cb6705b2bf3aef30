"""Players, pack and deal (T1 to T12)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from party.engine.rules.choice import OFF_ON, ON_OFF, WITH_PARTNERS, toggle

# A pack without its jokers, by its number of cards (T1).
PACKS: Mapping[int, str] = MappingProxyType(
    {
        24: "nines to aces",
        32: "sevens to aces",
        42: "fours to aces without the black fours",
        44: "fours to aces",
        52: "the full pack",
        60: "the full pack with 11s and 12s",
        62: "the full pack with 11s, 12s and the red 13s",
        64: "the full pack with 11s, 12s and 13s",
    }
)
JOKERS: Mapping[int, str] = MappingProxyType({0: "", 1: ", and a joker", 2: ", and two jokers"})
PACK_SIZES = (43, 42, 44, 45, 46, 33, 32, 24, 25, 52, 53, 60, 61, 62, 63, 65)


def pack_words(size: int, jokers: int | None = None) -> str:
    """Return what is in a pack; without a word on jokers, those it has most often."""
    if jokers is None:
        jokers = next(count for count in (0, 1, 2) if size - count in PACKS)
    return PACKS[size - jokers] + JOKERS[jokers]


@dataclass(frozen=True)
class DealRules:
    """With what cards, for how many people, and how they are dealt."""

    section: ClassVar[str] = "Deck and deal"

    players: int = toggle(
        "",
        "Players",
        {4: "four", 2: "two", 3: "three", 5: "five", 6: "six"},
        "0 1 3 4",
        "Four play as two pairs, two and three each for themselves.",
    )
    pack: int = toggle(
        "T1",
        "Cards in the pack",
        {size: f"{size}: {pack_words(size)}" for size in PACK_SIZES},
        "0 1 2 4",
        "What is over when everybody has ten cards is the kitty.",
    )
    jokers: int = toggle("T3", "Jokers", {1: "one", 0: "none", 2: "two"}, "0 1 4")
    joker_order: str = toggle(
        "T4",
        "Of two jokers the higher is",
        {"red_top": "the red one", "black_top": "the black one"},
        "1, public",
        "Agree which is which before the first deal.",
        {"red": "red_top", "black": "black_top"},
    )
    deal_pattern: str = toggle(
        "T6",
        "Packets of the deal",
        {
            "3_1_4_1_3_1": "3 each and 1 to the kitty, 4 and 1, 3 and 1",
            "3_3_4_3": "3 each, 3 to the kitty, 4 each, 3 each",
            "3_3_2_2_3_2": "3 each, 3 to the kitty, 2 each, 2 to the kitty, 3 each, 2 each",
            "3_3_4_2_3": "3 each, 3 to the kitty, 4 each, 2 to the kitty, 3 each",
            "3_3_3_3_4": "3 each, 3 to the kitty, 3 each, 3 to the kitty, 4 each",
        },
        "0 1 4",
        "It changes nothing in the game; a kitty of another size takes what is left.",
        {
            "3+1,4+1,3+1": "3_1_4_1_3_1",
            "3+3,4,3": "3_3_4_3",
            "3+3,2+2,3,2": "3_3_2_2_3_2",
            "3+3,4+2,3": "3_3_4_2_3",
            "3+3,3+3,4": "3_3_3_3_4",
        },
    )
    first_dealer: str = toggle(
        "T7",
        "The first dealer",
        {"random": "anyone", "first_jack_drawn": "whoever draws the first jack"},
        "0 2, public",
    )
    second_pack_sixes: str = toggle(
        "T8",
        "Low cards of a second pack instead of 11s, 12s and 13s",
        OFF_ON,
        "0",
        "2s, 3s and the red 4s of a second pack: of two equal cards the first played wins.",
        players=(6,),
    )
    six_pack_thirteens: str = toggle(
        "T9",
        "13s in the pack for six",
        {"two_red_13s": "the two red ones", "four_13s": "all four"},
        "1",
        players=(6,),
    )
    ace_no_face: str = toggle(
        "T10",
        "Ace, no face",
        {
            "off": "not played",
            "exactly_one_ace_no_face_no_jk_partner_decides": (
                "one ace, no king, queen, jack or joker: partner decides on a new deal"
            ),
            "no_ace_no_face": "no ace, king, queen, jack or joker: a new deal",
        },
        "0 4, public",
        also={
            "on": "exactly_one_ace_no_face_no_jk_partner_decides",
            "exactly one ace, no face, no Jk, partner decides": (
                "exactly_one_ace_no_face_no_jk_partner_decides"
            ),
            "no ace, no face": "no_ace_no_face",
        },
    )
    ace_no_face_redealer: str = toggle(
        "T11",
        "After ace, no face deals",
        {"same_dealer": "the same dealer", "next_dealer": "the next player"},
        "0 4",
        "Where each player deals once in a round, the same dealer keeps it so.",
    )
    refused_ace_no_face_bars_nullo: str = toggle(
        "T12",
        "A refused ace, no face bars misère",
        ON_OFF,
        "0 4",
        "Partner has learnt something of the hand: the side may not bid misère on it.",
        players=WITH_PARTNERS,
    )
