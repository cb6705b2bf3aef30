from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from party.progression import Seating, Wish, against, draw, unkept
from party.progression import exchanges as module
from party.progression.exchanges import WishTables, keep_wishes
from party.progression.wishes import conditions
from tests.sampling import examples

EIGHT = tuple(range(8))
PAIRWISE = ["apart", "together", "partners", "not_partners"]


def orders_within(exchanges):
    """Return every order of eight people that at most this number of exchanges makes."""
    last_orders = orders = {EIGHT}
    for _ in range(exchanges):
        last_orders = {
            exchanged(order, *pair) for order in last_orders for pair in combinations(EIGHT, 2)
        }
        orders = orders | last_orders
    return sorted(orders)


def exchanged(order, first, second):
    people = list(order)
    people[first], people[second] = people[second], people[first]
    return tuple(people)


WITHIN_THREE = orders_within(3)


def seating_of(people):
    tables = [tuple(people[first : first + 4]) for first in range(0, len(people), 4)]
    return Seating(tuple(tables))


def conditions_kept(all_conditions, seating):
    return {
        place
        for place, condition in enumerate(all_conditions)
        if condition.is_kept(seating.chairs)
    }


def after_single_exchanges(people, wishes, past):
    """Return the seats after single exchanges that keep more wishes, until none is left."""
    tables = [list(people[:4]), list(people[4:])]
    room = WishTables(tables, conditions(wishes, past), past, {})
    while sum(room.make_exchange_for(condition) for condition in room.conditions):
        pass
    return Seating(tuple(map(tuple, tables)))


@st.composite
def seats_and_wishes(draw_):
    """Return the seats of eight people, their last seats, and their wishes."""
    pair = st.lists(st.sampled_from(EIGHT), min_size=2, max_size=2, unique=True).map(tuple)
    wish = st.one_of(
        st.builds(Wish, st.sampled_from(PAIRWISE), pair),
        st.sampled_from(EIGHT).map(lambda first: Wish("stay", (first,))),
    )
    wishes = draw_(st.lists(wish, min_size=2, max_size=8))
    order, before = draw_(st.permutations(EIGHT)), draw_(st.permutations(EIGHT))
    return tuple(order), (seating_of(before),), tuple(wishes)


@pytest.mark.no_cover
@given(seats_and_wishes())
@settings(max_examples=examples(40))
def test_no_other_chain_of_three_exchanges_keeps_more_wishes(room):
    people, past, wishes = room
    tables = [list(people[:4]), list(people[4:])]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_CHECKS", 1_000_000)
        keep_wishes(tables, wishes, past)
    all_conditions, order = conditions(wishes, past), tables[0] + tables[1]
    best = conditions_kept(all_conditions, seating_of(order))
    for other_order in WITHIN_THREE if len(best) < len(all_conditions) else ():
        assert (
            not conditions_kept(
                all_conditions, seating_of([order[place] for place in other_order])
            )
            > best
        )


@pytest.mark.no_cover
@given(seats_and_wishes())
@settings(max_examples=examples(40))
def test_chains_of_exchanges_keep_every_wish_that_single_exchanges_keep(room):
    people, past, wishes = room
    all_conditions = conditions(wishes, past)
    tables = [list(people[:4]), list(people[4:])]
    keep_wishes(tables, wishes, past)
    after = Seating(tuple(map(tuple, tables)))
    assert conditions_kept(
        all_conditions, after_single_exchanges(people, wishes, past)
    ) <= conditions_kept(all_conditions, after)
    assert sorted(after.everybody()) == list(EIGHT)


# A third person blocks each single exchange that brings the two pairs to one table.
KNOT_SEATED = (0, 2, 1, 3, 4, 6, 5, 7)
KNOT = (
    Wish("partners", (0, 1)),
    Wish("partners", (2, 3)),
    Wish("partners", (4, 5)),
    Wish("together", (0, 4)),
    Wish("apart", (2, 4)),
)


def test_a_chain_of_three_exchanges_keeps_a_wish():
    after_single = after_single_exchanges(KNOT_SEATED, KNOT, ())
    assert [each.reason for each in unkept(after_single, KNOT)] == ["others"]

    after = draw(KNOT_SEATED, (), KNOT)

    assert unkept(after, KNOT) == ()


def test_a_wish_is_not_kept_if_the_search_reaches_its_limit_of_checks(monkeypatch):
    monkeypatch.setattr(module, "MOST_CHECKS", 20)
    after = draw(KNOT_SEATED, (), KNOT)
    assert [each.wish.kind for each in unkept(after, KNOT)] == ["together"]


def test_conflicting_wishes_in_a_big_room_need_few_checks(monkeypatch):
    searches = []

    class RecordedSearch(module.ChainSearch):
        def __init__(self, wish_tables):
            super().__init__(wish_tables)
            searches.append(self)

    monkeypatch.setattr(module, "ChainSearch", RecordedSearch)
    rng, people = Random(7), list(range(160))
    rng.shuffle(people)
    wishes = tuple(Wish(rng.choice(PAIRWISE), tuple(rng.sample(range(40), 2))) for _ in range(120))
    seating = draw(people, (), wishes)
    assert sorted(seating.everybody()) == list(range(160))
    assert unkept(seating, wishes)
    [search] = searches
    assert search.checks < module.MOST_CHECKS + 10_000


def test_the_wish_that_prevents_an_unkept_wish_is_found():
    wishes = (Wish("partners", (0, 1)), Wish("apart", (0, 1)))
    (unkept_wish,) = unkept(draw(EIGHT, (), wishes), wishes)
    assert unkept_wish.wish == wishes[1]
    assert against(draw(EIGHT, (), wishes), unkept_wish, wishes) == (wishes[0],)


def test_at_a_single_table_no_other_wish_prevents_a_wish_to_be_apart():
    wishes = (Wish("apart", (0, 1)),)
    seating = draw(EIGHT[:4], (), wishes)
    (unkept_wish,) = unkept(seating, wishes)
    assert against(seating, unkept_wish, wishes) == ()


@pytest.mark.parametrize("kind", ["together", "partners"])
def test_two_people_meet_at_a_third_table(kind):
    """The other people at their tables keep their chairs, so the two meet at a third table."""
    stay = Wish("stay", (1, 2, 3))
    second_stay = Wish("stay", (5, 6, 7))
    people = tuple(range(12))
    past = (seating_of(people),)
    wishes = (stay, second_stay, Wish(kind, (0, 4)))
    tables = [list(people[first : first + 4]) for first in (0, 4, 8)]
    keep_wishes(tables, wishes, past)
    assert unkept(Seating(tuple(map(tuple, tables))), wishes, past) == ()
    assert {0, 4} < set(tables[2])
