"""Tricks: which cards may be played, which suits a joker may name, and which card wins.

The *suit led* is the suit that the first card counts as, or the suit that a suitless joker names.
A player *shows void* in a suit by not following it (T60 to T62). Sets of cards, and suits as sets
of cards, are explained in `party.engine.play.ranking`: `hand & led` are the cards of the suit led
in the hand. Everything that asks what is legal asks `legal_to_lead` and `legal_to_follow`.

A trick of a *history* is its leader and its cards in the order of play, as texts; a joker that
named hearts is "Jo/H". In the place of a partner who sits out "-" may stand. With two players and
table piles each of the four holdings is a seat: "N" and "S" the hands, "n" and "s" the tables.
A *ring* is who plays to each trick, in turn.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from party.engine.auction.bids import Bid
from party.engine.cards.cards import Card, Suit
from party.engine.cards.deal import has_piles
from party.engine.errors import Fault, RuleError, fault, refuse_any
from party.engine.play.ranking import Ranking, ranking
from party.engine.rules.rules import Rules
from party.engine.seats import clockwise, fixed_partners, left_of, seat_fault, seats_of

TrickPlayed = tuple[str, Sequence[str]]
SITS_OUT = "-"


class Seen(NamedTuple):
    """What earlier tricks show about a hand: the suits led by anyone, those it lacked."""

    led: int = 0
    void: int = 0


def is_void_shown(ranked: Ranking, card: int, led: int) -> bool:
    """Say whether following this lead with this card shows void.

    Playing the joker does as well, but for Gadd's, which counts as a card of the suit (T62).
    """
    return not card & (led | (ranked.suitless if ranked.gadd else 0))


def suit_led(ranked: Ranking, lead: str, named: Suit | None = None) -> int:
    """Return the suit that a lead asks for; 0 when a suitless joker names none."""
    bit = ranked.bit(lead)
    if not bit & ranked.suitless:
        return ranked.suit_of[bit]
    said = lead.partition("/")[2]
    asked = Suit.parse(said) if said else named
    return ranked.suits[asked] if asked else 0


def history_shows(
    rules: Rules, ranked: Ranking, history: Iterable[TrickPlayed], seat: str | None
) -> Seen:
    """Return what the history says about a seat; without a seat only the suits led.

    Raises RuleError for a seat that is none, and for a trick without cards.
    """
    tricks = [(leader, [*cards]) for leader, cards in history]
    refuse_any(holding_faults(rules, tricks, seat))
    ring = ring_in_history(rules, tricks, seat) if seat else ""
    before = void = 0
    for leader, cards in tricks:
        if not without_gaps(cards):
            raise empty_trick()
        lead, *others = without_gaps(cards)
        led = suit_led(ranked, lead)
        before |= led
        followers = clockwise(ring, leader)[1:] if ring else ""
        for player, card in zip(followers, others, strict=False):
            if player == seat and is_void_shown(ranked, ranked.bit(card), led):
                void |= led
    return Seen(before, void)


def holding_faults(rules: Rules, tricks: Iterable[TrickPlayed], seat: str | None) -> list[Fault]:
    """Return which of these are no seats; only two players with piles have tables, too (S6)."""
    seats = seats_of(rules)
    holdings = {*seats, *(seats.lower() if has_piles(rules) else "")}
    named = [("history", leader) for leader, _ in tricks]
    named += [] if seat is None else [("seat", seat)]
    return [seat_fault(each, place, seats) for place, each in named if each not in holdings]


def empty_trick() -> RuleError:
    return RuleError(fault("no-cards", "A trick has a card at least.", place="trick"))


def without_gaps(cards: Sequence[str]) -> list[str]:
    return [card for card in cards if card != SITS_OUT]


def ring_in_history(rules: Rules, tricks: Sequence[TrickPlayed], seat: str) -> str:
    """Return who plays, as far as the tricks show; empty when they do not fit the seat.

    With as many cards as seats all play. With fewer, those sit out who are marked; else the
    partners of one player: of the first leader, who is the declarer (T63), unless one of them
    leads, or is the seat.
    """
    playing = {seat, *(leader for leader, _ in tricks)}
    for ring in possible_rings(rules, *tricks[0]) if tricks else ():
        if len(ring) == len(without_gaps(tricks[0][1])) and playing <= set(ring):
            return ring
    return ""


def possible_rings(rules: Rules, leader: str, cards: Sequence[str]) -> Iterator[str]:
    """Yield who may be playing, the likeliest first."""
    seats = clockwise(seats_of(rules), leader.upper())
    if len(cards) == len(seats):
        yield "".join(each for each, card in zip(seats, cards, strict=True) if card != SITS_OUT)
        return
    yield seats + seats.lower()  # two players with table piles: hand, hand, table, table (S6)
    for declarer in seats:
        out = fixed_partners(rules, declarer)
        yield "".join(each for each in seats if each not in out)


# Following


def follow_suit(hand: int, led: int) -> int:
    """Who has cards of the suit led plays one of them; who has none plays any card."""
    return hand & led or hand


def legal_to_follow(ranked: Ranking, hand: int, led: int, before: int = 0, void: int = 0) -> int:
    """Return the cards that may be played to a suit led (0: a joker was led and named none).

    A suitless joker has limits of its own, for which `before` are the suits led in earlier tricks
    and `void` those that this hand has shown void in.
    """
    if not hand & ranked.suitless or not led:
        return follow_suit(hand, led)
    if not hand & led:
        return joker_when_void(ranked, hand, led, void)
    if ranked.gadd and not led & before:  # T62: the first lead of a suit
        return hand & (led | ranked.suitless)
    return hand & led


def joker_when_void(ranked: Ranking, hand: int, led: int, void: int) -> int:
    """Return what a hand with a suitless joker and nothing of the suit led may play.

    Not the joker on a suit that the hand has shown void in (T61, T62), unless nothing else is
    left; the joker and nothing else where it is compulsory (T59); else any card.
    """
    joker = hand & ranked.suitless
    others = hand ^ joker
    if led & void and (ranked.renege or ranked.gadd):
        return others or joker
    return joker if ranked.compulsory else hand


def is_powerless(ranked: Ranking, card: int, led: int, void: int) -> bool:
    """Say whether a joker wins nothing: the last card, on a suit shown void in before (T61)."""
    return bool(ranked.renege and card & ranked.suitless and led & void)


# Leading


def legal_to_lead(ranked: Ranking, hand: int, before: int = 0, void: int = 0) -> int:
    """Return the cards that may be led: any, but a suitless joker only if it can name a suit."""
    return hand if legal_to_name(ranked, hand, before, void) else hand & ~ranked.suitless


def legal_to_name(ranked: Ranking, hand: int, before: int = 0, void: int = 0) -> int:
    """Return the suits that a suitless joker in the hand may name when led (T60, T62).

    Who has nothing but jokers must lead one, and if no suit is allowed may name any.
    """
    if not hand & ranked.suitless:
        return 0
    only_jokers = not hand & ~ranked.suitless
    allowed = suits_by_lead_rule(ranked, hand, before, void)
    return allowed or (ranked.every_suit if only_jokers else 0)


def suits_by_lead_rule(ranked: Ranking, hand: int, before: int, void: int) -> int:
    """Return the suits that a suitless joker may name by the rule of this contract."""
    every_suit = ranked.every_suit
    match ranked.lead_rule:
        case "any_trick_any_suit":
            return every_suit
        case "any_suit_not_shown_void":  # by the leader, whether it was led before or not
            return every_suit & ~void
        case "unled_suit_only_then_only_trick_10":
            return every_suit & ~before
        case "gadd":  # a suit that has not been led, or one not held and not yet shown void in
            not_held = sum(suit for suit in ranked.suits.values() if not hand & suit)
            return every_suit & ~before | not_held & ~void
        case _:  # McNabb: the joker is led to the last trick only
            return 0


# Winning


def winner(ranked: Ranking, led: int, cards: Sequence[int]) -> int:
    """Return which card of a trick wins: the highest trump, else the highest of the suit led.

    A suitless joker counts as a trump. Of two equal cards the first played wins (T8). In the place
    of a joker without power (T61) there is a 0.
    """
    power = [card & (led | ranked.trumps) for card in cards]
    return power.index(max(power))


# In cards, not sets of cards


def legal_cards(
    rules: Rules,
    bid: Bid | str | None,
    hand: Iterable[str],
    trick: Iterable[str] = (),
    *,
    nominated: Suit | str | None = None,
    named: Suit | str | None = None,
    history: Iterable[TrickPlayed] = (),
    seat: str | None = None,
) -> frozenset[Card]:
    """Return the cards of the hand that may be played now (common core, T58 to T62).

    `trick` is what lies on the table, in order; empty when the hand is to lead. `nominated` is
    the joker's suit for the whole hand, where the rules allow one (T58), `named` the suit that a
    joker asked for when it led this trick (a "Jo/H" in the trick says the same); a joker that
    named none asks for none. `history` is the tricks before. Without `seat` nobody has shown void
    in anything; in small letters it is a table of two players, and nothing else (S6). No bid
    means all passed and no trump is played (T20). Cards are judged as given: whether the pack
    holds them is not asked. Raises RuleError for what is no card, bid, suit, seat or trick.
    """
    ranked = ranking(rules, read_bid(bid), read_suit(nominated))
    held = ranked.mask(hand)
    seen = history_shows(rules, ranked, history, seat)
    lead = next(iter(trick), None)
    if lead is None:
        return ranked.cards(legal_to_lead(ranked, held, *seen))
    led = suit_led(ranked, lead, read_suit(named))
    return ranked.cards(legal_to_follow(ranked, held, led, *seen))


def nameable_suits(
    rules: Rules,
    bid: Bid | str | None,
    hand: Iterable[str],
    history: Iterable[TrickPlayed] = (),
    seat: str | None = None,
) -> frozenset[Suit]:
    """Return the suits that a joker in the hand may name when it leads now (T60, T62).

    None when the hand has no joker, or when the joker is a trump or may not be led.
    """
    ranked = ranking(rules, read_bid(bid))
    held = ranked.mask(hand)
    return ranked.named(legal_to_name(ranked, held, *history_shows(rules, ranked, history, seat)))


def trick_winner(
    rules: Rules,
    bid: Bid | str | None,
    cards: Iterable[str],
    *,
    nominated: Suit | str | None = None,
    named: Suit | str | None = None,
    dead: frozenset[int] = frozenset(),
) -> int:
    """Return the place (0 for the leader's) of the card that wins the trick.

    `dead` are the places of jokers that win nothing (T61). The rest is as in `legal_cards`; a
    trick without a card is refused.
    """
    ranked = ranking(rules, read_bid(bid), read_suit(nominated))
    trick = [*cards]
    if not trick:
        raise empty_trick()
    led = suit_led(ranked, trick[0], read_suit(named))
    bits = [ranked.bit(card) for card in trick]
    return winner(ranked, led, [0 if at in dead else bit for at, bit in enumerate(bits)])


def first_leader(rules: Rules, dealer: str, declarer: str | None, playing: str) -> str:
    """Return who leads the first trick: the declarer, or the player left of the dealer (T63).

    With no declarer (all passed, T20) it is the latter. `playing` are the seats that play: who
    sits out leads nothing.
    """
    if declarer and rules.first_lead == "declarer":
        return declarer
    seats = seats_of(rules)
    if dealer not in {*seats}:
        raise RuleError(seat_fault(dealer, "dealer", seats))
    around = clockwise(seats, left_of(seats, dealer))
    return next(seat for seat in around if seat in playing)


def read_bid(bid: Bid | str | None) -> Bid | None:
    return Bid.parse(bid) if isinstance(bid, str) else bid


def read_suit(suit: Suit | str | None) -> Suit | None:
    return Suit.parse(suit) if suit else None
