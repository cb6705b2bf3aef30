"""Checks for full tables, fair turns of sitting out, and moves by the rules.

The seats of a round are computed again from the round before, without progression's code for
moves. If results decide, one pair of each table goes to another table, and the pairs that meet
there split or stay together. Then people due to sit out give their chairs to people off the bench.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from party.models import Party
from party.progression import FACING, SEATS, Seating, SeatingError, Swap
from party.queries.evening.rounds import seating_of
from party.queries.standings.pictures import read_pictures
from party.queries.stored_party import Chair, StoredParty

Chairs = dict[tuple[int, str], int]  # entrant ids by table and seat
OTHER_PAIR = {"NS": "EW", "EW": "NS"}
SEATS_OF_PAIR = {"NS": ("N", "S"), "EW": ("E", "W")}
# The steps of N, E, S and W on the fixed path, in tables.
PATH = {"N": 0, "E": 1, "S": -1, "W": 2}
NOBODY = "–"


def seat_differences(party: Party) -> list[str]:
    """Return only faults of tables and chairs if there are any: nothing else can be checked then.

    Rounds without wrong moves are also compared with their stored draws.
    """
    stored = StoredParty.read(party)
    lines = [line for number in stored.rounds for line in chair_differences(stored, number)]
    if lines:
        return lines
    seated: list[Seating[int]] = []
    for number in stored.rounds:
        chairs = stored.chairs[number].items()
        seated.append(seating_of((*(chair or (None, None)), pk) for pk, chair in chairs))
        lines += sit_out_differences(stored, number, set(stored.chairs[number]))
        faults = list(move_differences(stored, number))
        lines += faults or draw_differences(stored, number, seated)
    return [*lines, *partner_differences(stored, party)]


def chair_differences(stored: StoredParty, number: int) -> Iterator[str]:
    tables: dict[int, list[str]] = defaultdict(list)
    for chair in stored.chairs[number].values():
        if chair is not None:
            tables[chair[0]].append(chair[1])
    numbered = sorted(key[1] for key in stored.tables if key[0] == number)
    if sorted(tables) != list(range(1, len(tables) + 1)) or sorted(tables) != numbered:
        yield f"Round {number}: people sit at {sorted(tables)}, the tables are {numbered}."
    for table, seats in tables.items():
        if sorted(seats) != sorted(SEATS):
            yield f"Round {number}, table {table}: the seats are {sorted(seats)}."
    if stored.has_tables(number):
        yield from bench_differences(stored, number)


def bench_differences(stored: StoredParty, number: int) -> Iterator[str]:
    bench = stored.bench(number)
    if len(bench) > 3:
        yield f"Round {number}: more than three sit out."
    if bench & stored.house_players:
        yield f"Round {number}: a house player sits out."


def sit_out_differences(
    stored: StoredParty, upto: int, people_to_compare: set[int]
) -> Iterator[str]:
    """Compare sit-outs, which may differ by one, or by more if the desk changed the bench."""
    if not stored.has_tables(upto) or any(
        is_bench_changed_by_hand(stored, number) for number in stored.rounds
    ):
        return
    counts = sit_outs(stored, upto, people_to_compare)
    rota_counts = [counts[pk] for pk in people_to_compare if stored.entrants[pk].rota is not None]
    if rota_counts and max(rota_counts) - min(rota_counts) > 1:
        least, most = min(rota_counts), max(rota_counts)
        yield f"After round {upto} people have sat out from {least} to {most} times."


def is_bench_changed_by_hand(stored: StoredParty, number: int) -> bool:
    draw = stored.rounds[number].stored_draw
    latest = draw.refills[-1] if draw.refills else draw
    has_swap = any(isinstance(edit, Swap) and edit.kind == "swap" for edit in draw.edits)
    is_edited = has_swap or draw.has_played_seats
    return is_edited and (bool(draw.refills) or set(latest.due or ()) != stored.bench(number))


def sit_outs(stored: StoredParty, upto: int, people_to_compare: set[int]) -> Counter[int]:
    """Count sit-outs; somebody who arrives late starts with the highest count of the others."""
    counts: Counter[int] = Counter()
    present_ids: set[int] = set()
    for number in range(1, upto + 1):
        present_ids = _add_arrivals(counts, present_ids, set(stored.chairs[number]))
        counts.update(stored.bench(number))
    _add_arrivals(counts, present_ids, people_to_compare)
    return counts


def _add_arrivals(counts: Counter[int], before: set[int], present_ids: set[int]) -> set[int]:
    highest = max((counts[pk] for pk in before & present_ids), default=0)
    for pk in present_ids - before:
        counts[pk] = max(counts[pk], highest)
    return present_ids


def move_differences(stored: StoredParty, number: int) -> Iterator[str]:
    """Skip rounds changed by hand; in a round with wishes check only the bench.

    A later correction does not matter: the draw stores the pairs that were ahead.
    """
    draw, before = stored.rounds[number].stored_draw, number - 1
    if not before or not stored.has_tables(number) or draw.edits:
        return
    due = due_to_sit_out(stored, number)
    if set(due) != stored.bench(number):
        names = [stored.name(pk) for pk in due]
        yield f"Round {number}: it is the turn of {names} to sit out."
        return
    if not draw.wishes:
        yield from seat_by_rule_differences(stored, number, due)


def draw_differences(
    stored: StoredParty, number: int, seated: Sequence[Seating[int]]
) -> Iterator[str]:
    """Compare seats with the draw, which stores all changes by hand and must give these seats."""
    *past, seating = seated
    draw = stored.rounds[number].stored_draw
    try:
        drawn = draw.seat([with_bench_in_rota_order(each, draw.rota) for each in past])
    except (SeatingError, LookupError):
        yield f"Round {number}: no seats can be computed from its draw."
        return
    everybody = dict.fromkeys((*seating.everybody(), *drawn.everybody()))
    wrong_names = [
        stored.name(pk)
        for pk in everybody
        if (pk in seating, seating.chair(pk)) != (pk in drawn, drawn.chair(pk))
    ]
    if wrong_names:
        yield f"Round {number}: the draw has other seats for {', '.join(wrong_names)}."


def with_bench_in_rota_order(seating: Seating[int], rota: Sequence[int]) -> Seating[int]:
    """Order the bench by the rota, which may have changed since the draw."""
    order = {pk: place for place, pk in enumerate(rota)}
    bench = sorted(seating.bench, key=lambda pk: order.get(pk, len(order)))
    return replace(seating, bench=tuple(bench))


def due_to_sit_out(stored: StoredParty, number: int) -> list[int]:
    """Return the people with the fewest sit-outs, in rota order."""
    present_ids = set(stored.chairs[number])
    counts = sit_outs(stored, number - 1, present_ids)
    order = stored.rounds[number].stored_draw.rota
    return sorted(order, key=lambda pk: counts[pk])[: len(present_ids) % 4]


def seat_by_rule_differences(stored: StoredParty, number: int, due: list[int]) -> Iterator[str]:
    """Leave out people who wait for a chair, because several chairs may be free."""
    moved = chairs_by_rule(stored, number, due)
    if moved is None:
        yield f"Round {number}: the draw does not say at every table who was ahead."
        return
    present = stored.chairs[number]
    tables = max(chair[0] for chair in present.values() if chair)
    fresh = stored.party.format.which_partner_shifts == "fresh"
    for chair, pk in moved.items():
        still_seated = pk in present and pk not in due and chair[0] <= tables
        if still_seated and not is_same_chair(present[pk], chair, fresh=fresh):
            yield f"Round {number}: {stored.name(pk)} is at {present[pk]}, and belongs at {chair}."


def is_same_chair(actual: Chair, expected: tuple[int, str], *, fresh: bool) -> bool:
    """With fresh partners, accept that the newcomers of a table exchange their chairs."""
    if not fresh or actual is None:
        return actual == expected
    are_newcomers = {actual[1], expected[1]} <= {"S", "W"}
    return actual == expected or (actual[0] == expected[0] and are_newcomers)


def chairs_by_rule(stored: StoredParty, number: int, due: list[int]) -> Chairs | None:
    """Return None if the draw lacks a result."""
    draw = stored.rounds[number].stored_draw
    before = {
        chair: draw.replacing.get(pk, pk)
        for pk, chair in stored.chairs[number - 1].items()
        if chair
    }
    who_moves, split = stored.party.format.who_moves, stored.party.format.split
    if depends_on_results(before, who_moves, split) and draw.ahead.keys() != {
        table for table, _ in before
    }:
        return None
    moved = moved_chairs(before, draw.ahead, who_moves, split)
    same_people = not draw.leaving and not draw.arriving
    if same_people and len(stored.bench(number)) == len(stored.bench(number - 1)):
        return substitute_bench(stored, moved, number, due)
    return moved


def substitute_bench(stored: StoredParty, moved: Chairs, number: int, due: list[int]) -> Chairs:
    """Give the first person off the bench the chair of the first person due, and so on."""
    benched = stored.bench(number - 1)
    order = stored.rounds[number].stored_draw.rota
    off_bench = [pk for pk in order if pk in benched and pk not in due]
    to_bench = [pk for pk in due if pk not in benched]
    substitutes = dict(zip(to_bench, off_bench, strict=False))
    return {chair: substitutes.get(pk, pk) for chair, pk in moved.items()}


def depends_on_results(before: Chairs, who_moves: str, split: str) -> bool:
    only_head_table = {table for table, _ in before} == {1} and split == "all_but_head"
    return who_moves not in {"nobody", "fixed_path"} and not only_head_table


def moved_chairs(before: Chairs, ahead: Mapping[int, str], who_moves: str, split: str) -> Chairs:
    """Return the chairs after the movement, as if nobody came or went."""
    tables = max(table for table, _ in before)
    if who_moves == "fixed_path":
        return {
            ((table + PATH[seat] - 1) % tables + 1, seat): pk
            for (table, seat), pk in before.items()
        }
    if not depends_on_results(before, who_moves, split):
        return before
    after: Chairs = {}
    for table in range(1, tables + 1):
        up = who_moves == "winners_up_head_losers_to_last" and table > 1
        movers = ahead[table] if up else OTHER_PAIR[ahead[table]]
        goal = {
            "lower_pair_to_next_table": table % tables + 1,
            "winners_up_head_losers_to_last": table - 1 if table > 1 else tables,
        }[who_moves]
        after |= _chairs_of_stayers(before, table, OTHER_PAIR[movers], split)
        after |= _newcomers(before, (table, movers), goal, ahead, (who_moves, split))
    return after


def splits_at(split: str, table: int) -> bool:
    return split == "both_pairs_at_every_table" or (split == "all_but_head" and table > 1)


def _chairs_of_stayers(before: Chairs, table: int, pair: str, split: str) -> Chairs:
    """After a split, the second person of the pair changes seat."""
    first, second = SEATS_OF_PAIR[pair]
    shifted = {"NS": "E", "EW": "N"}[pair] if splits_at(split, table) else second
    return {(table, first): before[table, first], (table, shifted): before[table, second]}


def _newcomers(
    before: Chairs,
    old_place: tuple[int, str],
    goal: int,
    ahead: Mapping[int, str],
    movement: tuple[str, str],
) -> Chairs:
    """After a split, the first newcomer faces the person who stayed."""
    table, pair = old_place
    who_moves, split = movement
    up = who_moves == "winners_up_head_losers_to_last" and goal > 1
    staying = OTHER_PAIR[ahead[goal]] if up else ahead[goal]
    if not splits_at(split, goal):
        first, second = SEATS_OF_PAIR[OTHER_PAIR[staying]]
    else:
        first, second = ("S", "W") if staying == "NS" else ("W", "S")
    return {
        (goal, first): before[table, pair[0]],
        (goal, second): before[table, pair[1]],
    }


def partner_differences(stored: StoredParty, party: Party) -> Iterator[str]:
    for line in read_pictures(party).lines:
        partners = tuple(partner_name(stored, line.id, number) for number in stored.closed_rounds)
        if line.partners != partners:
            yield f"The partners of {line.name} are shown as {line.partners}, but were {partners}."


def partner_name(stored: StoredParty, entrant: int, number: int) -> str:
    """Return a dash for no partner."""
    chair = stored.chairs[number].get(entrant)
    if chair is None:
        return NOBODY
    opposite = (chair[0], FACING[chair[1]])
    return stored.name(stored.people_by_chair[number][opposite])
