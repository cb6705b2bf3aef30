"""Cards from a hat: everybody who holds one gets a chair, and finds it by the card's words."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from party.progression import SEATS, seats_from_hat

CHAIRS = [*product(range(1, 16), SEATS)]  # of sixty cards, in the order of the tables


@st.composite
def packs(draw_):
    """Return the chairs of all cards by number, and of those that people hold."""
    made = draw_(st.integers(4, 60))
    whole = -(-made // 4) * 4
    # The cards of a table have its chairs in any order.
    chairs = [
        chair
        for first in range(0, whole, 4)
        for chair in draw_(st.permutations(CHAIRS[first : first + 4]))
    ]
    cards = dict(enumerate(chairs[:made], start=1))
    in_box = draw_(st.sets(st.integers(1, made), max_size=made - 4))
    return {number: chair for number, chair in cards.items() if number not in in_box}


@given(packs(), st.booleans())
@settings(max_examples=300, deadline=None)
def test_everybody_has_one_chair_or_is_left_over(held, fill_up):
    seats, left_over = seats_from_hat(held, fill_up=fill_up)

    assert sorted([*seats.values(), *left_over]) == sorted(held)
    tables = {table for table, _ in seats}
    assert tables == {*range(1, len(tables) + 1)}
    whole = [*product(range(1, len(held) // 4 + 1), SEATS)]
    assert {*whole} <= seats.keys()
    if fill_up:
        assert (left_over, len(tables)) == ((), -(-len(held) // 4))
    else:
        assert len(left_over) == len(held) % 4
        assert len(seats) == len(whole)


@given(packs())
@settings(max_examples=300, deadline=None)
def test_only_people_of_the_highest_tables_move(held):
    seats, left_over = seats_from_hat(held)

    seated = {entrant: chair for chair, entrant in seats.items()}
    stay = {entrant for entrant, chair in seated.items() if chair == held[entrant]}
    moved = held.keys() - stay
    full = len(held) // 4
    assert all(held[entrant][0] <= full for entrant in stay)
    assert all(held[entrant][0] > full for entrant in moved)
    assert {*left_over} <= moved


def by_the_words(held):
    """Follow the words of the card one press of a chair at a time, and return who sits where.

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
        if not empty:  # its people get no chair
            out = {hall.pop(chair) for chair in people}
            return hall, out
        hall[empty[0]] = hall.pop(people[0])


@given(packs())
@settings(max_examples=300, deadline=None)
def test_the_words_of_the_card_lead_everybody_to_the_right_chair(held):
    seats, left_over = seats_from_hat(held)

    assert (seats, {*left_over}) == by_the_words(held)


@given(packs())
@settings(max_examples=200, deadline=None)
def test_with_house_players_who_would_sit_out_shares_the_last_table(held):
    seats, left_over = seats_from_hat(held)
    filled, nobody = seats_from_hat(held, fill_up=True)

    assert nobody == ()
    assert {chair: who for chair, who in filled.items() if chair in seats} == seats
    last = {who for chair, who in filled.items() if chair not in seats}
    assert last == {*left_over}
    for chair, who in filled.items():  # who is at the last table already stays
        if who in last and held[who][0] == chair[0]:
            assert held[who] == chair


def test_the_hall_of_the_example():
    cards = {f"{table}{seat}": (table, seat) for table, seat in product(range(1, 7), SEATS)}
    held = {card: chair for card, chair in cards.items() if card not in {"4W", "6S"}}

    seats, left_over = seats_from_hat(held)

    assert seats[4, "W"] == "6N"
    assert left_over == ("6E", "6W")
