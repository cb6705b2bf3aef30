"""A quick check: a whole record that surely has no fault need not be looked at part by part.

What is true of all whole records of one contract is worked out once: the `Plan`. Cards are bits
here (see `party.engine.play.ranking`); as each is a bit of its own, as many cards with the sum of
a pack are that pack, each card once.
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
from party.engine.records.verification.calls import bid_of, replay_auction, replay_legal_calls
from party.engine.records.verification.kitty import kitty_size, seats_taking_up
from party.engine.records.verification.terms import terms_of_contract
from party.engine.rules.rules import Rules
from party.engine.scoring.results import TRICKS
from party.engine.seats import clockwise, left_of, seats_of


class Plan(NamedTuple):
    """What every whole record of one contract has in common.

    `seats` are those of the columns, `playing` the columns of those who play and `out` of those
    who sit out; `declarer` is a column, `leader` a place among those who play. `bits` are the
    cards of the pack, `pack` is their sum; `dealt` are how many each hand gets, then the kitty;
    `taken` is how many the declarer takes up, `joker` the joker if he nominated it. `opening` is
    the position before the first call, `bids` are those that lead to this contract.
    """

    ranked: Ranking
    bits: Mapping[Card, int]
    seats: str
    caller: str
    playing: tuple[int, ...]
    out: tuple[int, ...]
    declarer: int
    leader: int
    pack: int
    dealt: list[int]
    taken: int
    joker: int
    opening: CachedPosition
    bids: tuple[Bid, ...]


def is_surely_faultless(record: Record, rules: Rules) -> bool:
    """Say whether a whole record has no fault at all; of any other record it is not sure."""
    if record.faults or record.players != rules.players:
        return False
    try:
        return has_all_parts(record) and is_faultless(record, rules)
    except (AttributeError, KeyError, TypeError, ValueError):  # no reader would make such a record
        return False


def is_faultless(record: Record, rules: Rules) -> bool:
    """Say whether all is well; raises KeyError for a card or a seat that is not there."""
    plan = plan_of(
        rules,
        record.contract,
        record.declarer,
        record.dealer,
        record.column,
        record.joker_suit,
    )
    if plan is None or plan.caller != record.caller:
        return False
    if not is_contract_reached(plan, record, rules):
        return False
    hands = hands_at_first_lead(record, plan)
    return hands is not None and is_play_legal(record, plan, hands)


def is_contract_reached(plan: Plan, record: Record, rules: Rules) -> bool:
    """Say whether the calls are legal and lead to the contract of the plan."""
    last = replay_legal_calls(plan.opening, record.calls)
    if last is None:  # ace-no-face is looked at closely: the cards must be such (T10)
        auction = replay_auction(record, rules)
        last = auction.last if auction and not auction.faults else plan.opening
    at = last.at
    return at.ending == CONTRACT and at.bidder == record.declarer and at.bid in plan.bids


def has_all_parts(record: Record) -> bool:
    """Say whether a record has all that most hands have, and nothing that few have."""
    usual = record.hands and record.calls and record.column and len(record.tricks) == TRICKS
    unusual = record.piles or record.dead or record.announced or record.given or record.called
    return bool(usual) and not unusual and not record.scores


@lru_cache(maxsize=4096)
def plan_of(  # noqa: PLR0917 -- together they are one key
    rules: Rules, contract: str, declarer: str, dealer: str, column: str, nominated: str
) -> Plan | None:
    """Return the plan of this contract; None where its records are looked at closely anyway."""
    seats = seats_of(rules)
    bid = bid_of(contract)
    if bid is None or not all(len(x) == 1 and x in seats for x in (declarer, dealer, column)):
        return None
    table = terms_of_contract(rules, contract, declarer, dealer)
    suit = Suit(nominated) if nominated not in {"", NO_SUIT} else None
    calls_partner = rules.players == 5 and not bid.special
    if table.piles or calls_partner or seats_ending_hand(table) or len(seats_taking_up(table)) > 1:
        return None
    if (suit and not may_nominate(rules, bid)) or rules.second_pack_sixes == "on":
        return None
    if kitty_size(table) not in {0, rules.kitty_size}:
        return None
    around, ring = clockwise(seats, column), ring_of(table)
    playing = tuple(at for at, seat in enumerate(around) if seat in ring)
    ranked = ranking(rules, bid, suit, only_pack=True)
    bits = bits_by_card(ranked, pack(rules))
    first = first_leader(rules, dealer, declarer, "".join(ring))
    return Plan(
        ranked=ranked,
        bits=bits,
        seats=around,
        caller=left_of(seats, dealer),
        playing=playing,
        out=tuple(at for at, seat in enumerate(around) if seat not in ring),
        declarer=around.index(declarer),
        leader=playing.index(around.index(first)),
        pack=sum(bits.values()),
        dealt=[*[HAND_SIZE] * len(seats), len(bits) - HAND_SIZE * len(seats)],
        taken=kitty_size(table),
        joker=ranked.bits[Card("Jo")] if suit else 0,
        opening=Auction(rules, dealer).cached,
        bids=(bid, Bid(bid.level, "NO")) if bid.strain == "NT" else (bid,),
    )


@lru_cache(maxsize=1024)
def bits_by_card(ranked: Ranking, cards: tuple[Card, ...]) -> Mapping[Card, int]:
    """Return the bits of these cards by the cards themselves: one mapping for many plans."""
    return {card: ranked.bits[card] for card in cards}


def hands_at_first_lead(record: Record, plan: Plan) -> list[int] | None:
    """Return the hands after burying, in the order of the columns; None if anything is odd.

    Raises KeyError for a card that is not in the pack, or a seat that has none or takes up none.
    """
    bits, dealt = plan.bits, record.hands
    if [*map(len, dealt.values()), len(record.kitty)] != plan.dealt:
        return None
    hands = [sum(itemgetter(*dealt[seat])(bits)) for seat in plan.seats]
    bit = bits.__getitem__
    kitty = sum(map(bit, record.kitty))
    if sum(hands) + kitty != plan.pack:
        return None
    if not plan.taken:
        return None if record.added or record.removed else hands
    taken, buried = record.added[record.declarer], record.removed[record.declarer]
    pool, laid = hands[plan.declarer] | kitty, sum(map(bit, buried))
    is_by_one = len(record.added) == len(record.removed) == 1
    if not is_by_one or not len(taken) == len(buried) == laid.bit_count() == plan.taken:
        return None
    if (taken != record.kitty and sum(map(bit, taken)) != kitty) or laid & ~pool:
        return None
    hands[plan.declarer] = pool ^ laid
    return hands


def is_play_legal(record: Record, plan: Plan, hands: list[int]) -> bool:
    """Say whether every card was legal, and every joker led without a suit named one.

    Raises KeyError for a card that is not there, or not in the pack; ValueError where the tricks
    have different lengths.
    """
    ranked = plan.ranked
    if plan.joker & ~hands[plan.declarer]:
        return False
    played = cards_played(record, plan)
    playing = [hands[at] for at in plan.playing] if plan.out else hands
    if not record.joker_leads:
        return replay(ranked, playing, played, plan.leader) is not None
    named = {number - 1: ranked.suits[suit] for number, suit in record.joker_leads.items()}
    winners = replay(ranked, playing, played, plan.leader, named)
    if winners is None:
        return False
    leads = (played[at][number] for number, at in enumerate([plan.leader, *winners[:-1]]))
    return {number for number, lead in enumerate(leads) if lead & ranked.suitless} == {*named}


def cards_played(record: Record, plan: Plan) -> list[tuple[int, ...]]:
    """Return the cards of all who play, each in the order of the tricks.

    None at all where somebody plays who sits out: no hand is played like that.
    """
    columns: list[Sequence[Any]] = [*zip(*record.tricks, strict=True)]
    if plan.out:
        if len(columns) != len(plan.seats) or any(any(columns[at]) for at in plan.out):
            return []
        columns = [columns[at] for at in plan.playing]
    return [itemgetter(*column)(plan.bits) for column in columns]
