"""Chains of exchanges: examples, every room of eight against all chains of three, and bounds."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from party.progression import Seating, Wish, against, draw, unkept
from party.progression import exchanges as module
from party.progression.exchanges import WishTables, keep_wishes
from party.progression.wishes import conditions

EIGHT = tuple(range(8))
PAIRWISE = ["apart", "together", "partners", "not_partners"]


def all_within(exchanges):
    """Return every order of eight people that so many exchanges make of the first."""
    newest = found = {EIGHT}
    for _ in range(exchanges):
        newest = {swapped(order, *pair) for order in newest for pair in combinations(EIGHT, 2)}
        found = found | newest
    return sorted(found)


def swapped(order, one, other):
    people = list(order)
    people[one], people[other] = people[other], people[one]
    return tuple(people)


WITHIN_THREE = all_within(3)


def seated(people):
    tables = [tuple(people[first : first + 4]) for first in range(0, len(people), 4)]
    return Seating(tuple(tables))


def kept(asked, seating):
    return {place for place, condition in enumerate(asked) if condition.is_kept(seating.chairs)}


def by_single_exchanges(people, wishes, past):
    """Return the room as it is when no single exchange helps any more."""
    tables = [list(people[:4]), list(people[4:])]
    room = WishTables(tables, conditions(wishes, past), past, {})
    while sum(room.keep(condition) for condition in room.conditions):
        pass
    return Seating(tuple(map(tuple, tables)))


@st.composite
def rooms(draw_):
    """Return eight people as they sit, as they sat before, and what they wish."""
    pair = st.lists(st.sampled_from(EIGHT), min_size=2, max_size=2, unique=True).map(tuple)
    wish = st.one_of(
        st.builds(Wish, st.sampled_from(PAIRWISE), pair),
        st.sampled_from(EIGHT).map(lambda one: Wish("stay", (one,))),
    )
    wishes = draw_(st.lists(wish, min_size=2, max_size=8))
    now, before = draw_(st.permutations(EIGHT)), draw_(st.permutations(EIGHT))
    return tuple(now), (seated(before),), tuple(wishes)


@pytest.mark.no_cover
@given(rooms())
@settings(max_examples=40)
def test_what_is_unkept_no_three_exchanges_could_keep(room):
    people, past, wishes = room
    tables = [list(people[:4]), list(people[4:])]
    with pytest.MonkeyPatch.context() as patient:
        patient.setattr(module, "MOST_CHECKS", 1_000_000)
        keep_wishes(tables, wishes, past)
    asked, order = conditions(wishes, past), tables[0] + tables[1]
    done = kept(asked, seated(order))
    for other in WITHIN_THREE if len(done) < len(asked) else ():
        assert not kept(asked, seated([order[place] for place in other])) > done


@pytest.mark.no_cover
@given(rooms())
@settings(max_examples=40)
def test_nothing_is_lost_that_single_exchanges_keep(room):
    people, past, wishes = room
    asked = conditions(wishes, past)
    tables = [list(people[:4]), list(people[4:])]
    keep_wishes(tables, wishes, past)
    after = Seating(tuple(map(tuple, tables)))
    assert kept(asked, by_single_exchanges(people, wishes, past)) <= kept(asked, after)
    assert sorted(after.everybody()) == list(EIGHT)


# One exchange does not bring the two pairs to a table without a third person whom it may not join.
KNOT_SEATED = (0, 2, 1, 3, 4, 6, 5, 7)
KNOT = (
    Wish("partners", (0, 1)),
    Wish("partners", (2, 3)),
    Wish("partners", (4, 5)),
    Wish("together", (0, 4)),
    Wish("apart", (2, 4)),
)


def test_three_exchanges_where_two_do_not_help():
    alone = by_single_exchanges(KNOT_SEATED, KNOT, ())
    assert [each.reason for each in unkept(alone, KNOT)] == ["others"]

    after = draw(KNOT_SEATED, (), KNOT)

    assert unkept(after, KNOT) == ()


def test_the_search_ends_and_then_the_wish_stays_unkept(monkeypatch):
    monkeypatch.setattr(module, "MOST_CHECKS", 20)
    after = draw(KNOT_SEATED, (), KNOT)
    assert [each.wish.kind for each in unkept(after, KNOT)] == ["together"]


def test_a_big_room_with_wishes_against_each_other_is_seated_with_few_looks(monkeypatch):
    looked = []
    chains = module.Chains

    class Counted(chains):
        def __init__(self, room):
            super().__init__(room)
            looked.append(self)

    monkeypatch.setattr(module, "Chains", Counted)
    rng, people = Random(7), list(range(160))
    rng.shuffle(people)
    wishes = tuple(Wish(rng.choice(PAIRWISE), tuple(rng.sample(range(40), 2))) for _ in range(120))
    seating = draw(people, (), wishes)
    assert sorted(seating.everybody()) == list(range(160))
    assert unkept(seating, wishes)
    [search] = looked
    assert search.checks < module.MOST_CHECKS + 10_000


def test_the_same_room_is_always_seated_alike():
    rng = Random(3)
    people = [f"Guest {number}" for number in range(24)]
    wishes = tuple(Wish(rng.choice(PAIRWISE), tuple(rng.sample(people, 2))) for _ in range(25))
    assert draw(people, (), wishes) == draw(people, (), wishes)


def test_what_stands_against_a_wish():
    wishes = (Wish("partners", (0, 1)), Wish("apart", (0, 1)))
    (told,) = unkept(draw(EIGHT, (), wishes), wishes)
    assert told.wish == wishes[1]
    assert against(draw(EIGHT, (), wishes), told, wishes) == (wishes[0],)


def test_nothing_stands_against_being_apart_where_there_is_one_table():
    wishes = (Wish("apart", (0, 1)),)
    seating = draw(EIGHT[:4], (), wishes)
    (told,) = unkept(seating, wishes)
    assert against(seating, told, wishes) == ()


@pytest.mark.parametrize("kind", ["together", "partners"])
def test_two_go_to_a_third_table_together(kind):
    """Neither may sit where the other is: both exchange with people of another table."""
    stay = Wish("stay", (1, 2, 3))
    others = Wish("stay", (5, 6, 7))
    people = tuple(range(12))
    past = (seated(people),)
    wishes = (stay, others, Wish(kind, (0, 4)))
    tables = [list(people[first : first + 4]) for first in (0, 4, 8)]
    keep_wishes(tables, wishes, past)
    assert unkept(Seating(tuple(map(tuple, tables))), wishes, past) == ()
    assert {0, 4} < set(tables[2])
