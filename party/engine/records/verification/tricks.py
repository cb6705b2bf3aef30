"""The tricks of a record: what each could play, who won, and why a card was wrong.

A seat's hand is sure when deal and kitty are known; then all of it counts. Otherwise it is judged
by the cards that it plays from there on: who fails to follow a suit and plays it later has
revoked. A *place* is a number in the ring of those who play; cards and hands are bits (see
`party.engine.play.ranking`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from party.engine.cards.cards import EVERY_CARD, JOKER, Card, Suit, pack
from party.engine.errors import Fault, fault
from party.engine.play.playing import ring_of, seats_ending_hand
from party.engine.play.ranking import Ranking, may_nominate, ranking
from party.engine.play.stage import Table
from party.engine.play.tricks import (
    first_leader,
    is_powerless,
    is_void_shown,
    legal_to_follow,
    legal_to_lead,
    legal_to_name,
    winner,
)
from party.engine.records.record import NO_SUIT, Record
from party.engine.records.verification.faults import CORE, core_fault
from party.engine.records.verification.kitty import known_kitty, possible_hands
from party.engine.records.verification.terms import column_seats
from party.engine.scoring.results import ANNOUNCEMENTS, TRICKS
from party.engine.seats import seat_name


class WrongCard(NamedTuple):
    """A card that was not legal, and what could be played instead.

    `trick` is its number (the first is 1), `holding` its place in the ring. `legal` are the cards
    that could be played, `names` the suits that a joker could name, `led` is the suit led.
    `held`: the card could be there at all; `leads`: it was led; `sure`: the whole hand is known.
    """

    ranked: Ranking
    trick: int
    holding: str
    bit: int
    legal: int
    names: int
    led: int
    held: bool
    leads: bool
    sure: bool


def wrong_card_fault(wrong: WrongCard) -> Fault:
    code, rule, text = reason(wrong)
    ranked = wrong.ranked
    return fault(
        code,
        text,
        rule=rule,
        place=f"trick {wrong.trick} {wrong.holding}",
        legal=legal_texts(wrong),
        seat=seat_name(wrong.holding.upper()),
        card=next(each.words for each in EVERY_CARD if ranked.bits[each] == wrong.bit),
        suit=next((suit.words for suit in Suit if ranked.suits[suit] & wrong.led), "no suit"),
    )


def reason(wrong: WrongCard) -> tuple[str, str, str]:
    """Return code, rule and sentence for a card that was not legal."""
    gadd = wrong.ranked.gadd
    if not wrong.held:
        text = "{seat} does not hold the {card}, or it was played before."
        return "record-not-held", CORE, text
    if wrong.leads:
        text = "The joker may not be led for {suit} here." if wrong.names else JOKER_NOT_LED
        return "record-joker-lead", "T62" if gadd else "T60", text
    if wrong.legal & wrong.led:
        return "record-revoke", CORE, REVOKE if wrong.sure else LATER
    if wrong.bit & wrong.ranked.suitless:
        return "record-joker", "T62" if gadd else "T61", JOKER_BARRED
    return "record-joker", "T59", "{seat} has no {suit} and must play the joker."


JOKER_NOT_LED = "The joker may not be led here."
JOKER_BARRED = "{seat} has failed to follow {suit} before: the joker may not be played to it."
REVOKE = "{seat} has {suit} and plays the {card}: a revoke."
LATER = "{seat} plays the {card} to {suit} and has {suit} later on: a revoke."


def legal_texts(wrong: WrongCard) -> tuple[str, ...]:
    """Return the legal cards as they are said; a joker led once for each suit it may name."""
    ranked = wrong.ranked
    jokers = wrong.legal & ranked.suitless if wrong.leads else 0
    texts = [str(c) for c in EVERY_CARD if ranked.both(c) & wrong.legal & ~jokers]
    for joker in (each for each in EVERY_CARD if ranked.bits[each] & jokers):
        texts += [f"{joker}/{s}" for s in Suit if ranked.suits[s] & wrong.names]
    return tuple(texts)


def sitting_out_fault(table: Table, trick: int, seat: str, card: Card) -> Fault:
    """Return the fault of a card from a seat whose cards lie face down."""
    if table.announced:
        rule = ANNOUNCEMENTS[table.announced].rule
    elif table.strain == "HILO":
        rule = "T52"
    else:
        rule = "T90" if table.rules.players == 6 else "T48"
    return fault(
        "record-sits-out",
        "{seat} sits out and plays the {card}.",
        rule=rule,
        place=f"trick {trick} {seat}",
        seat=seat_name(seat.upper()),
        card=card.words,
    )


def after_end_fault(number: int, seat: str) -> Fault:
    """Return the fault of a trick after the hand was over (T50)."""
    return fault(
        "record-over",
        "{seat} has taken a trick: the hand is over.",
        rule="T50",
        place=f"trick {number + 1}",
        seat=seat_name(seat),
    )


class Course(NamedTuple):
    """One way in which tricks may have gone: what was wrong in it, and the seats that won.

    `stopped`: the hand ended with the last of these tricks, whatever came after it (T50).
    """

    faults: tuple[Fault, ...] = ()
    winners: tuple[str, ...] = ()
    stopped: bool = False


class BeforeTrick(NamedTuple):
    """Before a trick: who leads, what each place holds, and what has been seen (T60 to T62).

    `open` is how many more jokers may be led whose suit nobody wrote down.
    """

    leader: int
    held: tuple[int, ...]
    voids: tuple[int, ...]
    before: int
    open: int


@dataclass(frozen=True)
class CourseSearch:
    """The tricks of a record by certain terms, with a certain suit nominated for the joker."""

    record: Record
    table: Table
    nominated: Suit | None

    @cached_property
    def ranked(self) -> Ranking:
        return ranking(self.table.rules, self.table.bid, self.nominated)

    @cached_property
    def ring(self) -> tuple[str, ...]:
        return ring_of(self.table)

    @cached_property
    def cells(self) -> tuple[tuple[int, ...], ...]:
        """The card of each place in each trick; 0 where there is none.

        No tricks at all where it is not known whose the columns are.
        """
        columns = column_seats(self.record)
        at = [columns.index(each) for each in self.ring] if columns else []
        tricks = self.record.tricks[:TRICKS] if columns else ()
        return tuple(
            tuple(self.bit(trick[n]) if n < len(trick) else 0 for n in at) for trick in tricks
        )

    def bit(self, card: Card | None) -> int:
        return self.ranked.bits[card] if card else 0

    @cached_property
    def later(self) -> tuple[tuple[int, ...], ...]:
        """What each place plays in this trick and after it."""
        masks = [0] * len(self.ring)
        found = []
        for trick in reversed(self.cells):
            masks = [mask | card for mask, card in zip(masks, trick, strict=True)]
            found.append(tuple(masks))
        return tuple(reversed(found))

    @cached_property
    def dealt(self) -> tuple[tuple[int, bool], ...]:
        """What each place may hold at first, and whether it surely holds all of it."""
        by_seat = possible_hands(self.record, self.table)
        return tuple(
            self.face_up(each)
            if each.islower()
            else (self.ranked.mask(by_seat[each][0].elements()), by_seat[each][1])
            for each in self.ring
        )

    def face_up(self, place: str) -> tuple[int, bool]:
        """Return the cards on a table; where the piles are not written down, any (S6)."""
        piles = self.record.piles.get(place.upper(), ())
        if not piles:
            return self.ranked.mask(pack(self.table.rules)), False
        return self.ranked.mask(top for _, top in piles), True

    @cached_property
    def beneath(self) -> Mapping[int, int]:
        piles = (pile for each in self.record.piles.values() for pile in each)
        return {self.ranked.bits[top]: self.ranked.bits[below] for below, top in piles}

    # From trick to trick

    def course(self) -> Course:
        """Return how the tricks went, with the fewest faults that the record allows."""
        leader = self.ring.index(leader_of_first_trick(self.table))
        held = tuple(mask for mask, _ in self.dealt)
        jokers = self.table.rules.jokers
        return self.walk(0, BeforeTrick(leader, held, (0,) * len(held), 0, jokers))

    def walk(self, number: int, now: BeforeTrick) -> Course:
        if number == len(self.cells):
            return Course()
        lead = self.cells[number][now.leader]
        if not lead:  # nothing after it can be judged
            has_more = any(any(trick) for trick in self.cells[number:])
            return Course((self.no_card(number, now.leader, leads=True),) if has_more else ())
        open_left = now.open - (lead & self.ranked.suitless and not self.named(number))
        now = now._replace(open=open_left)
        courses = [self.trick(number, now, led) for led in self.suits(number, now, lead)]
        return min(courses, key=lambda each: len(each.faults))

    def suits(self, number: int, now: BeforeTrick, lead: int) -> list[int]:
        """Return the suits that may have been led: of a joker that names none, all permitted."""
        if not lead & self.ranked.suitless:
            return [self.ranked.suit_of[lead]]
        named = self.named(number)
        if named:
            return [self.ranked.suits[named]]
        place = now.leader
        known = self.known(number, place, now.held[place])
        allowed = legal_to_name(self.ranked, known, now.before, now.voids[place])
        every = [*self.ranked.suits.values()]
        found = [suit for suit in every if suit & allowed] or every
        return found if now.open >= 0 else found[:1]

    def named(self, number: int) -> Suit | None:
        return self.record.joker_leads.get(number + 1)

    def known(self, number: int, place: int, held: int) -> int:
        """Return the cards that the place surely holds before it plays to this trick."""
        if self.dealt[place][1]:
            return held
        if self.ring[place].islower():
            return self.cells[number][place]  # the others may still be covered
        return self.later[number][place]

    def trick(self, number: int, now: BeforeTrick, led: int) -> Course:
        """Judge one trick to which this suit was led, and all that come after it."""
        cells, faults = self.cells[number], list[Fault]()
        voids, powers = [*now.voids], [0] * len(cells)
        around = [(now.leader + step) % len(cells) for step in range(len(cells))]
        unfinished = self.unfinished(number, [cells[place] for place in around])
        held = now.held
        for place in around:
            card = cells[place]
            if card:
                faults += self.card(number, now, place, led, held[place])
                held = self.gone(held, place, card)
            elif not unfinished:
                faults.append(self.no_card(number, place))
            if card & led:
                powers[place] = card
            elif card:
                dead = place != now.leader and is_powerless(self.ranked, card, led, voids[place])
                powers[place] = 0 if dead else card
                if place != now.leader and is_void_shown(self.ranked, card, led):
                    voids[place] |= led
        if unfinished:
            return Course(tuple(faults))
        after = now._replace(held=held, voids=tuple(voids), before=now.before | led)
        return self.gathered(number, after, led, powers, faults)

    def gathered(
        self, number: int, after: BeforeTrick, led: int, powers: Sequence[int], faults: list[Fault]
    ) -> Course:
        """Return the course with the winner of this trick, who leads the next one."""
        won = winner(self.ranked, led, powers)
        seat = self.ring[won].upper()
        if seat in seats_ending_hand(self.table):
            late = [after_end_fault(number + 1, seat)] if number + 1 < len(self.cells) else []
            return Course((*faults, *late), (seat,), stopped=True)
        held = tuple(
            mask | self.beneath.get(card, 0)
            for mask, card in zip(after.held, self.cells[number], strict=True)
        )
        rest = self.walk(number + 1, after._replace(leader=won, held=held))
        return Course((*faults, *rest.faults), (seat, *rest.winners), rest.stopped)

    def unfinished(self, number: int, played: Sequence[int]) -> bool:
        """Say whether the record ends in the middle of this trick."""
        last = number == len(self.cells) - 1
        return last and 0 in played and not any(played[played.index(0) :])

    def gone(self, held: tuple[int, ...], place: int, card: int) -> tuple[int, ...]:
        """Return what is held when this card is played: nobody else can hold it any more."""
        return tuple(
            self.without(mask, card) if at == place or not self.dealt[at][1] else mask
            for at, mask in enumerate(held)
        )

    def without(self, mask: int, card: int) -> int:
        """Take one copy of a card away, the second first (T8)."""
        twin = card << 1 & self.ranked.copies & mask
        return mask ^ (twin or card & mask)

    # What is wrong

    def no_card(self, number: int, place: int, *, leads: bool = False) -> Fault:
        seat = self.ring[place]
        text = "{seat} leads and plays no card." if leads else "{seat} plays no card."
        return core_fault(
            "record-no-card",
            text,
            place=f"trick {number + 1} {seat}",
            seat=seat_name(seat.upper()),
        )

    def card(
        self, number: int, now: BeforeTrick, place: int, led: int, held: int
    ) -> Iterator[Fault]:
        """Yield why this card could not be played, with what could."""
        ranked, card = self.ranked, self.cells[number][place]
        both = card | card << 1 & ranked.copies
        known = self.known(number, place, held)
        before, void = now.before, now.voids[place]
        if place == now.leader:
            legal = legal_to_lead(ranked, known, before, void)
            names = legal_to_name(ranked, known, before, void)
            fine = both & legal if led & ranked.suit_of[card] else names & led
        else:
            legal, names = legal_to_follow(ranked, known, led, before, void), 0
            fine = both & legal
        if not both & held or not fine:
            yield wrong_card_fault(
                WrongCard(
                    ranked,
                    number + 1,
                    self.ring[place],
                    card,
                    legal,
                    names,
                    led,
                    held=bool(both & held),
                    leads=place == now.leader,
                    sure=self.dealt[place][1],
                )
            )


def leader_of_first_trick(table: Table) -> str:
    return first_leader(table.rules, table.dealer, table.declarer, "".join(ring_of(table)))


def course_by(record: Record, table: Table) -> Course:
    """Return how the tricks went by these terms.

    Where a joker's suit could have been named for the hand and nobody wrote it down, it is none,
    or else the one by which most of the play was legal.
    """
    courses = (CourseSearch(record, table, suit).course() for suit in nominations(record, table))
    return min(courses, key=lambda each: len(each.faults))


def nominations(record: Record, table: Table) -> Sequence[Suit | None]:
    """Return the suits that may have been nominated for the joker (T58), None for no suit."""
    if record.joker_suit == NO_SUIT or not may_nominate(table.rules, table.bid):
        return (None,)
    if record.joker_suit:
        return (Suit(record.joker_suit),)
    return (None, *Suit) if may_hold_joker(record, table) else (None,)


def may_hold_joker(record: Record, table: Table) -> bool:
    """Say whether the declarer can have held the joker: nobody else plays it."""
    hand = record.hands.get(table.lead, ())
    if hand:
        return JOKER in (*hand, *known_kitty(record, table))
    columns = column_seats(record)
    declarer = columns.index(table.lead) if columns else 0
    players = (trick.index(JOKER) for trick in record.tricks if JOKER in trick)
    return all(at % len(record.seats) == declarer for at in players)


def best_course(record: Record, tables: Sequence[Table]) -> tuple[Table, Course]:
    """Return the terms that leave the fewest faults, and how the tricks went by them."""
    courses = [(table, course_by(record, table)) for table in tables]
    return min(courses, key=lambda each: len(each[1].faults))


def shape_faults(record: Record, table: Table) -> Iterator[Fault]:
    """Yield the cards of those who sit out, and tricks too many or too wide."""
    columns = column_seats(record)
    ring = ring_of(table)
    if record.tricks and not columns:
        text = 'Say whose cards are the first column, such as [Play "W"].'
        yield core_fault("record-column", text, place="play")
    for number, trick in enumerate(record.tricks[:TRICKS], 1):
        if columns and len(trick) > len(columns):
            yield core_fault(
                "record-columns",
                "{count} cards to one trick: there are {wanted} players.",
                place=f"trick {number}",
                count=len(trick),
                wanted=len(columns),
            )
        for seat, card in zip(columns, trick, strict=False):
            if card and seat not in ring:
                yield sitting_out_fault(table, number, seat, card)
    if len(record.tricks) > TRICKS:
        yield core_fault(
            "record-tricks",
            "{count} tricks: a hand has ten.",
            place=f"trick {TRICKS + 1}",
            count=len(record.tricks),
        )
