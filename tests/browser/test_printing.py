import pytest
from django.http import HttpResponse
from django.urls import reverse

from party.models import Printout
from party.views import downloads
from tests.evening import draw, party_with

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def party(sign_in):
    party = party_with(8)
    draw(party)
    sign_in(party.club.memberships.get().user)
    return party


def html_for_pdf(content=b"", content_type="text/html", **options):
    if content_type == "application/pdf":
        return HttpResponse("paper")
    return HttpResponse(content, content_type=content_type, **options)


def test_papers_can_be_printed_with_the_keyboard_alone(page, party, monkeypatch):
    # The browser of the tests shows no PDF, so it gets a page.
    monkeypatch.setattr(downloads, "HttpResponse", html_for_pdf)
    page.goto(reverse("prints", args=[party.pk]))
    page.focus("#next")
    with page.expect_popup() as paper:
        page.keyboard.press("Enter")
    paper.value.wait_for_url("**/cards.pdf?paper=letter")
    assert Printout.objects.get().kit == "cards"
    paper.value.close()
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    page.locator("#print-cards", has_text="Print all again").wait_for()
    assert "Print round 1" in page.inner_text("#next")
    page.locator("#fold-printed summary").press("Enter")
    page.focus("#forget-cards")
    page.keyboard.press("Space")
    page.locator("#said .note").wait_for()
    assert "Seat cards" in page.inner_text("#next")


def test_a_round_is_printed_in_one_press(page, party, client, monkeypatch):
    monkeypatch.setattr(downloads, "HttpResponse", html_for_pdf)
    client.force_login(party.club.memberships.get().user)
    client.post(reverse("print_kit", args=[party.pk, "cards"]))
    page.goto(reverse("prints", args=[party.pk]))
    page.locator("#fold-BEFORE summary").press("Enter")
    page.focus("#next")
    with page.expect_popup() as paper:
        page.keyboard.press("Enter")
    paper.value.wait_for_url("**/print/round/1.pdf?paper=letter&kit=slips&kit=seats&kit=tables")
    paper.value.close()
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    page.locator("#print-slips", has_text="Print all again").wait_for()
    assert page.locator("#fold-BEFORE").get_attribute("open") is not None


def test_a_desk_shows_the_printouts_of_another_desk(page, party, client):
    page.goto(reverse("prints", args=[party.pk]))
    page.focus("#look-seats")
    client.force_login(party.club.memberships.get().user)
    client.post(reverse("print_kit", args=[party.pk, "cards"]))
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    page.locator("#print-cards", has_text="Print all again").wait_for()
    assert page.evaluate("document.activeElement.id") == "look-seats"
