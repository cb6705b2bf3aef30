"""The card that a bot plays: the rules of thumb of ordinary players.

An *aim* is a player's intention for a trick: "win" it for their side, "duck" it, or "feed" it to
the *prey*, a player who must not take it. To *draw* trumps is to lead them until nobody else has
any; to *cash* a boss is to lead it and win the trick.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from party.engine.bots.card_sets import (
    bosses,
    cards_above,
    cards_below,
    count_below,
    highest_card,
    lowest_card,
    single_cards,
    suit_of,
)
from party.engine.play.ranking import Ranking
from party.engine.play.tricks import winning_index

TRUMPS_TO_DRAW_WITHOUT_BOSS = 4


@dataclass(frozen=True)
class CardChoice:
    """The facts that a player knows before playing a card, and the aim.

    `legal` cards may be played, `held` are in the hand, the other players may hold `unseen`.
    `trick` are the cards on the table and `led` their suit. `is_friendly` and `is_prey` have a
    value for each player, in the order of this trick. `is_attacking`: this side won the auction.
    `prey_open_cards` are the open cards of the prey.
    """

    ranked: Ranking
    aim: str
    legal: int
    held: int
    unseen: int
    is_friendly: tuple[bool, ...]
    trick: tuple[int, ...] = ()
    led: int = 0
    is_attacking: bool = False
    is_prey: tuple[bool, ...] = ()
    prey_open_cards: int = 0

    @cached_property
    def bosses(self) -> int:
        return bosses(self.ranked, self.legal, self.unseen)

    @cached_property
    def strong_cards(self) -> int:
        """The cards that win over the suit led: trumps and suitless jokers."""
        return self.ranked.trumps | self.ranked.suitless

    @cached_property
    def winning_index(self) -> int:
        return winning_index(self.ranked, self.led, self.trick)

    @cached_property
    def card_to_beat(self) -> int:
        return self.trick[self.winning_index] & (self.led | self.strong_cards)

    @cached_property
    def winning_cards(self) -> int:
        return cards_above(self.legal & (self.led | self.strong_cards), self.card_to_beat)

    @cached_property
    def is_later_friendly(self) -> tuple[bool, ...]:
        """For each player who still has to play: whether this is a friend."""
        return self.is_friendly[len(self.trick) + 1 :]

    def suit(self, card: int) -> int:
        return suit_of(self.ranked, card)


def best_play(choice: CardChoice) -> int:
    lead, follow = PLAYS[choice.aim]
    return follow(choice) if choice.trick else lead(choice)


def lead_to_win(choice: CardChoice) -> int:
    """Draw trumps if this side bid, cash bosses of side suits, otherwise lead low.

    A boss of trumps wins later as well: keep it to regain the lead.
    """
    if choice.is_attacking and (trump := trump_to_draw(choice)):
        return trump
    side_bosses = choice.bosses & ~choice.strong_cards
    if side_bosses:
        return min(
            single_cards(side_bosses),
            key=lambda card: (choice.held & choice.suit(card)).bit_count(),
        )
    return min(single_cards(choice.legal), key=lambda card: lead_key(choice, card))


def trump_to_draw(choice: CardChoice) -> int:
    """Return a trump to lead while others may have trumps; 0 if drawing is not worth it.

    With many trumps but not the boss, the bot leads a low one, to force the boss out.
    """
    trumps = choice.legal & choice.strong_cards
    if not choice.unseen & choice.strong_cards:
        return 0
    if trumps & choice.bosses:
        return highest_card(trumps)
    return lowest_card(trumps) if trumps.bit_count() >= TRUMPS_TO_DRAW_WITHOUT_BOSS else 0


def lead_key(choice: CardChoice, card: int) -> tuple[bool, int, int]:
    """Return a sort key: low side cards, short suits if this side bid, otherwise long suits."""
    length = (choice.held & choice.suit(card)).bit_count()
    return (
        bool(card & choice.strong_cards),
        length if choice.is_attacking else -length,
        count_below(choice.ranked, card),
    )


def follow_to_win(choice: CardChoice) -> int:
    """Win as cheaply as possible, but leave a friend's sure trick alone.

    If only opponents follow, win with a high card; if a friend follows too, only with a boss.
    """
    if not choice.winning_cards or is_trick_safe(choice):
        return least_useful_card(choice)
    if all(choice.is_later_friendly) or not choice.winning_cards & choice.led:
        return lowest_card(choice.winning_cards)
    best = highest_card(choice.winning_cards & choice.led)
    if any(choice.is_later_friendly) and not best & choice.bosses:
        return least_useful_card(choice)
    return cheapest_equal(choice, best)


def is_trick_safe(choice: CardChoice) -> bool:
    """Return whether a friend surely wins the trick, as far as this player knows."""
    if not choice.is_friendly[choice.winning_index]:
        return False
    card = choice.trick[choice.winning_index]
    return all(choice.is_later_friendly) or not cards_above(
        choice.unseen & choice.suit(card), card
    )


def least_useful_card(choice: CardChoice) -> int:
    """Return a low card; a boss or a trump only if there is nothing else."""
    return min(
        single_cards(choice.legal),
        key=lambda card: (
            bool(card & choice.strong_cards),
            bool(card & choice.bosses),
            count_below(choice.ranked, card),
        ),
    )


def cheapest_equal(choice: CardChoice, best: int) -> int:
    """Return the lowest card as good as `best`: no unseen card lies between them."""
    suit = choice.suit(best)
    between = highest_card(cards_below(choice.unseen & suit, best))
    return lowest_card(cards_above(choice.winning_cards & suit, between))


def lead_to_duck(choice: CardChoice) -> int:
    return min(single_cards(choice.legal), key=lambda card: winning_chance(choice, card))


def winning_chance(choice: CardChoice, card: int) -> tuple[bool, int]:
    """Return a sort key: unseen cards below the card raise it, those above lower it."""
    unseen = choice.unseen & choice.suit(card)
    lower = cards_below(unseen, card).bit_count()
    return (bool(card & choice.ranked.suitless), 2 * lower - unseen.bit_count())


def follow_to_duck(choice: CardChoice) -> int:
    """Discard the most dangerous losing card; if forced to win, win with the highest."""
    losers = choice.legal & ~choice.winning_cards
    if losers:
        return max(single_cards(losers), key=lambda card: winning_chance(choice, card))
    return lowest_card(choice.legal) if choice.is_later_friendly else highest_card(choice.legal)


def lead_to_feed(choice: CardChoice) -> int:
    beaten = [card for card in single_cards(choice.legal) if is_below_prey(choice, card)]
    if not beaten:
        return lead_to_duck(choice)
    return max(beaten, key=lambda card: count_below(choice.ranked, card))


def is_below_prey(choice: CardChoice, card: int) -> bool:
    """Return whether the prey has cards of the suit, all of them above this card."""
    prey_cards = choice.prey_open_cards & choice.suit(card)
    return bool(prey_cards) and not cards_below(prey_cards, card)


def follow_to_feed(choice: CardChoice) -> int:
    """Stay below the prey's card. Play low if the prey still has to play, otherwise high."""
    if choice.is_prey[choice.winning_index]:
        return follow_to_duck(choice)
    if any(choice.is_prey[len(choice.trick) + 1 :]):
        return lowest_card(choice.legal & ~choice.winning_cards) or lowest_card(
            choice.winning_cards
        )
    return highest_card(choice.legal)


Play = Callable[[CardChoice], int]
PLAYS: Mapping[str, tuple[Play, Play]] = {
    "win": (lead_to_win, follow_to_win),
    "duck": (lead_to_duck, follow_to_duck),
    "feed": (lead_to_feed, follow_to_feed),
}
