"""The page that records that people sat in each other's chairs."""

import re
from html import unescape

import pytest
from django.urls import reverse

from party.models import Entrant, LogLine, Party, Place
from party.queries.backups.party_contents import read_party
from party.queries.evening.rounds import latest_round
from party.services.backups.party_files import export_party, import_party
from party.services.evening import rounds
from party.values.accounts import PROGRAM
from tests import phone
from tests.evening import AT, close, enter, helper_of, party_with, play, seat_next, start
from tests.guests import named_party
from tests.reading import text_of

pytestmark = pytest.mark.django_db


def begun(client, players=8, **fields):
    party = party_with(players, **fields)
    client.force_login(party.club.memberships.get().user)
    start(party)
    return party


def address(party, number=1, name="wrong_chairs"):
    return reverse(name, args=[party.pk, number])


def who(party, *chairs, number=1):
    """Return the query that chooses the people of two chairs; None sits out."""
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


def sent(shown):
    """Return the fields of the page's form as a browser sends them."""
    form = shown.content.decode().partition('id="record"')[2].partition("</form>")[0]
    fields = {}
    for tag in re.findall(r"<input[^>]*>", form):
        parts = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if parts.get("type") != "radio" or "checked" in tag:
            fields[parts["name"]] = unescape(parts.get("value", ""))
    fields.pop("csrfmiddlewaretoken", None)
    return fields


@pytest.mark.measured
def test_in_an_open_round_the_page_says_what_changes_and_then_changes_it(client):
    party = begun(client)
    enter(party, "8hn9 7ce7")
    page = text_of(client.get(address(party, name="round")))
    assert f'href="{address(party)}">Somebody sat in the wrong chair</a>' in page
    empty = text_of(client.get(address(party)))
    assert "Choose a name" in empty
    assert "There is a problem" not in empty
    query = who(party, (1, "S"), (2, "W"))
    one, other = names(party, query)
    shown = client.get(address(party), query)
    text = text_of(shown)
    assert f"Swap {one} and {other}</button>" in text
    assert f"{one} gets 0 so far, {other} gets 330 so far." in text
    assert f"<mark>{other}</mark>" in text
    assert "When the round is over, they move on from the chairs they sat in." in text
    assert LogLine.objects.filter(verb="wrong chairs").count() == 0

    done = client.post(address(party), sent(shown), follow=True)
    assert "Round 1 now has everybody in the chair they sat in." in text_of(done)
    assert who(party, (2, "W"), (1, "S")) == query
    line = LogLine.objects.get(verb="wrong chairs")
    undo = reverse("log_undo", args=[party.pk, line.pk])
    assert f'action="{undo}"' in text_of(done)
    back = client.post(undo, {"note": "yes", "back": address(party, name="round")}, follow=True)
    assert "Seats and points are again as the list had them." in text_of(back)
    assert who(party, (1, "S"), (2, "W")) == query


def test_a_closed_round_needs_a_reason_and_an_answer_about_the_next_seats(client):
    party = begun(client)
    play(party)
    close(party)
    seat_next(party)
    query = who(party, (1, "S"), (2, "W"))
    one, other = names(party, query)
    shown = client.get(address(party), query)
    text = text_of(shown)
    assert '<caption id="totals-caption">Standings</caption>' in text
    assert "What about the seats in round 2?" in text
    assert re.search(r'value="reseat"[^>]* checked', text)
    assert f'<th scope="row">{one}</th>' in text.partition("would sit elsewhere")[2]
    form = sent(shown) | {"seats": "keep"}
    refused = text_of(client.post(address(party), form))
    assert "The round is closed. Say why this is corrected." in refused
    assert re.search(r'value="keep"[^>]* checked', refused)
    done = client.post(address(party), form | {"reason": "they told us"}, follow=True)
    assert "Round 1 now has everybody" in text_of(done)
    assert LogLine.objects.get(verb="wrong chairs").data["reason"] == "they told us"
    log = text_of(client.get(reverse("log", args=[party.pk])))
    assert f"{one} (table 1, South) and {other} (table 2, West) sat in each other’s chairs" in log


def test_two_pairs_who_sat_out_and_points_by_name(client):
    party = begun(client, 9)
    enter(party, "8hn9 7ce7")
    pairs = who(party, (1, "N"), (2, "E")) | {"partners": "on"}
    text = text_of(client.get(address(party), pairs))
    assert text.count("<mark>") == 4
    assert "Swap these two pairs</button>" in text
    assert text.count(" gets 330 so far") == 2
    bench = who(party, None, (1, "N"))
    shown = client.get(address(party), bench)
    waits, north = names(party, bench)
    assert f"{waits} gets 330 so far, {north} gets the credit for sitting out." in text_of(shown)
    text = "only the next moves start from the chairs they sat in."
    assert text in text_of(shown)
    done = client.post(address(party), sent(shown) | {"hands": "name"}, follow=True)
    assert "Everybody keeps their points. The next moves start from" in text_of(done)
    assert who(party, None, (1, "N")) == bench
    assert "the points stay with the names" in LogLine.objects.get(verb="wrong chairs").words


@pytest.mark.parametrize(
    ("chairs", "more", "reason"),
    [
        (((1, "N"), (1, "N")), {}, "Choose two different people."),
        (((1, "N"), (1, "S")), {"partners": "on"}, "These two are partners. Record them alone."),
    ],
)
def test_an_impossible_choice_is_refused_beside_its_field(client, chairs, more, reason):
    party = begun(client)
    text = text_of(client.get(address(party), who(party, *chairs) | more))
    assert reason in text
    assert "The list says" not in text
    assert 'class="btn btn-next">Show what changes' in text


def test_an_outdated_page_shows_the_present_seats_and_can_be_sent_again(client):
    party = begun(client)
    query = who(party, (1, "N"), (2, "E"))
    form = sent(client.get(address(party), query))
    shown = client.post(address(party), form | {"seen": "elsewhere"})
    assert "The night has gone on since you looked at this." in text_of(shown)
    client.post(address(party), sent(shown))
    assert who(party, (2, "E"), (1, "N")) == query


def test_nothing_to_change_by_name_is_said_beside_the_question(client):
    party = begun(client)
    play(party)
    close(party)
    seat_next(party)
    form = sent(client.get(address(party), who(party, (1, "N"), (2, "E"))))
    form |= {"hands": "name", "seats": "keep", "reason": "they told us"}
    refused = text_of(client.post(address(party), form))
    assert "The seats of round 2 stay, so nothing would change." in refused
    assert re.search(r'value="name" checked', refused)


def test_a_round_that_has_not_begun_or_is_finished_is_refused_in_words(client):
    party = begun(client)
    play(party)
    close(party)
    seat_next(party)
    drawn = client.get(address(party, 2), follow=True)
    assert "Round 2 has not begun: swap the two seats instead." in text_of(drawn)
    assert "Somebody sat in the wrong chair" not in text_of(drawn)
    rounds.finish(party.pk, actor=PROGRAM, at=AT)
    assert "is finished. Reopen the party first." in text_of(
        client.get(address(party), follow=True)
    )


def test_helpers_do_not_see_it(client):
    party = begun(client)
    client.force_login(helper_of(party))
    assert "wrong chair" not in text_of(client.get(address(party, name="round")))
    assert client.get(address(party)).status_code == 403


def test_the_phone_of_the_table_and_the_pages_of_guests_follow(client):
    party = named_party(8, phones=True)
    client.force_login(party.club.memberships.get().user)
    start(party)
    query = who(party, (1, "S"), (2, "W"))
    entrant = Entrant.objects.get(pk=query["other"])
    before = phone.state(client, party).json()
    seat = reverse("guest_seat", args=[party.code, entrant.number])
    assert "Table </span>2" in text_of(client.get(seat))
    client.post(address(party), sent(client.get(address(party), query)))
    after = phone.state(client, party).json()
    assert entrant.name.split()[0] in after["seats"]["S"]["name"]
    assert entrant.name.split()[0] not in before["seats"]["S"]["name"]
    assert "Table </span>1" in text_of(client.get(seat))


def test_a_party_file_keeps_it_and_the_way_back(client):
    party = begun(client, 9, rounds_planned=3)
    play(party)
    close(party)
    seat_next(party)
    query = who(party, None, (1, "N"))
    form = sent(client.get(address(party), query)) | {"reason": "they told us"}
    client.post(address(party), form)
    ruth = party.club.memberships.get().user
    file = read_party(export_party(party.pk))
    copy, differences = import_party(
        party.club_id, file, same_people=True, actor=ruth.actor, at=AT
    )
    assert differences == []
    assert latest_round(copy).made_from.has_played_seats
    line = LogLine.objects.get(party=copy, verb="wrong chairs")
    undo = reverse("log_undo", args=[copy.pk, line.pk])
    client.post(undo, {"note": "yes"})
    waits = Entrant.objects.get(pk=query["one"])
    [benched] = Place.objects.filter(round__party=copy, round__number=1, table=None)
    assert benched.entrant.number == waits.number
    assert not Party.objects.get(pk=copy.pk).rounds.get(number=1).made_from.has_played_seats
