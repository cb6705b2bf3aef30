"""The terms of a record: what is played, by whom, and who sits out, before any card is looked at.

They are a `Table` of the game itself, without its cards, so that a record is judged by the same
words as a hand that is played.
"""

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password
from functools import lru_cache
from itertools import product

from party.engine.auction.auction import Auction
from party.engine.auction.legal_calls import PLAYED_WITHOUT_BID
from party.engine.cards.deal import has_piles
from party.engine.notation.typed_hands import announceable
from party.engine.play.stage import Table, contract_partners
from party.engine.records.record import Record
from party.engine.records.verification.calls import ReplayedAuction, bid_of, dealer_of
from party.engine.rules.rules import Rules
from party.engine.seats import clockwise, seats_of


def terms(record: Record, rules: Rules, auction: ReplayedAuction | None) -> list[Table]:
    """Return all the terms by which the tricks may have been played; none if the bid is unknown.

    There are several where nobody wrote down who played the contract, or who dealt.
    """
    contract = record.contract or (auction.contract if auction else "")
    if bid_of(contract) is None:
        all_passed = auction is not None and auction.last.at.ending == PLAYED_WITHOUT_BID
        if not all_passed and (contract != "P" or rules.all_pass != "play_nt_10_per_trick"):
            return []
        return [terms_of_contract(rules, "", "", dealer) for dealer in dealers(record, rules)]
    declarer = record.declarer or (auction.declarer if auction else "")
    found = product(declarer or seats_of(rules), dealers(record, rules))
    return [
        terms_of_contract(
            rules, contract, who, dealer, announcement(record, rules, contract, who, dealer)
        )
        for who, dealer in found
    ]


def dealers(record: Record, rules: Rules) -> str:
    """Return who may have dealt: any seat, if it matters and is not known."""
    known = record.dealer or dealer_of(record, rules)
    all_passed = record.contract == "P"
    matters = rules.first_lead != "declarer" or rules.players == 5 or all_passed
    return known or (seats_of(rules) if matters else seats_of(rules)[-1])


def terms_of_contract(
    rules: Rules, contract: str, declarer: str, dealer: str, said: str = ""
) -> Table:
    """Return the terms of this contract; `said` is "slam", "declare" or nothing."""
    return terms_with_words(rules, rules.words, contract, declarer, dealer, said)


# A table speaks with the words of its rules, and equal rules may have words of their own.
@lru_cache(maxsize=4096)
def terms_with_words(
    rules: Rules, _words: tuple[str, str], contract: str, declarer: str, dealer: str, said: str
) -> Table:
    piles = dict.fromkeys(seats_of(rules), ()) if has_piles(rules) else {}
    table = Table(rules, dealer, {}, (), piles, (), Auction(rules, dealer))
    if not declarer:
        return table
    table = table.changed(bid=bid_of(contract), declarer=declarer, announced=said or None)
    return table.changed(partners=contract_partners(table))


def announcement(record: Record, rules: Rules, contract: str, declarer: str, dealer: str) -> str:
    """Return what was announced, or must have been: in an ordinary contract a partner sat out."""
    if record.announced or not record.tricks:
        return record.announced
    partners = terms_of_contract(rules, contract, declarer, dealer).partners
    bid = bid_of(contract)
    if bid is None or bid.special or not partners or not is_passed_over(record, partners):
        return ""
    return next(iter(announceable(rules)), "")


def is_passed_over(record: Record, seats: tuple[str, ...]) -> bool:
    """Say whether none of these seats plays to the first trick, though it was their turn."""
    first = dict(zip(column_seats(record), record.tricks[0], strict=False))
    if any(first.get(each) for each in seats):
        return False
    played = [seat for seat, card in first.items() if card]
    turns = list(first)
    last = turns.index(played[-1]) if played else 0
    return len(record.tricks) > 1 or any(each in turns[:last] for each in seats)


def column_seats(record: Record) -> str:
    """Return whose cards the columns are: every seat, then with two players their tables."""
    if not record.column:
        return ""
    around = clockwise(record.seats, record.column)
    return around + around.lower() if record.players == 2 else around
