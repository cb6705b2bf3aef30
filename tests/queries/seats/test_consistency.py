from dataclasses import replace

import pytest

from party.models import Entrant, Entry, Place, Table
from party.progression import FORMATS, MOVEMENTS, Draw, Refill, Swap, Wish
from party.queries.seats.consistency import seat_differences
from party.services.evening.rounds import reseat_round
from party.services.people.arrivals import add_house_player, go_home
from party.services.seats.draw import exchange_places
from party.services.seats.swaps import swap_in_rota, swap_seats
from party.values.accounts import PROGRAM
from tests.evening import (
    AT,
    BY_PROGRAM,
    close,
    drawn_party,
    enter_total,
    party_after_rounds,
    party_with,
    seat_next,
    start,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


def place(round_number, table, seat):
    return Place.objects.get(round__number=round_number, table__number=table, seat=seat)


def change_draw(party, number, **values):
    round_ = party.rounds.get(number=number)
    round_.stored_draw = replace(round_.stored_draw, **values)
    with setting_up():
        round_.save()


def play_with_totals(party, rounds):
    """Play rounds in which N-S are ahead at odd tables, and E-W at even tables."""
    for number in range(1, rounds + 1):
        if number > 1:
            seat_next(party)
        start(party)
        for table in party.rounds.get(number=number).tables.values_list("number", flat=True):
            enter_total(party, 100 * (table % 2), 50, table, hands=4)
        close(party)


def test_a_party_without_a_draw_has_no_fault():
    assert seat_differences(party_with(8)) == []


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("midway", {}),
        ("midway", {"which_partner_shifts": "fresh"}),
        ("midway", {"split": "never"}),
        ("midway", {"split": "both_pairs_at_every_table"}),
        ("iowa", {}),
        ("midway", {"who_moves": "fixed_path", "split": "never"}),
        ("midway", {"who_moves": "nobody", "split": "never"}),
    ],
)
def test_seats_of_each_movement_have_no_fault(preset, changes):
    format_ = FORMATS[preset].replace(**changes)
    party = party_with(14, preset, capture="totals", format_values=format_.values())
    play_with_totals(party, 3)

    assert seat_differences(party) == []


@pytest.mark.parametrize("preset", ["midway", "iowa"])
def test_seats_of_a_single_table_have_no_fault(preset):
    party = party_with(4, preset, capture="totals")
    play_with_totals(party, 3)

    assert seat_differences(party) == []


def test_seats_have_no_fault_after_people_come_and_go(played_party):
    go_home(played_party.pk, played_party.entrants.get(number=3).pk, **BY_PROGRAM)
    seat_next(played_party)
    assert seat_differences(played_party) == []

    add_house_player(played_party.pk, "", **BY_PROGRAM)
    reseat_round(played_party.pk, **BY_PROGRAM)
    assert seat_differences(played_party) == []


def test_rounds_without_tables_have_no_fault():
    party = party_with(9, capture="untracked")
    for number in range(1, 4):
        if number > 1:
            seat_next(party)
        start(party)
        close(party)

    assert seat_differences(party) == []


def test_an_empty_chair_is_found(played_party):
    with setting_up():
        place(2, 1, "N").delete()

    assert seat_differences(played_party) == ["Round 2, table 1: the seats are ['E', 'S', 'W']."]


def test_a_table_without_people_is_found(played_party):
    with setting_up():
        Table.objects.create(round=seat_next(played_party), number=3)

    assert seat_differences(played_party) == [
        "Round 3: people sit at [1, 2], the tables are [1, 2, 3]."
    ]


def test_a_house_player_on_the_bench_is_found(played_party):
    with setting_up():
        Entrant.objects.filter(places__table=None, places__round__number=2).update(ranked=False)

    assert seat_differences(played_party) == ["Round 2: a house player sits out."]


def test_more_than_three_on_the_bench_are_found(played_party):
    with setting_up():
        Entry.objects.filter(table__round__number=2).update(status=Entry.Status.UNDONE)
        Place.objects.filter(round__number=2, table__number=2).update(table=None, seat=None)
        Table.objects.filter(round__number=2, number=2).delete()

    assert seat_differences(played_party) == ["Round 2: more than three sit out."]


def test_somebody_who_sits_out_twice_is_found(played_party):
    first = Place.objects.get(round__number=1, table=None)
    with setting_up():
        exchange_places(
            Place.objects.get(round__number=2, table=None),
            Place.objects.get(round__number=2, entrant=first.entrant),
        )

    assert (
        seat_differences(played_party)[0] == "After round 2 people have sat out from 0 to 2 times."
    )
    assert seat_differences(played_party)[1].endswith("to sit out.")


@pytest.mark.parametrize("edit", [Swap(1, 2), Refill(Draw(due=()))])
def test_turns_to_sit_out_that_were_changed_by_hand_are_not_compared(played_party, edit):
    first = Place.objects.get(round__number=1, table=None)
    with setting_up():
        exchange_places(
            Place.objects.get(round__number=2, table=None),
            Place.objects.get(round__number=2, entrant=first.entrant),
        )
    change_draw(played_party, 2, edits=(edit, Swap(1, 2)))

    [line] = seat_differences(played_party)
    assert line.startswith(
        ("Round 2: the draw has other seats", "Round 2: no seats can be computed")
    )


def test_two_people_in_wrong_chairs_are_found(played_party):
    with setting_up():
        exchange_places(place(2, 1, "N"), place(2, 2, "N"))

    people = f"{place(2, 1, 'N').entrant}, {place(2, 2, 'N').entrant}"
    assert seat_differences(played_party) == [f"Round 2: the draw has other seats for {people}."]


@pytest.mark.parametrize(
    "values",
    [{"movement": MOVEMENTS["iowa"]}, {"partners": "fresh"}],
    ids=["movement", "partners"],
)
def test_a_draw_with_another_rule_of_moves_is_found(played_party, values):
    change_draw(played_party, 2, **values)

    assert "Round 2: the draw moves people by another rule than the party's." in seat_differences(
        played_party
    )


def test_a_person_seated_instead_of_sitting_out_is_found_once(played_party):
    with setting_up():
        exchange_places(Place.objects.get(round__number=2, table=None), place(2, 1, "N"))

    [line] = seat_differences(played_party)
    assert line.startswith("Round 2: it is the turn of [")


def test_a_draw_that_lacks_a_table_is_found(played_party):
    change_draw(played_party, 2, ahead={1: "NS"})

    assert seat_differences(played_party) == ["Round 2: no seats can be computed from its draw."]


def test_seats_with_wishes_are_compared_with_the_draw(played_party):
    change_draw(played_party, 2, ahead={}, wishes=(Wish("stay", (1,)),))

    assert seat_differences(played_party) == ["Round 2: no seats can be computed from its draw."]


@pytest.mark.parametrize("rounds", [1, 2])
def test_exchanged_seats_of_the_first_round_are_found(rounds):
    party = party_after_rounds(rounds, 8)
    with setting_up():
        one, other = place(1, 1, "N"), place(1, 1, "E")
        exchange_places(one, other)

    first, *_ = seat_differences(party)
    names = sorted(each.entrant.name for each in (one, other))
    assert first.startswith("Round 1: the draw has other seats for ")
    assert all(name in first for name in names)


def test_only_a_swap_of_seats_that_is_not_in_the_log_is_a_fault():
    party = drawn_party(8)
    options = {"mark": "table 1, North; table 2, East", "actor": PROGRAM, "at": AT}
    swap_seats(party.pk, 1, place(1, 1, "N").entrant_id, place(1, 2, "E").entrant_id, **options)
    assert seat_differences(party) == []
    with setting_up():
        exchange_places(place(1, 1, "N"), place(1, 2, "W"))
    assert seat_differences(party)[0].startswith("Round 1: the draw has other seats for ")


def test_turns_to_sit_out_that_were_swapped_later_are_no_fault():
    party = party_after_rounds(2, 10)
    bench = party.entrants.filter(places__round__number=1, places__table=None)
    first, last = bench.order_by("rota").first(), party.entrants.order_by("rota").last()
    swap_in_rota(party.pk, first.pk, last.pk, **BY_PROGRAM)
    assert seat_differences(party) == []
    with setting_up():  # the database may return rows in any order
        place = Place.objects.filter(round__number=1, table=None).earliest("pk")
        place.delete()
        Place.objects.create(round_id=place.round_id, entrant_id=place.entrant_id)
    assert seat_differences(party) == []


def test_a_large_room_needs_no_more_queries_than_a_small_room(django_assert_max_num_queries):
    for people in (8, 40):
        party = drawn_party(people, name=str(people))
        with django_assert_max_num_queries(24):
            seat_differences(party)
