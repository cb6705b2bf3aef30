"""The terms of a record's play: contract, declarer, partners and dealer.

The terms are a `TableState` without cards, so that the same code judges records and played hands.
"""

# ruff: noqa: S105 -- all_pass is a rule of the auction, not a password
from itertools import product

from party.engine.auction.auction import Auction
from party.engine.auction.legal_calls import PLAYED_WITHOUT_BID
from party.engine.cards.deal import has_piles
from party.engine.play.kitty import can_announce
from party.engine.play.stage import TableState, contract_partners
from party.engine.records.record import Record
from party.engine.records.verification.calls import ReplayedAuction, bid_of, dealer_of
from party.engine.rules.rules import Rules
from party.engine.scoring.scoring import ANNOUNCEMENTS
from party.engine.seats import seats_from, seats_of


def possible_terms(
    record: Record, rules: Rules, auction: ReplayedAuction | None
) -> list[TableState]:
    """Return the terms: several if declarer or dealer is unknown, [] if the bid is unknown."""
    contract = record.contract or (auction.contract if auction else "")
    if bid_of(contract) is None:
        all_passed = auction is not None and auction.end.outcome == PLAYED_WITHOUT_BID
        if not all_passed and (contract != "P" or rules.all_pass != "play_nt_10_per_trick"):
            return []
        return [
            terms_of_contract(rules, "", "", dealer) for dealer in possible_dealers(record, rules)
        ]
    declarer = record.declarer or (auction.declarer if auction else "")
    combinations = product(declarer or seats_of(rules), possible_dealers(record, rules))
    return [
        terms_of_contract(
            rules, contract, seat, dealer, announcement_of(record, rules, contract, seat, dealer)
        )
        for seat, dealer in combinations
    ]


def possible_dealers(record: Record, rules: Rules) -> str:
    """Return the dealer; every seat if the dealer matters and is unknown."""
    written = record.dealer or dealer_of(record, rules)
    all_passed = record.contract == "P"
    is_needed = rules.first_lead != "declarer" or rules.players == 5 or all_passed
    return written or (seats_of(rules) if is_needed else seats_of(rules)[-1])


def terms_of_contract(
    rules: Rules, contract: str, declarer: str, dealer: str, announced: str = ""
) -> TableState:
    """`announced` is "slam", "declare" or ""."""
    piles = dict.fromkeys(seats_of(rules), ()) if has_piles(rules) else {}
    table = TableState(rules, dealer, {}, (), piles, (), Auction(rules, dealer))
    if not declarer:
        return table
    table = table.with_changes(
        bid=bid_of(contract), declarer=declarer, announced=announced or None
    )
    return table.with_changes(partners=contract_partners(table))


def announcement_of(
    record: Record, rules: Rules, contract: str, declarer: str, dealer: str
) -> str:
    """Return the written announcement; without one, guess it from a partner who plays no card."""
    if record.announced or not record.tricks:
        return record.announced
    table = terms_of_contract(rules, contract, declarer, dealer)
    if not is_passed_over(record, table.partners):
        return ""
    return next((word for word in ANNOUNCEMENTS if can_announce(table, word)), "")


def is_passed_over(record: Record, seats: tuple[str, ...]) -> bool:
    """Return whether these seats play no card to the first trick although a later seat does."""
    cards_by_seat = dict(zip(column_seats(record), record.tricks[0], strict=False))
    if any(cards_by_seat.get(seat) for seat in seats):
        return False
    played = [seat for seat, card in cards_by_seat.items() if card]
    turns = list(cards_by_seat)
    last_played = turns.index(played[-1]) if played else 0
    return len(record.tricks) > 1 or any(seat in turns[:last_played] for seat in seats)


def column_seats(record: Record) -> str:
    """Return every seat, then the tables of two players."""
    if not record.column:
        return ""
    seats = seats_from(record.seats, record.column)
    return seats + seats.lower() if record.players == 2 else seats
