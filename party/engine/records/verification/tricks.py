"""The tricks of a record: the legal cards, the winners, and the reason against a wrong card.

If deal and kitty are known, a seat is judged by its whole hand. Otherwise it is judged by the
cards that it plays from this trick on: a player who fails to follow a suit and plays it later has
revoked. A *place* is an index in the ring of holdings that play. Cards and hands are bits (see
`party.engine.play.ranking`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
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
    """A card that was not legal, and the legal cards.

    `trick` is the number of the trick, from 1; `led` the suit led, `nameable` the suits that a
    joker could name. `is_held`: the holding could have the card; `is_lead`: the card led;
    `is_certain`: the whole hand is known.
    """

    ranked: Ranking
    trick: int
    holding: str
    bit: int
    legal: int
    nameable: int
    led: int
    is_held: bool
    is_lead: bool
    is_certain: bool


def wrong_card_fault(mistake: WrongCard) -> Fault:
    code, rule, text = code_rule_and_text(mistake)
    ranked = mistake.ranked
    return fault(
        code,
        text,
        rule=rule,
        place=f"trick {mistake.trick} {mistake.holding}",
        legal=legal_texts(mistake),
        seat=seat_name(mistake.holding.upper()),
        card=next(card.words for card in EVERY_CARD if ranked.bits[card] == mistake.bit),
        suit=next((suit.words for suit in Suit if ranked.suits[suit] & mistake.led), "no suit"),
    )


def code_rule_and_text(mistake: WrongCard) -> tuple[str, str, str]:
    gadd = mistake.ranked.is_gadd_joker
    if not mistake.is_held:
        text = "{seat} does not hold the {card}, or it was played before."
        return "record-not-held", CORE, text
    if mistake.is_lead:
        text = "The joker may not be led for {suit} here." if mistake.nameable else JOKER_NOT_LED
        return "record-joker-lead", "T62" if gadd else "T60", text
    if mistake.legal & mistake.led:
        return "record-revoke", CORE, REVOKE if mistake.is_certain else LATE_REVOKE
    if mistake.bit & mistake.ranked.suitless:
        return "record-joker", "T62" if gadd else "T61", JOKER_BARRED
    return "record-joker", "T59", "{seat} has no {suit} and must play the joker."


JOKER_NOT_LED = "The joker may not be led here."
JOKER_BARRED = "{seat} has failed to follow {suit} before: the joker may not be played to it."
REVOKE = "{seat} has {suit} and plays the {card}: a revoke."
LATE_REVOKE = "{seat} plays the {card} to {suit} and has {suit} later on: a revoke."


def legal_texts(mistake: WrongCard) -> tuple[str, ...]:
    """Return the legal cards; a joker that leads appears once for each suit it may name."""
    ranked = mistake.ranked
    jokers = mistake.legal & ranked.suitless if mistake.is_lead else 0
    texts = [str(c) for c in EVERY_CARD if ranked.copies_of(c) & mistake.legal & ~jokers]
    for joker in (card for card in EVERY_CARD if ranked.bits[card] & jokers):
        texts += [f"{joker}/{s}" for s in Suit if ranked.suits[s] & mistake.nameable]
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


class PlayCourse(NamedTuple):
    """One possible course of the tricks: its faults, and the winning seats.

    `is_stopped`: the hand ended with the last of these tricks (T50), even if the record has more.
    """

    faults: tuple[Fault, ...] = ()
    winners: tuple[str, ...] = ()
    is_stopped: bool = False


class BeforeTrick(NamedTuple):
    """The state before a trick: the leader, the holdings, and the suits of T60 to T62.

    If a joker leads and no suit is written, the search tries every legal suit. It does so for
    `open_jokers` more leads, and after that tries only one suit.
    """

    leader: int
    held: tuple[int, ...]
    voids: tuple[int, ...]
    earlier_leads: int
    open_jokers: int


@dataclass(frozen=True)
class CourseSearch:
    """Finds the course with the fewest faults; `number` is the index of a trick, from 0."""

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
    def cards_by_trick(self) -> tuple[tuple[int, ...], ...]:
        """The card of each place in each trick, 0 for no card; () if no column has a seat."""
        columns = column_seats(self.record)
        columns_of_ring = [columns.index(holding) for holding in self.ring] if columns else []
        tricks = self.record.tricks[:TRICKS] if columns else ()
        return tuple(
            tuple(self.bit(trick[i]) if i < len(trick) else 0 for i in columns_of_ring)
            for trick in tricks
        )

    def bit(self, card: Card | None) -> int:
        return self.ranked.bits[card] if card else 0

    @cached_property
    def possible_holdings(self) -> tuple[tuple[int, bool], ...]:
        """For each place its possible cards at the first lead, and whether they are certain."""
        by_seat = {
            seat: (self.ranked.mask(pool.elements()), is_certain)
            for seat, (pool, is_certain) in possible_hands(self.record, self.table).items()
        }
        return tuple(
            self.possible_table_cards(holding) if holding.islower() else by_seat[holding]
            for holding in self.ring
        )

    def possible_table_cards(self, holding: str) -> tuple[int, bool]:
        """Return (possible cards on a table, whether they are certain)."""
        piles = self.record.piles.get(holding.upper(), ())
        if not piles:
            return self.ranked.mask(pack(self.table.rules)), False
        return self.ranked.mask(top for _, top in piles), True

    @cached_property
    def cards_beneath(self) -> Mapping[int, int]:
        piles = (pile for piles in self.record.piles.values() for pile in piles)
        return {self.ranked.bits[top]: self.ranked.bits[below] for below, top in piles}

    def course(self) -> PlayCourse:
        leader = self.ring.index(leader_of_first_trick(self.table))
        held = tuple(mask for mask, _ in self.possible_holdings)
        jokers = self.table.rules.jokers
        return self.course_from(0, BeforeTrick(leader, held, (0,) * len(held), 0, jokers))

    def course_from(self, number: int, state: BeforeTrick) -> PlayCourse:
        if number == len(self.cards_by_trick):
            return PlayCourse()
        lead = self.cards_by_trick[number][state.leader]
        if not lead:  # later tricks cannot be judged
            has_more = any(any(trick) for trick in self.cards_by_trick[number:])
            lead_fault = self.missing_card_fault(number, state.leader, is_lead=True)
            return PlayCourse((lead_fault,) if has_more else ())
        if lead & self.ranked.suitless and not self.named_suit(number):
            state = state._replace(open_jokers=state.open_jokers - 1)
        courses = [
            self.judge_trick(number, state, led)
            for led in self.possible_suits_led(number, state, lead)
        ]
        return min(courses, key=lambda each: len(each.faults))

    def possible_suits_led(self, number: int, state: BeforeTrick, lead: int) -> list[int]:
        """Return the suit led; several if a joker led and no suit is written."""
        if not lead & self.ranked.suitless:
            return [self.ranked.suit_of[lead]]
        written = self.named_suit(number)
        if written:
            return [self.ranked.suits[written]]
        place = state.leader
        held = self.certain_cards(number, place, state.held[place])
        allowed = legal_to_name(self.ranked, held, state.earlier_leads, state.voids[place])
        all_suits = [*self.ranked.suits.values()]
        suits = [suit for suit in all_suits if suit & allowed] or all_suits
        return suits if state.open_jokers >= 0 else suits[:1]

    def named_suit(self, number: int) -> Suit | None:
        return self.record.joker_leads.get(number + 1)

    def certain_cards(self, number: int, place: int, held: int) -> int:
        if self.possible_holdings[place][1]:
            return held
        if self.ring[place].islower():
            return self.cards_by_trick[number][place]  # the other cards may still be covered
        return reduce(or_, (trick[place] for trick in self.cards_by_trick[number:]))

    def judge_trick(self, number: int, state: BeforeTrick, led: int) -> PlayCourse:
        cards_of_trick, faults = self.cards_by_trick[number], list[Fault]()
        voids, powers = [*state.voids], [0] * len(cards_of_trick)
        places = [
            (state.leader + step) % len(cards_of_trick) for step in range(len(cards_of_trick))
        ]
        is_unfinished = self.is_unfinished(number, [cards_of_trick[place] for place in places])
        held = state.held
        for place in places:
            card = cards_of_trick[place]
            if card:
                faults += self.card_faults(number, state, place, led, held[place])
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
        next_state = state._replace(
            held=held, voids=tuple(voids), earlier_leads=state.earlier_leads | led
        )
        return self.finish_trick(number, next_state, led, powers, faults)

    def finish_trick(
        self,
        number: int,
        next_state: BeforeTrick,
        led: int,
        powers: Sequence[int],
        faults: list[Fault],
    ) -> PlayCourse:
        winning_place = winning_index(self.ranked, led, powers)
        seat = self.ring[winning_place].upper()
        if seat in seats_ending_hand(self.table):
            if number + 1 < len(self.cards_by_trick):
                text, name = "{seat} has taken a trick: the hand is over.", seat_name(seat)
                place = f"trick {number + 2}"  # the next one, counted from 1
                faults.append(fault("record-over", text, rule="T50", place=place, seat=name))
            return PlayCourse(tuple(faults), (seat,), is_stopped=True)
        held = tuple(
            mask | self.cards_beneath.get(card, 0)
            for mask, card in zip(next_state.held, self.cards_by_trick[number], strict=True)
        )
        next_state = next_state._replace(leader=winning_place, held=held)
        later = self.course_from(number + 1, next_state)
        return PlayCourse((*faults, *later.faults), (seat, *later.winners), later.is_stopped)

    def is_unfinished(self, number: int, played: Sequence[int]) -> bool:
        """Return whether the last trick breaks off: after its first gap nobody plays."""
        is_last = number == len(self.cards_by_trick) - 1
        return is_last and 0 in played and not any(played[played.index(0) :])

    def held_after(self, held: tuple[int, ...], place: int, card: int) -> tuple[int, ...]:
        """Remove the card from its holding, and from all holdings that are not certain."""
        return tuple(
            mask if is_certain and index != place else self.minus_card(mask, card)
            for index, (mask, (_, is_certain)) in enumerate(
                zip(held, self.possible_holdings, strict=True)
            )
        )

    def minus_card(self, mask: int, card: int) -> int:
        twin = card << 1 & self.ranked.copies & mask
        return mask ^ (twin or card & mask)

    def missing_card_fault(self, number: int, place: int, *, is_lead: bool = False) -> Fault:
        seat = self.ring[place]
        text = "{seat} leads and plays no card." if is_lead else "{seat} plays no card."
        return core_fault(
            "record-no-card",
            text,
            place=f"trick {number + 1} {seat}",
            seat=seat_name(seat.upper()),
        )

    def card_faults(
        self, number: int, state: BeforeTrick, place: int, led: int, held: int
    ) -> Iterator[Fault]:
        ranked, card = self.ranked, self.cards_by_trick[number][place]
        copies = card | card << 1 & ranked.copies
        certain_cards = self.certain_cards(number, place, held)
        earlier_leads, void = state.earlier_leads, state.voids[place]
        if place == state.leader:
            legal = legal_to_lead(ranked, certain_cards, earlier_leads, void)
            nameable = legal_to_name(ranked, certain_cards, earlier_leads, void)
            legal_copies = copies & legal if led & ranked.suit_of[card] else nameable & led
        else:
            legal, nameable = legal_to_follow(ranked, certain_cards, led, earlier_leads, void), 0
            legal_copies = copies & legal
        if not copies & held or not legal_copies:
            yield wrong_card_fault(
                WrongCard(
                    ranked,
                    number + 1,
                    self.ring[place],
                    card,
                    legal,
                    nameable,
                    led,
                    is_held=bool(copies & held),
                    is_lead=place == state.leader,
                    is_certain=self.possible_holdings[place][1],
                )
            )


def leader_of_first_trick(table: TableState) -> str:
    return first_leader(table.rules, table.dealer, table.declarer, "".join(ring_of(table)))


def course_of(record: Record, table: TableState) -> PlayCourse:
    """Return the course of the tricks under these terms.

    If no nomination is written, the course has the nomination with the fewest faults.
    """
    courses = (CourseSearch(record, table, suit).course() for suit in nominations(record, table))
    return min(courses, key=lambda each: len(each.faults))


def nominations(record: Record, table: TableState) -> Sequence[Suit | None]:
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
    courses = [(table, course_of(record, table)) for table in tables]
    return min(courses, key=lambda each: len(each[1].faults))


def shape_faults(record: Record, table: TableState) -> Iterator[Fault]:
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
