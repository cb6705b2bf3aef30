from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from party.progression import SEATS, seats_from_hat
from tests.sampling import examples

CHAIRS = [*product(range(1, 16), SEATS)]  # the chairs of sixty cards, table by table


@st.composite
def held_cards(draw_):
    """Return the chairs of the cards that people hold, by card number."""
    card_count = draw_(st.integers(4, 60))
    full_count = -(-card_count // 4) * 4
    # The four cards of a table have its four chairs, in any order.
    chairs = [
        chair
        for first in range(0, full_count, 4)
        for chair in draw_(st.permutations(CHAIRS[first : first + 4]))
    ]
    cards = dict(enumerate(chairs[:card_count], start=1))
    in_box = draw_(st.sets(st.integers(1, card_count), max_size=card_count - 4))
    return {number: chair for number, chair in cards.items() if number not in in_box}


@given(held_cards(), st.booleans())
@settings(max_examples=examples(300))
def test_everybody_has_one_chair_or_is_left_over(held, fill_up):
    seats, left_over = seats_from_hat(held, fill_up=fill_up)

    assert sorted([*seats.values(), *left_over]) == sorted(held)
    tables = {table for table, _ in seats}
    assert tables == {*range(1, len(tables) + 1)}
    full_chairs = [*product(range(1, len(held) // 4 + 1), SEATS)]
    assert {*full_chairs} <= seats.keys()
    if fill_up:
        assert (left_over, len(tables)) == ((), -(-len(held) // 4))
    else:
        assert len(left_over) == len(held) % 4
        assert len(seats) == len(full_chairs)


def seats_by_the_text(held):
    """Seat people one chair at a time, as the text on the card says:

    "Fewer people than cards? The highest table, in the order N E S W, fills the empty chairs:
    table 1 first, N E S W. If you get no chair you sit out round 1."
    """
    hall = {chair: entrant for entrant, chair in held.items()}
    while True:
        highest = max(table for table, _ in hall)
        people = [(highest, seat) for seat in SEATS if (highest, seat) in hall]
        empty = [chair for chair in product(range(1, highest), SEATS) if chair not in hall]
        if not empty and len(people) == 4:
            return hall, set()
        if not empty:  # the people of the highest table get no chair
            bench = {hall.pop(chair) for chair in people}
            return hall, bench
        hall[empty[0]] = hall.pop(people[0])


@given(held_cards())
@settings(max_examples=examples(300))
def test_the_text_of_the_card_gives_the_same_seats(held):
    seats, left_over = seats_from_hat(held)

    assert (seats, {*left_over}) == seats_by_the_text(held)


@given(held_cards())
@settings(max_examples=examples(200))
def test_with_house_players_the_people_without_a_chair_fill_the_last_table(held):
    seats, left_over = seats_from_hat(held)
    filled, left_over_people = seats_from_hat(held, fill_up=True)

    assert left_over_people == ()
    assert {chair: entrant for chair, entrant in filled.items() if chair in seats} == seats
    last_table_people = {entrant for chair, entrant in filled.items() if chair not in seats}
    assert last_table_people == {*left_over}
    for chair, entrant in filled.items():  # people who already sit at the last table stay there
        if entrant in last_table_people and held[entrant][0] == chair[0]:
            assert held[entrant] == chair
