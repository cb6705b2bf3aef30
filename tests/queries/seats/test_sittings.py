import pytest

from party.queries.seats.sittings import sittings
from tests.evening import draw, party_with
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


def test_accented_letters_sort_like_plain_letters():
    party = party_with(4)
    with setting_up():
        for entrant, name in zip(party.entrants.all(), ("Zoe", "Ánh", "Weiß", "Bo"), strict=True):
            entrant.sort_name = entrant.name = name
            entrant.save()
    draw(party)
    names = [each.person.name for each in sittings(party, party.rounds.get())]
    assert names == ["Ánh", "Bo", "Weiß", "Zoe"]
