import pytest
from django.urls import reverse

from party.middleware import NOTHING_DONE
from party.models import Round
from tests.evening import create_user, drawn_party
from tests.guard import setting_up

pytestmark = pytest.mark.django_db

BROWSER = {"Accept": "text/html,application/xhtml+xml"}


@pytest.fixture
def start_button(ruth):
    """Return the address of the button that starts round 1 of Ruth's party."""
    party = drawn_party(8)
    return reverse("start_round", args=[party.pk, 1])


def test_a_button_pressed_before_the_sign_in_does_nothing(client, ruth, start_button):
    with setting_up():
        ruth.set_password("nine diamonds")
        ruth.save()
    client.logout()
    response = client.post(start_button)
    assert response.url == f"{reverse('login')}?next={start_button}"
    signed_in = client.post(
        reverse("login"),
        {"name": ruth.name, "password": "nine diamonds", "next": start_button},
        headers=BROWSER,
        follow=True,
    )
    assert signed_in.status_code == 200
    assert NOTHING_DONE in signed_in.content.decode()
    assert Round.objects.get().started_at is None


def test_a_stranger_who_opens_the_address_of_a_button_gets_404(client, start_button):
    client.force_login(create_user("Mallory"))
    assert client.get(start_button, headers=BROWSER, follow=True).status_code == 404


def test_the_address_of_a_button_outside_a_party_leads_to_the_first_page(client, ruth):
    answer = client.get(reverse("logout"), headers=BROWSER)
    assert answer.url == reverse("home")


def test_requests_of_scripts_and_put_requests_are_refused_with_405(client, ruth, start_button):
    assert client.get(start_button, headers={"Accept": "*/*"}).status_code == 405
    assert client.put(start_button, headers=BROWSER).status_code == 405
