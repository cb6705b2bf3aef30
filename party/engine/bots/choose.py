"""Bots: plain players for rehearsals, who bid and play by simple rules in every variation.

A bot looks only at what its seat may know: its own cards, what was called and played, cards that
lie open, what it buried itself, and its friends as far as they are known: who is called by a card
knows it, the others guess (T84). Chance comes from the `rng` that is handed in: the same deal and
the same rng give the same hand.
"""

from party.engine.auction.bids import SPECIALS
from party.engine.auction.calls import CALLS
from party.engine.bots.calls import choose_call
from party.engine.bots.card_sets import each, strength, texts, whole_pack
from party.engine.bots.kitty import discards, own_tricks
from party.engine.bots.play import Turn, best_play
from party.engine.cards.cards import Card, Suit
from party.engine.cards.deal import Rng
from party.engine.play.hand import Hand
from party.engine.play.kitty import Burying, Giving, buried_text
from party.engine.play.partner import ALONE, Calling
from party.engine.play.playing import Playing
from party.engine.play.ranking import Ranking, ranking
from party.engine.play.stage import NONE, Offer, Stage, Table, partners_of
from party.engine.play.start import Bidding

SURE_ENOUGH = 9  # own tricks with which a bot plays alone, or announces all ten
LONG_SUIT = 5


def play_out(hand: Hand, rng: Rng) -> Hand:
    """Return the hand as bots play it to its end, or throw it in."""
    while hand.phase != "over":
        hand = hand.act(choose(hand, rng))
    return hand


def choose(hand: Hand, rng: Rng) -> str:
    """Return what the bot whose turn it is does: one of `hand.legal()`.

    Raises ValueError when the hand is over.
    """
    stage = hand.stage
    if isinstance(stage, Bidding):
        legal = tuple(CALLS[text] for text in stage.legal())
        return choose_call(stage.auction, hand.cards(stage.turn), legal, rng)
    return after_auction(hand, stage, rng)


def after_auction(hand: Hand, stage: Stage, rng: Rng) -> str:
    """Return what the bot does after the auction; it may pass over an offer."""
    if isinstance(stage, Offer):
        offered = take_offer(stage)
        return offered or (after_auction(hand, stage.rest, rng) if stage.goes_on else NONE)
    if isinstance(stage, Giving):
        return give(stage)
    if isinstance(stage, Burying):
        return bury(stage)
    if isinstance(stage, Calling):
        return call(stage, rng)
    if isinstance(stage, Playing):
        return play(hand, stage)
    raise ValueError("The hand is over: there is nothing to choose.")


# Between the auction and the first lead


def in_hand(table: Table, seat: str) -> tuple[Ranking, int, int]:
    """Return how the cards stand in this contract, the whole pack, and the seat's cards."""
    ranked = ranking(table.rules, table.bid, table.nominated)
    return ranked, whole_pack(table.rules, ranked), ranked.mask(table.hands[seat])


def take_offer(stage: Offer) -> str | None:
    """Announce that all ten will be taken (T54, T55), or give the joker a suit (T58).

    In misère the joker is safer in a suit, whichever it is; else only a long suit gets it.
    """
    ranked, pack, held = in_hand(stage.table, stage.turn)
    if stage.name == "announce":
        sure = own_tricks(ranked, pack, held) >= SURE_ENOUGH
        return next(iter(stage.choices)) if sure else None
    lengths = {text: (held & ranked.suits[Suit(text[-1])]).bit_count() for text in stage.choices}
    named = max(lengths, key=lengths.__getitem__)
    safer = aim_of(stage.table, stage.turn) == "duck"
    return named if safer or lengths[named] >= LONG_SUIT else None


def give(stage: Giving) -> str:
    """Hand the partner who plays alone the best card."""
    ranked, _, held = in_hand(stage.table, stage.turn)
    gift = max(each(held), key=lambda card: strength(ranked, card))
    return f"give {texts(ranked)[gift]}"


def bury(stage: Burying) -> str:
    """Bury what helps least."""
    ranked, pack, held = in_hand(stage.table, stage.turn)
    gone = discards(ranked, pack, held, stage.count, aim_of(stage.table, stage.turn))
    cards = tuple(Card(texts(ranked)[card]) for card in gone)
    return buried_text(stage.in_hand_order(cards))


def call(stage: Calling, rng: Rng) -> str:
    """Call the best card that somebody else may hold, or anybody; play alone with a sure hand."""
    ranked, pack, held = in_hand(stage.table, stage.turn)
    legal = list(stage.legal())
    if ALONE in legal and own_tricks(ranked, pack, held) >= SURE_ENOUGH:
        return ALONE
    elsewhere = pack & ~held & ~ranked.mask(stage.table.buried)
    bits = {text: ranked.bits.get(text.removeprefix("call "), 0) for text in legal}
    cards = [text for text in legal if bits[text] & elsewhere]
    if cards:
        return max(cards, key=lambda text: strength(ranked, bits[text]))
    rng.shuffle(legal)
    return min(legal, key=lambda text: text == ALONE)


# The play


def play(hand: Hand, stage: Playing) -> str:
    """Play the card, or lead a joker in the name of the longest suit."""
    ranked = stage.layout.ranked
    turn = what_seat_sees(hand, stage)
    card = best_play(turn)
    if stage.trick or not card & ranked.suitless:
        return texts(ranked)[card]
    nameable = stage.nameable()
    suits = (suit for suit in Suit if ranked.suits[suit] & nameable)
    named = max(suits, key=lambda suit: (turn.held & ranked.suits[suit]).bit_count())
    return f"{texts(ranked)[card]}/{named}"


HI_LO_TRICKS = SPECIALS["HILO"].aim


def what_seat_sees(hand: Hand, stage: Playing) -> Turn:
    """Return what the seat whose turn it is sees."""
    table, layout, seat = stage.table, stage.layout, stage.turn
    around = layout.orders[(stage.at - len(stage.trick)) % len(layout.ring)]
    friends = {seat} if table.is_misere else friends_of(hand, seat)
    aim = aim_now(hand, stage)
    prey = table.counted if aim == "feed" else frozenset()
    return Turn(
        layout.ranked,
        aim,
        legal=stage.legal_bits(),
        held=stage.held[stage.at],
        unseen=whole_pack(table.rules, layout.ranked) & ~known_cards(hand, stage),
        friendly=tuple(place.upper() in friends for place in around),
        prey=tuple(place.upper() in prey for place in around),
        faced=cards_held(stage, prey & hand.exposed),
        trick=stage.trick,
        led=stage.led,
        attacking=seat in table.counted,
    )


# Aims


def aim_of(table: Table, seat: str) -> str:
    """Return what the seat wants of the hand: see `party.engine.bots.play`."""
    if not table.is_misere:
        return "win"
    if seat in table.counted:
        return "duck"
    return "win" if seat in table.partners else "feed"


def aim_now(hand: Hand, stage: Playing) -> str:
    """Return what the player wants of the next trick; who plays for another wants him to win."""
    if stage.table.strain == "HILO":
        return hi_lo_aim(hand, stage)
    return "win" if hand.chooser != stage.turn else aim_of(stage.table, stage.turn)


def hi_lo_aim(hand: Hand, stage: Playing) -> str:
    """With five tricks taken the declarer wants no more, and the others give him another (T52)."""
    declarer = stage.table.lead
    if sum(trick.winner == declarer for trick in hand.tricks) != HI_LO_TRICKS:
        return "win"
    return "duck" if stage.turn == declarer else "feed"


# Friends


def friends_of(hand: Hand, seat: str) -> set[str]:
    """Return the seats that this one takes for its side, itself among them."""
    table = hand.stage.table
    if table.declarer is None:
        return {seat, *partners_of(table, seat)}
    attackers = {table.declarer, *hand.partners}
    if seat in attackers or seat in table.partners:
        return attackers | {seat}
    return set(table.seats) - attackers


# Cards


def known_cards(hand: Hand, stage: Playing) -> int:
    """Return the cards that the player knows nobody else can play."""
    table, ranked = stage.table, stage.layout.ranked
    played = ranked.mask(text.partition("/")[0] for text in hand.played)
    buried = ranked.mask(table.buried) if stage.turn == who_buried(table) else 0
    return played | buried | cards_held(stage, {stage.turn})


def who_buried(table: Table) -> str | None:
    """Return who buried last: in grand misère partner does, after the declarer (T47)."""
    return table.partners[-1] if table.strain == "GRAND" and table.partners else table.declarer


def cards_held(stage: Playing, seats: frozenset[str] | set[str]) -> int:
    """Return what these seats hold in hand and face up on the table."""
    return sum(
        cards
        for place, cards in zip(stage.layout.places, stage.held, strict=True)
        if place in seats
    )
