import pytest
from django.urls import reverse

from party.models import Entrant
from tests.evening import add_people, draw
from tests.lists import organised_party
from tests.reading import text_of

pytestmark = pytest.mark.django_db
EXPECTED, HERE = Entrant.State.EXPECTED, Entrant.State.HERE


@pytest.fixture
def party(client):
    return organised_party(client, players=2)


def page_of(party):
    return reverse("players", args=[party.pk])


def address_of(party, name):
    return reverse("player_here", args=[party.pk, party.entrants.get(name=name).pk])


def states(party):
    return dict(party.entrants.values_list("name", "state"))


def test_all_ticks_of_a_page_are_saved_with_one_press(client, party):
    alma, bert = party.entrants.order_by("number")
    sent = {"was": f"{alma.pk} {bert.pk}", f"here-{bert.pk}": "on"}
    page = client.post(page_of(party), sent, follow=True)
    assert states(party) == {"Alma": EXPECTED, "Bert": HERE}
    assert "Saved: 1 here." in text_of(page)


def test_saving_a_page_keeps_the_ticks_of_another_desk(client, party):
    add_people(party, 1, state=EXPECTED)
    alma, _bert, carol = party.entrants.order_by("number")
    # This page was shown before another desk ticked Alma and Bert.
    client.post(page_of(party), {"was": "", f"here-{carol.pk}": "on"})
    assert set(states(party).values()) == {HERE}
    client.post(page_of(party), {"was": f"{alma.pk}"})
    assert states(party)["Alma"] == EXPECTED


def test_one_press_sets_or_removes_all_ticks(client):
    party = organised_party(client, players=0)
    add_people(party, 2, state=EXPECTED)
    assert "Tick all 2" in text_of(client.get(page_of(party)))
    page = client.post(page_of(party), {"everybody": "here"}, follow=True)
    assert states(party) == {"Alma": HERE, "Bert": HERE}
    assert "Saved: 2 here." in text_of(page)
    assert "Untick everybody" in text_of(page)
    client.post(page_of(party), {"everybody": "gone"})
    assert states(party) == {"Alma": EXPECTED, "Bert": EXPECTED}


def test_a_single_tick_is_saved_without_a_press(client, party):
    alma = party.entrants.get(name="Alma")
    answer = client.post(address_of(party, "Alma"))
    assert states(party)["Alma"] == EXPECTED
    assert "<b>1 here</b>" in text_of(answer)
    client.post(address_of(party, "Alma"), {f"here-{alma.pk}": "on"})
    assert states(party)["Alma"] == HERE


def test_tick_after_the_draw_changes_nothing_and_reloads_the_page(client):
    party = organised_party(client, players=4)
    draw(party)
    answer = client.post(address_of(party, "Alma"))
    assert answer.headers["HX-Refresh"] == "true"
    assert "Mark people as arrived late or gone home." in text_of(client.get(page_of(party)))
    assert states(party)["Alma"] == HERE


def test_saving_a_page_keeps_the_ticks_of_other_pages(client, party, monkeypatch):
    monkeypatch.setattr("party.views.people.players.ROWS_A_PAGE", 1)
    alma, bert = party.entrants.order_by("number")
    page = client.get(page_of(party))
    assert page.context["was"] == str(alma.pk)
    client.post(page_of(party), {"was": page.context["was"], f"here-{alma.pk}": "on"})
    assert set(states(party).values()) == {HERE}
    assert f'name="here-{bert.pk}"' in text_of(client.get(page_of(party), {"page": "2"}))
