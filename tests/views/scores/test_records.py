from uuid import uuid4

import pytest
from django.urls import reverse

from party.models import Entry, Record
from tests.desk import party_in_play
from tests.evening import drawn_party, enter
from tests.hands import REVOKE, WHOLE
from tests.reading import text_of
from tests.records import (
    attach,
    page,
    press_enter,
    press_remove,
    record_in_force,
    replace,
    store_records,
    texts_in_force,
    url_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return party_in_play(client, 8)


def test_a_record_is_attached_to_a_hand(client, party):
    assert "No hand of this table has a record yet." in text_of(page(client, party))
    response = attach(client, party)
    assert response.redirect_chain == [(url_of("record", party, 1), 302)]
    text = text_of(response)
    assert "Hand 1 has its record now." in text
    assert "Nothing in it is against tonight’s rules." in text
    assert "8 Hearts by North, 9 tricks: made" in text
    assert texts_in_force() == {1: WHOLE}


def test_several_records_are_attached_to_hands_in_a_row(client, party):
    response = attach(client, party, f"{WHOLE}\n{REVOKE}", first=2)
    assert response.redirect_chain == [(url_of("records", party), 302)]
    assert "Hands 2 and 3 have their records now." in text_of(response)
    assert texts_in_force() == {2: WHOLE, 3: REVOKE}
    assert page(client, party).context["form"]["first"].value() == 1
    assert "1 fault" in text_of(response)


def test_an_unreadable_line_is_named_and_the_typed_text_is_kept(client, party):
    text = WHOLE.replace("HK D7", "HK oops")
    response = attach(client, party, text, first=3)
    assert response.context["form"].errors["text"][0].startswith("Line 16: “oops” is not a card.")
    assert "HK oops HJ D5" in text_of(response)
    assert response.context["form"]["first"].value() == "3"
    assert text_of(response).count("Line 16: “oops”") == 1
    assert not Record.objects.exists()


@pytest.mark.parametrize("missing", ["seen", "submission"])
def test_a_form_without_its_hidden_values_is_refused(client, party, missing):
    store_records(party, WHOLE)
    assert press_enter(client, party, **{missing: ""}).status_code == 400
    assert replace(client, party, WHOLE, **{missing: ""}).status_code == 400
    assert press_remove(client, party, seen="").status_code == 400
    assert attach(client, party, submission="").status_code == 400


def test_before_the_start_no_record_can_be_attached(client, ruth):
    party = drawn_party(8)
    text = text_of(page(client, party))
    assert "Records can be attached once the round has started." in text
    assert "Attach it" not in text
    assert "Round 1 has not started yet." in text_of(attach(client, party))


def test_a_missing_record_is_not_found(client, party):
    assert page(client, party, table=9).status_code == 404
    for name in ("record", "record_replace"):
        assert page(client, party, name, 1).status_code == 404
    assert (
        client.post(
            url_of("record_enter", party, 1), {"seen": 1, "submission": uuid4()}
        ).status_code
        == 404
    )
    assert client.get(reverse("records", args=[party.pk, 2, 1])).status_code == 404


def test_a_record_is_replaced(client, party):
    store_records(party, REVOKE)
    assert "CA C7 S9 C5" in text_of(page(client, party, "record_replace", 1))
    seen = record_in_force().pk
    response = replace(client, party, WHOLE)
    assert response.redirect_chain == [(url_of("record", party, 1), 302)]
    assert "The record of hand 1 is replaced." in text_of(response)
    response = replace(client, party, REVOKE, seen=seen)
    assert "Somebody else has changed this record since you opened it." in text_of(response)
    assert texts_in_force() == {1: WHOLE}


def test_a_record_is_removed(client, party):
    enter(party, "8hn9")
    store_records(party, WHOLE)
    response = press_remove(client, party)
    assert response.redirect_chain == [(url_of("records", party), 302)]
    assert "The record of hand 1 is taken off." in text_of(response)
    assert texts_in_force() == {}
    assert Entry.objects.in_force().count() == 1


def test_the_page_asks_before_the_result_of_a_faulty_record_is_entered(client, party):
    asked = "This record has 1 fault. Enter it anyway?"
    attach(client, party, WHOLE)
    text = text_of(page(client, party, "record", 1))
    assert asked not in text
    assert '<button class="btn">Enter ' in text
    replace(client, party, REVOKE)
    text = text_of(page(client, party, "record", 1))
    assert asked in text
    assert '<button class="btn btn-second">Enter ' in text
