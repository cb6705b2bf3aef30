import pytest
from django.urls import reverse

from party.models import Entry
from party.queries.scores.tables import table_scores
from party.services.evening import rounds
from party.values.numbers import total
from tests.evening import (
    BY_PROGRAM,
    close,
    enter_total,
    helper_of,
    play,
    started_party,
)
from tests.pages import get_page, page_text
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    party = started_party(8)
    play(party)
    return party


def send(client, party, table=1, hand=1, form=None, **sent):
    form = form or get_page(client, party, "correct", 1, table, hand).context["forms"][0]
    sent = {name: form[name].value() or "" for name in form.fields} | sent
    address = reverse("correct", args=[party.pk, 1, table, hand])
    return client.post(address, sent, follow=True)


def in_force(hand=1):
    return Entry.objects.in_force().get(table__number=1, hand=hand)


def test_a_corrected_hand_is_stored(client, party):
    shown = get_page(client, party, "correct", 1, 1, 1)
    text = text_of(shown)
    assert f"by {shown.context['old'].bidder}, 9 tricks: made" in text
    assert 'value="8hn9"' in text
    response = send(client, party, text="8hs7")
    assert (in_force().bidder, in_force().tricks) == ("S", 7)
    assert "Corrected at table 1: 8 Hearts by South, 7 tricks: set. N-S −300, E-W +30." in text_of(
        response
    )
    assert "Nothing changed" in text_of(send(client, party, text="8hs7"))


def test_the_preview_shows_the_points_before_and_after_the_correction(client, party):
    address = get_page(client, party, "correct", 1, 1, 1).context["echo_url"]
    score = table_scores(party, 1)[1]
    text = text_of(client.get(f"{address}&text=8hn7"))
    assert f"the round <b>{total(score.ns - 600)} : {total(score.ew + 20)}</b>" in text
    assert f"was {total(score.ns)} : {total(score.ew)}" in text
    assert "the round" not in text_of(client.get(f"{address}&text=8hn"))


def test_a_helper_can_correct_only_in_an_open_round(client, party):
    client.force_login(helper_of(party))
    send(client, party, text="8hs9")
    assert in_force().bidder == "S"
    close(party)
    assert get_page(client, party, "correct", 1, 1, 1).status_code == 403


@pytest.mark.parametrize(("table", "hand"), [(9, 1), (1, 5), (1, 0)])
def test_missing_hand_is_not_found(client, party, table, hand):
    assert get_page(client, party, "correct", 1, table, hand).status_code == 404


def test_a_correction_in_a_closed_round_needs_a_reason(client, party):
    close(party)
    response = send(client, party, text="8hs7", reason="")
    assert response.context["forms"][0].errors["reason"] == [
        "The round is closed. Say why this is corrected."
    ]
    assert 'value="8hs7"' in text_of(response)
    assert in_force().bidder == "N"
    send(client, party, text="8hs7", reason="misread the slip")
    assert "Reason: misread the slip" in page_text(client, party, "log")


@pytest.mark.parametrize("text", ["", "p", "6sn9"])
def test_an_invalid_hand_has_an_error_beside_its_field(client, party, text):
    response = send(client, party, text=text)
    assert response.context["forms"][0].errors["text"]
    assert in_force().bid == "8H"


def test_a_hand_of_a_finished_party_cannot_be_corrected(client, party):
    close(party)
    form = get_page(client, party, "correct", 1, 1, 1).context["forms"][0]
    rounds.finish(party.pk, **BY_PROGRAM)
    response = send(client, party, form=form, text="8hn6", reason="late")
    assert "is finished. Nothing can be changed any more." in text_of(response)
    assert in_force().tricks == 9
    redirected_response = client.get(reverse("correct", args=[party.pk, 1, 1, 1]), follow=True)
    assert "To correct a result, reopen the party first" in text_of(redirected_response)
    assert "Reopen the party" in text_of(redirected_response)


def test_total_is_corrected(client, ruth):
    party = started_party(8, capture="totals")
    enter_total(party, 200, 590)
    send(client, party, hand=0, ns="590", ew="200")
    assert table_scores(party, 1)[1].ahead == "NS"
    response = send(client, party, hand=0, ns="595", ew="200")
    assert response.context["forms"][0].errors["ns"] == ["Points always end in 0. 595 does not."]


def test_the_round_page_links_each_hand_to_its_correction(client, party):
    text = page_text(client, party, "round", 1)
    assert text.count("8 Hearts</span></span> by ") == 2
    assert "8hn9" not in text
    for table in (1, 2):
        for hand in (1, 2, 3, 4):
            assert reverse("correct", args=[party.pk, 1, table, hand]) in text


def test_a_helper_can_only_read_a_closed_round(client, party):
    close(party)
    client.force_login(helper_of(party))
    text = page_text(client, party, "round", 1)
    assert "8 Hearts</span></span> by " in text
    assert reverse("correct", args=[party.pk, 1, 1, 1]) not in text


def test_the_round_page_says_that_nothing_has_been_entered(client, ruth):
    party = started_party(8)
    assert "Nothing has been entered yet" in page_text(client, party, "round", 1)
    assert get_page(client, party, "round", 2).status_code == 404
