"""Results in words, for the log and for the echo beside what was typed."""

from party.engine.bids import bid_name
from party.engine.results import ANNOUNCEMENTS, HandResult
from party.engine.rules import Rules
from party.engine.scoring import made
from party.engine.seats import PAIR_NAMES, SEAT_NAMES, pair_of


def describe(rules: Rules, result: HandResult | None, *, pair: bool = False) -> str:
    """Say a result in the party's words; None is a hand thrown in.

    "8 Hearts by North, 9 tricks: made"; with `pair` "8 Hearts by North-South, ...", for results
    of which only the side is known.
    """
    if result is None:
        return "thrown in"
    if result.bid is None:
        return f"nobody bid, {count_tricks(result.tricks)} for North-South"
    parts = [bid_name(rules, result.bid) + bidder_words(result, pair=pair)]
    if result.announced:
        parts.append(ANNOUNCEMENTS[result.announced].words)
    return ", ".join([*parts, f"{count_tricks(result.tricks)}: {outcome(result)}"])


def bidder_words(result: HandResult, *, pair: bool) -> str:
    if result.declarer is None:
        return ""
    if pair:
        return f" by {PAIR_NAMES[pair_of(result.declarer)]}"
    return f" by {SEAT_NAMES.get(result.declarer, result.declarer)}"


def count_tricks(tricks: int) -> str:
    return {0: "no tricks", 1: "1 trick"}.get(tricks, f"{tricks} tricks")


def outcome(result: HandResult) -> str:
    return "made" if made(result) else "set"
