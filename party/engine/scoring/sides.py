"""Sides: who shares one total, and who plays together in one hand.

A *side* is written as its seats: "NS" and "EW" with four players; with six "135" and "246", or
"14", "25" and "36" (T89). With two, three or five players every seat is a side of its own, and
the *declaring side* of a hand may be several of them (T82).
"""

from collections.abc import Mapping
from types import MappingProxyType

from party.engine.auction.bids import SPECIALS, Bid
from party.engine.rules.rules import Rules
from party.engine.scoring.results import HandResult
from party.engine.seats import PAIRS, SEATS, fixed_partners

SIX_TEAMS: Mapping[str, tuple[str, ...]] = MappingProxyType(  # T89
    {"2x3": ("135", "246"), "3x2": ("14", "25", "36")}
)
TAKEN_TOGETHER = ("GRAND", "PAT")  # special bids that both partners play


def sides_of(rules: Rules) -> tuple[str, ...]:
    """Return the sides that keep one total each: ("NS", "EW"), or ("N", "E", "S") ..."""
    if rules.players == 6:
        return SIX_TEAMS[rules.six_teams]
    return PAIRS if rules.players == 4 else tuple(SEATS[rules.players])


def two_sides(rules: Rules) -> bool:
    """Say whether two fixed sides play, so that what one does not take the other does."""
    return rules.players == 4 or (rules.players == 6 and rules.six_teams == "2x3")


def side_of(rules: Rules, seat: str) -> str:
    """Return the side that a seat belongs to all through the game."""
    return next(side for side in sides_of(rules) if seat in side)


def declaring_side(rules: Rules, result: HandResult) -> str:
    """Return the seats that win or lose by the bid; without a bid the first side (N-S)."""
    if result.bid is None or result.declarer is None:
        return sides_of(rules)[0]
    partners = fixed_partners(rules, result.declarer) or "".join(result.partners)
    return result.declarer + partners


def counted_seats(rules: Rules, result: HandResult) -> str:
    """Return whose tricks `result.tricks` counts: in the misère family the declarer's own."""
    if result.declarer and alone_by_bid(result.bid):
        return result.declarer
    return declaring_side(rules, result)


def alone_by_bid(bid: Bid | None) -> bool:
    """Say whether the bid itself is played without a partner: misère and Hi/Lo (T87, T90)."""
    return bid is not None and bid.special and bid.strain not in TAKEN_TOGETHER


def aims_at_none(bid: Bid | None) -> bool:
    """Say whether the bid is made by taking no trick: the misère family."""
    return bid is not None and bid.special and SPECIALS[bid.strain].aim == 0
