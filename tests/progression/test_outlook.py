from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from party.progression import FACING, MOVEMENTS, SEATS, Wish, moves, next_seating
from party.progression.outlook import outlook, result_samples
from party.progression.wishes import conditions
from tests.progression.test_movement import hall
from tests.progression.test_properties import PARTNERS, evenings, play_evening
from tests.sampling import examples, one_in


def prospects(before, movement="midway", partners="chairs", *, is_settled=True, **options):
    movement = MOVEMENTS[movement]

    def seat(ahead, *, exchanges=True):
        arguments = {"movement": movement, "partners": partners, "exchanges": exchanges, **options}
        return next_seating(before, ahead=ahead, **arguments)

    prospect_of = outlook(
        before,
        movement=movement,
        seat=seat,
        conditions=conditions(options.get("wishes", ()), options.get("past", (before,))),
        replacing=options.get("replacing", {}),
        has_fresh_partners=partners == "fresh",
        is_settled=is_settled,
    )
    return {(each.entrant, each.outcome): each for each in prospect_of}


def promised_place(prospect):
    return prospect.table, "".join(prospect.seats), prospect.chair


@pytest.mark.parametrize("tables", [1, 2, 3, 5, 8, 13, 40])
def test_any_two_tables_meet_all_four_combinations_of_results(tables):
    tries = list(result_samples(tables))
    for first, second in product(range(1, tables + 1), repeat=2):
        pairs = {(ahead[first], ahead[second]) for ahead in tries}
        assert len(pairs) == (2 if first == second else 4)


def test_at_midway_winners_know_their_chair_and_losers_get_a_hint():
    prospect_of = prospects(hall(5))
    assert promised_place(prospect_of[1, "ahead"]) == (1, "N", "known")
    assert promised_place(prospect_of[3, "ahead"]) == (1, "E", "known")
    assert promised_place(prospect_of[1, "behind"]) == (2, "SW", "keeper")
    assert promised_place(prospect_of[3, "behind"]) == (2, "SW", "shifter")
    assert prospect_of[20, "behind"].reason == "lost_first"
    assert list(dict.fromkeys(entrant for entrant, _ in prospect_of)) == list(range(1, 21))


def test_with_fresh_partners_the_chairs_of_the_losers_are_called_out():
    prospect_of = prospects(hall(5), partners="fresh")
    assert promised_place(prospect_of[1, "behind"]) == (2, "SW", "called")
    assert promised_place(prospect_of[3, "ahead"]) == (1, "E", "known")


def test_winners_at_the_head_table_of_iowa_know_chair_and_partner():
    prospect_of = prospects(hall(5), "iowa")
    assert promised_place(prospect_of[1, "ahead"]) == (1, "N", "known")
    assert (prospect_of[1, "ahead"].partner, prospect_of[5, "ahead"].partner) == (3, 7)
    assert prospect_of[5, "behind"].partner is None
    assert promised_place(prospect_of[1, "behind"])[0] == 5
    assert promised_place(prospect_of[5, "ahead"]) == (1, "NE", "free")
    assert promised_place(prospect_of[8, "ahead"]) == (1, "SW", "free")
    assert promised_place(prospect_of[5, "behind"]) == (2, "N", "known")


def test_at_a_single_table_everybody_knows_their_chair():
    prospect_of = prospects(hall(1))
    assert promised_place(prospect_of[2, "behind"]) == (1, "S", "known")
    fresh = prospects(hall(1), partners="fresh")
    assert fresh[2, "behind"].chair == "known"
    stays = prospects(hall(1), "iowa")
    assert promised_place(stays[4, "either"]) == (1, "W", "known")


def test_on_a_fixed_path_everybody_knows_one_chair_and_partner():
    prospect_of = prospects(hall(5), "path")
    assert promised_place(prospect_of[2, "either"]) == (2, "E", "known")
    assert prospect_of[2, "either"].partner == 20
    assert {outcome for _, outcome in prospect_of} == {"either"}


def test_the_prospect_of_a_substitute_names_the_person_who_sits_out():
    rota = (3, 14, 1, 2, *range(4, 14), *range(15, 23))
    before = hall(5, bench=(21, 22))
    prospect_of = prospects(before, due=(3, 14), rota=rota)
    bench_prospect = prospect_of[3, "either"]
    assert (bench_prospect.table, bench_prospect.reason, bench_prospect.instead) == (
        None,
        "on_bench",
        21,
    )
    assert promised_place(prospect_of[21, "ahead"]) == (1, "E", "known")
    assert prospect_of[21, "ahead"].instead == 3
    assert prospect_of[22, "behind"].old == (4, "E")
    # 14, who sits out, loses this chair to a substitute, so newcomers cannot know their chairs.
    assert {prospect_of[9, "behind"].chair, prospect_of[11, "behind"].chair} == {"called"}


def test_a_person_who_sits_out_again_has_one_prospect():
    prospect_of = prospects(hall(1, bench=(5, 6)), due=(5, 6))
    assert (prospect_of[5, "either"].reason, prospect_of[5, "either"].instead) == (
        "bench_again",
        None,
    )


def test_if_people_leave_nobody_at_a_table_that_may_close_knows_a_table():
    options = {"leaving": (9,), "due": (2, 6, 12), "rota": range(1, 21), "is_settled": False}
    prospect_of = prospects(hall(5), **options)
    assert (9, "ahead") not in prospect_of
    assert promised_place(prospect_of[1, "behind"])[0] == 2
    assert promised_place(prospect_of[17, "ahead"]) == (None, "", "called")
    assert prospect_of[2, "either"].reason == "on_bench"
    assert prospect_of[1, "ahead"].partner is None


def test_a_stand_in_has_the_leavers_prospect():
    prospect_of = prospects(hall(2), replacing={3: 30}, is_settled=False)
    assert promised_place(prospect_of[30, "ahead"]) == (1, "E", "known")
    assert prospect_of[30, "ahead"].old == (1, "S")
    assert [each for each, _ in prospect_of][4:6] == [30, 30]


def test_arrivals_are_last_and_have_no_known_table():
    prospect_of = prospects(hall(1), arriving=(5, 6, 7, 8), is_settled=False)
    assert promised_place(prospect_of[8, "either"]) == (None, "", "called")
    assert [entrant for entrant, _ in prospect_of][-4:] == [5, 6, 7, 8]


def test_a_wish_to_stay_gives_a_known_chair():
    prospect_of = prospects(hall(2), wishes=(Wish("stay", (2,)),), is_settled=False)
    assert promised_place(prospect_of[2, "either"]) == (1, "E", "known")
    assert prospect_of[3, "ahead"].chair == "called"


def test_after_a_wish_nobody_who_changes_tables_knows_the_new_chair():
    prospect_of = prospects(hall(5), wishes=(Wish("apart", (2, 7)),), is_settled=False)
    newcomer_prospects = [
        each for each in prospect_of.values() if each.old and each.table != each.old[0]
    ]
    assert newcomer_prospects
    assert {each.chair for each in newcomer_prospects} == {"called"}


EVENING_SETTINGS = settings(max_examples=examples(60))


@pytest.mark.no_cover
@EVENING_SETTINGS
@given(
    evenings(attendance_changes=False),
    PARTNERS,
    st.lists(st.sampled_from(["NS", "EW"]), min_size=9),
)
def test_prospects_agree_with_the_moves(evening, partners, results):
    night = play_evening(evening, partners)
    before, movement = night.past[-1], evening[2]
    options = {"past": tuple(night.past), "rota": night.rota}
    prospect_of = prospects(before, movement.name, partners, **options)
    ahead = dict(enumerate(results, start=1))
    after = next_seating(before, ahead=ahead, movement=movement, partners=partners, **options)
    assert all(prospect.table or prospect.chair == "known" for prospect in prospect_of.values())
    assert_prospects_agree(prospect_of, before, after, ahead=ahead, movement=movement)


def assert_prospects_agree(prospect_of, before, after, *, ahead, movement):
    """Compare all prospects with the moves after these results."""
    for move in moves(before, after, ahead=ahead, movement=movement):
        prospect = prospect_after(prospect_of, move.entrant, ahead)
        if prospect.table is None and prospect.chair == "called":
            continue
        assert prospect.table == (move.new and move.new[0])
        if move.new is None:
            assert prospect.reason == move.reason
            continue
        assert prospect.chair == "called" or move.new[1] in prospect.seats
        assert prospect.partner in {None, move.partner}
        assert_hint_leads_to(before, after, prospect, move.new[1])


def all_results(tables):
    return [dict(enumerate(each, 1)) for each in product(["NS", "EW"], repeat=tables)]


def assert_agree_for_all_results(before, movement, **options):
    """Compare the prospects with the moves after every possible result; return the prospects."""
    prospect_of = prospects(before, movement, is_settled=False, **options)
    for ahead in all_results(len(before.tables)):
        arguments = {"ahead": ahead, "movement": MOVEMENTS[movement], **options}
        after = next_seating(before, **arguments)
        assert_prospects_agree(
            prospect_of, before, after, ahead=ahead, movement=MOVEMENTS[movement]
        )
    return prospect_of


def test_a_wish_that_may_touch_all_three_tables_makes_every_chair_uncertain():
    prospect_of = assert_agree_for_all_results(
        hall(3), "midway", wishes=(Wish("together", (12, 5)),)
    )

    assert {each.chair for each in prospect_of.values()} == {"called"}


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("wish", "tables_promised"),
    [
        (Wish("together", (17, 18)), {1, 2, 3, 4, 7}),  # an exchange can touch tables 5 and 6
        (Wish("apart", (17, 19)), {1, 2, 3}),  # an exchange can touch tables 4 to 7
        (Wish("apart", (1, 21)), {1, 2, 3, 4, 5, 6, 7}),  # the two never meet
        (Wish("stay", (17,)), {1, 2, 3, 4, 5, 6, 7}),  # the movement itself keeps 17 here
    ],
)
def test_people_know_their_table_if_no_exchange_for_a_wish_can_touch_it(wish, tables_promised):
    prospect_of = assert_agree_for_all_results(hall(7), "midway", wishes=(wish,))

    assert {each.table for each in prospect_of.values()} - {None} == tables_promised


PEOPLE_IN_WISH = {"stay": 1, "apart": 2, "together": 2, "partners": 2, "not_partners": 2}


def random_round(seed, tables):
    """Return a round in progress, its movement, and one to three wishes."""
    random = Random(seed)
    room, movement = hall(tables), random.choice(["midway", "iowa"])
    options = {"partners": random.choice(["chairs", "fresh"])}
    options["wishes"] = tuple(
        Wish(kind, tuple(random.sample(range(1, 4 * tables + 1), PEOPLE_IN_WISH[kind])))
        for kind in random.choices(sorted(PEOPLE_IN_WISH), k=random.choice([1, 1, 2, 3]))
    )
    past = [room]
    for _ in range(random.choice([0, 1, 2])):
        ahead = random.choice(all_results(tables))
        arguments = {"ahead": ahead, "movement": MOVEMENTS[movement], **options}
        past.append(next_seating(past[-1], past=tuple(past), **arguments))
    return past[-1], movement, {**options, "past": tuple(past)}


@pytest.mark.parametrize(
    ("tables", "seeds"),
    one_in(16, [(tables, range(n, n + 5)) for n in range(0, 100, 5) for tables in (3, 4, 5, 6)]),
)
def test_with_wishes_prospects_agree_with_the_moves(tables, seeds):
    for seed in seeds:
        before, movement, options = random_round(seed, tables)
        assert_agree_for_all_results(before, movement, **options)


def prospect_after(prospect_of, entrant, ahead):
    single_prospect = prospect_of.get((entrant, "either"))
    if single_prospect:
        return single_prospect
    table, seat = prospect_of[entrant, "ahead"].old
    return prospect_of[entrant, "ahead" if seat in ahead[table] else "behind"]


def assert_hint_leads_to(before, after, prospect, seat):
    """Find the chair by its hint, and compare it with the new chair."""
    people = dict(zip(SEATS, after.tables[prospect.table - 1], strict=True))
    old_chairs = {chair: before.chair(entrant) for chair, entrant in people.items()}
    stayers = {
        chair: old[1] == chair
        for chair, old in old_chairs.items()
        if old and old[0] == prospect.table
    }
    opposite = FACING[seat]
    if prospect.chair == "known":
        assert prospect.seats == (seat,)
    elif prospect.chair == "keeper":
        assert [chair for chair, same_chair in stayers.items() if same_chair] == [opposite]
    elif prospect.chair == "shifter":
        assert [chair for chair, same_chair in stayers.items() if not same_chair] == [opposite]
    elif prospect.chair == "free":
        assert [chair for chair in prospect.seats if chair not in stayers] == [seat]
