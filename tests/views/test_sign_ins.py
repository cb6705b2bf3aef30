from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from party.models import SignInLine
from party.services.accounts.users import set_password
from tests.evening import AT, create_user, party_with
from tests.guard import setting_up
from tests.reading import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.measured]
PASSWORD = "seven no trump"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def ruth():
    ruth = create_user()
    set_password(ruth, PASSWORD, at=AT)
    return ruth


def sign_in(client, name="Ruth", **headers):
    sent = {"name": name, "password": PASSWORD}
    return client.post(reverse("login"), sent, headers=headers)


def page_of(client, user):
    return text_of(client.get(reverse("sign_ins", args=[user.memberships.get().club_id])))


def test_a_sign_in_is_listed_with_its_time_ip_address_and_browser(client, ruth):
    sign_in(client, **{"User-Agent": FIREFOX})
    page = page_of(client, ruth)
    assert "<b>Ruth</b>" in page
    assert "Firefox on Linux, from 127.0.0.1" in page
    assert f"{timezone.now():%Y}" in page


def test_only_sign_ins_of_people_of_the_club_are_listed(client, ruth):
    mallory = create_user("Mallory")
    set_password(mallory, PASSWORD, at=AT)
    sign_in(Client(), "Mallory")
    client.force_login(ruth)
    assert "Nobody has signed in yet." in page_of(client, ruth)


def test_a_wrong_password_is_not_listed(client, ruth):
    client.post(reverse("login"), {"name": "Ruth", "password": "a guess"})
    assert not SignInLine.objects.exists()


def test_after_ninety_days_a_sign_in_is_deleted(client, ruth):
    old = timezone.now() - timedelta(days=90, minutes=1)
    with setting_up():
        SignInLine.objects.create(user=ruth, at=old, address="203.0.113.9", browser="Opera")
    client.force_login(ruth)
    assert "203.0.113.9" not in page_of(client, ruth)
    sign_in(client)
    assert [line.address for line in SignInLine.objects.all()] == ["127.0.0.1"]


@pytest.fixture
def clock(monkeypatch, settings):
    """Return a function that lets hours pass; an unused session ends after twelve hours."""
    settings.IDLE_SECONDS = 12 * 3600
    now = timezone.now()
    hours = [0]
    monkeypatch.setattr("party.middleware.time", lambda: now.timestamp() + hours[0] * 3600)
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(hours=hours[0]))

    def let_pass(count):
        hours[0] += count

    return let_pass


def is_signed_in(client):
    return client.get(reverse("home")).status_code == 200


def test_a_session_ends_after_twelve_hours_without_use(clock, ruth):
    client = Client()
    sign_in(client)
    for _ in range(3):
        clock(11)
        assert is_signed_in(client)
    clock(12.1)
    assert not is_signed_in(client)


def test_the_polls_of_an_open_page_do_not_extend_a_session(clock, ruth):
    party, client = party_with(4, by=ruth), Client()
    sign_in(client)
    live = reverse("live", args=[party.pk])
    for _ in range(3):
        clock(5)
        last = client.get(live, {"v": "0"})
    assert last.status_code == 302


def test_a_session_ends_after_two_weeks_of_use(clock, ruth, settings):
    client, settings.IDLE_SECONDS = Client(), 7 * 24 * 3600
    sign_in(client)
    for _ in range(2):
        clock(6.9 * 24)
        assert is_signed_in(client)
    clock(0.3 * 24)
    assert not is_signed_in(client)


def test_the_time_of_the_last_use_is_stored_at_most_once_an_hour(clock, ruth):
    client = Client()
    sign_in(client)
    stored = Session.objects.get().session_data
    clock(0.9)
    assert is_signed_in(client)
    assert Session.objects.get().session_data == stored
    clock(0.2)
    assert is_signed_in(client)
    assert Session.objects.get().session_data != stored


def test_an_unused_session_on_a_laptop_does_not_end_early(client, ruth, settings):
    sign_in(client)
    assert settings.IDLE_SECONDS == 0
    assert client.session.get_expiry_age() == settings.SESSION_COOKIE_AGE
