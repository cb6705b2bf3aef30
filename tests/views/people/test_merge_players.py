import pytest
from django.urls import reverse

from party.models import LogLine, Player
from party.services.people import merge_players
from tests.evening import party_with
from tests.guard import setting_up
from tests.reading import queries_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(ruth):
    return ruth.memberships.get().club


@pytest.fixture
def martas(club):
    return add(club, "Marta Olson"), add(club, "Marta Olsen")


def add(club, name):
    with setting_up():
        return Player.objects.create(club=club, name=name, sort_name=name)


def address_of(name, club, *url_args):
    return reverse(name, args=[club.pk, *url_args])


def get(client, *url_args):
    answer = client.get(address_of(*url_args))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def post(client, name, club, *url_args, **sent):
    answer = client.post(address_of(name, club, *url_args), sent, follow=True)
    return " ".join(answer.content.decode().split())


def test_home_links_to_the_players_and_their_page_links_to_a_merge(client, club, martas):
    party_with(4)
    page = get(client, "club_players", club)
    assert "6 people." in page
    assert "Marta Olson · Marta Olsen" in page
    assert address_of("merge_players", club, martas[0].pk, martas[1].pk) in page
    assert "14 Nov 2026" in page
    assert address_of("club_players", club) in client.get("/").text
    found = client.get(address_of("club_players", club), {"q": "olse"}).text
    assert ("Marta Olsen" in found, "Marta Olson" in found) == (True, False)
    alma = Player.objects.get(name="Alma").pk  # she came more often
    page = get(client, "merge_players", club, martas[0].pk, alma)
    assert f'value="{alma}" required id="id_keep_1" checked' in page


def test_page_for_merging_a_player_offers_similar_names_and_a_search(client, club, martas):
    olson, olsen = martas
    add(club, "Ed Novak")
    page = get(client, "same_player", club, olson.pk)
    assert address_of("merge_players", club, olson.pk, olsen.pk) in page
    address = address_of("same_player", club, olson.pk)
    assert "Ed Novak" in client.get(address, {"q": "nov"}).content.decode()
    assert "Nobody else is called" in client.get(address, {"q": "marta olson"}).content.decode()
    assert "No similar names." in get(
        client, "same_player", club, Player.objects.get(name="Ed Novak").pk
    )
    for number in range(25):
        add(club, f"Guest {number}")
    assert "There are more." in client.get(address, {"q": "guest"}).content.decode()


def test_players_are_merged_and_the_merge_is_undone(client, club, martas):
    olson, olsen = martas
    page = get(client, "merge_players", club, olson.pk, olsen.pk)
    assert "who came 0 times" in page
    page = post(client, "merge_players", club, olson.pk, olsen.pk)
    assert "Choose the name that stays." in page
    page = post(client, "merge_players", club, olson.pk, olsen.pk, keep=olsen.pk)
    assert "Merged into Marta Olsen." in page
    assert "Marta Olson is the same person as Marta Olsen" in page
    line = LogLine.objects.get().pk
    page = post(client, "unmerge_players", club, line)
    assert "They are two players again." in page
    assert "undone already" in post(client, "unmerge_players", club, line)


def test_the_page_says_why_a_merge_is_refused(client, club, martas, monkeypatch):
    olson, olsen = martas

    def refuse(*_args, **_more):
        raise merge_players.Refused("These are one already.")

    monkeypatch.setattr(merge_players, "merge_players", refuse)
    page = post(client, "merge_players", club, olson.pk, olsen.pk, keep=olsen.pk)
    assert "These are one already." in page


def test_the_file_of_players_has_everybody(client, club, martas):
    with setting_up():
        Player.objects.filter(name="Marta Olson").update(notes="=1+1")
    text = client.get(address_of("club_file", club, "csv")).content.decode("utf-8-sig")
    assert text.splitlines() == [
        "Name,Came,Last came,Prize group,Notes",
        "Marta Olsen,0,,,",
        "Marta Olson,0,,,'=1+1",
    ]


def test_more_players_need_no_more_queries(client, club):
    counts = set()
    for number in range(3):
        party_with(4, name=f"Party {number}")
        counts.add(queries_of(client.get, address_of("club_players", club)))
    assert len(counts) == 1
