import pytest

from party.queries.evening.rounds import live
from party.queries.log.lines import lines
from party.queries.seats.rota import rota
from party.services.seats.swaps import swap_in_rota
from party.values.log.lines import LogFilter
from party.values.refusals import Refused
from tests.evening import (
    BY_PROGRAM,
    add_people,
    drawn_party,
    set_people,
    started_party,
)

pytestmark = pytest.mark.django_db


def swap(party, one, other):
    swap_in_rota(party.pk, one.id, other.id, **BY_PROGRAM)


def test_a_swap_in_the_rota_before_the_start_exchanges_turns_and_chairs():
    party = drawn_party(9)
    bench_person, *_, last = rota(party)
    swap(party, last, bench_person)
    assert live(party).bench == (last,)
    assert (rota(party)[0], rota(party)[-1]) == (last, bench_person)
    for person in (last, bench_person):
        line = lines(party, LogFilter(person=person), is_organiser=True).first()
        assert line.verb == "rota swapped"


def test_a_swap_within_the_bench_changes_only_the_order():
    party = drawn_party(10)
    first, second, *_ = rota(party)
    swap(party, first, second)
    assert set(live(party).bench) == {first, second}
    assert rota(party)[:2] == (second, first)


def test_a_swap_in_the_rota_after_the_start_changes_no_chairs():
    party = started_party(9)
    bench_person, due, *_ = rota(party)
    swap(party, bench_person, due)
    assert live(party).bench == (bench_person,)
    assert rota(party)[:2] == (due, bench_person)


def test_a_swap_with_an_unseated_latecomer_changes_turns_only():
    party = drawn_party(9)
    add_people(party, 1)
    set_people(party, 10, rota=10)
    bench_person, *_, latecomer = rota(party)
    swap(party, bench_person, latecomer)
    assert live(party).bench == (bench_person,)
    assert rota(party)[0] == latecomer


def test_swap_needs_two_people_of_the_rota():
    party = drawn_party(9)
    one = rota(party)[0]
    with pytest.raises(Refused) as refused:
        swap(party, one, one)
    assert refused.value.faults[0].field == "other"
