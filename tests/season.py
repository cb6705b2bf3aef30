"""Several parties of a club, and a series of them."""

from datetime import timedelta

from party.models import Entrant, Player
from party.services.evening import rounds
from party.services.standings.series import create_series
from party.values.accounts import PROGRAM
from party.values.standings.series import SeriesPlan
from tests.evening import AT, BY_PROGRAM, close, draw, enter, party_with, start
from tests.guard import setting_up
from tests.once import once

# Numbers 1 and 3 of table 1 play North and South, 2 and 4 East and West.
NS_AHEAD, EW_AHEAD = "8hn9 7ce7 7sn6 8hn9", "8hn9 7ce7 7sn6 9dw9"


@once
def evening(ruth, hands, *, week=0, who=(), finished=True):
    """Play one party of one round; `who` are its players in order, by default new players."""
    at = AT + timedelta(weeks=week)
    party = party_with(
        4, by=ruth, cards="blind", rounds_planned=1, starts_at=at, name=f"Party {week + 1}"
    )
    with setting_up():
        for entrant, player in zip(party.entrants.order_by("number"), who, strict=False):
            Entrant.objects.filter(pk=entrant.pk).update(player=player, name=player.name)
        Player.objects.filter(club=party.club, entrants=None).delete()
    draw(party, handed_out=4)
    start(party)
    enter(party, hands)
    close(party)
    if finished:
        rounds.finish(party.pk, actor=PROGRAM, at=at)
    return party


def players_of(party):
    return [entrant.player for entrant in party.entrants.order_by("number")]


@once
def season_of(parties, /, **plan):
    chosen = {"name": "Winter 2026", "parties": tuple(party.pk for party in parties), **plan}
    return create_series(parties[0].club_id, SeriesPlan(**chosen), **BY_PROGRAM)
