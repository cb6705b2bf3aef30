from uuid import uuid4

import pytest
from django.urls import reverse

from party.models import Entry
from party.queries.scores.second_look import differences
from party.queries.scores.tables import table_scores
from party.services.scores import tables
from tests.evening import BY_PROGRAM, enter, enter_total, spot, started_party
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return started_party(8, by=ruth)


def desk(client, party):
    return client.get(f"{reverse('entry', args=[party.pk, 1])}?table=1")


def hidden_fields(form):
    return {name: form[name].value() for name in ("hand", "submission")} | {"kind": form.kind}


def post(client, party, sent):
    return client.post(f"{reverse('entry', args=[party.pk, 1])}?table=1", sent, follow=True)


def hands():
    rows = Entry.objects.in_force().filter(table__number=1).order_by("hand")
    return [(row.hand, row.bid, row.bidder) for row in rows]


@pytest.fixture
def clash(client, party):
    """Return Ruth's page: she sends hand 2 after Hanna has entered another hand 2."""
    enter(party, "8hn9")
    form = desk(client, party).context["line"]
    enter(party, "7ce7")
    return post(client, party, hidden_fields(form) | {"text": "9sw10"})


def fields_of_clash(shown, **options):
    return shown.context["clash"].fields | options


def test_both_versions_of_a_hand_are_shown_and_nothing_is_stored(clash):
    text = text_of(clash)
    assert "Two desks: which is it?" in text
    assert "<mark>7 Clubs</mark> by <mark>East, 7</mark> tricks: made" in text
    assert "<mark>9 Spades</mark> by <mark>West, 10</mark> tricks: made" in text
    assert "It changes who is ahead." in text
    assert '<span class="label">In already</span>' in text
    assert '<span class="label">You typed</span>' in text
    assert clash.context["clash"].points_with_each_result == ((330, 170), (300, 350))
    assert hands() == [(1, "8H", "N"), (2, "7C", "E")]


def test_a_circled_version_is_shown_beside_the_stored_version(client, party):
    form = desk(client, party).context["circle"]
    enter(party, "8hn9")
    circled = {"bidder": "W", "bid": "9S", "tricks": "10"}
    response = post(client, party, hidden_fields(form) | circled)
    assert response.context["clash"].text == "9sw10"


def test_the_typed_version_may_replace_the_stored_version(client, party, clash):
    address = reverse("correct", args=[party.pk, 1, 1, 2])
    response = client.post(address, fields_of_clash(clash), follow=True)
    assert "Corrected at table 1: 9 Spades by West" in text_of(response)
    assert hands() == [(1, "8H", "N"), (2, "9S", "W")]


def test_the_typed_version_may_be_the_next_hand(client, party, clash):
    again = {"kind": "line", "hand": clash.context["clash"].next_hand}
    post(client, party, fields_of_clash(clash) | again)
    assert hands() == [(1, "8H", "N"), (2, "7C", "E"), (3, "9S", "W")]


def test_a_different_last_hand_is_compared_although_the_table_is_complete(client, party):
    enter(party, "8hn9 7ce7 7sn6")
    form = desk(client, party).context["line"]
    enter(party, "9dw9")
    response = post(client, party, hidden_fields(form) | {"text": "9dw8"})
    assert response.context["clash"].next_hand is None
    assert "9 Diamonds by West, <mark>8</mark> tricks: <mark>set</mark>" in text_of(response)


def test_two_totals_are_compared(client, ruth):
    party = started_party(8, by=ruth, capture="totals")
    form = desk(client, party).context["total"]
    enter_total(party, 200, 590)
    response = post(client, party, hidden_fields(form) | {"ns": "300", "ew": "490"})
    assert "round total: N-S <mark>300,</mark> E-W <mark>490</mark>" in text_of(response)
    assert "Carol &amp; Dev are ahead either way." in text_of(response)
    kept = keep_second_version(client, party, response, hand=0)
    assert "both are kept. The first one counts" in text_of(kept)
    assert [each.others[0].ns for each in differences(party, 1)] == [300]
    address = reverse("correct", args=[party.pk, 1, 1, 0])
    client.post(address, fields_of_clash(response, submission=uuid4()), follow=True)
    assert table_scores(party, 1)[1].ns == 300


def test_typed_text_is_shown_if_the_table_is_now_entered_in_another_way(client, party):
    form = desk(client, party).context["line"]
    tables.set_table_capture(spot(party), "totals", **BY_PROGRAM)
    page = text_of(post(client, party, hidden_fields(form) | {"text": "8hn9"}))
    assert "Nothing was saved. You typed: 8hn9" in page
    assert hands() == []


def keep_second_version(client, party, clash, hand=2, **options):
    address = reverse("keep_both", args=[party.pk, 1, 1, hand])
    return client.post(address, fields_of_clash(clash, **options), follow=True)


def test_both_versions_can_be_kept_until_the_table_is_asked(client, party, clash):
    assert "Keep both, and ask the table" in text_of(clash)
    response = keep_second_version(client, party, clash, source="card")
    assert "both are kept. The first one counts" in text_of(response)
    assert "from a player’s card" in text_of(response)
    assert hands() == [(1, "8H", "N"), (2, "7C", "E")]
    live = client.get(reverse("live", args=[party.pk]))
    assert "two different results came in" in text_of(live)


def test_a_third_version_is_refused_and_what_was_typed_is_shown(client, party, clash):
    keep_second_version(client, party, clash)
    text = text_of(keep_second_version(client, party, clash, text="9sw8", submission=uuid4()))
    assert "Table 1: Two results are already kept for hand 2, “7 Clubs by East" in text
    assert "You typed: 9 Spades by West, 8 tricks: set. It is not stored." in text
    assert "both are kept" not in text
    assert differences(party, 1)[0].others[0].text == "9sw10"


def test_keeping_both_versions_needs_the_typed_text(client, party, clash):
    assert keep_second_version(client, party, clash, text="nothing").status_code == 400
    assert keep_second_version(client, party, clash, shown_entry=1).status_code == 200
    agreed = keep_second_version(client, party, clash, text="7ce7", submission=uuid4())
    assert "yours agrees; the hand is checked now" in text_of(agreed)
