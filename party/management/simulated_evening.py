"""An evening of sample people, played by bots through the services."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from uuid import uuid4

from django.conf import settings

from party.engine import read_entry
from party.management.bot_hands import typed_hands
from party.models import Club, Party, Player, Round
from party.queries.evening.rounds import latest_round, needs_pair_ahead
from party.queries.scores.tables import table_scores
from party.rosters import casefolded_name
from party.services.evening.parties import create_party
from party.services.evening.rounds import (
    check_round,
    close_round,
    draw_seats,
    ring_bell,
    seat_next_round,
    start_round,
)
from party.services.people.players import add_entrants
from party.services.scores.entries import save_hand
from party.services.scores.tables import decide_cut
from party.values.accounts import Actor
from party.values.evening.parties import PartyPlan
from party.values.people.attendance import Newcomer
from party.values.scores.tables import Spot

ROUND_DURATION = timedelta(minutes=22)
ROSTERS = ("youngstown-24", "midway-20", "iowa-22")


def make_party(
    club: Club, plan: PartyPlan, people: int, *, seed: str, actor: Actor, at: datetime
) -> Party:
    party = create_party(club.pk, plan, actor=actor, at=at, seed=seed)
    newcomers = newcomers_for(club, sample_people(people))
    add_entrants(party.pk, newcomers, actor=actor, at=at, here=True)
    return party


def sample_people(count: int) -> list[tuple[str, str]]:
    """Return names with prize groups, from the rosters in fixtures/, then "Guest 67" and so on."""
    people = [person for roster in ROSTERS for person in read_roster(roster)]
    guests = [(f"Guest {number}", "") for number in range(len(people) + 1, count + 1)]
    return [*people, *guests][:count]


def read_roster(name: str) -> Iterator[tuple[str, str]]:
    path = settings.RESOURCES / "fixtures" / f"{name}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield row["name"], row["group"]


def newcomers_for(club: Club, people: Sequence[tuple[str, str]]) -> list[Newcomer]:
    """Return the people, matched by name to players of the club."""
    players_by_name: dict[str, list[int]] = {}
    for pk, name in Player.objects.filter(club=club).order_by("-pk").values_list("pk", "name"):
        players_by_name.setdefault(casefolded_name(name), []).append(pk)
    newcomers = []
    for name, group in people:
        players = players_by_name.get(casefolded_name(name), [])
        player = players.pop() if players else None
        newcomers.append(Newcomer(name, group, player=player, is_namesake=True))
    return newcomers


def seat_round(party: Party, *, actor: Actor, at: datetime) -> Round:
    if latest_round(party) is None:
        return draw_seats(party.pk, actor=actor, at=at)
    return seat_next_round(party.pk, actor=actor, at=at)


def play_round(
    party: Party,
    number: int,
    rng: Random,
    *,
    actor: Actor,
    at: datetime,
    typed: Mapping[int, str] | None = None,
) -> None:
    start_round(party.pk, actor=actor, at=at)
    scores = table_scores(party, number)
    for table, score in scores.items():
        lines = typed_hands(party.rules, score.limit, rng)
        spot = Spot(party.pk, number, table)
        enter_hands(party, spot, (typed or {}).get(table, " ".join(lines)), actor=actor, at=at)
    if any(score.limit is None for score in scores.values()):
        ring_bell(party.pk, actor=actor, at=at)
    check_round(party.pk, actor=actor, at=at)
    decide_cuts(party, number, rng, actor=actor, at=at)
    close_round(party.pk, number, actor=actor, at=at)


def enter_hands(party: Party, spot: Spot, typed: str, *, actor: Actor, at: datetime) -> None:
    for line in typed.split():
        save_hand(spot, read_entry(party.rules, line), submission=uuid4(), actor=actor, at=at)


def decide_cuts(party: Party, number: int, rng: Random, *, actor: Actor, at: datetime) -> None:
    if not needs_pair_ahead(party, number):
        return
    for score in table_scores(party, number).values():
        if score.is_tied:
            pair = rng.choice(("NS", "EW"))
            decide_cut(Spot(party.pk, number, score.number), pair, actor=actor, at=at)
