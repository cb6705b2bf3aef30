from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import cache
from itertools import groupby
from operator import itemgetter

from party.engine import flags_of
from party.models import Entry, Party, Place, Record, Round, Table
from party.models.scores.entries import TOTAL
from party.progression import Seating
from party.queries.rows import read_among, read_rows
from party.queries.scores.records import disagreements
from party.queries.scores.tables import stored_result, table_scores
from party.queries.shared_reads import read_once
from party.values.evening.live import Live, LiveTable, Night, Stage, UnusualResult
from party.values.hall.clock import Clock
from party.values.people.person import PERSON_FIELDS, Person
from party.values.scores.tables import TableKey, TableScore

# The live page, the hall screen or phones read the statements below. The two numbers above each
# are medians in ms for 40 tables on SQLite: of the statement, and of the same query by the ORM.
# 0.17 and 0.55. Every page of an open round reads the round's row, but not its long draw.
ROUNDS = f"""
SELECT {", ".join(each.attname for each in Round._meta.concrete_fields if each.name != "draw")}
FROM party_round WHERE party_id = %s
"""  # noqa: S608, SLF001 -- a constant of ours; Django's own name for the fields
# 0.42 and 1.01, for most pages.
PEOPLE = f"""
SELECT party_id, {", ".join(PERSON_FIELDS)} FROM party_entrant WHERE party_id IN (%s)
ORDER BY number
"""  # noqa: S608 -- constants of ours
# 0.26 and 0.79.
PLACES = """
SELECT p.entrant_id, t.number, p.seat FROM party_place p
JOIN party_entrant e ON e.id = p.entrant_id
LEFT JOIN party_table t ON t.id = p.table_id
WHERE p.round_id = %s
ORDER BY t.number, p.seat, e.rota
"""
# 0.56 and 1.27 for two rounds.
SEATS = """
SELECT r.number, t.number, p.seat, p.entrant_id FROM party_place p
JOIN party_round r ON r.id = p.round_id
JOIN party_entrant e ON e.id = p.entrant_id
LEFT JOIN party_table t ON t.id = p.table_id
WHERE r.party_id = %s AND r.number BETWEEN %s AND %s
ORDER BY r.number, t.number, e.rota, p.entrant_id
"""
ANY_ROUND = 32_767  # the largest number that the column can hold
IN_ROUND = """
FROM party_entry e
JOIN party_table t ON t.id = e.table_id
JOIN party_round r ON r.id = t.round_id
WHERE r.party_id = %s AND r.number = %s
"""
# 0.35 and 1.35.
UNUSUAL = f"""
SELECT t.number, e.id, e.hand, e.bid, e.bidder, e.tricks, e.announced {IN_ROUND}
AND e.status = '{Entry.Status.IN_FORCE.value}' AND e.hand <> {TOTAL}
    AND e.tricks IS NOT NULL AND e.checked = ''
ORDER BY t.number, e.hand
"""
# 0.08 and 0.75.
TWO_VERSIONS = f"""
SELECT DISTINCT t.number, e.hand {IN_ROUND} AND e.status = '{Entry.Status.DISPUTED.value}'
ORDER BY e.hand, t.number
"""


def round_numbered(party: Party, number: int) -> Round | None:
    return next(iter(Round.objects.raw(f"{ROUNDS} AND number = %s", [party.pk, number])), None)


def newest_rounds(party: Party, count: int) -> list[Round]:
    return list(Round.objects.raw(f"{ROUNDS} ORDER BY number DESC LIMIT %s", [party.pk, count]))


@read_once
def latest_round(party: Party) -> Round | None:
    """Return the round without its draw."""
    return next(iter(newest_rounds(party, 1)), None)


def night(party: Party) -> Night:
    return night_with_latest(party, latest_round(party))


def night_with_latest(party: Party, latest: Round | None) -> Night:
    """Do the same for a party whose latest round was read already."""
    number, break_after = latest.number if latest else 0, party.break_after
    if latest is None:
        stage = Stage.SETUP
    elif party.finished_at is not None:
        stage, break_after = Stage.FINISHED, None
        # A round that was still open at the finish does not count.
        number -= latest.state != Round.State.CLOSED
    elif latest.state == Round.State.DRAWN:
        stage = Stage.SEATED
    elif latest.state != Round.State.CLOSED:
        stage = Stage(latest.state)
    elif party.rounds_planned is not None and latest.number >= party.rounds_planned:
        stage = Stage.OVER
    else:
        stage = Stage.MOVING
    return Night(stage, number, party.rounds_planned, break_after, party.winners_wait)


def clock_of(party: Party, round_: Round | None, at: datetime) -> Clock | None:
    """The bell leaves the clock's columns alone, so taking back the bell restores the clock."""
    if round_ is None or round_.state != Round.State.PLAYING or not party.clock_minutes:
        return None
    if round_.clock_ends_at is None and round_.clock_left is None:
        return None
    return Clock.read(round_.clock_ends_at, round_.clock_left or 0, party.clock_minutes, at)


def needs_pair_ahead(party: Party, round_number: int, tables: int | None = None) -> bool:
    """Return whether the next move depends on results.

    If `tables` is None, the tables of the round are counted.
    """
    if party.rounds_planned is not None and round_number >= party.rounds_planned:
        return False
    if not party.tracks_seats:
        return False
    if tables is None:
        tables = Table.objects.filter(round__party=party, round__number=round_number).count()
    return party.format.movement.needs_results(tables)


def has_open_tables(party: Party, round_number: int) -> bool:
    """Return whether a table of a round has not finished, or has a tie to decide."""
    scores = table_scores(party, round_number)
    ties_matter = needs_pair_ahead(party, round_number, len(scores))
    return any(not each.is_finished or (ties_matter and each.is_tied) for each in scores.values())


def seats_stay_reason(round_: Round) -> str:
    """Return why the seats of a round cannot change any more; "" if they can."""
    if Entry.objects.in_force().filter(table__round=round_).exists():
        return "has hands already; its seats stay."
    if round_.tables.exclude(ahead="").exists():
        return "has tables that said who was ahead; its seats stay."
    if Record.objects.in_force().filter(table__round=round_).exists():
        return "has records of hands. Take them off first."
    return ""


def is_under_way(round_: Round) -> bool:
    """Return whether an open round may count, because it has results or uses final cards."""
    if round_.state == Round.State.CLOSED:
        return False
    if seats_stay_reason(round_):
        return True
    by_table = round_.tables.exclude(capture=Table.Capture.CARDS).exists()
    return round_.is_open and not by_table


def seatings(party: Party, *, since: int = 1, upto: int | None = None) -> tuple[Seating[int], ...]:
    """Return the seats of each round, the first round first. People are ids of entrants."""
    rows = read_rows(SEATS, [party.pk, since, ANY_ROUND if upto is None else upto])
    by_round = groupby(rows, key=itemgetter(0))
    return tuple(
        seating_of((table, seat, entrant) for _, table, seat, entrant in rows_of_round)
        for _, rows_of_round in by_round
    )


def seating_of(rows: Iterable[tuple[int | None, str | None, int]]) -> Seating[int]:
    """The rows are table, seat and entrant."""
    chairs: dict[int, dict[str, int]] = {}
    bench = []
    for table, seat, entrant in rows:
        if table is None or seat is None:
            bench.append(entrant)
        else:
            chairs.setdefault(table, {})[seat] = entrant
    tables = tuple(
        (chairs[n]["N"], chairs[n]["E"], chairs[n]["S"], chairs[n]["W"]) for n in sorted(chairs)
    )
    return Seating(tables=tables, bench=tuple(bench))


def people(party: Party) -> dict[int, Person]:
    """Return the people of a party by entrant id."""
    return people_of((party.pk,))[party.pk]


@read_once
def people_of(parties: tuple[int, ...]) -> dict[int, dict[int, Person]]:
    """Return the people of several parties, by party."""
    by_party: dict[int, dict[int, Person]] = {pk: {} for pk in parties}
    for party, *person in read_among(PEOPLE, parties):
        by_party[party][person[0]] = Person(*person)
    return by_party


def places_of(round_: Round) -> list[tuple[int, int | None, str | None]]:
    """Return entrant id, table number and seat for each person in a round."""
    return [(entrant, table, seat) for entrant, table, seat in read_rows(PLACES, [round_.pk])]


def seats_and_bench(
    party: Party, round_: Round
) -> tuple[dict[int, dict[str, Person]], tuple[Person, ...]]:
    people_by_id = people(party)
    seats: dict[int, dict[str, Person]] = {}
    bench = []
    for entrant, table, seat in places_of(round_):
        if table is None or seat is None:
            bench.append(people_by_id[entrant])
        else:
            seats.setdefault(table, {})[seat] = people_by_id[entrant]
    return seats, tuple(bench)


def people_at_tables(
    party: Party, rounds: Collection[int] | None = None
) -> dict[TableKey, dict[str, Person]]:
    """Return the people with a chair, by seat; without `rounds`, those of all rounds."""
    rows = Place.objects.filter(round__party=party, table__isnull=False)
    if rounds is not None:
        rows = rows.filter(round__number__in=rounds)
    people_by_id = people(party)
    seated: dict[TableKey, dict[str, Person]] = {}
    fields = ("round__number", "table__number", "seat", "entrant_id")
    for number, table, seat, entrant in rows.values_list(*fields):
        seated.setdefault((number, table or 0), {})[str(seat)] = people_by_id[entrant]
    return seated


def live(party: Party, scores: Mapping[int, TableScore] | None = None) -> Live:
    """`scores` are those of the round's tables, if they were read already."""
    latest = latest_round(party)
    night_ = night_with_latest(party, latest)
    if latest is None:
        return Live(night_, (), ())
    if latest.number != night_.round_number:
        latest = Round.objects.get(party=party, number=night_.round_number)
    seats, bench = seats_and_bench(party, latest)
    flags = unusual_hands(party, latest.number)
    record_disagreements = disagreements(party, latest.number)
    differing = hands_with_two_results(party, latest.number)
    if scores is None:
        scores = table_scores(party, latest.number)
    ties_matter = needs_pair_ahead(party, latest.number, len(scores))
    tables = tuple(
        LiveTable(
            score,
            seats.get(number, {}),
            flags.get(number, ()),
            record_disagreements.get(number, ()),
            differing.get(number, ()),
            ties_matter,
        )
        for number, score in scores.items()
    )
    return Live(night_, tables, bench if tables else ())  # without tables, seats are not known


def hands_with_two_results(party: Party, round_number: int) -> dict[int, tuple[int, ...]]:
    hands: dict[int, tuple[int, ...]] = {}
    for number, hand in read_rows(TWO_VERSIONS, [party.pk, round_number]):
        hands[number] = (*hands.get(number, ()), hand or TOTAL)
    return hands


def unusual_hands(party: Party, round_number: int) -> dict[int, tuple[UnusualResult, ...]]:
    by_table: dict[int, list[UnusualResult]] = {}
    flags = cache(lambda *columns: flags_of(party.rules, stored_result(*columns)))  # few differ
    for number, entry, hand, *columns in read_rows(UNUSUAL, [party.pk, round_number]):
        for flag in flags(*columns):
            by_table.setdefault(number, []).append(UnusualResult(hand, entry, flag.text))
    return {number: tuple(results) for number, results in by_table.items()}
