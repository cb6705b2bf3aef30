"""How a tie for a prize could be settled: counting back, and what each would have of a share."""

from collections.abc import Sequence
from dataclasses import replace

from party.progression import rank, shares
from party.queries.prizes.facts import Evening, measure_name
from party.queries.prizes.measures import PAIR_WAS_SET
from party.values.formats import signed
from party.values.people.money import money
from party.values.people.person import Person
from party.values.prizes.prizes import CountBack, Kind, PrizeLine, named, title_of


def with_choices(evening: Evening, place: int, line: PrizeLine) -> PrizeLine:
    """Add what a tie may be settled by: counting back, and what each would have of it."""
    tied = [winner.person for winner in line.winners]
    back = None if line.kind == Kind.LOW else _count_back(evening, tied)
    return replace(line, count_back=back, sharing=_sharing(evening, place, len(tied)))


def _sharing(evening: Evening, place: int, number: int) -> str:
    """Say what they would share: the prizes of as many places as they are people."""
    row = evening.rows[place]
    ladder = [
        other
        for other in evening.rows[place:]
        if (measure_name(other), other.group) == (measure_name(row), row.group)
    ][:number]
    titles = [title_of(Kind(r.kind), r.group, r.place, r.title) for r in ladder]
    cents = sum(each.money or 0 for each in ladder)
    told = named(titles, f"{titles[0]} and {len(titles) - 1} more")
    if not cents:
        return told
    parts = shares(cents, number)
    amounts = [money(part, evening.party.currency) for part in sorted({*parts}, reverse=True)]
    return f"{told}: {' or '.join(amounts)} each"


def _count_back(evening: Evening, tied: Sequence[Person]) -> CountBack | None:
    """Return who comes first by counting back; None when nobody does.

    Counted are rounds won, the best round, and how often one's side was set: that only where every
    hand of the tied is known.
    """
    lines = {line.person.id: line for line in evening.now.lines if line.person in tied}
    set_back = evening.measured[PAIR_WAS_SET].values
    by_hands = all(each.sets is not None for line in lines.values() for each in line.played)
    measured = {
        "rounds_won": {pk: line.won for pk, line in lines.items()},
        "best_round": {pk: line.best for pk, line in lines.items() if line.best is not None},
        "fewest_sets": {pk: set_back.get(pk, 0) for pk in lines} if by_hands else {},
    }
    asked: list[str] = []
    for name, values in measured.items():
        asked.append(name)
        order = rank(dict.fromkeys(lines, 0), count_back=asked, measures=measured)
        first, second = (each.entrant for each in order[:2])
        if order[0].rank != order[1].rank:
            told = f"{BY[name]}, {_amount(name, values[first])} to {_amount(name, values[second])}"
            return CountBack(lines[first].person, told)
    return None


BY = {
    "rounds_won": "more rounds won",
    "best_round": "the better best round",
    "fewest_sets": "fewer sets",
}


def _amount(name: str, value: int) -> str:
    return signed(value) if name == "best_round" else str(value)
