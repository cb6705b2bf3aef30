import pytest
from django.urls import reverse

from party.models import Entry, LogLine
from tests.desk import desk, party_in_play, send, text_of
from tests.pages import page_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return party_in_play(client, 8)


def sources():
    return list(Entry.objects.order_by("pk").values_list("source", flat=True))


def test_by_default_the_source_is_the_slip(client, party):
    assert desk(client, party).context["line"]["source"].value() == "slip"
    send(client, party, text="8hn9")
    assert sources() == ["slip"]
    words = "Table 1, hand 1: 8 Hearts by North, 9 tricks: made, from the slip"
    assert LogLine.objects.get(verb="hand saved").words == words


def test_the_chosen_source_is_remembered_for_this_party_only(client, party):
    send(client, party, text="8hn9", source="desk")
    response = desk(client, party)
    assert {form["source"].value() for form in response.context["forms"]} == {"desk"}
    correct = client.get(reverse("correct", args=[party.pk, 1, 1, 1]))
    assert correct.context["line"]["source"].value() == "desk"
    other = party_in_play(client, 8, name="Another evening")
    assert desk(client, other).context["line"]["source"].value() == "slip"


@pytest.mark.parametrize("source", ["by ear", "phone"])
def test_a_source_that_the_desk_does_not_offer_is_refused(client, party, source):
    response = send(client, party, text="8hn9", source=source)
    assert "Source: choose one of those shown." in text_of(response)
    assert sources() == []


def test_the_round_page_names_the_sources_of_the_hands(client, party):
    send(client, party, text="8hn9")
    assert "<p>From the slip</p>" in page_text(client, party, "round", 1)
    send(client, party, text="7ce7", source="desk")
    send(client, party, text="7sn6", source="desk")
    text = page_text(client, party, "round", 1)
    assert "<p>From the slip: hand 1</p><p>Told by the table: hands 2, 3</p>" in text


def test_a_correction_has_a_source_of_its_own(client, party):
    send(client, party, text="8hn9")
    form = client.get(reverse("correct", args=[party.pk, 1, 1, 1])).context["line"]
    sent = {name: form[name].value() for name in ("seen", "submission")}
    address = reverse("correct", args=[party.pk, 1, 1, 1])
    client.post(address, sent | {"kind": "line", "text": "8hn8", "source": "card"})
    assert sources() == ["slip", "card"]
    assert "(from a player’s card)" in LogLine.objects.get(verb="corrected").words
