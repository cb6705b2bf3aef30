from collections.abc import Mapping
from typing import NamedTuple

from party.engine import TRICKS, Bid, Rules, bid_name, pair_of
from party.models import Entry, Party
from party.values.numbers import counted
from party.values.people.person import Person
from party.values.standings.standings import PartyStandings
from party.values.standings.tally import Pair


class ScoringHand(NamedTuple):
    """A pair's hand. `bid` is "" if nobody bid; then `tricks` are those of this pair."""

    points: int
    round: int
    table: int
    bid: str
    bidder: str
    tricks: int


def best_hands(
    party: Party, standings_now: PartyStandings, names: Mapping[int, Person]
) -> dict[int, str]:
    """Return in words the hand that brought each entrant most.

    Tables of which only a total is known have no such hands.
    """
    by_pair = _best_by_pair(party)
    chairs = {
        (each.round, each.table or 0, each.seat): names[line.person.id]
        for line in standings_now.lines
        for each in line.rounds
        if each.seat
    }
    texts = {}
    for line in standings_now.lines:
        pairs = [
            (each.round, each.table or 0, pair_of(each.seat)) for each in line.rounds if each.seat
        ]
        hands = [by_pair[pair] for pair in pairs if pair in by_pair]
        if hands:
            best = max(hands, key=lambda hand: hand.points)
            bidder = chairs.get((best.round, best.table, best.bidder))
            texts[line.person.id] = _hand_text(party.rules, best, bidder)
    return texts


def _best_by_pair(party: Party) -> dict[Pair, ScoringHand]:
    best: dict[Pair, ScoringHand] = {}
    entries = Entry.objects.of_closed_rounds(party).filter(tricks__isnull=False)
    columns = "table__round__number", "table__number", "bid", "bidder", "tricks", "ns", "ew"
    for number, table, bid, bidder, tricks, ns, ew in entries.values_list(*columns):
        for pair, points in (("NS", ns), ("EW", ew)):
            best_so_far = best.get((number, table, pair))
            if points > (best_so_far.points if best_so_far else 0):
                own_tricks = tricks if bid or pair == "NS" else TRICKS - tricks
                hand = ScoringHand(points, number, table, bid, bidder, own_tricks)
                best[number, table, pair] = hand
    return best


def _hand_text(rules: Rules, hand: ScoringHand, bidder: Person | None) -> str:
    """Return "Alma bid 8 Hearts and took 9: 200 points in round 3"."""
    if hand.bid and bidder:
        play = f"{bidder} bid {bid_name(rules, Bid.parse(hand.bid))} and took {hand.tricks}"
    else:
        play = f"Nobody bid; they took {hand.tricks}"
    return f"{play}: {counted(hand.points, 'point')} in round {hand.round}"
