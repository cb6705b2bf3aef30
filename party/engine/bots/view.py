"""What a seat may know while the cards are played, and what it wants.

It knows its own cards, the cards played and laid open, what it buried itself, and its friends as
far as it has been told: who is called by a card knows it, the others guess (T84).
"""

from party.engine.auction.bids import SPECIALS
from party.engine.bots.card_sets import whole_pack
from party.engine.bots.play import Turn
from party.engine.play.hand import Hand
from party.engine.play.playing import Playing
from party.engine.play.table import Table, partners_of

HI_LO_TRICKS = SPECIALS["HILO"].aim


def look(hand: Hand, stage: Playing) -> Turn:
    """Return what the seat whose turn it is sees."""
    table, layout, seat = stage.table, stage.layout, stage.turn
    around = layout.orders[(stage.at - len(stage.trick)) % len(layout.ring)]
    friends = {seat} if table.family else side_of(hand, seat)
    aim = aim_now(hand, stage)
    prey = table.counted if aim == "feed" else frozenset()
    return Turn(
        layout.ranked,
        aim,
        legal=stage.legal_bits(),
        held=stage.held[stage.at],
        unseen=whole_pack(table.rules, layout.ranked) & ~seen(hand, stage),
        friendly=tuple(place.upper() in friends for place in around),
        prey=tuple(place.upper() in prey for place in around),
        faced=holdings(stage, prey & hand.exposed),
        trick=stage.trick,
        led=stage.led,
        attacking=seat in table.counted,
    )


# Aims


def aim_of(table: Table, seat: str) -> str:
    """Return what the seat wants of the hand: see `party.engine.bots.play`."""
    if not table.family:
        return "win"
    if seat in table.counted:
        return "duck"
    return "win" if seat in table.partners else "feed"


def aim_now(hand: Hand, stage: Playing) -> str:
    """Return what the player wants of the next trick; who chooses for another wants him to win."""
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


def side_of(hand: Hand, seat: str) -> set[str]:
    """Return the seats that this one takes for its side, itself among them."""
    table = hand.stage.table
    if table.declarer is None:
        return {seat, *partners_of(table, seat)}
    attackers = {table.declarer, *hand.partners}
    if seat in attackers or seat in table.partners:
        return attackers | {seat}
    return set(table.seats) - attackers


# Cards


def seen(hand: Hand, stage: Playing) -> int:
    """Return the cards that the player knows nobody else can play."""
    table, ranked = stage.table, stage.layout.ranked
    played = ranked.mask(text.partition("/")[0] for text in hand.played)
    buried = ranked.mask(table.buried) if stage.turn == who_buried(table) else 0
    return played | buried | holdings(stage, {stage.turn})


def who_buried(table: Table) -> str | None:
    """Return who buried last: in grand misère partner does, after the declarer (T47)."""
    return table.partners[-1] if table.strain == "GRAND" and table.partners else table.declarer


def holdings(stage: Playing, seats: frozenset[str] | set[str]) -> int:
    """Return what these seats hold in hand and face up on the table."""
    return sum(
        cards
        for place, cards in zip(stage.layout.places, stage.held, strict=True)
        if place in seats
    )
