"""The named systems as data; each states only its differences from another.

S1 to S25 are the numbers of systems in the rule catalogue. Where a source is silent, a system
follows the system that its source refers to, or the custom of its place.
"""

# ruff: noqa: S106 -- all_pass and pass_final are rules of the auction, not passwords
from collections.abc import Mapping
from types import MappingProxyType

from party.engine.rules.house_rules import VARIATIONS
from party.engine.rules.rules import Rules

AUSTRALIAN = Rules(name="Australian", where="in the Australian game")  # S1
AMERICAN = AUSTRALIAN.replace(  # S7, with Nullo agreed
    name="American",
    where="in the American game",
    misere_word="Nullo",
    deal_pattern="3_3_4_3",
    rounds_of_bidding="one_turn_each",
    misere_after="any_time",
    misere_rank="8s_m_8c",
    misere_defenders_score="10_per_declarer_trick",
    open_misere_allowed="no",
    joker_nt_nomination="never",
    joker_follow_when_void="never_compulsory",
    joker_lead="any_suit_not_shown_void",
    win_needs_contract="no",
)
AMERICAN_THREE = AMERICAN.replace(  # S8
    name="American, three players",
    where="in the American game of three",
    players=3,
    pack=33,
    defenders_race="first_to_500_in_trick_order",
)
WEST_SEVENTH = AMERICAN.replace(  # S9, with Nullo and Grand Nullo agreed
    name="West Seventh Street",
    where="at West Seventh Street",
    pack=45,
    deal_pattern="3_3_2_2_3_2",
    first_dealer="first_jack_drawn",
    ace_no_face="exactly_one_ace_no_face_no_jk_partner_decides",
    all_pass="same_dealer",
    six_bid_meaning="inkle",
    inkle_seats="first_two_players",
    no_six_played="on",
    min_contract=7,
    no_vs_no_trump_signal="st_paul",
    grand_nullo=510,
)
MIDWAY = WEST_SEVENTH.replace(  # S11
    name="St Paul Midway",
    where="at Midway",
    misere_allowed="no",
    grand_nullo="off",
    target="none",
)
TWO2SIX = AUSTRALIAN.replace(  # S17
    name="Two2Six",
    where="in the Two2Six game",
    all_pass="same_dealer",
    open_misere_after="an_eight_bid",
    open_misere_rank="below_10nt_only",
    joker_nt_nomination="never",
    joker_follow_when_void="never_compulsory",
    joker_lead="any_suit_not_shown_void",
    renege_rule="on_nt_and_misere",
    back_door="only_if_other_side_not_negative",
)

# S20: the source gives only the packs; the rest is the American game of the time, without Nullo.
LEAFLET_4 = AMERICAN.replace(
    name="Leaflet of 1896, four players",
    where="in the game of 1896",
    pack=44,
    jokers=0,
    misere_allowed="no",
)

# S21: the source describes three players and adapts that game to other numbers. A game of
# four "often" has no joker.
USPC_3 = AMERICAN_THREE.replace(name="USPC sheet, three players", where="on the USPC sheet")

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "midway": MIDWAY,
        "youngstown": MIDWAY.replace(  # S12
            name="Youngstown",
            where="at Youngstown",
            ace_no_face="off",
            no_vs_no_trump_signal="youngstown",
            slam_rule="100_under_ten",
        ),
        "iowa": AMERICAN.replace(  # S13 and S14
            name="North-west Iowa",
            where="in Iowa",
            pack=45,
            deal_pattern="3_3_4_2_3",
            misere_allowed="no",
            all_pass="dealer_stuck",
            joker_lead="any_trick_any_suit",
        ),
        "west-seventh": WEST_SEVENTH,
        "grand-slam": WEST_SEVENTH.replace(  # S10, described with a kitty of five
            name="Grand slam (McQuston)", where="in McQuston’s game", grand_slam="on"
        ),
        "american": AMERICAN,
        "american-three": AMERICAN_THREE,
        "australian": AUSTRALIAN,
        "australian-three": AUSTRALIAN.replace(  # S3
            name="Australian, three players",
            where="in the Australian game of three",
            players=3,
            pack=33,
        ),
        "australian-five": AUSTRALIAN.replace(  # S4
            name="Australian, five players",
            where="in the Australian game of five",
            players=5,
            pack=53,
        ),
        "australian-six": AUSTRALIAN.replace(  # S5
            name="Australian, six players",
            where="in the Australian game of six",
            players=6,
            pack=63,
        ),
        "two-handed": AUSTRALIAN.replace(  # S6
            name="Two-handed table game",
            where="in the game of two",
            players=2,
            misere_after="any_time",
            open_misere_allowed="no",
        ),
        "new-zealand": AUSTRALIAN.replace(  # S2, the same as S1
            name="New Zealand", where="in the New Zealand game"
        ),
        "canadian": TWO2SIX.replace(  # S15: bids as in S17, other scores
            name="French Canadian",
            where="in French Canada",
            pack=46,
            jokers=2,
            deal_pattern="3_3_3_3_4",
            all_pass="throw_in_next_dealer",
            defenders_score="never",
            fail_rule="value_to_opponents",
            target=1000,
            win_needs_contract="no",
            back_door="off",
        ),
        "tasmanian": AUSTRALIAN.replace(  # S19
            name="Tasmanian police",
            where="in the Tasmanian game",
            **VARIATIONS["tasmanian-police"].changes,
        ),
        "hay": AMERICAN.replace(  # S16
            name="Hay’s rule book",
            where="in Hay’s basic game",
            misere_allowed="no",
            joker_lead="any_trick_any_suit",
            slam_rule="none",
            target_inclusive="no",
        ),
        "two2six": TWO2SIX,
        # S25: the source allows a partner known at once or at the end, with a whole or half share:
        # we take the first of each.
        "five-wikipedia": TWO2SIX.replace(
            name="Two2Six, five players",
            where="in the game of five",
            players=5,
            pack=53,
            call_restriction="anything_but_jk",
            partner_reveal="at_once",
            partner_share="full_each",
            misere_5p="barred",
        ),
        "lodige": AUSTRALIAN.replace(  # S18
            name="lodige.com",
            where="in the lodige.com game",
            all_pass="redeal_max_twice_then_next",
            misere_after="any_time",
            blind_misere="bid_before_looking",
            patastrophe=1000,
            grand_nullo=510,
            grand_nullo_precondition="may_be_called_alone",
            hi_lo=350,
            j5="on",
            ralphing="on",
            joker_nt_nomination="never",  # the joker is the only trump: nobody names a suit for it
            joker_follow_when_void="never_compulsory",
            joker_lead="any_trick_any_suit",
            slam_rule="none",
            win_needs_contract="no",
        ),
        "walker": TWO2SIX.replace(  # S22
            name="Walker Ultimate 500",
            where="in Walker Ultimate 500",
            **VARIATIONS["walker"].changes,
        ),
        "declare": TWO2SIX.replace(  # S23
            name="Two2Six with declare", where="in the game with declare", declare="on"
        ),
        "easton": AUSTRALIAN.replace(  # S24
            name="A few people’s misères",
            where="by the rules of a few people",
            **VARIATIONS["easton"].changes,
        ),
        "leaflet-2": LEAFLET_4.replace(
            name="Leaflet of 1896, two players",
            players=2,
            pack=24,
            two_hand_form="24_cards_with_2_each",
        ),
        "leaflet-3": LEAFLET_4.replace(
            name="Leaflet of 1896, three players",
            players=3,
            pack=32,
            defenders_race="first_to_500_in_trick_order",
        ),
        "leaflet-4": LEAFLET_4,
        "leaflet-5": LEAFLET_4.replace(
            name="Leaflet of 1896, five players",
            players=5,
            pack=52,
            defenders_race="first_to_500_in_trick_order",
            partner_mode="pick_player",
            partner_reveal="at_once",
            partner_share="full_each",
        ),
        "leaflet-6": LEAFLET_4.replace(name="Leaflet of 1896, six players", players=6, pack=60),
        "uspc-2": USPC_3.replace(
            name="USPC sheet, two players", players=2, two_hand_form="dead_third_hand"
        ),
        "uspc-3": USPC_3,
        "uspc-4": AMERICAN.replace(
            name="USPC sheet, four players", where="on the USPC sheet", pack=42, jokers=0
        ),
        "uspc-5": USPC_3.replace(
            name="USPC sheet, five players",
            players=5,
            pack=53,
            partner_mode="pick_two_players_at_8",
            partner_reveal="at_once",
            partner_share="full_each",
        ),
        "uspc-6": AMERICAN.replace(
            name="USPC sheet, six players", where="on the USPC sheet", players=6, pack=63
        ),
    }
)
