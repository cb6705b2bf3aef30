"""A result in words, for the log and beside what was typed."""

from party.engine.auction.bids import bid_name
from party.engine.rules.rules import Rules
from party.engine.scoring.results import ANNOUNCEMENTS, HandResult
from party.engine.scoring.scoring import made
from party.engine.seats import PAIR_NAMES, pair_of, seat_name, seat_names, sides_of


def describe(rules: Rules, result: HandResult | None, *, pair: bool = False) -> str:
    """Say a result in the party's words; None is a hand thrown in.

    "8 Hearts by North, 9 tricks: made"; with `pair` "8 Hearts by North-South, ...", for results
    of which only the side is known.
    """
    if result is None:
        return "thrown in"
    if result.bid is None:
        side = sides_of(rules)[0]
        name = PAIR_NAMES.get(side) or seat_names(side)
        return f"nobody bid, {count_tricks(result.tricks)} for {name}"
    parts = [bid_name(rules, result.bid) + bidder_words(rules, result, pair=pair)]
    if result.announced:
        parts.append(ANNOUNCEMENTS[result.announced].words)
    outcome = "made" if made(result) else "set"
    return ", ".join([*parts, f"{count_tricks(result.tricks)}: {outcome}"])


def bidder_words(rules: Rules, result: HandResult, *, pair: bool) -> str:
    """Say who bid, and with which partner where that changes from hand to hand (T82)."""
    if result.declarer is None:
        return ""
    if pair:
        return f" by {PAIR_NAMES[pair_of(result.declarer)]}"
    chosen = rules.players == 5 and result.partners
    return f" by {seat_name(result.declarer)}" + (
        f" with {seat_names(result.partners)}" if chosen else ""
    )


def count_tricks(tricks: int) -> str:
    return {0: "no tricks", 1: "1 trick"}.get(tricks, f"{tricks} tricks")
