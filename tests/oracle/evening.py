"""Works out seats, points and totals of an evening from the typed lines, without the program."""

from fractions import Fraction
from math import floor

from tests.oracle.moving import change_bench, first_room, iowa_room, midway_room
from tests.oracle.scoring import table_points
from tests.oracle.sheet import Sheet, SheetRound

MOVES = {"midway": midway_room, "youngstown": midway_room, "iowa": iowa_room}


def sheet_of_evening(evening):
    numbers = [person.number for person in evening.people]
    tables = len(numbers) // 4
    room, bench = first_room(numbers, tables), numbers[4 * tables :]
    totals, times_out = dict.fromkeys(numbers, 0), dict.fromkeys(numbers, 0)
    rounds = []
    for number, lines in enumerate(evening.played, start=1):
        points = [table_points(evening.rules, line.words) for line in lines]
        credit = room_average(points)
        for table, (ns, ew) in zip(room, points, strict=True):
            for chair, person in table.items():
                totals[person] += ns if chair in "NS" else ew
        for person in bench:
            totals[person] += credit
            times_out[person] += 1
        rounds.append(sheet_round(room, points, bench, credit))
        if number < len(evening.played):
            winners = [
                pair_ahead(*pair_points, line.cut)
                for pair_points, line in zip(points, lines, strict=True)
            ]
            room = MOVES[evening.rules](room, winners)
            bench = change_bench(room, bench, evening.rota, times_out)
    return Sheet({person.number: person.name for person in evening.people}, totals, rounds)


def sheet_round(room, points, bench, credit):
    seats = [tuple(table[chair] for chair in "NESW") for table in room]
    return SheetRound(seats, points, sorted(bench), credit)


def pair_ahead(ns, ew, cut):
    if ns == ew:
        if cut not in {"NS", "EW"}:
            raise ValueError("A tie without a cut.")
        return cut
    return "NS" if ns > ew else "EW"


def room_average(points):
    """Return the mean of all seated players to the nearest ten, halves up."""
    everybody = [side for ns, ew in points for side in (ns, ns, ew, ew)]
    return floor(Fraction(sum(everybody), len(everybody)) / 10 + Fraction(1, 2)) * 10
