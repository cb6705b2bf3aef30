import pytest
from django.urls import reverse

from party.queries.evening.rounds import seatings
from party.queries.people.wishes import wish_lines
from party.queries.seats.rota import rota, turns_against_wishes
from party.services.people import arrivals
from party.services.people.wishes import add_wish
from tests.evening import (
    BY_PROGRAM,
    add_people,
    draw,
    helper_of,
    play,
    play_rounds,
    seat_next,
    start,
)
from tests.lists import organised_party
from tests.pages import page_text
from tests.reading import text_of

pytestmark = pytest.mark.django_db


def wish_to_stay(party, person):
    add_wish(party.pk, "stay", person.id, None, **BY_PROGRAM)


def test_the_draw_page_lists_wishes_that_cannot_be_kept_when_sitting_out(client):
    party = organised_party(client, players=9, rounds_planned=12)
    alma, bert, carol = party.entrants.order_by("number")[:3]
    wish_to_stay(party, alma)
    add_wish(party.pk, "partners", bert.pk, carol.pk, **BY_PROGRAM)
    add_people(party, 1, state="expected")
    latecomer = party.entrants.get(number=10)
    wish_to_stay(party, latecomer)
    text = text_of(client.get(reverse("draw", args=[party.pk])))
    assert "They sit out in turn as well" in text
    assert "<li>Alma keeps table and chair</li>" in text
    assert "<li>Bert and Carol are always partners</li>" in text
    assert f"{latecomer} keeps table" not in text
    draw(party)
    drawn_page = text_of(client.get(reverse("draw", args=[party.pk])))
    assert "<li>Alma keeps table and chair</li>" in drawn_page
    assert "Swap two turns here, or" in drawn_page
    client.force_login(helper_of(party))
    assert "keeps table" not in text_of(client.get(reverse("draw", args=[party.pk])))


@pytest.mark.parametrize(("players", "kind"), [(8, "stay"), (9, "apart")])
def test_the_draw_page_lists_no_wish_that_sitting_out_cannot_break(client, players, kind):
    party = organised_party(client, players=players, rounds_planned=12)
    alma, bert = party.entrants.order_by("number")[:2]
    add_wish(party.pk, kind, alma.pk, bert.pk, **BY_PROGRAM)
    assert "comes to them too" not in text_of(client.get(reverse("draw", args=[party.pk])))


def test_the_moves_page_warns_if_sitting_out_next_is_against_a_wish(client):
    party = organised_party(client, players=9, rounds_planned=12)
    play_rounds(party, 1)
    first, second, third = rota(party)[:3]
    assert seatings(party)[0].bench == (first.id,)
    wish_to_stay(party, second)

    text = page_text(client, party, "moves", party.rounds.count())

    assert f"{second} is to sit out round 2" in text
    assert f"But {second} keeps table and chair." in text
    assert f"Let {third} sit out first" in text
    assert "take the wish back</a>" in text


def test_the_close_page_warns_until_the_turns_to_sit_out_are_swapped(client):
    party = organised_party(client, players=9, rounds_planned=12)
    start(party)
    play(party)
    _, second, third = rota(party)[:3]
    wish_to_stay(party, second)
    close = reverse("close_round", args=[party.pk, 1])
    assert f"{second} is to sit out round 2" in text_of(client.get(close))
    desk = reverse("entry", args=[party.pk, 1])
    assert "and seat round 2" not in text_of(client.get(desk))

    sent = {"one": second.id, "other": third.id, "from_moves": "yes"}
    page = client.post(reverse("swap_turns", args=[party.pk]), sent, follow=True)

    assert page.redirect_chain[-1][0] == close
    assert "is to sit out round 2" not in text_of(page)
    assert "and seat round 2" in text_of(client.get(desk))


def test_a_swap_of_turns_to_sit_out_keeps_the_chair_as_wished(client):
    party = organised_party(client, players=9, rounds_planned=12)
    play_rounds(party, 1)
    _, second, third = rota(party)[:3]
    wish_to_stay(party, second)
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


def test_house_players_can_keep_a_wish_if_nobody_can_swap_turns(client):
    party = organised_party(client, players=5, rounds_planned=12)
    play_rounds(party, 4)
    last = rota(party)[4]
    wish_to_stay(party, last)
    text = page_text(client, party, "moves", party.rounds.count())
    assert f"{last} is to sit out round 5" in text
    assert "Everybody else has sat out more often, or has a wish as well." in text
    assert "sit out first" not in text
    for number in range(3):
        arrivals.add_house_player(party.pk, f"House {number}", **BY_PROGRAM)
    assert turns_against_wishes(party) == ()
    seat_next(party)
    assert seatings(party)[-1].chair(last.id) == seatings(party)[-2].chair(last.id)


def test_people_with_a_wish_of_their_own_are_no_substitutes(client):
    party = organised_party(client, players=9, rounds_planned=12)
    play_rounds(party, 1)
    _, second, third, fourth = rota(party)[:4]
    wish_to_stay(party, second)
    wish_to_stay(party, third)
    [turn] = turns_against_wishes(party)
    assert (turn.person, turn.substitute) == (second, fourth)


def test_a_seating_that_fails_has_no_turns_against_wishes(client):
    party = organised_party(client, players=4, rounds_planned=12)
    for number in range(4):
        arrivals.add_house_player(party.pk, f"House {number}", **BY_PROGRAM)
    play_rounds(party, 1)
    alma, *others = party.entrants.filter(ranked=True).order_by("number")
    wish_to_stay(party, alma)
    for other in others:
        arrivals.go_home(party.pk, other.pk, **BY_PROGRAM)
    arrivals.add_house_player(party.pk, "House 5", **BY_PROGRAM)
    arrivals.add_house_player(party.pk, "House 6", **BY_PROGRAM)
    assert turns_against_wishes(party) == ()


def test_helpers_see_no_wishes_on_the_moves_page(client):
    party = organised_party(client, players=9, rounds_planned=12)
    play_rounds(party, 1)
    wish_to_stay(party, rota(party)[1])
    client.force_login(helper_of(party))
    assert "is to sit out" not in page_text(client, party, "moves", party.rounds.count())
