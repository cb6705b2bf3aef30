"""What prizes are decided from, read once, and what they are measured by.

A measure is a number for each person, with the words for it.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from party.engine import Bid, HandResult, Rules, bid_name, made, pair_of, value
from party.models import Award, Entry, Party, Prize, Round
from party.queries.evening.rounds import people
from party.queries.prizes.tickets import pots
from party.queries.scores.entries import PLAYED, result_of
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
# What is counted over all hands, and the word for one of it.
COUNTED: Mapping[str, str] = {
    PAIR_WAS_SET: "set",
    PrizeKind.BIDS_MADE: "bid",
    PrizeKind.SETS: "set",
    PrizeKind.WAS_SET: "set",
    PrizeKind.TEN_TRICKS: "hand",
}


@dataclass(frozen=True)
class Feat:
    """What partners have together: the number is that of each of them."""

    value: int
    people: frozenset[int]
    words: str


@dataclass(frozen=True)
class Measure:
    """A number for everybody who may win, more is better, and the words for each."""

    values: dict[int, int] = field(default_factory=dict)
    words: dict[int, str] = field(default_factory=dict)
    feats: list[Feat] = field(default_factory=list)
    feats_of: dict[int, list[Feat]] = field(default_factory=dict)

    def note(self, entrant: int, number: int, words: str) -> None:
        """Keep the better one of what there is and this."""
        if number > self.values.get(entrant, number - 1):
            self.values[entrant] = number
            self.words[entrant] = words

    def note_feat(self, people: Iterable[int], number: int, words: str) -> None:
        """Keep what people did together, where it is the best of one of them."""
        feat = Feat(number, frozenset(people), words)
        if any(number >= self.values.get(entrant, number) for entrant in feat.people):
            self.feats.append(feat)
            for entrant in feat.people:
                self.feats_of.setdefault(entrant, []).append(feat)
        for entrant in feat.people:
            self.note(entrant, number, words)

    @property
    def together(self) -> list[frozenset[int]]:
        """Return who have their best together; what somebody has bettered is not theirs."""
        return [
            frozenset(pk for pk in feat.people if self.values[pk] == feat.value)
            for feat in self.feats
        ]

    def words_of(self, side: Sequence[int]) -> str:
        """Return the words for those of a side, of what they did together where they did."""
        best = self.values.get(side[0])
        feats = (
            feat.words
            for feat in self.feats_of.get(side[0], ())
            if feat.value == best and feat.people.issuperset(side)
        )
        return next(feats, self.words.get(side[0], ""))


@dataclass(frozen=True)
class PrizeData:
    """All that the prizes of an evening are decided from."""

    party: Party
    rows: list[Prize]
    awards: dict[int, list[Award]]
    everybody: dict[int, Person]
    now: StandingsNow
    measured: dict[str, Measure]
    unknown: tuple[tuple[int, int], ...]  # tables without hands, by round and number
    unknown_rounds: tuple[Person, ...]  # people whose rounds are not all known one by one
    pots: dict[int, Pot]

    def measure_of(self, row: Prize) -> Measure:
        return self.measured[measure_name(row)]

    def money_of(self, row: Prize) -> int | None:
        """Return the money of a prize in cents; of a 50/50 it is half of the pot."""
        return self.pots[row.pk].half if row.pk in self.pots else row.money


def read_prize_data(party: Party) -> PrizeData:
    """Read it all: the same few queries for any size."""
    rows = list(Prize.objects.filter(party=party))
    awards: dict[int, list[Award]] = {}
    for each in Award.objects.filter(prize__party=party):
        awards.setdefault(each.prize_id, []).append(each)
    now, everybody = standings(party), people(party)
    measured: dict[str, Measure] = {kind.value: Measure() for kind in PrizeKind}
    measured |= {str(name): each for name, each in measures(party, now).items()}
    for row in rows:
        if row.kind == PrizeKind.MYSTERY:
            near = Measure() if row.number is None else mystery(party, now, row.number)
            measured[measure_name(row)] = near
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
        pots=pots(party, everybody),
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


def measures(party: Party, now: StandingsNow) -> dict[str, Measure]:
    """Return the measures of everything that was played in the closed rounds. One query.

    House players win nothing and are in none; in that of the low end is nobody who missed a round.
    """
    credit, lines = party.format.round_credit, [line for line in now.lines if line.rank]
    high, low, won = Measure(), Measure(), Measure()
    for line in lines:
        high.note(line.person.id, -(line.rank or 0), _high_text(credit, line))
    for line in now.low:
        low.note(line.person.id, -(line.low_rank or 0), _total_text(credit, line))
    for line in lines if now.wins_known else ():
        if line.won:
            won.note(line.person.id, line.won, counted(line.won, "round"))
    played = [
        (line.person.id, each)
        for line in lines
        for each in line.rounds
        if each.kind == RoundKind.PLAYED
    ]
    at_head_table = [
        (who, each) for who, each in played if (each.round, each.table) == (now.rounds, 1)
    ]
    return {
        PrizeKind.HIGH: high,
        PrizeKind.LOW: low,
        PrizeKind.ROUNDS_WON: won,
        PrizeKind.BEST_ROUND: _most_points(played),
        PrizeKind.HEAD_TABLE: _most_points(at_head_table),
        PrizeKind.TRAVELLER: _most_tables(lines if party.tracks_seats else ()),
        **_hand_measures(party, played),
    }


def mystery(party: Party, now: StandingsNow, number: int) -> Measure:
    """Return how near everybody's total is to the mystery number."""
    near = Measure()
    for line in [each for each in now.lines if each.rank]:
        off = abs(line.total - number)
        words = _total_text(party.format.round_credit, line)
        near.note(line.person.id, -off, f"{words}, {f'{off} away' if off else 'exactly'}")
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
    return tuple(
        line.person
        for line in now.lines
        if line.rank and any(each.kind in UNKNOWN for each in line.rounds)
    )


def _total_text(credit: str, line: StandingLine) -> str:
    """Return a total with its unit, by what a round is worth (`credit`)."""
    if credit == "wins_only":
        return counted(line.total, "win")
    return f"{total(line.total)} {'point' if line.total == 1 else 'points'}"


def _high_text(credit: str, line: StandingLine) -> str:
    words = _total_text(credit, line)
    return f"{counted(line.won, 'round')} won, {words}" if credit == "both" else words


def _most_points(played: Iterable[tuple[int, RoundPoints]]) -> Measure:
    return _of_partners(
        (entrant, each, each.points, f"{signed(each.points)} in round {each.round}")
        for entrant, each in played
    )


def _most_tables(lines: Iterable[StandingLine]) -> Measure:
    """Count the tables where somebody sat; the partners are those of the last of them."""
    seated = [(line, [each for each in line.rounds if each.table]) for line in lines]
    return _of_partners(
        (line.person.id, own[-1], number, counted(number, "table"))
        for line, own in seated
        if (number := len({each.table for each in own}))
    )


def _of_partners(rows: Iterable[tuple[int, RoundPoints, int, str]]) -> Measure:
    """Measure what somebody has in a chair; partners who are equal there have it together.

    A row is an entrant, the chair, the number, and the words for it.
    """
    sides: dict[tuple[int, int, str, int, str], list[int]] = {}
    for entrant, at, number, words in rows:
        # Where seats are not tracked, everybody is alone.
        pair = pair_of(at.seat) if at.seat else str(entrant)
        sides.setdefault((at.round, at.table or 0, pair, number, words), []).append(entrant)
    measure = Measure()
    for (*_, number, words), side in sides.items():
        measure.note_feat(side, number, words)
    return measure


def _hand_measures(party: Party, played: Iterable[tuple[int, RoundPoints]]) -> dict[str, Measure]:
    chairs: dict[tuple[int, int], dict[str, int]] = {}
    for entrant, each in played:
        chairs.setdefault((each.round, each.table or 0), {})[each.seat or ""] = entrant
    calls, counts = Measure(), {kind: Counter[int]() for kind in COUNTED}
    worths: dict[Bid, tuple[int, str]] = {}
    for at, bid, result in _hands(party):
        seats = chairs.get(at, {})
        is_made = made(result)
        for kind, letters in _counting_seats(bid, result, is_made=is_made).items():
            for who in [seats[seat] for seat in letters if seat in seats]:
                counts[kind][who] += 1
        if is_made:
            call = worths.get(bid) or worths.setdefault(bid, _call(party.rules, bid))
            pair = [seats[seat] for seat in pair_of(result.declarer or "") if seat in seats]
            calls.note_feat(pair, *call)
    counted = {kind: _counts(counts[kind], noun) for kind, noun in COUNTED.items()}
    return {PrizeKind.BEST_CALL: calls, **counted}


def _call(rules: Rules, bid: Bid) -> tuple[int, str]:
    """Return what a bid that is made is worth, and the words for it."""
    worth = value(rules, bid)
    return worth, f"{bid_name(rules, bid)}, worth {worth}"


def _hands(party: Party) -> Iterator[tuple[tuple[int, int], Bid, HandResult]]:
    """Yield the hands that somebody bid on, each with its round and table."""
    rows = Entry.objects.counted().filter(
        table__round__party=party, table__round__state=Round.State.CLOSED
    )
    fields = (*PLAYED, "table__round__number", "table__number")
    for row in rows.values_list(*fields, named=True):
        result = result_of(row)
        if result is not None and result.declarer and result.bid:
            yield (row.table__round__number, row.table__number), result.bid, result


def _counting_seats(bid: Bid, result: HandResult, *, is_made: bool) -> dict[str, str]:
    """Return, by what is counted, the seats to whose count a hand adds."""
    bidder = result.declarer or ""
    side = pair_of(bidder)
    seats: dict[str, str] = {}
    if is_made:
        seats[PrizeKind.BIDS_MADE] = bidder
    else:
        seats = {PAIR_WAS_SET: side, PrizeKind.SETS: OTHER_PAIR[side], PrizeKind.WAS_SET: bidder}
    if bid.level and result.tricks == TRICKS:  # a misère has no level
        seats[PrizeKind.TEN_TRICKS] = side
    return seats


def _counts(counts: Counter[int], noun: str) -> Measure:
    words = {entrant: counted(number, noun) for entrant, number in counts.items()}
    return Measure(dict(counts), words)
