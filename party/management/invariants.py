"""Invariants: what must hold of a party after every step, read from its rows.

Each check yields a sentence for whatever is wrong, and nothing where all is well. They reckon for
themselves, from the rows, what the rest of the code reckons in its own way.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from party.engine import Bid, HandResult, Rules, pair_points
from party.models import Entrant, Entry, Party, Place, Round
from party.models.scores import TOTAL
from party.progression import sit_outs
from party.queries.rounds import seatings
from party.queries.standings import standings
from party.queries.tables import table_scores
from party.values.standings import Kind, StandingsNow

CHAIRS = ["E", "N", "S", "W"]
Chair = tuple[int | None, str | None]  # table and seat; twice None for who sits out
Spot = tuple[int, int]  # round and table
Points = tuple[int, int]  # of North-South, of East-West


class Stored(NamedTuple):
    """An entry in force."""

    pk: int
    hand: int | None
    ns: int | None
    ew: int | None
    bid: str
    bidder: str
    tricks: int | None
    announced: str


@dataclass(frozen=True)
class Rows:
    """A party as it is stored. `here` are the ids of everybody who is here."""

    party: Party
    states: dict[int, str]
    chairs: dict[int, list[tuple[int, Chair]]]
    entries: dict[Spot, list[Stored]]
    here: set[int]
    house: set[int]


def read_rows(party: Party) -> Rows:
    chairs: dict[int, list[tuple[int, Chair]]] = defaultdict(list)
    rows = Place.objects.filter(round__party=party)
    for number, entrant, table, seat in rows.values_list(
        "round__number", "entrant_id", "table__number", "seat"
    ):
        chairs[number].append((entrant, (table, seat)))
    entries: dict[Spot, list[Stored]] = defaultdict(list)
    in_force = Entry.objects.in_force().filter(table__round__party=party).order_by()
    spot = ("table__round__number", "table__number")
    for round_number, number, *values in in_force.values_list(*spot, *Stored._fields):
        entries[round_number, number].append(Stored(*values))
    people = list(Entrant.objects.filter(party=party).values_list("pk", "state", "ranked"))
    return Rows(
        party=party,
        states=dict(Round.objects.filter(party=party).values_list("number", "state")),
        chairs=dict(chairs),
        entries=dict(entries),
        here={pk for pk, state, _ in people if state == Entrant.State.HERE},
        house={pk for pk, _, ranked in people if not ranked},
    )


def always(rows: Rows) -> Iterator[str]:
    """Check what holds at every moment."""
    for number in sorted(rows.chairs):
        yield from chair_troubles(rows, number)
    for spot in sorted(rows.entries):
        yield from entry_troubles(rows, spot)


def chair_troubles(rows: Rows, number: int) -> Iterator[str]:
    """Check that everybody has one place, and that those who may sit out are few enough."""
    counts = Counter(pk for pk, _ in rows.chairs[number])
    if twice := [pk for pk, count in counts.items() if count > 1]:
        yield f"Round {number}: {twice} have two places."
    yield from table_troubles(rows, number)
    if len(benched(rows, number)) > 3:
        yield f"Round {number}: more than three sit out."
    if benched(rows, number) & rows.house:
        yield f"Round {number}: a house player sits out."


def table_troubles(rows: Rows, number: int) -> Iterator[str]:
    """Check that the tables are numbered from 1, each with four people on four seats."""
    tables: dict[int, list[str]] = defaultdict(list)
    for _, (table, seat) in rows.chairs[number]:
        if table is not None:
            tables[table].append(seat or "")
    if sorted(tables) != list(range(1, len(tables) + 1)):
        yield f"Round {number}: the tables are {sorted(tables)}."
    for table, seats in tables.items():
        if sorted(seats) != CHAIRS:
            yield f"Round {number}, table {table}: the seats are {sorted(seats)}."


def benched(rows: Rows, number: int) -> set[int]:
    return {pk for pk, (table, _) in rows.chairs[number] if table is None}


def entry_troubles(rows: Rows, spot: Spot) -> Iterator[str]:
    """Check that hands are numbered without a gap, and score as the engine says."""
    at = f"Round {spot[0]}, table {spot[1]}"
    numbers = sorted(row.hand for row in rows.entries[spot] if row.hand is not None)
    if TOTAL in numbers and len(numbers) > 1:
        yield f"{at}: a total and single hands are in force together."
    elif TOTAL not in numbers and numbers != list(range(1, len(numbers) + 1)):
        yield f"{at}: the hands in force are {numbers}."
    for row in rows.entries[spot]:
        if row.hand and (row.ns, row.ew) != engine_points(rows.party.rules, *row[4:]):
            yield f"{at}, hand {row.hand}: {row.ns} and {row.ew} are not the engine's points."


@lru_cache(maxsize=4096)
def engine_points(rules: Rules, bid: str, bidder: str, tricks: int, announced: str) -> Points:
    result = HandResult(
        bid=Bid.parse(bid) if bid else None,
        tricks=tricks,
        declarer=bidder or None,
        announced=announced or None,
    )
    return pair_points(rules, result)


def when_seated(rows: Rows, number: int) -> Iterator[str]:
    """Check a round whose seats were made just now: all who are here sit, or sit out in turn."""
    placed = {pk for pk, _ in rows.chairs[number]}
    if placed != rows.here:
        yield f"Round {number}: {placed ^ rows.here} are here or seated, but not both."
    if len(benched(rows, number)) != len(rows.here) % 4:
        yield f"Round {number}: {len(benched(rows, number))} sit out of {len(rows.here)}."


def turn_troubles(rows: Rows) -> Iterator[str]:
    """Check that through the rota nobody has sat out twice more than another."""
    rota = list(rows.party.entrants.in_rota().values_list("pk", flat=True))
    past = seatings(rows.party)
    counts = sit_outs(past, rota).values()
    if counts and max(counts) - min(counts) > 1:
        yield f"After round {len(past)} people have sat out from {min(counts)} to {max(counts)}."


def standing_troubles(rows: Rows) -> Iterator[str]:
    """Check that every point played, and every credit, is in the standings once for each."""
    now = standings(rows.party)
    points = points_by_table(rows)
    yield from page_troubles(rows, points)
    for line in now.lines:
        if line.total != sum(each.points for each in line.rounds):
            yield f"The total of {line.person} is not the sum of the rounds."
    wanted = sum(2 * (ns + ew) for ns, ew in points.values()) + credits_in(rows, now, points)
    if sum(line.total for line in now.lines) != wanted:
        yield f"The standings add up to {sum(line.total for line in now.lines)}, not {wanted}."


def points_by_table(rows: Rows) -> dict[Spot, Points]:
    """Add up the entries in force of the closed rounds."""
    return {
        spot: (sum(row.ns or 0 for row in entries), sum(row.ew or 0 for row in entries))
        for spot, entries in rows.entries.items()
        if rows.states[spot[0]] == Round.State.CLOSED
        and any(row.hand is not None for row in entries)
    }


def page_troubles(rows: Rows, points: dict[Spot, Points]) -> Iterator[str]:
    for number, state in rows.states.items():
        if state != Round.State.CLOSED:
            continue
        for score in table_scores(rows.party, number).values():
            if (score.ns, score.ew) != points.get((number, score.number), (0, 0)):
                yield f"Round {number}, table {score.number}: its points are not its entries'."
            if not score.finished:
                yield f"Round {number} is closed, but table {score.number} has not finished."


def credits_in(rows: Rows, now: StandingsNow, points: dict[Spot, Points]) -> int:
    """Return what the room's average gives to those who sat out or whose table did not play."""
    average = {number: room_mean(rows, number, points) for number in rows.states}
    waited = {Kind.SAT_OUT, Kind.NOT_PLAYED}
    rounds = chain.from_iterable(line.rounds for line in now.lines)
    return sum(average[each.round] for each in rounds if each.kind in waited)


def room_mean(rows: Rows, number: int, points: dict[Spot, Points]) -> int:
    """Return the mean of the ranked people who played a round, to the nearest ten, halves up."""
    played = [
        points[number, table][seat in {"E", "W"}]
        for pk, (table, seat) in rows.chairs[number]
        if table is not None and pk not in rows.house and (number, table) in points
    ]
    return (2 * sum(played) + 10 * len(played)) // (20 * len(played)) * 10 if played else 0
