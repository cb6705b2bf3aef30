"""How a game ends (T73 to T81); at a party a round is its hands, and these do not matter."""

from dataclasses import dataclass
from typing import ClassVar

from party.engine.rules.choice import YES_NO, toggle

FOR_ONESELF = (3, 5)


@dataclass(frozen=True)
class EndingRules:
    """Who has won, and when."""

    section: ClassVar[str] = "End of the game"

    target: int | str = toggle(
        "T73",
        "A game is won at",
        {
            500: "500",
            1000: "1000",
            "exactly_500": "exactly 500",
            "none": "no total: a fixed number of hands",
        },
        "0 1 4",
        also={"none (fixed hands)": "none"},
    )
    win_needs_contract: str = toggle(
        "T74",
        "The winner must get there by an own bid",
        YES_NO,
        "0 1 3 4",
        "Otherwise the tens for tricks against a bid may win as well.",
    )
    both_cross: str = toggle(
        "T75",
        "If both sides get there on one hand",
        {
            "declaring_side_wins": "the side that bid wins",
            "higher_total": "the higher total wins",
        },
        "0 3 4",
    )
    defenders_race: str = toggle(
        "T76",
        "If two of the others get there on one hand",
        {
            "off": "the higher total wins",
            "first_to_500_in_trick_order": "whoever’s tricks got there first wins",
        },
        "0",
        also={"on": "first_to_500_in_trick_order"},
        players=FOR_ONESELF,
    )
    back_door: str = toggle(
        "T77",
        "A side loses",
        {
            "at_minus_500": "at minus 500 or worse",
            "below_minus_500": "below minus 500",
            "only_if_other_side_not_negative": (
                "below minus 500, and only while the other side is not below zero"
            ),
            "off": "never by going down",
        },
        "0 1 3",
        also={
            "<= -500": "at_minus_500",
            "<=-500": "at_minus_500",
            "lose at <= -500": "at_minus_500",
            "< -500": "below_minus_500",
            "<-500": "below_minus_500",
            "<": "below_minus_500",
            "<=": "at_minus_500",
        },
    )
    walker_bust: str = toggle(
        "T78",
        "1000 or more loses",
        {"off": "no", "1000_loses": "yes"},
        "1",
        also={"on": "1000_loses", "1000+ loses": "1000_loses"},
    )
    target_inclusive: str = toggle(
        "T79",
        "The exact total is enough",
        YES_NO,
        "0 4",
        "Otherwise it must be passed.",
        {">= 500": "yes", ">=500": "yes", ">=": "yes", "> 500": "no", ">500": "no", ">": "no"},
    )
    two_hand_misere: str = toggle(
        "T81",
        "Misère with two players",
        {"allowed_without_seven": "at any time", "barred": "not played"},
        "0 1",
        "Open misère is never played by two.",
        players=(2,),
    )
