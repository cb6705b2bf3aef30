"""The winners of each prize, computed for each page.

The database has only the list of prizes, the settlements by hand or by chance, and the confirmed
awards.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from party.models import Award, Party, Prize
from party.progression import Award as Outcome
from party.progression import Prize as PrizeToAward
from party.progression import Settled, award, shares
from party.queries.evening.rounds import people
from party.queries.prizes.descriptions import missing_text, prize_text, rule_text
from party.queries.prizes.measures import (
    PAIR_WAS_SET,
    PrizeData,
    measure_name,
    read_prize_data,
    winner_id,
)
from party.queries.shared_reads import cache_until_change, read_once
from party.values.numbers import signed
from party.values.people.money import money
from party.values.people.person import Person
from party.values.prizes.prizes import (
    KINDS,
    NEEDS_SEATS,
    OUTSIDE_ONE_EACH,
    PRIZE_PRESETS,
    TIES,
    CountBack,
    Ladder,
    Needs,
    PrizeKind,
    PrizeLine,
    PrizeList,
    PrizeState,
    SettledBy,
    Side,
    Winner,
    WonBy,
    join_names,
    missing_of,
)
from party.values.standings.standings import StandingLine

BY_CHANCE_OR_HAND = {SettledBy.DRAWN, SettledBy.GIVEN}
UNDECIDED = {PrizeState.TIED, PrizeState.WAITING}


@cache_until_change
@read_once
def all_prizes(party: Party) -> PrizeList:
    """Return the prizes in their order; a tie of a few people has its choices."""
    data = read_prize_data(party)
    prizes_now = compute_prizes(data)
    lines = (
        add_tie_choices(data, index, line) if line.is_tie_of_few else line
        for index, line in enumerate(prizes_now.lines)
    )
    return replace(prizes_now, lines=tuple(lines))


def prize_with_tie_choices(party: Party, prize_id: int) -> tuple[Prize, PrizeLine] | None:
    """Return None if the prize is not on the list.

    Measure only the prizes of its kind and group, because no other prize decides it. With one
    prize each, measure all prizes above it too.
    """
    data = read_prize_data(party)
    row = next((row for row in data.rows if row.pk == prize_id), None)
    if row is None:
        return None
    earlier_count = data.rows.index(row) if party.one_prize_each else 0
    ladder = [each for each in data.rows[earlier_count:] if _ladder(each) == _ladder(row)]
    data = replace(data, rows=[*data.rows[:earlier_count], *ladder])
    index = data.rows.index(row)
    line = compute_prizes(data).lines[index]
    is_tied = line.state == PrizeState.TIED
    return row, add_tie_choices(data, index, line) if is_tied else line


def compute_prizes(data: PrizeData) -> PrizeList:
    """Return the prizes in their order, without the choices of a tie."""
    party = data.party
    lines: list[PrizeLine] = []
    outcomes = _outcomes(data)
    for index, row in enumerate(data.rows):
        line = _prize_line(data, index, outcomes, lines)
        lines.append(_add_leavers(data, index, line))
        if party.prizes_confirmed_at:
            lines[-1] = _compare_with_confirmed(lines[-1], data, row)
    return PrizeList(
        lines=tuple(lines),
        rounds=data.standings.rounds,
        is_one_each=party.one_prize_each,
        is_finished=party.finished_at is not None,
        rule=data.standings.rule,
        confirmed_at=party.prizes_confirmed_at,
    )


@cache_until_change
def has_settled_prize(party: Party) -> bool:
    return Award.objects.filter(prize__party=party, how__in=BY_CHANCE_OR_HAND).exists()


def prize_groups(party: Party) -> list[str]:
    persons = people(party).values()
    return sorted({person.prize_group for person in persons if person.ranked} - {""})


def presets_to_add(groups: Sequence[str], lines: Sequence[PrizeLine]) -> list[str]:
    """Return the names of the presets that would add a prize."""
    existing = [(line.kind, line.ladder[1]) for line in lines]
    return [
        name
        for name, preset in PRIZE_PRESETS.items()
        if missing_of(preset, groups, existing) or (preset.by_group and not groups)
    ]


def latest_party_with_prizes(party: Party) -> Party | None:
    others = Party.objects.filter(club=party.club_id, prizes__isnull=False).exclude(pk=party.pk)
    return others.order_by("-starts_at", "-pk").first()


def winners_to_choose(party: Party) -> list[Person]:
    persons = people(party).values()
    return sorted((each for each in persons if each.ranked), key=lambda person: person.a_to_z)


def _ladder(row: Prize) -> Ladder:
    return measure_name(row), row.group


def _outcomes(
    data: PrizeData, changed_index: int = -1, excluded: frozenset[int] = frozenset()
) -> tuple[Outcome[int], ...]:
    """`excluded` replaces the people who are passed over for the prize at `changed_index`."""
    settled, given = {}, {}
    for row in data.rows:
        rows = data.awards.get(row.pk, [])
        if rows and rows[0].how in BY_CHANCE_OR_HAND:
            given[str(row.pk)] = winner_id(rows[0])
        elif rows and rows[0].how in TIES:
            winners = tuple(each.entrant_id for each in rows)
            settled[str(row.pk)] = Settled(frozenset(rows[0].among), winners)
    # Sorted by number, because the odd cents of a share must not depend on the order of rows.
    by_number = sorted((person.number, pk) for pk, person in data.people.items())
    measures = {measure_name(row): data.measure_of(row) for row in data.rows}
    return award(
        [
            PrizeToAward(
                name=str(row.pk),
                measure=measure_name(row),
                group=row.group or None,
                is_ticket_prize=row.kind in OUTSIDE_ONE_EACH,
                excluded=excluded if index == changed_index else _passed_over_ids(data, row),
            )
            for index, row in enumerate(data.rows)
        ],
        {
            name: {pk: each.values[pk] for _, pk in by_number if pk in each.values}
            for name, each in measures.items()
        },
        groups={pk: person.prize_group for pk, person in data.people.items()},
        settled=settled,
        given=given,
        partnerships={name: each.joint_sides for name, each in measures.items()},
        one_each=data.party.one_prize_each,
    )


def _passed_over_ids(data: PrizeData, row: Prize) -> frozenset[int]:
    """Return the leavers who cannot win a prize, without those whose award is confirmed.

    A ladder is the prizes of one kind and group. Somebody who is passed over for one of them
    cannot win the others either, except for a place that was settled for them.
    """
    awards = {each.entrant_id for each in data.awards.get(row.pk, [])}
    if row.must_be_here:
        excluded = data.leavers
    elif data.party.gone_winners == Party.GoneWinners.NEXT:
        excluded = data.leavers - data.kept_for(row)
    else:
        others = {pk for each in data.ladder_of(row) for pk in each.passed_over} - awards
        excluded = data.leavers & {*row.passed_over, *others}
    return excluded - awards if data.party.prizes_confirmed_at else excluded


def _add_leavers(data: PrizeData, index: int, line: PrizeLine) -> PrizeLine:
    row, party = data.rows[index], data.party
    line = replace(line, passed=_passed_people(data, index))
    leavers = [winner for winner in line.winners if winner.has_left]
    if not leavers or not line.is_won_by_play or party.prizes_confirmed_at:
        return line
    kept_for = data.kept_for(row)
    if party.gone_winners == Party.GoneWinners.KEEP:
        kept_for |= data.leavers
    kept_side = _side_of(winner for winner in leavers if winner.person.id in kept_for)
    undecided_side = _side_of(winner for winner in leavers if winner.person.id not in kept_for)
    excluded = _passed_over_ids(data, row) | {winner.person.id for winner in leavers}
    other_outcome = _outcomes(data, index, excluded)[index]
    other_line = replace(line, sides=_sides(data, row, other_outcome, 0))
    next_in_line = other_line.won_text
    if any(winner.has_left for winner in other_line.winners):
        next_in_line += ", gone home as well"
    is_open = undecided_side and party.finished_at is not None
    state = PrizeState.GONE if is_open else line.state
    return replace(
        line, state=state, leavers=undecided_side, kept_for=kept_side, next_in_line=next_in_line
    )


def _passed_people(data: PrizeData, index: int) -> tuple[Person, ...]:
    row = data.rows[index]
    passed_ids = [pk for pk in row.passed_over if pk in data.leavers]
    if data.party.gone_winners == Party.GoneWinners.NEXT and not row.must_be_here:
        excluded = data.leavers - data.kept_for(row)
        passed_ids = [pk for pk in _outcomes(data, index)[index].entrants if pk in excluded]
    return tuple(data.people[pk] for pk in passed_ids)


def _side_of(winners: Iterable[Winner]) -> Side | None:
    side_winners = tuple(winners)
    return Side(side_winners) if side_winners else None


def _prize_line(
    data: PrizeData,
    index: int,
    outcomes: Sequence[Outcome[int]],
    lines_above: Sequence[PrizeLine],
) -> PrizeLine:
    row, outcome = data.rows[index], outcomes[index]
    awards = data.awards.get(row.pk, [])
    how = _settlement_of(awards, outcome)
    state = _state(data, row, outcome, how)
    if state in {PrizeState.WON, PrizeState.TIED} and how not in BY_CHANCE_OR_HAND:
        pairs = zip(outcomes[:index], lines_above, strict=True)
        undecided_above = [other for other, line in pairs if line.state in UNDECIDED]
        state = PrizeState.WAITING if _waits_for_tie(data, outcome, undecided_above) else state
    kind = PrizeKind(row.kind)
    line = PrizeLine(
        id=row.pk,
        kind=kind,
        title=str(row),
        gift=prize_text(data, row),
        state=state,
        sides=_sides(data, row, outcome, _shared_above(data, index, outcomes)),
        how=how,
        missing=missing_text(data, row, state),
        among=tuple(awards[0].among) if awards else (),
        why=awards[0].why if awards else "",
        is_stale=_is_stale(awards, how) and not _passed_over_ids(data, row) & {*awards[0].among},
        fifty_fifty=data.fifty_fifties.get(row.pk),
        ladder=_ladder(row),
        is_drawn=row.number is not None,
        must_be_here=row.must_be_here,
    )
    return replace(line, rule=rule_text(data, row, line))


def _settlement_of(rows: Sequence[Award], outcome: Outcome[int]) -> SettledBy:
    """Return how the prize was settled; a tie settled among other people does not count."""
    if rows and rows[0].how in BY_CHANCE_OR_HAND:
        return SettledBy(rows[0].how)
    if outcome.is_shared:
        return SettledBy.SPLIT
    winners = {each.entrant_id for each in rows if each.how in TIES}
    if rows and not outcome.is_tied and winners == {*outcome.entrants}:
        return SettledBy(rows[0].how)
    return SettledBy.BEST


def _state(data: PrizeData, row: Prize, outcome: Outcome[int], how: SettledBy) -> PrizeState:
    kind = PrizeKind(row.kind)
    if how in BY_CHANCE_OR_HAND:
        return PrizeState.WON
    if row.number is None and (kind == PrizeKind.MYSTERY or KINDS[kind].won_by == WonBy.DRAWN):
        return PrizeState.TO_DRAW
    if KINDS[kind].won_by != WonBy.MEASURED:
        return PrizeState.TO_GIVE  # for example, a drawn ticket whose holder is unknown
    if not data.standings.rounds:
        return PrizeState.EARLY
    if not outcome.entrants:
        return PrizeState.TO_GIVE if _is_unknown(data, kind) else PrizeState.NOBODY
    return PrizeState.TIED if outcome.is_tied else PrizeState.WON


def _is_unknown(data: PrizeData, kind: PrizeKind) -> bool:
    """Return whether missing facts may decide the winner."""
    if kind in NEEDS_SEATS and not data.party.tracks_seats:
        return True
    unknown = {Needs.HANDS: data.tables_without_hands, Needs.ROUNDS: data.people_without_rounds}
    return bool(unknown.get(KINDS[kind].needs))


def _waits_for_tie(
    data: PrizeData, outcome: Outcome[int], undecided_above: Iterable[Outcome[int]]
) -> bool:
    """Return whether an undecided tie above may change the winner."""
    one_each = data.party.one_prize_each
    ladder = (outcome.prize.measure, outcome.prize.group)
    return any(
        (one_each or (other.prize.measure, other.prize.group) == ladder)
        and {*other.entrants} & {*outcome.entrants}
        for other in undecided_above
    )


def _shared_above(data: PrizeData, index: int, outcomes: Sequence[Outcome[int]]) -> int:
    """Return the cents that the same people have shared in the places above."""
    outcome = outcomes[index]
    return sum(
        row.money or 0
        for row, other in zip(data.rows[:index], outcomes[:index], strict=True)
        if other.is_shared
        and other.entrants == outcome.entrants
        and (other.prize.measure, other.prize.group)
        == (outcome.prize.measure, outcome.prize.group)
    )


def _sides(
    data: PrizeData, row: Prize, outcome: Outcome[int], earlier_cents: int
) -> tuple[Side, ...]:
    measure, cents = data.measure_of(row), data.money_of(row)
    sizes = [len(side) for side in outcome.sides]
    shares_by_side: Iterable[Sequence[int | None]] = [(None,) * size for size in sizes]
    if cents is not None:
        shares_by_side = _split_money(cents, sizes, earlier_cents)
    words = (measure.words_of(side) for side in outcome.sides)
    return tuple(
        Side(
            tuple(
                Winner(data.people[pk], score, share)
                for pk, share in zip(side, side_shares, strict=True)
            )
        )
        for side, side_shares, score in zip(outcome.sides, shares_by_side, words, strict=True)
    )


def _split_money(
    cents: int, sizes: Sequence[int], earlier_cents: int = 0
) -> list[tuple[int, ...]]:
    """Share money between sides, and then between the partners of each side."""
    cents_of_sides = shares(cents, len(sizes), before=earlier_cents)
    earlier_cents_of_sides = shares(earlier_cents, len(sizes))
    return [
        shares(side_cents, size, before=earlier)
        for side_cents, size, earlier in zip(
            cents_of_sides, sizes, earlier_cents_of_sides, strict=True
        )
    ]


def _is_stale(rows: Sequence[Award], how: SettledBy) -> bool:
    return bool(rows) and rows[0].how in TIES and bool(rows[0].among) and rows[0].how != how


def _compare_with_confirmed(line: PrizeLine, data: PrizeData, row: Prize) -> PrizeLine:
    """Add the confirmed winners. The line then shows the rule by which they won."""
    rows = data.awards.get(row.pk, [])
    confirmed = tuple(
        Winner(data.people[winner_id(each)], each.score, each.share) for each in rows
    )
    if line.is_settled and {*line.winners} == {*confirmed}:
        return replace(line, confirmed=confirmed)
    confirmed_line = replace(
        line, sides=(Side(confirmed),), how=SettledBy(rows[0].how) if rows else SettledBy.BEST
    )
    rule = rule_text(data, row, confirmed_line)
    return replace(line, confirmed=confirmed, is_changed=True, rule=rule)


def add_tie_choices(data: PrizeData, index: int, line: PrizeLine) -> PrizeLine:
    count_back = None if line.kind == PrizeKind.LOW else _count_back(data, line.sides)
    return replace(line, count_back=count_back, sharing=_sharing_text(data, index, line.sides))


def _sharing_text(data: PrizeData, index: int, sides: Sequence[Side]) -> str:
    """Name the prizes that the sides would share: one place for each side."""
    row = data.rows[index]
    ladder = [each for each in data.rows[index:] if _ladder(each) == _ladder(row)]
    prizes = ladder[: len(sides)]
    titles = [*map(str, prizes)]
    cents = sum(each.money or 0 for each in prizes)
    names = join_names(titles, f"{titles[0]} and {len(titles) - 1} more")
    if not cents:
        return names
    parts = {
        part
        for side_cents in _split_money(cents, [len(side.ids) for side in sides])
        for part in side_cents
    }
    amounts = [money(part, data.party.currency) for part in sorted(parts, reverse=True)]
    return f"{names}: {' or '.join(amounts)} each"


def _count_back(data: PrizeData, sides: Sequence[Side]) -> CountBack | None:
    """Return None if counting back leaves several sides.

    Set bids count only if every hand of the tied people is known. Partners count together.
    """
    lines = {line.person.id: line for line in data.standings.lines}
    tied = {index: [lines[pk] for pk in side.ids] for index, side in enumerate(sides)}
    remaining = tied.copy()
    for name, values in _comparisons(data, tied, remaining):
        if values.keys() == remaining.keys():
            best, second = sorted(values.values(), reverse=True)[:2]
            for index in [index for index, value in values.items() if value != best]:
                del remaining[index]
            if len(remaining) == 1:
                best_text, second_text = _measure_text(name, best), _measure_text(name, second)
                words = f"{COUNT_BACK_WORDS[name]}, {best_text} to {second_text}"
                return CountBack(sides[next(iter(remaining))], words)
    return None


def _comparisons(
    data: PrizeData,
    tied: Mapping[int, Sequence[StandingLine]],
    remaining: Mapping[int, Sequence[StandingLine]],
) -> Iterator[tuple[str, dict[int, int]]]:
    """Yield each measure with the number of each side: more is better.

    The caller takes losers out of `remaining`, and skips a measure that a remaining side lacks.
    """
    yield (
        "rounds_won",
        {index: sum([line.won for line in side_lines]) for index, side_lines in remaining.items()},
    )
    best = {
        index: [points for line in side_lines if (points := line.best) is not None]
        for index, side_lines in remaining.items()
    }
    yield "best_round", {index: max(points) for index, points in best.items() if points}
    all_sets = [
        each.sets for side_lines in tied.values() for line in side_lines for each in line.played
    ]
    if None not in all_sets:
        sets = data.measures[PAIR_WAS_SET].values
        yield (
            "fewest_sets",
            {
                index: -sum([sets.get(line.person.id, 0) for line in side_lines])
                for index, side_lines in remaining.items()
            },
        )


COUNT_BACK_WORDS = {
    "rounds_won": "more rounds won",
    "best_round": "the better best round",
    "fewest_sets": "fewer sets",
}


def _measure_text(name: str, value: int) -> str:
    return signed(value) if name == "best_round" else str(abs(value))
