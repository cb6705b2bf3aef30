"""Faults of the calls, and of a contract that does not follow from them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from party.engine.auction.auction import Auction, CachedPosition, position_after_call
from party.engine.auction.bids import Bid, bid_fault, bid_name
from party.engine.auction.calls import (
    ANF,
    CALLS,
    PASS,
    REFUSE,
    Call,
    is_ace_no_face,
    unknown_call_error,
)
from party.engine.auction.legal_calls import (
    ACE_NO_FACE,
    CONTRACT,
    PLAYED_WITHOUT_BID,
    call_faults,
)
from party.engine.cards.cards import Card
from party.engine.errors import Fault, RuleError, fault, shorten
from party.engine.records.record import Record
from party.engine.records.verification.faults import MAX_REPORTED, core_fault
from party.engine.rules.rules import Rules
from party.engine.seats import left_neighbour, seat_name, seats_from, seats_of

MAX_CALLS = 1_000  # three times as many as the longest auction, with repeated passes


@dataclass(frozen=True, slots=True)
class ReplayedAuction:
    last: CachedPosition
    faults: tuple[Fault, ...] = ()

    @property
    def contract(self) -> str:
        """The contract in our notation; "" if there is none."""
        end = self.last.position
        return str(end.bid.contract) if end.outcome == CONTRACT and end.bid else ""

    @property
    def declarer(self) -> str:
        return self.last.position.bidder if self.last.position.outcome == CONTRACT else ""


def replay_auction(record: Record, rules: Rules) -> ReplayedAuction | None:
    """Return the auction of the record; None if it has no calls or no known dealer.

    Some writers note a pass at every turn of a player who has passed, others do not: the reading
    without faults is the right one.
    """
    dealer = dealer_of(record, rules)
    if not dealer or not record.calls:
        return None
    first = Auction(rules, dealer).state
    last = position_after_legal_calls(first, record.calls)
    if last:
        return ReplayedAuction(last)
    auction = replay_with_faults(record, rules, first, record.calls)
    if auction.faults and len(record.calls) <= MAX_CALLS:
        fewer_calls = without_repeated_passes(rules, dealer, record.calls)
        shorter_auction = replay_with_faults(record, rules, first, fewer_calls)
        return auction if shorter_auction.faults else shorter_auction
    return auction


def dealer_of(record: Record, rules: Rules) -> str:
    if record.caller:
        return seats_from(seats_of(rules), record.caller)[-1]
    return record.dealer


def position_after_legal_calls(
    position: CachedPosition, calls: Sequence[str]
) -> CachedPosition | None:
    """Return the position after the calls; None if one of them is illegal or ace-no-face."""
    for call in calls:
        step = position.steps.get(call)
        if step is None:
            try:
                step = position.follow_call(call)
            except RuleError:
                return None
        position = step[1]
    end = position.position
    return None if end.ace_no_face_seats or end.outcome == ACE_NO_FACE else position


def replay_with_faults(
    record: Record, rules: Rules, position: CachedPosition, calls: Sequence[str]
) -> ReplayedAuction:
    """Replay the calls and report each wrong one; an illegal bid counts as made."""
    faults: list[Fault] = []
    for number, call in enumerate(calls, 1):
        if len(faults) >= MAX_REPORTED:
            text = "And {count} more calls, which were not looked at."
            place, unread_count = f"call {number}", len(calls) - number + 1
            faults.append(core_fault("record-more", text, place=place, count=unread_count))
            break
        call_faults_found = written_call_faults(record, rules, position, call)
        faults += [replace(reason, place=f"call {number}") for reason in call_faults_found]
        if not position.position.turn:
            break  # report the first call after the end, not a thousand
        position = position_after_written_call(position, call, legal=not call_faults_found)
    return ReplayedAuction(position, tuple(faults))


def written_call_faults(
    record: Record, rules: Rules, position: CachedPosition, call: str
) -> list[Fault]:
    parsed = CALLS.get(call)
    if parsed is None:
        legal = tuple(position.legal)
        return [replace(reason, legal=legal) for reason in unknown_call_error(call).faults]
    if parsed not in position.legal:
        return call_faults(position.cache.setting, position.position, parsed)
    hand = record.hands.get(position.position.turn)
    if parsed == ANF and hand and not is_ace_no_face(rules, map(Card, hand)):
        text = "{seat} has other cards than “Ace, no face” asks for."
        legal = tuple(legal_call for legal_call in position.legal if legal_call != ANF)
        seat = seat_name(position.position.turn)
        return [fault("record-ace-no-face", text, rule="T10", legal=legal, seat=seat)]
    return []


def position_after_written_call(
    position: CachedPosition, call: str, *, legal: bool
) -> CachedPosition:
    """Return the next position; an illegal bid counts as made, another wrong call as a pass."""
    parsed = CALLS.get(call, PASS)
    if legal or parsed in position.legal:
        return position.follow_call(parsed)[1]
    if position.position.asker:
        parsed = REFUSE
    elif parsed.bid is None:
        parsed = PASS
    next_position = position_after_call(position.cache.setting, position.position, parsed)
    return position.cache.lookup(next_position)


def without_repeated_passes(rules: Rules, dealer: str, calls: Sequence[str]) -> tuple[str, ...]:
    order = seats_from(seats_of(rules), left_neighbour(seats_of(rules), dealer))
    position, needed = Auction(rules, dealer).state, []
    for number, call in enumerate(calls):
        seat = order[number % len(order)]
        if call == PASS and seat in position.position.seats_out and seat != position.position.turn:
            continue
        needed.append(call)
        if call in position.legal:
            position = position.follow_call(call)[1]
    return tuple(needed)


def auction_faults(record: Record, rules: Rules, auction: ReplayedAuction | None) -> list[Fault]:
    faults = [*(auction.faults if auction else ()), *opening_faults(record, rules)]
    if auction and not auction.faults:
        faults += outcome_faults(record, rules, auction)
    if record.contract and not (auction and auction.contract == record.contract):
        faults += contract_faults(record, rules)
    return faults


def opening_faults(record: Record, rules: Rules) -> Iterator[Fault]:
    if record.dealer and record.caller:
        first = left_neighbour(seats_of(rules), record.dealer)
        if first != record.caller:
            text = "{dealer} deals, so {first} calls first, not {caller}."
            yield core_fault(
                "record-caller",
                text,
                place="auction",
                legal=(first,),
                dealer=seat_name(record.dealer),
                first=seat_name(first),
                caller=seat_name(record.caller),
            )


def outcome_faults(record: Record, rules: Rules, auction: ReplayedAuction) -> Iterator[Fault]:
    written = record.contract or record.declarer or record.tricks or record.removed
    if auction.last.position.turn:
        if written:
            text = "The bidding is not over: it is {seat}’s turn."
            yield core_fault(
                "record-auction",
                text,
                place="auction",
                legal=tuple(auction.last.legal),
                seat=seat_name(auction.last.position.turn),
            )
        return
    if record.contract and record.contract != (auction.contract or PASS):
        text = "The calls led to {heard}, not to {written}."
        yield core_fault(
            "record-contract",
            text,
            place="contract",
            legal=(auction.contract or str(PASS),),
            heard=contract_text(rules, auction.contract),
            written=contract_text(rules, record.contract),
        )
    if record.declarer and record.declarer != auction.declarer:
        text = "{heard} won the bidding, not {written}."
        yield core_fault(
            "record-declarer",
            text,
            place="declarer",
            legal=tuple(auction.declarer),
            heard=seat_name(auction.declarer) if auction.declarer else "Nobody",
            written=seat_name(record.declarer),
        )
    if record.tricks and auction.last.position.outcome not in {CONTRACT, PLAYED_WITHOUT_BID}:
        text = "Nobody bid what can be played: there is no hand to play."
        yield fault("record-thrown-in", text, rule="T20", place="play")


def contract_text(rules: Rules, contract: str) -> str:
    call = CALLS.get(contract, PASS if not contract else None)
    if call is None:
        return f"“{shorten(contract)}”"
    return bid_name(rules, call.bid) if call.bid else "no contract"


def contract_faults(record: Record, rules: Rules) -> list[Fault]:
    call = CALLS.get(record.contract)
    if call is None or (call.bid is None and call != PASS):
        return [replace(unknown_call_error(record.contract).faults[0], place="contract")]
    refusal = bid_fault(rules, call.bid) if call.bid else None
    return [replace(refusal, place="contract")] if refusal else []


def bid_of(contract: str) -> Bid | None:
    """Return the bid as it is played; None for a text that is no contract."""
    call: Call | None = CALLS.get(contract)
    return call.bid.contract if call and call.bid else None
