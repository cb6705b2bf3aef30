from dataclasses import replace

import pytest

from party.queries.people.door import DoorPage
from party.values.people.door import EVERYBODY, NOT_HERE, OWING, DoorSearch
from party.values.people.fees import Accounts, Payer


def payer(number, name, state="here", paid=0):
    surname = name.split()[-1]
    return Payer(
        id=number,
        number=number,
        name=name,
        sort_name=surname,
        prize_group="",
        ranked=True,
        state=state,
        own_fee=None,
        fee=1000,
        paid=paid,
        paid_how="cash",
    )


PAYERS = (
    payer(1, "Alma Berg", paid=1000),
    replace(payer(2, "Bert Clark"), distinction=", Oak St"),
    payer(3, "Carol Dahl", state="expected"),
)


def page(**search):
    return DoorPage(
        search=DoorSearch(**search),
        accounts=Accounts(PAYERS, "$"),
        is_drawn=False,
        is_blind=False,
        has_tickets=False,
        prize_groups=(),
    )


@pytest.mark.parametrize(
    ("kind", "numbers"), [(NOT_HERE, [3]), (OWING, [2]), (EVERYBODY, [1, 2, 3])]
)
def test_without_a_search_the_page_shows_people_of_the_chosen_kind(kind, numbers):
    assert [each.number for each in page(kind=kind).payers] == numbers


def test_the_page_counts_the_people_here_and_the_people_of_each_kind():
    assert page().here_count == 2
    assert [(kind, number) for kind, _, number in page().kinds] == [
        (NOT_HERE, 1),
        (OWING, 1),
        (EVERYBODY, 3),
    ]


@pytest.mark.parametrize(
    ("typed", "numbers", "has_one_match", "new_name"),
    [
        ("", [1, 2, 3], False, ""),
        ("be", [1, 2], False, ""),
        ("cla", [2], True, ""),
        ("CLÁ", [2], True, ""),
        ("oak", [2], True, ""),
        ("3", [3], True, ""),
        ("9", [], False, ""),
        ("Dora", [], False, "Dora"),
    ],
)
def test_the_search_shows_matching_people_or_offers_to_add_the_name(
    typed, numbers, has_one_match, new_name
):
    shown = page(typed=typed)

    assert [each.number for each in shown.payers] == numbers
    assert shown.has_one_match is has_one_match
    assert shown.new_name == new_name


@pytest.mark.parametrize(("people", "may_draw"), [(3, False), (4, True)])
def test_the_draw_needs_four_people_who_are_here(people, may_draw):
    here = tuple(payer(number, f"Guest {number}") for number in range(1, people + 1))
    late = payer(9, "Late", state="expected")
    shown = replace(page(), accounts=Accounts((*here, late), "$"))
    assert (shown.may_draw, shown.to_come_count) == (may_draw, 1)
    assert not replace(shown, is_drawn=True).may_draw
