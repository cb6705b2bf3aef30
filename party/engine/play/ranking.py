"""Ranking: the order of the cards in one contract, prepared once so that play is quick.

A *set of cards* is an int with one bit for each card, the stronger card at the higher bit, trumps
above all; so `hand & suit` are the cards of that suit in the hand. A *suit* here decides following
and winning: the left bower is a trump. A *suitless* joker belongs to none: the joker at no trump
and in misère unless its suit is named for the hand.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from party.engine.auction.bids import Bid, is_misere
from party.engine.cards.cards import EVERY_CARD, JOKERS, RANKS, Card, Suit, pack
from party.engine.rules.rules import Rules

JACKS_HIGH = (*(rank for rank in RANKS if rank != "J"), "J")


@dataclass(frozen=True, eq=False)
class Ranking:
    """The cards of one contract as bits, and the joker rules of the contract.

    `bits` has every card of any pack, or only those of this pack; with a second pack (T8) the next
    higher bit is for the second of two equal cards in one hand. `trumps` win over the suit led:
    the trump suit, or suitless jokers. `suit_of` is 0 for a suitless joker.
    """

    bits: Mapping[str, int]
    suits: Mapping[Suit, int]
    suit_of: Mapping[int, int]
    trumps: int
    suitless: int
    copies: int
    lead_rule: str
    compulsory: bool
    renege: bool
    gadd: bool

    @cached_property
    def every_suit(self) -> int:
        return sum(self.suits.values())

    def bit(self, card: str) -> int:
        """Return the bit of a card; "Jo/H" is the joker. Raises RuleError for any other text."""
        return self.bits.get(card) or self.bits[Card.parse(card.partition("/")[0])]

    def mask(self, cards: Iterable[str]) -> int:
        return sum(set(self.one_by_one(cards)))

    def one_by_one(self, cards: Iterable[str]) -> list[int]:
        bits = [self.bit(card) for card in cards]
        if self.copies:
            bits = [bit << (bit in bits[:place]) for place, bit in enumerate(bits)]
        return bits

    def cards(self, held: int) -> frozenset[Card]:
        return frozenset(card for card in EVERY_CARD if self.both(card) & held)

    def both(self, card: str) -> int:
        bit = self.bits[card]
        return bit | bit << 1 & self.copies

    def named(self, held: int) -> frozenset[Suit]:
        return frozenset(suit for suit, cards in self.suits.items() if cards & held)


def trump_suit(bid: Bid | None) -> Suit | None:
    """Return the trump suit; None at no trump, in misère, and if all passed (T70)."""
    return Suit(bid.strain) if bid and bid.strain in set(Suit) else None


def may_nominate(rules: Rules, bid: Bid | None) -> bool:
    """Say whether the declarer may name the joker's suit for the whole hand (T58)."""
    if bid is None or trump_suit(bid):
        return False
    allowed = rules.joker_nt_nomination
    return allowed == "declarer_any_no_trump_game" or (allowed == "misere_only" and is_misere(bid))


def joker_suit(rules: Rules, bid: Bid | None, nominated: Suit | None = None) -> Suit | None:
    """Return the jokers' suit: trumps, or the nominated one (T58); None for suitless."""
    return trump_suit(bid) or (nominated if may_nominate(rules, bid) else None)


@lru_cache(maxsize=1024)
def ranking(
    rules: Rules,
    bid: Bid | None,
    nominated: Suit | None = None,
    *,
    only_pack: bool = False,
) -> Ranking:
    """Prepare the cards for a contract; `nominated` is the joker's suit, if any.

    With only the cards of the pack the sets are smaller ints, and Python is quicker.
    """
    step = 2 if rules.second_pack_sixes == "on" else 1
    ranked = by_suit(rules, bid, nominated)
    included = {*pack(rules)} if only_pack else {*EVERY_CARD}
    ranked = {suit: [card for card in cards if card in included] for suit, cards in ranked.items()}
    ascending = [card for cards in ranked.values() for card in cards]
    bits = {str(card): 1 << step * place for place, card in enumerate(ascending)}
    sets = {suit: sum(bits[card] for card in cards) for suit, cards in ranked.items()}
    sets = {suit: cards | cards << step - 1 for suit, cards in sets.items()}
    copies = [bit << 1 for bit in bits.values()] if step == 2 else []
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
        lead_rule=lead_rule(rules, bid),
        compulsory=is_joker_compulsory(rules, bid),
        renege=is_joker_barred_after_void(rules, bid),
        gadd=rules.gadd_joker == "on",
    )


def by_suit(
    rules: Rules, bid: Bid | None, nominated: Suit | None
) -> dict[Suit | None, list[Card]]:
    """Return the cards of each suit in ascending order; trumps after the others, None last."""
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
    suits[joker_suit(rules, bid, nominated)] += [Card(each) for each in reversed(JOKERS)]
    return suits


def bowers(trump: Suit) -> tuple[Card, Card]:
    return Card("J" + trump.suit_of_same_colour), Card("J" + trump)


def lead_rule(rules: Rules, bid: Bid | None) -> str:
    """Return the rule for leading a suitless joker (T60, T62); McNabb's covers only no trump."""
    if rules.gadd_joker == "on":
        return "gadd"
    if is_misere(bid) and rules.joker_lead == "never_except_trick_10":
        return "unled_suit_only_then_only_trick_10"
    return rules.joker_lead


def is_joker_compulsory(rules: Rules, bid: Bid | None) -> bool:
    """Say whether a player without the suit led must play a suitless joker (T59)."""
    if rules.gadd_joker == "on":
        return False
    when = rules.joker_follow_when_void
    return when == "always_compulsory" or (
        when == "optional_nt_compulsory_misere" and is_misere(bid)
    )


def is_joker_barred_after_void(rules: Rules, bid: Bid | None) -> bool:
    if rules.gadd_joker == "on" or rules.renege_rule == "off":
        return False
    return rules.renege_rule == "on_nt_and_misere" or not is_misere(bid)


def effective_suit(
    rules: Rules, bid: Bid | None, card: str, nominated: Suit | None = None
) -> Suit | None:
    """Return the suit a card counts as: the left bower is a trump; a suitless joker has none."""
    ranked = ranking(rules, bid, nominated)
    bit = ranked.bit(card)
    return next((suit for suit, cards in ranked.suits.items() if cards & bit), None)
