"""What the pictures of an evening are drawn from: the closed rounds."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate

from django.db.models import Count

from party.engine import PLAYED_STRAINS, Bid, HandResult, Rules, bid_name, made
from party.models import Entry, Party, Round
from party.progression import SEATS, Seating
from party.queries.evening.rounds import seatings
from party.queries.standings.standings import standings
from party.values.people.person import Person
from party.values.standings.bar_pictures import TrumpLine, partners_picture, trump_picture
from party.values.standings.line_pictures import MOST_MARKED, Course, moves_picture, totals_picture
from party.values.standings.pictures import (
    Pictures,
    PlayerLine,
    Repeat,
    SquarePicture,
    square_picture,
)
from party.values.standings.standings import RoundKind, RoundPoints, StandingLine

MOST_MARKED_MOVES = 3
OUT = "out"
Partners = dict[frozenset[int], list[int]]  # by two entrants, the rounds


def pictures(party: Party, *, mark: int | None = None) -> Pictures:
    """Return the pictures; `mark` is an entrant who is marked besides those who lead."""
    now = standings(party)
    past = seatings(party, upto=now.rounds)
    marks = marked(now.lines, mark)
    # Lines that cross as these do can be followed only when they are few.
    few = {pk: number for pk, number in marks.items() if number < MOST_MARKED_MOVES}
    everybody = {line.person.id: line.person for line in now.lines}
    partnerships = partners(past)
    bids = trumps(party)
    return Pictures(
        rounds=now.rounds,
        totals=totals_picture([_course(line.person, _sums(line), marks) for line in now.lines]),
        moves=moves_picture(
            [_course(line.person, tuple(map(_chair, line.rounds)), few) for line in now.lines],
            tables=max((len(seating.tables) for seating in past), default=0),
        ),
        trumps=trump_picture(bids),
        square=_square(everybody, partnerships),
        partners=partners_picture(_people_by_partners(everybody, partnerships)),
        lines=tuple(_player_line(line, past, everybody) for line in now.lines),
        repeats=_repeats(partnerships, everybody),
        bids=sum(line.bids for line in bids),
        numbers=tuple(range(1, now.rounds + 1)),
        tracked=all(seating.tables for seating in past),
    )


def marked(lines: Sequence[StandingLine], mark: int | None) -> dict[int, int]:
    """Number the marked people: first the chosen one, then those who lead."""
    chosen = [line.person.id for line in lines if line.person.id == mark]
    leading = [line.person.id for line in lines if line.rank and line.person.id != mark]
    return {pk: number for number, pk in enumerate([*chosen, *leading][:MOST_MARKED])}


def partners(past: Sequence[Seating[int]]) -> Partners:
    """Return in which rounds two people were partners."""
    partnerships: Partners = {}
    for number, seating in enumerate(past, start=1):
        for north, east, south, west in seating.tables:
            for pair in ((north, south), (east, west)):
                partnerships.setdefault(frozenset(pair), []).append(number)
    return partnerships


def trumps(party: Party) -> tuple[TrumpLine, ...]:
    """Return the bids of the closed rounds by suit, then the special ones. One query."""
    bids, good = Counter[str](), Counter[str]()
    rows = Entry.objects.counted().filter(
        table__round__party=party, table__round__state=Round.State.CLOSED
    )
    # Equal hands come as one row with their count: 1,600 hands have few different results.
    equal = rows.exclude(bid="").exclude(bidder="").order_by()
    fields = ("bid", "tricks", "announced")
    for text, tricks, announced, count in equal.values_list(*fields).annotate(Count("pk")):
        bid = Bid.parse(text)
        result = HandResult(bid=bid, tricks=tricks, declarer="N", announced=announced or None)
        key = _key(party.rules, bid)
        bids[key] += count
        good[key] += count * made(result)
    keys = [*PLAYED_STRAINS, *sorted(bids.keys() - set(PLAYED_STRAINS))] if bids else []
    return tuple(
        TrumpLine(
            strain=key if key in PLAYED_STRAINS else "",
            name=_strain_name(party.rules, key),
            bids=bids[key],
            made=good[key],
            all_bids=bids.total(),
        )
        for key in keys
    )


def _key(rules: Rules, bid: Bid) -> str:
    return bid.strain if bid.strain in PLAYED_STRAINS else bid_name(rules, bid)


def _strain_name(rules: Rules, key: str) -> str:
    """Return the name of a suit: the second word of "8 Hearts"."""
    if key not in PLAYED_STRAINS:
        return key
    return bid_name(rules, Bid(8, key)).partition(" ")[2]


def _course(person: Person, values: tuple[int | None, ...], marks: Mapping[int, int]) -> Course:
    return Course(str(person), values, marks.get(person.id), person.distinction)


def _sums(line: StandingLine) -> tuple[int, ...]:
    return tuple(accumulate(each.points for each in line.rounds))


def _chair(each: RoundPoints) -> int | None:
    """Return the chair as the picture counts them: the head table's North is 0, out is -1."""
    if each.kind == RoundKind.MISSED:
        return None
    if each.table is None or each.seat is None:
        return -1
    return 4 * (each.table - 1) + SEATS.index(each.seat)


def _player_line(
    line: StandingLine, past: Sequence[Seating[int]], everybody: Mapping[int, Person]
) -> PlayerLine:
    partner_ids = [seating.partner(line.person.id) for seating in past]
    return PlayerLine(
        id=line.person.id,
        name=str(line.person),
        points=_sums(line),
        places=tuple(map(_place_text, line.rounds)),
        partners=tuple(
            str(everybody[partner]) if partner else PlayerLine.AWAY for partner in partner_ids
        ),
        note=line.note,
    )


def _place_text(each: RoundPoints) -> str:
    if each.kind == RoundKind.MISSED:
        return PlayerLine.AWAY
    return f"{each.table} {each.seat}" if each.table else OUT


def _square(everybody: Mapping[int, Person], partnerships: Partners) -> SquarePicture | None:
    order = sorted(everybody.values(), key=lambda person: (person.sort_name.casefold(), person.id))
    places = {person.id: place for place, person in enumerate(order)}
    times = {}
    for pair, rounds in partnerships.items():
        one, other = pair
        times[places[one], places[other]] = times[places[other], places[one]] = len(rounds)
    endings = {str(person): person.distinction for person in order}
    return square_picture([str(person) for person in order], times, endings)


def _people_by_partners(everybody: Mapping[int, Person], partnerships: Partners) -> Counter[int]:
    """Count the people by how many different partners they have had."""
    partners = Counter(entrant for pair in partnerships for entrant in pair)
    return Counter(partners[pk] for pk in everybody)


def _repeats(partnerships: Partners, everybody: Mapping[int, Person]) -> tuple[Repeat, ...]:
    """Return who were partners more than once, the most often first."""
    repeats = []
    for pair, rounds in partnerships.items():
        if len(rounds) > 1:
            one, other = sorted(str(everybody[entrant]) for entrant in pair)
            repeats.append(Repeat(one, other, tuple(rounds)))
    return tuple(sorted(repeats, key=lambda each: (-len(each.rounds), each.one, each.other)))
