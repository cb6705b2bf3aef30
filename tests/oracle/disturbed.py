"""Works out an evening of Midway at which people come, go, and sit in wrong chairs.

Nothing here uses the code of the program.
"""

from fractions import Fraction
from itertools import combinations
from math import floor

from tests.oracle.moving import midway_room
from tests.oracle.scoring import table_points

CHAIRS = "NESW"
PARTNER = dict(zip(CHAIRS, "SWNE", strict=True))


class Books:
    """The records of one evening.

    `rooms` has a list of tables for each round; a table maps chairs to names.

    The points of a table that did not play are None.
    """

    def __init__(self, room, bench):
        self.rooms, self.benches = [room], [list(bench)]
        self.points, self.cuts = {}, {}
        self.house, self.came_late = set(), set()

    def write(self, number, table, words):
        self.points[number, table] = table_points("midway", words.split())

    def place(self, number, name):
        """Return table and chair, or None for somebody who sat out or was not there."""
        for table, chairs in enumerate(self.rooms[number - 1], start=1):
            for chair, occupant in chairs.items():
                if occupant == name:
                    return table, chair
        return None

    def exchange(self, number, name, other_name):
        """Exchange the places of two people; one of the two may have sat out."""
        swapped = {name: other_name, other_name: name}
        for table in self.rooms[number - 1]:
            table.update({chair: swapped.get(person, person) for chair, person in table.items()})
        bench = self.benches[number - 1]
        bench[:] = [swapped.get(person, person) for person in bench]

    def round_points(self, number):
        """Return points by name; people who sat out or did not play get the credit."""
        points_by_name, credited = {}, list(self.benches[number - 1])
        for table, chairs in enumerate(self.rooms[number - 1], start=1):
            points = self.points[number, table]
            if points is None:
                credited += chairs.values()
                continue
            for chair, name in chairs.items():
                points_by_name[name] = points[chair in "EW"]
        counted = [points for name, points in points_by_name.items() if name not in self.house]
        credit = floor(Fraction(sum(counted), len(counted)) / 10 + Fraction(1, 2)) * 10
        return points_by_name | dict.fromkeys(credited, credit)

    def rounds_of(self, name):
        """Return the number of rounds in which somebody played or was credited."""
        return sum(name in self.round_points(number + 1) for number in range(len(self.rooms)))

    def totals(self, upto):
        totals = {}
        for number in range(1, upto + 1):
            for name, points in self.round_points(number).items():
                totals[name] = totals.get(name, 0) + points
        return totals

    def places_of(self, totals):
        """Return places by name; house players have no place, and equal totals share a place."""
        ranked = {name: total for name, total in totals.items() if name not in self.house}
        return {
            name: 1 + sum(other_total > total for other_total in ranked.values())
            for name, total in ranked.items()
        }

    def winners(self, number):
        for table in range(1, len(self.rooms[number - 1]) + 1):
            points = self.points[number, table]
            if points is None or points[0] == points[1]:
                yield self.cuts[number, table]
            else:
                yield "NS" if points[0] > points[1] else "EW"

    def move(self, rota, *, leaving=(), arriving=(), replacing=None):
        """Seat the next round; `replacing` maps leavers to their substitutes.

        If there are too many tables, the last tables close and their people wait. People who wait
        fill the empty chairs from table 1 on, N E S W; nobody gets their last partner while others
        wait. Then people with new chairs change places if this separates last partners.
        """
        before, bench = self.rooms[-1], self.benches[-1]
        substitutes = replacing or {}
        moved = midway_room(before, list(self.winners(len(self.rooms))))
        room = [
            {chair: substitutes.get(name, name) for chair, name in table.items()}
            for table in moved
        ]
        here = [name for table in room for name in table.values()] + bench + list(arriving)
        here = [name for name in here if name not in leaving]
        due = self.due(rota, len(here) % 4)
        leavers = {*leaving, *due}
        room = [
            {chair: None if table[chair] in leavers else table[chair] for chair in CHAIRS}
            for table in room
        ]
        table_count = len(here) // 4
        waiting = [name for name in sorted(bench, key=rota.index) if name not in leavers]
        waiting += [name for table in room[table_count:] for name in table.values() if name]
        waiting += arriving
        fill_chairs(room[:table_count], waiting, partners(before))
        self.rooms.append(room[:table_count])
        self.benches.append(due)

    def due(self, rota, count):
        """Return the next `count` people to sit out: who sat out least often, then by turn."""
        times = {name: sum(name in bench for bench in self.benches) for name in rota}
        most = max(times.values())
        times.update(dict.fromkeys(self.came_late & times.keys(), most))
        return sorted(rota, key=lambda name: (times[name], rota.index(name)))[:count]


def partners(room):
    return {name: table[PARTNER[chair]] for table in room for chair, name in table.items()}


def fill_chairs(room, waiting, last_partners):
    empty = [(table, chair) for table in room for chair in CHAIRS if table[chair] is None]
    for table in room:
        for chair in CHAIRS:
            if table[chair] is None:
                across = table[PARTNER[chair]]
                candidates = [
                    name for name in waiting if across is None or last_partners.get(name) != across
                ]
                table[chair] = (candidates or waiting)[0]
                waiting.remove(table[chair])
    while any(part_last_partners(pair, last_partners) for pair in combinations(empty, 2)):
        pass


def part_last_partners(places, last_partners):
    """Swap two people if this separates last partners; return whether they were swapped."""

    def count_repeats():
        return sum(last_partners.get(t[chair]) == t[PARTNER[chair]] for t, chair in places)

    def swap():
        (table, chair), (other_table, other_chair) = places
        table[chair], other_table[other_chair] = other_table[other_chair], table[chair]

    before = count_repeats()
    swap()
    if count_repeats() < before:
        return True
    swap()
    return False


def seats_from_cards(chairs_on_cards):
    """Return room and bench, from the table and chair on each person's card.

    People whose table is too many take the empty chairs from table 1 on; people of the highest
    table come first.
    """
    table_count = len(chairs_on_cards) // 4
    room = [dict.fromkeys(CHAIRS) for _ in range(table_count)]
    surplus = []
    for name, (table, chair) in chairs_on_cards.items():
        if table <= table_count:
            room[table - 1][chair] = name
        else:
            surplus.append((-table, CHAIRS.index(chair), name))
    waiting = [name for _, _, name in sorted(surplus)]
    fill_chairs(room, waiting, {})
    return room, waiting
