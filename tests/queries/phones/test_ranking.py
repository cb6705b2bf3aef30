import pytest

from party.models import Party
from party.queries.phones.table import read_phone, table_state, table_token
from party.services.hall import screen
from tests.evening import (
    AT,
    BY_PROGRAM,
    close,
    enter,
    play_round,
    play_rounds,
    seat_next,
    start,
)
from tests.guests import named_party
from tests.prize_giving import finish_party

pytestmark = pytest.mark.django_db


def shown(party, table=1):
    """Return place, name and points of each line, and the names of people who just played here."""
    phone = read_phone(party.code, table, table_token(party, table), AT)
    ranking = table_state(Party.objects.get(pk=party.pk), table, phone, AT).ranking
    lines = [(each.place, each.name, each.points) for each in ranking]
    return lines, {each.name for each in ranking if each.here}


def ranked_party(**fields):
    usual = {"rounds_planned": 2, "phones": True, "phone_ranking": True}
    return named_party(16, **{**usual, **fields})


def test_a_phone_shows_no_ranking_until_the_host_chooses_it():
    party = named_party(8, phones=True)
    play_rounds(party, 1)
    assert shown(party) == ([], set())


def test_between_rounds_a_phone_shows_the_leaders_and_its_own_people():
    party = ranked_party()
    start(party)
    assert shown(party) == ([], set())
    hands = ["10sn10 8hn8 7cn7 7sn7", "8hn9 8hn9 7sn7 7sn7", "9dw9 9dw9 7se7 7sn7"]
    for number, text in enumerate([*hands, "7sn6 7sn6 7se6 7sn6"], start=1):
        enter(party, text, number)
    assert shown(party) == ([], set())
    close(party)
    lines, here = shown(party, 4)
    assert [place for place, *_ in lines[:5]] == ["1=", "1=", "3=", "3=", "5="]
    assert len(here) == 4
    assert here <= {name for _, name, _ in lines}
    assert {name for _, name, _ in lines} > here
    seat_next(party)
    assert shown(party, 4) == (lines, here)
    start(party)
    assert shown(party, 4) == ([], set())
    play_round(party)
    assert shown(party, 4) == ([], set())  # the winners stay secret after the last round


@pytest.mark.parametrize("reveal", ["host", "at once"])
def test_without_planned_rounds_the_winners_stay_secret_after_each_closed_round(reveal):
    party = ranked_party(preset="iowa", rounds_planned=None, reveal=reveal)
    play_rounds(party, 1)
    is_shown = reveal == "at once"
    assert bool(shown(party)[0]) is is_shown
    seat_next(party)
    assert bool(shown(party)[0]) is is_shown
    screen.announce_seats(party.pk, **BY_PROGRAM)
    assert shown(party)[0]
    start(party)
    play_round(party)
    assert bool(shown(party)[0]) is is_shown
    finish_party(party)
    assert shown(party) == ([], set())


def test_the_ranking_has_the_names_that_guests_see():
    party = ranked_party()
    play_rounds(party, 1)
    lines, _ = shown(party)
    assert "Alma R. (1)" in {name for _, name, _ in lines}
    assert not [name for _, name, _ in lines if "Rasmussen" in name]


def test_the_ranking_on_the_phone_of_each_table_takes_seven_queries(django_assert_num_queries):
    party = ranked_party()
    play_rounds(party, 1)
    counts = set()
    shown(party)
    for table in (2, 3):
        with django_assert_num_queries(7) as queries:
            shown(party, table)
        counts.add(len(queries))
    assert counts == {7}
