"""Random evenings: results, leavers, arrivals and sit-outs."""

from dataclasses import dataclass
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from party.progression import MOVEMENTS, Seating, draw, next_seating, sit_outs

EVENINGS = settings(max_examples=60, deadline=None)
PARTNERS = st.sampled_from(["chairs", "fresh"])


@dataclass(frozen=True)
class Step:
    """Results, leavers and the number of arrivals between two rounds."""

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
class Night:
    """A played evening: seatings, the arguments of each move, the rota at its end."""

    past: list[Seating]
    calls: list[dict]
    rota: tuple[int, ...]


def play(evening, partners):
    order, rota, movement, steps = evening
    night = Night([draw(order, rota)], [], rota)
    newest = len(order)
    for step in steps:
        last = night.past[-1]
        present = last.everybody()
        leaving = tuple(n for n in step.leaving if n in present)
        if len(present) - len(leaving) < 8:
            leaving = ()
        arriving = tuple(range(newest, newest + step.arriving))
        newest += step.arriving
        night.rota = tuple(n for n in night.rota if n not in leaving) + arriving
        call = {
            "ahead": dict(enumerate(step.ahead, 1)),
            "movement": movement,
            "past": tuple(night.past),
            "rota": night.rota,
            "leaving": leaving,
            "arriving": arriving,
        }
        night.calls.append(call)
        night.past.append(next_seating(last, partners=partners, **call))
    return night


def couples(seating):
    return {frozenset(pair) for n, e, s, w in seating.tables for pair in ((n, s), (e, w))}


@given(evenings(), PARTNERS)
@EVENINGS
def test_everybody_has_exactly_one_place(evening, partners):
    night = play(evening, partners)
    present = set(evening[0])
    for call, seating in zip([{}, *night.calls], night.past, strict=True):
        present = present - set(call.get("leaving", ())) | set(call.get("arriving", ()))
        assert sorted(seating.everybody()) == sorted(present)
        assert len(seating.tables) == len(present) // 4
        assert len(seating.bench) == len(present) % 4


@given(evenings(attendance_changes=False), PARTNERS)
@EVENINGS
def test_every_pair_that_must_split_does(evening, partners):
    night = play(evening, partners)
    for before, after, call in zip(night.past, night.past[1:], night.calls, strict=False):
        for number, table in enumerate(after.tables, 1):
            if call["movement"].splits(number):
                assert not couples(before) & couples(Seating((table,)))


@given(evenings(), PARTNERS)
@EVENINGS
def test_old_partners_rejoin_only_in_the_last_chair_filled(evening, partners):
    night = play(evening, partners)
    for before, after, call in zip(night.past, night.past[1:], night.calls, strict=False):
        rejoined = {
            (number, pair)
            for number, table in enumerate(after.tables, 1)
            if call["movement"].splits(number)
            for pair in couples(before) & couples(Seating((table,)))
        }
        assert len(rejoined) <= 1
        assert not rejoined or call["leaving"] or call["arriving"]
        assert all(was_last_chair(before, after, call, number) for number, _ in rejoined)


def was_last_chair(before, after, call, number):
    """Return whether no chair of a later table was filled."""
    tables = Seating(before.tables)
    plain = next_seating(tables, ahead=call["ahead"], movement=call["movement"]).tables
    later = zip(plain[number:], after.tables[number:], strict=False)
    opened = len(after.tables) > len(plain) and number < len(after.tables)
    return not opened and all(set(planned) == set(actual) for planned, actual in later)


@given(evenings(), PARTNERS)
@EVENINGS
def test_sit_outs_never_differ_by_more_than_one_through_the_rota(evening, partners):
    night = play(evening, partners)
    rotas = [evening[1], *(call["rota"] for call in night.calls)]
    for played, rota in enumerate(rotas, 1):
        counts = sit_outs(night.past[:played], rota)
        assert not counts or max(counts.values()) - min(counts.values()) <= 1


@given(evenings(), PARTNERS)
@EVENINGS
def test_fresh_partners_repeat_no_more_than_chairs_at_any_table(evening, partners):
    night = play(evening, partners)
    for before, call in zip(night.past, night.calls, strict=False):
        met = [couples(seating) for seating in call["past"]]
        tables_by_policy = [
            next_seating(before, partners=policy, **call).tables for policy in ("fresh", "chairs")
        ]
        for fresh, chairs in zip(*tables_by_policy, strict=True):
            assert sorted(fresh) == sorted(chairs)
            assert repeats(fresh, met) <= repeats(chairs, met)


def repeats(table, met):
    return sum(len(couples(Seating((table,))) & pairs) for pairs in met)


@pytest.mark.parametrize("movement", ["midway", "iowa"])
def test_no_exchange_of_filled_chairs_parts_more_partners(movement):
    before = Seating(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)))
    played = couples(before)
    for results in product(["NS", "EW"], repeat=3):
        call = {"ahead": dict(enumerate(results, 1)), "movement": MOVEMENTS[movement]}
        planned = next_seating(before, **call).chairs
        for leaving in combinations(range(1, 13), 4):
            after = next_seating(before, leaving=leaving, **call)
            if joined := len(played & couples(after)):
                filled = [each for each in after.chairs if planned[each] != after.chairs[each]]
                for pair in combinations(filled, 2):
                    assert len(played & couples(after.exchanged(*pair))) >= joined
