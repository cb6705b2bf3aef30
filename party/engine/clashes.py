"""Combinations of rules that make no sense together, each with the reason in words."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from party.engine.errors import Fault, fault

if TYPE_CHECKING:
    from party.engine.rules import Rules


@dataclass(frozen=True)
class Clash:
    """Fields that make no sense together."""

    rule: str
    place: str
    found: Callable[["Rules"], bool]
    text: str


CLASHES = (
    Clash(
        "T67",
        "slam_and_bonus_stack",
        lambda r: r.slam_and_bonus_stack == "yes" and r.slam_rule != "100_under_ten",
        "Only the extra 100 for all ten tricks can come on top of 250: choose that rule as well.",
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
            and r.open_misere_after == "an_eight_bid"
            and r.in_force.open_misere_rank == "7nt_o_8s"
        ),
        "Open misère only after an eight could never be bid: every eight ranks above it.",
    ),
    Clash(
        "T65",
        "defenders_cap",
        lambda r: r.defenders_cap != "none" and r.defenders_score == "never",
        "The other side never scores for tricks, so there is nothing that could stop at a total.",
    ),
)


def clashes(rules: "Rules") -> list[Fault]:
    return [
        fault("rules-clash", each.text, rule=each.rule, place=each.place)
        for each in CLASHES
        if each.found(rules)
    ]
