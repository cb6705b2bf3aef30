"""The tricks of a record: the legal cards, the winners, and why a card was wrong.

If deal and kitty are known, a seat's whole hand counts. Otherwise a seat is judged by the cards
that it plays from there on: a player who fails to follow a suit and plays it later has revoked. A
*place* is a number in the ring of the seats that play; cards and hands are bits (see
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
from party.engine.play.stage import TableState
from party.engine.play.tricks import (
    first_leader,
    is_powerless,
    is_void_shown,
    legal_to_follow,
    legal_to_lead,
    legal_to_name,
    winning_index,
)
from party.engine.records.record import NO_SUIT, Record
from party.engine.records.verification.faults import CORE, core_fault
from party.engine.records.verification.kitty import known_kitty, possible_hands
from party.engine.records.verification.terms import column_seats
from party.engine.scoring.scoring import ANNOUNCEMENTS, TRICKS
from party.engine.seats import seat_name


class WrongCard(NamedTuple):
    """A card that was not legal, and the legal ones.

    `trick` is its number (the first is 1), `holding` its place in the ring. `legal` are the cards
    that were legal, `names` the suits that a joker could name, `led` is the suit led. `held`: the
    card could be in the holding; `leads`: it was led; `sure`: the whole hand is known.
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
    gadd = wrong.ranked.is_gadd_joker
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
    """Return the texts of the legal cards; a joker that leads once for each suit it may name."""
    ranked = wrong.ranked
    jokers = wrong.legal & ranked.suitless if wrong.leads else 0
    texts = [str(c) for c in EVERY_CARD if ranked.copies_of(c) & wrong.legal & ~jokers]
    for joker in (each for each in EVERY_CARD if ranked.bits[each] & jokers):
        texts += [f"{joker}/{s}" for s in Suit if ranked.suits[s] & wrong.names]
    return tuple(texts)


def sitting_out_fault(table: TableState, trick: int, seat: str, card: Card) -> Fault:
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
    """Return the fault of a trick after the end of the hand (T50)."""
    return fault(
        "record-over",
        "{seat} has taken a trick: the hand is over.",
        rule="T50",
        place=f"trick {number + 1}",
        seat=seat_name(seat),
    )


class PlayCourse(NamedTuple):
    """One possible course of the tricks: its faults, and the seats that won.

    `stopped`: the hand ended with the last of these tricks, whatever came after it (T50).
    """

    faults: tuple[Fault, ...] = ()
    winners: tuple[str, ...] = ()
    stopped: bool = False


class BeforeTrick(NamedTuple):
    """The state before a trick: the leader, the holdings, and the facts so far (T60 to T62).

    `open` is the number of jokers that may still lead without a written suit.
    """

    leader: int
    held: tuple[int, ...]
    voids: tuple[int, ...]
    before: int
    open: int


@dataclass(frozen=True)
class CourseSearch:
    """The search for the likeliest course under given terms and a given joker suit."""

    record: Record
    table: TableState
    nominated: Suit | None

    @cached_property
    def ranked(self) -> Ranking:
        return ranking(self.table.rules, self.table.bid, self.nominated)

    @cached_property
    def ring(self) -> tuple[str, ...]:
        return ring_of(self.table)

    @cached_property
    def cells(self) -> tuple[tuple[int, ...], ...]:
        """The card of each place in each trick; 0 for no card.

        () if the seats of the columns are unknown.
        """
        columns = column_seats(self.record)
        columns_of_ring = [columns.index(each) for each in self.ring] if columns else []
        tricks = self.record.tricks[:TRICKS] if columns else ()
        return tuple(
            tuple(self.bit(trick[n]) if n < len(trick) else 0 for n in columns_of_ring)
            for trick in tricks
        )

    def bit(self, card: Card | None) -> int:
        return self.ranked.bits[card] if card else 0

    @cached_property
    def later(self) -> tuple[tuple[int, ...], ...]:
        """The cards of each place from each trick to the end."""
        masks = [0] * len(self.ring)
        rows = []
        for trick in reversed(self.cells):
            masks = [mask | card for mask, card in zip(masks, trick, strict=True)]
            rows.append(tuple(masks))
        return tuple(reversed(rows))

    @cached_property
    def dealt(self) -> tuple[tuple[int, bool], ...]:
        """For each place its possible cards at first, and whether they are certain."""
        by_seat = possible_hands(self.record, self.table)
        return tuple(
            self.face_up(each)
            if each.islower()
            else (self.ranked.mask(by_seat[each][0].elements()), by_seat[each][1])
            for each in self.ring
        )

    def face_up(self, place: str) -> tuple[int, bool]:
        """Return (cards on a table, whether they are certain); any card if unknown (S6)."""
        piles = self.record.piles.get(place.upper(), ())
        if not piles:
            return self.ranked.mask(pack(self.table.rules)), False
        return self.ranked.mask(top for _, top in piles), True

    @cached_property
    def beneath(self) -> Mapping[int, int]:
        piles = (pile for each in self.record.piles.values() for pile in each)
        return {self.ranked.bits[top]: self.ranked.bits[below] for below, top in piles}

    # From trick to trick

    def course(self) -> PlayCourse:
        leader = self.ring.index(leader_of_first_trick(self.table))
        held = tuple(mask for mask, _ in self.dealt)
        jokers = self.table.rules.jokers
        return self.walk(0, BeforeTrick(leader, held, (0,) * len(held), 0, jokers))

    def walk(self, number: int, state: BeforeTrick) -> PlayCourse:
        if number == len(self.cells):
            return PlayCourse()
        lead = self.cells[number][state.leader]
        if not lead:  # later tricks cannot be judged
            has_more = any(any(trick) for trick in self.cells[number:])
            return PlayCourse(
                (self.missing_card_fault(number, state.leader, leads=True),) if has_more else ()
            )
        open_left = state.open - (lead & self.ranked.suitless and not self.named(number))
        state = state._replace(open=open_left)
        courses = [self.trick(number, state, led) for led in self.suits(number, state, lead)]
        return min(courses, key=lambda each: len(each.faults))

    def suits(self, number: int, state: BeforeTrick, lead: int) -> list[int]:
        """Return the suits that may have been led: all legal ones of a joker that names none."""
        if not lead & self.ranked.suitless:
            return [self.ranked.suit_of[lead]]
        written = self.named(number)
        if written:
            return [self.ranked.suits[written]]
        place = state.leader
        held = self.certain_cards(number, place, state.held[place])
        allowed = legal_to_name(self.ranked, held, state.before, state.voids[place])
        every = [*self.ranked.suits.values()]
        suits = [suit for suit in every if suit & allowed] or every
        return suits if state.open >= 0 else suits[:1]

    def named(self, number: int) -> Suit | None:
        return self.record.joker_leads.get(number + 1)

    def certain_cards(self, number: int, place: int, held: int) -> int:
        """Return the cards that the place certainly holds before it plays to this trick."""
        if self.dealt[place][1]:
            return held
        if self.ring[place].islower():
            return self.cells[number][place]  # others may still be covered
        return self.later[number][place]

    def trick(self, number: int, state: BeforeTrick, led: int) -> PlayCourse:
        """Judge one trick with this suit led, and all later tricks."""
        cells, faults = self.cells[number], list[Fault]()
        voids, powers = [*state.voids], [0] * len(cells)
        around = [(state.leader + step) % len(cells) for step in range(len(cells))]
        is_unfinished = self.is_unfinished(number, [cells[place] for place in around])
        held = state.held
        for place in around:
            card = cells[place]
            if card:
                faults += self.card(number, state, place, led, held[place])
                held = self.held_after(held, place, card)
            elif not is_unfinished:
                faults.append(self.missing_card_fault(number, place))
            if card & led:
                powers[place] = card
            elif card:
                is_dead = place != state.leader and is_powerless(
                    self.ranked, card, led, voids[place]
                )
                powers[place] = 0 if is_dead else card
                if place != state.leader and is_void_shown(self.ranked, card, led):
                    voids[place] |= led
        if is_unfinished:
            return PlayCourse(tuple(faults))
        after = state._replace(held=held, voids=tuple(voids), before=state.before | led)
        return self.finish_trick(number, after, led, powers, faults)

    def finish_trick(
        self, number: int, after: BeforeTrick, led: int, powers: Sequence[int], faults: list[Fault]
    ) -> PlayCourse:
        """Return the course with this trick's winner, who leads the next one."""
        winning_place = winning_index(self.ranked, led, powers)
        seat = self.ring[winning_place].upper()
        if seat in seats_ending_hand(self.table):
            late = [after_end_fault(number + 1, seat)] if number + 1 < len(self.cells) else []
            return PlayCourse((*faults, *late), (seat,), stopped=True)
        held = tuple(
            mask | self.beneath.get(card, 0)
            for mask, card in zip(after.held, self.cells[number], strict=True)
        )
        rest = self.walk(number + 1, after._replace(leader=winning_place, held=held))
        return PlayCourse((*faults, *rest.faults), (seat, *rest.winners), rest.stopped)

    def is_unfinished(self, number: int, played: Sequence[int]) -> bool:
        last = number == len(self.cells) - 1
        return last and 0 in played and not any(played[played.index(0) :])

    def held_after(self, held: tuple[int, ...], place: int, card: int) -> tuple[int, ...]:
        """Return the holdings after this card: no other place can hold it any more."""
        return tuple(
            self.minus_card(mask, card) if other == place or not self.dealt[other][1] else mask
            for other, mask in enumerate(held)
        )

    def minus_card(self, mask: int, card: int) -> int:
        """Remove one copy of a card, the second first (T8)."""
        twin = card << 1 & self.ranked.copies & mask
        return mask ^ (twin or card & mask)

    # Faults

    def missing_card_fault(self, number: int, place: int, *, leads: bool = False) -> Fault:
        seat = self.ring[place]
        text = "{seat} leads and plays no card." if leads else "{seat} plays no card."
        return core_fault(
            "record-no-card",
            text,
            place=f"trick {number + 1} {seat}",
            seat=seat_name(seat.upper()),
        )

    def card(
        self, number: int, state: BeforeTrick, place: int, led: int, held: int
    ) -> Iterator[Fault]:
        """Yield a fault if the card was not legal, with the legal cards."""
        ranked, card = self.ranked, self.cells[number][place]
        both = card | card << 1 & ranked.copies
        certain_cards = self.certain_cards(number, place, held)
        before, void = state.before, state.voids[place]
        if place == state.leader:
            legal = legal_to_lead(ranked, certain_cards, before, void)
            names = legal_to_name(ranked, certain_cards, before, void)
            legal_copies = both & legal if led & ranked.suit_of[card] else names & led
        else:
            legal, names = legal_to_follow(ranked, certain_cards, led, before, void), 0
            legal_copies = both & legal
        if not both & held or not legal_copies:
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
                    leads=place == state.leader,
                    sure=self.dealt[place][1],
                )
            )


def leader_of_first_trick(table: TableState) -> str:
    return first_leader(table.rules, table.dealer, table.declarer, "".join(ring_of(table)))


def course_by(record: Record, table: TableState) -> PlayCourse:
    """Return the course of the tricks under these terms.

    If the joker's suit for the hand is not written, it is none, or the one with the fewest faults.
    """
    courses = (CourseSearch(record, table, suit).course() for suit in nominations(record, table))
    return min(courses, key=lambda each: len(each.faults))


def nominations(record: Record, table: TableState) -> Sequence[Suit | None]:
    """Return the possible nominated suits of the joker (T58); None is no suit."""
    if record.joker_suit == NO_SUIT or not may_nominate(table.rules, table.bid):
        return (None,)
    if record.joker_suit:
        return (Suit(record.joker_suit),)
    return (None, *Suit) if may_hold_joker(record, table) else (None,)


def may_hold_joker(record: Record, table: TableState) -> bool:
    hand = record.hands.get(table.main_seat, ())
    if hand:
        return JOKER in (*hand, *known_kitty(record, table))
    columns = column_seats(record)
    declarer = columns.index(table.main_seat) if columns else 0
    players = (trick.index(JOKER) for trick in record.tricks if JOKER in trick)
    return all(column % len(record.seats) == declarer for column in players)


def best_course(record: Record, tables: Sequence[TableState]) -> tuple[TableState, PlayCourse]:
    """Return the terms with the fewest faults, and their course."""
    courses = [(table, course_by(record, table)) for table in tables]
    return min(courses, key=lambda each: len(each[1].faults))


def shape_faults(record: Record, table: TableState) -> Iterator[Fault]:
    """Yield the cards of seats that sit out, and tricks that are too many or too wide."""
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
