"""Random evenings: results, leavers, arrivals and sit-outs."""

from dataclasses import dataclass
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from party.progression import MOVEMENTS, Seating, draw, next_seating, sit_outs
from tests.sampling import examples

EVENING_SETTINGS = settings(max_examples=examples(60))
PARTNERS = st.sampled_from(["chairs", "fresh"])


@dataclass(frozen=True)
class Step:
    """The changes between two rounds; `arriving` is the number of people who arrive."""

    ahead: tuple[str, ...]
    leaving: tuple[int, ...]
    arriving: int


STEPS = st.lists(
    st.builds(
        Step,
        ahead=st.lists(st.sampled_from(["NS", "EW"]), min_size=13, max_size=13).map(tuple),
        leaving=st.lists(st.integers(0, 40), max_size=3, unique=True).map(tuple),
        arriving=st.sampled_from([0, 0, 0, 1, 2, 4]),
    ),
    min_size=1,
    max_size=7,
)

pytestmark = pytest.mark.no_cover


@st.composite
def evenings(draw_, *, attendance_changes=True):
    """Return the arguments of an evening: people in order, rota, movement, steps."""
    people = draw_(st.integers(7, 26))
    rota = draw_(st.permutations(range(people)))
    house = draw_(st.integers(0, 2))  # house players are not in the rota
    steps = draw_(STEPS)
    if not attendance_changes:
        steps = [Step(step.ahead, (), 0) for step in steps]
    movement = draw_(st.sampled_from(sorted(MOVEMENTS)))
    return tuple(range(people)), tuple(rota)[house:], MOVEMENTS[movement], tuple(steps)


@dataclass
class PlayedEvening:
    """The seatings of an evening, the arguments of each move, and the last rota."""

    past: list[Seating]
    move_arguments: list[dict]
    rota: tuple[int, ...]


def play_evening(evening, partners):
    order, rota, movement, steps = evening
    night = PlayedEvening([draw(order, rota)], [], rota)
    next_person = len(order)
    for step in steps:
        last = night.past[-1]
        people_here = last.everybody()
        leaving = tuple(n for n in step.leaving if n in people_here)
        if len(people_here) - len(leaving) < 8:
            leaving = ()
        arriving = tuple(range(next_person, next_person + step.arriving))
        next_person += step.arriving
        night.rota = tuple(n for n in night.rota if n not in leaving) + arriving
        arguments = {
            "ahead": dict(enumerate(step.ahead, 1)),
            "movement": movement,
            "past": tuple(night.past),
            "rota": night.rota,
            "leaving": leaving,
            "arriving": arriving,
        }
        night.move_arguments.append(arguments)
        night.past.append(next_seating(last, partners=partners, **arguments))
    return night


def partnerships(seating):
    return {frozenset(pair) for n, e, s, w in seating.tables for pair in ((n, s), (e, w))}


@given(evenings(), PARTNERS)
@EVENING_SETTINGS
def test_everybody_has_exactly_one_place(evening, partners):
    night = play_evening(evening, partners)
    people_here = set(evening[0])
    for arguments, seating in zip([{}, *night.move_arguments], night.past, strict=True):
        people_here = people_here - set(arguments.get("leaving", ())) | set(
            arguments.get("arriving", ())
        )
        assert sorted(seating.everybody()) == sorted(people_here)
        assert len(seating.tables) == len(people_here) // 4
        assert len(seating.bench) == len(people_here) % 4


@given(evenings(attendance_changes=False), PARTNERS)
@EVENING_SETTINGS
def test_every_pair_that_must_split_splits(evening, partners):
    night = play_evening(evening, partners)
    for before, after, arguments in zip(
        night.past, night.past[1:], night.move_arguments, strict=False
    ):
        for number, table in enumerate(after.tables, 1):
            if arguments["movement"].splits(number):
                assert not partnerships(before) & partnerships(Seating((table,)))


@given(evenings(), PARTNERS)
@EVENING_SETTINGS
def test_old_partners_rejoin_only_in_the_chair_that_is_filled_last(evening, partners):
    night = play_evening(evening, partners)
    for before, after, arguments in zip(
        night.past, night.past[1:], night.move_arguments, strict=False
    ):
        rejoined = {
            (number, pair)
            for number, table in enumerate(after.tables, 1)
            if arguments["movement"].splits(number)
            for pair in partnerships(before) & partnerships(Seating((table,)))
        }
        assert len(rejoined) <= 1
        assert not rejoined or arguments["leaving"] or arguments["arriving"]
        assert all(was_last_chair(before, after, arguments, number) for number, _ in rejoined)


def was_last_chair(before, after, arguments, number):
    """Return whether nobody filled a chair at a later table than this one."""
    tables = Seating(before.tables)
    by_movement = next_seating(
        tables, ahead=arguments["ahead"], movement=arguments["movement"]
    ).tables
    later_tables = zip(by_movement[number:], after.tables[number:], strict=False)
    has_new_table = len(after.tables) > len(by_movement) and number < len(after.tables)
    return not has_new_table and all(
        set(planned) == set(actual) for planned, actual in later_tables
    )


@given(evenings(), PARTNERS)
@EVENING_SETTINGS
def test_sit_outs_differ_by_one_at_most(evening, partners):
    night = play_evening(evening, partners)
    rotas = [evening[1], *(arguments["rota"] for arguments in night.move_arguments)]
    for count, rota in enumerate(rotas, 1):
        counts = sit_outs(night.past[:count], rota)
        assert not counts or max(counts.values()) - min(counts.values()) <= 1


@given(evenings(), PARTNERS)
@EVENING_SETTINGS
def test_fresh_partners_repeat_no_more_partnerships_than_partners_by_chair(evening, partners):
    night = play_evening(evening, partners)
    for before, arguments in zip(night.past, night.move_arguments, strict=False):
        past_partnerships = [partnerships(seating) for seating in arguments["past"]]
        tables_by_policy = [
            next_seating(before, partners=policy, **arguments).tables
            for policy in ("fresh", "chairs")
        ]
        for fresh, chairs in zip(*tables_by_policy, strict=True):
            assert sorted(fresh) == sorted(chairs)
            assert repeat_count(fresh, past_partnerships) <= repeat_count(
                chairs, past_partnerships
            )


def repeat_count(table, past_partnerships):
    return sum(len(partnerships(Seating((table,))) & pairs) for pairs in past_partnerships)


@pytest.mark.parametrize("movement", ["midway", "iowa"])
def test_no_exchange_of_filled_chairs_separates_more_partners(movement):
    before = Seating(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)))
    last_partnerships = partnerships(before)
    for results in product(["NS", "EW"], repeat=3):
        arguments = {"ahead": dict(enumerate(results, 1)), "movement": MOVEMENTS[movement]}
        planned = next_seating(before, **arguments).chairs
        for leaving in combinations(range(1, 13), 4):
            after = next_seating(before, leaving=leaving, **arguments)
            if rejoined_count := len(last_partnerships & partnerships(after)):
                moved_people = [
                    each for each in after.chairs if planned[each] != after.chairs[each]
                ]
                for pair in combinations(moved_people, 2):
                    assert (
                        len(last_partnerships & partnerships(after.exchanged(*pair)))
                        >= rejoined_count
                    )
