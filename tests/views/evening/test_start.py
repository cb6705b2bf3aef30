import re

import pytest
from django.urls import reverse

from party.models import Entrant, Round
from party.queries.evening.rounds import latest_round, seatings
from tests.evening import (
    add_people,
    drawn_party,
    party_after_rounds,
    seat_next,
)
from tests.guard import setting_up
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    party = party_after_rounds(1, 20)
    seat_next(party)
    return party


def leave(party, chair):
    table, seat = chair
    leaver = party.entrants.get(pk=seatings(party)[-1].tables[table - 1]["NESW".index(seat)])
    with setting_up():
        party.entrants.filter(pk=leaver.pk).update(state=Entrant.State.LEFT)
    return leaver.name


def press(client, name, party, **sent):
    number = latest_round(party).number
    return client.post(reverse(name, args=[party.pk, number]), sent, follow=True)


def step(client, page, party, *args):
    response = client.get(reverse(page, args=[party.pk, *args]))
    assert response.content.decode().count("btn-next") == 1
    return response.context["page"].step


def test_if_a_chair_is_empty_the_next_step_is_to_seat_the_round_again(client, party):
    assert step(client, "live", party).view == "announce"
    name = leave(party, (2, "N"))

    for page_and_arguments in (("live", party), ("moves", party, 1)):
        next_step = step(client, *page_and_arguments)
        assert (next_step.view, next_step.button) == ("reseat_round", "Seat round 2 again")
        missing = f"{name} is not here: table 2, North is empty."
        assert next_step.explanation.startswith(
            f"{missing} Seating again moves 6 people: Alma (table 3, "
        )
    text = text_of(client.get(reverse("live", args=[party.pk])))
    assert "Start round 2 anyway" in text
    assert f'<span class="phone-only">{missing}' in text  # a phone hides the text in the step
    assert text.count(missing) == 2
    moves = text_of(client.get(reverse("moves", args=[party.pk, 1])))
    assert moves.count("Seating again moves 6 people: ") == 2  # a phone hides one of the two


def test_one_press_seats_the_round_again_and_shows_the_result(client, party):
    leave(party, (2, "N"))
    add_people(party, 1)
    mark = step(client, "live", party).mark

    text = text_of(press(client, "reseat_round", party, seen=mark))

    assert "Round 2 is seated again. Guest 21: table 2, North." in text
    assert "Everybody else keeps table and chair." in text
    before = seatings(party)
    assert "come or gone since" in text_of(press(client, "reseat_round", party, seen=mark))
    assert seatings(party) == before
    assert step(client, "live", party).button == "Show the moves"


def test_before_a_round_starts_with_an_empty_chair_the_page_asks(client, party):
    name = leave(party, (2, "N"))
    add_people(party, 1)

    response = press(client, "start_round", party)

    text = text_of(response)
    assert latest_round(party).state == Round.State.DRAWN
    assert f"<li>{name} is not here: table 2, North is empty.</li>" in text
    assert "<li>Guest 21 has come and has no chair yet.</li>" in text
    assert "Seating again places Guest 21 (table 2, North); it moves nobody else." in text
    assert 0 < text.index("Seat round 2 again") < text.index("Start as it is")
    assert "since you opened" not in text


def test_a_round_can_start_with_an_empty_chair(client, party):
    leave(party, (2, "N"))
    response = press(client, "start_round", party, seen="an older mark")
    assert "People have come or gone since you opened this page." in text_of(response)
    mark = response.context["changes"].mark

    assert "Round 2 has started." in text_of(press(client, "start_round", party, seen=mark))
    assert latest_round(party).state == Round.State.PLAYING


def undo_in(shown):
    """Return the address of the Undo button in the page's message."""
    message = text_of(shown).partition('id="said"')[2].partition('id="alarm"')[0]
    return re.search(r'action="([^"]*)"', message)[1]


def test_the_start_leads_to_the_desk_and_can_be_undone(client, party):
    response = press(client, "start_round", party)
    assert response.redirect_chain[-1][0] == reverse("entry", args=[party.pk, 2])
    assert "Round 2 has started." in text_of(response)
    response = client.post(undo_in(response), {"note": "yes", "back": "/"}, follow=True)
    assert latest_round(party).state == Round.State.DRAWN


@pytest.mark.parametrize("fields", [{"preset": "iowa"}, {"capture": "cards"}])
def test_with_a_bell_or_cards_the_start_leads_to_the_live_page(client, ruth, fields):
    party = drawn_party(8, **fields)
    response = press(client, "start_round", party)
    assert response.redirect_chain[-1][0] == reverse("live", args=[party.pk])
    assert "Round 1 has started." in text_of(response)


def test_the_bell_leads_to_the_desk_and_can_be_undone(client, ruth):
    party = drawn_party(8, preset="iowa")
    press(client, "start_round", party)
    response = press(client, "ring_bell", party)
    assert response.redirect_chain[-1][0] == reverse("entry", args=[party.pk, 1])
    assert "The bell has rung: everybody finishes the hand they are on." in text_of(response)
    client.post(undo_in(response), {"note": "yes", "back": "/"}, follow=True)
    assert latest_round(party).state == Round.State.PLAYING
