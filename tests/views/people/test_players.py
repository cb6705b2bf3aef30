import re

import pytest
from django.urls import reverse

from party.engine import SEAT_NAMES
from party.models import Entrant
from party.progression import FACING
from party.services.evening import rounds
from party.services.people import arrivals
from tests.evening import (
    BY_PROGRAM,
    add_people,
    close,
    draw,
    helper_of,
    play,
    play_round,
    seat_next,
    start,
)
from tests.guard import setting_up
from tests.lists import organised_party
from tests.reading import text_of

pytestmark = pytest.mark.django_db
EXPECTED, HERE, LEFT = Entrant.State


@pytest.fixture
def party(client):
    return organised_party(client, players=2)


def test_page_of_an_empty_list_has_the_field_for_names(client):
    empty = organised_party(client)
    shown = text_of(client.get(page_of(empty)))
    assert "<textarea" in shown
    assert "Paste a list" not in shown
    assert "Nobody is on the list yet." in shown
    assert shown.count("btn-next") == 1
    names = {"names": "Alma Rasmussen\nBert Holm"}
    shown = client.post(reverse("players_add", args=[empty.pk]), names)
    assert "Add to tonight’s list" in text_of(shown)
    add_people(empty, 1)
    shown = text_of(client.get(page_of(empty)))
    assert "<textarea" not in shown
    assert "Paste a list" in shown


def page_of(party):
    return reverse("players", args=[party.pk])


def address_of(party, name, page="player", *more):
    return reverse(page, args=[party.pk, party.entrants.get(name=name).pk, *more])


def test_list_is_sorted_by_surname_and_shows_who_is_here(client, party):
    add_people(party, 1, state=EXPECTED)
    page = client.get(page_of(party))
    assert [row.record.name for row in page.context["table"].rows] == ["Alma", "Bert", "Carol"]
    assert "3 on the list · <b>2 here</b>" in text_of(page)
    assert text_of(page).split('id="list-title"')[1].count(" checked") == 2


def test_list_may_be_sorted_by_number(client, party):
    page = client.get(page_of(party), {"sort": "-number"})
    assert [row.record.name for row in page.context["table"].rows] == ["Bert", "Alma"]


def where(client, party):
    rows = client.get(page_of(party)).context["table"].rows
    return {str(row.record): row.record.where for row in rows}


def test_list_shows_who_owes_the_fee_and_at_the_end_everybodys_rank(client):
    party = organised_party(client, players=8, fee=500, rounds_planned=1)
    with setting_up():
        party.entrants.exclude(name="Alma").update(paid=500)
    before_the_draw = client.get(page_of(party)).text
    assert before_the_draw.count("owes $5") == 1
    start(party)
    play(party)
    assert client.get(page_of(party)).text.count("owes $5") == 1
    close(party)
    rounds.finish(party.pk, **BY_PROGRAM)
    page = client.get(page_of(party))
    results = [row.record.result for row in page.context["table"].rows]
    assert sorted(results) == ["shared 1st, 590"] * 4 + ["shared 5th, 200"] * 4
    assert page.text.count(">shared 1st, 590</span>") == 4


def test_page_of_a_person_shows_the_seat_and_the_partner(client):
    party = organised_party(client, players=5)
    start(party)
    for place in party.rounds.get().places.all():
        page = text_of(client.get(address_of(party, place.entrant.name)))
        if place.table is None:
            assert "seat-name" not in page
            continue
        across = place.table.places.get(seat=FACING[place.seat]).entrant
        assert f'<b class="seat-name">{SEAT_NAMES[place.seat]}</b><br>with {across}</p>' in page


def test_list_says_where_everybody_is(client):
    party = organised_party(client, players=8)
    add_people(party, 2, state=EXPECTED)
    start(party)
    late, absent = party.entrants.filter(state=EXPECTED)

    client.post(reverse("player_act", args=[party.pk, late.pk, "arrived"]))
    client.post(address_of(party, "Alma", "player_act", "home"))

    found = where(client, party)
    assert found[str(late)] == "Sits from round 2"
    assert found[str(absent)] == "Not here yet"
    assert found["Alma"] == "Goes home after round 1"
    assert "<small>Goes home after round 1</small>" in client.get(page_of(party)).text
    assert found["Bert"].startswith("Table ")

    play_round(party)
    assert where(client, party)["Alma"] == "Left after round 1"
    seat_next(party)
    found = where(client, party)
    assert found["Alma"] == "Left after round 1"
    assert found[str(late)].startswith("Table ")
    for verb in ("arrived", "home"):
        client.post(reverse("player_act", args=[party.pk, absent.pk, verb]))
    assert where(client, party)[str(absent)] == "Left without playing"


def test_list_says_who_sits_out(client):
    party = organised_party(client, players=5)
    draw(party)
    assert "Sits out round 1" in where(client, party).values()


def test_unknown_verb_and_unknown_person_are_not_found(client, party):
    assert client.post(address_of(party, "Alma", "player_act", "dance")).status_code == 404
    assert client.get(reverse("player", args=[party.pk, 10**6])).status_code == 404


def test_only_organisers_take_names_off_the_list(client, party):
    client.post(address_of(party, "Alma", "player_act", "remove"))
    assert [row.name for row in party.entrants.all()] == ["Bert"]
    client.force_login(helper_of(party))
    assert client.post(address_of(party, "Bert", "player_act", "remove")).status_code == 403
    assert "Take off the list" not in text_of(client.get(address_of(party, "Bert")))


def test_player_is_renamed_and_put_into_a_group(client, party):
    page = client.get(address_of(party, "Alma"))
    assert "Take off the list" in text_of(page)
    client.post(address_of(party, "Alma"), {"name": "Nguyễn, Łukasz", "prize_group": "men"})
    changed = party.entrants.get(number=1)
    assert (changed.name, changed.sort_name) == ("Łukasz Nguyễn", "Nguyễn, Łukasz")
    assert changed.prize_group == "men"
    assert '<option value="men">' in text_of(client.get(page_of(party)))


def test_notes_about_a_person_are_kept_with_the_club(client, party):
    page = client.post(
        address_of(party, "Alma"), {"name": "Alma", "notes": " left-handed "}, follow=True
    )
    assert "Alma is saved." in text_of(page)
    assert party.entrants.get(name="Alma").player.notes == "left-handed"
    assert "<dd>left-handed</dd>" in text_of(client.get(address_of(party, "Alma")))
    page = client.post(address_of(party, "Alma"), {"name": "Alma", "notes": "x" * 501})
    assert "at most 500 letters" in text_of(page)


def test_house_player_has_no_notes(client, party):
    client.post(reverse("player_house", args=[party.pk]), {"house-name": "Ivy"})
    assert "notes" not in client.get(address_of(party, "Ivy")).context["form"].fields
    page = client.post(address_of(party, "Ivy"), {"name": "Ivo"}, follow=True)
    assert "Ivo is saved." in text_of(page)


def test_renaming_a_person_to_a_name_on_the_list_leads_to_a_question(client, party):
    sent = {"name": "Bert", "prize_group": "men"}
    page = client.post(address_of(party, "Alma"), sent)
    assert "Bert is on the list already." in text_of(page)
    assert 'value="men"' in text_of(page)
    client.post(address_of(party, "Alma"), {**sent, "another": "on"})
    assert sorted(party.entrants.values_list("name", flat=True)) == ["Bert", "Bert"]


def test_empty_name_is_refused(client, party):
    page = client.post(address_of(party, "Alma"), {"name": "", "prize_group": "men"})
    assert "Type a name." in text_of(page)
    assert 'value="men"' in text_of(page)


def test_house_player_is_added(client, party):
    house = reverse("player_house", args=[party.pk])
    page = client.post(house, {"house-name": "Ivy"}, follow=True)
    assert "Ivy plays for the house." in text_of(page)
    assert party.entrants.get(name="Ivy").ranked is False
    page = client.post(house, {"house-name": "x" * 121})
    assert page.context["house"].errors["name"]


def test_finished_party_offers_no_changes_to_the_list(client):
    party = organised_party(client, players=4)
    start(party)
    arrivals.go_home(party.pk, party.entrants.get(name="Alma").pk, **BY_PROGRAM)
    play_round(party)
    rounds.finish(party.pk, **BY_PROGRAM)
    assert "Add player" not in text_of(client.get(page_of(party)))
    assert "Is back" not in text_of(client.get(address_of(party, "Alma")))


def test_numbers_for_a_blind_draw_are_made(client):
    party = organised_party(client, cards="blind")
    address = reverse("player_numbers", args=[party.pk])
    assert "How many numbers?" in text_of(client.get(page_of(party)))

    page = client.post(address, {"count": "8"}, follow=True)
    assert "Numbers 1 to 8 are made." in text_of(page)
    assert "8 numbers · 0 with names" in text_of(page)

    for typed, words in (("3", "at least 4"), ("", "Say how many numbers."), ("x", "such as 48")):
        page = client.post(address, {"count": typed})
        assert words in text_of(page)
        assert f'value="{typed}"' in text_of(page) or not typed


def test_number_without_a_name_is_shown_as_a_number(client):
    party = organised_party(client, cards="blind")
    client.post(reverse("player_numbers", args=[party.pk]), {"count": "4"})
    page = client.get(page_of(party))
    assert "No. 3</a>" in text_of(page)
    assert 'type="checkbox"' not in text_of(page)


def listed(page):
    return re.findall(r'id="person-\d+".*?<a [^>]*>([^<]+)</a>', page, re.DOTALL)


def test_the_list_can_be_searched_by_name_or_number_or_table(client):
    party = organised_party(client, players=8)
    draw(party)
    url = page_of(party)
    assert listed(client.get(url, {"q": "ca"}).text) == ["Carol"]
    assert listed(client.get(url, {"q": "#4"}).text) == ["Dev"]
    assert len(listed(client.get(url, {"q": "Table 2"}).text)) == 4
    nobody = client.get(url, {"q": "zz"}).text
    assert listed(nobody) == []
    assert "Nobody on the list is “zz”" in nobody


def test_a_long_list_has_letters_that_lead_to_the_page_of_their_first_row(client):
    party = organised_party(client, players=8)
    url = page_of(party)
    assert "Jump to a letter" not in client.get(url).text
    add_people(party, 120)  # This adds Guest 9 to Guest 128.
    page = client.get(url).text
    hilde = Entrant.objects.get(name="Hilde").pk
    assert f'href="?page=2#person-{hilde}">H</a>' in page
    assert page.count('<a href="#person-') == len("ABCDEFG")
    assert "Jump to a letter" not in client.get(url, {"sort": "number"}).text
