import json
import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.urls import reverse
from pypdf import PdfReader

from party.models import Party, Player
from party.services.backups.party_files import export_party
from party.views.papers.catalogue import BY_SLUG
from tests.addresses import addresses, evening
from tests.evening import party_with, set_people
from tests.guard import setting_up
from tests.leaving import finish_all, player_of, remove_from_club, with_full_name
from tests.reading import queries_of, text_of
from tests.views.test_access_matrix import TABLE

pytestmark = [pytest.mark.django_db, pytest.mark.measured]
NAME = "Alma Rasmussen"
NOT_TO_OPEN = {"logout", "sign_in_link", "join"}


@pytest.fixture
def party(ruth):
    return party_with(4, by=ruth)


def url_of(name, player):
    return reverse(name, args=[player.club_id, player.pk])


def readable(answer):
    if answer.content.startswith(b"%PDF"):
        return " ".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    if answer.content.startswith(b"PK"):
        book = ZipFile(BytesIO(answer.content))
        return " ".join(book.read(name).decode() for name in book.namelist())
    return answer.content.decode(errors="replace")


@pytest.mark.slow
def test_no_page_or_file_of_the_club_has_the_name_of_a_former_player(client):
    ruth, arguments = evening("Ruth", "autumnparty")
    client.force_login(ruth)
    party = Party.objects.get(pk=arguments["party_id"])
    player = with_full_name(party, "Quintessa Zorn")
    finish_all(party.club)
    rows = [row for row, (_, methods) in TABLE.items() if "GET" in methods]
    urls = dict(addresses(arguments | {"remove_sample": {"club_id": 1}}, set(rows)))
    urls |= {kit: reverse("print_pdf", args=[party.pk, kit]) for kit in BY_SLUG}

    def with_name():
        pages = {row: client.get(url) for row, url in urls.items() if row not in NOT_TO_OPEN}
        return {row for row, page in pages.items() if re.search("Quintessa|Zorn", readable(page))}

    assert {"standings", "standings_file", "log", "party_file", "cards"} <= with_name()
    remove_from_club(player)
    assert with_name() == set()
    assert b"Zorn" not in export_party(party.pk)


def test_the_list_of_players_links_to_a_person_and_their_file(client, party):
    player = with_full_name(party)
    page = client.get(reverse("club_players", args=[party.club_id]))
    assert url_of("club_player", player) in text_of(page)

    page = text_of(client.get(url_of("club_player", player)))
    assert "Autumn party" in page
    assert url_of("remove_player", player) in page

    answer = client.get(url_of("club_player_file", player))
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{NAME}.json"'
    content = json.loads(answer.content)
    assert content["player"]["name"] == NAME
    assert content["evenings"][0]["party"] == "Autumn party"


def test_the_page_of_a_removal_says_where_the_name_is_and_asks_to_type_it(client, party):
    player = with_full_name(party)
    finish_all(party.club)
    url = url_of("remove_player", player)
    page = text_of(client.get(url))
    assert "1 party</li>" in page
    assert f"Type {NAME} to remove the name." in page
    assert "A name of one word" not in page
    wrong = text_of(client.post(url, {"name": "Alma"}))
    assert f"The person is called {NAME}. Nothing was removed." in wrong

    page = text_of(client.post(url, {"name": "alma rasmussen"}, follow=True))

    assert "it is Former player 1 everywhere now." in page
    assert not Player.objects.filter(name=NAME).exists()
    again = client.post(url, {"name": "Former player 1"}, follow=True)
    assert "it is Former player 2 everywhere now." in text_of(again)


def test_the_page_names_the_unfinished_party_that_forbids_a_removal(client, party):
    player = with_full_name(party)
    url = url_of("remove_player", player)
    for page in (client.get(url), client.post(url, {"name": NAME}, follow=True)):
        assert "They are on the list of Autumn party, which is not finished." in text_of(page)
        assert f"Open {party}</a>" in text_of(page)
    assert Player.objects.filter(name=NAME).exists()


def test_the_list_asks_about_a_removed_name_that_has_come_back(client, party):
    finish_all(party.club)
    remove_from_club(with_full_name(party))
    with setting_up():
        back = Player.objects.create(club=party.club, name=NAME, sort_name="Rasmussen, Alma")
    players = reverse("club_players", args=[party.club_id])
    assert url_of("remove_player", back) in text_of(client.get(players))

    page = text_of(client.post(url_of("keep_name", back), follow=True))

    assert f"{NAME} stays on the list." in page
    assert "Removed before" not in page
    assert "on the list like everybody else" in text_of(
        client.post(url_of("keep_name", back), follow=True)
    )


@pytest.mark.parametrize("name", ["club_player", "club_player_file", "remove_player"])
def test_more_evenings_need_no_more_queries(client, party, name):
    player = player_of(party)
    few = queries_of(client.get, url_of(name, player))
    for week in range(3):
        other = party_with(4, club=party.club, name=f"Party {week}")
        set_people(other, 1, player=player)
    assert queries_of(client.get, url_of(name, player)) <= few <= 44


def test_the_page_warns_that_a_name_of_one_word_may_stay_in_notes(client, party):
    page = client.get(url_of("remove_player", with_full_name(party, "Will")))
    assert "Will stays inside notes" in text_of(page)
