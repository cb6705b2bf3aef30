"""Rulings for a dispute at a table: the winner of the trick, the legal cards, the rule in words.

The players state the facts that they remember; a fact that they omit limits nothing.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from party.engine.auction.bids import Bid, is_misere
from party.engine.cards.cards import HIGH_RANKS, Card, Suit, high_ranks, pack
from party.engine.cards.deal import has_piles
from party.engine.errors import Fault, RuleError, fault
from party.engine.play.ranking import Ranking, joker_suit, ranking, trump_suit
from party.engine.play.tricks import (
    EarlierSuits,
    is_powerless,
    joker_when_void,
    legal_to_follow,
    legal_to_lead,
    legal_to_name,
    suit_led,
    winning_index,
)
from party.engine.rules.rules import Rules


@dataclass(frozen=True)
class Dispute:
    """The known facts of a trick and of one player.

    - `trick`: the cards on the table, the lead first.
    - `hand`: the cards that the player still holds.
    - `index_in_question`: the index of the player's card in the trick; None if the player is next
      to play.
    - `named`: the suit named by a joker that led; `nominated`: the joker's suit for the hand.
    - `led`: the suits led before; `void`: the suits that the player has failed to follow.

    Raises RuleError for cards that are not in the pack or appear twice, for too many cards in the
    trick, and for a suitless joker that led without naming a suit.
    """

    rules: Rules
    bid: Bid | None
    trick: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    index_in_question: int | None = None
    named: Suit | None = None
    nominated: Suit | None = None
    led: Collection[Suit] = ()
    void: Collection[Suit] = ()

    def __post_init__(self) -> None:
        faults = [
            *self.trick_length_faults(),
            *self.missing_card_faults(),
            *self.double_card_faults(),
        ]
        if faults := faults or self.joker_suit_faults():
            raise RuleError(*faults)

    def trick_length_faults(self) -> list[Fault]:
        most = most_cards(self.rules)
        if len(self.trick) <= most:
            return []
        text = "There are {count} cards on the table, but a trick of this game has at most {most}."
        return [fault("trick-long", text, place="trick", count=len(self.trick), most=most)]

    def missing_card_faults(self) -> list[Fault]:
        text = "The {card} is not in this game’s pack: {reason}."
        return [
            fault(
                "card-missing",
                text,
                place=place,
                card=card.words,
                reason=reason_not_in_pack(self.rules, card),
            )
            for place, cards in (("trick", self.trick), ("hand", self.hand))
            for card in cards
            if card not in pack(self.rules)
        ]

    def double_card_faults(self) -> list[Fault]:
        cards = [*self.trick, *self.hand]
        copies = 2 if self.rules.second_pack_sixes == "on" else 1
        twice = {card for card in cards if cards.count(card) > copies}
        text = "{card} is there twice."
        return [fault("card-twice", text, place="hand", card=card.words) for card in sorted(twice)]

    def joker_suit_faults(self) -> list[Fault]:
        if not self.trick or not self.trick[0].is_joker or self.suit_led:
            return []
        text = "Say which suit the joker was led for: the others must follow it."
        return [fault("joker-suit", text, rule="T60", place="named")]

    @cached_property
    def ranked(self) -> Ranking:
        return ranking(self.rules, self.bid, self.nominated)

    @cached_property
    def cards_held(self) -> tuple[Card, ...]:
        return (
            self.hand
            if self.index_in_question is None
            else (*self.hand, self.trick[self.index_in_question])
        )

    @property
    def is_leading(self) -> bool:
        return self.index_in_question == 0 or not self.trick

    @cached_property
    def suit_led(self) -> int:
        return suit_led(self.ranked, self.trick[0], self.named) if self.trick else 0

    @cached_property
    def earlier_suits(self) -> EarlierSuits:
        suits = self.ranked.suits
        led = sum(suits[suit] for suit in set(self.led))
        return EarlierSuits(led, void=sum(suits[suit] for suit in set(self.void)))

    @cached_property
    def nameable_suits(self) -> frozenset[Suit]:
        ranked = self.ranked
        return ranked.suits_in(
            legal_to_name(ranked, ranked.mask(self.cards_held), *self.earlier_suits)
        )


def most_cards(rules: Rules) -> int:
    """Return the number of cards in a complete trick: four for two players with piles (T93)."""
    return 4 if has_piles(rules) else rules.players


def reason_not_in_pack(rules: Rules, card: Card) -> str:
    if card.suit is None:
        return "it has only one joker" if rules.jokers else "it has no joker"
    if card.rank in HIGH_RANKS:
        return f"its {card.suit.words} have no {card.rank}"
    lowest = next(pack_card.rank for pack_card in pack(rules) if pack_card.suit == card.suit)
    return f"its {card.suit.words} begin at the {lowest}"


@dataclass(frozen=True)
class Ruling:
    """The answer to a dispute; `winner` is an index into the trick, None if the trick is empty.

    `legal` are the cards that the player could play; `is_revoke` means that the card in question,
    or the suit that it named, was not legal. `reasons` are sentences to read aloud.
    """

    winner: int | None
    legal: frozenset[Card]
    is_revoke: bool
    reasons: tuple[str, ...]


def settle(dispute: Dispute) -> Ruling:
    legal = legal_cards_for(dispute)
    return Ruling(
        winner_of(dispute), legal, is_revoke(dispute, legal), tuple(reasons(dispute, legal))
    )


def is_revoke(dispute: Dispute, legal: frozenset[Card]) -> bool:
    if dispute.index_in_question is None:
        return False
    card, ranked = dispute.trick[dispute.index_in_question], dispute.ranked
    names_suit = (
        dispute.index_in_question == 0 and card.is_joker and not ranked.trumps & ~ranked.suitless
    )
    return card not in legal or (names_suit and dispute.named not in dispute.nameable_suits)


def legal_cards_for(dispute: Dispute) -> frozenset[Card]:
    ranked = dispute.ranked
    hand = ranked.mask(dispute.cards_held)
    if dispute.is_leading:
        return ranked.cards(legal_to_lead(ranked, hand, *dispute.earlier_suits))
    return ranked.cards(legal_to_follow(ranked, hand, dispute.suit_led, *dispute.earlier_suits))


def winner_of(dispute: Dispute) -> int | None:
    if not dispute.trick:
        return None
    powerless_bit = powerless_joker(dispute)
    bits = [dispute.ranked.bits[card] for card in dispute.trick]
    powers = [0 if bit == powerless_bit else bit for bit in bits]
    return winning_index(dispute.ranked, dispute.suit_led, powers)


def powerless_joker(dispute: Dispute) -> int:
    """Return the bit of the joker in question if it has no power (T61), otherwise 0."""
    if dispute.index_in_question is None or dispute.is_leading:
        return 0
    bit, void = (
        dispute.ranked.bits[dispute.trick[dispute.index_in_question]],
        dispute.earlier_suits.void,
    )
    return bit if is_powerless(dispute.ranked, bit, dispute.suit_led, void) else 0


def reasons(dispute: Dispute, legal: frozenset[Card]) -> Iterator[str]:
    yield trumps_text(dispute)
    if dispute.bid and dispute.bid.strain == "J5":
        yield "Jacks are high: each ranks above the Ace of its suit."
    if dispute.trick:
        yield from lead_texts(dispute)
    if dispute.cards_held:
        yield from (
            possible_lead_texts(dispute) if dispute.is_leading else follow_texts(dispute, legal)
        )
    if dispute.trick:
        yield winner_text(dispute)


def trumps_text(dispute: Dispute) -> str:
    trump = trump_suit(dispute.bid)
    if trump:
        jokers = ("", "the joker, ", "the jokers, ")[dispute.rules.jokers]
        ranks = ", ".join((*high_ranks(dispute.rules, trump), "10"))
        return (
            f"{trump.words} are trumps. From the top: {jokers}the Jack of {trump.words}, "
            f"the Jack of {trump.suit_of_same_colour.words}, then Ace, King, Queen, {ranks} "
            "and down."
        )
    suit = joker_suit(dispute.rules, dispute.bid, dispute.nominated)
    if suit:
        return f"There are no trumps. The joker was named the highest card of {suit.words}."
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


def follow_texts(dispute: Dispute, legal: frozenset[Card]) -> Iterator[str]:
    suit = suit_text(dispute, dispute.suit_led)
    hand = dispute.ranked.mask(dispute.cards_held)
    if hand & dispute.suit_led:
        yield f"A player with {suit} must play {suit}."
        if any(card.is_joker for card in legal) and hand & dispute.ranked.suitless:
            yield f"It is the first lead of {suit}, so the joker may be played as well."
        return
    yield f"This player has no {suit}."
    if not hand & dispute.ranked.suitless:
        yield "So any card may be played; nobody is forced to trump."
        return
    yield JOKER_WHEN_VOID[joker_case(dispute, hand)].format(suit=suit)


def joker_case(dispute: Dispute, hand: int) -> str:
    allowed = joker_when_void(dispute.ranked, hand, dispute.suit_led, dispute.earlier_suits.void)
    jokers = hand & dispute.ranked.suitless
    if not allowed & jokers:
        return "barred"
    if allowed == jokers != hand:
        return "compulsory"
    return "last" if powerless_joker(dispute) else "free"


JOKER_WHEN_VOID = {
    "barred": "The joker may not go on {suit}: the player has failed to follow {suit} before.",
    "compulsory": "A player with none of the suit led must play the joker.",
    "last": "The joker is the last card, on a suit failed before: it goes on, and wins nothing.",
    "free": "So any card may be played, the joker too; it need not be.",
}


ANY_LEAD = "The leader may play any card."


def possible_lead_texts(dispute: Dispute) -> Iterator[str]:
    ranked, hand = dispute.ranked, dispute.ranked.mask(dispute.cards_held)
    if not hand & ranked.suitless:
        yield ANY_LEAD
        return
    if not dispute.nameable_suits:
        yield "The joker may not be led now; any other card may."
        return
    suits = " or ".join(suit.words for suit in Suit if suit in dispute.nameable_suits)
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
    return next((suit.words for suit in dispute.ranked.suits_in(cards)), "no suit")
