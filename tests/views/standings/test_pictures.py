import re

import pytest
from django.urls import reverse

from party.queries.standings.standings import standings
from party.views import paging
from tests.evening import party_with, play_rounds
from tests.guard import setting_up
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return party_with(9, rounds_planned=4)


def shown(client, party, **query):
    return text_of(client.get(reverse("pictures", args=[party.pk]), query))


def test_the_page_says_when_the_first_pictures_come(client, party):
    assert "The first pictures come after round 1." in shown(client, party)
    paper = client.get(reverse("print_pdf", args=[party.pk, "pictures"]))
    assert "First close a round." in text_of(paper)


def test_every_picture_is_described_in_words(client, party):
    play_rounds(party, 2)
    page = shown(client, party)
    assert page.count('role="img"') == 6 + 1  # The last picture shows the movement.
    first, *others = standings(party).lines
    assert f'aria-label="{first.name}: {first.rounds[0].points}, {first.total:,}"' in page
    assert f"Partners of {first.name}" in page
    assert "16 bids" in page
    assert "12 of 16 were made" in page
    bids = re.sub(r"<[^>]*>", " ", shown(client, party, numbers="bids"))
    assert "Spades 4 25% 0 4 0%" in " ".join(bids.split())
    for line in (first, *others):
        assert f"<th>{line.name}</th>" in page  # Each person has a row.
    assert f"{first.name}: tables " in page


@pytest.mark.parametrize(
    ("numbers", "caption"),
    [
        ("totals", "Total after each round"),
        ("partners", "Partner in each round"),
        ("chairs", "Table and chair in each round"),
    ],
)
def test_each_picture_has_a_page_with_everybodys_numbers(client, party, numbers, caption):
    play_rounds(party, 2)
    assert f"numbers={numbers}" in shown(client, party)
    page = shown(client, party, numbers=numbers)
    assert f"<h1>{caption}</h1>" in page
    for line in standings(party).lines:
        assert page.count(f'<th scope="row">{line.person}') == 1
        assert numbers != "totals" or f'<td class="num">{line.total:,}</td>' in page
    assert reverse("list_file", args=[party.pk, numbers, "csv"]) in page


def test_the_running_totals_of_all_people_can_be_drawn(client, party):
    play_rounds(party, 1)
    assert f'href="?who={standings(party).lines[0].person.id}&amp;all=1">All 9<' in shown(
        client, party
    )
    page = shown(client, party, all=1)
    assert page.count('class="chart"') == 9
    assert "Only the leaders" in page


def test_the_pictures_can_be_about_a_chosen_person(client, party):
    play_rounds(party, 1)
    last = standings(party).lines[-1].person
    page = shown(client, party, who=last.id)
    assert f"Partners of {last}<" in page
    assert f'<tr class="mine"><th>{last}</th>' in page
    assert f'aria-label="{last}: ' in page
    assert f'value="{last.id}" selected' in page


@pytest.mark.parametrize("who", ["0", "nobody", "9" * 40])
def test_the_pictures_are_about_the_leader_if_the_person_is_unknown(client, party, who):
    play_rounds(party, 1)
    first = standings(party).lines[0].person
    assert f'value="{first.id}" selected' in shown(client, party, who=who)


def test_tags_in_names_are_shown_as_text(client, party):
    with setting_up():
        party.entrants.update(name="<b>Alma")
    play_rounds(party, 1)
    page = shown(client, party)
    assert "<b>Alma" not in page
    assert 'aria-label="&lt;b&gt;Alma' in page


def test_long_lists_and_many_pictures_are_divided_into_pages(client, party, monkeypatch):
    monkeypatch.setattr(paging, "PAGE_SIZE", 4)
    play_rounds(party, 1)
    for query in ({"numbers": "chairs"}, {"all": "1"}):
        page = shown(client, party, **query, page=3)
        assert ">9–9</strong>" in page
        assert f"{next(iter(query))}={next(iter(query.values()))}&amp;page=2#" in page
        assert page.count('<th scope="row">') + page.count('class="chart"') == 1 + ("all" in query)
