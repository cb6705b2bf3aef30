from dataclasses import replace

import pytest

from party.models import Place, Wish
from party.queries.people.wishes import wish_lines
from party.services.people.arrivals import go_home
from tests.evening import (
    BY_PROGRAM,
    drawn_party,
    party_after_rounds,
    party_with,
    seat_next,
)
from tests.evenings import kept_wishes
from tests.evenings.watching import snapshot_of
from tests.guard import setting_up

pytestmark = pytest.mark.django_db

KINDS = ("apart", "together", "partners", "not_partners")


@pytest.fixture
def seated():
    """Return a party of nine people: eight sit at two tables, and one sits out."""
    return drawn_party(9, rounds_planned=4)


def wish(party, kind, one, other=None):
    one, other = sorted((one, other)) if other else (one, None)
    with setting_up():
        return Wish.objects.create(party=party, kind=kind, one_id=one, other_id=other)


def wish_differences(party):
    return list(kept_wishes.wish_differences(snapshot_of(party), party))


def sitting(table, seat):
    return Place.objects.get(table__number=table, seat=seat).entrant_id


def test_before_the_draw_every_wish_counts_as_kept():
    party = party_with(8)
    wish(party, "stay", party.entrants.get(number=1).pk)

    assert wish_differences(party) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("other", [(1, "S"), (1, "E"), (2, "N"), None])
def test_the_page_says_of_each_wish_whether_the_seats_keep_the_wish(seated, kind, other):
    bench = Place.objects.get(table=None).entrant_id
    wish(seated, kind, sitting(1, "N"), sitting(*other) if other else bench)

    assert wish_differences(seated) == []


def test_a_wish_to_stay_is_compared_with_the_last_chair():
    party = party_after_rounds(2, 9, rounds_planned=4)
    seat_next(party)
    for number in range(1, 10):
        wish(party, "stay", party.entrants.get(number=number).pk)

    assert wish_differences(party) == []


def test_a_wish_of_somebody_who_went_home_counts_as_kept():
    party = party_after_rounds(1, 9, rounds_planned=4)
    gone = party.entrants.get(number=1).pk
    wish(party, "stay", gone)
    go_home(party.pk, gone, **BY_PROGRAM)
    seat_next(party)

    assert wish_differences(party) == []


@pytest.mark.parametrize(
    ("kind", "why_not", "words"),
    [
        ("apart", "", "wrongly shown as kept."),
        ("together", "later", "wrongly shown as not kept."),
    ],
)
def test_a_wish_that_the_page_shows_wrongly_is_reported(seated, monkeypatch, kind, why_not, words):
    wish(seated, kind, sitting(1, "N"), sitting(1, "E"))
    shown = [replace(each, why_not=why_not) for each in wish_lines(seated)]
    monkeypatch.setattr(kept_wishes, "wish_lines", lambda _party: shown)

    [line] = wish_differences(seated)
    assert line.startswith(f"The wish {kind} of [")
    assert line.endswith(words)
