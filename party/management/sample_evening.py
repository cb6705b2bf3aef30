"""The sample evening of a first start, in the middle of round 3."""

from collections.abc import Sequence
from datetime import datetime
from random import Random

from party.management.simulated_evening import (
    ROUND_DURATION,
    enter_hands,
    make_party,
    play_round,
    seat_round,
)
from party.models import Club, Party, User
from party.services.clubs import create_sample_club
from party.services.evening.rounds import start_round
from party.services.write import all_or_nothing
from party.values.accounts import Actor
from party.values.evening.parties import PartyPlan
from party.values.scores.tables import Spot

NAME = "St Ann’s card party"
SEED = 500
PEOPLE = 24
TIE = {4: "8hn8 8he8 8ss8 8sw8"}  # hands of table 4 in round 2, which end in a tie

# The hands entered so far in round 3, table 1 first.
HANDS_OF_ROUND_3: Sequence[str] = (
    "8hn8 9ce9 7ds8",
    "8de9 p 8hs7",
    "9sn9 8hw8 8ce7 8dn8",
    "8he9",
    "",
    "7hs7 8nw8",
)


def create_sample_evening(organiser: User, at: datetime) -> Party:
    """Make the sample evening in a club of its own; it begins an hour before `at`."""
    actor = organiser.actor
    with all_or_nothing():  # a killed first start stores nothing
        return _play_to_round_3(create_sample_club(organiser, actor=actor, at=at), actor, at)


def _play_to_round_3(club: Club, actor: Actor, at: datetime) -> Party:
    begin = at - 3 * ROUND_DURATION
    plan = PartyPlan.of_preset(
        "midway", name=NAME, place="St Ann’s parish hall", starts_at=begin, rounds=6
    )
    rng = Random(SEED)
    party = make_party(club, plan, PEOPLE, seed=str(SEED), actor=actor, at=begin)
    for number, typed in enumerate(({}, TIE), start=1):
        round_start = begin + (number - 1) * ROUND_DURATION
        seat_round(party, actor=actor, at=round_start)
        play_round(party, number, rng, actor=actor, at=round_start, typed=typed)
    round_start = begin + 2 * ROUND_DURATION
    seat_round(party, actor=actor, at=round_start)
    start_round(party.pk, actor=actor, at=round_start)
    for table, typed_so_far in enumerate(HANDS_OF_ROUND_3, start=1):
        enter_hands(party, Spot(party.pk, 3, table), typed_so_far, actor=actor, at=at)
    return party
