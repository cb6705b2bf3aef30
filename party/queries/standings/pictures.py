from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count

from party.engine import PLAYED_STRAINS, Bid, HandResult, Rules, bid_name, is_bid_made
from party.models import Entry, Party
from party.progression import Seating
from party.queries.evening.rounds import seatings
from party.queries.standings.standings import standings
from party.values.numbers import counted, ordinal, signed, total
from party.values.people.person import Person
from party.values.standings.pictures import (
    MOST_IN_SQUARE,
    OUT,
    BidCount,
    Course,
    Pictures,
    PlayerLine,
    Repeat,
    Scale,
    SquarePicture,
    Tile,
    moves_picture,
    partner_bars,
    room_picture,
    square_picture,
    tile_picture,
)
from party.values.standings.standings import PartyStandings, RoundKind, RoundPoints, StandingLine

TILES = 6  # how many people’s running totals are drawn
COURSES = 3  # how many people’s ways through the hall are drawn
NO_PARTNER = PlayerLine.ABSENT  # away, or sitting out
Partnerships = dict[frozenset[int], list[int]]  # the rounds in which two entrants were partners


def read_pictures(party: Party, *, mark: int | None = None, everybody: bool = False) -> Pictures:
    """`mark` is the entrant to mark, by default the leader."""
    standings_now = standings(party)
    past = seatings(party, upto=standings_now.rounds)
    people = {line.person.id: line.person for line in standings_now.lines}
    marked = next((line for line in standings_now.lines if line.person.id == mark), None)
    marked = marked or next(iter(standings_now.lines), None)
    partnerships = _partnerships_in(past)
    trumps, heights = count_bids(party)
    names = _partner_names(past, people)
    lines = {line.person.id: _player_line(line, names) for line in standings_now.lines}
    scale = Scale.for_sums([line.points for line in lines.values()])
    tile_lines = (
        standings_now.lines
        if everybody
        else leaders_and_marked(standings_now.lines, marked, TILES)
    )
    return Pictures(
        rounds=standings_now.rounds,
        scale=scale,
        room=room_picture(scale, [line.points for line in lines.values()]),
        tiles=_tiles(party, standings_now, scale, tile_lines),
        trumps=trumps,
        heights=heights,
        square=_square(people, partnerships, marked),
        partners=partner_bars(_people_by_partners(people, partnerships)),
        moves=moves_picture(
            [_course(line) for line in leaders_and_marked(standings_now.lines, marked, COURSES)],
            tables=max((len(seating.tables) for seating in past), default=0),
        ),
        lines=tuple(lines.values()),
        marked=lines[marked.person.id] if marked else None,
        repeats=_repeats(partnerships, people),
        is_tracked=all(seating.tables for seating in past),
    )


def _partner_names(
    past: Sequence[Seating[int]], people: Mapping[int, Person]
) -> tuple[dict[int, str], ...]:
    """Return the names of everybody's partners by entrant, round by round."""
    names = {pk: str(person) for pk, person in people.items()}
    return tuple(
        {
            one: names[other]
            for n, e, s, w in seating.tables
            for one, other in ((n, s), (s, n), (e, w), (w, e))
        }
        for seating in past
    )


def leaders_and_marked(
    lines: Sequence[StandingLine], marked: StandingLine | None, most: int
) -> Sequence[StandingLine]:
    """Return the leaders, and the marked person even if not among them."""
    first = lines[:most]
    return first if marked is None or marked in first else [*first[: most - 1], marked]


def _tiles(
    party: Party, standings_now: PartyStandings, scale: Scale, lines: Sequence[StandingLine]
) -> tuple[Tile, ...]:
    time_text = (
        "at the end" if party.finished_at else f"after {counted(standings_now.rounds, 'round')}"
    )

    def tile(line: StandingLine) -> Tile:
        equal = "=" if line.is_shared else ""
        return Tile(
            name=line.name,
            sums=tuple(map(total, line.sums)),
            place=f"{ordinal(line.rank)}{equal} {time_text}" if line.rank else line.note,
            best="" if line.best is None else f"best round {signed(line.best)}",
            drawing=tile_picture(scale, line.sums),
        )

    return tuple(map(tile, lines))


def _partnerships_in(past: Sequence[Seating[int]]) -> Partnerships:
    partnerships: Partnerships = {}
    for number, seating in enumerate(past, start=1):
        for north, east, south, west in seating.tables:
            for pair in ((north, south), (east, west)):
                partnerships.setdefault(frozenset(pair), []).append(number)
    return partnerships


def count_bids(party: Party) -> tuple[tuple[BidCount, ...], tuple[BidCount, ...]]:
    """Return the bids of the closed rounds by suit, special bids last; and by height."""
    bid_counts, made_counts = Counter[str | int](), Counter[str | int]()
    # Equal hands come as one row with their count: 1,600 hands have few different results.
    rows = Entry.objects.of_closed_rounds(party)
    grouped = rows.exclude(bid="").exclude(bidder="").order_by()
    fields = ("bid", "tricks", "announced")
    for text, tricks, announced, count in grouped.values_list(*fields).annotate(Count("pk")):
        bid = Bid.parse(text)
        result = HandResult(bid=bid, tricks=tricks, declarer="N", announced=announced or None)
        for key in (_suit_key(party.rules, bid), bid.level):
            bid_counts[key] += count
            made_counts[key] += count * is_bid_made(result)
    special = {
        key: key for key in bid_counts if isinstance(key, str) and key not in PLAYED_STRAINS
    }
    suits = {key: _strain_name(party.rules, key) for key in PLAYED_STRAINS} if bid_counts else {}
    heights = {
        key: f"{key} tricks" for key in sorted(k for k in bid_counts if isinstance(k, int) and k)
    }

    def lines(names: Mapping[Any, str]) -> tuple[BidCount, ...]:
        whole = sum(bid_counts[key] for key in names)
        return tuple(
            BidCount(key if key in suits else "", name, bid_counts[key], made_counts[key], whole)
            for key, name in names.items()
        )

    return lines({**suits, **dict(sorted(special.items()))}), lines(heights)


def _suit_key(rules: Rules, bid: Bid) -> str:
    return bid.strain if bid.strain in PLAYED_STRAINS else bid_name(rules, bid)


def _strain_name(rules: Rules, strain: str) -> str:
    """The name of a suit is the second word of "8 Hearts"."""
    return bid_name(rules, Bid(8, strain)).partition(" ")[2]


def _course(line: StandingLine) -> Course:
    tables = (None if r.kind == RoundKind.MISSED else r.table or OUT for r in line.rounds)
    return Course(line.name, tuple(tables))


def _player_line(line: StandingLine, names: Sequence[Mapping[int, str]]) -> PlayerLine:
    return PlayerLine(
        id=line.person.id,
        name=line.name,
        points=line.sums,
        places=tuple(map(_place_text, line.rounds)),
        partners=tuple(by_entrant.get(line.person.id, NO_PARTNER) for by_entrant in names),
        note=line.note,
    )


def _place_text(each: RoundPoints) -> str:
    if each.kind == RoundKind.MISSED:
        return PlayerLine.ABSENT
    return f"{each.table} {each.seat}" if each.table else "out"


def _square(
    people: Mapping[int, Person], partnerships: Partnerships, marked: StandingLine | None
) -> SquarePicture | None:
    if len(people) > MOST_IN_SQUARE:
        return None
    order = sorted(people.values(), key=lambda person: person.a_to_z)
    indexes = {person.id: index for index, person in enumerate(order)}
    round_counts = {}
    for pair, rounds in partnerships.items():
        first, second = (indexes[entrant] for entrant in pair)
        round_counts[first, second] = round_counts[second, first] = len(rounds)
    marked_index = indexes[marked.person.id] if marked else None
    return square_picture([str(person) for person in order], round_counts, marked_index)


def _people_by_partners(people: Mapping[int, Person], partnerships: Partnerships) -> Counter[int]:
    partner_counts = Counter(entrant for pair in partnerships for entrant in pair)
    return Counter(partner_counts[pk] for pk in people)


def _repeats(partnerships: Partnerships, people: Mapping[int, Person]) -> tuple[Repeat, ...]:
    repeats = []
    for pair, rounds in partnerships.items():
        if len(rounds) > 1:
            one, other = sorted(str(people[entrant]) for entrant in pair)
            repeats.append(Repeat(one, other, tuple(rounds)))
    return tuple(sorted(repeats, key=lambda each: (-len(each.rounds), each.first, each.second)))
