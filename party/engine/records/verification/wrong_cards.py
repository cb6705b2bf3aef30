"""Why a card of a record was wrong, in words, with the number of the rule and what was legal."""

from typing import NamedTuple

from party.engine.cards.cards import EVERY_CARD, Card, Suit
from party.engine.errors import Fault, fault
from party.engine.play.ranking import Ranking
from party.engine.play.table import Table
from party.engine.records.verification.faults import CORE
from party.engine.seats import seat_name


class CardPlayed(NamedTuple):
    """Which card, in which trick (the first is 1), from which holding of the ring."""

    table: Table
    ranked: Ranking
    trick: int
    holding: str
    bit: int

    @property
    def card(self) -> Card:
        return next(each for each in EVERY_CARD if self.ranked.bits[each] == self.bit)

    @property
    def place(self) -> str:
        return f"trick {self.trick} {self.holding}"

    @property
    def suitless(self) -> bool:
        return bool(self.bit & self.ranked.suitless)


class CardsAllowed(NamedTuple):
    """What could be played instead: the legal cards, the suits a joker could name, the suit led.

    `held`: the card could be there at all; `leads`: it was led; `sure`: the whole hand is known;
    `shown`: the seat had shown void in the suit led.
    """

    legal: int
    names: int
    led: int
    held: bool
    leads: bool
    sure: bool
    shown: bool


def card_fault(played: CardPlayed, allowed: CardsAllowed) -> Fault:
    """Return the fault of one card."""
    code, rule, text = reason(played, allowed)
    return fault(
        code,
        text,
        rule=rule,
        place=played.place,
        legal=legal_texts(played.ranked, allowed),
        seat=seat_name(played.holding.upper()),
        card=played.card.words,
        suit=suit_words(played.ranked, allowed.led),
    )


def reason(played: CardPlayed, allowed: CardsAllowed) -> tuple[str, str, str]:
    """Return code, rule and sentence for a card that was not legal."""
    gadd = played.ranked.gadd
    if not allowed.held:
        text = "{seat} does not hold the {card}, or it was played before."
        return "record-not-held", CORE, text
    if allowed.leads:
        text = "The joker may not be led for {suit} here." if allowed.names else JOKER_NOT_LED
        return "record-joker-lead", "T62" if gadd else "T60", text
    if allowed.legal & allowed.led:
        return "record-revoke", CORE, REVOKE if allowed.sure else LATER
    if played.suitless:
        return "record-joker", "T62" if gadd else "T61", JOKER_BARRED
    return "record-joker", "T59", "{seat} has no {suit} and must play the joker."


JOKER_NOT_LED = "The joker may not be led here."
JOKER_BARRED = "{seat} has failed to follow {suit} before: the joker may not be played to it."
REVOKE = "{seat} has {suit} and plays the {card}: a revoke."
LATER = "{seat} plays the {card} to {suit} and has {suit} later on: a revoke."


def legal_texts(ranked: Ranking, allowed: CardsAllowed) -> tuple[str, ...]:
    """Return the legal cards as they are said; a joker led once for each suit it may name."""
    jokers = allowed.legal & ranked.suitless if allowed.leads else 0
    texts = [str(c) for c in EVERY_CARD if ranked.both(c) & allowed.legal & ~jokers]
    for joker in (each for each in EVERY_CARD if ranked.bits[each] & jokers):
        texts += [f"{joker}/{s}" for s in Suit if ranked.suits[s] & allowed.names]
    return tuple(texts)


def suit_words(ranked: Ranking, led: int) -> str:
    return next((suit.words for suit, cards in ranked.suits.items() if cards & led), "no suit")


def sits_out(table: Table, trick: int, seat: str, card: Card) -> Fault:
    """Return the fault of a card from a seat whose cards lie face down."""
    if table.announced:
        rule = "T54" if table.announced == "slam" else "T55"
    elif table.strain == "HILO":
        rule = "T52"
    else:
        rule = "T90" if table.rules.players == 6 else "T48"
    return fault(
        "record-sits-out",
        "{seat} sits out and plays the {card}.",
        rule=rule,
        place=f"trick {trick} {seat}",
        seat=seat_name(seat.upper()),
        card=card.words,
    )


def too_late(number: int, seat: str) -> Fault:
    """Return the fault of a trick after the hand was over (T50)."""
    return fault(
        "record-over",
        "{seat} has taken a trick: the hand is over.",
        rule="T50",
        place=f"trick {number + 1}",
        seat=seat_name(seat),
    )
