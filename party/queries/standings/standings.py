from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.db.models import Q
from django.utils.text import capfirst

from party.engine import is_bid_made, pair_of
from party.models import Entrant, Entry, Party, Place, Round, Table
from party.process_state import PROCESS, cache_page
from party.progression import (
    Standing,
    in_every_round,
    own_average,
    rank,
    rank_from_low,
    room_average,
)
from party.queries.evening.rounds import people, people_of
from party.queries.scores.final_cards import cards_of, fill_from_cards
from party.queries.scores.tables import PLAYED, Scores, result_of, spot_scores
from party.queries.shared_reads import cache_key_of, cache_until_change
from party.values.evening.words import EQUAL
from party.values.people.person import Person
from party.values.scores.tables import TableScore
from party.values.standings.standings import (
    PartyStandings,
    RoundKind,
    RoundPoints,
    StandingLine,
    Tie,
)

SCORED = {RoundKind.PLAYED, RoundKind.ON_CARD}
UNKNOWN = {RoundKind.NO_CARD, RoundKind.FOLLOWS}
NEVER_CREDITED = SCORED | UNKNOWN
ALWAYS_CREDITED = {RoundKind.SAT_OUT, RoundKind.NOT_PLAYED}
Rounds = dict[int, list[RoundPoints]]  # by entrant id, first round first
SetBidCounts = dict[tuple[int, int, str], int]  # by round, table and pair
Chair = tuple[int, int | None, str | None]  # round, table and seat


@cache_until_change
def standings(party: Party) -> PartyStandings:
    """Return the standings after the closed rounds."""
    return standings_of([party])[party.pk]


def final_standings(parties: Iterable[Party]) -> Mapping[int, PartyStandings]:
    """Cache the standings of finished parties until the next revision of one of these parties."""
    if not PROCESS.may_cache_reads():
        return standings_of([*parties])
    return _read_final_standings(tuple(map(cache_key_of, parties)))


@cache_page
def _read_final_standings(
    states: tuple[tuple[Party, int, str], ...],
) -> Mapping[int, PartyStandings]:
    return standings_of([party for party, *_ in states])


def standings_of(parties: Sequence[Party]) -> dict[int, PartyStandings]:
    people_by_party = people_of(tuple(party.pk for party in parties))
    rounds = _rounds_with_cards(parties)
    return {
        party.pk: _compute_standings(party, rounds[party.pk], people_by_party[party.pk])
        for party in parties
    }


def standings_with_points(
    party: Party, number: int, table: int, ns: int, ew: int
) -> PartyStandings:
    """Return the standings if a table had these points.

    `number` is that of a closed round. A tie broken by set bids uses the hands stored now.
    """

    def with_new_points(each: RoundPoints) -> RoundPoints:
        if (each.round, each.table, each.kind) != (number, table, RoundKind.PLAYED):
            return each
        own, other = (ns, ew) if pair_of(each.seat or "N") == "NS" else (ew, ns)
        tie = Tie.NONE if own != other else each.tie or Tie.EVEN
        return each._replace(points=own, is_won=own > other, tie=tie)

    changed_rounds = {
        entrant: [with_new_points(each) for each in results]
        for entrant, results in _rounds_with_cards([party])[party.pk].items()
    }
    return _compute_standings(party, changed_rounds, people(party))


def standings_after_exchanges(
    party: Party, number: int, exchanges: Iterable[tuple[int, int]]
) -> PartyStandings:
    """Return the standings after these people exchange chairs in a closed round."""
    cards = cards_of([party.pk])[party.pk]
    played = _rounds_without_credits([party])[party.pk]
    for one, other in exchanges:
        [index] = [n for n, each in enumerate(played[one]) if each.round == number]
        of_one, of_other = list(played[one]), list(played[other])
        of_one[index], of_other[index] = of_other[index], of_one[index]
        played |= {one: of_one, other: of_other}
    exchanged_rounds = fill_from_cards(played, cards, tracked=party.tracks_seats)
    return _compute_standings(party, exchanged_rounds, people(party))


def _compute_standings(
    party: Party, played: Rounds, people_by_id: Mapping[int, Person]
) -> PartyStandings:
    rounds = add_credits(party, played, people_by_id)
    if not rounds:
        return PartyStandings(0, (), is_provisional=False)
    lines = standing_lines(party, rounds, people_by_id)
    return PartyStandings(
        rounds=_round_count(rounds),
        lines=tuple(lines),
        is_provisional=party.finished_at is None
        and party.format.sit_out_credit == "own_average"
        and any(each.kind in ALWAYS_CREDITED for results in rounds.values() for each in results),
        groups=_groups(lines),
        low=_low_end(lines),
        rule=_rule(party),
        has_known_wins=party.tracks_seats,
    )


def cards_missing(party: Party) -> list[str]:
    """Return the names of people without a card, A–Z."""
    closed = party.rounds.filter(state=Round.State.CLOSED)
    if not closed.filter(Q(tables=None) | Q(tables__capture=Table.Capture.CARDS)).exists():
        return []
    return sorted(
        str(line.person)
        for line in standings(party).lines
        if any(each.kind == RoundKind.NO_CARD for each in line.rounds)
    )


def _round_count(rounds: Rounds) -> int:
    """Count closed rounds: everybody has one entry for each of them."""
    return len(next(iter(rounds.values())))


def _rounds_with_cards(parties: Sequence[Party]) -> dict[int, Rounds]:
    cards, played = cards_of([party.pk for party in parties]), _rounds_without_credits(parties)
    return {
        party.pk: fill_from_cards(played[party.pk], cards[party.pk], tracked=party.tracks_seats)
        for party in parties
    }


def _rounds_without_credits(parties: Sequence[Party]) -> dict[int, Rounds]:
    ids = [party.pk for party in parties]
    closed = _closed_round_numbers(ids)
    places = _places(closed)
    scores = spot_scores(parties, state=[Round.State.CLOSED])
    sets = _set_bid_counts(parties)
    chairs = {pk: _chairs(closed[pk], scores[pk], sets[pk]) for pk in ids}
    results: dict[int, dict[int, dict[int, RoundPoints]]] = {pk: {} for pk in ids}
    for row in places:
        party, entrant, chair = row[0], row[1], row[2:]
        points = chairs[party].get(chair) or chairs[party][chair[0], None, None]
        results[party].setdefault(entrant, {})[chair[0]] = points
    missed = {pk: {n: RoundPoints(n, RoundKind.MISSED, 0) for n in closed[pk]} for pk in ids}
    return {
        pk: {
            entrant: [*(missed[pk] | by_round).values()]
            for entrant, by_round in results[pk].items()
        }
        for pk in ids
    }


def _closed_round_numbers(ids: Sequence[int]) -> dict[int, list[int]]:
    numbers: dict[int, list[int]] = {pk: [] for pk in ids}
    closed = Round.objects.filter(party__in=ids, state=Round.State.CLOSED).order_by("number")
    for party, number in closed.values_list("party_id", "number"):
        numbers[party].append(number)
    return numbers


def _places(closed: Mapping[int, Sequence[int]]) -> list[tuple[Any, ...]]:
    """Return party, entrant and chair of everybody in the closed rounds."""
    rows = Place.objects.filter(round__party__in=closed, round__state=Round.State.CLOSED)
    chair = ("round__number", "table__number", "seat")
    return [
        row
        for row in rows.values_list("round__party", "entrant_id", *chair)
        if row[2] in closed[row[0]]
    ]


def _chairs(closed: Iterable[int], scores: Scores, sets: SetBidCounts) -> dict[Chair, RoundPoints]:
    """Return the points by chair. People who sat out have a chair without a table."""
    rounds_with_tables = {number for number, _ in scores}
    chairs: dict[Chair, RoundPoints] = {}
    for number in closed:
        kind = RoundKind.SAT_OUT if number in rounds_with_tables else RoundKind.NO_CARD
        chairs[number, None, None] = RoundPoints(number, kind, 0)
    for (number, table), score in scores.items():
        for pair in ("NS", "EW"):
            kind, points, won, set_bids = _pair_result(
                score, pair, sets.get((number, table, pair), 0)
            )
            tie = _tie(score, pair) if kind == RoundKind.PLAYED else Tie.NONE
            for seat in pair:
                chairs[number, table, seat] = RoundPoints(
                    number, kind, points, table, seat, won, set_bids, tie
                )
    return chairs


def _pair_result(
    score: TableScore, pair: str, sets: int
) -> tuple[RoundKind, int, bool, int | None]:
    """Return kind, points, whether the pair won, and its set bids."""
    points = score.ns if pair == "NS" else score.ew
    if score.awaits_slip:
        return RoundKind.FOLLOWS, points, score.provisional_pair == pair, None
    if not score.has_entries:
        to_come = score.on_cards and score.hands is None
        kind = RoundKind.NO_CARD if to_come else RoundKind.NOT_PLAYED
        return kind, 0, score.provisional_pair == pair, None
    return RoundKind.PLAYED, points, score.higher_pair == pair, None if score.has_total else sets


def _tie(score: TableScore, pair: str) -> Tie:
    if score.higher_pair:
        return Tie.NONE
    if not score.ahead:
        return Tie.EVEN
    return Tie.WON if score.ahead == pair else Tie.LOST


def _set_bid_counts(parties: Sequence[Party]) -> dict[int, SetBidCounts]:
    """Return the counts of set bids, but nothing if counting back does not need them."""
    counts: dict[int, SetBidCounts] = {party.pk: {} for party in parties}
    with_sets = [party.pk for party in parties if "sets" in party.format.count_back]
    rows = Entry.objects.counted().filter(
        table__round__party__in=with_sets, table__round__state=Round.State.CLOSED
    )
    table_columns = ("table__round__party_id", "table__round__number", "table__number")
    for row in rows.values_list(*PLAYED, *table_columns, named=True) if with_sets else ():
        result = result_of(row)
        if result is not None and result.declarer and not is_bid_made(result):
            table_pair = (row.table__round__number, row.table__number, pair_of(result.declarer))
            party_counts = counts[row.table__round__party_id]
            party_counts[table_pair] = party_counts.get(table_pair, 0) + 1
    return counts


def add_credits(party: Party, rounds: Rounds, people_by_id: Mapping[int, Person]) -> Rounds:
    """Return the rounds with their final points, which are 1 or 0 if only wins count."""
    if party.format.round_credit == "wins_only":
        rounds = {
            entrant: [each._replace(points=int(each.is_won)) for each in results]
            for entrant, results in rounds.items()
        }
    room = _room_averages(rounds, people_by_id)
    return {
        entrant: [
            each
            if each.kind in NEVER_CREDITED
            else each._replace(points=_credit(party, each, results, room))
            for each in results
        ]
        for entrant, results in rounds.items()
    }


def _credit(
    party: Party, each: RoundPoints, results: list[RoundPoints], room: Mapping[int, int]
) -> int:
    if each.kind == RoundKind.MISSED:
        is_before_arrival = all(
            earlier.kind == RoundKind.MISSED for earlier in results[: results.index(each)]
        )
        if not is_before_arrival or party.format.late_arrival_credit == "no":
            return 0
    if party.format.sit_out_credit == "fixed":
        return party.format.sit_out_points
    if party.format.sit_out_credit == "own_average":
        played = [other.points for other in results if other.kind in SCORED]
        return own_average(played, room[each.round])
    return room[each.round]


def _room_averages(rounds: Rounds, people_by_id: Mapping[int, Person]) -> dict[int, int]:
    ranked = [results for entrant, results in rounds.items() if people_by_id[entrant].ranked]
    averages: dict[int, int] = {}
    for index, column in enumerate(next(iter(rounds.values()), ())):
        points: list[int | Fraction] = []
        for results in ranked:
            kind = results[index].kind
            if kind in SCORED:
                is_known = kind == RoundKind.PLAYED
                points.append(results[index].points if is_known else _mean_on_card(results))
        averages[column.round] = room_average(points)
    return averages


def _mean_on_card(results: list[RoundPoints]) -> Fraction:
    """Return the mean points of a round on a card that has only its total."""
    on_card = [each.points for each in results if each.kind == RoundKind.ON_CARD]
    return Fraction(sum(on_card), max(len(on_card), 1))


def standing_lines(
    party: Party, rounds: Rounds, people_by_id: Mapping[int, Person]
) -> list[StandingLine]:
    """Return the best first, house players at the end.

    Equal people keep the order of `people_by_id`: by number, on every database.
    """
    rounds = {pk: rounds[pk] for pk in people_by_id if pk in rounds}
    house = {pk for pk in rounds if not people_by_id[pk].ranked}
    totals = {pk: sum([each.points for each in results]) for pk, results in rounds.items()}
    ranks = ranks_with_count_back(party, totals, rounds, house)
    kinds = {pk: {each.kind for each in results} for pk, results in rounds.items()}
    unknown = {pk for pk, results in kinds.items() if not results.isdisjoint(UNKNOWN)}
    absent_rounds = {
        pk: rounds[pk] for pk, results in kinds.items() if RoundKind.MISSED in results
    }
    low = {
        each.entrant: each.rank
        for each in _ranks_from_low_end(party, absent_rounds, totals, house | unknown)
    }
    people_by_rank = Counter(ranks.values())
    order = [*ranks, *sorted(house, key=lambda pk: people_by_id[pk].number)]
    return [
        StandingLine(
            rank=ranks.get(pk),
            person=people_by_id[pk],
            total=totals[pk],
            rounds=tuple(rounds[pk]),
            note=_note(party, people_by_id[pk], rounds[pk], kinds[pk]),
            low_rank=low.get(pk),
            is_shared=pk in ranks and people_by_rank[ranks[pk]] > 1,
        )
        for pk in order
    ]


def ranks_with_count_back(
    party: Party, totals: Mapping[int, int], rounds: Rounds, house: Iterable[int]
) -> dict[int, int]:
    """Return the ranks, best first, without house players."""
    won = {pk: sum([each.is_won for each in rounds[pk]]) for pk in totals}
    count_back = party.format.count_back_measures
    if not party.tracks_seats:
        won = {}  # not known if seats are not tracked
    measures = {"points": totals, "rounds_won": won}
    if "best_round" in count_back:
        measures["best_round"] = _best_rounds(rounds)
    if "fewest_sets" in count_back:
        measures["fewest_sets"] = _fewest_sets(rounds)
    main_measure = totals
    if party.format.round_credit == "both":
        main_measure, count_back = won, ("points", *count_back)
    lines = rank(main_measure, count_back=count_back, measures=measures, unranked=frozenset(house))
    return {line.entrant: line.rank for line in lines}


def _best_rounds(rounds: Rounds) -> dict[int, int]:
    played = {
        pk: [each.points for each in results if each.kind == RoundKind.PLAYED]
        for pk, results in rounds.items()
    }
    return {pk: max(points) for pk, points in played.items() if points}


def _fewest_sets(rounds: Rounds) -> dict[int, int]:
    """Leave out people with a round that is known as a total only."""
    fewest = {}
    for pk, results in rounds.items():
        sets = [each.sets for each in results if each.kind in SCORED]
        if None not in sets:
            fewest[pk] = sum(each or 0 for each in sets)
    return fewest


def _ranks_from_low_end(
    party: Party, absent_rounds: Rounds, totals: Mapping[int, int], excluded: set[int]
) -> list[Standing[int]]:
    """`absent_rounds` has all rounds of each person who missed at least one."""
    present = [
        {pk for pk, results in absent_rounds.items() if results[number].kind != RoundKind.MISSED}
        for number in range(_round_count(absent_rounds) if absent_rounds else 0)
    ]
    credited = party.format.late_arrival_credit != "no"
    complete = {
        *(totals.keys() - absent_rounds.keys()),
        *in_every_round(present, late_credited=credited),
    }
    return rank_from_low(totals, complete=complete, unranked=excluded)


def _low_end(lines: list[StandingLine]) -> tuple[StandingLine, ...]:
    ranked = [replace(line, rank=line.low_rank) for line in lines if line.low_rank]
    return tuple(_renumbered(sorted(ranked, key=lambda line: line.rank or 0)))


def _groups(lines: list[StandingLine]) -> dict[str, tuple[StandingLine, ...]]:
    names = sorted({line.person.prize_group for line in lines if line.rank} - {""})
    return {
        name: tuple(
            _renumbered([line for line in lines if line.person.prize_group == name and line.rank])
        )
        for name in names
    }


def _renumbered(lines: list[StandingLine]) -> Iterable[StandingLine]:
    """Rank some lines of a list: people who share a rank in the list share one here too."""
    group_ranks: dict[int | None, int] = {}
    people_by_rank = Counter(line.rank for line in lines)
    for number, line in enumerate(lines, start=1):
        rank_in_group = group_ranks.setdefault(line.rank, number)
        yield replace(line, rank=rank_in_group, is_shared=people_by_rank[line.rank] > 1)


def _note(
    party: Party, person: Person, results: list[RoundPoints], kinds: Collection[RoundKind]
) -> str:
    slips = ""
    if RoundKind.FOLLOWS in kinds:
        follow = [each for each in results if each.kind == RoundKind.FOLLOWS]
        slips = ", ".join(_slip_text(party, each) for each in follow)
    if not person.ranked:
        note = "house player"
    elif person.state == Entrant.State.LEFT:
        present_rounds = [each.round for each in results if each.kind != RoundKind.MISSED]
        note = f"left after round {present_rounds[-1]}"
    elif RoundKind.NO_CARD in kinds:
        note = "no card yet"
    else:
        return slips
    return f"{note}, {slips}" if slips else note


def _slip_text(party: Party, each: RoundPoints) -> str:
    if party.finished_at is not None:
        return f"no slip from table {each.table} in round {each.round}"
    return f"slip from table {each.table}, round {each.round}, to follow"


def _rule(party: Party) -> str:
    words = capfirst(EQUAL[party.format.count_back])
    if party.tracks_seats or "rounds_won" not in party.format.count_back_measures:
        return f"{words}."
    return f"{words}. Rounds won are not known where seats are not tracked."
