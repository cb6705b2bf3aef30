"""Everybody's rank before the last closed round, to show how many places each has moved."""

from collections.abc import Sequence

from party.models import Party
from party.queries.standings.standings import add_credits, ranks_by
from party.values.standings.standings import RoundKind, RoundPoints, StandingsNow


def ranks_before(party: Party, standings_now: StandingsNow) -> dict[int, int]:
    """Return the ranks of a round ago, of the people present then. No query.

    Empty if these ranks are unknown, because only final cards have the points.
    """
    if standings_now.rounds < 2 or not party.tracks_seats:
        return {}
    if not all(_is_known(line.rounds) for line in standings_now.lines):
        return {}
    people = {line.person.id: line.person for line in standings_now.lines}
    rounds = {
        line.person.id: list(line.rounds[:-1])
        for line in standings_now.lines
        if any(each.kind != RoundKind.MISSED for each in line.rounds[:-1])
    }
    if party.format.sit_out_credit == "own_average":  # which every round played changes
        rounds = add_credits(party, rounds, people)
    totals = {pk: sum(each.points for each in results) for pk, results in rounds.items()}
    house = {pk for pk in rounds if not people[pk].ranked}
    return ranks_by(party, totals, rounds, house)


def _is_known(rounds: Sequence[RoundPoints]) -> bool:
    """Return whether the points before the last round are known: a card may have only a total."""
    kinds = [each.kind for each in rounds]
    return RoundKind.NO_CARD not in kinds[:-1] and kinds.count(RoundKind.ON_CARD) < 2
