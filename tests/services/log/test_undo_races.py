import pytest

from party.models import Entrant, LogLine, Party
from party.services.people import arrivals, players
from tests.evening import BY_PROGRAM, party_with
from tests.services.scores.test_races import race

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def party():
    return party_with(8)


def revision(party):
    return Party.objects.get(pk=party.pk).revision


def count_undos(party):
    return LogLine.objects.filter(party=party, verb="taken back").count()


def test_three_desks_undo_one_line_once(party):
    alma = party.entrants.get(name="Alma")
    players.set_prize_group(party.pk, alma.pk, "Women", **BY_PROGRAM)
    line, seen = party.log.first().pk, revision(party)
    outcomes = race(*[("undo_line", party.pk, line, seen)] * 3)

    assert sorted(kind for kind, _ in outcomes) == ["ok", "refused", "refused"]
    assert count_undos(party) == 1
    alma.refresh_from_db()
    assert alma.prize_group == ""


@pytest.mark.parametrize("_time", range(3))
def test_undo_never_loses_a_change_of_another_desk(party, _time):
    alma = party.entrants.get(name="Alma")
    players.set_prize_group(party.pk, alma.pk, "Women", **BY_PROGRAM)
    line, seen = party.log.first().pk, revision(party)
    undo, group = race(
        ("undo_line", party.pk, line, seen), ("set_prize_group", party.pk, alma.pk, "Juniors")
    )

    assert group == ("ok", "Juniors")
    assert count_undos(party) == (undo[0] == "ok")
    alma.refresh_from_db()
    assert alma.prize_group == "Juniors"


@pytest.mark.parametrize("_time", range(3))
def test_undo_of_an_attendance_tick_races_with_the_draw(party, _time):
    alma = party.entrants.get(name="Alma")
    for here in (False, True):
        arrivals.set_attendance(party.pk, [alma.pk], here=here, **BY_PROGRAM)
    line, seen = party.log.first().pk, revision(party)
    undo, drawn = race(("undo_line", party.pk, line, seen), ("draw", party.pk))

    assert drawn == ("ok", "drawn")
    alma.refresh_from_db()
    is_on_bench = alma.places.filter(table__isnull=False).exists()
    assert (alma.state == Entrant.State.HERE) == is_on_bench == (undo[0] == "refused")
