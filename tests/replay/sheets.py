"""Reads a party from the database into the form of the expected sheets in fixtures/."""

from party.models import Party
from party.queries.evening.rounds import people, seatings
from party.queries.scores.tables import table_scores
from party.queries.standings.standings import standings
from party.values.standings.standings import RoundKind
from tests.oracle.sheet import Sheet, SheetRound


def sheet_of(party):
    party = Party.objects.get(pk=party.pk)
    numbers = {pk: person.number for pk, person in people(party).items()}
    lines = standings(party).lines
    credits_ = {
        points.round: points.points
        for line in lines
        for points in line.rounds
        if points.kind == RoundKind.SAT_OUT
    }
    rounds = []
    for number, seating in enumerate(seatings(party), start=1):
        scores = table_scores(party, number).values()
        rounds.append(
            SheetRound(
                seats=[tuple(numbers[pk] for pk in table) for table in seating.tables],
                points=[(score.ns, score.ew) for score in scores],
                bench=sorted(numbers[pk] for pk in seating.bench),
                credit=credits_.get(number, 0),
            )
        )
    return Sheet(
        names={line.person.number: line.person.name for line in lines},
        totals={line.person.number: line.total for line in lines},
        rounds=rounds,
    )
