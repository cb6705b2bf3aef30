"""Who has which prize: worked out anew each time, and held against what was confirmed.

Stored are the list of prizes, what was settled by hand or by chance, and what was confirmed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from party.models import Award, Party, Prize
from party.progression import Award as Outcome
from party.progression import Prize as Wanted
from party.progression import Settled, award, rank, shares
from party.queries.evening.rounds import people
from party.queries.prizes.descriptions import missing, rule_of, what_is_won
from party.queries.prizes.measures import (
    PAIR_WAS_SET,
    Evening,
    evening_of,
    measure_name,
    winner_of,
)
from party.values.numbers import signed
from party.values.people.money import money
from party.values.people.person import Person
from party.values.prizes.prizes import (
    APART,
    KINDS,
    OF_SEATS,
    TIES,
    CountBack,
    Found,
    How,
    Kind,
    Needs,
    PrizeLine,
    PrizesNow,
    State,
    Winner,
    named,
    title_of,
)

BY_CHANCE_OR_HAND = {How.DRAWN, How.GIVEN}
UNDECIDED = {State.TIED, State.WAITING}


def prizes_now(party: Party) -> PrizesNow:
    """Return all prizes in their order. The same few queries for any size."""
    evening = evening_of(party)
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
    return sorted((each for each in everybody if each.ranked), key=lambda person: person.a_to_z)


def _outcomes(evening: Evening) -> tuple[Outcome[int], ...]:
    settled, given = {}, {}
    for row in evening.rows:
        rows = evening.awards.get(row.pk, [])
        if rows and rows[0].how in BY_CHANCE_OR_HAND:
            given[str(row.pk)] = winner_of(rows[0])
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
        what=what_is_won(evening, row),
        state=state,
        winners=_winners(evening, row, outcome, _before(evening, place, outcomes)),
        how=how,
        missing=missing(evening, row, state),
        among=tuple(evening.awards[row.pk][0].among) if row.pk in evening.awards else (),
        why=evening.awards[row.pk][0].why if row.pk in evening.awards else "",
        stale=_stale(evening.awards.get(row.pk, []), how),
        pot=evening.pots.get(row.pk),
        ladder=(measure_name(row), row.group),
        drawn=row.number is not None,
    )
    line = replace(line, rule=rule_of(evening, row, line))
    return with_choices(evening, place, line) if state == State.TIED else line


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
        return State.TO_GIVE if _is_unknown(evening, kind) else State.NOBODY
    return State.TIED if outcome.tied else State.WON


def _is_unknown(evening: Evening, kind: Kind) -> bool:
    """Tell whether somebody may have done it, and what it is told by is not known."""
    if kind in OF_SEATS and not evening.party.tracks_seats:
        return True
    unknown = {Needs.HANDS: evening.unknown, Needs.ROUNDS: evening.on_cards}
    return bool(unknown.get(KINDS[kind].needs))


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


def _stale(rows: Sequence[Award], how: How) -> bool:
    return bool(rows) and rows[0].how in TIES and bool(rows[0].among) and rows[0].how != how


def _held_against(line: PrizeLine, evening: Evening, row: Prize) -> PrizeLine:
    """Hold what is worked out now against what was confirmed; its rule is that of then."""
    rows = evening.awards.get(row.pk, [])
    confirmed = tuple(
        Winner(evening.everybody[winner_of(each)], each.score, each.share) for each in rows
    )
    if line.settled and {*line.winners} == {*confirmed}:
        return replace(line, confirmed=confirmed)
    then = replace(line, winners=confirmed, how=How(rows[0].how) if rows else How.BEST)
    rule = rule_of(evening, row, then)
    return replace(line, confirmed=confirmed, changed=True, rule=rule)


# How a tie could be settled.


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
