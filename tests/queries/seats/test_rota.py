import pytest

from party.queries.evening.rounds import latest_round
from party.queries.seats.rota import rota, rounds_sat_out, turns_to_come
from tests.evening import drawn_party, play_rounds, seat_next

pytestmark = pytest.mark.django_db


def test_people_who_have_sat_out_get_the_last_turns_to_sit_out():
    party = drawn_party(10)
    order = [person.id for person in rota(party)]
    assert rounds_sat_out(party) == {key: [1] for key in order[:2]}
    turns, due_count = turns_to_come(party)
    assert [person.id for person in turns] == order[2:] + order[:2]
    assert due_count == 2
    play_rounds(party, 1)
    seat_next(party)
    bench = latest_round(party).places.filter(table=None).values_list("entrant_id", flat=True)
    assert set(bench) == {person.id for person in turns[:2]}
    assert rounds_sat_out(party) == {key: [1] for key in order[:2]} | {key: [2] for key in bench}
