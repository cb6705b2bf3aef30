"""Who stood where before the last closed round: places moved are counted from there."""

from collections.abc import Sequence

from party.models import Party
from party.queries.standings.standings import ranks_by, with_credits
from party.values.standings.standings import RoundKind, RoundPoints, StandingsNow


def ranks_before(party: Party, now: StandingsNow) -> dict[int, int]:
    """Return the ranks of a round ago, of the people present then. No query.

    Nobody knows them if only cards have the points.
    """
    if now.rounds < 2 or not party.tracks_seats:
        return {}
    if not all(_is_known(line.rounds) for line in now.lines):
        return {}
    people = {line.person.id: line.person for line in now.lines}
    rounds = {
        line.person.id: list(line.rounds[:-1])
        for line in now.lines
        if any(each.kind != RoundKind.MISSED for each in line.rounds[:-1])
    }
    if party.format.sit_out_credit == "own_average":  # and changes with every round played
        rounds = with_credits(party, rounds, people)
    totals = {pk: sum(each.points for each in own) for pk, own in rounds.items()}
    house = {pk for pk in rounds if not people[pk].ranked}
    return ranks_by(party, totals, rounds, house)


def _is_known(rounds: Sequence[RoundPoints]) -> bool:
    """Return whether the points before the last round are known: a card may have only a total."""
    kinds = [each.kind for each in rounds]
    return RoundKind.NO_CARD not in kinds[:-1] and kinds.count(RoundKind.ON_CARD) < 2
