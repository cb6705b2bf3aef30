"""The named systems as data; each says only how it differs from the one it comes from.

Systems are known by their numbers in the rule catalogue (S1 to S25).
"""

# ruff: noqa: S106 -- all_pass is a rule of the auction, not a password
from collections.abc import Mapping
from types import MappingProxyType

from party.engine.rules import Rules

AUSTRALIAN = Rules(name="Australian", where="in the Australian game")  # S1

AMERICAN = AUSTRALIAN.replace(  # S7, with Nullo agreed
    name="American",
    where="in the American game",
    misere_word="Nullo",
    misere_after="any_time",
    misere_rank="8s_m_8c",
    misere_defenders_score="10_per_declarer_trick",
    open_misere_allowed="no",
)
WEST_SEVENTH = AMERICAN.replace(  # S9, with Nullo and Grand Nullo agreed
    name="West Seventh Street",
    where="at West Seventh Street",
    all_pass="same_dealer",
    six_bid_meaning="inkle",
    min_contract=7,
    no_vs_no_trump_signal="st_paul",
    grand_nullo=510,
)
MIDWAY = WEST_SEVENTH.replace(  # S11
    name="St Paul Midway", where="at Midway", misere_allowed="no", grand_nullo="off"
)
YOUNGSTOWN = MIDWAY.replace(  # S12
    name="Youngstown",
    where="at Youngstown",
    no_vs_no_trump_signal="youngstown",
    slam_rule="100_under_ten",
)
IOWA = AMERICAN.replace(  # S13 and S14
    name="North-west Iowa", where="in Iowa", misere_allowed="no", all_pass="dealer_stuck"
)
HAY = AMERICAN.replace(  # S16
    name="Hay’s rule book",
    where="in Hay’s basic game",
    misere_allowed="no",
    slam_rule="none",
)
TWO2SIX = AUSTRALIAN.replace(  # S17
    name="Two2Six",
    where="in the Two2Six game",
    all_pass="same_dealer",
    open_misere_after="an_eight_bid",
    open_misere_rank="below_10nt_only",
)
CANADIAN = TWO2SIX.replace(  # S15: bids as S17, scores of its own
    name="French Canadian",
    where="in French Canada",
    all_pass="throw_in_next_dealer",
    defenders_score="never",
    fail_rule="value_to_opponents",
)
LODIGE = AUSTRALIAN.replace(  # S18
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
    slam_rule="none",
)
TASMANIAN = AUSTRALIAN.replace(  # S19
    name="Tasmanian police",
    where="in the Tasmanian game",
    open_misere_rank="10nt_first_come",
    open_misere_score=520,
    defenders_score="never",
    fail_rule="value_to_opponents",
)

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "midway": MIDWAY,
        "youngstown": YOUNGSTOWN,
        "iowa": IOWA,
        "west-seventh": WEST_SEVENTH,
        "american": AMERICAN,
        "australian": AUSTRALIAN,
        "canadian": CANADIAN,
        "tasmanian": TASMANIAN,
        "hay": HAY,
        "two2six": TWO2SIX,
        "lodige": LODIGE,
    }
)
