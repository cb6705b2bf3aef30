"""A draw seats as `next_seating` and `draw` do, is stored as JSON, and replays its edits."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from party.progression import (
    FORMATS,
    MOVEMENTS,
    Draw,
    Leg,
    Movement,
    PlayedSeats,
    Refill,
    Seating,
    SeatingError,
    Swap,
    Wish,
    draw,
    moves,
    next_seating,
)
from party.progression.outlook import outlook
from tests.progression.test_movement import WINNERS, hall
from tests.progression.test_properties import EVENINGS, PARTNERS, evenings, play

pytestmark = pytest.mark.no_cover

MIDWAY, IOWA, STAY = (MOVEMENTS[name] for name in ("midway", "iowa", "stay"))
RESULTS = {"movement": MIDWAY, "ahead": WINNERS}
EXAMPLES = {
    "M1": (hall(5), RESULTS),
    "M1, fresh partners": (hall(5), {**RESULTS, "partners": "fresh"}),
    "M3": (hall(5), {"movement": IOWA, "ahead": WINNERS}),
    "M6, N-S ahead": (hall(1), {"movement": MIDWAY, "ahead": {1: "NS"}}),
    "M6, E-W ahead": (hall(1), {"movement": MIDWAY, "ahead": {1: "EW"}}),
    "M6, Iowa": (hall(1), {"movement": IOWA, "ahead": {}}),
    "M7": (hall(5), {"movement": MOVEMENTS["path"], "ahead": {}}),
    "M10, path": (hall(5), {"movement": MOVEMENTS["path"], "ahead": {1: "NS"}}),
    "M11, Midway": (hall(5, bench=(21, 22)), {**RESULTS, "due": (3, 14)}),
    "M11, Iowa": (hall(5, (21, 22)), {"movement": IOWA, "ahead": WINNERS, "due": (3, 14)}),
    "M12": (hall(5), {**RESULTS, "leaving": (9,), "due": (2, 6, 12)}),
    "M13": (hall(5), {**RESULTS, "arriving": (21, 22, 23, 24)}),
    "a stand-in": (hall(5), {**RESULTS, "replacing": {9: 21}}),
    "wishes": (hall(5), {**RESULTS, "wishes": (Wish("stay", (2,)), Wish("apart", (1, 3)))}),
    "a rota": (hall(5, (21,)), {**RESULTS, "rota": (7, *range(21, 0, -1))}),
}


def stored(made):
    """Return a draw written to JSON and read back."""
    return Draw.from_json(json.loads(json.dumps(made.to_json())))


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_draw_seats_as_the_worked_examples_say(name):
    before, arguments = EXAMPLES[name]
    made, after = Draw(**arguments), next_seating(before, **arguments)

    assert made.seat((before,)) == after
    assert stored(made).seat((before,)) == after


@given(evenings(), PARTNERS)
@EVENINGS
def test_a_draw_seats_every_round_of_an_evening_as_next_seating_does(evening, partners):
    order, rota, *_ = evening
    night = play(evening, partners)

    assert stored(Draw(order=order, rota=rota)).seat() == night.past[0] == draw(order, rota)
    for number, call in enumerate(night.calls, 1):
        made = Draw(**{key: call[key] for key in call if key != "past"}, partners=partners)
        after = night.past[number]
        assert stored(made).seat(night.past[:number]) == after
        assert stored(replace(made, due=after.bench)).seat(night.past[:number]) == after


PEOPLE = st.integers(1, 60) | st.text("AB ", min_size=1)
ENTRANTS = st.lists(PEOPLE, max_size=5, unique=True).map(tuple)
WISHES = st.builds(
    Wish,
    st.sampled_from(["apart", "not_partners"]),
    st.lists(PEOPLE, min_size=2, max_size=4, unique=True).map(tuple),
)
MOVES = st.sampled_from(
    [
        *MOVEMENTS.values(),
        *(FORMATS["midway"].replace(split=split).movement for split in ("all_but_head", "never")),
        Movement("own", (Leg("high", "next"), Leg("low", "last")), split="all_but_head"),
    ]
)
SWAPS = st.builds(Swap, PEOPLE, PEOPLE, st.sampled_from(["swap", "turns", "moves"]))


def draws(edits):
    return st.builds(
        Draw,
        order=ENTRANTS,
        rota=ENTRANTS,
        movement=MOVES,
        partners=PARTNERS,
        ahead=st.dictionaries(st.integers(1, 40), st.sampled_from(["NS", "EW"])),
        cuts=st.frozensets(st.integers(1, 40)),
        due=st.none() | ENTRANTS,
        leaving=ENTRANTS,
        arriving=ENTRANTS,
        replacing=st.dictionaries(PEOPLE, PEOPLE),
        wishes=st.lists(WISHES, max_size=3).map(tuple),
        edits=edits,
        seed=st.text(max_size=9),
        tracked=st.booleans(),
    )


PLAYED = st.lists(PEOPLE, min_size=4, max_size=7, unique=True).map(
    lambda people: PlayedSeats(Seating((tuple(people[:4]),), tuple(people[4:])))
)
EDITS = SWAPS | PLAYED | st.builds(Refill, draws(st.just(())))


@given(draws(st.lists(EDITS, max_size=3).map(tuple)))
def test_every_draw_is_stored_and_read_again(made):
    read = stored(made)
    assert read == made
    assert read.to_json() == made.to_json()


def test_a_missing_part_has_its_default():
    assert Draw.from_json({}) == Draw()
    with pytest.raises(TypeError, match="dice"):
        Draw.from_json({"dice": 2})


def test_round_one_benches_the_people_due():
    made = Draw(order=tuple(range(9)), rota=(3, 4, 5))

    assert made.seat().bench == (3,)
    assert replace(made, due=(5,)).seat().bench == (5,)
    with pytest.raises(SeatingError, match="1 of those who are here must sit out"):
        replace(made, due=()).seat()


def test_a_later_round_needs_the_rounds_before_it():
    with pytest.raises(SeatingError, match="A table needs four people; 0 are here"):
        Draw(movement=MIDWAY, ahead={1: "NS"}).seat()


def test_without_tracked_seats_everybody_is_on_the_bench():
    made = Draw(order=(3, 1, 2), movement=MIDWAY, leaving=(9,), tracked=False)

    assert made.seat((hall(2),)) == Seating((), (3, 1, 2))


def test_edits_by_hand_come_after_the_rules_in_their_order():
    made = Draw(order=tuple(range(1, 10)), rota=(9,))
    by_hand = made.edited(Swap(1, 5)).edited(Swap(9, 5, "turns"))

    assert made.seat() == Seating(((1, 2, 3, 4), (5, 6, 7, 8)), (9,))
    assert by_hand.seat() == Seating(((9, 2, 3, 4), (1, 6, 7, 8)), (5,))
    assert by_hand.without_last_edit().seat() == Seating(((5, 2, 3, 4), (1, 6, 7, 8)), (9,))
    assert by_hand.without_edits() == made


def test_a_correction_keeps_the_exchanges_of_chairs_by_hand():
    past = (hall(3),)
    made = Draw(movement=MIDWAY, ahead={1: "EW", 2: "NS", 3: "NS"}, cuts=frozenset({1}))
    by_rule = made.seat(past)
    by_hand = made.edited(Swap(by_rule.tables[0][0], by_rule.tables[2][3]))
    by_hand = by_hand.edited(Swap(by_rule.tables[0][1], by_rule.tables[0][0], "turns"))

    found = by_hand.corrected(past, {1: "NS", 2: "EW"}, frozenset({2}))

    wanted = replace(made, ahead={1: "NS", 2: "EW", 3: "NS"}, cuts=frozenset({2}))
    seats = wanted.seat(past)
    assert by_rule.tables[0] != seats.tables[0]
    assert found.without_edits() == wanted
    first = seats.exchanged(seats.tables[0][0], seats.tables[2][3])
    assert found.without_last_edit().seat(past) == first
    assert found.seat(past) == first.exchanged(seats.tables[0][1], seats.tables[0][0])
    assert [edit.kind for edit in found.edits] == ["swap", "turns"]


def test_a_refill_starts_from_the_edited_seats():
    refill = Draw(rota=(5, 8), leaving=(2,), arriving=(10,), movement=STAY, due=(9,))
    made = Draw(order=tuple(range(1, 10)), rota=(9,)).edited(Swap(1, 5)).edited(Refill(refill))

    assert made.seat() == Seating(((5, 10, 3, 4), (1, 6, 7, 8)), (9,))
    assert made.refills == (refill,)
    assert made.edited(Swap(3, 4)).seat().tables[0] == (5, 10, 4, 3)


def test_seats_as_they_were_played_stand_whatever_was_played_before():
    played = Seating(((4, 3, 2, 1),), (5,))
    made = Draw(replacing={9: 8}).edited(Swap(1, 5)).edited(PlayedSeats(played))

    assert made.seat((hall(3),)) == played
    assert made.edited(Swap(1, 5)).seat() == played.exchanged(1, 5)
    assert made.last_swaps == ()
    assert not made.is_settled
    renamed = made.renamed(lambda each: each + 10)
    assert renamed.seat() == Seating(((14, 13, 12, 11),), (15,))


def test_people_may_move_on_from_other_chairs_than_they_have():
    made = Draw(order=tuple(range(1, 9))).edited(Swap(1, 5, "moves"))
    seated = made.seat()

    assert seated == Draw(order=tuple(range(1, 9))).seat()
    assert made.origins(seated) == seated.exchanged(1, 5)
    before = made.edited(Swap(2, 3)).seat()
    assert made.edited(Swap(2, 3)).origins(before) == before.exchanged(1, 5)


def test_a_correction_moves_people_between_the_chairs_as_they_were_played():
    past = (hall(3),)
    made = Draw(movement=MIDWAY, ahead={1: "EW", 2: "NS", 3: "NS"})
    by_rule = made.seat(past)
    one, other = by_rule.tables[0][0], by_rule.tables[2][3]
    pinned = made.edited(PlayedSeats(by_rule.exchanged(one, other)))

    found = pinned.corrected(past, {1: "NS"}, frozenset())

    seats = replace(made, ahead={**made.ahead, 1: "NS"}).seat(past)
    assert seats != by_rule
    assert found.seat(past) == seats.exchanged(seats.tables[0][0], seats.tables[2][3])
    assert found.has_played_seats
    assert not found.is_settled


def test_only_the_newest_swaps_by_hand_can_be_undone():
    made = Draw().edited(Swap(1, 2)).edited(Swap(3, 4, "turns")).edited(Swap(5, 6))

    assert made.last_swaps == (Swap(5, 6),)
    assert made.edited(Swap(7, 8)).last_swaps == (Swap(5, 6), Swap(7, 8))
    assert made.edited(Refill(Draw())).last_swaps == ()


def test_a_refill_has_its_own_wishes_and_stand_ins():
    first, second = Wish("apart", (1, 2)), Wish("stay", (3,))
    made = Draw(wishes=(first,), replacing={1: 21})
    refilled = made.edited(Refill(Draw(wishes=(first, second), replacing={2: 22})))

    assert refilled.all_wishes == {first, second}
    assert refilled.stand_ins == ((1, 21), (2, 22))


@pytest.mark.parametrize(
    "change", [{"leaving": (1,)}, {"arriving": (9,)}, {"wishes": (Wish("stay", (1,)),)}]
)
def test_a_draw_is_settled_when_nobody_comes_goes_or_wishes(change):
    assert Draw(replacing={1: 9}).is_settled
    assert not Draw(**change).is_settled


def test_the_next_draw_has_no_attendance_changes():
    made = Draw(
        rota=(1,), movement=MIDWAY, due=(1,), leaving=(2,), arriving=(3,), replacing={4: 5}
    ).edited(Swap(1, 3))

    assert made.without_attendance_changes() == Draw(rota=(1,), movement=MIDWAY)


def test_a_draw_returns_its_moves_and_its_outlook():
    before = hall(5, bench=(21,))
    made = Draw(
        rota=tuple(range(1, 22)),
        movement=MIDWAY,
        partners="fresh",
        ahead=WINNERS,
        cuts=frozenset({2}),
        due=(3,),
        replacing={9: 30},
    )
    after = made.seat((before,))
    options = {"movement": MIDWAY, "replacing": {9: 30}}

    assert made.moves(before, after) == moves(
        before, after, ahead=WINNERS, due=(3,), cuts={2}, **options
    )

    def seat(ahead, *, exchanges):
        assert exchanges  # nobody has a wish
        return replace(made, ahead=ahead).seat((before,))

    assert made.outlook((before,)) == outlook(before, seat=seat, fresh=True, **options)
    unsettled = replace(made, wishes=(Wish("stay", (1,)),))
    assert unsettled.outlook((before,)) != made.outlook((before,))


def test_renaming_reaches_every_part_and_can_be_reversed():
    inner = Draw(
        arriving=(5,), leaving=(6,), replacing={2: 7}, wishes=(Wish("stay", (3,)),), due=(4,)
    )
    made = Draw(order=(1, 2, 3, 4), rota=(4, 1)).edited(Swap(1, 2)).edited(Refill(inner))
    renamed_draw = made.renamed(lambda person: person + 10)
    assert renamed_draw.edits == (
        Swap(11, 12),
        Refill(
            Draw(
                arriving=(15,),
                leaving=(16,),
                replacing={12: 17},
                wishes=(Wish("stay", (13,)),),
                due=(14,),
            )
        ),
    )
    assert (renamed_draw.order, renamed_draw.rota) == ((11, 12, 13, 14), (14, 11))
    assert renamed_draw.renamed(lambda person: person - 10) == made
