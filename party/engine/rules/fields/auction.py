"""The auction (T13 to T29)."""

from dataclasses import dataclass
from typing import ClassVar

from party.engine.rules.choice import NO_YES, OFF_ON, WITH_PARTNERS, YES_NO, toggle


@dataclass(frozen=True)
class AuctionRules:
    """Who may bid when, and what happens if nobody does."""

    section: ClassVar[str] = "Auction"

    rounds_of_bidding: str = toggle(
        "T13",
        "Bidding goes on",
        {
            "until_3_pass": "until all but one have passed",
            "one_turn_each": "one turn each",
        },
        "0 1 2 4",
        also={"many": "until_3_pass", "until 3 pass": "until_3_pass", 1: "one_turn_each"},
    )
    pass_final: str = toggle(
        "T14",
        "Who has passed",
        {
            "yes": "may not bid again",
            "pass_and_rebid": "may bid again, until three passes follow each other",
            "re_entry_only_when_someone_changes_strain": (
                "may bid again once somebody changes the suit"
            ),
        },
        "0, public",
        "Matters only where bidding goes on.",
        {
            "rebid": "pass_and_rebid",
            "re-entry": "re_entry_only_when_someone_changes_strain",
            "no": "pass_and_rebid",
        },
    )
    raise_after_passes: str = toggle(
        "T15",
        "The highest bidder may raise after all others have passed",
        NO_YES,
        "0",
        "Matters only where bidding goes on.",
    )
    raise_needs_rival_bid: str = toggle(
        "T16",
        "Such a raise needs an earlier bid of another player",
        YES_NO,
        "0",
        "Matters only where raises after the passes are allowed.",
    )
    raise_same_strain_closed: str = toggle(
        "T17",
        "A raise in the same suit closes the bidding",
        YES_NO,
        "0",
        "Matters only where raises after the passes are allowed.",
    )
    raise_new_strain_reopens: str = toggle(
        "T18",
        "A raise in another suit opens the bidding again",
        YES_NO,
        "0",
        "Matters only where raises after the passes are allowed.",
    )
    self_raise_without_intervening_bid: str = toggle(
        "T19",
        "Raising one’s own bid when nobody has bid since",
        {"barred": "not allowed", "allowed": "allowed"},
        "3",
        "Matters only where bidding goes on.",
    )
    all_pass: str = toggle(
        "T20",
        "If nobody bids",
        {
            "throw_in_next_dealer": "throw in, the next player deals",
            "same_dealer": "throw in, the same player deals again",
            "redeal_max_twice_then_next": "deal again at most twice, then the next player",
            "dealer_stuck": "the dealer must bid",
            "play_nt_10_per_trick": "play at no trump, 10 a trick to each side",
            "next_dealer_without_reshuffling": "the next player deals, without shuffling",
        },
        "0 1 2 3 4",
        "At a party a thrown-in hand is dealt again and does not count.",
        {
            "throw_in": "throw_in_next_dealer",
            "nt_no_declarer": "play_nt_10_per_trick",
            "nt": "play_nt_10_per_trick",
        },
    )
    dealer_stuck_min: int = toggle(
        "T21",
        "The dealer must bid at least",
        {6: "six", 7: "seven"},
        "2",
        "Matters only where the dealer must bid.",
    )
    six_bid_meaning: str = toggle(
        "T22",
        "A bid of six",
        {"real_contract": "can be played", "inkle": "is only a signal to partner"},
        "0 1 2 4",
        also={"real": "real_contract", "signal": "inkle", "signal_only": "inkle"},
    )
    inkle_seats: str = toggle(
        "T23",
        "A six as a signal may be bid",
        {"any": "by anyone", "first_two_players": "by the first two players only"},
        "0 1 4",
    )
    no_six_played: str = toggle(
        "T25",
        "A hand on which nobody bids above six is thrown in",
        OFF_ON,
        "0 4",
        "The same player deals again.",
    )
    no_vs_no_trump_signal: str = toggle(
        "T26",
        "“No” as a signal beside “no trump”",
        {
            "off": "not used",
            "st_paul": "“no” shows the joker or one jack of each colour",
            "youngstown": "“no” shows aces",
        },
        "0 4",
        "Either way the contract is played as no trump.",
        players=WITH_PARTNERS,
    )
    youngstown_six_suit_meaning: str = toggle(
        "T27",
        "A six in a suit shows",
        {"right_bower": "the right bower of that suit", "any_bower": "a bower of that suit"},
        "0 4",
        "A message between partners: it never changes the score.",
        players=WITH_PARTNERS,
    )
    min_contract: int = toggle(
        "T29", "Lowest contract", {6: "six tricks", 7: "seven tricks"}, "0 2"
    )
