"""What prizes are decided from, read once, and what they are measured by.

A measure is a number for each person, with the words for it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, NamedTuple

from party.engine import Bid, Rules, bid_name, made, pair_of, value
from party.models import Award, Entrant, Entry, Party, Prize, Round
from party.queries.evening.rounds import people
from party.queries.one_reading import one_reading
from party.queries.prizes.tickets import pots_of
from party.queries.rows import read_rows
from party.queries.scores.entries import stored_result
from party.queries.standings.standings import standings
from party.values.numbers import counted, signed, total
from party.values.people.names import as_heard
from party.values.people.person import Person
from party.values.prizes.prizes import PrizeKind
from party.values.prizes.tickets import Pot
from party.values.standings.standings import RoundKind, RoundPoints, StandingLine, StandingsNow

UNKNOWN = {RoundKind.ON_CARD, RoundKind.NO_CARD, RoundKind.FOLLOWS}
PAIR_WAS_SET = "pair was set"  # what counting back compares last: how often one's side was set
OTHER_PAIR = {"NS": "EW", "EW": "NS"}
TRICKS = 10
BEST_CALL = PrizeKind.BEST_CALL
# What is counted over all hands, and the word for one of it.
COUNTED: Mapping[str, str] = {
    PAIR_WAS_SET: "set",
    PrizeKind.BIDS_MADE: "bid",
    PrizeKind.SETS: "set",
    PrizeKind.WAS_SET: "set",
    PrizeKind.TEN_TRICKS: "hand",
}

PRIZES = 'SELECT * FROM party_prize WHERE party_id = %s ORDER BY "order", id'
AWARDS = """
SELECT a.* FROM party_award a JOIN party_prize p ON p.id = a.prize_id
WHERE p.party_id = %s ORDER BY a.id
"""
HANDS = f"""
SELECT r.number, t.number, e.bid, e.bidder, e.tricks, e.announced FROM party_entry e
JOIN party_table t ON t.id = e.table_id
JOIN party_round r ON r.id = t.round_id
WHERE r.party_id = %s AND r.state = '{Round.State.CLOSED.value}'
    AND e.status = '{Entry.Status.IN_FORCE.value}' AND e.hand IS NOT NULL
    AND e.tricks IS NOT NULL AND e.bid <> ''
ORDER BY e.id
"""  # noqa: S608 -- a constant of ours


class Feat(NamedTuple):
    """What people did together, and the words for it."""

    side: tuple[int, ...]
    words: str


@dataclass(frozen=True)
class Measure:
    """A number for everybody who may win, more is better, and the words for each."""

    values: dict[int, int] = field(default_factory=dict)
    words: dict[int, str] = field(default_factory=dict)
    # By what everybody has the number; what somebody has bettered is not theirs.
    feats_of: dict[int, list[Feat]] = field(default_factory=dict)
    # Who have their number together.
    together: list[frozenset[int]] = field(default_factory=list)

    def words_of(self, side: Sequence[int]) -> str:
        """Return the words for those of a side, of what they did together where they did."""
        feats = self.feats_of.get(side[0], ())
        both = (feat.words for feat in feats if {*feat.side}.issuperset(side))
        return next(both, self.words.get(side[0], ""))


class Hand(NamedTuple):
    """A hand that somebody bid on, and by what is measured the seats to whose count it adds."""

    bid: str
    adds_to: dict[str, str]


class Chairs(dict[str, tuple[int, ...]]):
    """Who had these seats of a table: those of house players are left out."""

    def __missing__(self, seats: str) -> tuple[int, ...]:
        self[seats] = tuple([entrant for seat in seats if seat in self for entrant in self[seat]])
        return self[seats]


class Measures(dict[str, Measure]):
    """All that can be measured of the closed rounds, each only when it is asked for.

    House players win nothing and are in none; in that of the low end is nobody who missed a round.
    """

    def __init__(self, party: Party, now: StandingsNow) -> None:
        super().__init__()
        self.party, self.now = party, now
        self.lines = [line for line in now.lines if line.rank]

    def __missing__(self, name: str) -> Measure:
        self[name] = MEASURES[name](self) if name in MEASURES else Measure()
        return self[name]

    @cached_property
    def played(self) -> list[tuple[int, RoundPoints]]:
        return [
            (line.person.id, each)
            for line in self.lines
            for each in line.rounds
            if each.kind == RoundKind.PLAYED
        ]

    @cached_property
    def hands(self) -> list[tuple[Chairs, Hand]]:
        """The hands that somebody bid on, each with who sat at its table. One query."""
        chairs: dict[tuple[int, ...], Chairs] = defaultdict(Chairs)
        for entrant, each in self.played:
            chairs[each.round, each.table or 0][each.seat or ""] = (entrant,)
        # The same few results come again and again.
        known: dict[tuple[Any, ...], Hand] = {}
        hands = []
        for row in read_rows(HANDS, [self.party.pk]):
            at, played = row[:2], row[2:]
            if played not in known:
                known[played] = _hand(*played)
            hands.append((chairs[at], known[played]))
        return hands


@dataclass(frozen=True)
class PrizeData:
    """All that the prizes of an evening are decided from."""

    party: Party
    rows: list[Prize]
    awards: dict[int, list[Award]]
    everybody: dict[int, Person]
    now: StandingsNow
    measured: Measures
    unknown: tuple[tuple[int, int], ...]  # tables without hands, by round and number
    unknown_rounds: tuple[Person, ...]  # people whose rounds are not all known one by one
    pots: dict[int, Pot]

    @cached_property
    def gone(self) -> frozenset[int]:
        """The ids of those who have gone home."""
        left = Entrant.State.LEFT
        return frozenset(pk for pk, each in self.everybody.items() if each.state == left)

    def ladder_of(self, row: Prize) -> list[Prize]:
        """Return the prizes of the same measure and group: high, 2nd high, 3rd high."""
        ladder = measure_name(row), row.group
        return [each for each in self.rows if (measure_name(each), each.group) == ladder]

    def kept_for(self, row: Prize) -> set[int]:
        """Return for whom prizes of this ladder are kept although they have gone home."""
        return {pk for each in self.ladder_of(row) for pk in each.kept_for}

    def measure_of(self, row: Prize) -> Measure:
        return self.measured[measure_name(row)]

    def money_of(self, row: Prize) -> int | None:
        """Return the money of a prize in cents; of a 50/50 it is half of the pot."""
        return self.pots[row.pk].half if row.pk in self.pots else row.money


@one_reading()
def read_prize_data(party: Party) -> PrizeData:
    """Read it all: the same few queries for any size."""
    rows = list(Prize.objects.raw(PRIZES, [party.pk]))
    awards: dict[int, list[Award]] = {}
    for each in Award.objects.raw(AWARDS, [party.pk]):
        awards.setdefault(each.prize_id, []).append(each)
    now, everybody = standings(party), people(party)
    measured = Measures(party, now)
    for row in rows:
        if row.kind == PrizeKind.MYSTERY and row.number is not None:
            measured[measure_name(row)] = mystery(party, now, row.number)
    guests = [each for given in awards.values() for each in given if each.name]
    players = {as_heard(each.name) for each in everybody.values()} if guests else set()
    return PrizeData(
        party=party,
        rows=rows,
        awards=awards,
        everybody=everybody | {winner_id(each): _guest(each, players) for each in guests},
        now=now,
        measured=measured,
        unknown=without_hands(now),
        unknown_rounds=without_rounds(now),
        pots=pots_of([row for row in rows if row.kind == PrizeKind.FIFTY], everybody),
    )


def winner_id(row: Award) -> int:
    """Return an entrant's id, or a number of its own for somebody who does not play."""
    return -row.prize_id if row.entrant_id is None else row.entrant_id


def _guest(row: Award, players: Container[str]) -> Person:
    """Return somebody who does not play, told apart from a player of the same name."""
    ending = " (guest)" if as_heard(row.name) in players else ""
    return Person(winner_id(row), 0, row.name, row.name, ranked=False, distinction=ending)


def measure_name(row: Prize) -> str:
    """Name what a prize is measured by; every mystery number is one of its own."""
    return f"mystery {row.pk}" if row.kind == PrizeKind.MYSTERY else row.kind


def mystery(party: Party, now: StandingsNow, number: int) -> Measure:
    """Return how near everybody's total is to the mystery number."""
    near = Measure()
    for line in [each for each in now.lines if each.rank]:
        off = abs(line.total - number)
        words = _total_text(party.format.round_credit, line)
        near.values[line.person.id] = -off
        near.words[line.person.id] = f"{words}, {f'{off} away' if off else 'exactly'}"
    return near


def without_hands(now: StandingsNow) -> tuple[tuple[int, int], ...]:
    """Return the tables, by round and number, of which only a total is known."""
    spots = {
        (each.round, each.table or 0)
        for line in now.lines
        for each in line.rounds
        if each.kind in {RoundKind.PLAYED, *UNKNOWN} and each.sets is None
    }
    return tuple(sorted(spots))


def without_rounds(now: StandingsNow) -> tuple[Person, ...]:
    """Return those who can win, and whose rounds are on a final card or a slip to follow."""
    ranked = [line for line in now.lines if line.rank]
    unknown = [line.person for line in ranked for each in line.rounds if each.kind in UNKNOWN]
    return tuple(dict.fromkeys(unknown))


def _total_text(credit: str, line: StandingLine) -> str:
    """Return a total with its unit, by what a round is worth (`credit`)."""
    if credit == "wins_only":
        return counted(line.total, "win")
    return f"{total(line.total)} {'point' if line.total == 1 else 'points'}"


def _high_text(credit: str, line: StandingLine) -> str:
    words = _total_text(credit, line)
    return f"{counted(line.won, 'round')} won, {words}" if credit == "both" else words


def _high(measures: Measures) -> Measure:
    credit, lines = measures.party.format.round_credit, measures.lines
    return Measure(
        {line.person.id: -(line.rank or 0) for line in lines},
        {line.person.id: _high_text(credit, line) for line in lines},
    )


def _low(measures: Measures) -> Measure:
    credit, lines = measures.party.format.round_credit, measures.now.low
    return Measure(
        {line.person.id: -(line.low_rank or 0) for line in lines},
        {line.person.id: _total_text(credit, line) for line in lines},
    )


def _rounds_won(measures: Measures) -> Measure:
    lines = measures.lines if measures.now.wins_known else ()
    return _counts({line.person.id: line.won for line in lines if line.won}, "round")


def _best_round(measures: Measures) -> Measure:
    best = {line.person.id: line.best for line in measures.lines}
    return _most_points((who, each) for who, each in measures.played if each.points == best[who])


def _head_table(measures: Measures) -> Measure:
    last = (measures.now.rounds, 1)
    return _most_points(
        (who, each) for who, each in measures.played if (each.round, each.table) == last
    )


def _most_points(played: Iterable[tuple[int, RoundPoints]]) -> Measure:
    rows = ((entrant, each, each.points) for entrant, each in played)
    return _of_partners(rows, lambda points, number: f"{signed(points)} in round {number}")


def _traveller(measures: Measures) -> Measure:
    """Count the tables where somebody sat; the partners are those of the last of them."""
    lines = measures.lines if measures.party.tracks_seats else ()
    seated = [(line, [each for each in line.rounds if each.table]) for line in lines]
    rows = (
        (line.person.id, own[-1], len({each.table for each in own})) for line, own in seated if own
    )
    return _of_partners(rows, lambda number, _: counted(number, "table"))


def _of_partners(
    rows: Iterable[tuple[int, RoundPoints, int]], words: Callable[[int, int], str]
) -> Measure:
    """Measure what somebody has in a chair; partners who are equal there have it together.

    A row is an entrant, the chair, and the number; `words` say the number of a round.
    """
    sides: dict[tuple[int, int, str, int], list[int]] = {}
    for entrant, at, number in rows:
        # Where seats are not tracked, everybody is alone.
        pair = pair_of(at.seat) if at.seat else str(entrant)
        sides.setdefault((at.round, at.table or 0, pair, number), []).append(entrant)
    return _together(
        [(tuple(side), number, words(number, at)) for (at, *_, number), side in sides.items()]
    )


def _together(rows: Sequence[tuple[tuple[int, ...], int, str]]) -> Measure:
    """Measure what people did together, where it is the best of one of them.

    A row is who they are, the number, and the words for it.
    """
    measure = Measure()
    values = measure.values
    for side, number, words in rows:
        for entrant in side:
            if entrant not in values or number > values[entrant]:
                values[entrant], measure.words[entrant] = number, words
    for side, number, words in rows:
        best = [entrant for entrant in side if values[entrant] == number]
        if best:
            measure.together.append(frozenset(best))
        for entrant in best:
            measure.feats_of.setdefault(entrant, []).append(Feat(side, words))
    return measure


def _best_call(measures: Measures) -> Measure:
    # Once each: the same people may have made the same call several times.
    made_by = {
        (chairs[hand.adds_to[BEST_CALL]], hand.bid): None
        for chairs, hand in measures.hands
        if BEST_CALL in hand.adds_to
    }
    calls = {bid: _call(measures.party.rules, bid) for bid in {bid for _, bid in made_by}}
    return _together([(side, *calls[bid]) for side, bid in made_by])


def _call(rules: Rules, written: str) -> tuple[int, str]:
    """Return what a bid that is made is worth, and the words for it."""
    bid = Bid.parse(written)
    worth = value(rules, bid)
    return worth, f"{bid_name(rules, bid)}, worth {worth}"


def _hand(bid: str, bidder: str, tricks: int, announced: str) -> Hand:
    """Return a hand that somebody bid on, and to whose counts it adds."""
    result = stored_result(bid, bidder, tricks, announced)
    side = pair_of(bidder)
    adds_to: dict[str, str]
    if made(result):
        adds_to = {PrizeKind.BIDS_MADE: bidder, PrizeKind.BEST_CALL: side}
    else:
        adds_to = {PAIR_WAS_SET: side, PrizeKind.SETS: OTHER_PAIR[side], PrizeKind.WAS_SET: bidder}
    if tricks == TRICKS and Bid.parse(bid).level:  # a misère has no level
        adds_to[PrizeKind.TEN_TRICKS] = side
    return Hand(bid, adds_to)


def _count_hands(kind: str, noun: str, measures: Measures) -> Measure:
    counts = Counter(
        [
            entrant
            for chairs, hand in measures.hands
            if kind in hand.adds_to
            for entrant in chairs[hand.adds_to[kind]]
        ]
    )
    return _counts(counts, noun)


def _counts(counts: dict[int, int], noun: str) -> Measure:
    words = {entrant: counted(number, noun) for entrant, number in counts.items()}
    return Measure(dict(counts), words)


MEASURES: Mapping[str, Callable[[Measures], Measure]] = {
    PrizeKind.HIGH: _high,
    PrizeKind.LOW: _low,
    PrizeKind.ROUNDS_WON: _rounds_won,
    PrizeKind.BEST_ROUND: _best_round,
    PrizeKind.HEAD_TABLE: _head_table,
    PrizeKind.TRAVELLER: _traveller,
    PrizeKind.BEST_CALL: _best_call,
    **{kind: partial(_count_hands, kind, noun) for kind, noun in COUNTED.items()},
}
