"""A person leaves the club's list: the name goes everywhere, and nothing else changes."""

import pytest

from party.models import Party, Player
from party.queries.backups.check import party_differences
from tests.acts import ACTS
from tests.leaving import finish_all, leave, rows_with

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("verb", sorted(ACTS))
def test_after_every_verb_the_name_stands_nowhere_and_the_party_still_adds_up(verb):
    ACTS[verb][0]()
    player = Player.objects.order_by("pk").first()
    if player is None:
        return  # a verb of a club without people
    finish_all(player.club)
    before = differences(player.club)

    leave(player)

    if not Player.objects.filter(name=player.name).exists():  # at two evenings another has it
        assert rows_with(player.name) == []
    assert differences(player.club) == [
        each.replace(player.name, "Former player 1") for each in before
    ]


def differences(club):
    return [line for party in Party.objects.filter(club=club) for line in party_differences(party)]
