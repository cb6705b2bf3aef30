"""Evenings with names of real length."""

from party.models import Party
from party.rosters import sort_name
from tests.evening import party_with
from tests.guard import setting_up
from tests.once import once

NAMES = (
    "Alma Rasmussen",
    "Alma Reed",
    "Łukasz Nguyễn",
    "Mary O'Brien-Smith",
    "Đặng Thị Hạnh",
    "王",
    "Cher",
    "Bert Ahl",
    "Zoë Marchetti",
)


@once
def named_party(players=8, preset="midway", *, names="short", standings="none", **fields):
    party = party_with(
        players, preset, guests=True, guest_names=names, guest_standings=standings, **fields
    )
    with setting_up():
        for entrant, name in zip(party.entrants.order_by("number"), NAMES, strict=False):
            entrant.name, entrant.sort_name = name, sort_name(name)
            entrant.save()
    return Party.objects.get(pk=party.pk)
