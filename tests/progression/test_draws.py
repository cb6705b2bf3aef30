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
from tests.progression.test_properties import EVENING_SETTINGS, PARTNERS, evenings, play_evening

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


def read_back(round_draw):
    return Draw.from_json(json.loads(json.dumps(round_draw.to_json())))


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_draw_gives_the_seats_of_the_worked_examples(name):
    before, arguments = EXAMPLES[name]
    round_draw, after = Draw(**arguments), next_seating(before, **arguments)

    assert round_draw.seat((before,)) == after
    assert read_back(round_draw).seat((before,)) == after


@given(evenings(), PARTNERS)
@EVENING_SETTINGS
def test_a_draw_gives_the_seats_of_next_seating_in_each_round(evening, partners):
    order, rota, *_ = evening
    night = play_evening(evening, partners)

    assert read_back(Draw(order=order, rota=rota)).seat() == night.past[0] == draw(order, rota)
    for number, call in enumerate(night.move_arguments, 1):
        round_draw = Draw(**{key: call[key] for key in call if key != "past"}, partners=partners)
        after = night.past[number]
        assert read_back(round_draw).seat(night.past[:number]) == after
        assert read_back(replace(round_draw, due=after.bench)).seat(night.past[:number]) == after


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
def test_every_draw_is_the_same_after_json(round_draw):
    copy = read_back(round_draw)
    assert copy == round_draw
    assert copy.to_json() == round_draw.to_json()


def test_a_missing_part_of_a_stored_draw_has_its_default():
    assert Draw.from_json({}) == Draw()
    with pytest.raises(TypeError, match="dice"):
        Draw.from_json({"dice": 2})


def test_in_round_one_the_people_who_are_due_sit_out():
    round_draw = Draw(order=tuple(range(9)), rota=(3, 4, 5))

    assert round_draw.seat().bench == (3,)
    assert replace(round_draw, due=(5,)).seat().bench == (5,)
    with pytest.raises(SeatingError, match="1 of those who are here must sit out"):
        replace(round_draw, due=()).seat()


def test_the_draw_of_a_later_round_needs_the_rounds_before():
    with pytest.raises(SeatingError, match="A table needs four people; 0 are here"):
        Draw(movement=MIDWAY, ahead={1: "NS"}).seat()


def test_everybody_is_on_the_bench_if_the_party_does_not_track_seats():
    round_draw = Draw(order=(3, 1, 2), movement=MIDWAY, leaving=(9,), tracked=False)

    assert round_draw.seat((hall(2),)) == Seating((), (3, 1, 2))


def test_edits_of_a_draw_change_its_computed_seats_one_after_the_other():
    round_draw = Draw(order=tuple(range(1, 10)), rota=(9,))
    edited = round_draw.edited(Swap(1, 5)).edited(Swap(9, 5, "turns"))

    assert round_draw.seat() == Seating(((1, 2, 3, 4), (5, 6, 7, 8)), (9,))
    assert edited.seat() == Seating(((9, 2, 3, 4), (1, 6, 7, 8)), (5,))
    assert edited.without_last_edit().seat() == Seating(((5, 2, 3, 4), (1, 6, 7, 8)), (9,))
    assert edited.without_edits() == round_draw


def test_a_corrected_result_keeps_the_chairs_that_people_exchanged():
    past = (hall(3),)
    round_draw = Draw(movement=MIDWAY, ahead={1: "EW", 2: "NS", 3: "NS"}, cuts=frozenset({1}))
    by_rule = round_draw.seat(past)
    edited = round_draw.edited(Swap(by_rule.tables[0][0], by_rule.tables[2][3]))
    edited = edited.edited(Swap(by_rule.tables[0][1], by_rule.tables[0][0], "turns"))

    corrected = edited.corrected(past, {1: "NS", 2: "EW"}, frozenset({2}))

    corrected_rules = replace(round_draw, ahead={1: "NS", 2: "EW", 3: "NS"}, cuts=frozenset({2}))
    seats = corrected_rules.seat(past)
    assert by_rule.tables[0] != seats.tables[0]
    assert corrected.without_edits() == corrected_rules
    first = seats.exchanged(seats.tables[0][0], seats.tables[2][3])
    assert corrected.without_last_edit().seat(past) == first
    assert corrected.seat(past) == first.exchanged(seats.tables[0][1], seats.tables[0][0])
    assert [edit.kind for edit in corrected.edits] == ["swap", "turns"]


def test_a_refill_starts_from_the_edited_seats():
    refill = Draw(rota=(5, 8), leaving=(2,), arriving=(10,), movement=STAY, due=(9,))
    round_draw = (
        Draw(order=tuple(range(1, 10)), rota=(9,)).edited(Swap(1, 5)).edited(Refill(refill))
    )

    assert round_draw.seat() == Seating(((5, 10, 3, 4), (1, 6, 7, 8)), (9,))
    assert round_draw.refills == (refill,)
    assert round_draw.edited(Swap(3, 4)).seat().tables[0] == (5, 10, 4, 3)


def test_seats_entered_as_played_do_not_depend_on_earlier_rounds():
    played_seats = Seating(((4, 3, 2, 1),), (5,))
    round_draw = Draw(replacing={9: 8}).edited(Swap(1, 5)).edited(PlayedSeats(played_seats))

    assert round_draw.seat((hall(3),)) == played_seats
    assert round_draw.edited(Swap(1, 5)).seat() == played_seats.exchanged(1, 5)
    assert round_draw.last_swaps == ()
    assert not round_draw.is_settled
    renamed = round_draw.renamed(lambda each: each + 10)
    assert renamed.seat() == Seating(((14, 13, 12, 11),), (15,))


def test_moves_name_the_chairs_where_people_really_sat():
    round_draw = Draw(order=tuple(range(1, 9))).edited(Swap(1, 5, "moves"))
    seats = round_draw.seat()

    assert seats == Draw(order=tuple(range(1, 9))).seat()
    assert round_draw.origins(seats) == seats.exchanged(1, 5)
    before = round_draw.edited(Swap(2, 3)).seat()
    assert round_draw.edited(Swap(2, 3)).origins(before) == before.exchanged(1, 5)


def test_a_corrected_result_does_not_change_an_exchange_in_entered_seats():
    past = (hall(3),)
    round_draw = Draw(movement=MIDWAY, ahead={1: "EW", 2: "NS", 3: "NS"})
    by_rule = round_draw.seat(past)
    one, other = by_rule.tables[0][0], by_rule.tables[2][3]
    with_played_seats = round_draw.edited(PlayedSeats(by_rule.exchanged(one, other)))

    corrected = with_played_seats.corrected(past, {1: "NS"}, frozenset())

    seats = replace(round_draw, ahead={**round_draw.ahead, 1: "NS"}).seat(past)
    assert seats != by_rule
    assert corrected.seat(past) == seats.exchanged(seats.tables[0][0], seats.tables[2][3])
    assert corrected.has_played_seats
    assert not corrected.is_settled


def test_only_swaps_after_every_other_kind_of_edit_are_the_last_swaps():
    round_draw = Draw().edited(Swap(1, 2)).edited(Swap(3, 4, "turns")).edited(Swap(5, 6))

    assert round_draw.last_swaps == (Swap(5, 6),)
    assert round_draw.edited(Swap(7, 8)).last_swaps == (Swap(5, 6), Swap(7, 8))
    assert round_draw.edited(Refill(Draw())).last_swaps == ()


def test_a_refill_adds_its_own_wishes_and_stand_ins_to_the_draw():
    first, second = Wish("apart", (1, 2)), Wish("stay", (3,))
    round_draw = Draw(wishes=(first,), replacing={1: 21})
    refilled = round_draw.edited(Refill(Draw(wishes=(first, second), replacing={2: 22})))

    assert refilled.all_wishes == {first, second}
    assert refilled.stand_ins == ((1, 21), (2, 22))


@pytest.mark.parametrize(
    "change", [{"leaving": (1,)}, {"arriving": (9,)}, {"wishes": (Wish("stay", (1,)),)}]
)
def test_a_draw_with_attendance_changes_or_wishes_is_not_settled(change):
    assert Draw(replacing={1: 9}).is_settled
    assert not Draw(**change).is_settled


def test_the_next_draw_has_no_attendance_changes():
    round_draw = Draw(
        rota=(1,), movement=MIDWAY, due=(1,), leaving=(2,), arriving=(3,), replacing={4: 5}
    ).edited(Swap(1, 3))

    assert round_draw.without_attendance_changes() == Draw(rota=(1,), movement=MIDWAY)


def test_moves_and_outlook_follow_from_a_draw():
    before = hall(5, bench=(21,))
    round_draw = Draw(
        rota=tuple(range(1, 22)),
        movement=MIDWAY,
        partners="fresh",
        ahead=WINNERS,
        cuts=frozenset({2}),
        due=(3,),
        replacing={9: 30},
    )
    after = round_draw.seat((before,))
    options = {"movement": MIDWAY, "replacing": {9: 30}}

    assert round_draw.moves(before, after) == moves(
        before, after, ahead=WINNERS, due=(3,), cuts={2}, **options
    )

    def seat(ahead, *, exchanges):
        assert exchanges  # only wishes forbid exchanges
        return replace(round_draw, ahead=ahead).seat((before,))

    assert round_draw.outlook((before,)) == outlook(
        before, seat=seat, has_fresh_partners=True, **options
    )
    unsettled = replace(round_draw, wishes=(Wish("stay", (1,)),))
    assert unsettled.outlook((before,)) != round_draw.outlook((before,))


def test_renaming_people_changes_every_part_of_a_draw_and_can_be_reversed():
    refill_draw = Draw(
        arriving=(5,), leaving=(6,), replacing={2: 7}, wishes=(Wish("stay", (3,)),), due=(4,)
    )
    round_draw = (
        Draw(order=(1, 2, 3, 4), rota=(4, 1)).edited(Swap(1, 2)).edited(Refill(refill_draw))
    )
    renamed_draw = round_draw.renamed(lambda person: person + 10)
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
    assert renamed_draw.renamed(lambda person: person - 10) == round_draw
