import pytest
from django.urls import reverse

from party.models import Club, Membership
from tests.evening import create_user, party_with
from tests.guard import setting_up
from tests.reading import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.measured]


@pytest.fixture
def party(ruth):
    return party_with(4, by=ruth)


def url_of(club):
    return reverse("remove_club", args=[club.pk])


def test_the_page_says_what_will_be_lost_and_links_to_the_files(client, party):
    page = text_of(client.get(url_of(party.club)))
    for part in ("1 party, with", "The list of 4 players", "The account of Ruth"):
        assert part in page
    assert reverse("party_file", args=[party.pk]) in page
    wrong = client.post(url_of(party.club), {"name": "Our club"})
    assert "The club is called Ruth&#x27;s club. Nothing was removed." in text_of(wrong)
    assert Club.objects.exists()


def test_the_last_club_is_removed_with_the_account(client, party):
    page = client.post(url_of(party.club), {"name": "Ruth's club"}, follow=True)
    assert page.redirect_chain[0] == (reverse("login"), 302)
    assert "is removed. Nothing is left here." in text_of(page)
    assert not Club.objects.exists()


def test_an_organiser_of_two_clubs_keeps_the_other_club(client, ruth, party):
    other = create_user("Second").memberships.get().club
    with setting_up():
        Membership.objects.create(user=ruth, club=other, role="organiser")
    page = client.post(url_of(party.club), {"name": "ruth's club"}, follow=True)
    assert page.redirect_chain == [(reverse("home"), 302)]
    assert [*Club.objects.all()] == [other]
