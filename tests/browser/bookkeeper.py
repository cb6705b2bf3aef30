"""Adds up an evening a second time, with the engine alone and without reading the database."""

from party.engine import read_entry, score

PAIRS = {"NS": ("N", "S"), "EW": ("E", "W")}


class Bookkeeper:
    def __init__(self, rules):
        self.rules = rules
        self.seats = {}  # round -> table -> seat -> name
        self.bench = {}  # round -> names
        self.hands = {}  # round, table -> typed hands
        self.totals = {}  # round, table -> N-S, E-W

    def note_seats(self, number, rows):
        self.seats[number] = {}
        self.bench[number] = [row["Name"] for row in rows if not row["Table"]]
        for row in rows:
            if row["Table"]:
                table = self.seats[number].setdefault(int(row["Table"]), {})
                table[row["Seat"][0]] = row["Name"]

    def places(self, number):
        """Return the table and seat of every player of a round."""
        tables = self.seats[number].items()
        return {name: (table, seat) for table, chairs in tables for seat, name in chairs.items()}

    def note_hands(self, number, table, text):
        self.hands[number, table] = text.split()

    def points(self, number, table):
        """Return the points of N-S and E-W at a table."""
        if (number, table) in self.totals:
            return self.totals[number, table]
        sums = {"NS": 0, "EW": 0}
        for text in self.hands[number, table]:
            result = read_entry(self.rules, text).result
            if result is None:
                continue
            scored = score(self.rules, result)
            ours = next(pair for pair, chairs in PAIRS.items() if result.declarer in chairs)
            theirs = "EW" if ours == "NS" else "NS"
            sums[ours] += scored.declarers
            sums[theirs] += scored.defenders
        return sums["NS"], sums["EW"]

    def round_points(self, number):
        """Return the points of all in a round; people who sit out have the average of the room."""
        points_by_name = {}
        for table, chairs in self.seats[number].items():
            for points, pair in zip(self.points(number, table), PAIRS.values(), strict=True):
                points_by_name |= {chairs[seat]: points for seat in pair}
        count = len(points_by_name)
        tens = (2 * sum(points_by_name.values()) + 10 * count) // (20 * count)  # round a half up
        credit = tens * 10
        return points_by_name | dict.fromkeys(self.bench[number], credit)

    def standings(self):
        sums = {}
        for number in self.seats:
            for name, points in self.round_points(number).items():
                sums[name] = sums.get(name, 0) + points
        return sums
