import pytest
from django.urls import reverse

from party.views.people import players
from tests.evening import enter, started_party

pytestmark = pytest.mark.django_db

LONG, LONGER = "9" * 25, "9" * 5000
WRONG_NUMBERS = ("-1", "0", "abc", LONG, LONGER)


@pytest.fixture
def party(ruth):
    party = started_party(8, by=ruth)
    enter(party, "8hn9 7ce7")
    return party


@pytest.mark.parametrize(("name", "length"), [("players", 8), ("standings", 0)])
def test_a_query_cannot_change_the_number_of_lines_on_a_page(client, party, name, length):
    address = reverse(name, args=[party.pk])
    for asked in WRONG_NUMBERS:
        table = client.get(address, {"per_page": asked}).context["table"]
        assert len(table.page) == length
        assert client.get(address, {"page": asked}).context["table"].page.number == 1


def test_a_query_can_choose_the_page_of_a_list(client, party, monkeypatch):
    monkeypatch.setattr(players, "ROWS_A_PAGE", 5)
    address = reverse("players", args=[party.pk])
    for asked, shown in (("2", (2, 3)), ("3", (2, 3)), ("1", (1, 5))):
        page = client.get(address, {"page": asked, "per_page": "8"}).context["table"].page
        assert (page.number, len(page)) == shown
