import pytest

from party.queries.hall.guests import GuestRound, MySeat
from party.values.people.person import Person
from party.values.standings.standings import RoundKind, RoundPoints


@pytest.mark.parametrize(
    ("kinds", "drawn"),
    [
        ((RoundKind.PLAYED,), False),
        ((RoundKind.PLAYED, RoundKind.SAT_OUT), True),
        ((RoundKind.PLAYED, RoundKind.ON_CARD, RoundKind.PLAYED), False),
    ],
)
def test_own_points_are_drawn_where_all_are_known(kinds, drawn):
    rounds = (RoundPoints(number, kind, 100) for number, kind in enumerate(kinds, 1))
    mine = MySeat(
        person=Person(1, 1, "Alma"), rounds=tuple(GuestRound(each, "") for each in rounds)
    )
    assert (mine.spark is not None) is drawn
