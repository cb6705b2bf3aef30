from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from math import ceil
from random import Random

from party.models import Entrant, Party, Round
from party.progression import (
    MOVEMENTS,
    SEATS,
    Draw,
    Seating,
    SeatingError,
    default_rounds,
    seats_from_hat,
    sit_outs,
    without_start_partners,
)
from party.queries.evening.forecast import evening_times, pace_of_club, planned_evening
from party.queries.evening.rounds import (
    latest_round,
    night,
    people,
    places_of,
    seatings,
)
from party.queries.people.wishes import wish_lines, wishes_of_draw, wishes_to_confirm
from party.queries.seats.rota import rota
from party.queries.seats.sittings import by_name, by_table, sittings
from party.queries.shared_reads import share_reads
from party.values.evening.live import Night
from party.values.evening.next_step import NextStep, seated_step
from party.values.evening.rounds_offered import PlannedEvening
from party.values.people.person import Person, Sitting
from party.values.people.wishes import WishLine
from party.values.seats.draw import CardMove
from party.values.seats.turnout import PeopleChanges, Reseating, Turnout, TurnoutQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPage:
    """`rounds` is None if the number of rounds is not known yet.

    `to_confirm` counts wishes of the last party that nobody has confirmed for this one.
    `card_moves` are cards from a hat whose holders do not sit where the card says.
    """

    turnout: Turnout
    nobody_moves: bool
    rounds: int | None
    hands_text: str
    wishes: int
    need_chairs: tuple[WishLine, ...]
    to_confirm: int = 0
    card_moves: tuple[CardMove, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnPage:
    """The parts for organisers are empty for helpers.

    `offers` are the usual numbers of rounds, each in words. `need_chairs` are wishes that sitting
    out breaks.
    """

    night: Night
    sittings: tuple[Sitting, ...]
    tables: Mapping[int, Mapping[str, Person]]
    rota: tuple[Person, ...]
    need_chairs: tuple[WishLine, ...]
    unkept: tuple[WishLine, ...]
    changes: PeopleChanges | None
    finish_at: datetime | None
    offers: tuple[tuple[int, str], ...]
    announced_at: datetime | None = None
    card_moves: tuple[CardMove, ...] = ()

    @property
    def bench(self) -> tuple[Person, ...]:
        return tuple(sitting.person for sitting in self.sittings if sitting.table is None)

    @property
    def may_undo(self) -> bool:
        return self.night.is_seated(1)

    @property
    def step(self) -> NextStep:
        after = "when the cards are handed out and everybody sits"
        return seated_step(1, self.changes, after, announced=self.announced_at is not None)

    @property
    def has_rounds_question(self) -> bool:
        return len(self.offers) > 1 or self.night.planned is None


def draw_page(party: Party, turnout: Turnout, in_box: Collection[int] = ()) -> DrawPage:
    """`in_box` has the numbers of the cards that nobody drew."""
    evening = PlannedEvening(party.format, turnout.tables(turnout.default_answer))
    tables = max(turnout.tables(), 1)
    wishes = wish_lines(party) if turnout.surplus else ()
    return DrawPage(
        turnout=turnout,
        nobody_moves=evening.nobody_moves,
        rounds=party.rounds_planned or default_rounds(party.format, tables),
        hands_text=hands_text(party),
        wishes=party.wishes.count(),
        need_chairs=tuple(wish for wish in wishes if wish.needs_chairs),
        to_confirm=len(wishes_to_confirm(party)),
        card_moves=_card_moves_from_hat(party, in_box) if party.cards == Party.Cards.HAT else (),
    )


def _card_moves_from_hat(party: Party, in_box: Collection[int]) -> tuple[CardMove, ...]:
    """Return the cards whose holders change chairs, if surplus people sit out."""
    numbers = party.entrants.filter(ranked=True).values_list("number", flat=True)
    chairs = blind_chairs(party, max(numbers, default=0))
    chairs_of_cards = {number: chairs[number - 1] for number in numbers if number not in in_box}
    seats, _ = seats_from_hat(chairs_of_cards)
    return _compare_cards(chairs_of_cards, {number: chair for chair, number in seats.items()})


def _card_moves_in_round(party: Party, first: Round) -> tuple[CardMove, ...]:
    """Return the cards whose holders sit elsewhere in round 1."""
    if party.cards != Party.Cards.HAT:
        return ()
    rows = Entrant.objects.filter(pk__in=first.stored_draw.order, ranked=True)
    numbers = dict(rows.values_list("pk", "number"))
    chairs = blind_chairs(party, max(numbers.values(), default=0))
    seated = {pk: (table, seat) for pk, table, seat in places_of(first) if table and seat}
    return _compare_cards(
        {number: chairs[number - 1] for number in numbers.values()},
        {numbers[pk]: chair for pk, chair in seated.items() if pk in numbers},
    )


def _compare_cards(
    chairs_of_cards: Mapping[int, tuple[int, str]], chairs_taken: Mapping[int, tuple[int, str]]
) -> tuple[CardMove, ...]:
    return tuple(
        CardMove(number, *chair, *chairs_taken.get(number, (None, None)))
        for number, chair in sorted(
            chairs_of_cards.items(), key=lambda card: (-card[1][0], SEATS.index(card[1][1]))
        )
        if chairs_taken.get(number) != chair
    )


def hands_text(party: Party) -> str:
    """Return for example "4 hands each"; under Iowa rules the head table ends a round."""
    limit = party.format.hands_at(2)
    return f"{limit} hands each" if limit else "as many hands as fit until the head table rings"


@share_reads()
def drawn_page(party: Party, first: Round, at: datetime, *, for_organiser: bool) -> DrawnPage:
    night_ = night(party)
    seated = sittings(party, first)
    may_undo = night_.is_seated(1)
    wishes = wish_lines(party) if for_organiser else ()
    return DrawnPage(
        night=night_,
        sittings=seated,
        tables=by_table(seated),
        rota=rota(party),
        need_chairs=tuple(wish for wish in wishes if wish.needs_chairs),
        unkept=tuple(wish for wish in wishes if wish.why_not and may_undo),
        changes=changes_to_show(party, first) if for_organiser and may_undo else None,
        finish_at=evening_times(party, night_, at).end(night_.planned),
        offers=round_offers(party, len(seated) // 4, at) if may_undo else (),
        announced_at=first.announced_at,
        card_moves=_card_moves_in_round(party, first) if for_organiser and may_undo else (),
    )


def round_offers(party: Party, tables: int, at: datetime) -> tuple[tuple[int, str], ...]:
    """Return the usual numbers of rounds, each in words with its end."""
    start = max(party.local_start, at.astimezone(party.local_start.tzinfo))
    evening = planned_evening(party, tables, start, pace_of_club(party))
    return tuple((rounds, evening.rounds_text(rounds)) for rounds in evening.offers)


def changes_since(party: Party, round_: Round) -> PeopleChanges:
    everybody = people(party)
    rows = places_of(round_)
    seated_ids = {entrant for entrant, _, _ in rows}
    people_here = [person for person in everybody.values() if person.state == "here"]
    leaver_ids = {pk for pk in seated_ids if everybody[pk].state != "here"}
    return PeopleChanges(
        leavers=tuple(person for pk, person in everybody.items() if pk in leaver_ids),
        arrivals=tuple(person for person in people_here if person.id not in seated_ids),
        house_players=tuple(person for person in people_here if not person.ranked),
        turnout=Turnout(len(people_here)),
        tables=max((table or 0 for _, table, _ in rows), default=0),
        empty_chairs=tuple(
            Sitting(everybody[pk], table, seat)
            for pk, table, seat in rows
            if pk in leaver_ids and table
        ),
    )


def turnout_question(party: Party, round_: Round) -> TurnoutQuestion:
    changes = changes_since(party, round_)
    (seated,) = seatings(party, since=round_.number, upto=round_.number)
    rows = party.entrants.here().exclude(stands_in_for=None)
    replaced = dict(rows.values_list("pk", "stands_in_for"))
    return TurnoutQuestion(
        turnout=Turnout(changes.turnout.people, party.format.non_multiple_of_4),
        tables=len(seated.tables),
        bench=len(seated.bench),
        leavers=tuple(
            each.person for each in changes.empty_chairs if each.person.id not in replaced.values()
        ),
        mark=changes.mark,
        newcomers=tuple(
            each for each in changes.arrivals if each.ranked and each.id not in replaced
        ),
        house_players=tuple(each for each in changes.house_players if seated.chair(each.id)),
    )


def changes_to_show(party: Party, round_: Round) -> PeopleChanges:
    return add_forecast(party, round_, changes_since(party, round_))


def add_forecast(party: Party, round_: Round, changes: PeopleChanges) -> PeopleChanges:
    if not (changes.needs_seats and changes.turnout.is_enough and round_.stored_draw.tracked):
        return changes
    *past, seating = seatings(party, upto=round_.number)
    try:
        after = refill_draw(party, past, seating).seat_from(seating, past)
    except SeatingError:
        return changes  # the verb refuses with the reason
    return replace(changes, reseating=reseating_of(people(party), round_.number, seating, after))


def reseating_of(
    everybody: Mapping[int, Person], number: int, before: Seating[int], after: Seating[int]
) -> Reseating:
    """Return the people whose place in round `number` is new or changed."""
    new_places, changed_places = [], []
    for pk in after.everybody():
        chair, old_chair = after.chair(pk), before.chair(pk)
        sitting = Sitting(everybody[pk], *(chair or (None, None)))
        if old_chair is None and (chair or pk not in before):
            new_places.append(sitting)
        elif chair != old_chair:
            changed_places.append(sitting)
    new_places.sort(key=by_name)
    changed_places.sort(key=by_name)
    return Reseating(number, tuple(new_places), tuple(changed_places))


def planned_seatings(party: Party) -> tuple[Seating[int], ...]:
    """Return the seats of all planned rounds; none if results decide them."""
    if party.format.movement.is_by_result or not (party.tracks_seats and party.rounds_planned):
        return ()
    past, latest = list(seatings(party)), latest_round(party)
    if latest is None:
        return ()
    origins = latest.stored_draw.origins(past[-1])
    draw = next_draw(party, origins)
    try:
        while len(past) < party.rounds_planned:
            past.append(draw.seat_from(origins, past))
            origins, draw = past[-1], draw.without_attendance_changes()
    except SeatingError:
        pass  # too few people: the verb that seats the round refuses
    return tuple(past)


def next_draw(party: Party, seated: Seating[int]) -> Draw[int]:
    """Return the draw of the round after these seats, without results."""
    rows = _rows_here(party)
    order = tuple(row.pk for row in rows if row.rota is not None)
    wishes = without_start_partners(wishes_of_draw(party))
    return replace(_draw_of_changes(party, rows, seated), rota=order, wishes=wishes)


def refill_draw(party: Party, past: Sequence[Seating[int]], seating: Seating[int]) -> Draw[int]:
    """Return a draw that seats a round again and leaves people in their chairs if it can.

    `past` are the seats of the earlier rounds.
    """
    draw = replace(next_draw(party, seating), movement=MOVEMENTS["stay"], partners="chairs")
    if not past:
        draw = replace(draw, wishes=wishes_of_draw(party))
    return replace(draw, due=_people_due(draw, past, seating))


def _people_due(
    draw: Draw[int], past: Sequence[Seating[int]], seating: Seating[int]
) -> tuple[int, ...]:
    """Return who sits out: first people already on the bench, then others by turn."""
    here_ids = {*seating.everybody(), *draw.arriving, *draw.replacing.values()}
    here_ids -= {*draw.leaving, *draw.replacing}
    counts = sit_outs(past, draw.rota, here_ids)
    by_turn = sorted(counts, key=lambda entrant: (entrant not in seating.bench, counts[entrant]))
    return tuple(by_turn[: len(here_ids) % 4])


def untracked_draw(party: Party, seated: Seating[int]) -> Draw[int]:
    rows = _rows_here(party)
    order = tuple(row.pk for row in rows)
    return replace(_draw_of_changes(party, rows, seated), order=order, tracked=False)


def _rows_here(party: Party) -> list[Entrant]:
    return list(Entrant.objects.filter(party=party).here().order_by("rota", "number"))


def _draw_of_changes(party: Party, rows: Sequence[Entrant], seated: Seating[int]) -> Draw[int]:
    """Return a draw of the people who came and went; the arrivals are in rota order."""
    here_ids, seated_ids = {row.pk for row in rows}, set(seated.everybody())
    arrivals = [row for row in rows if row.pk not in seated_ids]
    leaver_ids = seated_ids - here_ids
    stand_ins = ((row.stands_in_for_id, row.pk) for row in arrivals)
    replacing = {old: pk for old, pk in stand_ins if old in leaver_ids and seated.chair(old)}
    return Draw(
        movement=party.format.movement,
        partners=party.partners,
        leaving=tuple(sorted(leaver_ids - replacing.keys())),
        arriving=tuple(row.pk for row in arrivals if row.pk not in replacing.values()),
        replacing=replacing,
    )


def blind_chairs(party: Party, count: int) -> tuple[tuple[int, str], ...]:
    """Number k sits at table ⌈k/4⌉.

    Each table shuffles its own chairs: a card keeps its chair when numbers are added, and the last
    cards belong to an incomplete table.
    """
    chairs: list[tuple[int, str]] = []
    for table in range(1, ceil(count / len(SEATS)) + 1):
        seats = list(SEATS)
        Random(f"{party.seed}/cards/{table}").shuffle(seats)
        chairs += [(table, seat) for seat in seats]
    return tuple(chairs[:count])


def blind_seats(party: Party, first: Round | None) -> tuple[Sitting, ...]:
    """Return the seat of each card of a blind draw, by number, without names.

    Before the draw these are all cards, afterwards the cards that people took.
    """
    if first is not None:
        seated = sorted(sittings(party, first), key=lambda each: each.person.number)
        return tuple(replace(each, person=_without_name(each.person)) for each in seated)
    cards = party.entrants.filter(ranked=True).order_by("number")
    numbers = tuple(cards.values_list("pk", "number"))
    chairs = blind_chairs(party, max((number for _, number in numbers), default=0))
    return tuple(Sitting(Person(pk, number, ""), *chairs[number - 1]) for pk, number in numbers)


def _without_name(person: Person) -> Person:
    return Person(person.id, person.number, "") if person.ranked else person
