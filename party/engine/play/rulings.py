"""Rulings: the winner of a trick, the legal cards, and the rule in words.

For a dispute at a table: the trumps, the cards on the table, the cards that a player still holds.
Forgotten facts are left out and then limit nothing.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from party.engine.auction.bids import Bid, is_misere
from party.engine.cards.cards import HIGH_SPOTS, Card, Suit, pack
from party.engine.cards.deal import has_piles
from party.engine.errors import Fault, fault, refuse_any
from party.engine.play.ranking import Ranking, joker_suit, ranking, trump_suit
from party.engine.play.tricks import (
    Seen,
    is_powerless,
    joker_when_void,
    legal_to_follow,
    legal_to_lead,
    legal_to_name,
    suit_led,
    winner,
)
from party.engine.rules.rules import Rules


@dataclass(frozen=True)
class Dispute:
    """The facts of a trick, as far as people remember them.

    `trick`: the cards on the table, the lead first. `hand`: the cards that the player still holds.
    `asked`: the player's card in the trick (an index), None if the player is next to play.
    `named`: the suit a joker was led for; `nominated`: the joker's suit for the whole hand. `led`,
    `void`: suits led before, suits in which this player has failed to follow. Raises RuleError for
    cards that are not in the pack or appear twice, for too many cards in the trick, and for a
    joker led without the suit it needs.
    """

    rules: Rules
    bid: Bid | None
    trick: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    asked: int | None = None
    named: Suit | None = None
    nominated: Suit | None = None
    led: Collection[Suit] = ()
    void: Collection[Suit] = ()

    def __post_init__(self) -> None:
        faults = [*self.too_many_cards(), *self.cards_missing(), *self.cards_twice()]
        refuse_any(faults or self.joker_without_suit())

    def too_many_cards(self) -> list[Fault]:
        most = most_cards(self.rules)
        if len(self.trick) <= most:
            return []
        text = "There are {count} cards on the table, but a trick of this game has at most {most}."
        return [fault("trick-long", text, place="trick", count=len(self.trick), most=most)]

    def cards_missing(self) -> list[Fault]:
        text = "The {card} is not in this game’s pack: {why}."
        return [
            fault(
                "card-missing",
                text,
                place=place,
                card=card.words,
                why=why_not_in_pack(self.rules, card),
            )
            for place, cards in (("trick", self.trick), ("hand", self.hand))
            for card in cards
            if card not in pack(self.rules)
        ]

    def cards_twice(self) -> list[Fault]:
        cards = [*self.trick, *self.hand]
        copies = 2 if self.rules.second_pack_sixes == "on" else 1
        twice = {card for card in cards if cards.count(card) > copies}
        text = "{card} is there twice."
        return [fault("card-twice", text, place="hand", card=card.words) for card in sorted(twice)]

    def joker_without_suit(self) -> list[Fault]:
        if not self.trick or not self.trick[0].is_joker or self.suit_led:
            return []
        text = "Say which suit the joker was led for: the others must follow it."
        return [fault("joker-suit", text, rule="T60", place="named")]

    @cached_property
    def ranked(self) -> Ranking:
        return ranking(self.rules, self.bid, self.nominated)

    @cached_property
    def held(self) -> tuple[Card, ...]:
        return self.hand if self.asked is None else (*self.hand, self.trick[self.asked])

    @property
    def leads(self) -> bool:
        return self.asked == 0 or not self.trick

    @cached_property
    def suit_led(self) -> int:
        """The cards of the suit led; 0 for a suitless joker that named none."""
        return suit_led(self.ranked, self.trick[0], self.named) if self.trick else 0

    @cached_property
    def seen(self) -> Seen:
        suits = self.ranked.suits
        led, void = (sum(suits[each] for each in set(which)) for which in (self.led, self.void))
        return Seen(led, void)

    @cached_property
    def nameable(self) -> frozenset[Suit]:
        ranked = self.ranked
        return ranked.named(legal_to_name(ranked, ranked.mask(self.held), *self.seen))


def most_cards(rules: Rules) -> int:
    """Return the number of cards in a whole trick: two players with piles play four (T93)."""
    return 4 if has_piles(rules) else rules.players


def why_not_in_pack(rules: Rules, card: Card) -> str:
    if card.suit is None:
        return "it has only one joker" if rules.jokers else "it has no joker"
    if card.rank in HIGH_SPOTS:
        return f"its {card.suit.words} have no {card.rank}"
    lowest = next(each.rank for each in pack(rules) if each.suit == card.suit)
    return f"its {card.suit.words} begin at the {lowest}"


@dataclass(frozen=True)
class Ruling:
    """The answer: `winner` is an index into the trick, None while it is empty or unknown.

    `legal` are the cards the player could play; `revoke`: the card in question was not one of
    them. `reasons` are sentences to read aloud.
    """

    winner: int | None
    legal: frozenset[Card]
    revoke: bool
    reasons: tuple[str, ...]


def settle(dispute: Dispute) -> Ruling:
    """Return the winner of the trick, the player's legal cards, and the reasons (T58 to T62)."""
    legal = legal_now(dispute)
    return Ruling(
        winner_of(dispute), legal, is_revoke(dispute, legal), tuple(reasons(dispute, legal))
    )


def is_revoke(dispute: Dispute, legal: frozenset[Card]) -> bool:
    """Say whether the card in question, or the suit named with it, broke the rules."""
    if dispute.asked is None:
        return False
    card, ranked = dispute.trick[dispute.asked], dispute.ranked
    names_suit = dispute.asked == 0 and card.is_joker and not ranked.trumps & ~ranked.suitless
    return card not in legal or (names_suit and dispute.named not in dispute.nameable)


def legal_now(dispute: Dispute) -> frozenset[Card]:
    ranked = dispute.ranked
    hand = ranked.mask(dispute.held)
    if dispute.leads:
        return ranked.cards(legal_to_lead(ranked, hand, *dispute.seen))
    return ranked.cards(legal_to_follow(ranked, hand, dispute.suit_led, *dispute.seen))


def winner_of(dispute: Dispute) -> int | None:
    if not dispute.trick:
        return None
    dead = dead_joker(dispute)
    bits = [dispute.ranked.bits[card] for card in dispute.trick]
    return winner(dispute.ranked, dispute.suit_led, [0 if bit == dead else bit for bit in bits])


def dead_joker(dispute: Dispute) -> int:
    """Return the joker in question if it has no power: the last card, on a suit shown void."""
    if dispute.asked is None or dispute.leads:
        return 0
    card = dispute.ranked.bits[dispute.trick[dispute.asked]]
    return card if is_powerless(dispute.ranked, card, dispute.suit_led, dispute.seen.void) else 0


# The rule in words


def reasons(dispute: Dispute, legal: frozenset[Card]) -> Iterator[str]:
    yield trumps_text(dispute)
    if dispute.trick:
        yield from lead_texts(dispute)
    if dispute.held:
        yield from (lead_limits(dispute) if dispute.leads else follow_limits(dispute, legal))
    if dispute.trick:
        yield winner_text(dispute)


def trumps_text(dispute: Dispute) -> str:
    trump = trump_suit(dispute.bid)
    if trump:
        top = ("", "the joker, ", "the jokers, ")[dispute.rules.jokers]
        return (
            f"{trump.words} are trumps. From the top: {top}the Jack of {trump.words}, "
            f"the Jack of {trump.suit_of_same_colour.words}, then Ace, King, Queen, 10 and down."
        )
    home = joker_suit(dispute.rules, dispute.bid, dispute.nominated)
    if home:
        return f"There are no trumps. The joker was named the highest card of {home.words}."
    if not dispute.rules.jokers:
        return "There are no trumps."
    return "There are no trumps. The joker belongs to no suit and wins the trick it is played to."


def lead_texts(dispute: Dispute) -> Iterator[str]:
    first, suit = dispute.trick[0], suit_text(dispute, dispute.suit_led)
    if first.suit and first.suit.words != suit:
        yield f"The {first.words} is the left bower: it counts as {suit}."
    if first.is_joker:
        yield f"The joker was led for {suit}."
    yield f"The suit led is {suit}."


def follow_limits(dispute: Dispute, legal: frozenset[Card]) -> Iterator[str]:
    suit = suit_text(dispute, dispute.suit_led)
    hand = dispute.ranked.mask(dispute.held)
    if hand & dispute.suit_led:
        yield f"Who has {suit} must play {suit}."
        if any(card.is_joker for card in legal) and hand & dispute.ranked.suitless:
            yield f"It is the first lead of {suit}, so the joker may be played as well."
        return
    yield f"This player has no {suit}."
    if not hand & dispute.ranked.suitless:
        yield "So any card may be played; nobody is forced to trump."
        return
    yield JOKER_WHEN_VOID[joker_case(dispute, hand)].format(suit=suit)


def joker_case(dispute: Dispute, hand: int) -> str:
    """Return the rule for a joker in a hand without the suit led (T59, T61, T62)."""
    allowed = joker_when_void(dispute.ranked, hand, dispute.suit_led, dispute.seen.void)
    jokers = hand & dispute.ranked.suitless
    if not allowed & jokers:
        return "barred"
    if allowed == jokers != hand:
        return "compulsory"
    return "last" if dead_joker(dispute) else "free"


JOKER_WHEN_VOID = {
    "barred": "The joker may not go on {suit}: the player has failed to follow {suit} before.",
    "compulsory": "Who has none of the suit led must play the joker.",
    "last": "The joker is the last card, on a suit failed before: it goes on, and wins nothing.",
    "free": "So any card may be played, the joker too; it need not be.",
}


ANY_LEAD = "The leader may play any card."


def lead_limits(dispute: Dispute) -> Iterator[str]:
    ranked, hand = dispute.ranked, dispute.ranked.mask(dispute.held)
    if not hand & ranked.suitless:
        yield ANY_LEAD
        return
    if not dispute.nameable:
        yield "The joker may not be led now; any other card may."
        return
    suits = " or ".join(suit.words for suit in Suit if suit in dispute.nameable)
    yield f"{ANY_LEAD} The joker may be led for {suits}."


def winner_text(dispute: Dispute) -> str:
    place = winner_of(dispute) or 0
    card = dispute.trick[place]
    bit = dispute.ranked.bits[card]
    if bit & dispute.ranked.suitless:
        return f"The {card.words.lower()} wins the trick."
    if bit & dispute.ranked.trumps:
        return f"The {card.words} wins: it is the highest trump on the table."
    aim = " Nobody wants it, but it takes the trick." if is_misere(dispute.bid) else ""
    return f"The {card.words} wins: it is the highest card of the suit led.{aim}"


def suit_text(dispute: Dispute, cards: int) -> str:
    return next((suit.words for suit in dispute.ranked.named(cards)), "no suit")
