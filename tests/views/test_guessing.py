import pytest
from django.urls import reverse

from party.models import SignInTries
from party.services.accounts import sign_in_throttle
from party.views.access import TOO_MANY_GUESSES
from tests.evening import set_party, started_party
from tests.phone import address, state

pytestmark = pytest.mark.django_db

PAGES = {
    "guest": 404,
    "guest_json": 404,
    "hall": 404,
    "phone_test": 404,
    "phone_table": 410,
    "phone_state": 410,
}


@pytest.fixture
def party(monkeypatch):
    monkeypatch.setattr(sign_in_throttle, "MOST_GUESSES", 2)
    return started_party(8, phones=True, guests=True)


def page(party, name, code):
    if name in {"phone_table", "phone_state"}:
        return address(party, 1, name).replace(party.code, code)
    return reverse(name, args=[code])


@pytest.mark.parametrize("name", PAGES)
def test_wrong_codes_are_limited_while_right_codes_work(client, party, name):
    wrong = [client.get(page(party, name, f"wrong{number}")) for number in range(4)]
    assert [answer.status_code for answer in wrong] == [PAGES[name]] * 2 + [429] * 2
    words = wrong[-1].json() if "json" in wrong[-1].headers["Content-Type"] else wrong[-1].content
    assert TOO_MANY_GUESSES in (words.decode() if isinstance(words, bytes) else str(words))
    assert client.get(page(party, name, party.code)).status_code == 200
    assert SignInTries.objects.get().tries == 2


def test_other_ip_addresses_and_right_keys_are_not_limited(client, party):
    for _ in range(5):
        client.get(page(party, "guest", "nothing"))
    elsewhere = client.get(page(party, "guest", "nothing"), REMOTE_ADDR="198.51.100.4")
    assert elsewhere.status_code == 404
    assert state(client, party).status_code == 200
    assert sorted(SignInTries.objects.values_list("tries", flat=True)) == [1, 2]


def test_closed_pages_answer_like_pages_of_an_unknown_code(client, party):
    set_party(party, guests=False, phones=False)
    tables = {"phone_table", "phone_state"}  # with a right key, these say that phones are off
    for number, name in enumerate(PAGES.keys() - tables):
        visitor_address = {"REMOTE_ADDR": f"198.51.100.{number}"}
        closed = [client.get(page(party, name, party.code), **visitor_address) for _ in range(4)]
        assert [each.status_code for each in closed] == [PAGES[name]] * 2 + [429] * 2


def test_wrong_keys_typed_from_a_table_tent_are_limited(client, party):
    typed = [
        client.post(reverse("phone_test", args=[party.code]), {"table": "1", "key": f"wrong{n}"})
        for n in range(3)
    ]
    assert [TOO_MANY_GUESSES in answer.content.decode() for answer in typed] == [
        False,
        False,
        True,
    ]
