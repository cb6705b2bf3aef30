import re

import pytest
from django.urls import reverse

from party.queries.evening.rounds import latest_round, live, seatings
from party.services.people.wishes import add_wish
from party.values.refusals import Fault, Refused
from party.views.seats import swaps
from tests.evening import BY_PROGRAM, draw, helper_of, start
from tests.lists import organised_party
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    party = organised_party(client, players=9)
    draw(party)
    return party


def address(party, name="swap_seats"):
    return reverse(name, args=[party.pk, latest_round(party).number])


def mark_of(shown):
    return re.search(r'name="seen" value="([^"]*)"', shown.content.decode())[1]


def places(party):
    return {
        person.name: (table.number, seat)
        for table in live(party).tables
        for seat, person in table.seats.items()
    }


def two_names(party):
    by_place = {place: name for name, place in places(party).items()}
    return by_place[1, "N"], by_place[2, "E"]


def test_a_swap_shows_its_effects_and_is_made(client, party):
    one, other = two_names(party)
    assert "What it changes" not in text_of(client.get(address(party)))
    response = client.get(address(party), {"one": one, "other": other})
    text = text_of(response)
    assert f'<th scope="row">{one}</th><td>table 1, North</td><td>table 2, East</td>' in text
    assert "Partners who meet again" in text
    assert f"Swap {one} and {other}" in text
    sent = {"one": one, "other": other, "seen": mark_of(response)}
    result = text_of(client.post(address(party), sent, follow=True))
    assert f"{one} and {other} have changed places." in result
    assert f"<li>{one} and {other}</li>" in result
    assert places(party)[one] == (2, "E")


def test_the_last_swap_is_taken_back(client, party):
    before = places(party)
    one, other = two_names(party)
    first = seatings(party)[0].tables[0]
    add_wish(party.pk, "partners", first[0], first[2], **BY_PROGRAM)
    response = client.get(address(party), {"one": one, "other": other})
    assert "This breaks a wish:" in text_of(response)
    client.post(address(party), {"one": one, "other": other, "seen": mark_of(response)})
    result = client.post(address(party, "undo_swap"), follow=True)
    assert "The last swap is taken back." in text_of(result)
    assert places(party) == before


def test_an_outdated_page_shows_the_effects_again(client, party):
    one, other = two_names(party)
    response = client.post(address(party), {"one": one, "other": other, "seen": "old"})
    assert "Check again, then swap." in text_of(response)
    assert f'value="{one}"' in text_of(response)
    second_try = {"one": one, "other": other, "seen": mark_of(response)}
    assert "have changed places" in text_of(client.post(address(party), second_try, follow=True))


@pytest.mark.parametrize(
    ("one", "other", "text"),
    [
        ("Alma", "", "Type a name."),
        ("Alma", "Zoë", "Nobody on tonight’s list is called Zoë."),
    ],
)
def test_wrong_names_are_refused_and_stay_in_their_fields(client, party, one, other, text):
    page_text = text_of(client.get(address(party), {"one": one, "other": other}))
    assert text in page_text
    assert f'value="{one}"' in page_text
    assert "What it changes" not in page_text


def test_the_page_of_seats_lists_wishes_that_are_not_kept(client, party):
    table = seatings(party)[0].tables[0]
    add_wish(party.pk, "apart", table[0], table[1], **BY_PROGRAM)
    page = reverse("draw", args=[party.pk])
    assert "Wishes not kept" in text_of(client.get(page))
    assert "It was asked after these seats were made." in text_of(client.get(page))
    client.force_login(helper_of(party))
    assert "Wishes not kept" not in text_of(client.get(page))


def test_a_round_that_has_begun_keeps_its_seats(client, party):
    start(party)
    response = client.get(address(party), follow=True)
    assert "Round 1 has begun: its seats stay." in text_of(response)


def test_the_names_stay_in_their_fields_if_a_swap_is_refused(client, party, monkeypatch):
    one, other = two_names(party)
    names = {"one": one, "other": other}
    sent = names | {"seen": mark_of(client.get(address(party), names))}

    def refuse(*_args, **_named):
        raise Refused(Fault("Choose two different people who have a place in round 1.", "other"))

    monkeypatch.setattr(swaps.verbs, "swap_seats", refuse)
    response = client.post(address(party), sent)

    assert response.status_code == 200
    assert "Choose two different people who have a place in round 1." in text_of(response)
    assert f'value="{other}"' in text_of(response)
