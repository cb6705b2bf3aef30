import pytest
from django.urls import reverse

from party.models import Entry, LogLine
from party.queries.scores.tables import table_scores
from tests.desk import desk, party_in_play, send, stored_hands, text_of
from tests.evening import enter

pytestmark = pytest.mark.django_db


def party_with_totals(client, preset="midway"):
    return party_in_play(client, preset=preset, capture="totals")


def test_a_total_of_a_round_is_saved(client):
    party = party_with_totals(client)
    response = send(client, party, ns="+200", ew="590", source="card")
    assert Entry.objects.values_list("hand", "ns", "ew", "source").get() == (0, 200, 590, "card")
    assert "Table 1: round total: N-S 200, E-W 590." in text_of(response)
    assert response.context["sheet"].score.number == 2


@pytest.mark.parametrize(
    ("sent", "field", "fault"),
    [
        ({"ns": "", "ew": "590"}, "ns", "Type the points of North and South."),
        ({"ns": "many", "ew": "590"}, "ns", "Type the points as a number"),
        ({"ns": "205", "ew": "590"}, "ns", "Points always end in 0. 205 does not."),
        ({"ns": "200", "ew": "9000"}, "ns", "4 hands cannot give"),
    ],
)
def test_an_impossible_total_has_an_error_beside_the_field(client, sent, field, fault):
    party = party_with_totals(client)
    response = send(client, party, **sent)
    assert fault in response.context["total"].errors[field][0]
    assert f'value="{sent["ew"]}"' in text_of(response)
    assert stored_hands() == []


def test_a_total_under_iowa_rules_needs_the_number_of_hands(client):
    party = party_with_totals(client, "iowa")
    refused = send(client, party, table=2, ns="200", ew="590")
    assert "Say how many hands" in text_of(refused)
    send(client, party, table=2, ns="200", ew="590", hands="4")
    assert table_scores(party, 1)[2].hands == 4


def test_a_table_can_be_switched_to_a_total_and_back_to_hands(client, party):
    enter(party, "p", table=2)
    assert "Enter one total for the round" in text_of(desk(client, party, table=2))
    switch = reverse("set_table_capture", args=[party.pk, 1, 2])
    response = client.post(switch, {"capture": "totals"}, follow=True)
    assert response.context["total"]
    assert "Table 2 is entered as one total now." in text_of(response)
    assert client.post(switch, {"capture": "hands"}, follow=True).context["line"]
    assert LogLine.objects.filter(verb="table capture").count() == 2


def test_a_total_may_be_of_fewer_hands_if_the_table_stopped_early(client):
    party = party_with_totals(client)
    assert desk(client, party).context["total"]["hands"].value() == 4
    response = send(client, party, ns="-140", ew="1000", hands="5")
    assert "Say how many hands table 1 played, from 1 to 4." in text_of(response)
    response = send(client, party, ns="470", ew="20", hands="1")
    assert "1 hand cannot give N-S 470 and E-W 20." in text_of(response)
    send(client, party, ns="+300", ew="10", hands="1")
    assert table_scores(party, 1)[1].hands == 1
    assert "Table 1, round total: N-S 300, E-W 10 (1 hand, " in LogLine.objects.first().words
