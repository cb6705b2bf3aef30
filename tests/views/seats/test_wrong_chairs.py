import re
from html import unescape

import pytest
from django.urls import reverse

from party.models import Entrant, LogLine, Place
from party.services.evening import rounds
from tests.desk import party_in_play
from tests.evening import BY_PROGRAM, enter, play_round, seat_next
from tests.reading import text_of

pytestmark = pytest.mark.django_db


def address(party, number=1, name="wrong_chairs"):
    return reverse(name, args=[party.pk, number])


def people_query(party, *chairs, number=1):
    """Return the query with the people of two chairs; None stands for a person who sits out."""
    places = Place.objects.filter(round__party=party, round__number=number)
    ids = [
        places.filter(table=None).first().entrant_id
        if chair is None
        else places.get(table__number=chair[0], seat=chair[1]).entrant_id
        for chair in chairs
    ]
    return dict(zip(("one", "other"), ids, strict=True))


def names(party, query):
    return [str(Entrant.objects.get(pk=query[key])) for key in ("one", "other")]


def form_fields(shown):
    form = shown.content.decode().partition('id="record"')[2].partition("</form>")[0]
    fields = {}
    for tag in re.findall(r"<input[^>]*>", form):
        parts = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if parts.get("type") != "radio" or "checked" in tag:
            fields[parts["name"]] = unescape(parts.get("value", ""))
    fields.pop("csrfmiddlewaretoken", None)
    return fields


@pytest.mark.measured
def test_an_exchange_in_an_open_round_is_shown_recorded_and_undone(client):
    party = party_in_play(client, 8)
    enter(party, "8hn9 7ce7")
    page = text_of(client.get(address(party, name="round")))
    assert f'href="{address(party)}">Somebody sat in the wrong chair</a>' in page
    empty = text_of(client.get(address(party)))
    assert "Choose a name" in empty
    assert "There is a problem" not in empty
    query = people_query(party, (1, "S"), (2, "W"))
    one, other = names(party, query)
    response = client.get(address(party), query)
    text = text_of(response)
    assert f"Swap {one} and {other}</button>" in text
    assert f"{one} gets 0 so far, {other} gets 330 so far." in text
    assert f"<mark>{other}</mark>" in text
    assert "When the round is over, they move on from the chairs they sat in." in text
    assert LogLine.objects.filter(verb="wrong chairs").count() == 0

    result = client.post(address(party), form_fields(response), follow=True)
    assert "Round 1 now has everybody in the chair they sat in." in text_of(result)
    assert people_query(party, (2, "W"), (1, "S")) == query
    line = LogLine.objects.get(verb="wrong chairs")
    undo = reverse("log_undo", args=[party.pk, line.pk])
    assert f'action="{undo}"' in text_of(result)
    undone = client.post(undo, {"note": "yes", "back": address(party, name="round")}, follow=True)
    assert "Seats and points are again as the list had them." in text_of(undone)
    assert people_query(party, (1, "S"), (2, "W")) == query


def test_a_closed_round_needs_a_reason_and_a_choice_about_seats(client):
    party = party_in_play(client, 8)
    play_round(party)
    seat_next(party)
    query = people_query(party, (1, "S"), (2, "W"))
    one, other = names(party, query)
    response = client.get(address(party), query)
    text = text_of(response)
    assert f'aria-label="{one}, corrected"' in text
    assert f"{one} +390, {other} −390. You can undo it." in text
    assert "Others whose total changes" not in text
    assert "What about the seats in round 2?" in text
    assert re.search(r'value="reseat"[^>]* checked', text)
    assert f'<th scope="row">{one}</th>' in text.partition("would sit elsewhere")[2]
    form = form_fields(response) | {"seats": "keep"}
    refused = text_of(client.post(address(party), form))
    assert "The round is closed. Say why this is corrected." in refused
    assert re.search(r'value="keep"[^>]* checked', refused)
    result = client.post(address(party), form | {"reason": "they told us"}, follow=True)
    assert "Round 1 now has everybody" in text_of(result)
    assert LogLine.objects.get(verb="wrong chairs").data["reason"] == "they told us"
    log = text_of(client.get(reverse("log", args=[party.pk])))
    assert f"{one} (table 1, South) and {other} (table 2, West) sat in each other’s chairs" in log


def test_pairs_or_a_person_who_sat_out_can_be_exchanged(client):
    party = party_in_play(client, 9)
    enter(party, "8hn9 7ce7")
    pairs = people_query(party, (1, "N"), (2, "E")) | {"partners": "on"}
    text = text_of(client.get(address(party), pairs))
    assert text.count("<mark>") == 4
    assert "Swap these two pairs</button>" in text
    assert text.count(" gets 330 so far") == 2
    bench = people_query(party, None, (1, "N"))
    response = client.get(address(party), bench)
    bench_person, north = names(party, bench)
    assert f"{bench_person} gets 330 so far, {north} gets the credit for sitting out." in text_of(
        response
    )
    text = "only the next moves start from the chairs they sat in."
    assert text in text_of(response)
    result = client.post(address(party), form_fields(response) | {"hands": "name"}, follow=True)
    assert "Everybody keeps their points. The next moves start from" in text_of(result)
    assert people_query(party, None, (1, "N")) == bench
    assert "the points stay with the names" in LogLine.objects.get(verb="wrong chairs").words


@pytest.mark.parametrize(
    ("chairs", "options", "reason"),
    [
        (((1, "N"), (1, "N")), {}, "Choose two different people."),
        (((1, "N"), (1, "S")), {"partners": "on"}, "These two are partners. Record them alone."),
    ],
)
def test_an_impossible_choice_has_an_error_beside_its_field(client, chairs, options, reason):
    party = party_in_play(client, 8)
    text = text_of(client.get(address(party), people_query(party, *chairs) | options))
    assert reason in text
    assert "The list says" not in text
    assert 'class="btn btn-next">Show what changes' in text


def test_an_outdated_page_shows_the_current_seats_and_can_be_sent_again(client):
    party = party_in_play(client, 8)
    query = people_query(party, (1, "N"), (2, "E"))
    form = form_fields(client.get(address(party), query))
    response = client.post(address(party), form | {"seen": "elsewhere"})
    assert "The evening has moved on since you opened this page." in text_of(response)
    client.post(address(party), form_fields(response))
    assert people_query(party, (2, "E"), (1, "N")) == query


def test_an_exchange_that_would_change_nothing_is_refused(client):
    party = party_in_play(client, 8)
    play_round(party)
    seat_next(party)
    form = form_fields(client.get(address(party), people_query(party, (1, "N"), (2, "E"))))
    form |= {"hands": "name", "seats": "keep", "reason": "they told us"}
    refused = text_of(client.post(address(party), form))
    assert "The seats of round 2 stay, so nothing would change." in refused
    assert re.search(r'value="name" checked', refused)


def test_no_exchange_is_recorded_before_the_round_or_after_the_finish(client):
    party = party_in_play(client, 8)
    play_round(party)
    seat_next(party)
    drawn = client.get(address(party, 2), follow=True)
    assert "Round 2 has not begun: swap the two seats instead." in text_of(drawn)
    assert "Somebody sat in the wrong chair" not in text_of(drawn)
    rounds.finish(party.pk, **BY_PROGRAM)
    assert "is finished. Reopen the party first." in text_of(
        client.get(address(party), follow=True)
    )
