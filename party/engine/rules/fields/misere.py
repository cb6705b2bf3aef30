"""Misère and its family: bids to take no trick (T30 to T50)."""

from dataclasses import dataclass
from typing import ClassVar

from party.engine.rules.choice import OFF_ON, WITH_PARTNERS, YES_NO, bonus_bid, toggle


@dataclass(frozen=True)
class MisereRules:
    """Which of these bids are played, when, where they rank and what they are worth."""

    section: ClassVar[str] = "Misère and its family"

    misere_allowed: str = toggle(
        "T30",
        "Misère",
        YES_NO,
        "0 1 4",
        "A bid to take no trick.",
        {"agreed beforehand": "yes"},
    )
    misere_after: str = toggle(
        "T31",
        "Misère may be bid",
        {"a_seven": "only after a seven", "any_time": "at any time"},
        "0 1 3 4",
    )
    misere_rank: str = toggle(
        "T32",
        "Misère ranks",
        {
            "7nt_m_8s": "above 7 No Trump, below 8 Spades",
            "8s_m_8c": "above 8 Spades, below 8 Clubs",
            "7s_m_7c": "above 7 Spades, below 7 Clubs",
            "9nt_m_10s": "above 9 No Trump, below 10 Spades",
        },
        "0 4",
        also={"8S<n<8C": "8s_m_8c"},
    )
    misere_score: int = toggle(
        "T33", "Misère is worth", {250: "250", 230: "230", 150: "150"}, "0 4"
    )
    open_misere_allowed: str = toggle(
        "T34", "Open misère", YES_NO, "1", "The hand is laid open after the first trick."
    )
    open_misere_after: str = toggle(
        "T35",
        "Open misère may be bid",
        {"any_time": "at any time", "an_eight_bid": "only after an eight"},
        "0 1 4",
        also={8: "an_eight_bid", "an_eight": "an_eight_bid"},
    )
    open_misere_rank: str = toggle(
        "T36",
        "Open misère ranks",
        {
            "10d_o_10h": "above 10 Diamonds, below 10 Hearts",
            "9nt_o_10s": "above 9 No Trump, below 10 Spades",
            "above_all": "above every other bid",
            "below_10nt_only": "below 10 No Trump only",
            "10h": "level with 10 Hearts, first come",
            "10nt_first_come": "level with 10 No Trump, first come",
            "8s_o_8c": "above 8 Spades, below 8 Clubs",
            "7nt_o_8s": "above 7 No Trump, below 8 Spades",
        },
        "0 1",
        also={"10nt": "10nt_first_come", "10h_first_come": "10h"},
    )
    open_misere_score: int = toggle(
        "T37",
        "Open misère is worth",
        {500: "500", 520: "520", 430: "430", 250: "250", 230: "230"},
        "0 4",
    )
    misere_without_pickup: int | str = toggle(
        "T39",
        "Misère without the kitty",
        bonus_bid(350),
        "0",
        "Roger Knights’s bid: above 9 Spades, below 9 Clubs; nobody looks at the kitty.",
        {"on": 350},
    )
    roger_knights_schedule: str = toggle(
        "T40",
        "Roger Knights’s schedule",
        {"off": "not used", "150_250_350": "misère 150, open 250, without the kitty 350"},
        "0",
        "Sets worth and rank of these three bids, whatever the fields above say.",
        {"on": "150_250_350"},
    )
    super_open_misere: int | str = toggle(
        "T41",
        "Super open misère",
        bonus_bid(430),
        "4",
        "The other side plays the bidder’s cards. Above 9 No Trump, below 10 Spades: our reading.",
        {"on": 430},
    )
    wilkinson_chambers: str = toggle(
        "T42",
        "Wilkinson and Chambers’s misères",
        OFF_ON,
        "1",
        "Both at any time and played open; the dearer one also without the kitty.",
    )
    blind_misere: str = toggle(
        "T43",
        "Blind misère",
        {"off": "not played", "bid_before_looking": "bid before looking at the cards"},
        "3",
        "Worth 500, just above open misère: our reading.",
        {"on": "bid_before_looking"},
    )
    patastrophe: int | str = toggle(
        "T44",
        "Patastrophe",
        bonus_bid(1000),
        "3",
        "Both partners play open and take no trick. Above every bid: our reading.",
        {"on": 1000},
        WITH_PARTNERS,
    )
    grand_nullo: int | str = toggle(
        "T45",
        "Grand (double) misère",
        bonus_bid(510, 500),
        "0 1 4, public",
        "Both partners play and take no trick. Above 10 Hearts, below 10 No Trump.",
        {"on": 510, "510_over_10h": 510},
        WITH_PARTNERS,
    )
    grand_nullo_precondition: str = toggle(
        "T46",
        "Grand misère may be bid",
        {
            "partner_bid_nullo": "only when partner has bid misère",
            "may_be_called_alone": "at any time; partner is drafted",
        },
        "0 3 4",
        also={"may be called alone, partner drafted": "may_be_called_alone"},
        players=WITH_PARTNERS,
    )
    nullo_partner: str = toggle(
        "T48",
        "The partner of a misère",
        {"sits_out": "lays the cards down and sits out", "plays": "plays on"},
        "0 4",
        players=WITH_PARTNERS,
    )
    stop_when_misere_fails: str = toggle(
        "T50",
        "Once a misère has failed",
        {"play_on": "the hand is played to the end", "stop": "the hand may stop at once"},
        "ours",
        "Stopping makes sense where the tricks after it count nothing.",
    )
