from datetime import timedelta

import pytest
from django.urls import reverse

from party.models import Player
from party.services.people import players
from tests.evening import AT, helper_of, party_with
from tests.guard import setting_up
from tests.lists import organised_party
from tests.pages import press
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return organised_party(client)


def test_roster_offers_players_of_the_club(client):
    party_with(players=2)
    party = organised_party(client)
    address = reverse("players_roster", args=[party.pk])
    form = client.get(address).context["form"]
    alma, _bert = [pk for pk, _ in form.fields["people"].choices]

    page = client.post(address, {"people": [alma]}, follow=True)

    assert "Alma is on the list, and expected." in text_of(page)
    assert Player.objects.count() == 2
    assert "Alma" not in [
        name for _, name in client.get(address).context["form"].fields["people"].choices
    ]


def test_page_for_adding_a_list_also_offers_the_players_of_the_club(client):
    party_with(players=2)
    party = organised_party(client)
    page = client.get(reverse("players_add", args=[party.pk]))
    assert "From the club, 2" in text_of(page)
    assert f'action="{reverse("players_roster", args=[party.pk])}"' in page.text
    helper = helper_of(party)
    with setting_up():
        helper.memberships.update(party=party)
    client.force_login(helper)
    assert "From the club" not in client.get(page.request["PATH_INFO"]).text


def test_the_people_of_the_last_party_are_added_with_one_press(client):
    last = party_with(players=3, name="October party")
    with setting_up():
        last.entrants.filter(name="Bert").update(state="expected")
        last.entrants.filter(name="Carol").update(prize_group="men")
    party_with(players=0, name="Nobody came")
    party = organised_party(client)
    page = client.get(reverse("players", args=[party.pk]))
    assert "Everybody from “October party” again" in text_of(page)

    page = press(client, party, "players_last")

    assert "2 names added." in text_of(page)
    assert [row.name for row in party.entrants.order_by("number")] == ["Alma", "Carol"]
    assert Player.objects.count() == 3
    assert "Nobody new: all of them were on the list." in text_of(
        press(client, party, "players_last")
    )


def test_the_people_of_the_last_party_are_not_added_to_a_blind_draw(client):
    party_with(players=3)
    party = organised_party(client, cards="blind")
    assert "Type names against the numbers." in text_of(press(client, party, "players_last"))


def test_helper_of_one_party_sees_no_players_of_the_club(client):
    last = party_with(4)
    party = party_with(0, club=last.club, starts_at=AT + timedelta(days=7))
    page, address = (reverse(name, args=[party.pk]) for name in ("players", "players_roster"))
    hanna = helper_of(party)
    client.force_login(hanna)
    assert address in text_of(client.get(page))

    with setting_up():
        hanna.memberships.update(party=party)
    offered = text_of(client.get(page))
    assert address not in offered
    assert "again</button>" not in offered
    refused = client.get(address)
    assert refused.status_code == 403
    assert "You help at this party only" in text_of(refused)


@pytest.mark.parametrize(
    ("at_party", "typed", "shown"),
    [
        (True, "Zelda Zimmerman", False),
        (True, "zelda  ZIMMERMANN", True),
        (False, "Zelda Zimmerman", True),
    ],
)
def test_helper_of_one_party_is_asked_only_about_equal_names(client, at_party, typed, shown):
    party = party_with(4)
    with setting_up():
        hanna = helper_of(party)
        hanna.memberships.update(party=party if at_party else None)
        name = "Zelda Zimmermann"
        Player.objects.create(club=party.club, name=name, sort_name=name, notes="Diabetic")
    client.force_login(hanna)
    for page, sent in (
        ("players_add", {"names": f"{typed}\nEva Moe"}),
        ("players_add", {"names": typed}),
        ("walk_in", {"name": typed, "how": "cash"}),
        ("checkin", None),
    ):
        address = reverse(page, args=[party.pk])
        answer = client.post(address, sent) if sent else client.get(address, {"q": typed})
        text = text_of(answer)
        assert answer.status_code in {200, 302}
        assert "Diabetic" not in text
        assert ("Zelda Zimmermann" in text) is (shown and sent is not None), (page, sent)


def test_roster_without_a_tick_is_refused(client):
    party_with(players=2)
    party = organised_party(client)
    page = client.post(reverse("players_roster", args=[party.pk]), {})
    assert "Tick the people who come tonight." in text_of(page)


def test_a_player_chosen_by_two_desks_at_once_is_added_once(client, monkeypatch):
    party_with(players=1)
    party = organised_party(client)
    alma = Player.objects.get()
    add_entrants = players.add_entrants

    def add_at_both_desks(*args, **kwargs):
        monkeypatch.setattr(players, "add_entrants", add_entrants)
        add_entrants(*args, **kwargs)
        return add_entrants(*args, **kwargs)

    monkeypatch.setattr(players, "add_entrants", add_at_both_desks)
    page = client.post(reverse("players_roster", args=[party.pk]), {"people": [alma.pk]})
    assert "Alma is on the list already." in text_of(page)
