import pytest
from django.urls import reverse

from party.models import Club, Entrant, Membership, Party, Player, Series
from party.services.prizes.prizes import add_preset
from party.services.standings.series import create_series
from party.values.standings.series import SeriesPlan
from tests.evening import AT, BY_PROGRAM, create_user, party_with
from tests.guard import setting_up
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def parties(client):
    """Return a finished party of each club; the second party has prizes."""
    ruth = create_user()
    tuesday = ruth.memberships.get().club
    with setting_up():
        tuesday.name = "Tuesday cards"
        tuesday.save()
        friday = Club.objects.create(name="Friday cards")
        Membership.objects.create(user=ruth, club=friday, role="organiser")
    both = [
        party_with(4, club=club, name=name, finished_at=AT, preset=preset)
        for club, name, preset in (
            (tuesday, "Autumn party", "midway"),
            (friday, "Barn dance", "iowa"),
        )
    ]
    with setting_up():
        Entrant.objects.filter(party=both[1]).update(name="Zelda")
        Player.objects.filter(club=friday).update(name="Zelda", sort_name="Zelda")
    add_preset(both[1].pk, "podium", **BY_PROGRAM)
    client.force_login(ruth)
    return both


def url_of(name, *args):
    return reverse(name, args=args)


def test_every_page_names_its_club(client, parties):
    home = text_of(client.get(url_of("home")))
    for party in parties:
        assert f"· {party.club} · 4 people" in home
        for page in ("party_hub", "players", "standings", "prizes", "log"):
            text = text_of(client.get(url_of(page, party.pk)))
            assert f"{party.name} · {party.club}</p>" in text, page
    season = {"parties": (parties[1].pk,), "name": "Spring"}
    create_series(parties[1].club_id, SeriesPlan(**season), **BY_PROGRAM)
    assert 'Spring <span class="muted small">Friday cards ·' in text_of(client.get(url_of("home")))
    assert "0 finished · Friday" not in text_of(client.get(url_of("series_list")))
    assert "1 finished · Friday cards" in text_of(client.get(url_of("series_list")))
    assert "Friday cards. After" in text_of(client.get(url_of("series", Series.objects.get().pk)))
    new = text_of(client.get(url_of("series_new", parties[0].club_id)))
    assert "New season of Tuesday cards" in new


def test_pages_of_a_single_club_do_not_name_the_club(client, parties):
    with setting_up():
        Club.objects.filter(pk=parties[1].club_id).update(is_sample=True)
    for page in ("home", "series_list"):
        assert "Tuesday cards" not in text_of(client.get(url_of(page)))
    assert "Autumn party</p>" in text_of(client.get(url_of("players", parties[0].pk)))


def test_a_new_party_belongs_to_the_chosen_club(client, parties):
    for party in parties:
        address = f"{url_of('party_new')}?club={party.club_id}"
        page = client.get(address)
        other = next(each.club for each in parties if each != party)
        assert f"New party of {party.club}" in text_of(page)
        assert f"For {other}</a>" in text_of(page)
        form = page.context["form"]
        assert (form["club"].value(), form["preset"].value()) == (party.club_id, party.preset)
        sent = {name: form[name].value() or "" for name in form.fields} | {"name": "Next"}
        assert client.post(address, sent).status_code == 302
        assert Party.objects.latest("pk").club == party.club
        # The form for another party starts with the club of the latest party.
        assert f"New party of {party.club}" in text_of(client.get(url_of("party_new")))
    assert "New party of Friday" in text_of(client.get(url_of("party_new") + "?club=999"))


def test_a_series_has_only_parties_of_its_club(client, parties):
    address = url_of("series_new", parties[0].club_id)
    assert "Barn dance" not in text_of(client.get(address))
    page = client.get(address).context["form"]
    sent = {name: page[name].value() or "" for name in page.fields} | {"name": "Spring"}
    client.post(address, sent | {"parties": [parties[1].pk]})
    assert not Series.objects.exists()
    client.post(address, sent | {"parties": [parties[0].pk]})
    assert list(Series.objects.get().parties.all()) == [parties[0]]


def test_people_and_prizes_of_one_club_do_not_appear_at_another_club(client, parties):
    mine, theirs = parties
    next_one = party_with(0, club=mine.club, name="Next")
    zelda = Player.objects.filter(club=theirs.club).first()
    alma = Player.objects.filter(club=mine.club).first()
    for page in ("players", "players_roster", "club_players", "roster_file", "helpers"):
        keys = {"club_players": [mine.club_id], "roster_file": [next_one.pk, "csv"]}
        assert "Zelda" not in text_of(client.get(url_of(page, *keys.get(page, [next_one.pk])))), (
            page
        )
    response = client.post(url_of("players_add", next_one.pk), {"names": "Zelda\nZelda Moe"})
    assert "roster" not in text_of(response)
    client.post(url_of("players_last", next_one.pk))
    assert set(next_one.entrants.values_list("player__club", flat=True)) == {mine.club_id}
    refused = text_of(client.post(url_of("prizes_copy", next_one.pk), follow=True))
    assert "No other party of this club has prizes." in refused
    for pair in ((alma.pk, zelda.pk), (zelda.pk, alma.pk)):
        address = url_of("merge_players", mine.club_id, *pair)
        assert client.get(address).status_code == client.post(address).status_code == 404
