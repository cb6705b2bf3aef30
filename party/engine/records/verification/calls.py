"""Faults of the calls, and of a contract that does not follow from them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from party.engine.auction.auction import Auction
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
    CONTRACT,
    PLAYED_WITHOUT_BID,
    call_faults,
)
from party.engine.cards.cards import Card
from party.engine.errors import Fault, fault, shorten
from party.engine.records.record import Record
from party.engine.records.verification.faults import MAX_REPORTED, core_fault
from party.engine.rules.rules import Rules
from party.engine.seats import left_neighbour, seat_name, seats_from, seats_of

MAX_CALLS = 1_000  # three times as many as the longest auction, with repeated passes


@dataclass(frozen=True, slots=True)
class ReplayedAuction:
    """The auction after the last written call, and the faults of the calls."""

    end: Auction
    faults: tuple[Fault, ...]

    @property
    def contract(self) -> str:
        """The contract in our notation; "" if there is none."""
        return str(self.end.contract) if self.end.outcome == CONTRACT else ""

    @property
    def declarer(self) -> str:
        return self.end.position.bidder if self.end.outcome == CONTRACT else ""


def replay_auction(record: Record, rules: Rules) -> ReplayedAuction | None:
    """Return the auction of the record; None if it has no calls or no known dealer.

    Some writers note a pass at every turn of a player who has passed, others do not: the reading
    without faults is the right one.
    """
    dealer = dealer_of(record, rules)
    if not dealer or not record.calls:
        return None
    first = Auction(rules, dealer)
    replayed = replay_calls(record, first, record.calls)
    if replayed.faults and len(record.calls) <= MAX_CALLS:
        shorter = replay_calls(record, first, without_repeated_passes(first, record.calls))
        return replayed if shorter.faults else shorter
    return replayed


def dealer_of(record: Record, rules: Rules) -> str:
    if record.caller:
        return seats_from(seats_of(rules), record.caller)[-1]
    return record.dealer


def replay_calls(record: Record, auction: Auction, calls: Sequence[str]) -> ReplayedAuction:
    """Make the calls and report each wrong one."""
    faults: list[Fault] = []
    for number, call in enumerate(calls, 1):
        if len(faults) >= MAX_REPORTED:
            text = "And {count} more calls, which were not looked at."
            place, unread_count = f"call {number}", len(calls) - number + 1
            faults.append(core_fault("record-more", text, place=place, count=unread_count))
            break
        faults += (
            replace(reason, place=f"call {number}")
            for reason in written_call_faults(record, auction, call)
        )
        if auction.over:
            break  # report the first call after the end, not a thousand
        auction = after_written_call(auction, call)
    return ReplayedAuction(auction, tuple(faults))


def written_call_faults(record: Record, auction: Auction, call: str) -> list[Fault]:
    parsed = CALLS.get(call)
    if parsed is None:
        legal = auction.legal_calls()
        return [replace(reason, legal=legal) for reason in unknown_call_error(call).faults]
    if not auction.allows(parsed):
        return call_faults(auction.setting, auction.position, parsed)
    hand = record.hands.get(auction.position.turn)
    if parsed == ANF and hand and not is_ace_no_face(auction.rules, map(Card, hand)):
        text = "{seat} has other cards than “Ace, no face” asks for."
        other_calls = tuple(legal for legal in auction.legal_calls() if legal != ANF)
        seat = seat_name(auction.position.turn)
        return [fault("record-ace-no-face", text, rule="T10", legal=other_calls, seat=seat)]
    return []


def after_written_call(auction: Auction, call: str) -> Auction:
    """Return the next auction; an illegal bid counts as made, another wrong call as a pass."""
    parsed = CALLS.get(call, PASS)
    if auction.allows(parsed) or (parsed.bid and not auction.position.asker):
        return auction.after(parsed)
    return auction.after(REFUSE if auction.position.asker else PASS)


def without_repeated_passes(auction: Auction, calls: Sequence[str]) -> tuple[str, ...]:
    order, needed = auction.setting.order, []
    for number, call in enumerate(calls):
        seat = order[number % len(order)]
        if call == PASS and seat in auction.position.seats_out and seat != auction.turn:
            continue
        needed.append(call)
        if call in CALLS and auction.allows(CALLS[call]):
            auction = auction.after(CALLS[call])
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
    if auction.end.turn:
        if written:
            text = "The bidding is not over: it is {seat}’s turn."
            yield core_fault(
                "record-auction",
                text,
                place="auction",
                legal=auction.end.legal_calls(),
                seat=seat_name(auction.end.turn),
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
    if record.tricks and auction.end.outcome not in {CONTRACT, PLAYED_WITHOUT_BID}:
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
