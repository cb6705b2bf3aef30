"""The order of the cards in one contract.

A *set of cards* is an int with one bit for each card. A stronger card has a higher bit, and trumps
have the highest; `hand & suit` are the cards of that suit in the hand. *Suits* here are those of
the play: the left bower is a trump. A *suitless* joker belongs to no suit: at no trump and in
misère, unless its suit is nominated for the hand.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from party.engine.auction.bids import Bid, is_misere
from party.engine.cards.cards import EVERY_CARD, JOKERS, RANKS, Card, Suit
from party.engine.rules.rules import Rules

JACKS_HIGH = (*(rank for rank in RANKS if rank != "J"), "J")


@dataclass(frozen=True, eq=False)
class Ranking:
    """The cards of one contract as bits, and the joker rules of the contract.

    `bits` is the bit of each card. With a second pack (T8), `copies` are the bits for the second
    of two equal cards, each the next higher bit. `suit_of` is the suit of each bit, 0 for a
    suitless joker. `trumps` win over the suit led: the trump suit, or suitless jokers.
    """

    bits: Mapping[str, int]
    suits: Mapping[Suit, int]
    suit_of: Mapping[int, int]
    trumps: int
    suitless: int
    copies: int
    joker_lead_rule: str
    is_joker_compulsory: bool
    is_joker_barred_after_void: bool
    is_gadd_joker: bool

    @cached_property
    def every_suit(self) -> int:
        return sum(self.suits.values())

    def bit(self, card: str) -> int:
        """Return the bit of a card; "Jo/H" is the joker. Raises RuleError for any other text."""
        return self.bits.get(card) or self.bits[Card.parse(card.partition("/")[0])]

    def mask(self, cards: Iterable[str]) -> int:
        bits = [self.bit(card) for card in cards]
        if self.copies:
            bits = [bit << (bit in bits[:index]) for index, bit in enumerate(bits)]
        return sum(set(bits))

    def cards(self, held: int) -> frozenset[Card]:
        return frozenset(card for card in EVERY_CARD if self.copies_of(card) & held)

    def copies_of(self, card: str) -> int:
        bit = self.bits[card]
        return bit | bit << 1 & self.copies

    def suits_in(self, held: int) -> frozenset[Suit]:
        return frozenset(suit for suit, cards in self.suits.items() if cards & held)


def trump_suit(bid: Bid | None) -> Suit | None:
    """Return None at no trump, in misère, or if all passed (T70)."""
    return Suit(bid.strain) if bid and bid.strain in set(Suit) else None


def may_nominate(rules: Rules, bid: Bid | None) -> bool:
    """Return whether the declarer may name the joker's suit for the whole hand (T58)."""
    if bid is None or trump_suit(bid):
        return False
    allowed = rules.joker_nt_nomination
    return allowed == "declarer_any_no_trump_game" or (allowed == "misere_only" and is_misere(bid))


def joker_suit(rules: Rules, bid: Bid | None, nominated: Suit | None = None) -> Suit | None:
    """Return the jokers' suit: trumps or the nominated suit (T58), None if they are suitless."""
    return trump_suit(bid) or (nominated if may_nominate(rules, bid) else None)


@lru_cache(maxsize=1024)
def ranking(rules: Rules, bid: Bid | None, nominated: Suit | None = None) -> Ranking:
    """Return the ranking of a contract, with the cards of every pack.

    `nominated` is the joker's suit (T58).
    """
    has_copies = rules.second_pack_sixes == "on"
    bits_per_card = 2 if has_copies else 1
    lists = cards_by_suit(rules, bid, nominated)
    ascending = chain.from_iterable(lists.values())
    bits = {str(card): 1 << bits_per_card * index for index, card in enumerate(ascending)}
    copies = [bit << 1 for bit in bits.values()] if has_copies else []
    sets = {suit: sum(bits[card] for card in cards) for suit, cards in lists.items()}
    if has_copies:
        sets = {suit: cards | cards << 1 for suit, cards in sets.items()}
    trump, suitless = trump_suit(bid), sets.pop(None)
    return Ranking(
        bits=bits,
        suits={suit: sets[suit] for suit in Suit},
        suit_of={
            bit: next((suit for suit in sets.values() if suit & bit), 0)
            for bit in (*bits.values(), *copies)
        },
        trumps=sets[trump] if trump else suitless,
        suitless=suitless,
        copies=sum(copies),
        joker_lead_rule=joker_lead_rule(rules, bid),
        is_joker_compulsory=is_joker_compulsory(rules, bid),
        is_joker_barred_after_void=is_joker_barred_after_void(rules, bid),
        is_gadd_joker=rules.gadd_joker == "on",
    )


def cards_by_suit(
    rules: Rules, bid: Bid | None, nominated: Suit | None
) -> dict[Suit | None, list[Card]]:
    """Return the cards of each suit in ascending order: side suits, trumps, suitless (None)."""
    trump = trump_suit(bid)
    ranks = JACKS_HIGH if bid and bid.strain == "J5" else RANKS
    order = sorted(Suit, key=lambda suit: suit == trump)
    suits: dict[Suit | None, list[Card]] = {
        suit: [Card(rank + suit) for rank in ranks] for suit in order
    }
    if trump:
        for bower in bowers(trump):
            suits[bower.suit].remove(bower)
            suits[trump].append(bower)
    suits[None] = []
    suits[joker_suit(rules, bid, nominated)] += [Card(joker) for joker in reversed(JOKERS)]
    return suits


def bowers(trump: Suit) -> tuple[Card, Card]:
    return Card("J" + trump.suit_of_same_colour), Card("J" + trump)


def joker_lead_rule(rules: Rules, bid: Bid | None) -> str:
    """Return the rule for leading a suitless joker (T60, T62); McNabb's is for no trump only."""
    if rules.gadd_joker == "on":
        return "gadd"
    if is_misere(bid) and rules.joker_lead == "never_except_trick_10":
        return "unled_suit_only_then_only_trick_10"
    return rules.joker_lead


def is_joker_compulsory(rules: Rules, bid: Bid | None) -> bool:
    """Return whether a player void in the suit led must play a suitless joker (T59)."""
    if rules.gadd_joker == "on":
        return False
    rule = rules.joker_follow_when_void
    return rule == "always_compulsory" or (
        rule == "optional_nt_compulsory_misere" and is_misere(bid)
    )


def is_joker_barred_after_void(rules: Rules, bid: Bid | None) -> bool:
    if rules.gadd_joker == "on" or rules.renege_rule == "off":
        return False
    return rules.renege_rule == "on_nt_and_misere" or not is_misere(bid)
