from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from party.progression import (
    MOVEMENTS,
    SEATS,
    Draw,
    Seating,
    SeatingError,
    Wish,
    conflicts,
    draw,
    next_seating,
    unkept,
)
from party.progression.wishes import conditions
from tests.sampling import examples

PAIRWISE = ["apart", "together", "partners", "not_partners"]
TWELVE = tuple(range(1, 13))


def draw_with_wishes(*wishes, order=TWELVE, rota=()):
    return draw(order, rota, wishes)


def table_of(seating, entrant):
    return seating.chair(entrant)[0]


def test_a_draw_that_keeps_every_wish_does_not_change():
    assert draw_with_wishes().tables == ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    assert draw_with_wishes(Wish("apart", (1, 5))) == draw_with_wishes()


def test_a_wish_to_be_apart_exchanges_a_person_with_the_next_table():
    after = draw_with_wishes(Wish("apart", (1, 2)))

    assert after.tables == ((5, 2, 3, 4), (1, 6, 7, 8), (9, 10, 11, 12))


def test_a_wish_to_be_apart_separates_each_person_from_every_other():
    after = draw_with_wishes(Wish("apart", (1, 2, 3)))

    assert len({table_of(after, each) for each in (1, 2, 3)}) == 3


def test_a_wish_to_be_together_seats_two_people_at_one_table():
    after = draw_with_wishes(Wish("together", (1, 12)))

    assert table_of(after, 1) == table_of(after, 12)
    assert after.partner(1) != 12


def test_wished_partners_are_seated_opposite():
    assert draw_with_wishes(Wish("partners", (1, 2))).partner(1) == 2


def test_people_who_wish_not_to_be_partners_stay_at_their_table():
    after = draw_with_wishes(Wish("not_partners", (1, 3)))

    assert table_of(after, 1) == table_of(after, 3)
    assert after.partner(1) != 3


def test_an_exchange_that_joins_no_old_partners_is_preferred():
    hall = Seating(((1, 2, 3, 4), (5, 6, 7, 8)))
    # Without the wish Midway seats N1 E3 S6 W8 and N5 E7 S2 W4.
    after = next_seating(
        hall,
        ahead={1: "NS", 2: "NS"},
        movement=MOVEMENTS["midway"],
        wishes=(Wish("apart", (1, 6)),),
    )

    assert table_of(after, 1) != table_of(after, 6)
    couples = {frozenset((n, s)) for n, _, s, _ in after.tables}
    couples |= {frozenset((e, w)) for _, e, _, w in after.tables}
    assert not couples & {frozenset(each) for each in ((1, 3), (2, 4), (5, 7), (6, 8))}


def test_an_exchange_of_two_people_who_stay_or_of_two_newcomers_is_preferred():
    hall = Seating(((1, 2, 3, 4), (5, 6, 7, 8)))
    # Without the wish Midway seats N4 E2 S8 W6 and N5 E7 S1 W3.
    after = next_seating(
        hall,
        ahead={1: "EW", 2: "NS"},
        movement=MOVEMENTS["midway"],
        wishes=(Wish("apart", (1, 3)),),
    )

    assert after.tables == ((4, 2, 1, 6), (5, 7, 8, 3))


@pytest.mark.parametrize(
    ("earlier", "tables"),
    [
        (Seating(((1, 2, 3, 4), (5, 6, 7, 8))), ((5, 2, 3, 4), (1, 6, 7, 8))),
        # 3 and 5 were partners.
        (Seating(((3, 9, 5, 10),)), ((6, 2, 3, 4), (5, 1, 7, 8))),
        # 5 and 2 were opponents.
        (Seating(((5, 2, 9, 10),)), ((6, 2, 3, 4), (5, 1, 7, 8))),
    ],
)
def test_an_exchange_that_repeats_no_partners_or_opponents_is_preferred(earlier, tables):
    hall = Seating(((1, 2, 3, 4), (5, 6, 7, 8)))

    after = next_seating(
        hall,
        ahead={},
        movement=MOVEMENTS["stay"],
        past=(earlier, hall),
        wishes=(Wish("apart", (1, 2)),),
    )

    assert after.tables == tables


def test_wishes_do_not_change_the_bench():
    order = tuple(range(1, 11))
    wishes = (Wish("together", (1, 2)), Wish("apart", (1, 3)))
    after = draw(order, (1, 9), wishes)

    assert after.bench == (1, 9)
    assert [(each.wish.kind, each.reason) for each in unkept(after, wishes)] == [
        ("together", "bench")
    ]


def test_wishes_of_absent_people_count_as_kept():
    assert unkept(draw_with_wishes(), (Wish("together", (1, 99)),)) == ()


def test_the_milder_of_two_conflicting_wishes_is_unkept():
    wishes = (Wish("apart", (1, 2)), Wish("partners", (1, 2)))
    after = draw_with_wishes(*wishes)

    assert after.partner(1) == 2
    (unkept_wish,) = unkept(after, wishes)
    assert (unkept_wish.wish, unkept_wish.entrants, unkept_wish.reason) == (
        wishes[0],
        (1, 2),
        "others",
    )


def test_at_one_table_nobody_can_be_apart():
    wishes = (Wish("apart", (1, 2)),)

    assert [each.reason for each in unkept(draw((1, 2, 3, 4), (), wishes), wishes)] == ["others"]


@pytest.mark.parametrize(
    ("kind", "entrants", "text"),
    [
        ("near", (1, 2), "near is not a wish."),
        ("apart", (1,), "This wish names 2 to 40 different people, not: 1."),
        ("partners", (1, 2, 3), "This wish names 2 different people, not: 1, 2, 3."),
        ("together", (1, 1), "This wish names 2 to 4 different people, not: 1, 1."),
        ("stay", (), "This wish names 1 to 4 different people, not: ."),
    ],
)
def test_an_impossible_wish_is_refused(kind, entrants, text):
    with pytest.raises(SeatingError) as refused:
        Wish(kind, entrants)

    assert (refused.value.code, str(refused.value)) == ("wishes", text)


@st.composite
def evening_plans(draw_):
    """Return an evening's first seating, results, a movement and some wishes."""
    people = draw_(st.integers(8, 23))
    pair = st.lists(st.integers(0, people - 1), min_size=2, max_size=2, unique=True)
    wishes = st.lists(
        st.one_of(
            st.builds(Wish, st.sampled_from(PAIRWISE), pair.map(tuple)),
            st.integers(0, people - 1).map(lambda first: Wish("stay", (first,))),
        ),
        max_size=6,
    )
    ahead = draw_(st.lists(st.sampled_from(["NS", "EW"]), min_size=5, max_size=5))
    movement = MOVEMENTS[draw_(st.sampled_from(sorted(MOVEMENTS)))]
    return people, dict(enumerate(ahead, 1)), movement, tuple(draw_(wishes))


def play_rounds(room, partners="chairs", rounds=3, first=None):
    people, ahead, movement, wishes = room
    rota = tuple(reversed(range(people)))
    past = [first or draw(tuple(range(people)), rota, wishes)]
    while len(past) < rounds:
        past.append(
            next_seating(
                past[-1],
                ahead=ahead,
                movement=movement,
                partners=partners,
                past=tuple(past),
                rota=rota,
                wishes=wishes,
            )
        )
    return past


@pytest.mark.no_cover
@given(evening_plans(), st.sampled_from(["chairs", "fresh"]))
@settings(max_examples=examples(80))
def test_no_single_exchange_keeps_an_unkept_wish(room, partners):
    wishes, past = room[3], play_rounds(room, partners)
    for played, seating in enumerate(past):
        earlier = tuple(past[:played])
        all_conditions = conditions(wishes, earlier)
        kept_conditions = [
            condition for condition in all_conditions if is_kept_by(condition, seating)
        ]
        for unkept_wish in unkept(seating, wishes, earlier):
            if unkept_wish.reason == "others":
                names = (unkept_wish.wish, unkept_wish.entrants)
                condition = next(
                    each for each in all_conditions if (each.wish, each.entrants) == names
                )
                required = [condition, *kept_conditions]
                assert not any(
                    all(is_kept_by(each, exchange) for each in required)
                    for exchange in single_exchanges(seating, unkept_wish.entrants)
                )


def is_kept_by(condition, seating):
    chairs = seating.chairs
    return all(e in chairs for e in condition.entrants) and condition.is_kept(chairs)


def single_exchanges(seating, entrants):
    """Yield all seatings in which one of these people exchanges chairs with somebody."""
    for first in entrants:
        for second in seating.chairs:
            swap = {first: second, second: first}
            tables = tuple(tuple(swap.get(e, e) for e in table) for table in seating.tables)
            yield Seating(tables, seating.bench)


@pytest.mark.no_cover
@given(evening_plans())
@settings(max_examples=examples(80))
def test_wishes_change_neither_people_nor_bench(room):
    people, ahead, movement, _wishes = room
    past, plain = play_rounds(room), play_rounds((people, ahead, movement, ()))
    for seating, plain_seating in zip(past, plain, strict=True):
        assert sorted(seating.everybody()) == list(range(people))
        assert len(seating.bench) == len(plain_seating.bench)
    assert past[0].bench == plain[0].bench


@pytest.mark.no_cover
@given(evening_plans(), st.sampled_from(PAIRWISE))
@settings(max_examples=examples(80))
def test_a_single_wish_is_kept_in_every_round(room, kind):
    people, ahead, movement, _wishes = room
    wish = Wish(kind, (0, 1))
    for seating in play_rounds((people, ahead, movement, (wish,))):
        assert all(each.reason == "bench" for each in unkept(seating, (wish,)))


@pytest.mark.no_cover
@given(evening_plans())
@settings(max_examples=examples(60))
def test_a_single_keeper_keeps_the_chair(room):
    people, ahead, movement, _wishes = room
    past = play_rounds((people, ahead, movement, (Wish("stay", (0,)),)), rounds=4)
    assert {seating.chair(0) for seating in past} <= {past[0].chair(0), None}


def test_start_partners_are_partners_in_round_one():
    assert draw_with_wishes(Wish("start_partners", (1, 12))).partner(1) == 12


@given(evening_plans())
@settings(max_examples=examples(60))
def test_start_partners_do_not_count_in_later_rounds(room):
    people, ahead, movement, _ = room
    first, *later_rounds = play_rounds(
        (people, ahead, movement, (Wish("start_partners", (0, 1)),))
    )
    without_wish = play_rounds((people, ahead, movement, ()), first=first)
    assert later_rounds == list(without_wish[1:])
    assert 0 in first.bench or 1 in first.bench or first.partner(0) == 1


def test_a_refill_of_round_one_keeps_start_partners():
    wish = Wish("start_partners", ("a", "d"))
    first = Seating((("a", "b", "c", "d"),))
    assert first.partner("a") == "c"
    refilled = Draw(rota=("a", "b", "c", "d"), wishes=(wish,)).seat_from(first, ())
    assert refilled.partner("a") == "d"


def can_be_kept(wishes):
    """Return whether some seats at three tables keep these wishes in round 1."""
    chairs = [(table, seat) for table in (1, 2, 3) for seat in SEATS]
    people = sorted({each for wish in wishes for each in wish.entrants})
    return any(
        all(
            each.is_kept(dict(zip(people, people_chairs, strict=True)))
            for each in conditions(wishes, ())
        )
        for people_chairs in permutations(chairs, len(people))
    )


KINDS_OF_TWO = [*PAIRWISE, "start_partners"]
wishes_of_two = st.builds(
    lambda kind, people: Wish(kind, tuple(people)),
    st.sampled_from(KINDS_OF_TWO),
    st.lists(st.integers(1, 4), min_size=2, max_size=2, unique=True).map(sorted),
)


@pytest.mark.no_cover
@given(st.lists(wishes_of_two, max_size=4), wishes_of_two)
@settings(max_examples=examples(120))
def test_wishes_conflict_if_and_only_if_no_seats_keep_them(wishes, new_wish):
    if not can_be_kept(wishes):
        return
    conflicting = conflicts(new_wish, wishes)
    assert bool(conflicting) == (not can_be_kept([new_wish, *wishes]))
    for wish in conflicting:  # without this wish the others can be kept
        assert can_be_kept([new_wish, *(each for each in conflicting if each is not wish)])


def test_five_people_cannot_be_at_one_table():
    wishes = [Wish("together", (1, each)) for each in (2, 3, 4)]
    other_wish = Wish("apart", (5, 6))
    assert conflicts(Wish("start_partners", (4, 5)), [other_wish, *wishes]) == tuple(wishes)
    assert not conflicts(Wish("start_partners", (5, 6)), wishes)


def test_people_who_keep_chairs_at_two_tables_cannot_be_partners():
    hall, wishes = Seating(((1, 2, 3, 4), (5, 6, 7, 8))), (Wish("stay", (1,)), Wish("stay", (5,)))
    assert conflicts(Wish("partners", (1, 5)), wishes, [hall]) == wishes
    assert not conflicts(Wish("partners", (1, 6)), wishes, [hall])
    assert not conflicts(Wish("start_partners", (1, 5)), wishes, [hall])
