"""The calls of a bot.

The bot estimates the tricks that its cards will win, and adds a *hint* for the call of every
other player: a number of tricks, often negative.
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

SIGNAL_HINT = 0.2  # a signal shows a bower or the joker
ACES_HINT = 0.1  # a bid of “no” shows aces (T24)
HINT_PER_LEVEL, EXPECTED_LEVEL = 0.35, 5.7  # tricks for each level above EXPECTED_LEVEL
PARTNER_PASS_HINT, OPPONENT_PASS_HINT = -0.4, 0.3
OPPONENT_BID_HINT = -1.5  # an opponent's bid counts only in its own strain
MISERE_HINT = -1.0  # a misère shows that partner has only low cards

BOLDNESS = 0.5  # tricks by which a bid may exceed the expected tricks: bidders compete
RESPECT_FOR_PARTNER = 1.0  # tricks by which a bot is less bold when it outbids partner
MOODS = (-0.2, 0.0, 0.2)  # tricks added to the boldness of one call, at random
MIN_TRICKS_TO_REFUSE = 7.0  # with fewer, a bot agrees to a new deal (ace-no-face)
MAX_SAFE_RISK: Mapping[int, int] = {2: 0, 3: 0, 4: 1, 5: 4, 6: 4}  # by the number of players
MORE_CAUTION: Mapping[str, int] = {"OPEN": 1, "SUPER": 1, "PAT": 1, "NOPICK": -1}
# If the cards allow one of these bids, a bot makes it once in this many hands.
ODDS: Mapping[str, int] = {"BLIND": 300, "PAT": 8, "SUPER": 8, "GRAND": 2, "HILO": 30}
HI_LO_TRICKS_RANGE = (4.0, 5.0)  # expected tricks at no trump, less two for caution


@dataclass(frozen=True)
class CallingBot:
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
    def expected_tricks(self) -> Mapping[str, float]:
        strains = (*PLAYED_STRAINS, "J5") if self.rules.j5 == "on" else PLAYED_STRAINS
        return {
            strain: tricks_expected(self.rules, self.cards, strain) + hints(self, strain)
            for strain in strains
        }

    @cached_property
    def contracts(self) -> tuple[Bid, ...]:
        """The legal bids of tricks that can become the contract, lowest first."""
        bids = (call.bid for call in self.legal if call.bid is not None)
        return tuple(
            bid
            for bid in bids
            if bid.strain in self.expected_tricks and not is_signal(self.rules, bid)
        )

    @cached_property
    def is_outbidding_partner(self) -> bool:
        highest_bid = self.auction.highest_bid
        is_by_partner = self.auction.declarer in self.partners
        return is_by_partner and highest_bid is not None and not is_signal(self.rules, highest_bid)

    def is_good_enough(self, bid: Bid) -> bool:
        margin = (
            BOLDNESS + self.mood - (RESPECT_FOR_PARTNER if self.is_outbidding_partner else 0.0)
        )
        return self.expected_tricks[bid.strain] + margin >= bid.level


def choose_call(
    auction: Auction, cards: tuple[Card, ...], legal: tuple[Call, ...], rng: Rng
) -> str:
    moods = list(MOODS)
    rng.shuffle(moods)
    bot = CallingBot(auction, cards, legal, moods[0])
    call = (
        choose_answer(bot)
        or choose_special_bid(bot, rng)
        or choose_contract(bot)
        or choose_signal(bot)
    )
    if call:
        return call
    if ANF in legal:  # the cards are not worth a bid (T10)
        return ANF
    return PASS if PASS in legal else choose_forced_bid(bot)


def choose_answer(bot: CallingBot) -> str | None:
    if AGREE not in bot.legal:
        return None
    return AGREE if max(bot.expected_tricks.values()) < MIN_TRICKS_TO_REFUSE else REFUSE


def choose_forced_bid(bot: CallingBot) -> str:
    """Choose a low bid in the best strain, for a dealer who must bid (T20)."""
    return str(max(bot.contracts, key=lambda bid: bot.expected_tricks[bid.strain] - bid.level))


def choose_contract(bot: CallingBot) -> str | None:
    """Choose the highest good bid if there is only one turn, otherwise often one level less."""
    expected = bot.expected_tricks
    bids = [bid for bid in bot.contracts if bot.is_good_enough(bid)]
    if not bids:
        return None
    if bot.rules.rounds_of_bidding == "one_turn_each":
        return bid_or_no(bot, max(bids, key=lambda bid: (bid.level, expected[bid.strain])))
    best = max(expected[bid.strain] for bid in bids)
    highest, *lower = [bid for bid in reversed(bids) if expected[bid.strain] == best]
    return bid_or_no(bot, lower[0] if lower and bot.mood <= 0 else highest)


def bid_or_no(bot: CallingBot, bid: Bid) -> str:
    no_bid = f"{bid.level}NO"
    may_bid_no = FITS_NO[bot.rules.no_vs_no_trump_signal]
    if bid.strain == "NT" and no_bid in bot.legal and may_bid_no(bot.cards):
        return no_bid
    return str(bid)


def jack_colours(cards: Iterable[Card]) -> set[bool]:
    return {card.suit.is_red for card in cards if card.suit is not None and card.rank == "J"}


def count_aces(cards: Iterable[Card]) -> int:
    return sum(card.rank == "A" for card in cards)


FITS_NO: Mapping[str, Callable[[tuple[Card, ...]], bool]] = {
    "off": lambda _: False,
    "st_paul": lambda cards: "Jo" in cards or len(jack_colours(cards)) == 2,
    "youngstown": lambda cards: count_aces(cards) > 2 and "Jo" not in cards,
}


def choose_signal(bot: CallingBot) -> str | None:
    legal = [call for call in signals(bot) if call in bot.legal]
    return legal[0] if legal else None


def signals(bot: CallingBot) -> Iterator[str]:
    cards, expected = bot.cards, bot.expected_tricks
    if not are_sixes_signals(bot.rules):
        return
    suits_with_jack = [suit for suit in SUIT_LETTERS if f"J{suit}" in cards]
    yield from (
        f"6{suit}" for suit in sorted(suits_with_jack, key=expected.__getitem__, reverse=True)
    )
    if "Jo" in cards:
        yield "6NT"
    if count_aces(cards) == 2:
        yield "6NO"


def hints(bot: CallingBot, strain: str) -> float:
    total = 0.0
    for seat, call in dict(bot.auction.calls).items():
        if seat in bot.partners:
            total += partner_hint(bot.rules, call, strain)
        elif seat != bot.seat:
            total += opponent_hint(bot.rules, call, strain)
    return total


def partner_hint(rules: Rules, call: Call, strain: str) -> float:
    bid = call.bid
    if bid is None:
        return PARTNER_PASS_HINT if call == PASS else 0.0
    if bid.is_special:
        return MISERE_HINT
    if bid.strain == "NO":
        return ACES_HINT
    if is_signal(rules, bid):
        return SIGNAL_HINT if bid.strain in {strain, "NT"} else 0.0
    return HINT_PER_LEVEL * (bid.level - EXPECTED_LEVEL) if bid.strain == strain else 0.0


def opponent_hint(rules: Rules, call: Call, strain: str) -> float:
    bid = call.bid
    if bid is None:
        return OPPONENT_PASS_HINT
    return OPPONENT_BID_HINT if bid.strain == strain and not is_signal(rules, bid) else 0.0


def choose_special_bid(bot: CallingBot, rng: Rng) -> str | None:
    """Choose the highest special bid that the cards allow; rare ones also need luck."""
    for call in reversed(bot.legal):
        strain = call.bid.strain if call.bid else ""
        if strain not in SPECIALS or not is_fit_for_special(bot, strain):
            continue
        if is_lucky(rng, ODDS.get(strain, 1)):
            return call
    return None


def is_fit_for_special(bot: CallingBot, strain: str) -> bool:
    if strain == "BLIND":  # bid before looking
        return True
    if strain == "HILO":
        least, most = HI_LO_TRICKS_RANGE
        return least <= bot.expected_tricks["NT"] - 2 <= most
    risk = misere_risk(bot.rules, bot.cards, with_kitty=strain != "NOPICK")
    return risk <= MAX_SAFE_RISK[bot.rules.players] - MORE_CAUTION.get(strain, 0)


def is_lucky(rng: Rng, odds: int) -> bool:
    """Return True once in `odds` times."""
    lots = list(range(odds))
    rng.shuffle(lots)
    return lots[0] == 0
