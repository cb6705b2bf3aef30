"""The calls of a record: each legal when it was made, and the contract what they led to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from party.engine.auction.auction import Auction, CachedPosition, after_call
from party.engine.auction.bids import Bid, bid_fault, bid_name
from party.engine.auction.calls import ANF, CALLS, PASS, REFUSE, Call, is_ace_no_face, unknown_call
from party.engine.auction.legal_calls import (
    ACE_NO_FACE,
    CONTRACT,
    PLAYED_WITHOUT_BID,
    call_faults,
)
from party.engine.cards.cards import Card
from party.engine.errors import Fault, RuleError, fault, short
from party.engine.records.record import Record
from party.engine.records.verification.faults import MOST_REPORTED, core_fault
from party.engine.rules.rules import Rules
from party.engine.seats import clockwise, left_of, seat_name, seats_of

MOST_CALLS = 1_000  # three times as many as there can be, whoever writes passes down again


@dataclass(frozen=True, slots=True)
class ReplayedAuction:
    """The calls of a record, made one after the other: the last position, and what was wrong."""

    last: CachedPosition
    faults: tuple[Fault, ...] = ()

    @property
    def contract(self) -> str:
        """What is to be played, in our notation; empty when nothing is."""
        at = self.last.at
        return str(at.bid.contract) if at.ending == CONTRACT and at.bid else ""

    @property
    def declarer(self) -> str:
        return self.last.at.bidder if self.last.at.ending == CONTRACT else ""


def replay_auction(record: Record, rules: Rules) -> ReplayedAuction | None:
    """Return the auction as it was called; None when the record does not have it.

    Some write a pass for everybody who has passed before, at every turn, others leave these out:
    what can be replayed without a fault is right.
    """
    dealer = dealer_of(record, rules)
    if not dealer or not record.calls:
        return None
    first = Auction(rules, dealer).cached
    last = replay_legal_calls(first, record.calls)
    auction = (
        ReplayedAuction(last) if last else replay_with_faults(record, rules, first, record.calls)
    )
    if auction.faults and len(record.calls) <= MOST_CALLS:
        fewer = replay_with_faults(
            record, rules, first, without_repeated_passes(rules, dealer, record.calls)
        )
        return auction if fewer.faults else fewer
    return auction


def dealer_of(record: Record, rules: Rules) -> str:
    """Return who dealt: as written, or else the seat before the first caller's."""
    if record.caller:
        return clockwise(seats_of(rules), record.caller)[-1]
    return record.dealer


def replay_legal_calls(position: CachedPosition, calls: Sequence[str]) -> CachedPosition | None:
    """Return the position after these calls; None if one is not legal, or must be looked at."""
    for call in calls:
        step = position.after.get(call)
        if step is None:
            try:
                step = position.take(call)
            except RuleError:
                return None
        position = step[1]
    at = position.at
    return None if at.asked or at.ending == ACE_NO_FACE else position


def replay_with_faults(
    record: Record, rules: Rules, position: CachedPosition, calls: Sequence[str]
) -> ReplayedAuction:
    """Return the auction with its faults. A bid that was not legal stands as it was made."""
    faults: list[Fault] = []
    for number, call in enumerate(calls, 1):
        if len(faults) >= MOST_REPORTED:
            text = "And {count} more calls, which were not looked at."
            place, more = f"call {number}", len(calls) - number + 1
            faults.append(core_fault("record-more", text, place=place, count=more))
            break
        found = written_call_faults(record, rules, position, call)
        faults += [replace(each, place=f"call {number}") for each in found]
        if not position.at.turn:
            break  # one call too many is reported, not each of a thousand
        position = after_written_call(position, call, legal=not found)
    return ReplayedAuction(position, tuple(faults))


def written_call_faults(
    record: Record, rules: Rules, position: CachedPosition, call: str
) -> list[Fault]:
    """Return what is wrong with one call, each fault with what was legal."""
    known = CALLS.get(call)
    if known is None:
        return [replace(each, legal=tuple(position.legal)) for each in unknown_call(call).faults]
    if known not in position.legal:
        return call_faults(position.cache.setting, position.at, known)
    hand = record.hands.get(position.at.turn)
    if known == ANF and hand and not is_ace_no_face(rules, map(Card, hand)):
        text = "{seat} has other cards than “Ace, no face” asks for."
        legal = tuple(each for each in position.legal if each != ANF)
        seat = seat_name(position.at.turn)
        return [fault("record-ace-no-face", text, rule="T10", legal=legal, seat=seat)]
    return []


def after_written_call(position: CachedPosition, call: str, *, legal: bool) -> CachedPosition:
    """Return the position after a call: a bid stands, whatever else was not legal is a pass."""
    known = CALLS.get(call, PASS)
    if legal or known in position.legal:
        return position.take(known)[1]
    if position.at.asking:
        known = REFUSE
    elif known.bid is None:
        known = PASS
    return position.cache.cached(after_call(position.cache.setting, position.at, known))


def without_repeated_passes(rules: Rules, dealer: str, calls: Sequence[str]) -> tuple[str, ...]:
    """Leave out the passes of those who had passed before, called clockwise all the same."""
    order = clockwise(seats_of(rules), left_of(seats_of(rules), dealer))
    position, kept = Auction(rules, dealer).cached, []
    for number, call in enumerate(calls):
        seat = order[number % len(order)]
        if call == PASS and seat in position.at.out and seat != position.at.turn:
            continue
        kept.append(call)
        if call in position.legal:
            position = position.take(call)[1]
    return tuple(kept)


def auction_faults(record: Record, rules: Rules, auction: ReplayedAuction | None) -> list[Fault]:
    """Return all that is wrong from the first call to the contract."""
    faults = [*(auction.faults if auction else ()), *opening_faults(record, rules)]
    if auction and not auction.faults:
        faults += outcome_faults(record, rules, auction)
    if record.contract and not (auction and auction.contract == record.contract):
        faults += contract_faults(record, rules)
    return faults


def opening_faults(record: Record, rules: Rules) -> Iterator[Fault]:
    if record.dealer and record.caller:
        first = left_of(seats_of(rules), record.dealer)
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
    """Yield where contract and declarer are not what the calls led to."""
    written = record.contract or record.declarer or record.tricks or record.removed
    if auction.last.at.turn:
        if written:
            text = "The bidding is not over: it is {seat}’s turn."
            yield core_fault(
                "record-auction",
                text,
                place="auction",
                legal=tuple(auction.last.legal),
                seat=seat_name(auction.last.at.turn),
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
    if record.tricks and auction.last.at.ending not in {CONTRACT, PLAYED_WITHOUT_BID}:
        text = "Nobody bid what can be played: there is no hand to play."
        yield fault("record-thrown-in", text, rule="T20", place="play")


def contract_text(rules: Rules, contract: str) -> str:
    call = CALLS.get(contract, PASS if not contract else None)
    if call is None:
        return f"“{short(contract)}”"
    return bid_name(rules, call.bid) if call.bid else "no contract"


def contract_faults(record: Record, rules: Rules) -> list[Fault]:
    """Return why these rules have no such contract."""
    call = CALLS.get(record.contract)
    if call is None or (call.bid is None and call != PASS):
        return [replace(unknown_call(record.contract).faults[0], place="contract")]
    found = bid_fault(rules, call.bid) if call.bid else None
    return [replace(found, place="contract")] if found else []


def bid_of(contract: str) -> Bid | None:
    """Return the bid of a contract; None for none, or for a text that is no bid."""
    call: Call | None = CALLS.get(contract)
    return call.bid.contract if call and call.bid else None
