from collections.abc import Sequence

from party.models import Party
from party.queries.standings.standings import Rounds, add_credits, ranks_with_count_back
from party.values.standings.standings import PartyStandings, RoundKind, RoundPoints


def ranks_before(party: Party, standings_now: PartyStandings) -> dict[int, int]:
    """Return the ranks before the last closed round; none if only final cards have the points."""
    if standings_now.rounds < 2:
        return {}
    return ranks_after(party, standings_now, standings_now.rounds - 1)


def ranks_after(party: Party, standings_now: PartyStandings, rounds: int) -> dict[int, int]:
    """Return the ranks after so many `rounds`; none if only final cards have the points."""
    if not party.tracks_seats:
        return {}
    if not all(_is_known(line.rounds, rounds) for line in standings_now.lines):
        return {}
    people = {line.person.id: line.person for line in standings_now.lines}
    results = {
        pk: played
        for pk, played in rounds_upto(party, standings_now, rounds).items()
        if any(each.kind != RoundKind.MISSED for each in played)
    }
    totals = {pk: sum(each.points for each in played) for pk, played in results.items()}
    house = {pk for pk in results if not people[pk].ranked}
    return ranks_with_count_back(party, totals, results, house)


def rounds_upto(party: Party, standings_now: PartyStandings, rounds: int) -> Rounds:
    """Return the first `rounds` rounds with the credits that people had after them."""
    results = {line.person.id: list(line.rounds[:rounds]) for line in standings_now.lines}
    if party.format.sit_out_credit == "own_average":  # each round played changes the credit
        people = {line.person.id: line.person for line in standings_now.lines}
        return add_credits(party, results, people)
    return results


def _is_known(results: Sequence[RoundPoints], rounds: int) -> bool:
    """Return whether the points are known: a card with only a total does not give them."""
    kinds = [each.kind for each in results]
    return RoundKind.NO_CARD not in kinds[:rounds] and kinds.count(RoundKind.ON_CARD) < 2
