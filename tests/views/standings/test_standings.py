import re

import pytest
from django.urls import reverse

from party.queries.standings.standings import standings
from tests.evening import play_rounds, set_people
from tests.lists import organised_party
from tests.reading import csv_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return organised_party(client, players=8, rounds_planned=2)


def get(client, party, query=""):
    return client.get(reverse("standings", args=[party.pk]) + query)


def test_the_page_lists_everybody(client, party):
    play_rounds(party, 1)
    page = get(client, party).content.decode()
    assert "after 1 round" in page
    assert page.count("<b>590</b>") == page.count('<td class="num total">590</td>') == 4
    assert page.count("to come") == 8  # Everybody has a box for round 2.
    assert "Equal totals share the place." in page


def test_the_page_says_when_the_standings_begin(client, party):
    assert "The standings begin after round 1." in get(client, party).content.decode()


def ranks(client, party, query=""):
    page = get(client, party, query).content.decode()
    return re.findall(r'<tr>\s*<td class="num rank">(.*?)</td>', page)


def test_a_shared_rank_has_an_equals_sign(client, party):
    play_rounds(party, 1)
    assert ranks(client, party) == ["1="] * 4 + ["5="] * 4
    set_people(party, 2, 3, ranked=False)
    assert [rank[-1] for rank in ranks(client, party)] == ["=", "=", "=", "=", "=", "=", "–", "–"]


def test_the_list_of_the_lowest_totals_ranks_from_the_lowest(client, party):
    play_rounds(party, 1)
    assert ranks(client, party, "?show=low") == ["1="] * 4 + ["5="] * 4
    rows = csv_rows(client.get(reverse("standings_file", args=[party.pk, "csv"]) + "?show=low"))
    assert rows[0]["Rank"] == "1"
    assert [row["Total"] for row in rows] == ["200"] * 4 + ["590"] * 4


def moved(page):
    """Return the places won or lost in each line, with the words for screen readers."""
    cell = r'<td class="moved">(?:<span class="move">(.*?)</span></span>)?</td><th'
    cells = re.findall(cell, page)
    return [" ".join(re.sub("<[^>]*>", " ", cell).split()) for cell in cells]


def test_places_won_and_lost_since_the_last_round_are_beside_the_rank(client, party):
    play_rounds(party, 1)
    assert "places since" not in get(client, party).content.decode()
    then = {line.name: line.rank for line in standings(party).lines}
    play_rounds(party, 1)
    page = get(client, party).content.decode()
    expected = []
    for line in standings(party).lines:
        places = then[line.name] - line.rank
        many = "place" if abs(places) == 1 else "places"
        seen = f"▲{places} up" if places > 0 else f"▼{-places} down"
        expected.append(f"{seen} {abs(places)} {many}" if places else "")
    assert any(expected)
    assert moved(page) == expected
    assert "▲▼ places since round 1" in page


def test_places_won_and_lost_are_only_in_the_whole_list(client, party):
    play_rounds(party, 2)
    for query in ("?show=low", "?sort=-total"):
        assert ('class="move"' in get(client, party, query).content.decode()) == ("sort" in query)


@pytest.mark.parametrize("query", ["?sort=.", "?sort=nobody", "?sort=sat_out", "?show=nobody"])
def test_an_unknown_order_or_list_in_the_web_address_gives_the_usual_one(client, party, query):
    play_rounds(party, 1)
    usual, asked = (get(client, party, each).context for each in ("", query))
    names = [[row.record.name for row in each["table"].rows] for each in (usual, asked)]
    assert names[0] == names[1]
