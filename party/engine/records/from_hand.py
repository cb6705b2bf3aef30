"""The record of a hand that was played, or of as much of it as has been played."""

from collections.abc import Iterator

from party.engine.cards.cards import Card, Suit
from party.engine.play.hand import Hand
from party.engine.play.kitty import is_kitty_left, kitty_of
from party.engine.play.ranking import may_nominate
from party.engine.play.stage import Table
from party.engine.records.ptn_cards import in_order
from party.engine.records.record import Cards, Record, TrickRow
from party.engine.seats import clockwise, left_of


def record_of(hand: Hand, *, tags: tuple[tuple[str, str], ...] = ()) -> Record:
    """Return the record of a hand so far; `tags` are put in front, such as ("Event", "Club")."""
    first, now = hand.first, hand.table
    calls = tuple(str(call) for _, call in hand.auction.calls)
    return Record(
        players=hand.rules.players,
        tags=tags,
        dealer=hand.dealer,
        hands={seat: in_order(first.hands[seat]) for seat in clockwise(now.seats, hand.dealer)},
        piles=dict(first.piles),
        dead=in_order(first.dead),
        kitty=first.kitty,
        declarer=hand.declarer or "",
        contract=str(hand.contract) if hand.contract else "",
        caller=left_of(now.seats, hand.dealer) if calls else "",
        calls=calls,
        added=added(hand, now),
        removed=removed(hand),
        announced=now.announced or "",
        given=tuple(Card(each.split()[1]) for each in hand.actions if each.startswith("give ")),
        called=called(hand),
        joker_suit=joker_suit(now, begun=bool(hand.played)),
        column=columns(hand)[0] if hand.played else "",
        tricks=tuple(tricks(hand)) if hand.played else (),
        joker_leads=joker_leads(hand),
    )


def removed(hand: Hand) -> dict[str, Cards]:
    """Return what each seat buried, in the order in which it did."""
    found: dict[str, Cards] = {}
    while hand.before is not None:
        if hand.said.startswith("bury "):
            seat = hand.before.turn or ""
            cards = tuple(map(Card, hand.said.split()[1:]))
            found = {seat: cards + found.pop(seat, ()), **found}
        hand = hand.before
    return found


def added(hand: Hand, table: Table) -> dict[str, Cards]:
    """Return what each seat took up: the kitty, and in grand misère what was buried (T47)."""
    if table.bid is None or is_kitty_left(table) or not kitty_of(table):
        return {}
    found = {table.lead: kitty_of(table)}
    if table.strain == "GRAND":
        buried = [*removed(hand).values()]
        found |= dict(zip(table.partners, buried, strict=False))
    return found


def called(hand: Hand) -> tuple[str, ...]:
    """Return the card or the players that were called, or "alone" (T82)."""
    for said in hand.actions:
        word, _, rest = said.partition(" ")
        if word == "call":
            return tuple(rest.split())
        if word == "alone":
            return ("alone",)
    return ()


def joker_suit(table: Table, *, begun: bool) -> Suit | str:
    """Return the suit nominated; "-" where one might have been and none was (T58)."""
    if table.nominated or not begun or not may_nominate(table.rules, table.bid):
        return table.nominated or ""
    return "-"


def columns(hand: Hand) -> tuple[str, ...]:
    """Return whose cards the columns are: every seat from the first leader on, then tables."""
    first = hand.tricks[0].leader if hand.tricks else hand.leader or ""
    seats = clockwise(hand.seats, first.upper())
    return (*seats, *(seats.lower() if hand.piles else ""))


def tricks(hand: Hand) -> Iterator[TrickRow]:
    """Yield the tricks in columns; the last may be unfinished."""
    places = columns(hand)
    played = [(trick.holdings, trick.cards) for trick in hand.tricks]
    if hand.trick:
        played.append((hand.ring, hand.trick))
    for holdings, cards in played:
        by_place = dict(zip(holdings, cards, strict=False))
        yield tuple(card_of(by_place.get(each)) for each in places)


def card_of(said: str | None) -> Card | None:
    return Card(said.partition("/")[0]) if said else None


def joker_leads(hand: Hand) -> dict[int, Suit]:
    """Return the suits that jokers named when they were led."""
    leads = [trick.cards[0] for trick in hand.tricks] + list(hand.trick[:1])
    return {n: Suit(said[-1]) for n, said in enumerate(leads, 1) if "/" in said}
