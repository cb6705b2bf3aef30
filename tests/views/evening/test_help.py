import pytest
from django.urls import reverse

from party.models import Printout
from tests.evening import create_user, party_with
from tests.reading import pdf_in, text_of_pdf

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return party_with(8, rounds_planned=6, fee=750)


def test_a_party_has_its_own_help(client, party):
    page = client.get(reverse("party_help", args=[party.pk])).content.decode()
    assert "St Paul Midway: 6 rounds. 4 hands a round. Lower pair goes" in page
    assert "Let people in and take $7.50" in page
    assert reverse("party_rules", args=[party.pk]) in page


@pytest.mark.parametrize("query", ["", "?size=large&paper=a4"])
def test_the_checklist_can_be_printed(client, query):
    client.force_login(create_user())
    assert "Before the doors open" in text_of_pdf(pdf_in(client.get(reverse("help_pdf") + query)))


def test_printing_a_partys_checklist_is_recorded(client, party):
    answer = client.post(reverse("print_kit", args=[party.pk, "checklist"]))
    assert "6 rounds. 4 hands a round." in text_of_pdf(
        pdf_in(client.get(answer.headers["Location"]))
    )
    assert Printout.objects.get().kit == "checklist"


@pytest.mark.parametrize(("preset", "has_passes"), [("midway", True), ("iowa", False)])
def test_help_shows_the_entries_that_the_rules_allow(client, ruth, preset, has_passes):
    party = party_with(4, preset)
    text = client.get(reverse("party_help", args=[party.pk])).text
    assert "<kbd>8hn9</kbd>" in text
    assert ("<kbd>p</kbd>" in text) == has_passes
    assert ("<kbd>.</kbd>" in text) != has_passes
