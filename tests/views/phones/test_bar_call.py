import pytest
from django.urls import reverse

from party.services.phones import addresses, hands
from tests.evening import BY_PROGRAM, enter, party_with, spot, started_party
from tests.phone import send
from tests.reading import text_of

pytestmark = pytest.mark.django_db

PAGES = ("party_hub", "live", "players", "standings", "prizes", "log", "prints", "money")


@pytest.fixture
def party(ruth):
    return started_party(12, phones=True)


def call(party, table):
    hands.call_host(spot(party, table), is_called=True, **BY_PROGRAM)


def bar(client, party, name="standings"):
    page = client.get(reverse(name, args=[party.pk])).content.decode()
    return page.partition('id="bar-call"')[2].partition("<nav")[0]


def poll(client, party, **query):
    return client.get(reverse("bar_call", args=[party.pk]), query)


def test_the_bar_of_every_page_shows_a_call_and_the_button_to_answer_it(client, party):
    assert "Table" not in bar(client, party)
    call(party, 3)
    for name in PAGES:
        shown = bar(client, party, name)
        assert "Table 3 calls" in shown
        assert reverse("answer_call", args=[party.pk, 3]) in shown
    call(party, 2)
    shown = bar(client, party)
    assert "Table 2 calls" in shown
    assert "All 2 calls" in shown
    client.post(reverse("answer_call", args=[party.pk, 2]))
    client.post(reverse("answer_call", args=[party.pk, 3]))
    assert "Table" not in bar(client, party)


def test_the_bar_reports_two_results_of_a_hand_and_links_to_them(client, party):
    enter(party, "8hn9", 2)
    assert send(client, party, "hand", table=2, hand=1, text="8hn7").json()["outcome"] == "kept"
    shown = bar(client, party)
    assert "Table 2: </span>two results" in shown
    assert f"{reverse('checked', args=[party.pk, 1])}#table-2" in shown
    call(party, 3)
    shown = bar(client, party)
    assert "Table 3 calls" in shown
    assert "2: two results" in shown


def test_the_bar_polls_and_gets_news_only_after_a_change(client, party):
    assert f'hx-get="{reverse("bar_call", args=[party.pk])}?v=0.0.0"' in bar(client, party)
    assert poll(client, party, v="0.0.0").status_code == 204
    call(party, 3)
    assert "Table 3 calls" in text_of(poll(client, party, v="0.0.0"))
    assert poll(client, party, v="3.1.0").status_code == 204
    addresses.answer_call(party.pk, 3, **BY_PROGRAM)
    assert "Autumn party" in text_of(poll(client, party, v="3.1.0"))


def test_the_bar_does_not_poll_at_a_party_without_phones(client, ruth):
    assert "hx-get" not in bar(client, party_with(4), "party_hub").partition("</div>")[0]
