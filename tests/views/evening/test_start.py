"""The start of a round asks when a chair is empty or somebody has none."""

import re

import pytest
from django.urls import reverse

from party.models import Entrant, Round
from party.queries.evening.rounds import latest_round, seatings
from tests.evening import add_people, draw, party_with, play_rounds, seat_next
from tests.guard import setting_up
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    party = party_with(20)
    play_rounds(party, 1)
    seat_next(party)
    return party


def leave(party, chair):
    """Let the person in this chair go; return the name."""
    table, seat = chair
    gone = party.entrants.get(pk=seatings(party)[-1].tables[table - 1]["NESW".index(seat)])
    with setting_up():
        party.entrants.filter(pk=gone.pk).update(state=Entrant.State.LEFT)
    return gone.name


def press(client, name, party, **sent):
    number = latest_round(party).number
    return client.post(reverse(name, args=[party.pk, number]), sent, follow=True)


def step(client, page, party, *args):
    shown = client.get(reverse(page, args=[party.pk, *args]))
    assert shown.content.decode().count("btn-next") == 1
    return shown.context["page"].step


def test_the_next_step_is_to_seat_the_round_again(client, party):
    assert step(client, "live", party).view == "announce"
    name = leave(party, (2, "N"))

    for where in (("live", party), ("moves", party, 1)):
        found = step(client, *where)
        assert (found.view, found.button) == ("reseat_round", "Seat round 2 again")
        missing = f"{name} is not here: table 2, North is empty."
        assert found.after.startswith(f"{missing} Seating again moves 6 people: Alma (table 3, ")
    text = text_of(client.get(reverse("live", args=[party.pk])))
    assert "Start round 2 all the same" in text
    assert f'<span class="phone-only">{missing}' in text  # beside the step it is hidden there
    assert text.count(missing) == 2
    moves = text_of(client.get(reverse("moves", args=[party.pk, 1])))
    assert moves.count("Seating again moves 6 people: ") == 2  # a phone hides that of the step


def test_the_seats_of_round_one_have_the_same_gate(client, ruth):
    party = party_with(8)
    draw(party)
    assert step(client, "draw", party).button == "Show the seats"
    add_people(party, 1)

    assert step(client, "draw", party).button == "Seat round 1 again"


def test_one_press_seats_again_and_says_what_came_of_it(client, party):
    leave(party, (2, "N"))
    add_people(party, 1)
    seen = step(client, "live", party).seen

    text = text_of(press(client, "reseat_round", party, seen=seen))

    assert "Round 2 is seated again. Guest 21: table 2, North." in text
    assert "Everybody else keeps table and chair." in text
    assert step(client, "live", party).button == "Show the moves"
    assert "Seat round 2 again" not in text


def test_start_asks_with_seating_again_first(client, party):
    name = leave(party, (2, "N"))
    add_people(party, 1)

    shown = press(client, "start_round", party)

    text = text_of(shown)
    assert latest_round(party).state == Round.State.DRAWN
    assert f"<li>{name} is not here: table 2, North is empty.</li>" in text
    assert "<li>Guest 21 has come and has no chair yet.</li>" in text
    assert "Seating again places Guest 21 (table 2, North); it moves nobody else." in text
    assert 0 < text.index("Seat round 2 again") < text.index("Start as it is")
    assert "since you looked" not in text


def test_start_as_it_is(client, party):
    leave(party, (2, "N"))
    seen = press(client, "start_round", party).context["changes"].mark

    assert "Round 2 has started." in text_of(press(client, "start_round", party, seen=seen))
    assert latest_round(party).state == Round.State.PLAYING


def test_start_asks_again_when_somebody_else_has_gone_meanwhile(client, party):
    leave(party, (2, "N"))
    seen = press(client, "start_round", party).context["changes"].mark
    second = leave(party, (3, "E"))

    text = text_of(press(client, "start_round", party, seen=seen))

    assert "Somebody has come or gone since you looked at this." in text
    assert f"{second} is not here: table 3, East is empty." in text
    assert latest_round(party).state == Round.State.DRAWN


def test_two_desks_seat_again_once(client, party):
    leave(party, (2, "N"))
    add_people(party, 1)
    seen = step(client, "live", party).seen
    press(client, "reseat_round", party, seen=seen)
    before = seatings(party)[-1]

    text = text_of(press(client, "reseat_round", party, seen=seen))

    assert "Somebody has come or gone since you looked at this." in text
    assert seatings(party)[-1] == before


def test_with_fewer_than_four_people_nothing_can_be_seated(client, ruth):
    party = party_with(4)
    draw(party)
    leave(party, (1, "N"))

    assert step(client, "live", party).view == "announce"
    text = text_of(press(client, "start_round", party))
    assert "Seat round 1 again" not in text
    assert "Start as it is" in text


# Where the organiser goes on.


def undo_in(shown):
    """Return the address of the Undo that the page says, as a button of its sentence."""
    said = text_of(shown).partition('id="said"')[2].partition('id="alarm"')[0]
    return re.search(r'action="([^"]*)"', said)[1]


def test_the_start_leads_to_the_desk_and_can_be_taken_back_there(client, party):
    shown = press(client, "start_round", party)
    assert shown.redirect_chain[-1][0] == reverse("entry", args=[party.pk, 2])
    assert "Round 2 has started." in text_of(shown)
    shown = client.post(undo_in(shown), {"note": "yes", "back": "/"}, follow=True)
    assert latest_round(party).state == Round.State.DRAWN


@pytest.mark.parametrize("fields", [{"preset": "iowa"}, {"capture": "cards"}])
def test_the_start_leads_to_the_live_page_where_a_bell_or_cards_come_next(client, ruth, fields):
    party = party_with(8, **fields)
    draw(party)
    shown = press(client, "start_round", party)
    assert shown.redirect_chain[-1][0] == reverse("live", args=[party.pk])
    assert "Round 1 has started." in text_of(shown)


def test_the_bell_leads_to_the_desk_and_can_be_taken_back_there(client, ruth):
    party = party_with(8, preset="iowa")
    draw(party)
    press(client, "start_round", party)
    shown = press(client, "ring_bell", party)
    assert shown.redirect_chain[-1][0] == reverse("entry", args=[party.pk, 1])
    assert "The bell has rung: everybody finishes the hand they are on." in text_of(shown)
    client.post(undo_in(shown), {"note": "yes", "back": "/"}, follow=True)
    assert latest_round(party).state == Round.State.PLAYING
