"""House rules with a name, which people switch on in addition to a system.

A *variation* changes a few fields and leaves the others.
"""

# ruff: noqa: S106 -- pass_final and all_pass are rules of the auction, not passwords
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from party.engine.rules.fields import ALL_PLAYER_COUNTS, TOGGLES, Toggle, Value
from party.engine.rules.rules import Rules


@dataclass(frozen=True)
class Variation:
    name: str
    words: str
    changes: Mapping[str, Value]
    only_for: tuple[int, ...] = ALL_PLAYER_COUNTS

    def is_on(self, rules: Rules) -> bool:
        return all(getattr(rules, name) == value for name, value in self.changes.items())

    @cached_property
    def section(self) -> str:
        return TOGGLES[next(iter(self.changes))].section

    @cached_property
    def players(self) -> tuple[int, ...]:
        # The value "off" suits any number of players, even where the field has no meaning.
        player_numbers = [
            set(TOGGLES[name].players) for name, value in self.changes.items() if value != "off"
        ]
        return tuple(sorted(set.intersection(set(self.only_for), *player_numbers)))


def house_rule(
    name: str,
    words: str,
    only_for: tuple[int, ...] = ALL_PLAYER_COUNTS,
    **changes: Value,
) -> Variation:
    return Variation(name, words, MappingProxyType(changes), only_for)


def differences(first: Rules, second: Rules) -> tuple[tuple[Toggle, Value, Value], ...]:
    """Return (toggle, first value, second value) for each field in which they differ."""
    return tuple(
        (toggle, getattr(first, name), getattr(second, name))
        for name, toggle in TOGGLES.items()
        if getattr(first, name) != getattr(second, name)
    )


DEAL_VARIATIONS = {
    "without-joker": house_rule(
        "Without the joker", "42 cards and a kitty of two.", pack=42, jokers=0
    ),
    "five-card-kitty": house_rule(
        "Kitty of five",
        "The black fours stay in: 45 cards.",
        pack=45,
        deal_pattern="3_3_4_2_3",
    ),
    "second-pack": house_rule(
        "Six players with an ordinary pack",
        "2s, 3s and red 4s of a second pack; of two identical cards the first played wins.",
        second_pack_sixes="on",
    ),
    "four-thirteens": house_rule(
        "All four 13s",
        "Six players, 65 cards, a kitty of five.",
        pack=65,
        six_pack_thirteens="four_13s",
    ),
    "ace-no-face": house_rule(
        "Ace, no face",
        "One ace, no king, queen, jack or joker: partner decides whether it is dealt again.",
        ace_no_face="exactly_one_ace_no_face_no_jk_partner_decides",
    ),
    "no-ace-no-face": house_rule(
        "No ace, no face",
        "A player with no ace, king, queen, jack or joker may ask for a new deal.",
        ace_no_face="no_ace_no_face",
    ),
}
ONE_TURN = "Everybody has one turn, to bid or to pass."
AUCTION_VARIATIONS = {
    "one-bid-each": house_rule(
        "One bid each",
        ONE_TURN,
        rounds_of_bidding="one_turn_each",
    ),
    "bid-after-passing": house_rule(
        "Bid again after a pass",
        "The bidding ends with three passes in a row.",
        rounds_of_bidding="until_3_pass",
        pass_final="pass_and_rebid",
    ),
    "francis": house_rule(
        "Bryce Francis’s bidding",
        "A player who has passed may bid again once somebody changes the suit.",
        rounds_of_bidding="until_3_pass",
        pass_final="re_entry_only_when_someone_changes_strain",
    ),
    "last-raise": house_rule(
        "A last raise",
        "When all others have passed the bidder may still go higher, if another player had bid.",
        rounds_of_bidding="until_3_pass",
        raise_after_passes="yes",
    ),
    "inkle": house_rule(
        "Inkles",
        "A six is only a signal, for the first two bidders; "
        "with nothing higher the same player deals again.",
        six_bid_meaning="inkle",
        inkle_seats="first_two_players",
        no_six_played="on",
        min_contract=7,
        all_pass="same_dealer",
    ),
    "iowa-signal": house_rule(
        "Iowa’s signals",
        "A six is only a signal; if nobody goes higher, the dealer must bid at least seven.",
        six_bid_meaning="inkle",
        min_contract=7,
        all_pass="dealer_stuck",
        dealer_stuck_min=7,
    ),
    "st-paul-no": house_rule(
        "“No” in St Paul",
        "“No” instead of “no trump” tells of the joker, or of one jack of each colour.",
        no_vs_no_trump_signal="st_paul",
    ),
    "dealer-stuck": house_rule(
        "The dealer must bid",
        "If everybody else passes, the dealer may not.",
        all_pass="dealer_stuck",
    ),
    "no-trump-if-all-pass": house_rule(
        "No trump if all pass",
        "The hand is played at no trump, and each side scores 10 a trick.",
        all_pass="play_nt_10_per_trick",
    ),
}
MISERE_VARIATIONS = {
    "no-misere": house_rule(
        "Without misère",
        "Neither misère nor open misère is played, nor grand misère.",
        misere_allowed="no",
        open_misere_allowed="no",
        grand_nullo="off",
    ),
    "misere-any-time": house_rule(
        "Misère at any time", "Misère needs no seven before it.", misere_after="any_time"
    ),
    "open-after-eight": house_rule(
        "Open misère after an eight",
        "Open misère may be bid only once somebody has bid eight.",
        open_misere_after="an_eight_bid",
    ),
    "open-highest": house_rule(
        "Open misère above all",
        "Open misère is the highest bid of all, worth 520.",
        open_misere_rank="above_all",
        open_misere_score=520,
    ),
    "paul-pinn": house_rule(
        "Paul Pinn",
        "Misère ranks by its worth: above 8 Spades, below 8 Clubs.",
        misere_rank="8s_m_8c",
    ),
    "roger-knights": house_rule(
        "Roger Knights",
        "Misère 150, open misère 250, and misère without the kitty 350, each ranked by its worth.",
        roger_knights_schedule="150_250_350",
        misere_after="any_time",  # misère ranks below most sevens
    ),
    "cheaper-miseres": house_rule(
        "Cheaper misères",
        "Misère 230, open misère 430.",
        misere_score=230,
        open_misere_score=430,
    ),
    "wilkinson-chambers": house_rule(
        "Wilkinson and Chambers",
        "Both misères at any time and played face up; the higher one without the kitty.",
        wilkinson_chambers="on",
    ),
    "easton": house_rule(
        "A few people’s misères",
        "No misère, open misère 230, and super open misère 430.",
        misere_allowed="no",
        open_misere_rank="7nt_o_8s",
        open_misere_score=230,
        super_open_misere=430,
    ),
    "super-open": house_rule(
        "Super open misère",
        "A bid worth 430: the cards lie face up, and the other side chooses the bidder’s plays.",
        super_open_misere=430,
    ),
    "blind-misere": house_rule(
        "Blind misère",
        "Misère is bid before the bidder looks at the cards.",
        blind_misere="bid_before_looking",
    ),
    "grand-nullo": house_rule(
        "Grand misère (Granola)",
        "Bid over partner’s misère, for 510: both play, and neither takes a trick.",
        misere_allowed="yes",
        grand_nullo=510,
        grand_nullo_precondition="partner_bid_nullo",
    ),
    "double-nullo": house_rule(
        "Double nullo alone",
        "Grand misère at any time: partner is drafted.",
        grand_nullo=510,
        grand_nullo_precondition="may_be_called_alone",
    ),
    "patastrophe": house_rule(
        "Patastrophe",
        "A bid worth 1,000: both partners play with cards face up and take no tricks.",
        patastrophe=1000,
    ),
}
BID_VARIATIONS = {
    "hi-lo": house_rule(
        "Hi/Lo (Even Stevens)", "A bid of exactly five tricks, alone, for 350.", hi_lo=350
    ),
    "j5": house_rule("J5", "A bid of no trump in which jacks are above aces.", j5="on"),
    "grand-slam": house_rule(
        "Grand slam (McQuston)",
        "The bidder announces it after taking the kitty: all ten tricks alone, with one card of "
        "partner’s.",
        grand_slam="on",
    ),
    "declare": house_rule(
        "Declare",
        "Partner gives the best card; the bidder plays for all ten tricks.",
        declare="on",
    ),
    "ralphing": house_rule(
        "Ralphing",
        "A player set by three or more may not bid on the next hand.",
        ralphing="on",
    ),
}
JOKER_VARIATIONS = {
    "joker-named-in-misere": house_rule(
        "Joker’s suit named in misère only",
        "The bidder may name a suit for the joker in misère; at no trump it belongs to none.",
        joker_nt_nomination="misere_only",
    ),
    "renege": house_rule(
        "No joker after a renege",
        "At no trump the joker may not win a suit its holder has failed to follow before.",
        renege_rule="on_nt_only",
    ),
    "joker-not-shown-void": house_rule(
        "The joker calls any suit not shown void",
        "The joker may be led at any time, naming any suit the leader is not known to be out of.",
        joker_lead="any_suit_not_shown_void",
    ),
    "mcnabb": house_rule(
        "McNabb",
        "At no trump the joker is never led, except to the last trick.",
        joker_lead="never_except_trick_10",
    ),
    "gadd": house_rule(
        "Roger Gadd",
        "The joker only as the first or the last card you play of any suit.",
        gadd_joker="on",
        joker_nt_nomination="never",
    ),
    "joker-compulsory": house_rule(
        "The joker must be played",
        "A player who has none of the suit led must play it.",
        joker_follow_when_void="always_compulsory",
    ),
    "left-of-dealer-leads": house_rule(
        "Left of the dealer leads",
        "The player on the dealer’s left always leads to the first trick.",
        first_lead="left_of_dealer",
    ),
}
SCORING_VARIATIONS = {
    "tens-only-if-set": house_rule(
        "Tens only when the bid fails",
        "The other side scores for its tricks only when the bid fails.",
        defenders_score="only_if_contract_fails",
        defenders_cap="none",
    ),
    "no-tens": house_rule(
        "No tens",
        "The other side never scores for tricks.",
        defenders_score="never",
        defenders_cap="none",
    ),
    "stop-at-490": house_rule(
        "Stop at 490", "Tricks take nobody past 490.", defenders_cap="capped_at_490"
    ),
    "stop-at-460": house_rule(
        "Stop at 460", "Tricks take nobody past 460.", defenders_cap="capped_at_460"
    ),
    "no-tens-from-400": house_rule(
        "No tens from 400",
        "A side with 400 or more scores only by bids.",
        defenders_cap="none_while_at_400",
    ),
    "no-slam-bonus": house_rule(
        "Nothing extra for all ten",
        "All ten tricks score only what was bid.",
        slam_rule="none",
        slam_and_bonus_stack="no",
    ),
    "youngstown-bonus": house_rule(
        "Youngstown’s hundred",
        "All ten tricks on a bid below ten are worth 100 more.",
        slam_rule="100_under_ten",
    ),
    "tasmanian-police": house_rule(
        "Tasmanian police",
        "A failed bid gives its worth to the other side, nobody goes below zero, "
        "tricks count nothing, open misère is 520, and the game is to 1,000.",
        fail_rule="value_to_opponents",
        defenders_score="never",
        defenders_cap="none",
        misere_after="a_seven",
        open_misere_rank="10nt_first_come",
        open_misere_score=520,
        target=1000,
        win_needs_contract="no",
        back_door="off",
    ),
    "walker": house_rule(
        "Walker Ultimate 500",
        "Only exactly 500 wins, and the tens for tricks count; 1,000 or minus 500 loses.",
        defenders_score="10_per_trick_always",
        target="exactly_500",
        win_needs_contract="no",
        walker_bust="1000_loses",
        back_door="at_minus_500",
    ),
    "any-points-win": house_rule(
        "Won by any points",
        "The tens for tricks may win the game as well.",
        win_needs_contract="no",
    ),
}
PLAYER_VARIATIONS = {
    "rigal": house_rule(
        "Rigal’s game of two", "Two players play without misère.", two_hand_misere="barred"
    ),
    "dead-hand": house_rule(
        "Three players and a dead hand",
        "The pack of four; the fourth hand is not used.",
        three_hand_dead_hand="on",
        pack=43,
    ),
    "misere-before-seven": house_rule(
        "Three players: misère before a seven",
        "Misère and open misère may be bid before a seven.",
        three_hand_misere_before_seven="on",
    ),
    "pick-partner": house_rule(
        "Five players: pick a partner",
        "The bidder names a player, not a card.",
        partner_mode="pick_player",
        partner_reveal="at_once",
    ),
    "partner-at-once": house_rule(
        "Five players: partner known at once",
        "The player with the card that was named says so at once.",
        partner_reveal="at_once",
    ),
    "secretly-alone": house_rule(
        "Five players: secretly alone",
        "The bidder may name a card of their own hand or a buried one.",
        alone_five_hand="secret_by_naming_own_or_buried_card",
    ),
    "no-misere-of-five": house_rule(
        "Five players: no misère",
        "Misère is not played: it is too easy with five.",
        misere_5p="barred",
    ),
    "rotating-pairs": house_rule(
        "Five players: rotating pairs",
        "Two pairs are fixed for the hand, each player in turn has no partner.",
        partner_mode="rotating_fixed_pairs",
        partner_reveal="at_once",
    ),
    "name-no-trump": house_rule(
        "Five players: no trump is named",
        "The card that the bidder names is not a trump.",
        call_restriction="no_trump_at_all",
    ),
    "name-any-but-joker": house_rule(
        "Five players: a bower may be named",
        "The bidder names any card but the joker.",
        call_restriction="anything_but_jk",
    ),
    "name-no-own-card": house_rule(
        "Five players: no own card is named",
        "The card that the bidder names is not in the bidder’s own hand.",
        call_restriction="not_in_own_hand",
    ),
    "twenty-four-cards": house_rule(
        "Two players and 24 cards",
        "Nines to aces, and a kitty of four.",
        two_hand_form="24_cards_with_4_widow",
        pack=24,
        jokers=0,
    ),
    "joker-of-three": house_rule(
        "Three players: with the joker",
        "33 cards and a kitty of three.",
        only_for=(3,),
        pack=33,
        jokers=1,
    ),
    "joker-of-five": house_rule(
        "Five players: with the joker",
        "53 cards and a kitty of three.",
        only_for=(5,),
        pack=53,
        jokers=1,
    ),
    "three-pairs": house_rule(
        "Six players: three pairs", "No two sides of three.", six_teams="3x2"
    ),
}
VARIATIONS: Mapping[str, Variation] = MappingProxyType(
    DEAL_VARIATIONS
    | AUCTION_VARIATIONS
    | MISERE_VARIATIONS
    | BID_VARIATIONS
    | JOKER_VARIATIONS
    | SCORING_VARIATIONS
    | PLAYER_VARIATIONS
)
