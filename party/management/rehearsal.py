"""The rehearsal of an evening, told line by line: points, moves, standings.

Nothing in the lines depends on the clock or on the database: the same seed tells the same story.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from random import Random

from party.engine import PRESETS
from party.management.simulated_evening import A_ROUND, current, make_party, play_round, seat
from party.models import Club, Party, User
from party.progression import FORMATS
from party.queries.scores.tables import table_scores
from party.queries.seats.seats import sittings
from party.queries.standings.standings import standings
from party.services.evening.rounds import finish
from party.values.evening.parties import Plan
from party.values.people.person import Sitting

OPPOSITE = dict(zip("NESW", "SWNE", strict=True))


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What to rehearse: a preset, how many people and rounds, how partners change, the seed."""

    rules: str
    people: int
    rounds: int
    partners: str
    seed: int


def rehearse(club: Club, wish: Wish, *, by: User | None, at: datetime) -> Iterator[str]:
    """Play the evening, as if it had just ended, and yield its lines."""
    begin = at - wish.rounds * A_ROUND
    party = make_party(club, plan_of(wish, begin), wish.people, seed=wish.seed, by=by, at=begin)
    dice = Random(wish.seed)
    yield heading(wish)
    before: tuple[Sitting, ...] = ()
    for number in range(1, wish.rounds + 1):
        now = begin + (number - 1) * A_ROUND
        after = sittings(party, seat(party, by=by, at=now))
        yield from ["", f"Seats of round {number}", *seat_lines(before, after)]
        play_round(party, dice, by=by, at=now)
        yield from ["", f"Points of round {number}", *point_lines(party)]
        before = after
    finish(party.pk, by=by, at=at)
    yield from ["", "Standings", *standing_lines(party)]


def plan_of(wish: Wish, at: datetime) -> Plan:
    return Plan(
        name=f"Rehearsal, seed {wish.seed}",
        starts_at=at,
        preset=wish.rules,
        rules=PRESETS[wish.rules],
        format=FORMATS[wish.rules].replace(which_partner_shifts=wish.partners),
        rounds=wish.rounds,
    )


def heading(wish: Wish) -> str:
    over = wish.people % 4
    out = f", {over} sitting out" if over else ""
    return (
        f"{PRESETS[wish.rules].name}: {wish.people} people at {wish.people // 4} tables{out}, "
        f"{wish.rounds} rounds, partners {wish.partners}, seed {wish.seed}"
    )


def seat_lines(before: tuple[Sitting, ...], after: tuple[Sitting, ...]) -> Iterator[str]:
    """Say where everybody goes, A–Z: from where, to where, with whom."""
    came_from = {sitting.person.id: chair(sitting) for sitting in before}
    at_chair = {(sitting.table, sitting.seat): sitting.person for sitting in after}
    for sitting in after:
        old = came_from.get(sitting.person.id)
        line = f"  {sitting.person}: " + (f"{old} → {chair(sitting)}" if old else chair(sitting))
        partner = at_chair.get((sitting.table, OPPOSITE.get(sitting.seat or "")))
        yield f"{line}, with {partner}" if partner else line


def chair(sitting: Sitting) -> str:
    return f"{sitting.table}{sitting.seat}" if sitting.table else "out"


def point_lines(party: Party) -> Iterator[str]:
    for score in table_scores(party, current(party)).values():
        cut = f", {score.cut} won the cut" if score.cut else ""
        hands = f"{score.saved} hands"
        yield f"  Table {score.number}: N-S {score.ns}, E-W {score.ew}{cut} ({hands})"


def standing_lines(party: Party) -> Iterator[str]:
    for line in standings(Party.objects.get(pk=party.pk)).lines:
        yield f"  {line.rank or '':>3} {line.total:6}  {line.person}"
