import pytest
from django.urls import reverse

from party.models import Entrant, Party, Round
from party.progression import FORMATS
from party.queries.evening.rounds import latest_round, live
from party.queries.seats.rota import rota
from party.services.people import players
from party.values.seats.words import HAND_OUT
from tests.evening import (
    BY_PROGRAM,
    IN_ORDER,
    add_people,
    draw,
    helper_of,
    party_with,
)
from tests.lists import organised_party
from tests.reading import text_of

pytestmark = pytest.mark.django_db


def page(client, party, **query):
    return client.get(reverse("draw", args=[party.pk]), query)


def press_draw(client, party, **sent):
    return client.post(reverse("draw", args=[party.pk]), sent, follow=True)


def test_the_draw_seats_everybody_who_is_here(client):
    party = organised_party(client, players=8)
    assert "8 people are here: 2 tables." in text_of(page(client, party))
    response = press_draw(client, party)
    assert "The seats are drawn." in text_of(response)
    assert latest_round(party).state == Round.State.DRAWN
    assert {sitting.table for sitting in response.context["page"].sittings} == {1, 2}
    client.post(reverse("undo_draw", args=[party.pk, 1]))
    assert latest_round(party) is None


def test_a_helper_sees_the_seats_but_cannot_draw_them(client):
    party = party_with(8)
    client.force_login(helper_of(party))
    assert press_draw(client, party).status_code == 403
    assert latest_round(party) is None
    draw(party)
    response = page(client, party)
    assert response.status_code == 200
    assert "Undo the draw" not in text_of(response)


def test_seats_cannot_be_drawn_for_fewer_than_four_people(client):
    party = organised_party(client, players=3)
    response = page(client, party)
    assert "A table needs at least 4." in text_of(response)
    assert "Go to the players" in text_of(response)
    press_draw(client, party)
    assert latest_round(party) is None


@pytest.mark.parametrize(
    ("players", "words", "default"),
    [
        (9, ("One person sits out each round, in turn", "3 house players fill the last"), "rota"),
        (
            11,
            ("3 people sit out each round, in turn", "1 house player fills the last table"),
            "house",
        ),
    ],
)
def test_choices_for_odd_numbers_say_how_many_people_sit_out(client, players, words, default):
    party = organised_party(client, players=players)
    response = page(client, party)
    assert all(each in text_of(response) for each in words)
    assert response.context["odd"]["odd"].value() == default


def with_policy(policy):
    return FORMATS["midway"].replace(non_multiple_of_4=policy).values()


def test_a_plan_with_house_players_offers_house_players_first(client):
    party = organised_party(client, players=9, format_values=with_policy("house_players"))
    assert page(client, party).context["odd"]["odd"].value() == "house"


def test_a_party_at_which_nobody_sits_out_needs_house_players(client):
    party = organised_party(client, players=10, format_values=with_policy("refuse"))
    response = page(client, party)
    assert "In this party nobody sits out" in text_of(response)
    assert "in rotation" not in text_of(response)
    press_draw(client, party, odd="rota")
    press_draw(client, party)
    assert latest_round(party) is None
    press_draw(client, party, odd="house", house_1="Ivy", house_2="Jo")
    assert len(live(party).tables) == 3


def test_another_movement_is_offered_if_one_table_plays_iowa_rules(client):
    party = organised_party(client, players=4, preset="iowa")
    response = page(client, party)
    settings = reverse("party_settings", args=[party.pk])
    assert f'href="{settings}?movement=midway#id_movement"' in text_of(response)
    assert "nobody moves" not in text_of(
        page(client, organised_party(client, players=8, preset="iowa"))
    )


def test_the_draw_needs_a_choice_for_people_who_fill_no_table(client):
    party = organised_party(client, players=9)
    response = press_draw(client, party)
    assert "Choose what those who fill no table do." in text_of(response)
    assert "<title>Error: " in text_of(response)
    assert latest_round(party) is None


def test_the_order_of_sitting_out_is_shown_after_the_draw(client):
    party = organised_party(client, players=10)
    response = press_draw(client, party, odd="rota")
    order = [str(person) for person in rota(party)]
    assert [str(person) for person in response.context["page"].bench] == sorted(order[:2])
    assert [str(person) for person in response.context["page"].rota] == order
    assert "sit out round 1" in text_of(response)


def test_a_house_player_without_a_name_has_an_error_beside_the_field(client):
    party = organised_party(client, players=11)
    response = press_draw(client, party, odd="house", house_1=" ")
    assert response.context["odd"].errors["house_1"] == ["Give the house player a name."]
    assert latest_round(party) is None


def test_numbers_of_rounds_are_offered_with_the_time_of_their_end(client):
    party = organised_party(client, players=12, rounds_planned=None)
    response = press_draw(client, party)
    assert [rounds for rounds, _ in response.context["page"].offers] == [3, 6, 9]
    assert "6 rounds, until about" in text_of(response)


def test_under_iowa_rules_the_page_asks_for_the_number_of_rounds(client):
    party = organised_party(client, players=12, preset="iowa", rounds_planned=None)
    response = press_draw(client, party)
    assert 'name="rounds"' in text_of(response)
    client.post(reverse("set_rounds", args=[party.pk]), {"rounds": "6"})
    assert Party.objects.get(pk=party.pk).rounds_planned == 6


def blind_party(client, cards):
    party = organised_party(client, players=0, cards=Party.Cards.BLIND)
    add_people(party, cards, state=Entrant.State.EXPECTED)
    return party


def test_a_blind_draw_asks_how_many_cards_were_handed_out(client):
    party = blind_party(client, 24)
    assert "How many cards were handed out?" in text_of(page(client, party))
    response = page(client, party, handed_out=22)
    assert "22 people are here: 5 tables and 2 left over." in text_of(response)
    assert "Cards No. 21 to 22 fill no table." in text_of(response)
    assert HAND_OUT in text_of(page(client, party))
    assert "Card No. 21 fills no table." in text_of(page(client, party, handed_out=21))


@pytest.mark.measured
@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("", "Say how many cards were handed out."),
        ("many", "Say how many cards were handed out, as a number."),
        ("3", "At least 4 people are needed for a table."),
        ("25", "Only 24 cards were made."),
    ],
)
def test_an_impossible_number_of_cards_has_an_error_beside_the_field(client, typed, fault):
    party = blind_party(client, 24)
    response = page(client, party, handed_out=typed)
    assert response.context["cards"].errors["handed_out"] == [fault]
    assert f'value="{typed}"' in text_of(response) or not typed


def hat_party(client, cards=24):
    party = organised_party(client, players=0, cards=Party.Cards.HAT, seed=IN_ORDER)
    players.make_numbers(party.pk, cards, **BY_PROGRAM)
    return party


@pytest.mark.measured
def test_a_draw_from_a_hat_asks_which_cards_are_left_and_shows_the_moves(client):
    party = hat_party(client, 20)
    assert "Which cards are still in the box?" in text_of(page(client, party))
    text = text_of(page(client, party, left="12, 19"))
    assert "18 people hold a card: 4 tables and 2 left over." in text
    move_text = "No. 17 (table 5, North) moves to table 3, West."
    assert move_text in text
    assert "No. 18 (table 5, East) sits out round 1." in text
    assert "No. 20 (table 5, West) sits out round 1." in text
    assert "Seat 18 people" in text

    drawn_page = press_draw(client, party, left="12, 19", odd="rota")
    assert move_text in text_of(drawn_page)
    assert live(party).tables[2].seats["W"].number == 17
    assert sorted(each.number for each in live(party).bench) == [18, 20]


@pytest.mark.parametrize("typed", ["24 - 17", "17–20, 21 22,23-24"])
def test_cards_left_in_the_box_can_be_typed_as_ranges_and_lists(client, typed):
    party = hat_party(client)
    assert page(client, party, left=typed).context["cards"].in_box == {*range(17, 25)}
    assert "24 people hold a card: 6 tables." in text_of(page(client, party, left=""))


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("x", "“x” is no card number. Type them like 25-28, or 3, 7, 12."),
        ("25", "The cards are No. 1 to 24: 25 is not among them."),
        ("1-21", "At least 4 people are needed for a table."),
    ],
)
def test_impossible_cards_in_the_box_have_an_error_beside_the_field(client, typed, fault):
    party = hat_party(client)
    for shown in (page(client, party, left=typed), press_draw(client, party, left=typed)):
        assert shown.context["cards"].errors["left"] == [fault]
        assert f'value="{typed}"' in text_of(shown)
    assert latest_round(party) is None


def test_a_swap_of_turns_with_an_unknown_person_is_refused(client):
    party = organised_party(client, players=9)
    draw(party)
    one = rota(party)[0]
    sent = {"one": one.id, "other": 99999}
    response = client.post(reverse("swap_turns", args=[party.pk]), sent)
    assert response.context["form"].errors["other"]
    assert "<title>Error: " in text_of(response)
