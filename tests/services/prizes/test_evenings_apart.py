"""Every kind of prize on three random evenings, compared with sums computed here.

The sums come only from the typed hands and the seats: the worth of bids, the best people and the
ties are computed here a second time.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from random import Random
from uuid import uuid4

import pytest

from party.models import Place
from party.progression import FORMATS
from party.queries.evening.rounds import latest_round
from party.queries.prizes.consistency import prize_differences
from party.queries.prizes.winners import all_prizes
from party.queries.scores.tables import table_scores
from party.queries.standings.standings import standings
from party.services.people import arrivals
from party.services.prizes import awards, fifty_fifty, prizes
from party.services.prizes.gone_winners import set_gone_winners
from party.services.scores import tables
from party.values.prizes.prizes import PrizeKind, PrizeState, SettledBy
from party.views.papers.prizes import prizes as prize_sheet
from tests.awards import add, draw_prize, finished, line, reload_party
from tests.evening import BY_PROGRAM, close, draw, enter, party_with, seat_next, spot, start
from tests.guard import setting_up

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]
PLAYERS, ROUNDS, SIT_OUT = 14, 3, 150
MUST_BE_HERE = 0.4
PAIRS = {"n": "NS", "s": "NS", "e": "EW", "w": "EW"}
OTHER = {"NS": "EW", "EW": "NS"}
BY_PLAY = [
    *[(PrizeKind.HIGH, "")] * 3,
    (PrizeKind.LOW, ""),
    (PrizeKind.HIGH, "women"),
    (PrizeKind.LOW, "men"),
    *[(PrizeKind.BEST_ROUND, "")] * 2,
    (PrizeKind.BEST_CALL, ""),
    (PrizeKind.BEST_CALL, "women"),
    (PrizeKind.BIDS_MADE, ""),
    (PrizeKind.SETS, ""),
    (PrizeKind.WAS_SET, ""),
    (PrizeKind.TEN_TRICKS, ""),
    (PrizeKind.ROUNDS_WON, ""),
    (PrizeKind.ROUNDS_WON, "men"),
    (PrizeKind.TRAVELLER, ""),
    (PrizeKind.HEAD_TABLE, ""),
]


@dataclass
class Hand:
    """One hand as it is typed at Midway: "8hn9"."""

    typed: str

    def __post_init__(self):
        level, suit, seat, *tricks = self.typed
        self.seat, self.tricks = seat.upper(), int("".join(tricks))
        self.side, self.made = PAIRS[seat], self.tricks >= int(level)
        self.worth = 140 + 100 * (int(level) - 7) + 20 * "scdhn".index(suit)

    @property
    def points(self):
        # All ten tricks are worth 250 at least.
        points = max(self.worth, 250 * (self.tricks == 10)) if self.made else -self.worth
        return {self.side: points, OTHER[self.side]: 10 * (10 - self.tricks)}


@dataclass
class Books:
    """The sums of each kind; a feat is a number and the people who achieved it together."""

    feats: dict = field(default_factory=lambda: defaultdict(list))
    counts: dict = field(default_factory=lambda: defaultdict(Counter))
    set_back: Counter = field(default_factory=Counter)
    best: dict = field(default_factory=dict)
    gone: set = field(default_factory=set)

    def sides(self, kind, among):
        """Return the sides that are best among these people."""
        feats = [(value, people & among) for value, people in self.feats[kind] if people & among]
        best_values = {
            entrant: max(best_value for best_value, people in feats if entrant in people)
            for _, p in feats
            for entrant in p
        }
        top = max(best_values.values(), default=None)
        sides = {
            frozenset(entrant for entrant in people if best_values[entrant] == top)
            for value, people in feats
            if value == top
        }
        return {side for side in sides if not any(side < other for other in sides)}

    def counted_back(self, sides):
        """Return the side that is first by rounds won, best round and fewest sets, if one is."""
        keys = {
            side: (
                sum(self.counts[PrizeKind.ROUNDS_WON][entrant] for entrant in side),
                max(self.best[entrant] for entrant in side),
                -sum(self.set_back[entrant] for entrant in side),
            )
            for side in sides
        }
        first = [side for side in sides if keys[side] == max(keys.values())]
        return first[0] if len(first) == 1 else None


def some_hand(dice):
    level, suit, seat = dice.choice("789"), dice.choice("sh"), dice.choice("nesw")
    return Hand(f"{level}{suit}{seat}{dice.choice((int(level), int(level) - 1, 10))}")


def play_evening(dice):
    """Play an evening; after each round somebody goes home. Return it with its hands."""
    plan = FORMATS["midway"].replace(sit_out_credit="fixed", sit_out_points=SIT_OUT)
    party = party_with(PLAYERS, rounds_planned=ROUNDS, format_values=plan.values())
    with setting_up():
        for person in party.entrants.all():
            person.prize_group = dice.choice(("women", "men"))
            person.save()
    hands = {}
    draw(party)
    for number in range(1, ROUNDS + 1):
        if number > 1:
            seat_next(party)
        start(party)
        for table in table_scores(party, latest_round(party).number):
            table_hands = hands[number, table] = [some_hand(dice) for _ in range(4)]
            enter(party, " ".join(hand.typed for hand in table_hands), table)
            if sum(hand.points["NS"] - hand.points["EW"] for hand in table_hands) == 0:
                tables.decide_cut(spot(party, table), dice.choice(("NS", "EW")), **BY_PROGRAM)
        close(party)
        arrivals.go_home(party.pk, dice.choice(list(party.entrants.here())).pk, **BY_PROGRAM)
    finished(party)
    return reload_party(party), hands


def books_of(party, hands):
    """Add everything up from the hands and the seats."""
    books, chairs, tables_by_entrant = Books(), defaultdict(dict), defaultdict(dict)
    fields = ("entrant_id", "round__number", "table__number", "seat")
    for entrant, number, table, seat in Place.objects.values_list(*fields):
        tables_by_entrant[entrant][number] = table
        chairs[number, table][seat] = entrant
    totals = Counter(
        {
            entrant: SIT_OUT * [*rounds.values()].count(None)
            for entrant, rounds in tables_by_entrant.items()
        }
    )
    for at, rounds in hands.items():
        note_table(books, totals, at, chairs[at], rounds)
    for entrant, rounds in tables_by_entrant.items():
        books.feats[PrizeKind.HIGH].append((totals[entrant], frozenset([entrant])))
        if len(rounds) == ROUNDS:
            books.feats[PrizeKind.LOW].append((-totals[entrant], frozenset([entrant])))
    for kind, counts in books.counts.items():
        books.feats[kind] += [(number, frozenset([entrant])) for entrant, number in counts.items()]
    books.feats[PrizeKind.TRAVELLER] = count_travels(chairs, tables_by_entrant)
    books.gone = set(party.entrants.filter(state="left").values_list("pk", flat=True))
    assert totals == {each.person.id: each.total for each in standings(party).lines}
    return books


def note_table(books, totals, round_and_table, seats, hands):
    points = {pair: sum(hand.points[pair] for hand in hands) for pair in OTHER}
    for pair, other in OTHER.items():
        people = frozenset(seats[seat] for seat in pair)
        books.feats[PrizeKind.BEST_ROUND].append((points[pair], people))
        if round_and_table == (ROUNDS, 1):
            books.feats[PrizeKind.HEAD_TABLE].append((points[pair], people))
        for entrant in people:
            totals[entrant] += points[pair]
            books.best[entrant] = max(points[pair], books.best.get(entrant, points[pair]))
        if points[pair] > points[other]:  # a cut decides who moves; nobody has won the round
            books.counts[PrizeKind.ROUNDS_WON].update(people)
    for hand in hands:
        note_hand(books, hand, seats)


def note_hand(books, hand, seats):
    bidders = frozenset(seats[seat] for seat in hand.side)
    if hand.made:
        books.feats[PrizeKind.BEST_CALL].append((hand.worth, bidders))
        books.counts[PrizeKind.BIDS_MADE][seats[hand.seat]] += 1
    else:
        books.counts[PrizeKind.WAS_SET][seats[hand.seat]] += 1
        books.counts[PrizeKind.SETS].update(seats[seat] for seat in OTHER[hand.side])
        books.set_back.update(bidders)
    if hand.tricks == 10:
        books.counts[PrizeKind.TEN_TRICKS].update(bidders)


def count_travels(chairs, tables_by_entrant):
    """Count everybody's tables; partners at the last table of both are one side."""
    seated = {
        entrant: {n: table for n, table in tables.items() if table}
        for entrant, tables in tables_by_entrant.items()
    }
    seated = {entrant: tables for entrant, tables in seated.items() if tables}
    count = {entrant: len({*tables.values()}) for entrant, tables in seated.items()}
    feats = [(number, frozenset([entrant])) for entrant, number in count.items()]
    for (number, table), seats in chairs.items():
        for letters in ("NS", "EW") if table else ():
            pair = [seats[seat] for seat in letters]
            are_equal = len({count[entrant] for entrant in pair}) == 1
            if are_equal and all(max(seated[entrant]) == number for entrant in pair):
                feats.append((count[pair[0]], frozenset(pair)))
    return feats


def settle(party, row, sides, books, dice):
    """Settle a tie in one of the possible ways; return the winners."""
    prize_line, among = line(party, row), [entrant for side in sides for entrant in side]
    assert {frozenset(side.ids) for side in prize_line.sides} == sides
    back = None if prize_line.kind == PrizeKind.LOW else books.counted_back(sides)
    assert (prize_line.count_back and {*prize_line.count_back.side.ids}) == (back and {*back})
    method = dice.choice([SettledBy.CUT, SettledBy.SPLIT, *[SettledBy.COUNT_BACK] * bool(back)])
    winner_of_cut = dice.choice(sorted(sides, key=sorted))
    winners = {SettledBy.CUT: [winner_of_cut], SettledBy.COUNT_BACK: [back]}.get(method, sides)
    cut = [*winners[0]] if method == SettledBy.CUT else []
    awards.settle_tie(party.pk, row.pk, method, tied_ids=[*{*among}], winner_ids=cut, **BY_PROGRAM)
    return {*winners}


def give_by_play(party, books, dice, *, one_each):
    """Settle all prizes won by playing, from the top, and compare each with the sums."""
    winners_of_ladder, shared, settled = defaultdict(set), {}, Counter()
    group = dict(party.entrants.values_list("pk", "prize_group"))
    rows = []
    for kind, name in BY_PLAY:
        here, money = dice.random() < MUST_BE_HERE, dice.randrange(5000)
        rows.append(add(party, kind, group=name, money=money, must_be_here=here))
    for row in rows:
        ladder = (row.kind, row.group)
        sides, places = shared.get(ladder, ((), 0))
        if not places:
            excluded = (
                {entrant for winners in winners_of_ladder.values() for entrant in winners}
                if one_each
                else winners_of_ladder[ladder]
            )
            excluded = excluded | (books.gone if row.must_be_here else set())
            among = {entrant for entrant in group if row.group in {"", group[entrant]}} - excluded
            sides = books.sides(row.kind, among)
            if len(sides) > 1:
                assert line(party, row).state == PrizeState.TIED
                sides = settle(party, row, sides, books, dice)
                settled[line(party, row).how] += 1
            places = len(sides)
        shared[ladder] = sides, places - 1
        winners_of_ladder[ladder] |= {entrant for side in sides for entrant in side}
        prize_line = line(party, row)
        assert {frozenset(side.ids) for side in prize_line.sides} == {*sides}
        assert prize_line.state == (PrizeState.WON if sides else PrizeState.NOBODY)
        assert sum(winner.share for winner in prize_line.winners) == (row.money if sides else 0)
        assert {
            entrant.person.id for entrant in prize_line.winners if entrant.has_left
        } == books.gone & winner_ids(prize_line)
    return settled


def winner_ids(prize_line):
    return {winner.person.id for winner in prize_line.winners}


def give_by_chance(party, books):
    """Draw the number, two door prizes and a ticket."""
    number = add(party, PrizeKind.MYSTERY)
    draw_prize(party, number)
    number.refresh_from_db()
    distances = {
        entrant: abs(total - number.number) for total, [entrant] in books.feats[PrizeKind.HIGH]
    }
    doors = [add(party, PrizeKind.DOOR), add(party, PrizeKind.DOOR)]
    prize = fifty_fifty.set_ticket_price(party.pk, None, 125, **BY_PROGRAM)
    for entrant in sorted(distances)[:3]:
        fifty_fifty.sell_tickets(
            party.pk, prize.pk, 1, submission=uuid4(), entrant_id=entrant, **BY_PROGRAM
        )
    for row in (*doors, prize):
        draw_prize(party, row)
    nearest = {
        entrant for entrant, distance in distances.items() if distance == min(distances.values())
    }
    first, second = (winner_ids(line(party, row)) for row in doors)
    assert first != second
    assert not (first | second) & books.gone
    assert [winner.share for winner in line(party, prize).winners] == [188]
    return number, nearest


@pytest.mark.parametrize(
    ("seed", "one_each"),
    [
        (1, False),
        pytest.param(12, True, marks=pytest.mark.slow),
        pytest.param(11, False, marks=pytest.mark.slow),
    ],
)
def test_every_prize_of_an_evening(seed, one_each):
    dice = Random(seed)
    party, hands = play_evening(dice)
    books = books_of(party, hands)
    prizes.set_one_prize_each(party.pk, one_each=one_each, **BY_PROGRAM)
    set_gone_winners(party.pk, "keep", **BY_PROGRAM)
    settled = give_by_play(reload_party(party), books, dice, one_each=one_each)
    assert settled.keys() >= {SettledBy.CUT, SettledBy.SPLIT}
    if not one_each:
        row, nearest = give_by_chance(party, books)
        assert winner_ids(line(party, row)) == nearest
        if len(nearest) > 1:
            settle(party, row, {frozenset([entrant]) for entrant in nearest}, books, dice)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    assert prize_differences(reload_party(party)) == []
    all_lines = all_prizes(reload_party(party))
    assert not all_lines.changed
    went_home = [winner for each in all_lines.lines for winner in each.awarded if winner.has_left]
    marked = [
        row for row in prize_sheet(reload_party(party)).rows if row.score.endswith("gone home")
    ]
    assert len(marked) == len(went_home) > 0
