"""Other special bids, and what may be announced after the auction (T52 to T57)."""

from dataclasses import dataclass
from typing import ClassVar

from party.engine.rules.choice import OFF_ON, WITH_PARTNERS, bonus_bid, toggle


@dataclass(frozen=True)
class BidRules:
    """Bids and announcements that few people play."""

    section: ClassVar[str] = "Other special bids"

    hi_lo: int | str = toggle(
        "T52",
        "Hi/Lo",
        bonus_bid(350),
        "3",
        "Exactly five tricks, alone. Above 9 Clubs, below 9 Diamonds.",
        {"on": 350},
    )
    j5: str = toggle(
        "T53",
        "J5",
        OFF_ON,
        "3",
        "No trump with jacks above aces. Worth as no trump, ranked just above it: our reading.",
    )
    grand_slam: str = toggle(
        "T54",
        "Announced grand slam",
        OFF_ON,
        "0",
        "All ten tricks alone: 500 in a suit, 520 at no trump; failed, minus 500.",
        players=WITH_PARTNERS,
    )
    declare: str = toggle(
        "T55",
        "Declare",
        OFF_ON,
        "1",
        "Partner’s best card, then alone for all ten: minus 500 if set; plus 500 is our reading.",
        players=WITH_PARTNERS,
    )
    ralphing: str = toggle(
        "T56",
        "Ralphing",
        OFF_ON,
        "3",
        "Set by three or more, or three tricks taken in misère: no bid on the next hand.",
    )
    alone_five_hand: str = toggle(
        "T57",
        "Playing alone against four",
        {
            "announced": "is announced",
            "secret_by_naming_own_or_buried_card": (
                "may be kept secret: the bidder names a card of the own hand or a buried one"
            ),
        },
        "0 4",
        players=(5,),
    )
