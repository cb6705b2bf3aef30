"""The game of Five Hundred: rules in, points out. Standard library only; no clock, dice or disk.

Other code imports from here and from nothing deeper.
"""

from party.engine.auction import Auction
from party.engine.bids import (
    LEVELS,
    PLAYED_STRAINS,
    SPECIALS,
    Bid,
    bid_name,
    biddable,
    outranks,
    precondition,
    rank,
    value,
)
from party.engine.bots import choose, play_out
from party.engine.calling import ACE_NO_FACE, ALL_PASS, CONTRACT, PLAYED_WITHOUT_BID, SIXES
from party.engine.calls import Call, bid_message, call_name, calls_of, is_ace_no_face
from party.engine.cards import Card, Suit, pack
from party.engine.deal import Deal, Packet, Rng, deal, deal_from, first_dealer, packets
from party.engine.entries import (
    Flag,
    HandEntry,
    announceable,
    hand_entry,
    read_entry,
    slip_entry,
    thrown_in,
    write_entry,
)
from party.engine.errors import Fault, RuleError, fault, refuse_any
from party.engine.game import Game
from party.engine.hand import Hand
from party.engine.phases.over import Trick
from party.engine.play import first_leader, legal_cards, nameable_suits, trick_winner
from party.engine.points import entries_from_points, possible_totals
from party.engine.presets import PRESETS
from party.engine.ptn import decode, read_ptn, write_ptn
from party.engine.ranking import effective_suit, may_nominate
from party.engine.record import Record
from party.engine.recording import record_of
from party.engine.results import TRICKS, HandResult
from party.engine.rules import RULES_VERSION, TOGGLES, Rules
from party.engine.rulings import Dispute, Ruling, most_cards, settle
from party.engine.scoring import Score, made, pair_points, ralphed, score, side_points
from party.engine.seats import PAIR_NAMES, PAIRS, SEAT_NAMES, SEATS, pair_of
from party.engine.sheet import BidLine, Section, bid_table, rule_sheet
from party.engine.sides import declaring_side, sides_of
from party.engine.toggles import Toggle
from party.engine.variation import Variation, differences
from party.engine.variations import VARIATIONS
from party.engine.verify import result_of, turns_of, verify
from party.engine.words import describe

__all__ = [
    "ACE_NO_FACE",
    "ALL_PASS",
    "CONTRACT",
    "LEVELS",
    "PAIRS",
    "PAIR_NAMES",
    "PLAYED_STRAINS",
    "PLAYED_WITHOUT_BID",
    "PRESETS",
    "RULES_VERSION",
    "SEATS",
    "SEAT_NAMES",
    "SIXES",
    "SPECIALS",
    "TOGGLES",
    "TRICKS",
    "VARIATIONS",
    "Auction",
    "Bid",
    "BidLine",
    "Call",
    "Card",
    "Deal",
    "Dispute",
    "Fault",
    "Flag",
    "Game",
    "Hand",
    "HandEntry",
    "HandResult",
    "Packet",
    "Record",
    "Rng",
    "RuleError",
    "Rules",
    "Ruling",
    "Score",
    "Section",
    "Suit",
    "Toggle",
    "Trick",
    "Variation",
    "announceable",
    "bid_message",
    "bid_name",
    "bid_table",
    "biddable",
    "call_name",
    "calls_of",
    "choose",
    "deal",
    "deal_from",
    "declaring_side",
    "decode",
    "describe",
    "differences",
    "effective_suit",
    "entries_from_points",
    "fault",
    "first_dealer",
    "first_leader",
    "hand_entry",
    "is_ace_no_face",
    "legal_cards",
    "made",
    "may_nominate",
    "most_cards",
    "nameable_suits",
    "outranks",
    "pack",
    "packets",
    "pair_of",
    "pair_points",
    "play_out",
    "possible_totals",
    "precondition",
    "ralphed",
    "rank",
    "read_entry",
    "read_ptn",
    "record_of",
    "refuse_any",
    "result_of",
    "rule_sheet",
    "score",
    "settle",
    "side_points",
    "sides_of",
    "slip_entry",
    "thrown_in",
    "trick_winner",
    "turns_of",
    "value",
    "verify",
    "write_entry",
    "write_ptn",
]
