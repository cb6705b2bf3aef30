from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from django.db.models import QuerySet

from party.engine import flags_of
from party.models import Entrant, Entry, Party, Place, Record, Round, Table
from party.models.scores.entries import TOTAL
from party.progression import Seating
from party.queries.scores.records import disagreements
from party.queries.scores.tables import stored_result, table_scores
from party.queries.shared_reads import read_once
from party.values.evening.live import Live, LiveTable, Night, Stage, UnusualResult
from party.values.hall.clock import Clock
from party.values.people.person import PERSON_FIELDS, Person
from party.values.scores.tables import TableScore


def round_numbered(party: Party, number: int) -> Round | None:
    return rounds_without_draws(party).filter(number=number).first()


def newest_rounds(party: Party, count: int) -> list[Round]:
    return list(rounds_without_draws(party).order_by("-number")[:count])


@read_once
def latest_round(party: Party) -> Round | None:
    return next(iter(newest_rounds(party, 1)), None)


def rounds_without_draws(party: Party) -> QuerySet[Round]:
    """Every page of an open round reads the round's row, but few need its long draw."""
    return Round.objects.filter(party=party).defer("draw")


def night(party: Party) -> Night:
    return night_with_latest(party, latest_round(party))


def night_with_latest(party: Party, latest: Round | None) -> Night:
    """Return the stage of the evening if `latest` is its latest round."""
    if latest is None:
        return Night(Stage.SETUP, 0, party.rounds_planned, party.break_after)
    if party.finished_at is not None:
        # A round that was still open at the finish does not count.
        last_counted = latest.number - (latest.state != Round.State.CLOSED)
        return Night(Stage.FINISHED, last_counted, party.rounds_planned)
    if latest.state == Round.State.DRAWN:
        stage = Stage.SEATED
    elif latest.state != Round.State.CLOSED:
        stage = Stage(latest.state)
    elif party.rounds_planned is not None and latest.number >= party.rounds_planned:
        stage = Stage.OVER
    else:
        stage = Stage.MOVING
    return Night(stage, latest.number, party.rounds_planned, party.break_after)


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
    places = Place.objects.filter(round__party=party, round__number__gte=since)
    if upto is not None:
        places = places.filter(round__number__lte=upto)
    in_order = places.order_by("round__number", "table__number", "entrant__rota", "entrant_id")
    rows = in_order.values_list("round__number", "table__number", "seat", "entrant_id")
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
    rows = Entrant.objects.filter(party__in=parties).order_by("number")
    for party, *person in rows.values_list("party_id", *PERSON_FIELDS):
        by_party[party][person[0]] = Person(*person)
    return by_party


def places_of(round_: Round) -> list[tuple[int, int | None, str | None]]:
    """Return entrant id, table number and seat for each person in a round."""
    in_order = round_.places.order_by("table__number", "seat", "entrant__rota")
    return list(in_order.values_list("entrant_id", "table__number", "seat"))


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
    disputed = Entry.objects.in_round(party, round_number).filter(status=Entry.Status.DISPUTED)
    rows = disputed.order_by("hand", "table__number").values_list("table__number", "hand")
    for number, hand in rows.distinct():
        hands[number] = (*hands.get(number, ()), hand or TOTAL)
    return hands


def unusual_hands(party: Party, round_number: int) -> dict[int, tuple[UnusualResult, ...]]:
    by_table: dict[int, list[UnusualResult]] = {}
    unchecked = Entry.objects.counted().in_round(party, round_number).filter(checked="")
    hands = unchecked.exclude(hand=TOTAL).exclude(tricks=None).order_by("table__number", "hand")
    columns = ("table__number", "pk", "hand", "bid", "bidder", "tricks", "announced")
    for number, entry, hand, *result in hands.values_list(*columns):
        for flag in flags_of(party.rules, stored_result(*result)):
            by_table.setdefault(number, []).append(UnusualResult(hand, entry, flag.text))
    return {number: tuple(flags) for number, flags in by_table.items()}
