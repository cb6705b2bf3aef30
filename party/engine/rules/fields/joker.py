"""The joker where there are no trumps, and the first lead (T58 to T63)."""

from dataclasses import dataclass
from typing import ClassVar

from party.engine.rules.choice import OFF_ON, toggle


@dataclass(frozen=True)
class JokerRules:
    """When the joker may be played and led, at no trump and in misère."""

    section: ClassVar[str] = "Joker without trumps, first lead"

    joker_nt_nomination: str = toggle(
        "T58",
        "The bidder may name the joker’s suit for the whole hand",
        {
            "declarer_any_no_trump_game": "at no trump and in misère",
            "misere_only": "in misère only",
            "never": "never",
        },
        "0 4",
        "It is then the highest card of that suit in every way.",
        {"declarer": "declarer_any_no_trump_game", "yes": "declarer_any_no_trump_game"},
    )
    joker_follow_when_void: str = toggle(
        "T59",
        "Who has none of the suit led and holds the joker",
        {
            "optional_nt_compulsory_misere": "may play it at no trump, must in misère",
            "always_compulsory": "must play it",
            "never_compulsory": "may play it",
        },
        "0 4",
        also={"optional NT, compulsory misere": "optional_nt_compulsory_misere"},
    )
    joker_lead: str = toggle(
        "T60",
        "The joker may be led",
        {
            "unled_suit_only_then_only_trick_10": (
                "naming a suit not led before, later only to the last trick"
            ),
            "any_suit_not_shown_void": "naming any suit that the leader has not shown to lack",
            "any_trick_any_suit": "at any time, naming any suit",
            "never_except_trick_10": "only to the last trick",
        },
        "0 4",
        "McNabb’s rule, only to the last trick, holds at no trump; misère keeps the first one.",
        {
            "unled suit only, then only trick 10": "unled_suit_only_then_only_trick_10",
            "unled_suits": "unled_suit_only_then_only_trick_10",
            "not_shown_void": "any_suit_not_shown_void",
            "free": "any_trick_any_suit",
            "never except trick 10 (McNabb)": "never_except_trick_10",
            "mcnabb": "never_except_trick_10",
        },
    )
    renege_rule: str = toggle(
        "T61",
        "Who has once not followed a suit may not play the joker to it later",
        {"off": "not so", "on_nt_only": "at no trump", "on_nt_and_misere": "and in misère"},
        "0 1",
        "As the last card it then goes on the trick and wins nothing.",
        {
            "on": "on_nt_only",
            "nt_only": "on_nt_only",
            "nt_and_misere": "on_nt_and_misere",
            "NT and misere": "on_nt_and_misere",
        },
    )
    gadd_joker: str = toggle(
        "T62",
        "Roger Gadd’s joker",
        OFF_ON,
        "0 1",
        "Only as the first or the last card you play of any suit.",
    )
    first_lead: str = toggle(
        "T63",
        "The first lead",
        {"declarer": "by the bidder", "left_of_dealer": "by the player left of the dealer"},
        "1 3",
    )
