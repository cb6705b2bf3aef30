"""Every choice in a game, with its values in an organiser's words.

A *toggle* is one such choice. Its `number` is that of the rule catalogue (T1 to T93), and its
`players` are the numbers of players for which it matters.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

Value = str | int

OFF_ON: Mapping[Value, str] = {"off": "no", "on": "yes"}
ON_OFF: Mapping[Value, str] = {"on": "yes", "off": "no"}
YES_NO: Mapping[Value, str] = {"yes": "yes", "no": "no"}
NO_YES: Mapping[Value, str] = {"no": "no", "yes": "yes"}
WHERE_BIDDING_GOES_ON = "Matters only where bidding goes on."
WHERE_RAISES_ARE_ALLOWED = "Matters only where raises after the passes are allowed."
ALL_PLAYER_COUNTS = (2, 3, 4, 5, 6)
COUNTS_WITH_PARTNERS = (4, 6)


@dataclass(frozen=True)
class Toggle:
    """One field of `Rules`: its possible values, each with the words for an organiser.

    `section` is its title in a form and on the rule sheet.
    """

    number: str
    label: str
    choices: Mapping[Value, str]
    help: str = ""
    aliases: Mapping[Value, Value] = field(default_factory=dict)
    players: tuple[int, ...] = ALL_PLAYER_COUNTS
    name: str = ""
    section: str = ""

    @property
    def values(self) -> tuple[Value, ...]:
        return tuple(self.choices)

    def read(self, value: object) -> Value | None:
        """Return the value in any spelling of the catalogue; None for anything else.

        "7NT<m<8S" and "7nt_m_8s" are one value; so are 250 and "250".
        """
        if isinstance(value, bool) or not isinstance(value, str | int):
            return None
        if value in self.choices:
            return value
        if value in self.aliases:
            return self.aliases[value]
        return self.spellings.get(normalize(value))

    @cached_property
    def spellings(self) -> Mapping[str, Value]:
        """The value of each normalized spelling; ambiguous spellings are left out."""
        values_by_spelling = defaultdict[str, set[Value]](set)
        for spelling, value in (
            *zip(self.choices, self.choices, strict=True),
            *self.aliases.items(),
        ):
            values_by_spelling[normalize(spelling)].add(value)
        return {
            spelling: values.pop()
            for spelling, values in values_by_spelling.items()
            if len(values) == 1
        }


def normalize(value: Value) -> str:
    return re.sub(r"[^a-z0-9]+", "_", str(value).lower()).strip("_")


def toggle(  # noqa: PLR0917 -- a row of the catalogue has this many columns
    number: str,
    label: str,
    choices: Mapping[Value, str],
    help: str = "",  # noqa: A002 -- the word that forms use as well
    aliases: Mapping[Value, Value] | None = None,
    players: tuple[int, ...] = ALL_PLAYER_COUNTS,
) -> Any:
    """Declare a field of `Rules`; its default, the first choice, is the Australian game's."""
    declared = Toggle(number, label, MappingProxyType(dict(choices)), help, aliases or {}, players)
    return field(default=declared.values[0], metadata={"toggle": declared})


def bonus_bid_choices(*points: int) -> Mapping[Value, str]:
    return {"off": "not played", **{worth: f"worth {worth}" for worth in points}}


# The text for each pack, by its number of cards without jokers (T1).
PACKS: Mapping[int, str] = {
    24: "nines to aces",
    32: "sevens to aces",
    42: "fours to aces without the black fours",
    44: "fours to aces",
    52: "the full pack",
    60: "the full pack with 11s and 12s",
    62: "the full pack with 11s, 12s and the red 13s",
    64: "the full pack with 11s, 12s and 13s",
}
JOKERS_TEXT: Mapping[int, str] = {0: "", 1: ", and a joker", 2: ", and two jokers"}
PACK_SIZES = (43, 42, 44, 45, 46, 33, 32, 24, 25, 52, 53, 60, 61, 62, 63, 65)


def pack_text(size: int, jokers: int | None = None) -> str:
    if jokers is None:
        jokers = next(count for count in (0, 1, 2) if size - count in PACKS)
    return PACKS[size - jokers] + JOKERS_TEXT[jokers]


@dataclass(frozen=True)
class DealRules:
    section: ClassVar[str] = "Deck and deal"

    players: int = toggle(
        "",
        "Players",
        {4: "four", 2: "two", 3: "three", 5: "five", 6: "six"},
        "Four play as two pairs, two and three each for themselves.",
    )
    pack: int = toggle(
        "T1",
        "Cards in the pack",
        {size: f"{size}: {pack_text(size)}" for size in PACK_SIZES},
        "The cards left when everybody has ten are the kitty.",
    )
    jokers: int = toggle("T3", "Jokers", {1: "one", 0: "none", 2: "two"})
    joker_order: str = toggle(
        "T4",
        "Of two jokers the higher is",
        {"red_top": "the red one", "black_top": "the black one"},
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
        "It changes nothing in the game; a kitty of another size takes what is left.",
    )
    first_dealer: str = toggle(
        "T7",
        "The first dealer",
        {
            "random": "is chosen by chance",
            "first_jack_drawn": "is the player who draws the first jack",
        },
    )
    second_pack_sixes: str = toggle(
        "T8",
        "Low cards of a second pack instead of 11s, 12s and 13s",
        OFF_ON,
        "2s, 3s and the red 4s of a second pack: of two identical cards the first played wins.",
        players=(6,),
    )
    six_pack_thirteens: str = toggle(
        "T9",
        "13s in the pack for six",
        {"two_red_13s": "the two red ones", "four_13s": "all four"},
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
        aliases={"on": "exactly_one_ace_no_face_no_jk_partner_decides"},
    )
    ace_no_face_redealer: str = toggle(
        "T11",
        "After ace, no face deals",
        {"same_dealer": "the same dealer", "next_dealer": "the next player"},
        "Where each player deals once in a round, the same dealer keeps it so.",
    )
    refused_ace_no_face_bars_nullo: str = toggle(
        "T12",
        "A refused ace, no face bars misère",
        ON_OFF,
        "Partner has learned something: the side may not bid misère or grand misère.",
        players=COUNTS_WITH_PARTNERS,
    )


@dataclass(frozen=True)
class AuctionRules:
    section: ClassVar[str] = "Auction"

    rounds_of_bidding: str = toggle(
        "T13",
        "Bidding goes on",
        {
            "until_3_pass": "until all but one have passed",
            "one_turn_each": "one turn each",
        },
        aliases={"many": "until_3_pass", 1: "one_turn_each"},
    )
    pass_final: str = toggle(
        "T14",
        "A player who has passed",
        {
            "yes": "may not bid again",
            "pass_and_rebid": "may bid again, until three passes follow each other",
            "re_entry_only_when_someone_changes_strain": (
                "may bid again once somebody changes the suit"
            ),
        },
        WHERE_BIDDING_GOES_ON,
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
        WHERE_BIDDING_GOES_ON,
    )
    raise_needs_rival_bid: str = toggle(
        "T16",
        "Such a raise needs an earlier bid of another player",
        YES_NO,
        WHERE_RAISES_ARE_ALLOWED,
    )
    raise_same_strain_closed: str = toggle(
        "T17",
        "A raise in the same suit closes the bidding",
        YES_NO,
        WHERE_RAISES_ARE_ALLOWED,
    )
    raise_new_strain_reopens: str = toggle(
        "T18",
        "A raise in another suit opens the bidding again",
        YES_NO,
        WHERE_RAISES_ARE_ALLOWED,
    )
    self_raise_without_intervening_bid: str = toggle(
        "T19",
        "Raising one’s own bid when nobody has bid since",
        {"barred": "not allowed", "allowed": "allowed"},
        WHERE_BIDDING_GOES_ON,
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
        "Matters only where the dealer must bid.",
    )
    six_bid_meaning: str = toggle(
        "T22",
        "A bid of six",
        {"real_contract": "can be played", "inkle": "is only a signal to partner"},
        aliases={"real": "real_contract", "signal": "inkle", "signal_only": "inkle"},
    )
    inkle_seats: str = toggle(
        "T23",
        "A six as a signal may be bid",
        {"any": "by anyone", "first_two_players": "by the first two players only"},
    )
    no_six_played: str = toggle(
        "T25",
        "A hand on which nobody bids above six is thrown in",
        OFF_ON,
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
        "Either way the contract is played as no trump.",
        players=COUNTS_WITH_PARTNERS,
    )
    youngstown_six_suit_meaning: str = toggle(
        "T27",
        "A six in a suit shows",
        {"right_bower": "the right bower of that suit", "any_bower": "a bower of that suit"},
        "A message between partners: it never changes the score.",
        players=COUNTS_WITH_PARTNERS,
    )
    min_contract: int = toggle("T29", "Lowest contract", {6: "six tricks", 7: "seven tricks"})


@dataclass(frozen=True)
class MisereRules:
    section: ClassVar[str] = "Misère and its family"

    misere_allowed: str = toggle(
        "T30",
        "Misère",
        YES_NO,
        "A bid to take no tricks.",
        {"agreed beforehand": "yes"},
    )
    misere_after: str = toggle(
        "T31", "Misère may be bid", {"a_seven": "only after a seven", "any_time": "at any time"}
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
        aliases={"8S<n<8C": "8s_m_8c"},
    )
    misere_score: int = toggle("T33", "Misère is worth", {250: "250", 230: "230", 150: "150"})
    open_misere_allowed: str = toggle(
        "T34", "Open misère", YES_NO, "The hand is laid face up after the first trick."
    )
    open_misere_after: str = toggle(
        "T35",
        "Open misère may be bid",
        {"any_time": "at any time", "an_eight_bid": "only after an eight"},
        aliases={8: "an_eight_bid", "an_eight": "an_eight_bid"},
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
        aliases={"10nt": "10nt_first_come", "10h_first_come": "10h"},
    )
    open_misere_score: int = toggle(
        "T37", "Open misère is worth", {500: "500", 520: "520", 430: "430", 250: "250", 230: "230"}
    )
    misere_without_pickup: int | str = toggle(
        "T39",
        "Misère without the kitty",
        bonus_bid_choices(350),
        "Roger Knights’s bid: above 9 Spades, below 9 Clubs; nobody looks at the kitty.",
        {"on": 350},
    )
    roger_knights_schedule: str = toggle(
        "T40",
        "Roger Knights’s schedule",
        {"off": "not used", "150_250_350": "misère 150, open 250, without the kitty 350"},
        "Sets worth and rank of these three bids, whatever the fields above say.",
        {"on": "150_250_350"},
    )
    super_open_misere: int | str = toggle(
        "T41",
        "Super open misère",
        bonus_bid_choices(430),
        "The other side plays the bidder’s cards. Above 9 No Trump, below 10 Spades: our reading.",
        {"on": 430},
    )
    wilkinson_chambers: str = toggle(
        "T42",
        "Wilkinson and Chambers’s misères",
        OFF_ON,
        "Both at any time and played face up; the higher one also without the kitty.",
    )
    blind_misere: str = toggle(
        "T43",
        "Blind misère",
        {"off": "not played", "bid_before_looking": "bid before looking at the cards"},
        "Worth 500, just above open misère: our reading.",
        {"on": "bid_before_looking"},
    )
    patastrophe: int | str = toggle(
        "T44",
        "Patastrophe",
        bonus_bid_choices(1000),
        "Both play with their cards face up and take no tricks. Above every bid: our reading.",
        {"on": 1000},
        COUNTS_WITH_PARTNERS,
    )
    grand_nullo: int | str = toggle(
        "T45",
        "Grand (double) misère",
        bonus_bid_choices(510, 500),
        "Both partners play and take no tricks. Above 10 Hearts, below 10 No Trump.",
        {"on": 510, "510_over_10h": 510},
        COUNTS_WITH_PARTNERS,
    )
    grand_nullo_precondition: str = toggle(
        "T46",
        "Grand misère may be bid",
        {
            "partner_bid_nullo": "only when partner has bid misère",
            "may_be_called_alone": "at any time; partner is drafted",
        },
        aliases={"may be called alone, partner drafted": "may_be_called_alone"},
        players=COUNTS_WITH_PARTNERS,
    )
    nullo_partner: str = toggle(
        "T48",
        "The partner of a misère",
        {"sits_out": "lays the cards down and sits out", "plays": "plays on"},
        players=COUNTS_WITH_PARTNERS,
    )
    stop_when_misere_fails: str = toggle(
        "T50",
        "Once a misère has failed",
        {"play_on": "the hand is played to the end", "stop": "the hand may stop at once"},
        "Stopping makes sense where the tricks after it count nothing.",
    )


@dataclass(frozen=True)
class BidRules:
    section: ClassVar[str] = "Other special bids"

    hi_lo: int | str = toggle(
        "T52",
        "Hi/Lo",
        bonus_bid_choices(350),
        "Exactly five tricks, alone. Above 9 Clubs, below 9 Diamonds.",
        {"on": 350},
    )
    j5: str = toggle(
        "T53",
        "J5",
        OFF_ON,
        "No trump with jacks above aces. Worth as no trump, ranked just above it: our reading.",
    )
    grand_slam: str = toggle(
        "T54",
        "Announced grand slam",
        OFF_ON,
        "All ten tricks alone: 500 in a suit, 520 at no trump; failed, minus 500.",
        players=COUNTS_WITH_PARTNERS,
    )
    declare: str = toggle(
        "T55",
        "Declare",
        OFF_ON,
        "Partner’s best card, then alone for all ten: minus 500 if set; plus 500 is our reading.",
        players=COUNTS_WITH_PARTNERS,
    )
    ralphing: str = toggle(
        "T56",
        "Ralphing",
        OFF_ON,
        "Set by three or more, or three tricks taken in misère: no bid on the next hand.",
    )
    alone_five_hand: str = toggle(
        "T57",
        "Playing alone against four",
        {
            "announced": "is announced",
            "secret_by_naming_own_or_buried_card": (
                "may be kept secret: the bidder names a card of their own hand or a buried one"
            ),
        },
        players=(5,),
    )


@dataclass(frozen=True)
class JokerRules:
    section: ClassVar[str] = "Joker without trumps, first lead"

    joker_nt_nomination: str = toggle(
        "T58",
        "The bidder may name the joker’s suit for the whole hand",
        {
            "declarer_any_no_trump_game": "at no trump and in misère",
            "misere_only": "in misère only",
            "never": "never",
        },
        "It is then the highest card of that suit in every way.",
        {"declarer": "declarer_any_no_trump_game", "yes": "declarer_any_no_trump_game"},
    )
    joker_follow_when_void: str = toggle(
        "T59",
        "A player who holds the joker and none of the suit led",
        {
            "optional_nt_compulsory_misere": "may play it at no trump, must in misère",
            "always_compulsory": "must play it",
            "never_compulsory": "may play it",
        },
    )
    joker_lead: str = toggle(
        "T60",
        "The joker may be led",
        {
            "unled_suit_only_then_only_trick_10": (
                "naming a suit not led before, later only to the last trick"
            ),
            "any_suit_not_shown_void": "naming any suit that the leader is not known to be out of",
            "any_trick_any_suit": "at any time, naming any suit",
            "never_except_trick_10": "only to the last trick",
        },
        "McNabb’s rule, only to the last trick, holds at no trump; misère keeps the first one.",
        {
            "unled_suits": "unled_suit_only_then_only_trick_10",
            "not_shown_void": "any_suit_not_shown_void",
            "free": "any_trick_any_suit",
            "never except trick 10 (McNabb)": "never_except_trick_10",
            "mcnabb": "never_except_trick_10",
        },
    )
    renege_rule: str = toggle(
        "T61",
        "A player who once failed to follow a suit may not play the joker to it later",
        {"off": "not so", "on_nt_only": "at no trump", "on_nt_and_misere": "and in misère"},
        "As the last card it then goes on the trick and wins nothing.",
        {"on": "on_nt_only", "nt_only": "on_nt_only", "nt_and_misere": "on_nt_and_misere"},
    )
    gadd_joker: str = toggle(
        "T62",
        "Roger Gadd’s joker",
        OFF_ON,
        "Only as the first or the last card you play of any suit.",
    )
    first_lead: str = toggle(
        "T63",
        "The first lead",
        {"declarer": "by the bidder", "left_of_dealer": "by the player left of the dealer"},
    )


@dataclass(frozen=True)
class ScoringRules:
    section: ClassVar[str] = "Scoring"

    defenders_score: str = toggle(
        "T64",
        "The other side's tricks count 10",
        {
            "10_per_trick_always": "always",
            "only_if_contract_fails": "only when the bid fails",
            "never": "never",
        },
        aliases={
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
        "For games to 500; at a party every hand counts in full.",
        {490: "capped_at_490", 460: "capped_at_460", 400: "none_while_at_400"},
    )
    slam_rule: str = toggle(
        "T66",
        "All ten tricks on a lower bid",
        {
            "250_minimum": "at least 250",
            "none": "nothing extra",
            "100_under_ten": "100 more (Youngstown)",
        },
        "Youngstown: 7 Spades with all ten tricks is 240, less than the 250 of other places.",
        {
            "+100 under ten (Youngstown)": "100_under_ten",
            "plus_100_under_ten": "100_under_ten",
            "plus_100": "100_under_ten",
            250: "250_minimum",
        },
    )
    slam_and_bonus_stack: str = toggle("T67", "The 100 comes on top of at least 250", NO_YES)
    fail_rule: str = toggle(
        "T68",
        "A failed bid",
        {
            "minus_own_value": "costs its own value",
            "value_to_opponents": "gives its value to the other side",
        },
        aliases={"value_to_opponents_no_negatives": "value_to_opponents"},
    )
    misere_defenders_score: int | str = toggle(
        "T69",
        "Against misère the other side scores",
        {0: "nothing", "10_per_declarer_trick": "10 for each trick the bidder takes"},
        aliases={10: "10_per_declarer_trick"},
    )


COUNTS_SCORING_ALONE = (3, 5)


@dataclass(frozen=True)
class EndingRules:
    section: ClassVar[str] = "End of the game"

    target: int | str = toggle(
        "T73",
        "A game is won at",
        {
            500: "500",
            1000: "1,000",
            "exactly_500": "exactly 500",
            "none": "no total: a fixed number of hands",
        },
        aliases={"none (fixed hands)": "none"},
    )
    win_needs_contract: str = toggle(
        "T74",
        "The winner must get there by making a bid",
        YES_NO,
        "Otherwise the tens for tricks against a bid may win as well.",
    )
    both_cross: str = toggle(
        "T75",
        "If both sides get there on one hand",
        {
            "declaring_side_wins": "the side that bid wins",
            "higher_total": "the higher total wins",
        },
    )
    defenders_race: str = toggle(
        "T76",
        "If two of the others get there on one hand",
        {
            "off": "the higher total wins",
            "first_to_500_in_trick_order": "the side whose tricks got there first wins",
        },
        aliases={"on": "first_to_500_in_trick_order"},
        players=COUNTS_SCORING_ALONE,
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
        aliases={
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
        "1,000 or more loses",
        {"off": "no", "1000_loses": "yes"},
        aliases={"on": "1000_loses"},
    )
    target_inclusive: str = toggle(
        "T79",
        "The exact total is enough",
        YES_NO,
        "Otherwise it must be passed.",
        {">= 500": "yes", ">=500": "yes", ">=": "yes", "> 500": "no", ">500": "no", ">": "no"},
    )
    two_hand_misere: str = toggle(
        "T81",
        "Misère with two players",
        {"allowed_without_seven": "at any time", "barred": "not played"},
        "Open misère is never played by two.",
        players=(2,),
    )


@dataclass(frozen=True)
class PlayerRules:
    section: ClassVar[str] = "Other numbers of players"

    partner_mode: str = toggle(
        "T82",
        "The bidder’s partner",
        {
            "call_card": "is the player with a card that the bidder names",
            "pick_player": "is picked by the bidder",
            "pick_two_players_at_8": "is picked by the bidder; two partners from eight tricks on",
            "rotating_fixed_pairs": "is fixed for the hand: each player in turn has none",
            "alone": "nobody: the bidder is alone against four",
        },
        aliases={
            "rotating": "rotating_fixed_pairs",
            "rotating fixed pairs, one player partnerless in turn": "rotating_fixed_pairs",
        },
        players=(5,),
    )
    call_restriction: str = toggle(
        "T83",
        "The card that is named may be",
        {
            "not_jk_nor_bower": "any but the joker and the bowers",
            "no_trump_at_all": "any that is not a trump",
            "anything_but_jk": "any but the joker",
            "not_in_own_hand": "any that is not in the bidder’s own hand",
        },
        players=(5,),
    )
    partner_reveal: str = toggle(
        "T84",
        "The partner is known",
        {"secret_until_played": "when the card is played", "at_once": "at once"},
        players=(5,),
    )
    partner_share: str = toggle(
        "T85",
        "Bidder and partner each score",
        {"half_each": "half of the bid", "full_each": "the whole bid"},
        players=(5,),
    )
    misere_5p: str = toggle(
        "T87",
        "Misère with five players",
        {"1_v_4": "one against four", "barred": "not played"},
        players=(5,),
    )
    six_teams: str = toggle(
        "T89",
        "Six players play as",
        {"2x3": "two sides of three", "3x2": "three pairs"},
        players=(6,),
    )
    three_hand_dead_hand: str = toggle(
        "T91",
        "A fourth hand is dealt and not used",
        OFF_ON,
        "For three players with the pack of four.",
        players=(3,),
    )
    three_hand_misere_before_seven: str = toggle(
        "T92",
        "With three players misère may come before any seven",
        OFF_ON,
        "Open misère as well.",
        players=(3,),
    )
    two_hand_form: str = toggle(
        "T93",
        "Two players play",
        {
            "table_piles": "with ten cards in hand and five piles of two on the table each",
            "dead_third_hand": "the game of three, with a third hand that is not used",
            "24_cards_with_4_widow": "with 24 cards and a kitty of four",
            "24_cards_with_2_each": "with 24 cards and a kitty of two for each player",
        },
        players=(2,),
    )


SECTIONS = (
    DealRules,
    AuctionRules,
    MisereRules,
    BidRules,
    JokerRules,
    ScoringRules,
    EndingRules,
    PlayerRules,
)


TOGGLES: Mapping[str, Toggle] = MappingProxyType(
    {
        f.name: replace(f.metadata["toggle"], name=f.name, section=section_class.section)
        for section_class in SECTIONS
        for f in fields(section_class)
    }
)
# While a field has this value, other fields have the values imposed here (T40, T42, T81, T92):
# (field, value, imposed values by field).
IMPOSED_VALUES: tuple[tuple[str, Value, Mapping[str, Value]], ...] = (
    (
        "roger_knights_schedule",
        "150_250_350",
        {
            "roger_knights_schedule": "off",
            "misere_rank": "7s_m_7c",
            "misere_score": 150,
            "open_misere_rank": "8s_o_8c",
            "open_misere_score": 250,
            "misere_without_pickup": 350,
        },
    ),
    ("wilkinson_chambers", "on", {"misere_after": "any_time", "open_misere_after": "any_time"}),
    ("two_hand_misere", "allowed_without_seven", {"misere_after": "any_time"}),
    (
        "three_hand_misere_before_seven",
        "on",
        {"misere_after": "any_time", "open_misere_after": "any_time"},
    ),
)


# A dataclass takes the fields of its last base class first.
@dataclass(frozen=True)
class RuleFields(
    PlayerRules,
    EndingRules,
    ScoringRules,
    JokerRules,
    BidRules,
    MisereRules,
    AuctionRules,
    DealRules,
):
    @property
    def holdings(self) -> int:
        """The number of times ten cards are dealt: hands, dead hands, and table piles (T5)."""
        if self.players == 2:
            return {"table_piles": 4, "dead_third_hand": 3}.get(self.two_hand_form, 2)
        return self.players + (self.players == 3 and self.three_hand_dead_hand == "on")

    @property
    def kitty_size(self) -> int:
        return self.pack - 10 * self.holdings

    def imposed_values(self) -> dict[str, Value]:
        changes: dict[str, Value] = {}
        for name, value, imposed in IMPOSED_VALUES:
            if getattr(self, name) == value and self.players in TOGGLES[name].players:
                changes |= imposed
        return changes

    def value_in_force(self, name: str) -> Value:
        """Return the imposed value, if there is one, otherwise the stored value."""
        value: Value = self.imposed_values().get(name, getattr(self, name))
        return value
