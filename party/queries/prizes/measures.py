"""The data that decide the prizes.

A measure is a number for each person, with the words for it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from party.engine import TRICKS, Bid, Rules, bid_name, is_bid_made, pair_of, value
from party.models import Award, Entrant, Entry, Party, Prize
from party.queries.evening.rounds import people
from party.queries.prizes.fifty_fifty import fifty_fifties_of
from party.queries.scores.tables import stored_result
from party.queries.shared_reads import share_reads
from party.queries.standings.standings import standings
from party.rosters import comparison_key
from party.values.numbers import counted, signed, total
from party.values.people.person import Person
from party.values.prizes.fifty_fifty import FiftyFifty
from party.values.prizes.prizes import PrizeKind
from party.values.standings.standings import PartyStandings, RoundKind, RoundPoints, StandingLine

UNKNOWN = {RoundKind.ON_CARD, RoundKind.NO_CARD, RoundKind.FOLLOWS}  # rounds of unknown points
PAIR_WAS_SET = "pair was set"  # this is no prize: it only decides ties
OTHER_PAIR = {"NS": "EW", "EW": "NS"}
BEST_CALL = PrizeKind.BEST_CALL
# Measures that count hands, each with the noun for one such hand.
COUNTED: Mapping[str, str] = {
    PAIR_WAS_SET: "set",
    PrizeKind.BIDS_MADE: "bid",
    PrizeKind.SETS: "set",
    PrizeKind.WAS_SET: "set",
    PrizeKind.TEN_TRICKS: "hand",
}


class Feat(NamedTuple):
    """What a person or several partners (`side`) achieved, in words."""

    side: tuple[int, ...]
    words: str


@dataclass(frozen=True)
class Measure:
    """A number for each person; more is better. People of a joint side share an achievement."""

    values: dict[int, int] = field(default_factory=dict)
    words: dict[int, str] = field(default_factory=dict)
    feats_of: dict[int, list[Feat]] = field(default_factory=dict)
    joint_sides: list[frozenset[int]] = field(default_factory=list)

    def words_of(self, side: Sequence[int]) -> str:
        """Use the words of a joint achievement if the side has one."""
        feats = self.feats_of.get(side[0], ())
        joint_words = (feat.words for feat in feats if {*feat.side}.issuperset(side))
        return next(joint_words, self.words.get(side[0], ""))


class BidHand(NamedTuple):
    """`seats_by_measure` has the seats for which the hand counts."""

    bid: str
    seats_by_measure: dict[str, str]


class Chairs(dict[str, tuple[int, ...]]):
    """The entrants of a table, without house players. A key is a seat ("N") or several ("NS")."""

    def __missing__(self, seats: str) -> tuple[int, ...]:
        self[seats] = tuple([entrant for seat in seats if seat in self for entrant in self[seat]])
        return self[seats]


class Measures(dict[str, Measure]):
    """The measures of the closed rounds, each computed when first used.

    No measure has house players. The measure for "low" leaves out people who missed a round.
    """

    def __init__(self, party: Party, standings_now: PartyStandings) -> None:
        super().__init__()
        self.party, self.standings = party, standings_now
        self.lines = [line for line in standings_now.lines if line.rank]

    def __missing__(self, name: str) -> Measure:
        self[name] = MEASURES[name](self) if name in MEASURES else Measure()
        return self[name]

    @cached_property
    def played_rounds(self) -> list[tuple[int, RoundPoints]]:
        return [
            (line.person.id, each)
            for line in self.lines
            for each in line.rounds
            if each.kind == RoundKind.PLAYED
        ]

    @cached_property
    def hands(self) -> list[tuple[Chairs, BidHand]]:
        """Return the hands with a bid, each with the people at its table."""
        chairs: dict[tuple[int, ...], Chairs] = defaultdict(Chairs)
        for entrant, each in self.played_rounds:
            chairs[each.round, each.table or 0][each.seat or ""] = (entrant,)
        entries = Entry.objects.of_closed_rounds(self.party).filter(tricks__isnull=False)
        columns = "table__round__number", "table__number", "bid", "bidder", "tricks", "announced"
        rows = entries.exclude(bid="").order_by("pk").values_list(*columns)
        return [(chairs[row[:2]], _bid_hand(*row[2:])) for row in rows]


@dataclass(frozen=True)
class PrizeData:
    party: Party
    rows: list[Prize]
    awards: dict[int, list[Award]]
    people: dict[int, Person]  # with winners who do not play
    standings: PartyStandings
    measures: Measures
    tables_without_hands: tuple[tuple[int, int], ...]  # tables without hands, by round and number
    people_without_rounds: tuple[Person, ...]  # people who have points of a round only in a sum
    fifty_fifties: dict[int, FiftyFifty]

    @cached_property
    def leavers(self) -> frozenset[int]:
        left = Entrant.State.LEFT
        return frozenset(pk for pk, each in self.people.items() if each.state == left)

    def ladder_of(self, row: Prize) -> list[Prize]:
        """Return the prizes of the same kind and group: the first prize, the second, and so on."""
        ladder = measure_name(row), row.group
        return [each for each in self.rows if (measure_name(each), each.group) == ladder]

    def kept_for(self, row: Prize) -> set[int]:
        """Return the leavers for whom prizes of this ladder are kept."""
        return {pk for each in self.ladder_of(row) for pk in each.kept_for}

    def measure_of(self, row: Prize) -> Measure:
        return self.measures[measure_name(row)]

    def money_of(self, row: Prize) -> int | None:
        """Return cents; a 50/50 pays half of its pot."""
        return self.fifty_fifties[row.pk].half if row.pk in self.fifty_fifties else row.money


@share_reads()
def read_prize_data(party: Party) -> PrizeData:
    rows = list(Prize.objects.filter(party=party))
    awards: dict[int, list[Award]] = {}
    for each in Award.objects.filter(prize__party=party):
        awards.setdefault(each.prize_id, []).append(each)
    standings_now, people_by_id = standings(party), people(party)
    measures = Measures(party, standings_now)
    for row in rows:
        if row.kind == PrizeKind.MYSTERY and row.number is not None:
            measures[measure_name(row)] = mystery_measure(party, standings_now, row.number)
    guests = [each for given in awards.values() for each in given if each.name]
    player_names = {comparison_key(each.name) for each in people_by_id.values()}
    return PrizeData(
        party=party,
        rows=rows,
        awards=awards,
        people=people_by_id | {winner_id(each): _guest(each, player_names) for each in guests},
        standings=standings_now,
        measures=measures,
        tables_without_hands=tables_without_hands(standings_now),
        people_without_rounds=people_without_rounds(standings_now),
        fifty_fifties=fifty_fifties_of(
            [row for row in rows if row.kind == PrizeKind.FIFTY_FIFTY], people_by_id
        ),
    )


def winner_id(row: Award) -> int:
    """Return an entrant's id, or a negative number for a winner who does not play."""
    return -row.prize_id if row.entrant_id is None else row.entrant_id


def _guest(row: Award, player_names: Container[str]) -> Person:
    """Return a winner who does not play, with "(guest)" if a player has the same name."""
    ending = " (guest)" if comparison_key(row.name) in player_names else ""
    return Person(winner_id(row), 0, row.name, row.name, ranked=False, distinction=ending)


def measure_name(row: Prize) -> str:
    """Every mystery number has a measure of its own."""
    return f"mystery {row.pk}" if row.kind == PrizeKind.MYSTERY else row.kind


def mystery_measure(party: Party, standings_now: PartyStandings, number: int) -> Measure:
    """Measure the distance of each total from the mystery number, negated."""
    measure = Measure()
    for line in [each for each in standings_now.lines if each.rank]:
        distance = abs(line.total - number)
        words = _total_text(party.format.round_credit, line)
        measure.values[line.person.id] = -distance
        measure.words[line.person.id] = f"{words}, {f'{distance} away' if distance else 'exactly'}"
    return measure


def tables_without_hands(standings_now: PartyStandings) -> tuple[tuple[int, int], ...]:
    """Return the tables, by round and number, that have only a total."""
    tables = {
        (each.round, each.table or 0)
        for line in standings_now.lines
        for each in line.rounds
        if each.kind in {RoundKind.PLAYED, *UNKNOWN} and each.sets is None
    }
    return tuple(sorted(tables))


def people_without_rounds(standings_now: PartyStandings) -> tuple[Person, ...]:
    """Return possible winners whose points of some round are on a final card or a missing slip."""
    ranked = [line for line in standings_now.lines if line.rank]
    unknown = [line.person for line in ranked for each in line.rounds if each.kind in UNKNOWN]
    return tuple(dict.fromkeys(unknown))


def _total_text(credit: str, line: StandingLine) -> str:
    if credit == "wins_only":
        return counted(line.total, "win")
    return f"{total(line.total)} {'point' if line.total == 1 else 'points'}"


def _high_text(credit: str, line: StandingLine) -> str:
    words = _total_text(credit, line)
    return f"{counted(line.won, 'round')} won, {words}" if credit == "both" else words


def _high_measure(measures: Measures) -> Measure:
    credit, lines = measures.party.format.round_credit, measures.lines
    return Measure(
        {line.person.id: -(line.rank or 0) for line in lines},
        {line.person.id: _high_text(credit, line) for line in lines},
    )


def _low_measure(measures: Measures) -> Measure:
    credit, lines = measures.party.format.round_credit, measures.standings.low
    return Measure(
        {line.person.id: -(line.rank or 0) for line in lines},
        {line.person.id: _total_text(credit, line) for line in lines},
    )


def _rounds_won_measure(measures: Measures) -> Measure:
    lines = measures.lines if measures.standings.has_known_wins else ()
    return _count_measure({line.person.id: line.won for line in lines if line.won}, "round")


def _best_round_measure(measures: Measures) -> Measure:
    best = {line.person.id: line.best for line in measures.lines}
    return _most_points(
        (entrant, each) for entrant, each in measures.played_rounds if each.points == best[entrant]
    )


def _head_table_measure(measures: Measures) -> Measure:
    last = (measures.standings.rounds, 1)
    return _most_points(
        (entrant, each)
        for entrant, each in measures.played_rounds
        if (each.round, each.table) == last
    )


def _most_points(played: Iterable[tuple[int, RoundPoints]]) -> Measure:
    rows = ((entrant, each, each.points) for entrant, each in played)
    return _partners_measure(rows, lambda points, number: f"{signed(points)} in round {number}")


def _traveller_measure(measures: Measures) -> Measure:
    """Count the tables where each person sat. Partners at their last table can share the prize."""
    lines = measures.lines if measures.party.tracks_seats else ()
    seated = [(line, [each for each in line.rounds if each.table]) for line in lines]
    rows = (
        (line.person.id, table_rounds[-1], len({each.table for each in table_rounds}))
        for line, table_rounds in seated
        if table_rounds
    )
    return _partners_measure(rows, lambda number, _: counted(number, "table"))


def _partners_measure(
    rows: Iterable[tuple[int, RoundPoints, int]], words: Callable[[int, int], str]
) -> Measure:
    """Partners who have the same result at a table share the prize.

    A row is an entrant, the chair, and the points; `words` takes the points and the round.
    """
    sides: dict[tuple[int, int, str, int], list[int]] = {}
    for entrant, chair, points in rows:
        # If seats are not tracked, nobody has a partner.
        pair = pair_of(chair.seat) if chair.seat else str(entrant)
        sides.setdefault((chair.round, chair.table or 0, pair, points), []).append(entrant)
    return _joint_measure(
        [
            (tuple(side), points, words(points, number))
            for (number, *_, points), side in sides.items()
        ]
    )


def _joint_measure(rows: Sequence[tuple[tuple[int, ...], int, str]]) -> Measure:
    """Take each person's best number. A row is the people, the number, and its words."""
    measure = Measure()
    values = measure.values
    for side, number, words in rows:
        for entrant in side:
            if entrant not in values or number > values[entrant]:
                values[entrant], measure.words[entrant] = number, words
    for side, number, words in rows:
        best = [entrant for entrant in side if values[entrant] == number]
        if best:
            measure.joint_sides.append(frozenset(best))
        for entrant in best:
            measure.feats_of.setdefault(entrant, []).append(Feat(side, words))
    return measure


def _best_call_measure(measures: Measures) -> Measure:
    # Each call counts once, even if the same people made it several times.
    distinct_calls = {
        (chairs[hand.seats_by_measure[BEST_CALL]], hand.bid): None
        for chairs, hand in measures.hands
        if BEST_CALL in hand.seats_by_measure
    }
    calls = {
        bid: _call_value(measures.party.rules, bid) for bid in {bid for _, bid in distinct_calls}
    }
    return _joint_measure([(side, *calls[bid]) for side, bid in distinct_calls])


def _call_value(rules: Rules, bid_text: str) -> tuple[int, str]:
    bid = Bid.parse(bid_text)
    points = value(rules, bid)
    return points, f"{bid_name(rules, bid)}, worth {points}"


@lru_cache(maxsize=1024)  # there are few different results
def _bid_hand(bid: str, bidder: str, tricks: int, announced: str) -> BidHand:
    result = stored_result(bid, bidder, tricks, announced)
    side = pair_of(bidder)
    seats_by_measure: dict[str, str]
    if is_bid_made(result):
        seats_by_measure = {PrizeKind.BIDS_MADE: bidder, PrizeKind.BEST_CALL: side}
    else:
        seats_by_measure = {
            PAIR_WAS_SET: side,
            PrizeKind.SETS: OTHER_PAIR[side],
            PrizeKind.WAS_SET: bidder,
        }
    if tricks == TRICKS and Bid.parse(bid).level:  # a misère has no level
        seats_by_measure[PrizeKind.TEN_TRICKS] = side
    return BidHand(bid, seats_by_measure)


def _count_hands(kind: str, noun: str, measures: Measures) -> Measure:
    counts = Counter(
        [
            entrant
            for chairs, hand in measures.hands
            if kind in hand.seats_by_measure
            for entrant in chairs[hand.seats_by_measure[kind]]
        ]
    )
    return _count_measure(counts, noun)


def _count_measure(counts: dict[int, int], noun: str) -> Measure:
    words = {entrant: counted(number, noun) for entrant, number in counts.items()}
    return Measure(dict(counts), words)


MEASURES: Mapping[str, Callable[[Measures], Measure]] = {
    PrizeKind.HIGH: _high_measure,
    PrizeKind.LOW: _low_measure,
    PrizeKind.ROUNDS_WON: _rounds_won_measure,
    PrizeKind.BEST_ROUND: _best_round_measure,
    PrizeKind.HEAD_TABLE: _head_table_measure,
    PrizeKind.TRAVELLER: _traveller_measure,
    PrizeKind.BEST_CALL: _best_call_measure,
    **{kind: partial(_count_hands, kind, noun) for kind, noun in COUNTED.items()},
}
