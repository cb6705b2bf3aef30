from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from party.management.sample_evening import create_sample_evening
from party.models import Party
from party.queries.standings.standings import standings
from party.queries.standings.story import story
from party.services.evening.rounds import finish
from party.services.people import players
from party.services.standings.series import create_series
from party.values.standings.series import SeriesPlan
from tests.desk import text_of
from tests.evening import (
    AT,
    BY_PROGRAM,
    add_people,
    create_user,
    draw,
    drawn_party,
    helper_of,
    party_after_rounds,
    party_with,
    play_round,
    started_party,
)
from tests.reading import queries_of

pytestmark = pytest.mark.django_db


def settings_of(party):
    return reverse("party_settings", args=[party.pk])


def test_the_first_page_without_a_party_explains_the_start(client, ruth):
    page = text_of(client.get(reverse("home")))
    assert "Start your first party" in page
    assert "It takes two minutes" in page


def test_the_first_page_opens_tonights_party(client, ruth):
    now = timezone.now()
    for days in (-30, -1, 0.1, 7):
        party_with(name=f"In {days} days", starts_at=now + timedelta(days=days))
    home = client.get(reverse("home")).context["home"]
    assert home.tonight.party.name == "In 0.1 days"
    assert [line.party.name for line in home.others] == ["In 7 days", "In -1 days", "In -30 days"]
    party_with(name="Begun", starts_at=now - timedelta(hours=3))
    assert client.get(reverse("home")).context["home"].tonight.party.name == "Begun"


def test_the_first_page_shows_a_finished_party_among_the_others(client, ruth):
    party = party_with(finished_at=AT)
    page = client.get(reverse("home"))
    assert page.context["home"].tonight is None
    assert party.name in text_of(page)
    assert "New party" in text_of(page)


def test_the_first_page_shows_nothing_of_another_club(client, ruth):
    party_with(by=create_user("Mallory"), name="Secret party")
    assert "Secret party" not in text_of(client.get(reverse("home")))


def test_the_first_page_takes_the_same_queries_for_any_number_of_parties(client, ruth):
    counts = set()
    for _ in range(2):
        party_with(players=4)
        counts.add(queries_of(client.get, reverse("home")))
    assert len(counts) == 1


def test_the_first_page_lists_ten_parties_or_all(client, ruth):
    for number in range(23):
        party_with(players=0, name=f"Party {number}")
    assert len(client.get(reverse("home")).context["home"].others) == 9
    assert len(client.get(reverse("home"), {"all": "yes"}).context["home"].others) == 22


def test_the_first_page_names_the_winners(client, ruth):
    party = started_party(8)
    play_round(party)
    finish(party.pk, **BY_PROGRAM)
    page = text_of(client.get(reverse("home")))
    best = [line for line in standings(party).lines if line.rank == 1]
    names = " and ".join(line.name for line in best)
    assert f"Won by <b>{names}, {best[0].total}</b>" in page


def test_the_first_page_names_winners_only_of_the_latest_parties(client, ruth, monkeypatch):
    monkeypatch.setattr("party.queries.evening.parties.MOST_WITH_WINNER", 0)
    party_with(4, finished_at=AT)
    assert "Won by" not in text_of(client.get(reverse("home")))


def test_the_first_page_shows_the_newest_season(client, ruth):
    party = party_with(8, finished_at=AT)
    create_series(party.club_id, SeriesPlan(name="Winter", parties=()), **BY_PROGRAM)
    assert client.get(reverse("home")).context["season"] is None
    create_series(party.club_id, SeriesPlan(name="Spring", parties=(party.pk,)), **BY_PROGRAM)
    page = client.get(reverse("home"))
    assert (str(page.context["series"]), len(page.context["season"].parties)) == ("Spring", 1)
    assert "The whole season" in text_of(page)


def test_the_sample_evening_is_marked_and_can_be_removed_with_one_press(client, ruth):
    sample = create_sample_evening(ruth, AT)
    address = reverse("remove_sample", args=[sample.club_id])
    page = client.get(reverse("home"))
    assert page.context["home"].tonight.party.club.is_sample
    own = party_with(4, by=None, club=ruth.memberships.order_by("pk").first().club)
    page = client.get(reverse("home"))
    assert page.context["home"].tonight.party.pk == own.pk
    assert [line.party.club.is_sample for line in page.context["home"].others] == [True]
    assert '<span class="tag">Sample evening</span>' in text_of(page)
    assert f'action="{address}"' in text_of(page)
    assert '<span class="tag">Sample evening</span>' in text_of(
        client.get(reverse("party_hub", args=[sample.pk]))
    )

    assert client.get(address).status_code == 405
    answer = client.post(address, follow=True)
    assert "The sample evening is gone" in text_of(answer)
    assert list(Party.objects.all()) == [own]
    assert client.post(address).status_code == 404


def test_an_archived_party_is_listed_until_it_is_brought_back(client, ruth):
    party = party_with(finished_at=AT)
    answer = client.post(reverse("archive_party", args=[party.pk]), follow=True)
    home = answer.context["home"]
    assert (home.tonight, home.others) == (None, ())
    assert [line.party.name for line in home.archived] == [party.name]
    assert "<b>Archived</b>" in text_of(answer)
    assert client.get(reverse("standings", args=[party.pk])).status_code == 200
    back = reverse("bring_back_party", args=[party.pk])
    assert f'action="{back}"' in text_of(client.get(reverse("party_hub", args=[party.pk])))

    answer = client.post(back, follow=True)
    assert [line.party.name for line in answer.context["home"].others] == [party.name]
    assert not answer.context["home"].archived


def test_an_archived_party_is_summed_up_in_one_sentence(client, ruth):
    party = party_after_rounds(2, 8, rounds_planned=2)
    finish(party.pk, actor=ruth.actor, at=AT)
    sentence = story(Party.objects.get())[0]
    hub = text_of(client.get(reverse("party_hub", args=[party.pk])))
    assert "This party is finished" in hub
    assert "Before the evening" not in hub
    assert sentence not in text_of(client.get(reverse("home")))
    archived = client.post(reverse("archive_party", args=[party.pk]), follow=True)
    assert f"<small>{sentence}</small>" in text_of(archived)


def test_the_hub_shows_the_next_step(client, ruth):
    party = party_with(players=0)
    address = reverse("party_hub", args=[party.pk])
    assert client.get(address).context["page"].next_page == "players"
    assert "Cannot start yet" in text_of(client.get(address))

    party = party_with(players=8)
    page = client.get(reverse("party_hub", args=[party.pk]))
    assert page.context["page"].next_page == "draw"
    assert "8 on the list, 8 here" in text_of(page)


def test_the_hub_leads_to_the_check_in_once_people_are_on_the_list(client, ruth):
    party = party_with(players=0)
    add_people(party, 8, state="expected")
    page = client.get(reverse("party_hub", args=[party.pk]))
    assert page.context["page"].next_page == "checkin"
    assert f'href="{reverse("checkin", args=[party.pk])}">Let people in' in text_of(page)
    assert "First draw the seats" in text_of(page)


def test_the_hub_of_a_blind_draw_prints_cards_first(client, ruth):
    party = party_with(0, cards="blind")

    def next_text():
        live = client.get(reverse("live", args=[party.pk]))
        hub = client.get(reverse("party_hub", args=[party.pk])).context["page"]
        assert live.context["page"].blind_step == (hub.next_page, hub.next_text)
        assert hub.next_text in text_of(live)
        return hub.next_text

    assert next_text() == "Make the numbers"
    assert "First make the numbers" in text_of(client.get(reverse("party_hub", args=[party.pk])))
    players.make_numbers(party.pk, 8, **BY_PROGRAM)
    client.post(reverse("print_kit", args=[party.pk, "checklist"]))  # no card
    assert next_text() == "Print the cards"
    page = client.get(reverse("party_hub", args=[party.pk]))
    assert "Cards of the blind draw" in text_of(page)
    client.post(reverse("print_kit", args=[party.pk, "eight-cards"]))
    assert next_text() == "Draw the seats"
    draw(party, handed_out=8)
    assert client.get(reverse("live", args=[party.pk])).context["page"].blind_step is None


def test_the_hub_leads_to_the_live_page_after_the_draw(client, ruth):
    party = drawn_party()
    page = text_of(client.get(reverse("party_hub", args=[party.pk])))
    assert "Go to the live page" in page
    assert "Change the plan" in page


def test_helpers_cannot_open_the_settings(client):
    party = party_with()
    client.force_login(helper_of(party))
    page = client.get(reverse("party_hub", args=[party.pk]))
    assert page.status_code == 200
    assert settings_of(party) not in text_of(page)
    assert client.get(settings_of(party)).status_code == 403


def test_the_hub_describes_a_party_with_a_blind_draw_and_iowa_rules(client, ruth):
    party = party_with(players=0, preset="iowa", cards="blind", rounds_planned=None)
    page = text_of(client.get(reverse("party_hub", args=[party.pk])))
    assert "0 numbers, 0 with names" in page
    assert "Make at least 4 numbers first" in page
    assert "Four hands at the head table, then it rings" in page
    assert "Ties are decided by cutting the cards." in page
    assert "I’ll decide during the evening" in page
