"""The calls of a bot: its own expected tricks, and what the other players' calls add to them.

A *hint* is what a call of a partner or of an opponent adds to the expected tricks in a strain.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from party.engine.auction.auction import Auction
from party.engine.auction.bids import (
    PLAYED_STRAINS,
    SPECIALS,
    SUIT_LETTERS,
    Bid,
    are_sixes_signals,
)
from party.engine.auction.calls import AGREE, ANF, PASS, REFUSE, Call, is_signal
from party.engine.bots.worth import misere_risk, tricks_expected
from party.engine.cards.cards import Card
from party.engine.cards.deal import Rng
from party.engine.rules.rules import Rules

A_SIGNAL = 0.2  # partner has a bower or the joker
ACES = 0.1  # partner has aces, but too few for seven
PER_LEVEL_ABOVE, EXPECTED_LEVEL = 0.35, 5.7  # for each level of partner's bid above the expected
PARTNER_PASSES, OPPONENT_PASSES = -0.4, 0.3
OPPONENT_BID = -1.5  # the other side has length and honours in its suit
A_MISERE = -1.0  # partner has only low cards

BOLD = 0.5  # bid this far beyond the expected tricks: the bidding is competitive
OVER_PARTNER = 1.0  # hold back this much over partner's bid
MOODS = (-0.2, 0.0, 0.2)
AGREES_BELOW = 7.0  # expected tricks; below them agree to partner's "ace, no face"
SAFE: Mapping[int, int] = {2: 0, 3: 0, 4: 1, 5: 4, 6: 4}  # highest risk by number of players
STRICTER: Mapping[str, int] = {"OPEN": 1, "SUPER": 1, "PAT": 1, "NOPICK": -1}
# A bot makes these bids once in this many times.
ODDS: Mapping[str, int] = {"BLIND": 300, "PAT": 8, "SUPER": 8, "GRAND": 2, "HILO": 30}
FIVE_TRICKS = (4.0, 5.0)  # own tricks at no trump, least and most, for Hi/Lo


@dataclass(frozen=True)
class Speaker:
    """The bot that calls next: the auction so far, its cards, the legal calls."""

    auction: Auction
    cards: tuple[Card, ...]
    legal: tuple[Call, ...]
    mood: float

    @property
    def rules(self) -> Rules:
        return self.auction.rules

    @property
    def seat(self) -> str:
        return self.auction.turn or ""

    @cached_property
    def partners(self) -> frozenset[str]:
        return self.auction.setting.partners(self.seat)

    @cached_property
    def expected(self) -> Mapping[str, float]:
        strains = (*PLAYED_STRAINS, "J5") if self.rules.j5 == "on" else PLAYED_STRAINS
        return {
            strain: tricks_expected(self.rules, self.cards, strain) + hints(self, strain)
            for strain in strains
        }

    @cached_property
    def contracts(self) -> tuple[Bid, ...]:
        """The legal bids that would be played for tricks, lowest first."""
        bids = (call.bid for call in self.legal if call.bid is not None)
        return tuple(
            bid for bid in bids if bid.strain in self.expected and not is_signal(self.rules, bid)
        )

    @cached_property
    def is_over_partner(self) -> bool:
        highest = self.auction.highest_bid
        ours = self.auction.declarer in self.partners
        return ours and highest is not None and not is_signal(self.rules, highest)

    def is_good_enough(self, bid: Bid) -> bool:
        margin = BOLD + self.mood - (OVER_PARTNER if self.is_over_partner else 0.0)
        return self.expected[bid.strain] + margin >= bid.level


def choose_call(
    auction: Auction, cards: tuple[Card, ...], legal: tuple[Call, ...], rng: Rng
) -> str:
    moods = list(MOODS)
    rng.shuffle(moods)
    speaker = Speaker(auction, cards, legal, moods[0])
    call = answer(speaker) or special(speaker, rng) or contract(speaker) or signal(speaker)
    if call:
        return call
    if ANF in legal:  # the cards are worth nothing (T10)
        return ANF
    return PASS if PASS in legal else forced_bid(speaker)


def answer(speaker: Speaker) -> str | None:
    """Answer partner's ace-no-face (T10)."""
    if AGREE not in speaker.legal:
        return None
    return AGREE if max(speaker.expected.values()) < AGREES_BELOW else REFUSE


def forced_bid(speaker: Speaker) -> str:
    """Return a dealer's bid who must bid (T20): low, in the best strain."""
    return str(max(speaker.contracts, key=lambda bid: speaker.expected[bid.strain] - bid.level))


# Contracts


def contract(speaker: Speaker) -> str | None:
    """Bid to the limit if there is only one turn, otherwise often hold a level back."""
    expected = speaker.expected
    bids = [bid for bid in speaker.contracts if speaker.is_good_enough(bid)]
    if not bids:
        return None
    if speaker.rules.rounds_of_bidding == "one_turn_each":
        return spell_bid(speaker, max(bids, key=lambda bid: (bid.level, expected[bid.strain])))
    best = max(expected[bid.strain] for bid in bids)
    best_strain = [bid for bid in bids if expected[bid.strain] == best]
    return spell_bid(speaker, best_strain[-1] if speaker.mood > 0 else best_strain[-2:][0])


def spell_bid(speaker: Speaker, bid: Bid) -> str:
    no = f"{bid.level}NO"
    if bid.strain == "NT" and no in speaker.legal and has_no_message(speaker):
        return no
    return str(bid)


# Signals


def has_no_message(speaker: Speaker) -> bool:
    return NO_MESSAGES[speaker.rules.no_vs_no_trump_signal](speaker.cards)


def jacks(cards: Iterable[Card]) -> set[bool]:
    return {card.suit.is_red for card in cards if card.suit is not None and card.rank == "J"}


def aces(cards: Iterable[Card]) -> int:
    return sum(card.rank == "A" for card in cards)


NO_MESSAGES: Mapping[str, Callable[[tuple[Card, ...]], bool]] = {
    "off": lambda _: False,
    "st_paul": lambda cards: "Jo" in cards or len(jacks(cards)) == 2,
    "youngstown": lambda cards: aces(cards) > 2 and "Jo" not in cards,
}


def signal(speaker: Speaker) -> str | None:
    legal = [call for call in signals(speaker) if call in speaker.legal]
    return legal[0] if legal else None


def signals(speaker: Speaker) -> Iterator[str]:
    cards, expected = speaker.cards, speaker.expected
    if not are_sixes_signals(speaker.rules):
        return
    held = [suit for suit in SUIT_LETTERS if f"J{suit}" in cards]
    yield from (f"6{suit}" for suit in sorted(held, key=expected.__getitem__, reverse=True))
    if "Jo" in cards:
        yield "6NT"
    if aces(cards) == 2:
        yield "6NO"


def hints(speaker: Speaker, strain: str) -> float:
    total = 0.0
    for seat, call in dict(speaker.auction.calls).items():
        if seat in speaker.partners:
            total += partner_hint(speaker.rules, call, strain)
        elif seat != speaker.seat:
            total += opponent_hint(speaker.rules, call, strain)
    return total


def partner_hint(rules: Rules, call: Call, strain: str) -> float:
    bid = call.bid
    if bid is None:
        return PARTNER_PASSES if call == PASS else 0.0
    if bid.is_special:
        return A_MISERE
    if bid.strain == "NO":
        return ACES
    if is_signal(rules, bid):
        return A_SIGNAL if bid.strain in {strain, "NT"} else 0.0
    return PER_LEVEL_ABOVE * (bid.level - EXPECTED_LEVEL) if bid.strain == strain else 0.0


def opponent_hint(rules: Rules, call: Call, strain: str) -> float:
    bid = call.bid
    if bid is None:
        return OPPONENT_PASSES
    return OPPONENT_BID if bid.strain == strain and not is_signal(rules, bid) else 0.0


# Special bids


def special(speaker: Speaker, rng: Rng) -> str | None:
    """Bid the highest special bid that fits the cards; rare ones also need luck."""
    for call in reversed(speaker.legal):
        strain = call.bid.strain if call.bid else ""
        if strain not in SPECIALS or not is_fit_for_special(speaker, strain):
            continue
        if is_lucky(rng, ODDS.get(strain, 1)):
            return call
    return None


def is_fit_for_special(speaker: Speaker, strain: str) -> bool:
    if strain == "BLIND":  # bid before looking
        return True
    if strain == "HILO":
        least, most = FIVE_TRICKS
        return least <= speaker.expected["NT"] - 2 <= most
    risk = misere_risk(speaker.rules, speaker.cards, with_kitty=strain != "NOPICK")
    return risk <= SAFE[speaker.rules.players] - STRICTER.get(strain, 0)


def is_lucky(rng: Rng, chance: int) -> bool:
    dice = list(range(chance))
    rng.shuffle(dice)
    return dice[0] == 0
