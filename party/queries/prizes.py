"""Who has which prize: worked out anew each time, and held against what was confirmed.

Stored are the list of prizes, what was settled by hand or by chance, and what was confirmed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from party.models import Award, Party, Prize
from party.progression import Award as Outcome
from party.progression import Prize as Wanted
from party.progression import Settled, award, rank, shares
from party.queries.measures import Measure, measures, mystery, without_hands
from party.queries.pots import pots
from party.queries.prints import by_name
from party.queries.rounds import people
from party.queries.standings import standings
from party.values.money import money
from party.values.people import Person
from party.values.pots import Pot
from party.values.prizes import (
    APART,
    KINDS,
    CountBack,
    Found,
    How,
    Kind,
    PrizeLine,
    PrizesNow,
    State,
    Winner,
    named,
    title_of,
)
from party.values.standings import StandingsNow
from party.values.written import signed

BY_CHANCE_OR_HAND = {How.DRAWN, How.GIVEN}
TIES = {How.COUNT_BACK, How.CUT, How.SPLIT}
UNDECIDED = {State.TIED, State.WAITING}
MOST_TABLES_NAMED = 4


@dataclass(frozen=True)
class Evening:
    """All that the prizes are worked out from."""

    party: Party
    rows: list[Prize]
    awards: dict[int, list[Award]]
    everybody: dict[int, Person]
    now: StandingsNow
    measured: dict[str, Measure]
    unknown: tuple[tuple[int, int], ...]
    pots: dict[int, Pot]

    def measure_of(self, row: Prize) -> Measure:
        return self.measured[measure_name(row)]

    def money_of(self, row: Prize) -> int | None:
        """Return the money of a prize in cents; of a 50/50 it is half of the pot."""
        return self.pots[row.pk].half if row.pk in self.pots else row.money


def prizes_now(party: Party) -> PrizesNow:
    """Return all prizes in their order. The same few queries for any size."""
    evening = _evening(party)
    lines: list[PrizeLine] = []
    outcomes = _outcomes(evening)
    for place, row in enumerate(evening.rows):
        lines.append(_line(evening, place, outcomes, lines))
        if party.prizes_confirmed_at:
            lines[-1] = _held_against(lines[-1], evening, row)
    return PrizesNow(
        lines=tuple(lines),
        rounds=evening.now.rounds,
        one_each=party.one_prize_each,
        finished=party.finished_at is not None,
        rule=evening.now.rule,
        confirmed_at=party.prizes_confirmed_at,
    )


def prize_groups(party: Party) -> list[str]:
    """Return the prize groups of those who can win, A to Z."""
    ranked = party.entrants.filter(ranked=True).exclude(prize_group="")
    return sorted(ranked.values_list("prize_group", flat=True).distinct())


def last_with_prizes(party: Party) -> Party | None:
    """Return the club's latest other party that has prizes."""
    others = Party.objects.filter(club=party.club_id, prizes__isnull=False).exclude(pk=party.pk)
    return others.order_by("-starts_at", "-pk").first()


def winners_to_choose(party: Party) -> list[Person]:
    """Return those who may be given a prize, A to Z."""
    everybody = people(party).values()
    return sorted((each for each in everybody if each.ranked), key=by_name)


def _evening(party: Party) -> Evening:
    rows = list(Prize.objects.filter(party=party))
    awards: dict[int, list[Award]] = {}
    for each in Award.objects.filter(prize__party=party):
        awards.setdefault(each.prize_id, []).append(each)
    now, everybody = standings(party), people(party)
    measured: dict[str, Measure] = {kind.value: Measure() for kind in Kind}
    measured |= {kind.value: found for kind, found in measures(party, now).items()}
    for row in rows:
        if row.kind == Kind.MYSTERY:
            known = row.number is not None
            measured[measure_name(row)] = mystery(now, row.number or 0) if known else Measure()
    guests = {_winner(each): _guest(each) for own in awards.values() for each in own if each.name}
    found = pots(party, everybody)
    unknown = without_hands(now)
    return Evening(party, rows, awards, everybody | guests, now, measured, unknown, found)


def _winner(row: Award) -> int:
    """Return an entrant's id, or a number of its own for somebody who does not play."""
    return -row.prize_id if row.entrant_id is None else row.entrant_id


def _guest(row: Award) -> Person:
    return Person(_winner(row), 0, row.name, row.name, ranked=False)


def measure_name(row: Prize) -> str:
    """Name what a prize is measured by; every mystery number is one of its own."""
    return f"mystery {row.place}" if row.kind == Kind.MYSTERY else row.kind


def _outcomes(evening: Evening) -> tuple[Outcome[int], ...]:
    settled, given = {}, {}
    for row in evening.rows:
        rows = evening.awards.get(row.pk, [])
        if rows and rows[0].how in BY_CHANCE_OR_HAND:
            given[str(row.pk)] = _winner(rows[0])
        elif rows and rows[0].how in TIES:
            winners = tuple(each.entrant_id for each in rows)
            settled[str(row.pk)] = Settled(frozenset(rows[0].among), winners)
    numbers = {pk: person.number for pk, person in evening.everybody.items()}
    return award(
        [
            Wanted(
                name=str(row.pk),
                measure=measure_name(row),
                group=row.group or None,
                apart=row.kind in APART,
            )
            for row in evening.rows
        ],
        # By number: the odd cents of a share must not depend on the order of rows.
        {
            name: {pk: each.values[pk] for pk in sorted(each.values, key=numbers.__getitem__)}
            for name, each in evening.measured.items()
        },
        groups={pk: person.prize_group for pk, person in evening.everybody.items()},
        settled=settled,
        given=given,
        one_each=evening.party.one_prize_each,
    )


def _line(
    evening: Evening,
    place: int,
    outcomes: Sequence[Outcome[int]],
    above: Sequence[PrizeLine],
) -> PrizeLine:
    row, outcome = evening.rows[place], outcomes[place]
    how = _how(evening.awards.get(row.pk, []), outcome)
    state = _state(evening, row, outcome, how)
    if state in {State.WON, State.TIED} and how not in BY_CHANCE_OR_HAND:
        over = [o for o, line in zip(outcomes[:place], above, strict=True) if _open(line)]
        state = State.WAITING if _waits(evening, outcome, over) else state
    kind = Kind(row.kind)
    line = PrizeLine(
        id=row.pk,
        kind=kind,
        title=title_of(kind, row.group, row.place, row.title),
        what=_what_is_won(evening, row),
        state=state,
        winners=_winners(evening, row, outcome, _before(evening, place, outcomes)),
        how=how,
        missing=_missing(evening, row),
        among=tuple(evening.awards[row.pk][0].among) if row.pk in evening.awards else (),
        why=evening.awards[row.pk][0].why if row.pk in evening.awards else "",
        stale=_stale(evening.awards.get(row.pk, []), how),
        pot=evening.pots.get(row.pk),
        ladder=(measure_name(row), row.group),
        drawn=row.number is not None,
    )
    line = replace(line, rule=_rule(evening, row, line))
    return _with_choices(evening, place, line) if state == State.TIED else line


def _open(line: PrizeLine) -> bool:
    return line.state in UNDECIDED


def _how(rows: Sequence[Award], outcome: Outcome[int]) -> How:
    """Tell how it is settled by now; a tie that was settled among others is not."""
    if rows and rows[0].how in BY_CHANCE_OR_HAND:
        return How(rows[0].how)
    if outcome.shared:
        return How.SPLIT
    winners = {each.entrant_id for each in rows if each.how in TIES}
    if rows and len(outcome.entrants) == 1 and winners == {*outcome.entrants}:
        return How(rows[0].how)
    return How.BEST


def _state(evening: Evening, row: Prize, outcome: Outcome[int], how: How) -> State:
    kind = Kind(row.kind)
    if how in BY_CHANCE_OR_HAND:
        return State.WON
    if row.number is None and (kind == Kind.MYSTERY or KINDS[kind].found == Found.DRAWN):
        return State.TO_DRAW
    if KINDS[kind].found != Found.MEASURED:
        return State.TO_GIVE  # among them a ticket that was drawn, and nobody's name is on it
    if not evening.now.rounds:
        return State.EARLY
    if not outcome.entrants:
        unknown = KINDS[kind].needs_hands and evening.unknown
        return State.TO_GIVE if unknown else State.NOBODY
    return State.TIED if outcome.tied else State.WON


def _waits(evening: Evening, outcome: Outcome[int], over: Iterable[Outcome[int]]) -> bool:
    """Tell whether an undecided tie further up may change who this goes to."""
    each = evening.party.one_prize_each
    ladder = (outcome.prize.measure, outcome.prize.group)
    return any(
        (each or (other.prize.measure, other.prize.group) == ladder)
        and {*other.entrants} & {*outcome.entrants}
        for other in over
    )


def _before(evening: Evening, place: int, outcomes: Sequence[Outcome[int]]) -> int:
    """Return how many cents the same people have shared in the places above."""
    mine = outcomes[place]
    return sum(
        row.money or 0
        for row, other in zip(evening.rows[:place], outcomes[:place], strict=True)
        if other.shared
        and other.entrants == mine.entrants
        and (other.prize.measure, other.prize.group) == (mine.prize.measure, mine.prize.group)
    )


def _winners(
    evening: Evening, row: Prize, outcome: Outcome[int], before: int
) -> tuple[Winner, ...]:
    words = evening.measure_of(row).words
    number, cents = len(outcome.entrants), evening.money_of(row)
    parts: Sequence[int | None] = (None,) * number
    if cents is not None and number:
        parts = shares(cents, number, before=before)
    paired = zip(outcome.entrants, parts, strict=True)
    return tuple(Winner(evening.everybody[pk], words.get(pk, ""), part) for pk, part in paired)


def _what_is_won(evening: Evening, row: Prize) -> str:
    """Say what there is to win: "$10 and a ham"."""
    cents, currency = evening.money_of(row), evening.party.currency
    amount = "" if cents is None else money(cents, currency)
    pot = evening.pots.get(row.pk)
    if pot is not None and pot.cents is not None:
        amount = f"{amount}, half of {money(pot.cents, currency)}"
    return " and ".join(filter(None, (amount, row.gift)))


def _missing(evening: Evening, row: Prize) -> str:
    """Say which hands are not known, where they would count."""
    if not (KINDS[Kind(row.kind)].needs_hands and evening.unknown):
        return ""
    if not evening.measured[Kind.BEST_CALL].values:
        return "Only totals were entered, no hands. Look at the cards and give it by hand."
    tables = [f"round {number} table {table}" for number, table in evening.unknown]
    told = f"{len(tables)} tables" if len(tables) > MOST_TABLES_NAMED else ", ".join(tables)
    return f"Only a total is known of {told}: those hands are not in this."


def _stale(rows: Sequence[Award], how: How) -> bool:
    return bool(rows) and rows[0].how in TIES and bool(rows[0].among) and rows[0].how != how


def _rule(evening: Evening, row: Prize, line: PrizeLine) -> str:
    """Say what the prize is for, or how it was settled."""
    if line.pot is not None:
        return _pot_rule(evening, row, line, line.pot)
    if line.how == How.GIVEN:
        return f"Given by hand. {line.why}".strip()
    if line.how == How.DRAWN:
        return f"Drawn from the party’s seed {evening.party.seed}, draw {row.draws}."
    words = KINDS[line.kind].words
    if row.number is not None:
        words = f"The mystery number is {row.number}."
    if line.how == How.SPLIT:
        uneven = len({winner.share for winner in line.winners}) > 1
        cents = " Odd cents go by player number." if uneven else ""
        return f"{words} Equal: they share it.{cents}"
    if line.how in TIES:
        won = {winner.person.id for winner in line.winners}
        others = [str(evening.everybody[pk]) for pk in line.among if pk not in won]
        told = named(others, f"{len(others)} others")
        return f"{words} Equal with {told}: {line.why or 'cards were cut'}."
    return words


def _pot_rule(evening: Evening, row: Prize, line: PrizeLine, pot: Pot) -> str:
    """Say what the pot is made of, which ticket it was, and how it was drawn."""
    told = [f"Half of {pot.told(evening.party.currency)}."]
    if (pot.cents or 0) % 2:
        told.append("The odd cent is the winner’s.")
    seed = f"from the party’s seed {evening.party.seed}, draw {row.draws}"
    if pot.ticket is not None:
        drawn = "by hand" if pot.by_hand else seed
        told.append(f"Ticket {pot.ticket} was drawn {drawn}.")
    elif line.how == How.DRAWN:
        told.append(f"Drawn {seed}.")
    if line.how == How.GIVEN and pot.ticket is None:
        told.append("Given by hand.")
    return " ".join(filter(None, (*told, line.why)))


def _with_choices(evening: Evening, place: int, line: PrizeLine) -> PrizeLine:
    """Add what a tie may be settled by: counting back, and what each would have of it."""
    tied = [winner.person for winner in line.winners]
    back = None if line.kind == Kind.LOW else _count_back(evening.now, tied)
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


def _count_back(now: StandingsNow, tied: Sequence[Person]) -> CountBack | None:
    """Return who comes first by rounds won, then by the best round; None when nobody does."""
    ids = {person.id for person in tied}
    lines = {line.person.id: line for line in now.lines if line.person.id in ids}
    won = {pk: line.won for pk, line in lines.items()}
    best = {pk: line.best for pk, line in lines.items() if line.best is not None}
    order = rank(
        dict.fromkeys(lines, 0),
        count_back=("rounds_won", "best_round"),
        measures={"rounds_won": won, "best_round": best},
    )
    first, second = order[:2]
    if second.rank == first.rank:
        return None
    mine, next_best = won[first.entrant], won[second.entrant]
    if mine != next_best:
        words = f"more rounds won, {mine} to {next_best}"
    else:
        words = f"the better best round, {signed(best[first.entrant])}"
        words += f" to {signed(best[second.entrant])}"
    return CountBack(lines[first.entrant].person, words)


def _held_against(line: PrizeLine, evening: Evening, row: Prize) -> PrizeLine:
    """Hold what is worked out now against what was confirmed; its rule is that of then."""
    rows = evening.awards.get(row.pk, [])
    confirmed = tuple(
        Winner(evening.everybody[_winner(each)], each.score, each.share) for each in rows
    )
    if line.settled and {*line.winners} == {*confirmed}:
        return replace(line, confirmed=confirmed)
    then = replace(line, winners=confirmed, how=How(rows[0].how) if rows else How.BEST)
    rule = _rule(evening, row, then)
    return replace(line, confirmed=confirmed, changed=True, rule=rule)
