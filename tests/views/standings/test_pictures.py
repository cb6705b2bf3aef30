"""The page of pictures."""

import io

import pytest
from django.urls import reverse
from pypdf import PdfReader

from party.models import Party
from party.queries.standings.standings import standings
from tests.evening import (
    close,
    enter_total,
    helper_of,
    party_with,
    person,
    play_rounds,
    start,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    party = party_with(9, rounds_planned=4)
    client.force_login(party.club.memberships.get().user)
    return party


def address(party):
    return reverse("pictures", args=[party.pk])


def shown(client, party, **asked):
    return " ".join(client.get(address(party), asked).content.decode().split())


def test_before_the_first_round_it_says_so(client, party):
    assert "The pictures begin after round 1." in shown(client, party)


def test_every_picture_has_its_text(client, party):
    play_rounds(party, 2)
    page = shown(client, party)
    assert page.count('role="img"') == 4
    for caption in (
        "Total after each round",
        "Bids by trump in numbers",
        "Partner in each round",
        "Table and chair in each round",
    ):
        assert f"<caption>{caption}</caption>" in page
    for line in standings(party).lines:
        assert page.count(f'<th scope="row">{line.person}') == 3
        assert f'<td class="num">{line.total}</td>' in page
    assert "16 bids." in page


def test_somebody_can_be_marked(client, party):
    play_rounds(party, 1)
    last = standings(party).lines[-1].person
    assert page_of_marked(client, party, last.id).count(f">{last}</text>") == 2
    assert "and whom you chose" in page_of_marked(client, party, last.id)
    assert f'value="{last.id}" selected' in page_of_marked(client, party, last.id)


def page_of_marked(client, party, who):
    return shown(client, party, who=who)


@pytest.mark.parametrize("who", ["0", "nobody", "", "9" * 40, "-1"])
def test_an_unknown_mark_marks_nobody(client, party, who):
    play_rounds(party, 1)
    assert client.get(address(party), {"who": who}).status_code == 200


def test_rounds_of_totals_have_no_bids(client, party):
    with setting_up():
        Party.objects.filter(pk=party.pk).update(capture="totals")
    start(party)
    with setting_up():
        party.rounds.get().tables.update(capture="totals")
    for number in (1, 2):
        enter_total(party, 310, 250, number)
    close(party)
    page = shown(client, party)
    assert "No bid is known: the rounds were entered as totals." in page
    assert "Nobody has had the same partner twice." in page


def test_the_standings_lead_to_it(client, party):
    play_rounds(party, 1)
    page = client.get(reverse("standings", args=[party.pk])).content.decode()
    assert f'href="{address(party)}"' in page


def test_it_prints_from_the_same_values(client, party):
    paper = reverse("print_pdf", args=[party.pk, "pictures"])
    assert "First close a round." in client.get(paper).content.decode()
    play_rounds(party, 2)
    printing = reverse("print_kit", args=[party.pk, "pictures"])
    assert f'action="{printing}"' in shown(client, party)
    reader = PdfReader(io.BytesIO(client.get(paper).content))
    text = "".join(page.extract_text() for page in reader.pages)
    assert len(reader.outline) == 4
    for line in standings(party).lines:
        assert str(line.person) in text
        assert str(line.total) in text


def test_names_are_only_text(client, party):
    with setting_up():
        party.entrants.update(name="<b>Alma")
    play_rounds(party, 1)
    page = shown(client, party)
    assert "<b>Alma" not in page
    assert "&lt;b&gt;Alma</text>" in page


def test_helper_and_stranger(client, party):
    client.force_login(helper_of(party))
    assert client.get(address(party)).status_code == 200
    client.force_login(person("Mallory"))
    assert client.get(address(party)).status_code == 404


def test_many_people_have_no_square(client, party):
    many = party_with(32, by=party.club.memberships.get().user, rounds_planned=2)
    play_rounds(many, 1)
    page = shown(client, many)
    assert 'id="square-words"' not in page
    assert 'id="partners-words"' in page
    assert "<li>32 people: 1 partner</li>" in page
    assert "Partner in each round" in page


def test_many_tables_are_shown_band_by_band(client, party):
    many = party_with(68, by=party.club.memberships.get().user, rounds_planned=2)
    play_rounds(many, 1)
    page = shown(client, many)
    assert "<h3>T1 to T9</h3>" in page
    assert "<h3>T10 to Out</h3>" in page
    assert 'id="moves-t10-to-out-words"' in page
    assert page.count('id="moves-t') == 3  # with the heading's


@pytest.mark.parametrize("players", [4, 12, 40])
def test_number_of_queries_does_not_grow(client, party, django_assert_max_num_queries, players):
    bigger = party_with(
        players, by=party.club.memberships.get().user, name="Big", rounds_planned=2
    )
    play_rounds(bigger, 1)
    with django_assert_max_num_queries(16):
        assert client.get(address(bigger)).status_code == 200
