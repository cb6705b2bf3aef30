"""Bots: plain players who bid and play by simple rules in every variation.

A bot uses only the facts that its seat may know. Only a secret partner knows the partnership
(T84). The same deal and the same `rng` give the same hand.
"""

from party.engine.auction.bids import SPECIALS
from party.engine.auction.calls import CALLS
from party.engine.bots.calls import choose_call
from party.engine.bots.card_sets import single_cards, strength_key, texts_by_bit, whole_pack
from party.engine.bots.kitty import cards_to_bury, tricks_without_partner
from party.engine.bots.play import CardChoice, best_play
from party.engine.cards.cards import Card, Suit
from party.engine.cards.deal import Rng
from party.engine.play.hand import Hand
from party.engine.play.kitty import Burying, Giving, burying_text
from party.engine.play.partner import ALONE, Calling
from party.engine.play.playing import TrickPlay
from party.engine.play.ranking import Ranking, ranking
from party.engine.play.stage import NO_CHOICE, HandStage, Offer, TableState, partners_of
from party.engine.play.start import Bidding

SURE_TRICKS = 9  # with this many, a bot plays alone or announces all ten tricks
LONG_SUIT = 5


def play_out(hand: Hand, rng: Rng) -> Hand:
    while hand.phase != "over":
        hand = hand.act(choose(hand, rng))
    return hand


def choose(hand: Hand, rng: Rng) -> str:
    """Return the action of the bot whose turn it is: one of `hand.legal()`.

    Raises ValueError if the hand is over.
    """
    stage = hand.stage
    if isinstance(stage, Bidding):
        legal = tuple(CALLS[text] for text in stage.legal())
        return choose_call(stage.auction, hand.cards(stage.turn), legal, rng)
    return choose_after_auction(hand, stage, rng)


def choose_after_auction(hand: Hand, stage: HandStage, rng: Rng) -> str:
    if isinstance(stage, Offer):
        offered = choose_from_offer(stage)
        return offered or (
            choose_after_auction(hand, stage.next_stage, rng) if stage.can_skip else NO_CHOICE
        )
    if isinstance(stage, Giving):
        return choose_gift(stage)
    if isinstance(stage, Burying):
        return choose_burial(stage)
    if isinstance(stage, Calling):
        return choose_partner(stage, rng)
    if isinstance(stage, TrickPlay):
        return choose_card(hand, stage)
    raise ValueError("The hand is over: there is nothing to choose.")


def ranked_cards(table: TableState, seat: str) -> tuple[Ranking, int, int]:
    """Return (ranking of the contract, whole pack, the seat's cards)."""
    ranked = ranking(table.rules, table.bid, table.nominated)
    return ranked, whole_pack(table.rules, ranked), ranked.mask(table.hands[seat])


def choose_from_offer(stage: Offer) -> str | None:
    """Announce all ten tricks (T54, T55), or nominate the joker's suit (T58), or return None.

    In misère a joker with a suit is safer than one without. Otherwise the bot nominates only a
    long suit.
    """
    ranked, pack, held = ranked_cards(stage.table, stage.turn)
    if stage.name == "announce":
        is_sure = tricks_without_partner(ranked, pack, held) >= SURE_TRICKS
        return next(iter(stage.choices)) if is_sure else None
    lengths = {text: (held & ranked.suits[Suit(text[-1])]).bit_count() for text in stage.choices}
    longest = max(lengths, key=lengths.__getitem__)
    is_safer = aim_of_seat(stage.table, stage.turn) == "duck"
    return longest if is_safer or lengths[longest] >= LONG_SUIT else None


def choose_gift(stage: Giving) -> str:
    ranked, _, held = ranked_cards(stage.table, stage.turn)
    gift = max(single_cards(held), key=lambda card: strength_key(ranked, card))
    return f"give {texts_by_bit(ranked)[gift]}"


def choose_burial(stage: Burying) -> str:
    ranked, pack, held = ranked_cards(stage.table, stage.turn)
    buried = cards_to_bury(ranked, pack, held, stage.surplus, aim_of_seat(stage.table, stage.turn))
    cards = tuple(Card(texts_by_bit(ranked)[card]) for card in buried)
    return burying_text(stage.in_hand_order(cards))


def choose_partner(stage: Calling, rng: Rng) -> str:
    ranked, pack, held = ranked_cards(stage.table, stage.turn)
    legal = list(stage.legal())
    if ALONE in legal and tricks_without_partner(ranked, pack, held) >= SURE_TRICKS:
        return ALONE
    other_hands = pack & ~held & ~ranked.mask(stage.table.buried)
    bits = {text: ranked.bits.get(text.removeprefix("call "), 0) for text in legal}
    cards = [text for text in legal if bits[text] & other_hands]
    if cards:
        return max(cards, key=lambda text: strength_key(ranked, bits[text]))
    rng.shuffle(legal)
    return min(legal, key=lambda text: text == ALONE)


def choose_card(hand: Hand, stage: TrickPlay) -> str:
    ranked = stage.layout.ranked
    choice = card_choice(hand, stage)
    card = best_play(choice)
    if stage.trick_bits or not card & ranked.suitless:
        return texts_by_bit(ranked)[card]
    nameable = stage.nameable_suits()
    suits = (suit for suit in Suit if ranked.suits[suit] & nameable)
    longest = max(suits, key=lambda suit: (choice.held & ranked.suits[suit]).bit_count())
    return f"{texts_by_bit(ranked)[card]}/{longest}"


HI_LO_TRICKS = SPECIALS["HILO"].tricks


def card_choice(hand: Hand, stage: TrickPlay) -> CardChoice:
    table, layout, seat = stage.table, stage.layout, stage.turn
    friends = {seat} if table.is_misere else friends_of(hand, seat)
    aim = aim_of_turn(hand, stage)
    prey = table.counted_seats if aim == "feed" else frozenset()
    return CardChoice(
        layout.ranked,
        aim,
        legal=stage.legal_bits(),
        held=stage.held[stage.index],
        unseen=whole_pack(table.rules, layout.ranked) & ~known_cards(hand, stage),
        is_friendly=tuple(place.upper() in friends for place in stage.order),
        is_prey=tuple(place.upper() in prey for place in stage.order),
        prey_open_cards=cards_held(stage, prey & hand.open_hands),
        trick=stage.trick_bits,
        led=stage.led,
        is_attacking=seat in table.counted_seats,
    )


def aim_of_seat(table: TableState, seat: str) -> str:
    if not table.is_misere:
        return "win"
    if seat in table.counted_seats:
        return "duck"
    return "win" if seat in table.partners else "feed"


def aim_of_turn(hand: Hand, stage: TrickPlay) -> str:
    """Return the aim: opponents who choose for the declarer want the declarer to win (T41)."""
    if stage.table.strain == "HILO":
        return hi_lo_aim(hand, stage)
    return "win" if hand.chooser != stage.turn else aim_of_seat(stage.table, stage.turn)


def hi_lo_aim(hand: Hand, stage: TrickPlay) -> str:
    """Return the aim: once the declarer has five tricks, they duck and the others feed (T52)."""
    declarer = stage.table.main_seat
    if sum(trick.winner == declarer for trick in hand.tricks) != HI_LO_TRICKS:
        return "win"
    return "duck" if stage.turn == declarer else "feed"


def friends_of(hand: Hand, seat: str) -> set[str]:
    table = hand.stage.table
    if table.declarer is None:
        return {seat, *partners_of(table, seat)}
    attackers = {table.declarer, *hand.partners}
    if seat in attackers or seat in table.partners:
        return attackers | {seat}
    return set(table.seats) - attackers


def known_cards(hand: Hand, stage: TrickPlay) -> int:
    """Return the cards that other players cannot play, as far as this player knows."""
    table, ranked = stage.table, stage.layout.ranked
    played = ranked.mask(text.partition("/")[0] for text in hand.cards_played)
    buried = ranked.mask(table.buried) if stage.turn == last_burier(table) else 0
    return played | buried | cards_held(stage, {stage.turn})


def last_burier(table: TableState) -> str | None:
    return table.partners[-1] if table.strain == "GRAND" and table.partners else table.declarer


def cards_held(stage: TrickPlay, seats: frozenset[str] | set[str]) -> int:
    return sum(
        cards
        for place, cards in zip(stage.layout.ring_seats, stage.held, strict=True)
        if place in seats
    )
