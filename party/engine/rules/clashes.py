"""Combinations of rules that make no sense together, each with its reason in words.

A rule that has no effect is no clash, such as the teams of six players in a game of four.
"""

from collections.abc import Callable
from dataclasses import dataclass

from party.engine.errors import Fault, fault
from party.engine.rules.fields import PACKS, RuleFields

MAX_KITTY = 6
SECOND_PACK_SIZE = 62  # cards without jokers


@dataclass(frozen=True)
class Clash:
    """A clash of rules; `text` may contain fields that `clashes` fills in, such as {pack}."""

    rule: str
    place: str
    applies: Callable[[RuleFields], bool]
    text: str


CLASHES = (
    Clash(
        "T1",
        "pack",
        lambda r: r.kitty_size < 0,
        "{pack} cards are not enough: {players} players need {dealt} for this way of playing.",
    ),
    Clash(
        "T5",
        "pack",
        lambda r: r.kitty_size > MAX_KITTY,
        "{pack} cards would leave a kitty of {kitty}, and it has at most six: "
        "choose a smaller pack for {players} players.",
    ),
    Clash(
        "T3",
        "jokers",
        lambda r: r.pack - r.jokers not in PACKS,
        "No pack of {pack} cards has this number of jokers ({jokers}): "
        "choose the pack again, its line says how many there are.",
    ),
    Clash(
        "T93",
        "two_hand_form",
        lambda r: (
            r.players == 2 and r.two_hand_form == "24_cards_with_2_each" and r.kitty_size % 2 == 1
        ),
        "A kitty of {kitty} cannot be shared by two players: choose the pack of 24.",
    ),
    Clash(
        "T8",
        "second_pack_sixes",
        lambda r: r.second_pack_sixes == "on" and r.players != 6,
        "Low cards of a second pack are added only for six players.",
    ),
    Clash(
        "T8",
        "second_pack_sixes",
        lambda r: (
            r.second_pack_sixes == "on"
            and r.players == 6
            and r.pack != SECOND_PACK_SIZE + r.jokers
        ),
        "With the low cards of a second pack there are 62 cards, and a joker if you like: "
        "not {pack}.",
    ),
    Clash(
        "T9",
        "six_pack_thirteens",
        lambda r: (
            r.six_pack_thirteens == "four_13s"
            and r.second_pack_sixes == "off"
            and r.pack - r.jokers == SECOND_PACK_SIZE
        ),
        "A pack of {pack} has two 13s: with all four and a joker it has 65 cards.",
    ),
    Clash(
        "T9",
        "six_pack_thirteens",
        lambda r: r.pack == 65 and r.six_pack_thirteens != "four_13s",
        "A pack of 65 has all four 13s: choose them, or the pack of 63.",
    ),
    Clash(
        "T10",
        "ace_no_face",
        lambda r: (
            r.ace_no_face == "exactly_one_ace_no_face_no_jk_partner_decides"
            and r.players != 4
            and not (r.players == 6 and r.six_teams == "3x2")
        ),
        "Partner decides about ace, no face: {players} players have no one partner who could.",
    ),
    Clash(
        "T46",
        "grand_nullo",
        lambda r: (
            r.grand_nullo != "off"
            and r.misere_allowed == "no"
            and r.grand_nullo_precondition == "partner_bid_nullo"
        ),
        "Grand misère is bid over partner's misère, but misère itself is not played.",
    ),
    Clash(
        "T35",
        "open_misere_after",
        lambda r: (
            r.open_misere_allowed == "yes"
            and r.value_in_force("open_misere_after") == "an_eight_bid"
            and r.value_in_force("open_misere_rank") == "7nt_o_8s"
        ),
        "Open misère only after an eight could never be bid: every eight ranks above it.",
    ),
    Clash(
        "T50",
        "stop_when_misere_fails",
        lambda r: r.stop_when_misere_fails == "stop" and r.misere_defenders_score != 0,
        "The hand cannot stop when misère fails: the tricks after it count for the other side.",
    ),
    Clash(
        "T50",
        "stop_when_misere_fails",
        lambda r: r.stop_when_misere_fails == "stop" and r.ralphing == "on",
        "The hand cannot stop when misère fails: ralphing counts the tricks of the bidder.",
    ),
    Clash(
        "T58",
        "joker_nt_nomination",
        lambda r: r.jokers == 2 and r.joker_nt_nomination != "never",
        "With two jokers neither can be made the highest card of a suit: choose “never”.",
    ),
    Clash(
        "T62",
        "gadd_joker",
        lambda r: r.gadd_joker == "on" and r.joker_nt_nomination != "never",
        "Roger Gadd’s joker belongs to no suit beforehand: "
        "choose that the bidder never names its suit.",
    ),
    Clash(
        "T67",
        "slam_and_bonus_stack",
        lambda r: r.slam_and_bonus_stack == "yes" and r.slam_rule != "100_under_ten",
        "Only the extra 100 for all ten tricks can come on top of 250: choose that rule as well.",
    ),
    Clash(
        "T65",
        "defenders_cap",
        lambda r: r.defenders_cap != "none" and r.defenders_score == "never",
        "The other side never scores for tricks, so there is nothing that could stop at a total.",
    ),
    Clash(
        "T78",
        "walker_bust",
        lambda r: r.walker_bust == "1000_loses" and r.target == 1000,
        "1,000 cannot both win and lose the game.",
    ),
)


def clashes(rules: RuleFields) -> list[Fault]:
    return [
        fault(
            "rules-clash",
            clash.text,
            rule=clash.rule,
            place=clash.place,
            players=rules.players,
            pack=rules.pack,
            jokers=rules.jokers,
            kitty=rules.kitty_size,
            dealt=10 * rules.holdings,
        )
        for clash in CLASHES
        if clash.applies(rules)
    ]
