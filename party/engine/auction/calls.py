"""Calls: pass, bids and ace-no-face, and the messages of some bids to partner.

A call is a string, its notation: "P" (pass), a bid such as "8H" or "MIS", "ANF" (ace, no face: a
player with a poor hand asks for a new deal, T10) and the partner's answer "AGREE" or "REFUSE". A
*signal* is a bid of six that is never played (T22, T25).
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Self

from party.engine.auction.bids import (
    LEVELS,
    PLAYED_STRAINS,
    SPECIALS,
    STRAIN_NAMES,
    Bid,
    are_sixes_signals,
    bid_name,
    biddable,
    levels_of_no,
    rank,
)
from party.engine.cards.cards import Card
from party.engine.errors import RuleError, unknown_notation_error
from party.engine.rules.rules import Rules

CALL_WORDS: Mapping[str, str] = {
    "P": "Pass",
    "ANF": "Ace, no face",
    "AGREE": "Agree",
    "REFUSE": "Refuse",
}
BIDS: Mapping[str, Bid] = {
    str(bid): bid for level in LEVELS for strain in STRAIN_NAMES for bid in [Bid(level, strain)]
} | {code: Bid(0, code) for code in SPECIALS}
SPELLINGS: Mapping[str, str] = {
    "PASS": "P",
    "PASSES": "P",
    "ACE NO FACE": "ANF",
    "ACE, NO FACE": "ANF",
    "AGREED": "AGREE",
    "REFUSED": "REFUSE",
}


class Call(str):
    """One call; `bid` is None for a pass and for the calls of ace-no-face."""

    __slots__ = ("bid",)
    bid: Bid | None

    def __new__(cls, text: str) -> Self:
        """Return the call of this exact notation. Raises RuleError if there is none."""
        if text not in CALL_WORDS and text not in BIDS:
            raise unknown_call_error(text)
        call = super().__new__(cls, text)
        call.bid = BIDS.get(text)
        return call

    @classmethod
    def parse(cls, text: str) -> "Call":
        """Read "P", "pass", "8h", "8♥", "10N", "mis", "Ace, no face" ... in any case.

        Raises RuleError for anything else.
        """
        written = str(text)  # `text` may be a Bid
        spelling = " ".join(written.upper().split())
        call = CALLS.get(SPELLINGS.get(spelling, spelling))
        if call is not None:
            return call
        try:
            return CALLS[str(Bid.parse(written))]
        except RuleError:
            raise unknown_call_error(written) from None

    def __repr__(self) -> str:
        return f"Call({str(self)!r})"


CALLS: Mapping[str, Call] = {text: Call(text) for text in (*CALL_WORDS, *BIDS)}
PASS, ANF, AGREE, REFUSE = (CALLS[word] for word in CALL_WORDS)
ANSWERS = (AGREE, REFUSE)


def unknown_call_error(text: str) -> RuleError:
    return unknown_notation_error("call", "P (pass), 8H, 10NT or MIS", text)


@lru_cache(maxsize=256)
def calls_of(rules: Rules) -> tuple[Call, ...]:
    """Return every call of these rules: pass, the bids from the lowest, ace-no-face."""
    signals = [Bid(6, strain) for strain in PLAYED_STRAINS] if are_sixes_signals(rules) else []
    bids = {*biddable(rules), *signals, *(Bid(level, "NO") for level in levels_of_no(rules))}
    ladder = sorted(bids, key=lambda bid: (rank(rules, bid), bid.strain == "NT"))
    words = tuple(CALLS[word] for word in ACE_NO_FACE_CALLS[rules.ace_no_face])
    return (PASS, *(CALLS[str(bid)] for bid in ladder), *words)


# Only web pages describe "no_ace_no_face", in which partner is not asked (T10).
ACE_NO_FACE_CALLS: Mapping[str, tuple[str, ...]] = {
    "off": (),
    "exactly_one_ace_no_face_no_jk_partner_decides": ("ANF", "AGREE", "REFUSE"),
    "no_ace_no_face": ("ANF",),
}


def is_signal(rules: Rules, bid: Bid) -> bool:
    return bid.level == 6 and are_sixes_signals(rules)


def is_ace_no_face(rules: Rules, hand: Iterable[Card]) -> bool:
    """Return whether the cards allow the call "Ace, no face" (T10, C13).

    The hand must have no king, queen, jack or joker. Some rules ask for exactly one ace, others
    for no ace.
    """
    cards = list(hand)
    has_faces = any(card.is_joker or card.rank in {"K", "Q", "J"} for card in cards)
    aces = sum(card.rank == "A" for card in cards)
    return not has_faces and aces == ACE_COUNTS.get(rules.ace_no_face)


ACE_COUNTS: Mapping[str, int] = {
    "exactly_one_ace_no_face_no_jk_partner_decides": 1,
    "no_ace_no_face": 0,
}


def call_name(rules: Rules, call: Call) -> str:
    """Return the call in the party's words: "Pass", "8 Hearts", "Nullo", "Ace, no face"."""
    return CALL_WORDS[call] if call.bid is None else bid_name(rules, call.bid)


def bid_message(rules: Rules, bid: Bid) -> str:
    """Return the message of the bid to partner; "" for most bids (T22, T26, T27)."""
    if rules.no_vs_no_trump_signal == "youngstown" and str(bid) in YOUNGSTOWN_MESSAGES:
        # 6NT shows the joker: without a joker in the pack it has no message.
        return YOUNGSTOWN_MESSAGES[str(bid)] if rules.jokers or str(bid) != "6NT" else ""
    if rules.no_vs_no_trump_signal == "st_paul" and bid.strain == "NO":
        jacks = "one jack of each colour"
        return f"the joker, or {jacks}" if rules.jokers else jacks
    if not is_signal(rules, bid):
        return ""
    strain = STRAIN_NAMES[bid.strain]
    if rules.no_vs_no_trump_signal == "youngstown":
        return YOUNGSTOWN_SUIT_MESSAGES[rules.youngstown_six_suit_meaning].format(suit=strain)
    return f"some strength in {strain}, but not enough for seven"


YOUNGSTOWN_MESSAGES: Mapping[str, str] = {
    "6NT": "the joker",
    "6NO": "two aces",
    "7NO": "better than two aces, but no wish to play it",
    "7NT": "a wish to play at no trump",
}
YOUNGSTOWN_SUIT_MESSAGES: Mapping[str, str] = {
    "right_bower": "the right bower of {suit}",
    "any_bower": "a bower of {suit}",
}
