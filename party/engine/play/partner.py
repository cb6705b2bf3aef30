"""The call for a partner by the declarer of five: a card or players (S4, S21, S25)."""

from collections.abc import Iterator
from itertools import combinations

from party.engine.cards.cards import Card, pack
from party.engine.play.playing import nomination_stage
from party.engine.play.ranking import bowers, ranking, trump_suit
from party.engine.play.stage import HandStage, Refusal, TableState, read_card
from party.engine.seats import seats_from

ALONE = "alone"
CALLING_MODES = {"call_card", "pick_player", "pick_two_players_at_8"}


class Calling(HandStage):
    name = "call"

    def legal(self) -> tuple[str, ...]:
        table = self.table
        if table.rules.partner_mode != "call_card":
            return (*(f"call {player}" for player in callable_players(table)), ALONE)
        cards = tuple(f"call {card}" for card in callable_cards(table))
        return (*cards, ALONE) if table.rules.alone_five_hand == "announced" else cards

    def act(self, text: str) -> tuple[str, HandStage]:
        action = spell_call(text)
        if action not in self.legal():
            rule = "T83" if self.table.rules.partner_mode == "call_card" else "T82"
            raise Refusal("that cannot be called.", rule=rule)
        table = with_partners_called(self.table, action.removeprefix("call "))
        return action, nomination_stage(table)


def spell_call(text: str) -> str:
    """Return the action as `legal` spells it, or the text itself if it is no call."""
    verb, *called = text.split() or [""]
    if verb.lower() == ALONE and not called:
        return ALONE
    if verb.lower() != "call" or not called:
        return text
    if all(seat in {*"12345"} for seat in called):
        return " ".join(("call", *sorted(called)))
    return f"call {read_card(' '.join(called))}"


def callable_players(table: TableState) -> Iterator[str]:
    """Yield each other player, and at eight or more each pair of them (T82)."""
    seats = sorted(other_seats(table))
    yield from seats
    is_eight = table.bid is not None and table.bid.level >= 8
    if is_eight and table.rules.partner_mode == "pick_two_players_at_8":
        yield from (" ".join(two) for two in combinations(seats, 2))


def callable_cards(table: TableState) -> tuple[Card, ...]:
    """Return the cards that may be called (T83), in the order of the pack.

    If the rules make a declarer announce playing alone, only cards in other hands may be called.
    Otherwise a declarer who calls their own card, or a buried one, plays alone in secret (T57).
    """
    cards = dict.fromkeys(pack(table.rules))
    if table.rules.alone_five_hand == "announced":
        held = {card for seat in other_seats(table) for card in table.hands[seat]}
        cards = {card: None for card in cards if card in held}
    return tuple(card for card in cards if can_call(table, card))


def can_call(table: TableState, card: Card) -> bool:
    restriction = table.rules.call_restriction
    if restriction == "not_in_own_hand":
        return card not in table.hands[table.main_seat]
    if restriction == "no_trump_at_all":
        ranked = ranking(table.rules, table.bid)
        return not ranked.trumps & ranked.bits[card]
    trump = trump_suit(table.bid)
    excluded = bowers(trump) if trump and restriction == "not_jk_nor_bower" else ()
    return not card.is_joker and card not in excluded


def with_partners_called(table: TableState, call: str) -> TableState:
    if call == ALONE:
        return table
    if table.rules.partner_mode == "call_card":
        card = Card(call)
        holders = tuple(seat for seat in other_seats(table) if card in table.hands[seat])
        is_secret = table.rules.partner_reveal == "secret_until_played"
        return table.with_changes(called_card=card, partners=holders[:1], is_secret=is_secret)
    return table.with_changes(
        partners=tuple(seat for seat in other_seats(table) if seat in call.split())
    )


def other_seats(table: TableState) -> str:
    return seats_from(table.seats, table.main_seat)[1:]


def calling_stage(table: TableState) -> HandStage:
    return Calling(table, table.main_seat) if is_partner_called(table) else nomination_stage(table)


def is_partner_called(table: TableState) -> bool:
    """Return whether the declarer calls a partner: only among five, for an ordinary bid."""
    is_ordinary = table.bid is not None and not table.bid.is_special
    return table.rules.players == 5 and is_ordinary and table.rules.partner_mode in CALLING_MODES
