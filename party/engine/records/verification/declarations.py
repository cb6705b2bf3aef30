"""What the declarer of a record said besides bidding: announced, called, nominated."""

from collections import Counter
from collections.abc import Iterator, Sequence

from party.engine.cards.cards import JOKER, Card, Suit
from party.engine.errors import Fault, fault, short
from party.engine.play.partner import Calling, to_call
from party.engine.play.ranking import may_nominate, ranking
from party.engine.play.stage import Table
from party.engine.records.record import Cards, Record
from party.engine.records.verification.faults import CORE, first_of
from party.engine.records.verification.kitty import possible_hands
from party.engine.records.verification.terms import column_seats
from party.engine.scoring.results import ANNOUNCEMENTS
from party.engine.seats import seat_name


def word_faults(record: Record, table: Table) -> list[Fault]:
    """Return what could not be said in this contract, or not with these cards."""
    return [
        *announced_faults(record, table),
        *given_faults(record, table),
        *called_faults(record, table),
        *nominated_faults(record, table),
    ]


def announced_faults(record: Record, table: Table) -> Iterator[Fault]:
    """T54, T55: on a bid of tricks, where the rules have it, by who has a partner."""
    if not record.announced:
        return
    made = ANNOUNCEMENTS[record.announced]
    on_tricks = table.bid is not None and not table.bid.special and table.partners
    if getattr(table.rules, made.switch) == "off" or not on_tricks:
        text = "{words} cannot be announced here."
        yield fault("record-announced", text, rule=made.rule, place="announced", words=made.title)


def given_faults(record: Record, table: Table) -> Iterator[Fault]:
    """The partner hands over one card of his own, and only where that was announced."""
    rule = ANNOUNCEMENTS[table.announced].rule if table.announced else CORE
    if not record.given:
        return
    if not table.announced or len(record.given) != 1:
        text = "{count} cards were handed over; it must be {wanted}."
        count, wanted = len(record.given), int(bool(table.announced))
        yield fault("record-given", text, rule=rule, place="given", count=count, wanted=wanted)
    hand = record.hands.get(table.partners[0], ()) if table.partners else ()
    strange = Counter(record.given) - Counter(hand) if hand else Counter[Card]()
    faults = (not_held_fault(table, rule, hand, card) for card in strange.elements())
    yield from first_of(faults, strange.total())


def not_held_fault(table: Table, rule: str, hand: Cards, card: Card) -> Fault:
    text = "{seat} hands over the {card} and does not hold it."
    words = {"seat": seat_name(table.partners[0]), "card": Card(card).words}
    return fault("record-given", text, rule=rule, place="given", legal=hand, **words)


def called_faults(record: Record, table: Table) -> Iterator[Fault]:
    """T82, T83: a card or players that could be called, as far as the cards are known."""
    if not record.called:
        return
    known = possible_hands(record, table)
    hands = {seat: tuple(pool.elements()) for seat, (pool, _) in known.items()}
    stage = to_call(table.changed(hands=hands))
    said = "alone" if record.called == ("alone",) else f"call {' '.join(sorted(record.called))}"
    if not isinstance(stage, Calling):
        yield fault("record-called", "Nobody is called here.", rule="T82", place="called")
    elif all(sure for _, sure in known.values()) and said not in stage.legal():
        text = "“{said}” cannot be called here."
        legal, words = stage.legal(), {"said": short(" ".join(record.called))}
        yield fault("record-called", text, rule="T83", place="called", legal=legal, **words)


def nominated_faults(record: Record, table: Table) -> Iterator[Fault]:
    """T58: the declarer nominates a suit for a joker that he holds, where the rules have it."""
    if record.joker_suit in {"", "-"}:
        return
    if not may_nominate(table.rules, table.bid):
        text = "The joker’s suit is not named for the hand here."
        yield fault("record-nominated", text, rule="T58", place="joker suit")
        return
    pool, sure = possible_hands(record, table)[table.lead]
    on_table = {top for _, top in record.piles.get(table.lead, ())}
    if sure and JOKER not in pool and JOKER not in on_table:
        text = "{seat} does not hold the joker and cannot name its suit."
        seat = seat_name(table.lead)
        yield fault("record-nominated", text, rule="T58", place="joker suit", seat=seat)


def named_faults(record: Record, table: Table, leaders: Sequence[str]) -> Iterator[Fault]:
    """T60: a suit is named only where a joker that belongs to none is led.

    Where nobody knows who led, it is enough that such a joker is in the trick.
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
