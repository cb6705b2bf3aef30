"""Tonight's story: up to three true sentences that embarrass nobody.

`TELLERS` has a function for each kind of sentence, the most interesting first. House players are
never named; leavers are named only as the winner or with a partner.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from operator import attrgetter, itemgetter
from typing import NamedTuple

from party.engine import pair_of
from party.values.numbers import counted_in_words, in_words, ordinal, signed, total
from party.values.people.person import Person
from party.values.prizes.prizes import join_names
from party.values.standings.standings import RoundKind, RoundPoints, StandingLine

SENTENCES = 3
CLOSE = 100  # points: a difference up to this is close
CLEAR = 5  # a lead of one fifth of the winner's total, and more than CLOSE, is clear
MOST_NAMED = 4  # people whom one sentence names
GOOD_PLACES = 5
LEAST_CLIMB = 5  # places
LEAST_AHEAD = 3  # rounds, each of them ahead
THOUSAND = 1000


class Result(NamedTuple):
    """The points of one pair in one round. House players are not among its `people`."""

    round: int
    table: int
    points: int
    people: tuple[Person, ...]


Places = tuple[Mapping[int, int], ...]


@dataclass(frozen=True)
class Evening:
    """`lines` are those of ranked people, best first.

    `places` has everybody's rank by id after each round, and is empty if the ranks are unknown.
    `counts_points` is false if a round only counts as won or lost. `ranks_by_points` is also false
    if rounds won decide before points.
    """

    lines: tuple[StandingLine, ...]
    places: Places
    counts_points: bool
    ranks_by_points: bool

    @cached_property
    def winners(self) -> tuple[StandingLine, ...]:
        return tuple(line for line in self.lines if line.rank == 1)

    @cached_property
    def winner(self) -> StandingLine | None:
        """Return None if the first place is shared."""
        return self.winners[0] if len(self.winners) == 1 else None

    @cached_property
    def lines_of_stayers(self) -> tuple[StandingLine, ...]:
        return tuple(line for line in self.lines if line.person.state != "left")

    @property
    def rounds(self) -> int:
        return len(self.lines[0].rounds) if self.lines else 0

    @cached_property
    def results(self) -> tuple[Result, ...]:
        pairs: dict[tuple[int, int, str], list[tuple[RoundPoints, Person]]] = {}
        for line in self.lines:
            for score in line.rounds:
                if score.kind == RoundKind.PLAYED and score.table and score.seat:
                    key = score.round, score.table, pair_of(score.seat)
                    pairs.setdefault(key, []).append((score, line.person))
        return tuple(
            Result(number, table, members[0][0].points, tuple(person for _, person in members))
            for (number, table, _), members in sorted(pairs.items())
        )

    @cached_property
    def tables(self) -> int:
        """Return the number of tables in the fullest round; 0 if seats are unknown."""
        in_play = {(score.round, score.table) for line in self.lines for score in line.rounds}
        return max(Counter(number for number, table in in_play if table).values(), default=0)

    @property
    def last_table(self) -> int:
        return max((line.rounds[0].table or 0 for line in self.lines), default=0)


class Sentence(NamedTuple):
    kind: str
    text: str
    people: frozenset[int]


class Phrase(NamedTuple):
    text: str
    people: tuple[Person, ...] = ()


NameOf = Callable[[Person], str]  # guests see shorter names
Teller = Callable[[Evening, NameOf], Phrase | None]


def tell_story(
    evening: Evening,
    name_of: NameOf = str,
    *,
    chosen: Sequence[str] = (),
    others: Collection[frozenset[str]] = (),
) -> tuple[Sentence, ...]:
    """Return three sentences, fewer if not so much happened.

    `chosen` are the kinds of sentences that were told before: they stay if they are still true.
    `others` are the kinds in other stories of the season: the same three are not told again,
    unless too little happened. If possible, no two sentences name the same person.
    """
    kept = [*_sentences(evening, name_of, [kind for kind in chosen if kind in TELLERS])]
    if len(kept) >= SENTENCES:
        return tuple(kept[:SENTENCES])
    sentences = [*_sentences(evening, name_of, TELLERS)]
    if kept:
        return tuple(dict.fromkeys([*kept, *sentences]))[:SENTENCES]
    stories = [*combinations(sentences, min(SENTENCES, len(sentences)))]
    new_stories = [s for s in stories if frozenset(sentence.kind for sentence in s) not in others]
    return min(new_stories or stories, key=_repeated_names)


def _sentences(evening: Evening, name_of: NameOf, kinds: Iterable[str]) -> Iterator[Sentence]:
    for kind in kinds:
        if evening.lines and (phrase := TELLERS[kind](evening, name_of)):
            yield Sentence(kind, phrase.text, frozenset(person.id for person in phrase.people))


def _repeated_names(story: Sequence[Sentence]) -> int:
    named = [pk for sentence in story for pk in sentence.people]
    return len(named) - len({*named})


def _joined(people: Collection[Person], name_of: NameOf) -> str:
    return join_names([*map(name_of, people)])


def _rose_in_the_last_round(evening: Evening, name_of: NameOf) -> Phrase | None:
    winner = evening.winner
    if winner is None or len(evening.places) < 2 or not evening.counts_points:
        return None
    before, last = evening.places[-2].get(winner.person.id, 1), winner.rounds[-1]
    if before == 1 or last.kind != RoundKind.PLAYED:
        return None
    text = f"{name_of(winner.person)} rose from {ordinal(before)} to 1st in the last round"
    text += f" with {signed(last.points)}"
    is_best = last.points == max(result.points for result in evening.results)
    end = ", the best round of the night." if is_best else "."
    return Phrase(text + end, (winner.person,))


def _led_throughout(evening: Evening, name_of: NameOf) -> Phrase | None:
    winner = evening.winner
    if winner is None or evening.rounds < 3 or not evening.places:
        return None
    leaders = [[pk for pk, rank in places.items() if rank == 1] for places in evening.places]
    if any(first != [winner.person.id] for first in leaders):
        return None
    text = f"{name_of(winner.person)} was first after every round"
    lead = _lead(evening)
    end = f" and won by {total(lead)} points." if lead else "."
    return Phrase(text + end, (winner.person,))


def _lead(evening: Evening) -> int:
    """Return the winner's points ahead of the next person; 0 if points did not decide."""
    if evening.winner is None or len(evening.lines) < 2 or not evening.ranks_by_points:
        return 0
    return evening.winner.total - evening.lines[1].total


def _shared_first_place(evening: Evening, name_of: NameOf) -> Phrase | None:
    if not 1 < len(evening.winners) <= MOST_NAMED or not evening.ranks_by_points:
        return None
    people = tuple(line.person for line in evening.winners)
    points = total(evening.winners[0].total)
    return Phrase(
        f"{_joined(people, name_of)} shared first place with {points} points each.", people
    )


def _close_finish(evening: Evening, name_of: NameOf) -> Phrase | None:
    lead = _lead(evening)
    second = [line.person for line in evening.lines if line.rank == 2]
    if not 0 < lead <= CLOSE or len(second) != 1 or evening.winner is None:
        return None
    people = evening.winner.person, second[0]
    return Phrase(f"Only {lead} points separated {_joined(people, name_of)} at the end.", people)


def _won_clearly(evening: Evening, name_of: NameOf) -> Phrase | None:
    lead = _lead(evening)
    if evening.winner is None or lead <= CLOSE or lead * CLEAR < evening.winner.total:
        return None
    text = f"{name_of(evening.winner.person)} won with {total(evening.winner.total)} points"
    return Phrase(f"{text}, {total(lead)} more than anybody else.", (evening.winner.person,))


def _stayed_at_the_head_table(evening: Evening, name_of: NameOf) -> Phrase | None:
    stays = {
        line.person.id: sum(score.table == 1 for score in line.played)
        for line in evening.lines_of_stayers
    }
    longest = max(stays.values(), default=0)
    lines = [line for line in evening.lines_of_stayers if stays[line.person.id] == longest]
    if evening.tables < 2 or longest < 3 or len(lines) != 1:
        return None
    [line] = lines
    all_or_some = "all" if longest == evening.rounds else f"{in_words(longest)} of the"
    text = f"{name_of(line.person)} played {all_or_some} {in_words(evening.rounds)} rounds"
    return Phrase(f"{text} at the head table{_good_end(line)}", (line.person,))


def _good_end(line: StandingLine) -> str:
    if line.rank and line.rank <= GOOD_PLACES:
        return f" and finished {ordinal(line.rank)}."
    return "."


def _best_round(evening: Evening, name_of: NameOf) -> Phrase | None:
    best = _only_best(evening.results) if evening.counts_points else None
    # After a single round, the story names the winners already.
    winners = {line.person for line in evening.winners}
    if best is None or (evening.rounds == 1 and winners & {*best.people}):
        return None
    score = "played the best round" if evening.rounds > 1 else "had the best score"
    at_table = f" at table {best.table}" if evening.tables > 1 else ""
    in_round = f" in round {best.round}" if evening.rounds > 1 else ""
    return Phrase(
        f"{_joined(best.people, name_of)} {score} of the night:"
        f" {signed(best.points)}{at_table}{in_round}.",
        best.people,
    )


def _best_last_round(evening: Evening, name_of: NameOf) -> Phrase | None:
    best = _best_of_round(evening, evening.rounds)
    if best is None:
        return None
    return Phrase(
        f"{_joined(best.people, name_of)} had the best last round: {signed(best.points)}.",
        best.people,
    )


def _best_of_round(evening: Evening, number: int) -> Result | None:
    if not evening.counts_points or evening.rounds < 2 or evening.tables < 2:
        return None
    return _only_best([result for result in evening.results if result.round == number])


def _only_best(results: Sequence[Result]) -> Result | None:
    """Return None if several pairs share the best result."""
    most = max((result.points for result in results), default=0)
    best = [result for result in results if result.points == most]
    return best[0] if len(best) == 1 and most > 0 else None


def _climbed(evening: Evening, name_of: NameOf) -> Phrase | None:
    climbs = [
        (after[line.person.id] - line.rank, -number, line)
        for number, after in enumerate(evening.places[:-1], start=1)
        for line in evening.lines_of_stayers
        if line.rank and line.person.id in after
        if line.rank <= max(GOOD_PLACES, len(evening.lines) // 4)
    ]
    if not climbs:
        return None
    places, minus_number, line = max(climbs, key=itemgetter(0, 1))
    if places < LEAST_CLIMB:
        return None
    text = f"{name_of(line.person)} climbed {in_words(places)} places after round {-minus_number}"
    return Phrase(f"{text} and finished {ordinal(line.rank or 0)}.", (line.person,))


def _lead_changed(evening: Evening, name_of: NameOf) -> Phrase | None:
    del name_of
    leaders = [{pk for pk, rank in places.items() if rank == 1} for places in evening.places]
    changes = sum(before.isdisjoint(after) for before, after in pairwise(leaders))
    if changes < 2:
        return None
    times = "twice" if changes == 2 else f"{in_words(changes)} times"
    return Phrase(f"The lead changed hands {times}.")


def _always_ahead(evening: Evening, name_of: NameOf) -> Phrase | None:
    people = tuple(
        line.person
        for line in evening.lines_of_stayers
        if len(line.rounds) >= LEAST_AHEAD and all(score.is_won for score in line.rounds)
    )
    if not 0 < len(people) <= MOST_NAMED:
        return None
    suffix = " each" if len(people) > 1 else ""
    text = f"{_joined(people, name_of)}{suffix} won all {in_words(evening.rounds)} rounds."
    return Phrase(text, people)


def _began_at_the_last_table(evening: Evening, name_of: NameOf) -> Phrase | None:
    if evening.tables < 3 or evening.rounds < 2:
        return None
    for line in evening.lines_of_stayers:
        if line.rank and line.rank <= 3 and line.rounds[0].table == evening.last_table:
            text = f"{name_of(line.person)} began at the last table and finished"
            return Phrase(f"{text} {ordinal(line.rank)}.", (line.person,))
    return None


def _sat_out(evening: Evening, name_of: NameOf) -> Phrase | None:
    for line in evening.lines_of_stayers:
        if line.rank and line.rank <= 3:
            sat_out = [score.round for score in line.rounds if score.kind == RoundKind.SAT_OUT]
            if len(sat_out) == 1:
                text = f"{name_of(line.person)} sat out round {sat_out[0]} and still finished"
                return Phrase(f"{text} {ordinal(line.rank)}.", (line.person,))
    return None


def _came_late(evening: Evening, name_of: NameOf) -> Phrase | None:
    for line in evening.lines_of_stayers:
        attended = [score.round for score in line.rounds if score.kind != RoundKind.MISSED]
        if line.rank and line.rank <= GOOD_PLACES and attended and attended[0] > 1:
            text = f"{name_of(line.person)} joined in round {attended[0]} and still finished"
            return Phrase(f"{text} {ordinal(line.rank)}.", (line.person,))
    return None


def _closest_table(evening: Evening, name_of: NameOf) -> Phrase | None:
    by_table: dict[tuple[int, int], list[Result]] = {}
    for result in evening.results if evening.counts_points else ():
        by_table.setdefault((result.round, result.table), []).append(result)
    margins = {
        key: abs(pairs[0].points - pairs[1].points)
        for key, pairs in by_table.items()
        if len(pairs) == 2 and pairs[0].points != pairs[1].points
    }
    closest = [key for key, margin in margins.items() if margin == min(margins.values())]
    if len(closest) != 1 or evening.tables < 2 or margins[closest[0]] > CLOSE:
        return None
    [(number, table)] = closest
    in_round = f" in round {number}" if evening.rounds > 1 else ""
    ahead = max(by_table[closest[0]], key=attrgetter("points"))
    return Phrase(
        f"The closest result came at table {table}{in_round}:"
        f" {_joined(ahead.people, name_of)} won by {margins[closest[0]]} points.",
        ahead.people,
    )


def _best_start(evening: Evening, name_of: NameOf) -> Phrase | None:
    best = _best_of_round(evening, 1)
    if best is None:
        return None
    text = f"{_joined(best.people, name_of)} had the best start: {signed(best.points)} in round 1."
    return Phrase(text, best.people)


def _scored_thousands(evening: Evening, name_of: NameOf) -> Phrase | None:
    del name_of
    if not evening.counts_points or len(evening.lines) < 3:
        return None
    thousands = evening.lines[2].total // THOUSAND if evening.ranks_by_points else 0
    if thousands < 1:
        return None
    count = sum(line.total >= thousands * THOUSAND for line in evening.lines)
    if not len(evening.winners) < count <= len(evening.lines) // 2:
        return None
    points = total(thousands * THOUSAND)
    return Phrase(f"{counted_in_words(count, 'person', 'people')} scored {points} points or more.")


def _saw_the_head_table(evening: Evening, name_of: NameOf) -> Phrase | None:
    del name_of
    count = sum(any(score.table == 1 for score in line.rounds) for line in evening.lines)
    if evening.tables < 2 or count < 5:
        return None
    people = counted_in_words(count, "person", "different people")
    return Phrase(f"{people} played at the head table.")


def _won(evening: Evening, name_of: NameOf) -> Phrase | None:
    if evening.winner is None or not evening.ranks_by_points:
        return None
    text = f"{name_of(evening.winner.person)} won with {total(evening.winner.total)} points."
    return Phrase(text, (evening.winner.person,))


def _people_and_rounds(evening: Evening, name_of: NameOf) -> Phrase | None:
    del name_of
    people = counted_in_words(len(evening.lines), "person", "people")
    rounds = counted_in_words(evening.rounds, "round").lower()
    tables = counted_in_words(evening.tables, "table").lower()
    return Phrase(f"{people} played {rounds}{f' at {tables}' if evening.tables else ''}.")


# Each party stores the names of its kinds, so no name may change.
TELLERS: dict[str, Teller] = {
    "rose in the last round": _rose_in_the_last_round,
    "led throughout": _led_throughout,
    "shared first place": _shared_first_place,
    "close finish": _close_finish,
    "clear win": _won_clearly,
    "best round": _best_round,
    "climbed": _climbed,
    "always ahead": _always_ahead,
    "lead changed": _lead_changed,
    "stayed at the head table": _stayed_at_the_head_table,
    "began at the last table": _began_at_the_last_table,
    "sat out": _sat_out,
    "came late": _came_late,
    "closest table": _closest_table,
    "best last round": _best_last_round,
    "best start": _best_start,
    "thousands": _scored_thousands,
    "saw the head table": _saw_the_head_table,
    "won": _won,
    "people and rounds": _people_and_rounds,
}
