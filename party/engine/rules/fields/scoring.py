"""What a hand scores (T64 to T71)."""

from dataclasses import dataclass
from typing import ClassVar

from party.engine.rules.choice import NO_YES, toggle


@dataclass(frozen=True)
class ScoringRules:
    """Points of the bid, of the other side's tricks, and of all ten tricks."""

    section: ClassVar[str] = "Scoring"

    defenders_score: str = toggle(
        "T64",
        "The other side's tricks count 10",
        {
            "10_per_trick_always": "always",
            "only_if_contract_fails": "only when the bid fails",
            "never": "never",
        },
        "0 4",
        also={
            "always": "10_per_trick_always",
            "if_fail": "only_if_contract_fails",
            "only_if_fail": "only_if_contract_fails",
        },
    )
    defenders_cap: str = toggle(
        "T65",
        "Those tens stop",
        {
            "none": "nowhere",
            "capped_at_490": "at a total of 490",
            "capped_at_460": "at a total of 460",
            "none_while_at_400": "for a side with 400 or more",
        },
        "0",
        "For games to 500; at a party every hand counts in full.",
        {
            490: "capped_at_490",
            460: "capped_at_460",
            400: "none_while_at_400",
            "none while at 400+": "none_while_at_400",
        },
    )
    slam_rule: str = toggle(
        "T66",
        "All ten tricks on a lower bid",
        {
            "250_minimum": "at least 250",
            "none": "nothing extra",
            "100_under_ten": "100 more (Youngstown)",
        },
        "0 2 3 4",
        "Youngstown: 7 Spades with all ten tricks is 240, less than the 250 of other places.",
        {
            "+100 under ten (Youngstown)": "100_under_ten",
            "plus_100_under_ten": "100_under_ten",
            "plus_100": "100_under_ten",
            250: "250_minimum",
        },
    )
    slam_and_bonus_stack: str = toggle(
        "T67",
        "The 100 comes on top of at least 250",
        NO_YES,
        "0",
    )
    fail_rule: str = toggle(
        "T68",
        "A failed bid",
        {
            "minus_own_value": "costs its own value",
            "value_to_opponents": "gives its value to the other side",
        },
        "0 1",
        also={"value_to_opponents_no_negatives": "value_to_opponents"},
    )
    misere_defenders_score: int | str = toggle(
        "T69",
        "Against misère the other side scores",
        {0: "nothing", "10_per_declarer_trick": "10 for each trick the bidder takes"},
        "0",
        also={10: "10_per_declarer_trick"},
    )
