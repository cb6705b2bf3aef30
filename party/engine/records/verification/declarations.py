"""The declarations after the bidding: announcement, gift, call for a partner, nomination."""

from collections import Counter
from collections.abc import Iterator, Sequence

from party.engine.cards.cards import JOKER, Card, Suit
from party.engine.errors import Fault, fault, shorten
from party.engine.play.kitty import can_announce
from party.engine.play.partner import Calling, calling_stage
from party.engine.play.ranking import may_nominate, ranking
from party.engine.play.stage import TableState
from party.engine.records.record import Cards, Record
from party.engine.records.verification.faults import CORE, limited_faults
from party.engine.records.verification.kitty import possible_hands
from party.engine.records.verification.terms import column_seats
from party.engine.scoring.scoring import ANNOUNCEMENTS
from party.engine.seats import seat_name


def declaration_faults(record: Record, table: TableState) -> list[Fault]:
    return [
        *announcement_faults(record, table),
        *gift_faults(record, table),
        *partner_call_faults(record, table),
        *nomination_faults(record, table),
    ]


def announcement_faults(record: Record, table: TableState) -> Iterator[Fault]:
    if record.announced and not can_announce(table, record.announced):
        announcement = ANNOUNCEMENTS[record.announced]
        yield fault(
            "record-announced",
            "{words} cannot be announced here.",
            rule=announcement.rule,
            place="announced",
            words=announcement.title,
        )


def gift_faults(record: Record, table: TableState) -> Iterator[Fault]:
    rule = ANNOUNCEMENTS[table.announced].rule if table.announced else CORE
    if not record.given:
        return
    if not table.announced or len(record.given) != 1:
        text = "{count} cards were handed over; it must be {wanted}."
        count, wanted = len(record.given), int(bool(table.announced))
        yield fault("record-given", text, rule=rule, place="given", count=count, wanted=wanted)
    hand = record.hands.get(table.partners[0], ()) if table.partners else ()
    not_held = Counter(record.given) - Counter(hand) if hand else Counter[Card]()
    faults = (gift_not_held_fault(table, rule, hand, card) for card in not_held.elements())
    yield from limited_faults(faults, not_held.total())


def gift_not_held_fault(table: TableState, rule: str, hand: Cards, card: Card) -> Fault:
    text = "{seat} hands over the {card} and does not hold it."
    words = {"seat": seat_name(table.partners[0]), "card": Card(card).words}
    return fault("record-given", text, rule=rule, place="given", legal=hand, **words)


def partner_call_faults(record: Record, table: TableState) -> Iterator[Fault]:
    if not record.called:
        return
    possible = possible_hands(record, table)
    hands = {seat: tuple(pool.elements()) for seat, (pool, _) in possible.items()}
    stage = calling_stage(table.with_changes(hands=hands))
    call = "alone" if record.called == ("alone",) else f"call {' '.join(sorted(record.called))}"
    if not isinstance(stage, Calling):
        yield fault("record-called", "Nobody is called here.", rule="T82", place="called")
    elif all(is_sure for _, is_sure in possible.values()) and call not in stage.legal():
        text = "“{said}” cannot be called here."
        legal, words = stage.legal(), {"said": shorten(" ".join(record.called))}
        yield fault("record-called", text, rule="T83", place="called", legal=legal, **words)


def nomination_faults(record: Record, table: TableState) -> Iterator[Fault]:
    if record.joker_suit in {"", "-"}:
        return
    if not may_nominate(table.rules, table.bid):
        text = "The joker’s suit is not named for the hand here."
        yield fault("record-nominated", text, rule="T58", place="joker suit")
        return
    pool, is_sure = possible_hands(record, table)[table.main_seat]
    on_table = {top for _, top in record.piles.get(table.main_seat, ())}
    if is_sure and JOKER not in pool and JOKER not in on_table:
        text = "{seat} does not hold the joker and cannot name its suit."
        seat = seat_name(table.main_seat)
        yield fault("record-nominated", text, rule="T58", place="joker suit", seat=seat)


def named_suit_faults(
    record: Record, table: TableState, leaders: Sequence[str]
) -> Iterator[Fault]:
    """Yield a fault for each named suit without a suitless joker that leads (T60).

    If the leader is unknown, such a joker anywhere in the trick is enough.
    """
    nominated = Suit(record.joker_suit) if record.joker_suit in {*Suit} else None
    ranked = ranking(table.rules, table.bid, nominated)
    columns = column_seats(record)
    for number in record.joker_leads:
        trick = record.tricks[number - 1] if 0 < number <= len(record.tricks) else ()
        if columns and number <= len(leaders):
            by_seat = zip(columns, trick, strict=False)
            trick = tuple(card for seat, card in by_seat if seat.upper() == leaders[number - 1])
        if not any(card and ranked.bits[card] & ranked.suitless for card in trick):
            text = "No joker without a suit leads trick {number}: none could be named."
            place = f"trick {number}"
            yield fault("record-named", text, rule="T60", place=place, number=number)
