"""A disturbed evening of Midway with pencil and paper: people come, go, and sit in wrong chairs.

Everybody is known by name. Nothing here knows the code of the program.
"""

from fractions import Fraction
from math import floor

from tests.oracle.moving import midway_room
from tests.oracle.scoring import table_points

CHAIRS = "NESW"
PARTNER = dict(zip(CHAIRS, "SWNE", strict=True))


class Books:
    """Who sat where in each round, and what each table wrote down.

    `rooms` has the tables of each round, table 1 first, each from chair to name. A table that did
    not play has None as its points.
    """

    def __init__(self, room, bench):
        self.rooms, self.benches = [room], [list(bench)]
        self.points, self.cuts = {}, {}
        self.house, self.came_late = set(), set()

    def write(self, number, table, words):
        self.points[number, table] = table_points("midway", words.split())

    def place(self, number, name):
        """Return table and chair; None for somebody who sat out or was not there."""
        for table, chairs in enumerate(self.rooms[number - 1], start=1):
            for chair, who in chairs.items():
                if who == name:
                    return table, chair
        return None

    def exchange(self, number, one, another):
        """Let two people have sat in each other's places; one of them may have sat out."""
        swapped = {one: another, another: one}
        for table in self.rooms[number - 1]:
            table.update({chair: swapped.get(who, who) for chair, who in table.items()})
        bench = self.benches[number - 1]
        bench[:] = [swapped.get(who, who) for who in bench]

    def round_points(self, number):
        """Return what everybody has of a round: points, or the credit for sitting out."""
        found, credited = {}, list(self.benches[number - 1])
        for table, chairs in enumerate(self.rooms[number - 1], start=1):
            points = self.points[number, table]
            if points is None:
                credited += chairs.values()
                continue
            for chair, who in chairs.items():
                found[who] = points[chair in "EW"]
        counted = [points for who, points in found.items() if who not in self.house]
        credit = floor(Fraction(sum(counted), len(counted)) / 10 + Fraction(1, 2)) * 10
        return found | dict.fromkeys(credited, credit)

    def rounds_of(self, who):
        """Return in how many rounds somebody played or was credited."""
        return sum(who in self.round_points(number + 1) for number in range(len(self.rooms)))

    def totals(self, upto):
        """Return everybody's total after a round."""
        totals = {}
        for number in range(1, upto + 1):
            for who, points in self.round_points(number).items():
                totals[who] = totals.get(who, 0) + points
        return totals

    def places_of(self, totals):
        """Return the place of everybody but house players; equal totals share it."""
        ranked = {who: total for who, total in totals.items() if who not in self.house}
        return {
            who: 1 + sum(more > total for more in ranked.values()) for who, total in ranked.items()
        }

    def winners(self, number):
        for table in range(1, len(self.rooms[number - 1]) + 1):
            points = self.points[number, table]
            if points is None or points[0] == points[1]:
                yield self.cuts[number, table]
            else:
                yield "NS" if points[0] > points[1] else "EW"

    def move(self, rota, *, leaving=(), arriving=(), replacing=None):
        """Seat the next round: `replacing` says who takes exactly whose chair.

        Move first; then the chairs of those who leave or sit out are empty. If there is a table
        too many, the last one closes and its people wait. Those who wait fill the empty chairs,
        table 1 upward, N E S W; nobody gets the last partner again while another waits.
        """
        before, bench = self.rooms[-1], self.benches[-1]
        taken = replacing or {}
        moved = midway_room(before, list(self.winners(len(self.rooms))))
        room = [{chair: taken.get(who, who) for chair, who in table.items()} for table in moved]
        here = [who for table in room for who in table.values()] + bench + list(arriving)
        here = [who for who in here if who not in leaving]
        due = self.due(rota, len(here) % 4)
        gone = {*leaving, *due}
        room = [
            {chair: None if table[chair] in gone else table[chair] for chair in CHAIRS}
            for table in room
        ]
        count = len(here) // 4
        waiting = [who for who in sorted(bench, key=rota.index) if who not in gone]
        waiting += [who for table in room[count:] for who in table.values() if who]
        waiting += arriving
        fill(room[:count], waiting, partners(before))
        self.rooms.append(room[:count])
        self.benches.append(due)

    def due(self, rota, count):
        """Return who sits out: those who have least often, then by their turn."""
        times = {who: sum(who in bench for bench in self.benches) for who in rota}
        most = max(times.values())
        times.update(dict.fromkeys(self.came_late & times.keys(), most))
        return sorted(rota, key=lambda who: (times[who], rota.index(who)))[:count]


def partners(room):
    return {who: table[PARTNER[chair]] for table in room for chair, who in table.items()}


def fill(room, waiting, last):
    for table in room:
        for chair in CHAIRS:
            if table[chair] is None:
                across = table[PARTNER[chair]]
                new = [who for who in waiting if across is None or last.get(who) != across]
                table[chair] = (new or waiting)[0]
                waiting.remove(table[chair])


def seats_from_cards(held):
    """Return room and bench of a draw from a hat; `held` is the table and chair on each card.

    People with a chair at a table too many take the empty ones, table 1 upward; those of the
    highest table come first.
    """
    count = len(held) // 4
    room = [dict.fromkeys(CHAIRS) for _ in range(count)]
    high = []
    for who, (table, chair) in held.items():
        if table <= count:
            room[table - 1][chair] = who
        else:
            high.append((-table, CHAIRS.index(chair), who))
    waiting = [who for _, _, who in sorted(high)]
    fill(room, waiting, {})
    return room, waiting
