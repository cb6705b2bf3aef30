"""Reads about people who sat in each other's chairs: what it changes once it is recorded."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from party.engine import pair_of
from party.models import LogLine, Party, Round
from party.progression import SEATS, Seating
from party.queries.evening.rounds import people, seatings
from party.queries.scores.tables import table_scores
from party.queries.seats.corrections import compared
from party.queries.standings.standings import standings_in_chairs
from party.values.evening.words import SEATS_NOT_TRACKED
from party.values.log.lines import TAKEN_BACK, WRONG_CHAIRS
from party.values.people.person import Person, Sitting
from party.values.refusals import Fault, Refused
from party.values.scores.tables import TableScore
from party.values.seats.corrections import Effects
from party.values.seats.draw import place_text
from party.values.seats.wrong_chairs import ChairExchange
from party.values.standings.standings import StandingLine

Exchanges = tuple[tuple[Person, Person], ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """One person: the place on the list, the one really taken, and the points of both.

    Points are None for somebody who sat out.
    """

    listed: Sitting
    real: Sitting
    was: int | None
    now: int | None

    @property
    def person(self) -> Person:
        return self.listed.person

    @property
    def listed_text(self) -> str:
        return place_text(self.listed)

    @property
    def real_text(self) -> str:
        return place_text(self.real)


@dataclass(frozen=True, slots=True)
class TableTaken:
    """A table as the list has it and as people sat, each by seat; `new` are the other people."""

    score: TableScore
    listed: Mapping[str, Person]
    real: Mapping[str, Person]

    @property
    def new(self) -> frozenset[str]:
        return frozenset(seat for seat in SEATS if self.listed[seat] != self.real[seat])


@dataclass(frozen=True, slots=True)
class WrongChairs:
    """What becomes of an exchange. `effects` is None until the next round has seats.

    `totals` are the standings of everybody whose total changes, before and after; empty in an
    open round.
    """

    exchanges: Exchanges
    taken: tuple[Taken, ...]
    tables: tuple[TableTaken, ...]
    effects: Effects | None
    totals: tuple[tuple[StandingLine, StandingLine], ...] = ()

    @property
    def mark(self) -> str:
        """The places that the page shows, so that nobody records from an outdated one."""
        return "; ".join(each.listed_text for each in self.taken)

    @property
    def sides(self) -> tuple[str, str]:
        """Return the names of those who had one place, and of those who had the other."""
        first, second = zip(*self.exchanges, strict=True)
        return " and ".join(map(str, first)), " and ".join(map(str, second))


def wrong_chairs(party: Party, round_: Round, exchange: ChairExchange) -> WrongChairs:
    """Return what an exchange changes in a round that has begun. Raises Refused in words."""
    (listed,) = seatings(party, since=round_.number, upto=round_.number)
    everybody = people(party)
    exchanges = exchanges_of(listed, exchange, everybody)
    real = in_real_chairs(listed, exchanges)
    scores = table_scores(party, round_.number)
    both = [each for pair in exchanges for each in pair]
    chairs = [listed.chair(each.id) for each in both]
    totals: tuple[tuple[StandingLine, StandingLine], ...] = ()
    if round_.state == Round.State.CLOSED and not exchange.by_name:
        totals = _changed_totals(party, round_.number, exchanges)
    return WrongChairs(
        exchanges=exchanges,
        taken=tuple(_taken(each, listed, real, scores) for each in both),
        tables=tuple(
            TableTaken(
                scores[number], *(_by_seat(each, number, everybody) for each in (listed, real))
            )
            for number in sorted({chair[0] for chair in chairs if chair})
        ),
        effects=next_seats(party, round_, exchanges, by_name=exchange.by_name),
        totals=totals,
    )


def not_to_be_recorded(round_: Round | None, number: int) -> str:
    """Return why nobody can have sat in a wrong chair of a round; "" if somebody can."""
    if round_ is None or round_.state == Round.State.DRAWN:
        return f"Round {number} has not begun: swap the two seats instead."
    if not round_.tables.exists():
        return SEATS_NOT_TRACKED.format(round=number)
    return ""


def exchanges_of(
    listed: Seating[int], exchange: ChairExchange, everybody: Mapping[int, Person]
) -> Exchanges:
    """Return who sat in whose chair; with their partners two pairs. Raises Refused."""
    one, other = exchange.one, exchange.other
    if one == other or one not in listed or other not in listed:
        raise Refused(
            Fault("Choose two different people who have a place in this round.", "other")
        )
    chairs = listed.chair(one), listed.chair(other)
    if chairs == (None, None):
        raise Refused(Fault("Both sit out by the list, so nothing changes.", "other"))
    pairs = [(one, other)]
    if exchange.partners:
        partners = listed.partner(one), listed.partner(other)
        if partners[0] is None or partners[1] is None:
            text = "Somebody who sits out has no partner. Record the two people alone."
            raise Refused(Fault(text, "partners"))
        if partners[0] == other:
            text = "These two are partners. Record them alone."
            raise Refused(Fault(text, "partners"))
        pairs.append((partners[0], partners[1]))
    named = tuple((everybody[first], everybody[second]) for first, second in pairs)
    if None in chairs and not all(each.ranked for each in named[0]):
        raise Refused(Fault("A house player does not sit out. Choose another person.", "other"))
    return named


def in_real_chairs(seating: Seating[int], exchanges: Exchanges) -> Seating[int]:
    for one, other in exchanges:
        seating = seating.exchanged(one.id, other.id)
    return seating


def next_seats(
    party: Party, round_: Round, exchanges: Exchanges, *, by_name: bool
) -> Effects | None:
    """Return who would sit elsewhere in the next round; None if that has no seats yet."""
    after = Round.objects.filter(party=party, number=round_.number + 1, tables__number=1).first()
    if after is None:
        return None
    draw = after.made_from.without_edits()
    *past, seated = seatings(party, upto=after.number)
    origins = round_.made_from.origins(past[-1])
    real_past = past if by_name else [*past[:-1], in_real_chairs(past[-1], exchanges)]
    return compared(
        party,
        after,
        seated,
        lambda: (
            draw.refill(origins, past),
            draw.refill(in_real_chairs(origins, exchanges), real_past),
        ),
        before="list",
        text="name" if by_name else "chair",
    )


def _taken(
    person: Person, listed: Seating[int], real: Seating[int], scores: Mapping[int, TableScore]
) -> Taken:
    places, points = [], []
    for seating in (listed, real):
        table, seat = seating.chair(person.id) or (None, None)
        places.append(Sitting(person, table, seat))
        points.append(None if table is None else _points(scores[table], seat or ""))
    return Taken(places[0], places[1], points[0], points[1])


def _points(score: TableScore, seat: str) -> int:
    return score.ns if pair_of(seat) == "NS" else score.ew


def _by_seat(
    seating: Seating[int], number: int, everybody: Mapping[int, Person]
) -> dict[str, Person]:
    people_there = seating.tables[number - 1]
    return {seat: everybody[pk] for seat, pk in zip(SEATS, people_there, strict=True)}


def _changed_totals(
    party: Party, number: int, exchanges: Exchanges
) -> tuple[tuple[StandingLine, StandingLine], ...]:
    ids = [(one.id, other.id) for one, other in exchanges]
    now, then = standings_in_chairs(party, number, ids)
    before = {line.person.id: line for line in now.lines}
    lines = [(before[line.person.id], line) for line in then.lines]
    return tuple((was, line) for was, line in lines if was.total != line.total)


def standing_records(party: Party) -> list[LogLine]:
    """Return the records of wrong chairs that were not taken back, newest first. Two queries."""
    back = party.log.filter(verb=TAKEN_BACK, data__what=WRONG_CHAIRS)
    lines = party.log.filter(verb=WRONG_CHAIRS)
    return list(lines.exclude(pk__in=[line.data["line"] for line in back]))


def record_to_take_back(
    records: Iterable[LogLine], round_numbers: range, *, since: int = 0
) -> str:
    """Return a sentence about the newest record about these rounds; "" for none.

    `since` is the id of an older log line.
    """
    for line in records:
        if line.round in round_numbers and line.pk > since:
            return f"Round {line.round}: {line.words}. Take that back first."
    return ""


def record_of_round(party: Party, round_: Round) -> str:
    """Return the same about a record of this round, if its seats still follow from one."""
    if not round_.made_from.has_played_seats:
        return ""
    number = round_.number
    return record_to_take_back(standing_records(party), range(number, number + 1))
