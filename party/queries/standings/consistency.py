"""Recomputes points, credits and ranks from the rows, and compares them with the standings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from party.models import Entry, Party, Tally
from party.models.scores.entries import TOTAL
from party.progression import own_average, rank, rank_from_low, room_average
from party.queries.scores.consistency import is_made
from party.queries.scores.tables import table_scores
from party.queries.standings.standings import standings
from party.queries.stored_party import StoredParty
from party.values.standings.standings import RoundKind, StandingLine

PLAYED, SAT_OUT, NOT_PLAYED, MISSED, ON_CARD, NO_CARD, FOLLOWS = RoundKind


@dataclass(frozen=True)
class RoundResult:
    """`sets` is None if the hands are not known."""

    kind: RoundKind
    points: int = 0
    won: bool = False
    sets: int | None = None


Results = dict[int, dict[int, RoundResult]]  # by entrant and round


def standing_differences(party: Party) -> list[str]:
    return list(differences_of_standings(StoredParty.read(party), party))


def differences_of_standings(stored: StoredParty, party: Party) -> Iterator[str]:
    for number in stored.closed_rounds:
        yield from round_differences(stored, party, number)
    results = compute_results(stored)
    lines = {line.person.id: line for line in standings(party).lines}
    if lines.keys() != (results.keys() if stored.closed_rounds else set()):
        yield "The standings do not list those who have played."
        return
    for pk, rounds in results.items():
        yield from line_differences(stored, lines[pk], rounds)
    yield from rank_differences(stored, lines, results)


def round_differences(stored: StoredParty, party: Party, number: int) -> Iterator[str]:
    for score in table_scores(party, number).values():
        if (score.ns, score.ew) != stored.points((number, score.number)):
            yield f"Round {number}, table {score.number}: its points are not its entries'."
        if not (score.is_finished or score.on_cards):
            yield f"Round {number} is closed, but table {score.number} has not finished."


def line_differences(
    stored: StoredParty, line: StandingLine, rounds: Mapping[int, RoundResult]
) -> Iterator[str]:
    page_values = {each.round: each.points for each in line.rounds}
    computed = {number: result.points for number, result in rounds.items()}
    if page_values != computed:
        yield f"{stored.name(line.person.id)} has {page_values}, computed are {computed}."
    if line.total != sum(computed.values()):
        yield f"The total of {stored.name(line.person.id)} is not the sum of the rounds."


def rank_differences(
    stored: StoredParty, lines: Mapping[int, StandingLine], results: Results
) -> Iterator[str]:
    high = {pk: line.rank for pk, line in lines.items() if line.rank}
    low = {pk: line.low_rank for pk, line in lines.items() if line.low_rank}
    for page_values, computed, name in (
        (high, ranks(stored, results), "ranks"),
        (low, low_ranks(stored, results), "ranks from the low end"),
    ):
        if page_values != computed:
            yield f"The {name} are {page_values}, computed are {computed}."


def compute_results(stored: StoredParty) -> Results:
    """Return the results of the closed rounds by person."""
    present = {pk for number in stored.closed_rounds for pk in stored.chairs[number]}
    results = {
        pk: {n: result_at_table(stored, pk, n) for n in stored.closed_rounds}
        for pk in sorted(present)
    }
    for row in stored.tallies:
        if row.status == Tally.Status.IN_FORCE and row.entrant_id in results:
            add_final_card(results[row.entrant_id], row, tracked=stored.party.tracks_seats)
    if stored.party.format.round_credit == "wins_only":
        results = {
            pk: {n: replace(result, points=int(result.won)) for n, result in rounds.items()}
            for pk, rounds in results.items()
        }
    room = {number: credit_of_round(stored, results, number) for number in stored.closed_rounds}
    return {
        pk: {n: add_credit(stored, rounds, n, room[n]) for n in rounds}
        for pk, rounds in results.items()
    }


def result_at_table(stored: StoredParty, pk: int, number: int) -> RoundResult:
    """Return one person's result before any credit."""
    if pk not in stored.chairs[number]:
        return RoundResult(MISSED)
    chair = stored.chairs[number][pk]
    if not stored.has_tables(number):
        return RoundResult(NO_CARD)
    if chair is None:
        return RoundResult(SAT_OUT)
    key, east_west = (number, chair[0]), chair[1] in "EW"
    table, rows = stored.tables[key], stored.scoring_entries(key)
    ns, ew = stored.points(key)
    own_points, other_points = (ew, ns) if east_west else (ns, ew)
    is_ahead = table.ahead == ("EW" if east_west else "NS")
    if is_slip_missing(stored, key):
        return RoundResult(FOLLOWS, own_points, won=is_ahead)
    if not rows:
        is_ahead = is_ahead and table.capture == "cards"
        is_card_missing = table.capture == "cards" and table.hands is None
        return RoundResult(NO_CARD if is_card_missing else NOT_PLAYED, won=is_ahead)
    sets = sets_of(rows, pair="EW" if east_west else "NS")
    return RoundResult(PLAYED, own_points, won=own_points > other_points, sets=sets)


def is_slip_missing(stored: StoredParty, key: tuple[int, int]) -> bool:
    """Return whether a table said who was ahead while some of its hands are missing."""
    table, limit = stored.tables[key], stored.party.format.hands_at(key[1])
    if table.capture == "cards" or table.ahead == "" or table.hands is not None:
        return False
    hands = [row.hand for row in stored.scoring_entries(key)]
    return TOTAL not in hands and (limit is None or len(hands) < limit)


def sets_of(rows: Sequence[Entry], *, pair: str) -> int | None:
    """Count the bids of a pair that were set; None for a total."""
    if any(row.hand == TOTAL for row in rows):
        return None
    return sum(bool(row.bidder) and row.bidder in pair and not is_made(row) for row in rows)


def add_final_card(rounds: dict[int, RoundResult], row: Tally, *, tracked: bool) -> None:
    """Give the points of a card without boxes to the last round that they cover.

    If seats are not tracked, an empty box is a sit-out.
    """
    boxes: list[int | None] = row.rounds
    open_rounds = [n for n, result in rounds.items() if result.kind == NO_CARD]
    if not boxes:
        known_points = sum(result.points for result in rounds.values() if result.kind == PLAYED)
        for number in open_rounds:
            points = row.total - known_points if number == open_rounds[-1] else 0
            rounds[number] = replace(rounds[number], kind=ON_CARD, points=points)
        return
    for number in (n for n in open_rounds if n <= len(boxes)):
        box = boxes[number - 1]
        if box is not None:
            rounds[number] = replace(rounds[number], kind=PLAYED, points=box)
        elif not tracked:
            rounds[number] = replace(rounds[number], kind=SAT_OUT)


def credit_of_round(stored: StoredParty, results: Results, number: int) -> int:
    """Return the credit of a round for sitting out, if the average of the room counts."""
    ranked = [rounds for pk, rounds in results.items() if pk not in stored.house_players]
    played = [each[number].points for each in ranked if each[number].kind == PLAYED]
    on_cards = [mean_on_card(each) for each in ranked if each[number].kind == ON_CARD]
    return room_average([*played, *on_cards])


def mean_on_card(rounds: Mapping[int, RoundResult]) -> Fraction:
    """Return the mean points of the rounds that only a card's total covers."""
    points = [result.points for result in rounds.values() if result.kind == ON_CARD]
    return Fraction(sum(points), len(points))


def add_credit(
    stored: StoredParty, rounds: Mapping[int, RoundResult], number: int, room: int
) -> RoundResult:
    result, party_format = rounds[number], stored.party.format
    if result.kind in {PLAYED, ON_CARD, NO_CARD, FOLLOWS}:
        return result
    came_later = all(rounds[n].kind == MISSED for n in rounds if n <= number)
    if result.kind == MISSED and not (
        came_later and party_format.late_arrival_credit == "as_sit_out"
    ):
        return replace(result, points=0)
    if party_format.sit_out_credit == "fixed":
        return replace(result, points=party_format.sit_out_points)
    if party_format.sit_out_credit == "room_average":
        return replace(result, points=room)
    played = [each.points for each in rounds.values() if each.kind in {PLAYED, ON_CARD}]
    return replace(result, points=own_average(played, room))


def ranks(stored: StoredParty, results: Results) -> dict[int, int]:
    """Return ranks by points, or by rounds won first, and then by counting back."""
    points = {
        pk: sum(result.points for result in rounds.values()) for pk, rounds in results.items()
    }
    won = {pk: sum(result.won for result in rounds.values()) for pk, rounds in results.items()}
    main_measure, count_back = points, stored.party.format.count_back_measures
    if stored.party.format.round_credit == "both":
        main_measure, count_back = won, ("points", *count_back)
    measures = {
        "points": points,
        "rounds_won": won if stored.party.tracks_seats else {},
        "best_round": best_rounds(results),
        "fewest_sets": fewest_sets(results),
    }
    house = stored.house_players
    lines = rank(main_measure, count_back=count_back, measures=measures, unranked=house)
    return {line.entrant: line.rank for line in lines}


def best_rounds(results: Results) -> dict[int, int]:
    points = {
        pk: [result.points for result in rounds.values() if result.kind == PLAYED]
        for pk, rounds in results.items()
    }
    return {pk: max(each) for pk, each in points.items() if each}


def fewest_sets(results: Results) -> dict[int, int]:
    """Return the sets of each person whose hands are all known."""
    fewest = {}
    for pk, rounds in results.items():
        sets = [result.sets for result in rounds.values() if result.kind in {PLAYED, ON_CARD}]
        if None not in sets:
            fewest[pk] = sum(each or 0 for each in sets)
    return fewest


def low_ranks(stored: StoredParty, results: Results) -> dict[int, int]:
    totals = {
        pk: sum(result.points for result in rounds.values()) for pk, rounds in results.items()
    }
    complete = [pk for pk, rounds in results.items() if is_in_low_ranks(stored, rounds)]
    lines = rank_from_low(totals, complete=complete, unranked=stored.house_players)
    return {line.entrant: line.rank for line in lines}


def is_in_low_ranks(stored: StoredParty, rounds: Mapping[int, RoundResult]) -> bool:
    """Return whether somebody was there in every round, or came late and is credited for it."""
    kinds = [result.kind for result in rounds.values()]
    if NO_CARD in kinds or FOLLOWS in kinds:
        return False
    if stored.party.format.late_arrival_credit == "as_sit_out":
        while kinds[0] == MISSED:
            kinds.pop(0)
    return MISSED not in kinds
