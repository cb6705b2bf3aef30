"""Checks for full tables, fair turns of sitting out, and seats that follow from the draws."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from party.models import Party
from party.progression import SEATS, Seating, SeatingError, Swap
from party.queries.evening.rounds import seating_of
from party.queries.stored_party import StoredParty


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
    return lines


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
    """Check the bench and the rule of the moves; skip rounds changed by hand."""
    draw, before = stored.rounds[number].stored_draw, number - 1
    if not before or not stored.has_tables(number) or draw.edits:
        return
    due = due_to_sit_out(stored, number)
    if set(due) != stored.bench(number):
        names = [stored.name(pk) for pk in due]
        yield f"Round {number}: it is the turn of {names} to sit out."
    format_ = stored.party.format
    has_fresh_partners = format_.which_partner_shifts == "fresh"
    if draw.movement != format_.movement or (draw.partners == "fresh") != has_fresh_partners:
        yield f"Round {number}: the draw moves people by another rule than the party's."


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
