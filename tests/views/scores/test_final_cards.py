import pytest
from django.urls import reverse

from party.models import Tally
from party.queries.scores.tables import table_scores
from party.services.evening import rounds
from party.services.scores import tables
from tests.awards import pk
from tests.evening import (
    BY_PROGRAM,
    close,
    party_after_rounds,
    spot,
    started_party,
)
from tests.once import once, remember_page
from tests.reading import text_of
from tests.services.scores.test_final_cards import save_card

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return started_party(8, by=ruth, capture="cards")


def desk(client, party, table=1):
    return client.get(f"{reverse('entry', args=[party.pk, 1])}?table={table}")


def type_letter(client, party, text, table=1, **options):
    address = f"{reverse('entry', args=[party.pk, 1])}?table={table}"
    sent = remember_page(client, address, lambda shown: fields_of(shown.context["ahead"]))
    return client.post(address, sent | {"kind": "ahead", "text": text} | options, follow=True)


def fields_of(form):
    return {name: form[name].value() or "" for name in form.fields}


@once
def closed_party(party):
    for table in (1, 2):
        tables.report_ahead(spot(party, table), "NS", shown_pair="", **BY_PROGRAM)
    close(party)
    return party


def send(client, party, number=1, **typed):
    address = reverse("tally", args=[party.pk, pk(party, number)])
    sent = remember_page(client, address, lambda shown: fields_of(shown.context["form"]))
    return client.post(address, sent | typed, follow=True)


@pytest.mark.parametrize(("typed", "pair"), [("n", "NS"), ("S", "NS"), ("ew", "EW"), ("t2", "")])
def test_one_letter_reports_the_pair_ahead_and_opens_the_next_table(client, party, typed, pair):
    response = type_letter(client, party, typed)
    assert table_scores(party, 1)[1].provisional_pair == pair
    assert "Round 1, table 2" in text_of(response)


@pytest.mark.parametrize("typed", ["", "x"])
def test_a_letter_that_names_no_pair_has_an_error_beside_the_field(client, party, typed):
    response = type_letter(client, party, typed)
    assert "Type n when North and South were ahead" in str(
        response.context["ahead"].errors["text"]
    )
    assert table_scores(party, 1)[1].provisional_pair == ""


def test_the_reported_pair_can_be_changed(client, party):
    type_letter(client, party, "n")
    assert "North-South were ahead. Type the other letter" in text_of(desk(client, party))
    type_letter(client, party, "e")
    assert table_scores(party, 1)[1].provisional_pair == "EW"
    round_page = client.get(reverse("round", args=[party.pk, 1]))
    assert "On final cards: East-West were ahead" in text_of(round_page)


def test_after_a_final_card_is_typed_the_next_card_opens(client, party):
    closed_party(party)
    response = send(client, party, boxes="310", total="310")
    assert "Alma's card: 310 = 310." in text_of(response).replace("&#x27;", "'")
    assert "Bert’s card" in text_of(response)
    assert "Bert’s card" in text_of(send(client, party, 8, total="310"))
    for number in range(3, 8):
        save_card(party, number, 310)
    response = send(client, party, 2, total="310")
    assert "0 cards still to come" in text_of(response)


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"boxes": "310 ten", "total": "310"}, "boxes", "ten is not a number of points."),
        ({"boxes": "310 20", "total": "330"}, "boxes", "1 round is over, and 2 boxes are typed."),
        ({"boxes": "310", "total": ""}, "total", "Type the total of the card."),
    ],
)
def test_wrong_final_card_is_refused_and_stays_in_its_fields(client, party, typed, field, words):
    closed_party(party)
    response = send(client, party, **typed)
    assert words in str(response.context["form"].errors[field])
    assert f'value="{typed["boxes"]}"' in text_of(response)
    assert not Tally.objects.exists()


@pytest.mark.measured
def test_a_final_card_with_a_wrong_sum_is_reported(client, party):
    closed_party(party)
    response = send(client, party, boxes="−40", total="40")
    assert "It adds up to −40, the card says 40." in text_of(response)
    listed = client.get(reverse("tallies", args=[party.pk]))
    assert "Look at these" in text_of(listed)


def test_final_cards_of_a_reopened_round_can_still_be_removed(client, party):
    send(client, closed_party(party), total="310")
    rounds.reopen_round(party.pk, **BY_PROGRAM)
    response = client.get(reverse("tallies", args=[party.pk]))
    assert 'Take it back<span class="hush">: Alma' in text_of(response)
    response = client.post(reverse("remove_tally", args=[party.pk, pk(party, 1)]), follow=True)
    assert "Take it back" not in text_of(response)


def test_a_final_card_without_a_submission_number_is_refused(client, party):
    closed_party(party)
    address = reverse("tally", args=[party.pk, pk(party, 1)])
    assert client.post(address, {"total": "310"}).status_code == 400


def test_final_cards_cannot_be_typed_before_a_round_is_closed(client, party):
    assert "Nothing to type yet: final cards come when the evening is over." in text_of(
        client.get(reverse("tallies", args=[party.pk]))
    )
    address = reverse("tally", args=[party.pk, pk(party, 1)])
    assert client.get(address).status_code == 404


def test_pages_show_the_credit_for_sitting_out(client, ruth):
    party = party_after_rounds(1, 9, by=ruth, rounds_planned=2)
    out = party.rounds.get().places.get(table=None).entrant
    text = text_of(client.get(reverse("tally", args=[party.pk, out.pk])))
    assert "Round 1: sat out. Credit for that is added" in text
    send(client, party, out.number, boxes="x", total="0")
    text = text_of(client.get(reverse("tallies", args=[party.pk])))
    assert "Not on the card and counted: 400 for round 1 (sat out)." in text
