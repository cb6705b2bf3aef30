import pytest
from django.http.multipartparser import MultiPartParser
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from party.models import Party
from party.views.refusals import TOO_MUCH
from tests.evening import create_user, helper_of, party_with, start
from tests.reading import text_of

pytestmark = pytest.mark.django_db
MUCH = "x" * 3_000_000


@pytest.fixture
def address(client, ruth):
    party = party_with(0)
    # As with a browser, the CSRF check reads the body before the view.
    client.handler.enforce_csrf_checks = True
    address = reverse("players_add", args=[party.pk])
    client.get(address)
    return address


def test_too_much_text_is_refused_on_the_same_page(client, address):
    response = client.post(address, {"names": MUCH}, follow=True)
    assert response.status_code == 200
    assert response.redirect_chain == [(address, 302)]
    assert escape(TOO_MUCH) in text_of(response)
    assert not Party.objects.get().entrants.exists()


def test_large_requests_of_strangers_are_not_read(client, address, monkeypatch):
    """Parsing two megabytes takes half a second, so strangers could occupy every thread."""
    client.logout()
    client.get(reverse("login"))
    monkeypatch.setattr(MultiPartParser, "parse", lambda _: pytest.fail("It was read."))
    response = client.post(address, {"names": "Alma"})
    assert response.url == f"{reverse('login')}?next={address}"
    response = client.post(reverse("login"), {"name": MUCH[:100_001]})
    assert response.status_code == 413
    assert "Go back and try once more" in text_of(response)


def test_a_refused_request_is_read_to_its_end_so_that_a_proxy_gets_the_answer(client):
    sent = b"name=" + b"x" * 60_000_000
    kind = "application/x-www-form-urlencoded"
    for page, status in ((reverse("login"), 413), (reverse("account"), 302)):
        answer = client.post(page, sent, content_type=kind)
        assert answer.status_code == status
        assert answer.wsgi_request.read(1) == b""


@pytest.mark.parametrize(
    ("origin", "name"),
    [
        ("https://cards.example.org:8443", "<b>https://cards.example.org:8443</b>"),
        ("null", "an address it did not give"),
    ],
)
def test_a_form_with_another_origin_is_refused_with_advice_for_the_operator(origin, name):
    client = Client(enforce_csrf_checks=True)
    response = client.post(reverse("login"), {"name": "Ruth"}, headers={"Origin": origin})
    assert response.status_code == 403
    text = text_of(response)
    assert name in text
    assert "<b>http://testserver</b>" in text
    assert "proxy_set_header Host $http_host;" in text


def test_a_form_with_too_many_fields_is_refused(client, address, settings):
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 20
    response = client.post(address, {f"name{n}": "" for n in range(21)})
    assert response.status_code == 400
    assert "Go back and try once more" in text_of(response)


def test_a_page_that_does_not_exist_links_back_to_the_round(client):
    party = party_with(8)
    missing = f"/parties/{party.pk}/nothing/", reverse("round", args=[party.pk, 9])
    back = f'href="{reverse("live", args=[party.pk])}">Back to '
    assert back not in text_of(client.get(missing[0]))
    client.force_login(helper_of(party))
    shown = [client.get(address) for address in missing]
    assert [(page.status_code, f"{back}the party<" in text_of(page)) for page in shown] == [
        (404, True)
    ] * 2
    start(party)
    assert f"{back}round 1<" in text_of(client.get(missing[1]))

    client.force_login(create_user("Mallory"))
    for address in (*missing, "/parties/123456789/", f"/parties/{'9' * 5000}/", "/nothing/"):
        shown = client.get(address)
        assert shown.status_code == 404
        assert "There is no such page" in text_of(shown)
        assert "Back to" not in text_of(shown)
        assert party.name not in text_of(shown)
