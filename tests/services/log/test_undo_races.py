"""Two desks take back, or one takes back what the other goes on from: one of them comes first."""

import pytest

from party.models import Entrant, LogLine, Party
from party.services.people import arrivals, players
from party.values.accounts import PROGRAM
from tests.evening import AT, party_with
from tests.services.scores.test_races import race

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def party():
    return party_with(8)


def revision(party):
    return Party.objects.get(pk=party.pk).revision


def took(party):
    return LogLine.objects.filter(party=party, verb="taken back").count()


def test_one_line_is_taken_back_once(party):
    alma = party.entrants.get(name="Alma")
    players.set_prize_group(party.pk, alma.pk, "Women", actor=PROGRAM, at=AT)
    line, seen = party.log.first().pk, revision(party)
    outcomes = race(*[("take_back", party.pk, line, seen)] * 3)

    assert sorted(kind for kind, _ in outcomes) == ["ok", "refused", "refused"]
    assert took(party) == 1
    alma.refresh_from_db()
    assert alma.prize_group == ""


@pytest.mark.parametrize("_time", range(3))
def test_what_another_desk_changes_meanwhile_is_never_lost(party, _time):
    alma = party.entrants.get(name="Alma")
    players.set_prize_group(party.pk, alma.pk, "Women", actor=PROGRAM, at=AT)
    line, seen = party.log.first().pk, revision(party)
    back, group = race(
        ("take_back", party.pk, line, seen), ("group", party.pk, alma.pk, "Juniors")
    )

    assert group == ("ok", "Juniors")
    assert took(party) == (back[0] == "ok")
    alma.refresh_from_db()
    assert alma.prize_group == "Juniors"


@pytest.mark.parametrize("_time", range(3))
def test_tick_is_taken_back_or_the_seats_are_drawn_with_it(party, _time):
    alma = party.entrants.get(name="Alma")
    for here in (False, True):
        arrivals.set_attendance(party.pk, [alma.pk], here=here, actor=PROGRAM, at=AT)
    line, seen = party.log.first().pk, revision(party)
    back, drawn = race(("take_back", party.pk, line, seen), ("draw", party.pk))

    assert drawn == ("ok", "drawn")
    alma.refresh_from_db()
    sits = alma.places.filter(table__isnull=False).exists()
    assert (alma.state == Entrant.State.HERE) == sits == (back[0] == "refused")
