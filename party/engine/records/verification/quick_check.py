"""A quick check: most complete records without a fault need no check of their parts.

Cards are bits here (see `party.engine.play.ranking`). If the number of cards and the sum of their
bits are those of the pack, every card is there once.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from party.engine.auction.auction import Auction, CachedPosition
from party.engine.auction.bids import Bid
from party.engine.auction.legal_calls import CONTRACT
from party.engine.cards.cards import Card, Suit, pack
from party.engine.cards.deal import HAND_SIZE
from party.engine.play.playing import ring_of, seats_ending_hand
from party.engine.play.ranking import Ranking, may_nominate, ranking
from party.engine.play.tricks import first_leader
from party.engine.records.record import NO_SUIT, Record
from party.engine.records.replay import replay
from party.engine.records.verification.calls import (
    bid_of,
    position_after_legal_calls,
    replay_auction,
)
from party.engine.records.verification.kitty import burying_seats, kitty_size
from party.engine.records.verification.terms import terms_of_contract
from party.engine.rules.rules import Rules
from party.engine.scoring.scoring import TRICKS
from party.engine.seats import left_neighbour, seats_from, seats_of


class ContractPlan(NamedTuple):
    """The facts that all complete records of one contract share.

    - `seats` are those of the columns; `columns_playing` play, `columns_out` sit out.
    - `declarer` is a column, `leader` an index into `columns_playing`.
    - `bits` are the cards of the pack, `pack` is their sum; `sizes` are the numbers of cards in
      the hands and in the kitty; `kitty_size` is the number that the declarer takes up.
    - `joker` is the joker if the declarer nominated its suit, otherwise 0.
    - `opening` is the position before the first call; each of `bids_called` makes this contract.
    """

    ranked: Ranking
    bits: Mapping[Card, int]
    seats: str
    caller: str
    columns_playing: tuple[int, ...]
    columns_out: tuple[int, ...]
    declarer: int
    leader: int
    pack: int
    sizes: list[int]
    kitty_size: int
    joker: int
    opening: CachedPosition
    bids_called: tuple[Bid, ...]


def is_surely_faultless(record: Record, rules: Rules) -> bool:
    """Return False in doubt."""
    if record.faults or record.players != rules.players:
        return False
    try:
        return has_all_parts(record) and is_faultless(record, rules)
    except (AttributeError, KeyError, TypeError, ValueError):  # wrong types from a program
        return False


def is_faultless(record: Record, rules: Rules) -> bool:
    """Raises KeyError for an unknown card or seat."""
    plan = plan_of(
        rules, record.contract, record.declarer, record.dealer, record.column, record.joker_suit
    )
    if plan is None or plan.caller != record.caller:
        return False
    if not is_contract_reached(plan, record, rules):
        return False
    hands = hands_at_first_lead(record, plan)
    return hands is not None and is_play_legal(record, plan, hands)


def is_contract_reached(plan: ContractPlan, record: Record, rules: Rules) -> bool:
    last = position_after_legal_calls(plan.opening, record.calls)
    if last is None:  # only the full replay checks the cards of ace-no-face (T10)
        auction = replay_auction(record, rules)
        last = auction.last if auction and not auction.faults else plan.opening
    end = last.position
    return (
        end.outcome == CONTRACT and end.bidder == record.declarer and end.bid in plan.bids_called
    )


def has_all_parts(record: Record) -> bool:
    has_usual = record.hands and record.calls and record.column and len(record.tricks) == TRICKS
    has_unusual = record.piles or record.dead or record.announced or record.given or record.called
    return bool(has_usual) and not has_unusual and not record.scores


@lru_cache(maxsize=4096)
def plan_of(  # noqa: PLR0917 -- together the arguments are the cache key
    rules: Rules, contract: str, declarer: str, dealer: str, column: str, nominated: str
) -> ContractPlan | None:
    """Return the plan; None if records of this contract need the full check."""
    seats = seats_of(rules)
    bid = bid_of(contract)
    if bid is None or not {declarer, dealer, column} <= {*seats}:
        return None
    table = terms_of_contract(rules, contract, declarer, dealer)
    suit = Suit(nominated) if nominated not in {"", NO_SUIT} else None
    calls_partner = rules.players == 5 and not bid.is_special
    is_rare = table.piles or calls_partner or seats_ending_hand(table)
    if is_rare or len(burying_seats(table)) > 1:
        return None
    if (suit and not may_nominate(rules, bid)) or rules.second_pack_sixes == "on":
        return None
    if kitty_size(table) not in {0, rules.kitty_size}:
        return None
    column_seats, ring = seats_from(seats, column), ring_of(table)
    playing = tuple(column for column, seat in enumerate(column_seats) if seat in ring)
    ranked = ranking(rules, bid, suit, only_pack=True)
    bits = bits_by_card(ranked, pack(rules))
    first = first_leader(rules, dealer, declarer, "".join(ring))
    return ContractPlan(
        ranked=ranked,
        bits=bits,
        seats=column_seats,
        caller=left_neighbour(seats, dealer),
        columns_playing=playing,
        columns_out=tuple(column for column, seat in enumerate(column_seats) if seat not in ring),
        declarer=column_seats.index(declarer),
        leader=playing.index(column_seats.index(first)),
        pack=sum(bits.values()),
        sizes=[*[HAND_SIZE] * len(seats), len(bits) - HAND_SIZE * len(seats)],
        kitty_size=kitty_size(table),
        joker=ranked.bits[Card("Jo")] if suit else 0,
        opening=Auction(rules, dealer).state,
        bids_called=(bid, Bid(bid.level, "NO")) if bid.strain == "NT" else (bid,),
    )


@lru_cache(maxsize=1024)
def bits_by_card(ranked: Ranking, cards: tuple[Card, ...]) -> Mapping[Card, int]:
    return {card: ranked.bits[card] for card in cards}


def hands_at_first_lead(record: Record, plan: ContractPlan) -> list[int] | None:
    """Return the hands after burying, in the order of the columns; None in doubt.

    Raises KeyError for a card outside the pack, and for a seat without a hand or cards taken up.
    """
    bits, dealt = plan.bits, record.hands
    if [*map(len, dealt.values()), len(record.kitty)] != plan.sizes:
        return None
    hands = [sum(itemgetter(*dealt[seat])(bits)) for seat in plan.seats]
    bit = bits.__getitem__
    kitty = sum(map(bit, record.kitty))
    if sum(hands) + kitty != plan.pack:
        return None
    if not plan.kitty_size:
        return None if record.added or record.removed else hands
    taken, buried = record.added[record.declarer], record.removed[record.declarer]
    pool, buried_bits = hands[plan.declarer] | kitty, sum(map(bit, buried))
    has_one_seat = len(record.added) == len(record.removed) == 1
    has_right_size = len(taken) == len(buried) == buried_bits.bit_count() == plan.kitty_size
    if not has_one_seat or not has_right_size:
        return None
    takes_kitty = taken == record.kitty or sum(map(bit, taken)) == kitty
    if not takes_kitty or buried_bits & ~pool:
        return None
    hands[plan.declarer] = pool ^ buried_bits
    return hands


def is_play_legal(record: Record, plan: ContractPlan, hands: list[int]) -> bool:
    """Return whether every card was legal, and every suitless joker that led named a suit.

    Raises KeyError for a card outside the pack, and ValueError for tricks of different lengths.
    """
    ranked = plan.ranked
    if plan.joker & ~hands[plan.declarer]:
        return False
    played = cards_played(record, plan)
    playing = [hands[column] for column in plan.columns_playing] if plan.columns_out else hands
    if not record.joker_leads:
        return replay(ranked, playing, played, plan.leader) is not None
    named = {number - 1: ranked.suits[suit] for number, suit in record.joker_leads.items()}
    winners = replay(ranked, playing, played, plan.leader, named)
    if winners is None:
        return False
    leads = (played[column][number] for number, column in enumerate([plan.leader, *winners[:-1]]))
    return {number for number, lead in enumerate(leads) if lead & ranked.suitless} == {*named}


def cards_played(record: Record, plan: ContractPlan) -> list[tuple[int, ...]]:
    """Return the cards of each seat that plays, in the order of the tricks.

    Returns [], which is no legal play, if a seat that sits out plays a card.
    """
    columns: list[Sequence[Any]] = [*zip(*record.tricks, strict=True)]
    if plan.columns_out:
        has_every_column = len(columns) == len(plan.seats)
        if not has_every_column or any(any(columns[column]) for column in plan.columns_out):
            return []
        columns = [columns[column] for column in plan.columns_playing]
    return [itemgetter(*column)(plan.bits) for column in columns]
