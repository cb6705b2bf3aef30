"""A rehearsed evening as lines of text. The same seed gives the same lines."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from random import Random

from party.engine import PRESETS
from party.management.simulated_evening import (
    ROUND_DURATION,
    make_party,
    play_round,
    seat_round,
)
from party.models import Club, Party
from party.progression import FACING, FORMATS
from party.queries.scores.tables import table_scores
from party.queries.seats.sittings import sittings
from party.queries.standings.standings import standings
from party.services.evening.rounds import finish
from party.values.accounts import Actor
from party.values.evening.parties import PartyPlan
from party.values.numbers import counted
from party.values.people.person import Sitting


@dataclass(frozen=True, kw_only=True)
class RehearsalOptions:
    rules: str
    people: int
    rounds: int
    partners: str
    seed: int


def rehearsal_lines(
    club: Club, options: RehearsalOptions, *, actor: Actor, at: datetime
) -> Iterator[str]:
    begin = at - options.rounds * ROUND_DURATION
    plan, seed = plan_of(options, begin), str(options.seed)
    party = make_party(club, plan, options.people, seed=seed, actor=actor, at=begin)
    rng = Random(options.seed)
    yield heading(options)
    before: tuple[Sitting, ...] = ()
    for number in range(1, options.rounds + 1):
        round_start = begin + (number - 1) * ROUND_DURATION
        after = sittings(party, seat_round(party, actor=actor, at=round_start))
        yield from ["", f"Seats of round {number}", *seat_lines(before, after)]
        play_round(party, number, rng, actor=actor, at=round_start)
        yield from ["", f"Points of round {number}", *point_lines(party, number)]
        before = after
    finish(party.pk, actor=actor, at=at)
    yield from ["", "Standings", *standing_lines(party)]


def plan_of(options: RehearsalOptions, at: datetime) -> PartyPlan:
    return PartyPlan(
        name=f"Rehearsal, seed {options.seed}",
        starts_at=at,
        preset=options.rules,
        rules=PRESETS[options.rules],
        format=FORMATS[options.rules].replace(which_partner_shifts=options.partners),
        rounds=options.rounds,
    )


def heading(options: RehearsalOptions) -> str:
    bench = options.people % 4
    tables, rounds = counted(options.people // 4, "table"), counted(options.rounds, "round")
    sitting_out = f", {bench} sitting out" if bench else ""
    return (
        f"{PRESETS[options.rules].name}: {options.people} people "
        f"at {tables}{sitting_out}, {rounds}, "
        f"partners {options.partners}, seed {options.seed}"
    )


def seat_lines(before: tuple[Sitting, ...], after: tuple[Sitting, ...]) -> Iterator[str]:
    old_chairs = {sitting.person.id: chair_name(sitting) for sitting in before}
    people_by_chair = {(sitting.table, sitting.seat): sitting.person for sitting in after}
    for sitting in after:
        old_chair, chair = old_chairs.get(sitting.person.id), chair_name(sitting)
        line = f"  {sitting.person}: {f'{old_chair} → ' if old_chair else ''}{chair}"
        partner_seat = FACING[sitting.seat] if sitting.seat else ""
        partner = people_by_chair.get((sitting.table, partner_seat))
        yield f"{line}, with {partner}" if partner else line


def chair_name(sitting: Sitting) -> str:
    return f"{sitting.table}{sitting.seat}" if sitting.table else "out"


def point_lines(party: Party, number: int) -> Iterator[str]:
    for score in table_scores(party, number).values():
        cut = f", {score.cut} won the cut" if score.cut else ""
        hands = f"{score.saved} hands"
        yield f"  Table {score.number}: N-S {score.ns}, E-W {score.ew}{cut} ({hands})"


def standing_lines(party: Party) -> Iterator[str]:
    for line in standings(Party.objects.get(pk=party.pk)).lines:
        yield f"  {line.rank or '':>3} {line.total:6}  {line.person}"
