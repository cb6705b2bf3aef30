"""Tricks: legal cards, suits that a joker may name, and the winning card.

The *suit led* is the suit of the first card, or the suit that a suitless joker names. A player
*shows void* in a suit by not following it (T60 to T62). Sets of cards are ints, as
`party.engine.play.ranking` explains.

A *history* has a pair for each earlier trick: the leader, and the cards in the order of play as
texts. A joker that named hearts is "Jo/H", a partner who sits out may appear as "-". With two
players and table piles, each of the four holdings counts as a seat: "N" and "S" are the hands, "n"
and "s" the tables. A *ring* is the holdings that play to each trick, in turn.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from party.engine.auction.bids import Bid
from party.engine.cards.cards import Card, Suit
from party.engine.cards.deal import has_piles
from party.engine.errors import Fault, RuleError, fault
from party.engine.play.ranking import Ranking, ranking
from party.engine.rules.rules import Rules
from party.engine.seats import fixed_partners, left_neighbour, seat_fault, seats_from, seats_of

TrickPlayed = tuple[str, Sequence[str]]
NO_CARD = "-"


class EarlierSuits(NamedTuple):
    """Suits in earlier tricks: those `led` by anybody, and those in which one hand showed void."""

    led: int = 0
    void: int = 0


def is_void_shown(ranked: Ranking, card: int, led: int) -> bool:
    """Return whether the card shows void in the suit led; Gadd's joker is of any suit (T62)."""
    return not card & (led | (ranked.suitless if ranked.is_gadd_joker else 0))


def suit_led(ranked: Ranking, lead: str, named: Suit | None = None) -> int:
    """Return the suit of the lead; 0 if a suitless joker names no suit."""
    bit = ranked.bit(lead)
    if not bit & ranked.suitless:
        return ranked.suit_of[bit]
    suffix = lead.partition("/")[2]
    suit = Suit.parse(suffix) if suffix else named
    return ranked.suits[suit] if suit else 0


def earlier_suits(
    rules: Rules, ranked: Ranking, history: Iterable[TrickPlayed], seat: str | None
) -> EarlierSuits:
    """Return the suits led in the history, and those in which the seat (if any) showed void.

    Raises RuleError for an unknown seat, and for a trick without cards.
    """
    tricks = [(leader, [*cards]) for leader, cards in history]
    if faults := holding_faults(rules, tricks, seat):
        raise RuleError(*faults)
    ring = ring_in_history(rules, tricks, seat) if seat else ""
    earlier_leads = void = 0
    for leader, cards in tricks:
        if not cards_in_trick(cards):
            raise empty_trick_error()
        lead, *others = cards_in_trick(cards)
        led = suit_led(ranked, lead)
        earlier_leads |= led
        followers = seats_from(ring, leader)[1:] if ring else ""
        for player, card in zip(followers, others, strict=False):
            if player == seat and is_void_shown(ranked, ranked.bit(card), led):
                void |= led
    return EarlierSuits(earlier_leads, void)


def holding_faults(rules: Rules, tricks: Iterable[TrickPlayed], seat: str | None) -> list[Fault]:
    """Return a fault for each unknown holding; small letters are tables of two players (S6)."""
    seats = seats_of(rules)
    holdings = {*seats, *(seats.lower() if has_piles(rules) else "")}
    seats_named = [("history", leader) for leader, _ in tricks]
    seats_named += [] if seat is None else [("seat", seat)]
    return [seat_fault(seat, place, seats) for place, seat in seats_named if seat not in holdings]


def empty_trick_error() -> RuleError:
    return RuleError(fault("no-cards", "A trick has a card at least.", place="trick"))


def cards_in_trick(cards: Sequence[str]) -> list[str]:
    return [card for card in cards if card != NO_CARD]


def ring_in_history(rules: Rules, tricks: Sequence[TrickPlayed], seat: str) -> str:
    """Return the ring of the tricks; "" if no ring fits them and the seat.

    If a trick has an entry for every seat, "-" stands for a seat that sits out. Otherwise the
    partners of one player sit out: usually of the first leader, who is the declarer (T63).
    """
    playing = {seat, *(leader for leader, _ in tricks)}
    for ring in possible_rings(rules, *tricks[0]) if tricks else ():
        if len(ring) == len(cards_in_trick(tricks[0][1])) and playing <= set(ring):
            return ring
    return ""


def possible_rings(rules: Rules, leader: str, cards: Sequence[str]) -> Iterator[str]:
    seats = seats_from(seats_of(rules), leader.upper())
    if len(cards) == len(seats):
        yield "".join(seat for seat, card in zip(seats, cards, strict=True) if card != NO_CARD)
        return
    yield seats + seats.lower()  # two players with table piles: hand, hand, table, table (S6)
    for declarer in seats:
        out = fixed_partners(rules, declarer)
        yield "".join(seat for seat in seats if seat not in out)


def legal_to_follow(
    ranked: Ranking, hand: int, led: int, earlier_leads: int = 0, void: int = 0
) -> int:
    """Return the cards that may follow; `led` is 0 if a joker led and named no suit.

    `earlier_leads` are the suits led in earlier tricks, `void` the suits in which this hand has
    shown void: only a suitless joker depends on them.
    """
    if not hand & ranked.suitless or not led:
        return hand & led or hand
    if not hand & led:
        return joker_when_void(ranked, hand, led, void)
    if ranked.is_gadd_joker and not led & earlier_leads:  # T62: the first lead of a suit
        return hand & (led | ranked.suitless)
    return hand & led


def joker_when_void(ranked: Ranking, hand: int, led: int, void: int) -> int:
    """Return the legal cards of a hand with a suitless joker and no card of the suit led.

    If the hand has shown void in the suit before, the joker is barred (T61, T62) unless it is the
    last card. Otherwise the joker may be compulsory (T59), or any card is legal.
    """
    joker = hand & ranked.suitless
    other_cards = hand ^ joker
    if led & void and (ranked.is_joker_barred_after_void or ranked.is_gadd_joker):
        return other_cards or joker
    return joker if ranked.is_joker_compulsory else hand


def is_powerless(ranked: Ranking, card: int, led: int, void: int) -> bool:
    """Return whether a joker can win nothing, as its holder has shown void in the suit (T61)."""
    return bool(ranked.is_joker_barred_after_void and card & ranked.suitless and led & void)


def legal_to_lead(ranked: Ranking, hand: int, earlier_leads: int = 0, void: int = 0) -> int:
    """Return the cards that may lead; a suitless joker may only if it can name a suit."""
    return hand if legal_to_name(ranked, hand, earlier_leads, void) else hand & ~ranked.suitless


def legal_to_name(ranked: Ranking, hand: int, earlier_leads: int = 0, void: int = 0) -> int:
    """Return the suits that a suitless joker in the hand may name if it leads (T60, T62).

    If the hand has only jokers and no suit is allowed, they may name any suit.
    """
    if not hand & ranked.suitless:
        return 0
    only_jokers = not hand & ~ranked.suitless
    allowed = suits_by_lead_rule(ranked, hand, earlier_leads, void)
    return allowed or (ranked.every_suit if only_jokers else 0)


def suits_by_lead_rule(ranked: Ranking, hand: int, earlier_leads: int, void: int) -> int:
    every_suit = ranked.every_suit
    match ranked.joker_lead_rule:
        case "any_trick_any_suit":
            return every_suit
        case "any_suit_not_shown_void":  # the leader has not shown void in it
            return every_suit & ~void
        case "unled_suit_only_then_only_trick_10":
            return every_suit & ~earlier_leads
        case "gadd":  # a suit not led so far, or one that the leader lacks but has not shown
            lacked = sum(suit for suit in ranked.suits.values() if not hand & suit)
            return every_suit & ~earlier_leads | lacked & ~void
        case _:  # McNabb: the joker is led to the last trick only
            return 0


def winning_index(ranked: Ranking, led: int, cards: Sequence[int]) -> int:
    """Return the index of the best card; 0 stands for a joker without power (T61).

    A suitless joker counts as a trump. Of two equal cards the first wins (T8).
    """
    power = [card & (led | ranked.trumps) for card in cards]
    return power.index(max(power))


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

    `bid` None: all passed, and the hand is played at no trump (T20). `trick` is the cards on the
    table, in order; empty if the hand is to lead. `nominated` is the joker's suit for the whole
    hand, if the rules allow one (T58), `named` the suit of a joker that led this trick. Without
    `seat` nobody has shown void in the `history`. Does not check the pack.

    Raises RuleError for an unknown card, bid, suit or seat, and for an empty trick in the history.
    """
    ranked = ranking(rules, read_bid(bid), read_suit(nominated))
    held = ranked.mask(hand)
    earlier = earlier_suits(rules, ranked, history, seat)
    lead = next(iter(trick), None)
    if lead is None:
        return ranked.cards(legal_to_lead(ranked, held, *earlier))
    led = suit_led(ranked, lead, read_suit(named))
    return ranked.cards(legal_to_follow(ranked, held, led, *earlier))


def nameable_suits(
    rules: Rules,
    bid: Bid | str | None,
    hand: Iterable[str],
    history: Iterable[TrickPlayed] = (),
    seat: str | None = None,
) -> frozenset[Suit]:
    """Return the suits that a joker in the hand may name if it leads now (T60, T62).

    The set is empty if the hand has no joker, if the joker is a trump, or if it may not be led.
    """
    ranked = ranking(rules, read_bid(bid))
    held = ranked.mask(hand)
    return ranked.suits_in(
        legal_to_name(ranked, held, *earlier_suits(rules, ranked, history, seat))
    )


def trick_winner(
    rules: Rules,
    bid: Bid | str | None,
    cards: Iterable[str],
    *,
    nominated: Suit | str | None = None,
    named: Suit | str | None = None,
    dead: frozenset[int] = frozenset(),
) -> int:
    """Return the index (0 for the leader's) of the card that wins the trick.

    `dead` are the indexes of jokers without power (T61); `nominated` and `named` are as in
    `legal_cards`. Raises RuleError for a trick without cards.
    """
    ranked = ranking(rules, read_bid(bid), read_suit(nominated))
    trick = [*cards]
    if not trick:
        raise empty_trick_error()
    led = suit_led(ranked, trick[0], read_suit(named))
    bits = [ranked.bit(card) for card in trick]
    return winning_index(
        ranked, led, [0 if index in dead else bit for index, bit in enumerate(bits)]
    )


def first_leader(rules: Rules, dealer: str, declarer: str | None, playing: str) -> str:
    """Return the leader of the first trick: the declarer, or the player left of the dealer (T63).

    `declarer` is None if all passed (T20); `playing` are the seats that do not sit out.
    """
    if declarer and rules.first_lead == "declarer":
        return declarer
    seats = seats_of(rules)
    if dealer not in {*seats}:
        raise RuleError(seat_fault(dealer, "dealer", seats))
    clockwise_seats = seats_from(seats, left_neighbour(seats, dealer))
    return next(seat for seat in clockwise_seats if seat in playing)


def read_bid(bid: Bid | str | None) -> Bid | None:
    return Bid.parse(bid) if isinstance(bid, str) else bid


def read_suit(suit: Suit | str | None) -> Suit | None:
    return Suit.parse(suit) if suit else None
