"""Builds the record of a hand that a test plays."""

from collections.abc import Iterable, Iterator

from party.engine.cards.cards import EVERY_CARD, Card, Suit
from party.engine.play.hand import Hand
from party.engine.play.kitty import is_kitty_untouched, kitty_of
from party.engine.play.ranking import may_nominate
from party.engine.play.stage import TableState
from party.engine.records.ptn_cards import HOLDING_ORDER
from party.engine.records.record import Cards, Record, TrickRow
from party.engine.seats import left_neighbour, seats_from
from tests.engine.hands import hand_after


def record_of(hand: Hand, *, tags: tuple[tuple[str, str], ...] = ()) -> Record:
    """Return the record of a hand so far; `tags` are pairs such as ("Event", "Club")."""
    dealt, table = hand.dealt_table, hand.table
    calls = tuple(str(call) for _, call in hand.auction.calls)
    return Record(
        players=hand.rules.players,
        tags=tags,
        dealer=hand.dealer,
        hands={
            seat: in_ptn_order(dealt.hands[seat]) for seat in seats_from(table.seats, hand.dealer)
        },
        piles=dict(dealt.piles),
        dead=in_ptn_order(dealt.dead),
        kitty=dealt.kitty,
        declarer=hand.declarer or "",
        contract=str(hand.contract) if hand.contract else "",
        caller=left_neighbour(table.seats, hand.dealer) if calls else "",
        calls=calls,
        added=cards_added(hand, table),
        removed=cards_removed(hand),
        announced=table.announced or "",
        given=tuple(Card(act.split()[1]) for act in hand.actions if act.startswith("give ")),
        called=call_for_partner(hand),
        joker_suit=written_joker_suit(table, is_play_begun=bool(hand.cards_played)),
        column=column_holdings(hand)[0] if hand.cards_played else "",
        tricks=tuple(trick_rows(hand)) if hand.cards_played else (),
        joker_leads=joker_leads(hand),
    )


def cards_removed(hand: Hand) -> dict[str, Cards]:
    """Return the cards that each seat buried, in the order of burying."""
    by_seat: dict[str, Cards] = {}
    for index, action in enumerate(hand.actions):
        if action.startswith("bury "):
            seat = hand_after(hand, index).turn or ""
            by_seat[seat] = (*by_seat.get(seat, ()), *map(Card, action.split()[1:]))
    return by_seat


def cards_added(hand: Hand, table: TableState) -> dict[str, Cards]:
    """Return the cards that each seat took up: the kitty, or the buried cards (T47)."""
    if table.bid is None or is_kitty_untouched(table) or not kitty_of(table):
        return {}
    by_seat = {table.main_seat: kitty_of(table)}
    if table.strain == "GRAND":
        buried = [*cards_removed(hand).values()]
        by_seat |= dict(zip(table.partners, buried, strict=False))
    return by_seat


def call_for_partner(hand: Hand) -> tuple[str, ...]:
    """Return the called card or players, or ("alone",); () without a call (T82)."""
    for action in hand.actions:
        word, _, called = action.partition(" ")
        if word == "call":
            return tuple(called.split())
        if word == "alone":
            return ("alone",)
    return ()


def written_joker_suit(table: TableState, *, is_play_begun: bool) -> Suit | str:
    """Return the nominated suit; "-" if the declarer was allowed to nominate and did not."""
    if table.nominated or not is_play_begun or not may_nominate(table.rules, table.bid):
        return table.nominated or ""
    return "-"


def column_holdings(hand: Hand) -> tuple[str, ...]:
    """Return the seats from the first leader on, then the tables."""
    first = hand.tricks[0].holdings[0] if hand.tricks else hand.ring[0]
    seats = seats_from(hand.seats, first.upper())
    return (*seats, *(seats.lower() if hand.table.piles else ""))


def trick_rows(hand: Hand) -> Iterator[TrickRow]:
    holdings_by_column = column_holdings(hand)
    tricks = [(trick.holdings, trick.cards) for trick in hand.tricks]
    if hand.trick:
        tricks.append((hand.ring, hand.trick))
    for holdings, cards in tricks:
        by_place = dict(zip(holdings, cards, strict=False))
        yield tuple(card_of(by_place.get(holding)) for holding in holdings_by_column)


def card_of(action: str | None) -> Card | None:
    return Card(action.partition("/")[0]) if action else None


def joker_leads(hand: Hand) -> dict[int, Suit]:
    leads = [trick.cards[0] for trick in hand.tricks] + list(hand.trick[:1])
    return {n: Suit(action[-1]) for n, action in enumerate(leads, 1) if "/" in action}


def in_ptn_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return a hand in the order of PTN: suit by suit, the highest card first."""
    highest_first = sorted(cards, key=EVERY_CARD.index, reverse=True)
    return tuple(sorted(highest_first, key=lambda card: HOLDING_ORDER.index(card.suit)))
