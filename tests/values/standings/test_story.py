import re
from collections import Counter
from itertools import accumulate, pairwise

from hypothesis import given
from hypothesis import strategies as st

from party.values.numbers import NUMBERS
from party.values.people.person import Person
from party.values.standings.standings import RoundKind, RoundPoints, StandingLine
from party.values.standings.story import TELLERS, Evening, tell_story

SEATS = "NESW"
POINTS = st.integers(-60, 120).map(lambda tens: tens * 10)
NUMBER = re.compile(r"[+−]?\d[\d,]*")


@st.composite
def evenings(draw):
    tables, rounds = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    people = [Person(number, number, f"P{number}") for number in range(1, 4 * tables + 3)]
    results = {person.id: [] for person in people}
    for number in range(1, rounds + 1):
        order = draw(st.permutations(people))
        for index, person in enumerate(order):
            table, seat = divmod(index, 4)
            if table < tables:
                each = RoundPoints(number, RoundKind.PLAYED, 0, table + 1, SEATS[seat])
            else:
                kinds = [RoundKind.SAT_OUT, *([RoundKind.MISSED] if number == 1 else [])]
                each = RoundPoints(number, draw(st.sampled_from(kinds)), 0)
            results[person.id].append(each)
        for table in range(1, tables + 1):
            ns, ew = draw(POINTS), draw(POINTS)
            for played in results.values():
                last = played[-1]
                if last.table == table:
                    mine, theirs = (ns, ew) if last.seat in "NS" else (ew, ns)
                    played[-1] = last._replace(points=mine, is_won=mine > theirs)
    return evening_of(people, results)


def evening_of(people, results, **changes):
    sums = {pk: [*accumulate(each.points for each in played)] for pk, played in results.items()}
    rounds = len(next(iter(sums.values())))
    places = tuple(
        {pk: 1 + sum(other[at] > own[at] for other in sums.values()) for pk, own in sums.items()}
        for at in range(rounds)
    )
    lines = [
        StandingLine(places[-1][person.id], person, sums[person.id][-1], tuple(results[person.id]))
        for person in people
    ]
    lines.sort(key=lambda line: (line.rank, line.person.id))
    return Evening(
        **{
            "lines": tuple(lines),
            "places": places,
            "counts_points": True,
            "ranks_by_points": True,
            **changes,
        }
    )


def figures(text):
    text = re.sub(r"\bP\d+", "", text)
    for number, word in enumerate(NUMBERS):
        text = re.sub(rf"\b{word}\b", str(number), text, flags=re.IGNORECASE)
    return [int(each.replace("−", "-").replace(",", "")) for each in NUMBER.findall(text)]


class Facts:
    """The facts of an evening, recomputed from its rounds alone."""

    def __init__(self, evening):
        self.lines = {f"P{line.person.id}": line for line in evening.lines}
        self.totals = sorted((line.total for line in evening.lines), reverse=True)
        self.rows = [(each, line) for line in evening.lines for each in line.rounds if each.table]
        self.rounds = len(evening.lines[0].rounds)
        self.tables = max(Counter(each.round for each, _ in self.rows).values()) // 4
        self.lead = self.totals[0] - self.totals[1]
        self.best = self.best_of(range(1, self.rounds + 1))

    def best_of(self, rounds):
        return max(each.points for each, _ in self.rows if each.round in rounds)

    def place(self, line, rounds):
        sums = [sum(e.points for e in each.rounds[:rounds]) for each in self.lines.values()]
        own = sum(each.points for each in line.rounds[:rounds])
        return 1 + sum(other > own for other in sums)

    def leaders(self, rounds):
        return {name for name, line in self.lines.items() if self.place(line, rounds) == 1}

    def lead_changes(self):
        leaders = map(self.leaders, range(1, self.rounds + 1))
        return sum(not (before & after) for before, after in pairwise(leaders))

    def margins(self):
        points = {}
        for each, _ in self.rows:
            key = each.table, each.round
            points.setdefault(key, {})["NS" if each.seat in "NS" else "EW"] = each.points
        return {key: abs(pairs["NS"] - pairs["EW"]) for key, pairs in points.items()}

    def stays(self):
        return Counter(line.person.id for each, line in self.rows if each.table == 1)


def rose(facts, text, numbers, line):
    gained = line.rounds[-1].points
    is_best = "the best round of the night" in text
    assert numbers == [facts.place(line, facts.rounds - 1), 1, gained]
    assert is_best == (gained == facts.best)


def led(facts, text, numbers, line):
    del text
    assert all(facts.leaders(n) == {str(line.person)} for n in range(1, facts.rounds + 1))
    assert numbers == [facts.lead]


def shared(facts, text, numbers, *lines):
    del text
    assert {line.total for line in lines} == {facts.totals[0]} == {*numbers}
    assert len(lines) == facts.totals.count(facts.totals[0])


def close_finish(facts, text, numbers, first, second):
    del text
    assert numbers == [facts.lead] == [first.total - second.total]


def clear_win(facts, text, numbers, line):
    del text
    assert numbers == [line.total, facts.lead]
    assert (line.rank, line.total) == (1, facts.totals[0])


def stayed(facts, text, numbers, line):
    stays = facts.stays()
    longest = stays[line.person.id]
    assert longest == max(stays.values())
    rounds = [facts.rounds] if longest == facts.rounds else [longest, facts.rounds]
    assert numbers == [*rounds, *([line.rank] if "finished" in text else [])]


def best_round(facts, text, numbers, *lines):
    del text
    points, *rest = numbers
    table = rest.pop(0) if facts.tables > 1 else 1
    number = rest.pop(0) if facts.rounds > 1 else 1
    assert (points, rest) == (facts.best, [])
    assert {(e.points, e.table) for line in lines for e in [line.rounds[number - 1]]} == {
        (points, table)
    }


def best_last_round(facts, text, numbers, *lines):
    del text
    assert numbers == [facts.best_of([facts.rounds])]
    assert {line.rounds[-1].points for line in lines} == {*numbers}


def best_start(facts, text, numbers, *lines):
    del text
    assert numbers == [facts.best_of([1]), 1]
    assert {line.rounds[0].points for line in lines} == {numbers[0]}


def climbed(facts, text, numbers, line):
    del text
    places, number, now = numbers
    assert (places, now) == (facts.place(line, number) - line.rank, line.rank)


def lead_changed(facts, text, numbers):
    changes = facts.lead_changes()
    assert numbers == ([] if "twice" in text else [changes])
    assert ("twice" in text) == (changes == 2)


def always_ahead(facts, text, numbers, *lines):
    del text
    assert numbers == [facts.rounds] == [*{line.won for line in lines}]


def last_table(facts, text, numbers, line):
    del text
    assert numbers == [line.rank]
    assert line.rounds[0].table == facts.tables


def sat_out(facts, text, numbers, line):
    del facts, text
    [number] = [each.round for each in line.rounds if each.kind == RoundKind.SAT_OUT]
    assert numbers == [number, line.rank]


def came_late(facts, text, numbers, line):
    del facts, text
    assert numbers == [2, line.rank]
    assert line.rounds[0].kind == RoundKind.MISSED


def closest_table(facts, text, numbers, *lines):
    del text
    table, *number, points = numbers
    number, margins = number[0] if number else 1, facts.margins()
    assert points == margins[table, number] == min(filter(None, margins.values()))
    assert all(line.rounds[number - 1].is_won for line in lines)


def thousands(facts, text, numbers):
    del text
    many, points = numbers
    assert many == sum(each >= points for each in facts.totals)


def head_table(facts, text, numbers):
    del text
    assert numbers == [len(facts.stays())]


def won(facts, text, numbers, line):
    del text
    assert numbers == [facts.totals[0]] == [line.total]


def size(facts, text, numbers):
    del text
    assert numbers == [len(facts.lines), facts.rounds, facts.tables]


CHECKS = {
    "rose in the last round": rose,
    "led throughout": led,
    "shared first place": shared,
    "close finish": close_finish,
    "clear win": clear_win,
    "stayed at the head table": stayed,
    "best round": best_round,
    "climbed": climbed,
    "lead changed": lead_changed,
    "always ahead": always_ahead,
    "began at the last table": last_table,
    "sat out": sat_out,
    "came late": came_late,
    "closest table": closest_table,
    "best last round": best_last_round,
    "best start": best_start,
    "thousands": thousands,
    "saw the head table": head_table,
    "won": won,
    "people and rounds": size,
}


def sentence_of(kind, evening):
    return next((each for each in tell_story(evening, chosen=[kind]) if each.kind == kind), None)


def test_every_kind_of_sentence_has_a_check_in_this_test():
    assert CHECKS.keys() == TELLERS.keys()


@given(evenings())
def test_every_figure_of_every_kind_of_sentence_is_true(evening):
    facts = Facts(evening)
    for kind, check in CHECKS.items():
        if sentence := sentence_of(kind, evening):
            lines = [facts.lines[name] for name in re.findall(r"P\d+", sentence.text)]
            check(facts, sentence.text, figures(sentence.text), *lines)


@given(evenings(), st.data())
def test_stories_of_a_season_tell_different_kinds(evening, data):
    kinds_so_far = []
    for _ in range(data.draw(st.integers(1, 6))):
        kinds_so_far.append(
            frozenset(each.kind for each in tell_story(evening, others=kinds_so_far))
        )
    possible = [
        kind for kind in TELLERS if any(e.kind == kind for e in tell_story(evening, chosen=[kind]))
    ]
    if len(possible) >= 6:  # six kinds allow twenty choices of three
        assert len({*kinds_so_far}) == len(kinds_so_far)


@given(evenings())
def test_chosen_kinds_of_sentences_stay_and_an_unknown_kind_is_replaced(evening):
    kinds = [each.kind for each in tell_story(evening)]
    assert [each.kind for each in tell_story(evening, chosen=kinds)] == kinds
    assert len(tell_story(evening, chosen=["no such kind", kinds[-1]])) == len(kinds)


def line_of(number, rounds, *, rank, state="here"):
    person = Person(number, number, f"P{number}", state=state)
    return StandingLine(rank, person, sum(e.points for e in rounds), tuple(rounds))


def played(number, points, table=1, seat="N", *, won=False):
    return RoundPoints(number, RoundKind.PLAYED, points, table, seat, won)


def test_nobody_is_named_in_two_sentences_if_others_can_be_named():
    people = [Person(number, number, f"P{number}") for number in range(1, 9)]
    # Points are by chair. Table 2 has 7 more in each round, so nobody is best twice by chance.
    points = {1: (100, 500), 2: (400, 10), 3: (300, 20), 4: (200, 30)}
    results = {}
    for person in people:
        table, seat = divmod(person.id - 1, 4)
        results[person.id] = [
            played(number, points[seat + 1][number - 1] + 7 * table, table + 1, SEATS[seat])
            for number in (1, 2)
        ]
    story = tell_story(evening_of(people, results))
    named = Counter(pk for each in story for pk in each.people)
    assert len(story) == 3
    assert max(named.values()) == 1


def test_a_leaver_is_only_in_sentences_about_the_winner():
    rounds = [played(number, 500 * number, won=True) for number in (1, 2, 3)]
    leaver = line_of(1, rounds, rank=1, state="left")
    other = line_of(2, [played(n, 10, seat="E") for n in (1, 2, 3)], rank=2)
    evening = Evening(
        (leaver, other), ({1: 1, 2: 2},) * 3, counts_points=True, ranks_by_points=True
    )
    assert sentence_of("led throughout", evening)
    assert not sentence_of("always ahead", evening)


def test_an_evening_that_counts_no_points_has_no_sentence_about_points():
    rounds = [played(number, number % 2, won=bool(number % 2)) for number in (1, 2, 3)]
    line = line_of(1, rounds, rank=1)
    other = line_of(2, [played(n, 0, seat="E") for n in (1, 2, 3)], rank=2)
    evening = Evening(
        (line, other), ({1: 1, 2: 2},) * 3, counts_points=False, ranks_by_points=False
    )
    assert [each.text for each in tell_story(evening)] == [
        "P1 was first after every round.",
        "Two people played three rounds at one table.",
    ]


def test_an_evening_without_ranked_people_has_no_story():
    assert tell_story(Evening((), (), counts_points=True, ranks_by_points=True)) == ()
