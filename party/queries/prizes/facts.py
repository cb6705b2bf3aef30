"""All that the prizes of an evening are worked out from, fetched once."""

from dataclasses import dataclass

from party.models import Award, Party, Prize
from party.queries.evening.rounds import people
from party.queries.prizes.measures import Measure, measures, mystery, without_hands, without_rounds
from party.queries.prizes.tickets import pots
from party.queries.standings.standings import standings
from party.values.people.person import Person
from party.values.prizes.prizes import Kind
from party.values.prizes.tickets import Pot
from party.values.standings.standings import StandingsNow


@dataclass(frozen=True)
class Evening:
    """All that the prizes are worked out from."""

    party: Party
    rows: list[Prize]
    awards: dict[int, list[Award]]
    everybody: dict[int, Person]
    now: StandingsNow
    measured: dict[str, Measure]
    unknown: tuple[tuple[int, int], ...]  # tables without hands, by round and number
    on_cards: tuple[Person, ...]  # of whom no single round is known
    pots: dict[int, Pot]

    def measure_of(self, row: Prize) -> Measure:
        return self.measured[measure_name(row)]

    def money_of(self, row: Prize) -> int | None:
        """Return the money of a prize in cents; of a 50/50 it is half of the pot."""
        return self.pots[row.pk].half if row.pk in self.pots else row.money


def evening_of(party: Party) -> Evening:
    """Fetch it all: the same few queries for any size."""
    rows = list(Prize.objects.filter(party=party))
    awards: dict[int, list[Award]] = {}
    for each in Award.objects.filter(prize__party=party):
        awards.setdefault(each.prize_id, []).append(each)
    now, everybody = standings(party), people(party)
    measured: dict[str, Measure] = {kind.value: Measure() for kind in Kind}
    measured |= {str(name): found for name, found in measures(party, now).items()}
    for row in rows:
        if row.kind == Kind.MYSTERY:
            number = row.number
            near = Measure() if number is None else mystery(party, now, number)
            measured[measure_name(row)] = near
    guests = [each for own in awards.values() for each in own if each.name]
    return Evening(
        party=party,
        rows=rows,
        awards=awards,
        everybody=everybody | {winner_of(each): _guest(each) for each in guests},
        now=now,
        measured=measured,
        unknown=without_hands(now),
        on_cards=without_rounds(now),
        pots=pots(party, everybody),
    )


def winner_of(row: Award) -> int:
    """Return an entrant's id, or a number of its own for somebody who does not play."""
    return -row.prize_id if row.entrant_id is None else row.entrant_id


def _guest(row: Award) -> Person:
    return Person(winner_of(row), 0, row.name, row.name, ranked=False)


def measure_name(row: Prize) -> str:
    """Name what a prize is measured by; every mystery number is one of its own."""
    return f"mystery {row.pk}" if row.kind == Kind.MYSTERY else row.kind
