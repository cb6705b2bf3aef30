"""Removes players, and searches all tables for a name."""

import json

from django.apps import apps
from django.contrib.sessions.models import Session

from party.models import Party, Player, User
from party.rosters import sort_name
from party.services.people.former_players import remove_player
from tests.evening import AT
from tests.guard import setting_up


def rows_with(name):
    """Return the model, column and text of every value in the database that contains a name."""
    found = []
    for model in apps.get_models():
        fields = model._meta.concrete_fields if model is not Session else ()
        for row in model._base_manager.all():
            texts = [(each.attname, text_of(getattr(row, each.attname))) for each in fields]
            found += [(model.__name__, *each) for each in texts if name.lower() in each[1].lower()]
    return found


def text_of(value):
    is_plain = isinstance(value, str | int | float | bool | list | dict | None)
    return json.dumps(value, ensure_ascii=False) if is_plain else str(value)


def finish_all(club):
    with setting_up():
        Party.objects.filter(club=club, finished_at=None).update(finished_at=AT)


def remove_from_club(player, *, by=None):
    by = by or User.objects.filter(memberships__club=player.club).order_by("pk").first()
    return remove_player(player.club_id, player.pk, actor=by.actor, at=AT)


def player_of(party, number=1):
    return Player.objects.get(entrants__party=party, entrants__number=number)


def with_full_name(party, name="Alma Rasmussen", number=1):
    """Give a person at a party a name that is in no sentence of the program; return the player."""
    with setting_up():
        entrant = party.entrants.get(number=number)
        fields = {"name": name, "sort_name": sort_name(name)}
        party.entrants.filter(pk=entrant.pk).update(**fields)
        Player.objects.filter(pk=entrant.player_id).update(**fields)
    return player_of(party, number)
