import pytest
from django.urls import reverse

from party.queries.scores.tables import table_scores
from party.services.scores import tables
from tests.evening import (
    BY_PROGRAM,
    close,
    enter,
    seat_next,
    spot,
    started_party,
)
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    party = started_party(8, by=ruth)
    enter(party, "8hn9 7ce7 7sn6")
    tables.finish_table(spot(party), **BY_PROGRAM, reason="bell")
    enter(party, "8hn9 7ce7 7sn6 9dw9", table=2)
    close(party)
    seat_next(party)
    return party


def send(client, party, name, table=1, **typed):
    address = reverse(name, args=[party.pk, 1, table])
    form = client.get(address).context["form"]
    sent = {each: form[each].value() or "" for each in form.fields}
    return client.post(address, sent | typed, follow=True)


def answer(client, shown, **chosen):
    seats_form, sent = shown.context["seats_form"], shown.context["sent"]
    fields = {name: sent[name].value() for name in sent.fields}
    fields |= {name: seats_form[name].value() or "" for name in seats_form.fields}
    return client.post(shown.request["PATH_INFO"], fields | chosen, follow=True)


def test_the_round_page_links_to_the_pages_for_late_and_last_hands(client, party):
    text = text_of(client.get(reverse("round", args=[party.pk, 1])))
    assert reverse("late_hand", args=[party.pk, 1, 1]) in text
    rows, _, below = text.partition("One hand too many")
    assert reverse("last_hand", args=[party.pk, 1, 2]) in below
    assert "was not played" not in rows
    assert reverse("late_hand", args=[party.pk, 1, 2]) not in text
    assert reverse("correct_ahead", args=[party.pk, 1, 1]) not in text


def test_a_late_hand_is_added(client, party):
    response = send(client, party, "late_hand", hand_4="9dw9", reason="slip found")
    assert "Table 1 in round 1 is corrected." in text_of(response)
    assert table_scores(party, 1)[1].saved == 4


def test_a_late_hand_that_changes_the_pair_ahead_asks_about_the_seats(client, party):
    response = send(client, party, "late_hand", hand_4="9sn9", reason="slip found")
    assert "would sit elsewhere" in text_of(response)
    assert table_scores(party, 1)[1].saved == 3
    answer(client, response, seats="keep")
    assert table_scores(party, 1)[1].saved == 4


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"hand_4": "9sn9", "reason": ""}, "reason", "Say why this is changed."),
        ({"hand_4": "", "reason": "x"}, "hand_4", "Type hand 4, for example 8hn9."),
        ({"hand_4": "p", "reason": "x"}, "hand_4", "Type the hand as it was played"),
    ],
)
def test_an_impossible_late_hand_has_an_error_beside_the_field(client, party, typed, field, words):
    response = send(client, party, "late_hand", **typed)
    assert words in str(response.context["form"].errors[field])
    assert table_scores(party, 1)[1].saved == 3


def test_a_late_hand_of_a_full_table_is_refused(client, party):
    response = send(client, party, "late_hand", 2, hand_4="9dw9", reason="x")
    assert "Hand 4 is already in. You typed 9dw9." in text_of(response)


def test_the_last_hand_of_a_table_can_be_removed(client, party):
    send(client, party, "last_hand", 2, reason="entered twice")
    assert table_scores(party, 1)[2].saved == 3


def test_a_table_without_hands_has_no_hand_to_remove(client, ruth):
    party = started_party(8, by=ruth)
    assert client.get(reverse("last_hand", args=[party.pk, 1, 1])).status_code == 404
    assert client.get(reverse("last_hand", args=[party.pk, 1, 9])).status_code == 404


def test_the_reported_pair_of_a_closed_round_is_corrected(client, ruth):
    party = started_party(8, by=ruth, capture="cards")
    for table in (1, 2):
        tables.report_ahead(spot(party, table), "EW", shown_pair="", **BY_PROGRAM)
    close(party)
    seat_next(party)
    page = client.get(reverse("round", args=[party.pk, 1]))
    assert reverse("correct_ahead", args=[party.pk, 1, 1]) in text_of(page)
    response = send(client, party, "correct_ahead", pair="NS", reason="heard wrong")
    assert "would sit elsewhere" in text_of(response)
    answer(client, response, seats="reseat")
    assert table_scores(party, 1)[1].provisional_pair == "NS"
