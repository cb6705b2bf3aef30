"""An exchange: people who sat in each other's chairs, and what that changes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from party.engine import pair_of
from party.models import LogLine, Party, Round
from party.progression import SEATS, Seating
from party.queries.evening.rounds import people, seatings
from party.queries.scores.tables import table_scores
from party.queries.seats.corrections import compare_seats
from party.queries.standings.standings import standings, standings_after_exchanges
from party.values.evening.words import SEATS_NOT_TRACKED
from party.values.log.lines import TAKEN_BACK, WRONG_CHAIRS
from party.values.people.person import Person, Sitting
from party.values.refusals import Fault, Refused
from party.values.scores.tables import TableScore
from party.values.seats.corrections import Effects
from party.values.seats.draw import place_text
from party.values.seats.wrong_chairs import ChairExchange
from party.values.standings.standings import RoundPoints, StandingLine

EARLIER_ROUNDS = 3  # the rounds that a card shows before the corrected round

Exchanges = tuple[tuple[Person, Person], ...]


@dataclass(frozen=True, slots=True)
class PlacesOfPerson:
    """Where the seat list has a person (`listed`), and where the person really sat (`real`).

    Points are None for somebody who sat out.
    """

    listed: Sitting
    real: Sitting
    listed_points: int | None
    real_points: int | None

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
class TableChange:
    score: TableScore
    listed: Mapping[str, Person]
    real: Mapping[str, Person]

    @property
    def changed_seats(self) -> frozenset[str]:
        return frozenset(seat for seat in SEATS if self.listed[seat] != self.real[seat])


@dataclass(frozen=True, slots=True)
class CardRow:
    points: RoundPoints
    partner: Person | None
    total: int
    is_corrected: bool


@dataclass(frozen=True, slots=True)
class PlayerCard:
    line: StandingLine
    rows: tuple[CardRow, ...]


@dataclass(frozen=True, slots=True)
class WrongChairs:
    """`effects` is None until the next round has seats.

    `cards` has the score cards of the people exchanged, before and after, and `totals` the
    standings lines of all others whose total changes; both are empty in an open round.
    """

    exchanges: Exchanges
    places: tuple[PlacesOfPerson, ...]
    tables: tuple[TableChange, ...]
    effects: Effects | None
    totals: tuple[tuple[StandingLine, StandingLine], ...] = ()
    cards: tuple[tuple[PlayerCard, PlayerCard], ...] = ()
    ranked_people: int = 0

    @property
    def point_changes(self) -> tuple[tuple[Person, int], ...]:
        changes = ((new.line.person, new.line.total - old.line.total) for old, new in self.cards)
        return tuple((person, points) for person, points in changes if points)

    @property
    def mark(self) -> str:
        """The verb compares this text and refuses an outdated page."""
        return "; ".join(each.listed_text for each in self.places)

    @property
    def sides(self) -> tuple[str, str]:
        """Return the names of one person or pair, "Ann and Bea", and those of the other side."""
        first, second = zip(*self.exchanges, strict=True)
        return " and ".join(map(str, first)), " and ".join(map(str, second))


def wrong_chairs(party: Party, round_: Round, exchange: ChairExchange) -> WrongChairs:
    """Return an exchange with its effects. Raises Refused."""
    (listed,) = seatings(party, since=round_.number, upto=round_.number)
    people_by_id = people(party)
    exchanges = exchanges_of(listed, exchange, people_by_id)
    real = exchange_chairs(listed, exchanges)
    scores = table_scores(party, round_.number)
    people_moved = [each for pair in exchanges for each in pair]
    chairs = [listed.chair(each.id) for each in people_moved]
    changes = WrongChairs(
        exchanges=exchanges,
        places=tuple(_places_of(each, listed, real, scores) for each in people_moved),
        tables=tuple(
            TableChange(
                scores[number],
                _people_by_seat(listed, number, people_by_id),
                _people_by_seat(real, number, people_by_id),
            )
            for number in sorted({chair[0] for chair in chairs if chair})
        ),
        effects=next_seat_effects(party, round_, exchanges, by_name=exchange.by_name),
    )
    if round_.state == Round.State.CLOSED and not exchange.by_name:
        return _with_cards(party, round_.number, changes, people_by_id)
    return changes


def refusal_reason(round_: Round | None, number: int) -> str:
    """Return "" if an exchange can be recorded."""
    if round_ is None or round_.state == Round.State.DRAWN:
        return f"Round {number} has not begun: swap the two seats instead."
    if not round_.tables.exists():
        return SEATS_NOT_TRACKED.format(round=number)
    return ""


def exchanges_of(
    listed: Seating[int], exchange: ChairExchange, people_by_id: Mapping[int, Person]
) -> Exchanges:
    """Return one pair, or two with partners. Raises Refused."""
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
    people_pairs = tuple((people_by_id[first], people_by_id[second]) for first, second in pairs)
    if None in chairs and not all(each.ranked for each in people_pairs[0]):
        raise Refused(Fault("A house player does not sit out. Choose another person.", "other"))
    return people_pairs


def exchange_chairs(seating: Seating[int], exchanges: Exchanges) -> Seating[int]:
    for one, other in exchanges:
        seating = seating.exchanged(one.id, other.id)
    return seating


def next_seat_effects(
    party: Party, round_: Round, exchanges: Exchanges, *, by_name: bool
) -> Effects | None:
    """Return None if the next round has no seats yet."""
    next_round = Round.objects.filter(
        party=party, number=round_.number + 1, tables__number=1
    ).first()
    if next_round is None:
        return None
    draw = next_round.stored_draw.without_edits()
    *past, seated = seatings(party, upto=next_round.number)
    origins = round_.stored_draw.origins(past[-1])
    real_past = past if by_name else [*past[:-1], exchange_chairs(past[-1], exchanges)]
    return compare_seats(
        party,
        next_round,
        seated,
        lambda: (
            draw.seat_from(origins, past),
            draw.seat_from(exchange_chairs(origins, exchanges), real_past),
        ),
        before="list",
        after="name" if by_name else "chair",
    )


def _places_of(
    person: Person, listed: Seating[int], real: Seating[int], scores: Mapping[int, TableScore]
) -> PlacesOfPerson:
    places, points = [], []
    for seating in (listed, real):
        table, seat = seating.chair(person.id) or (None, None)
        places.append(Sitting(person, table, seat))
        points.append(None if table is None else _points_of_seat(scores[table], seat or ""))
    return PlacesOfPerson(places[0], places[1], points[0], points[1])


def _points_of_seat(score: TableScore, seat: str) -> int:
    return score.ns if pair_of(seat) == "NS" else score.ew


def _people_by_seat(
    seating: Seating[int], number: int, people_by_id: Mapping[int, Person]
) -> dict[str, Person]:
    chairs = seating.tables[number - 1]
    return {seat: people_by_id[pk] for seat, pk in zip(SEATS, chairs, strict=True)}


def _with_cards(
    party: Party, number: int, changes: WrongChairs, people_by_id: Mapping[int, Person]
) -> WrongChairs:
    ids = [(one.id, other.id) for one, other in changes.exchanges]
    before = {line.person.id: line for line in standings(party).lines}
    after_exchanges = standings_after_exchanges(party, number, ids)
    after = {line.person.id: line for line in after_exchanges.lines}
    first = max(number - EARLIER_ROUNDS, 1)
    listed = dict(enumerate(seatings(party, since=first, upto=number + 1), start=first))
    real = listed | {number: exchange_chairs(listed[number], changes.exchanges)}
    moved = [each.person.id for each in changes.places]
    return replace(
        changes,
        cards=tuple(
            (
                _card(before[pk], listed, number, people_by_id),
                _card(after[pk], real, number, people_by_id),
            )
            for pk in moved
        ),
        totals=tuple(
            (before[pk], line)
            for pk, line in after.items()
            if before[pk].total != line.total and pk not in moved
        ),
        ranked_people=sum(line.rank is not None for line in before.values()),
    )


def _card(
    line: StandingLine,
    seatings_by_round: Mapping[int, Seating[int]],
    number: int,
    people_by_id: Mapping[int, Person],
) -> PlayerCard:
    rows = (
        (each, total, seatings_by_round[each.round].partner(line.person.id))
        for each, total in zip(line.rounds, line.sums, strict=True)
        if each.round in seatings_by_round
    )
    return PlayerCard(
        line,
        tuple(
            CardRow(each, None if pk is None else people_by_id[pk], total, each.round == number)
            for each, total, pk in rows
        ),
    )


def records_in_force(party: Party) -> list[LogLine]:
    """Return the records that were not taken back, newest first."""
    take_backs = party.log.filter(verb=TAKEN_BACK, data__what=WRONG_CHAIRS)
    lines = party.log.filter(verb=WRONG_CHAIRS)
    return list(lines.exclude(pk__in=[line.data["line"] for line in take_backs]))


def take_back_text(records: Iterable[LogLine], round_numbers: range, *, since: int = 0) -> str:
    """Return which record to take back first; records up to the log line `since` do not matter."""
    for line in records:
        if line.round in round_numbers and line.pk > since:
            return f"Round {line.round}: {line.words}. Take that back first."
    return ""


def take_back_text_of_round(party: Party, round_: Round) -> str:
    """Return "" if the seats of the round are no longer those of a record."""
    if not round_.stored_draw.has_played_seats:
        return ""
    number = round_.number
    return take_back_text(records_in_force(party), range(number, number + 1))
