"""Whose turn to sit out stands against a wish: said before the seats are made, with a way out."""

import pytest
from django.urls import reverse

from party.queries.evening.rounds import seatings
from party.queries.people.wishes import wish_lines
from party.queries.seats.rota import rota, turns_against_wishes
from party.services.people import arrivals
from party.services.people.wishes import add_wish
from party.values.accounts import PROGRAM
from tests.evening import (
    AT,
    add_people,
    draw,
    helper_of,
    party_with,
    play,
    play_rounds,
    seat_next,
    start,
)
from tests.reading import text_of

pytestmark = pytest.mark.django_db


def organised(client, players, **made):
    party = party_with(players, rounds_planned=12, **made)
    client.force_login(party.club.memberships.get().user)
    return party


def stays(party, person):
    add_wish(party.pk, "stay", person.id, None, actor=PROGRAM, at=AT)


def moves(client, party):
    return client.get(reverse("moves", args=[party.pk, party.rounds.count()]))


def test_before_the_draw_it_is_said_to_whom_sitting_out_comes_too(client):
    party = organised(client, 9)
    alma, bert, carol = party.entrants.order_by("number")[:3]
    stays(party, alma)
    add_wish(party.pk, "partners", bert.pk, carol.pk, actor=PROGRAM, at=AT)
    add_people(party, 1, state="expected")
    late = party.entrants.get(number=10)
    stays(party, late)
    shown = text_of(client.get(reverse("draw", args=[party.pk])))
    assert "Sitting out comes to them too" in shown
    assert "<li>Alma keeps table and chair</li>" in shown
    assert "<li>Bert and Carol are always partners</li>" in shown
    assert f"{late} keeps table" not in shown
    draw(party)
    drawn = text_of(client.get(reverse("draw", args=[party.pk])))
    assert "<li>Alma keeps table and chair</li>" in drawn
    assert "Swap two turns here, or" in drawn
    client.force_login(helper_of(party))
    assert "keeps table" not in text_of(client.get(reverse("draw", args=[party.pk])))


@pytest.mark.parametrize(("players", "kind"), [(8, "stay"), (9, "apart")])
def test_where_nobody_sits_out_or_no_chair_is_needed_nothing_is_said(client, players, kind):
    party = organised(client, players)
    alma, bert = party.entrants.order_by("number")[:2]
    add_wish(party.pk, kind, alma.pk, bert.pk, actor=PROGRAM, at=AT)
    assert "comes to them too" not in text_of(client.get(reverse("draw", args=[party.pk])))


def test_whose_turn_is_next_is_said_before_the_seats_are_made(client):
    party = organised(client, 9)
    play_rounds(party, 1)
    first, second, third = rota(party)[:3]
    assert seatings(party)[0].bench == (first.id,)
    stays(party, second)

    shown = text_of(moves(client, party))

    assert f"{second} is to sit out round 2" in shown
    assert f"But {second} keeps table and chair." in shown
    assert f"Let {third} sit out first" in shown
    assert "take the wish back</a>" in shown


def test_it_is_said_and_mended_before_one_press_closes_and_seats(client):
    party = organised(client, 9)
    start(party)
    play(party)
    _, second, third = rota(party)[:3]
    stays(party, second)
    close = reverse("close_round", args=[party.pk, 1])
    assert f"{second} is to sit out round 2" in text_of(client.get(close))
    desk = reverse("entry", args=[party.pk, 1])
    assert "and seat round 2" not in text_of(client.get(desk))

    sent = {"one": second.id, "other": third.id, "from_moves": "yes"}
    page = client.post(reverse("swap_turns", args=[party.pk]), sent, follow=True)

    assert page.redirect_chain[-1][0] == close
    assert "is to sit out round 2" not in text_of(page)
    assert "and seat round 2" in text_of(client.get(desk))


def test_one_press_lets_another_sit_out_and_the_chair_is_kept(client):
    party = organised(client, 9)
    play_rounds(party, 1)
    _, second, third = rota(party)[:3]
    stays(party, second)
    chair = seatings(party)[0].chair(second.id)
    sent = {"one": second.id, "other": third.id, "from_moves": "yes"}

    page = client.post(reverse("swap_turns", args=[party.pk]), sent, follow=True)

    assert page.redirect_chain[-1][0] == reverse("moves", args=[party.pk, 1])
    assert "They have swapped their turns." in text_of(page)
    assert "is to sit out round 2" not in text_of(page)
    seat_next(party)
    assert seatings(party)[1].bench == (third.id,)
    assert seatings(party)[1].chair(second.id) == chair
    assert [wish.reason for wish in wish_lines(party)] == [""]


def test_when_everybody_else_has_sat_out_only_house_players_help(client):
    party = organised(client, 5)
    play_rounds(party, 4)
    last = rota(party)[4]
    stays(party, last)
    shown = text_of(moves(client, party))
    assert f"{last} is to sit out round 5" in shown
    assert "Everybody else has sat out more often, or has a wish as well." in shown
    assert "sit out first" not in shown
    for number in range(3):
        arrivals.add_house_player(party.pk, f"House {number}", actor=PROGRAM, at=AT)
    assert turns_against_wishes(party) == ()
    seat_next(party)
    assert seatings(party)[-1].chair(last.id) == seatings(party)[-2].chair(last.id)


def test_who_has_a_wish_as_well_is_not_offered(client):
    party = organised(client, 9)
    play_rounds(party, 1)
    _, second, third, fourth = rota(party)[:4]
    stays(party, second)
    stays(party, third)
    [turn] = turns_against_wishes(party)
    assert (turn.person, turn.instead) == (second, fourth)


def test_too_few_who_may_sit_out_is_told_when_the_round_is_seated(client):
    party = organised(client, 4)
    for number in range(4):
        arrivals.add_house_player(party.pk, f"House {number}", actor=PROGRAM, at=AT)
    play_rounds(party, 1)
    alma, *others = party.entrants.filter(ranked=True).order_by("number")
    stays(party, alma)
    for other in others:
        arrivals.go_home(party.pk, other.pk, actor=PROGRAM, at=AT)
    arrivals.add_house_player(party.pk, "House 5", actor=PROGRAM, at=AT)
    arrivals.add_house_player(party.pk, "House 6", actor=PROGRAM, at=AT)
    assert turns_against_wishes(party) == ()


def test_helpers_are_told_nothing_of_wishes(client):
    party = organised(client, 9)
    play_rounds(party, 1)
    stays(party, rota(party)[1])
    client.force_login(helper_of(party))
    assert "is to sit out" not in text_of(moves(client, party))
