"""The partner of five players: a card or a player that the declarer calls (S4, S21, S25)."""

from collections.abc import Iterator
from itertools import combinations

from party.engine.cards.cards import Card, pack
from party.engine.play.playing import to_nominate
from party.engine.play.ranking import left_and_right, ranking, trump_suit
from party.engine.play.stage import Refusal, Stage, Table, read_card
from party.engine.seats import clockwise

ALONE = "alone"
CALLED = {"call_card", "pick_player", "pick_two_players_at_8"}


class Calling(Stage):
    """The declarer has buried and says with whom he plays."""

    __slots__ = ()
    name = "call"

    def legal(self) -> tuple[str, ...]:
        table = self.table
        if table.rules.partner_mode != "call_card":
            return (*(f"call {each}" for each in callable_players(table)), ALONE)
        cards = tuple(f"call {card}" for card in callable_cards(table))
        return (*cards, ALONE) if table.rules.alone_five_hand == "announced" else cards

    def act(self, text: str) -> tuple[str, Stage]:
        said = spell_call(text)
        if said not in self.legal():
            rule = "T83" if self.table.rules.partner_mode == "call_card" else "T82"
            raise Refusal("that cannot be called.", rule=rule)
        return said, to_nominate(with_partners_called(self.table, said.removeprefix("call ")))


def spell_call(text: str) -> str:
    """Return the action as `legal` writes it; any text that is none stays none."""
    verb, *rest = text.split() or [""]
    if verb.lower() == ALONE and not rest:
        return ALONE
    if verb.lower() != "call" or not rest:
        return text
    if all(each in {*"12345"} for each in rest):
        return " ".join(("call", *sorted(rest)))
    return f"call {read_card(' '.join(rest))}"


def callable_players(table: Table) -> Iterator[str]:
    """Yield any other player, and at eight or more any two (T82)."""
    seats = sorted(other_seats(table))
    yield from seats
    eight = table.bid is not None and table.bid.level >= 8
    if eight and table.rules.partner_mode == "pick_two_players_at_8":
        yield from (" ".join(two) for two in combinations(seats, 2))


def callable_cards(table: Table) -> tuple[Card, ...]:
    """Return the cards that may be called (T83), in the order of the pack.

    Where playing alone must be announced, only a card that somebody else holds; else naming an own
    or a buried card is the secret way to play alone (T57).
    """
    cards = dict.fromkeys(pack(table.rules))
    if table.rules.alone_five_hand == "announced":
        held = {card for seat in other_seats(table) for card in table.hands[seat]}
        cards = {card: None for card in cards if card in held}
    return tuple(card for card in cards if can_call(table, card))


def can_call(table: Table, card: Card) -> bool:
    """Say whether the card may be called (T83); at no trump only the joker is a trump (C25)."""
    restriction = table.rules.call_restriction
    if restriction == "not_in_own_hand":
        return card not in table.hands[table.lead]
    if restriction == "no_trump_at_all":
        ranked = ranking(table.rules, table.bid)
        return not ranked.trumps & ranked.bits[card]
    trump = trump_suit(table.bid)
    bowers = left_and_right(trump) if trump and restriction == "not_jk_nor_bower" else ()
    return not card.joker and card not in bowers


def with_partners_called(table: Table, what: str) -> Table:
    """Return the table with the partners that this call makes."""
    if what == ALONE:
        return table
    if table.rules.partner_mode == "call_card":
        card = Card(what)
        held = tuple(seat for seat in other_seats(table) if card in table.hands[seat])
        secret = table.rules.partner_reveal == "secret_until_played"
        return table.changed(called=card, partners=held[:1], secret=secret)
    return table.changed(
        partners=tuple(each for each in other_seats(table) if each in what.split())
    )


def other_seats(table: Table) -> str:
    return clockwise(table.seats, table.lead)[1:]


def to_call(table: Table) -> Stage:
    """Five players without fixed partners: somebody is called before the first lead (T82)."""
    return Calling(table, table.lead) if is_partner_called(table) else to_nominate(table)


def is_partner_called(table: Table) -> bool:
    """Say whether the declarer of five calls a partner; in misère and Hi/Lo nobody is called."""
    ordinary = table.bid is not None and not table.bid.special
    return table.rules.players == 5 and ordinary and table.rules.partner_mode in CALLED
