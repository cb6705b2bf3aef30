import pytest
from django.urls import reverse

from party.models import Party, TablePhone
from party.process_state import PROCESS
from party.queries.phones.table import table_token
from tests.evening import AT, drawn_party, party_with, set_party
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client, settings):
    settings.ALLOWED_HOSTS = ["localhost", "testserver", "192.168.1.20", "10.0.0.7"]
    party = drawn_party(8)
    client.force_login(party.club.memberships.get().user)
    return party


def show(client, party, **extra):
    return client.get(reverse("phones", args=[party.pk]), **extra)


def press(client, name, party, *args, **sent):
    return client.post(
        reverse(name, args=[party.pk, *args]),
        sent,
        follow=True,
        headers={"host": "localhost:8000"},
    )


def test_phones_are_off_at_first(client, party):
    text = show(client, party).content.decode()
    assert "Off: the desk enters the hands" in text
    assert "Let the tables enter hands on a phone" in text


def test_a_finished_party_offers_no_phones(client, party):
    set_party(party, finished_at=AT)
    page = show(client, party).content.decode()
    assert "The party is finished: tables enter nothing more." in page
    assert "Let the tables enter hands" not in page
    assert "Not heard from yet" not in page


def test_switching_phones_on_stores_the_web_address_of_the_laptop(client, party):
    shown = press(client, "phones_switch", party, phones="on")
    text = shown.content.decode()
    assert Party.objects.get().hall_address == "http://192.168.1.20:8000"
    assert f"192.168.1.20:8000/t/{party.code}" in text
    assert "Print the tents" in text
    assert table_token(party, 2) in text
    assert "data:image/png" in text
    assert "on port 8000" in text


def test_page_offers_no_tents_before_the_draw(client, party):
    text = show(client, party_with(8, phones=True)).content.decode()
    assert "After the draw each table has its address." in text
    assert "Print the tents" not in text
    assert "New addresses" not in text


@pytest.mark.parametrize(
    ("only_host", "advice"),
    [("127.0.0.1", "started with <b>--host 127.0.0.1</b>"), ("", "This laptop is not on Wi-Fi.")],
)
def test_page_says_that_phones_cannot_reach_the_laptop(
    client, party, settings, monkeypatch, only_host, advice
):
    settings.ALLOWED_HOSTS = ["localhost"]
    monkeypatch.setattr(PROCESS, "only_host", only_host)
    for phones in ("off", "on"):
        text = press(client, "phones_switch", party, phones=phones).content.decode()
        assert "Phones cannot reach this laptop" in text
        assert advice in text
        assert "Point a phone’s camera" not in text


def test_switching_phones_off_can_be_undone_with_the_same_web_address(client, party):
    press(client, "phones_switch", party, phones="on", address="http://10.0.0.7:8000")
    assert "stays on that phone" in show(client, party).content.decode()
    shown = press(client, "phones_switch", party).content.decode()
    assert "Phones are off. All tables write slips now." in shown
    assert 'name="address" value="http://10.0.0.7:8000"' in shown
    press(client, "phones_switch", party, phones="on", address="http://10.0.0.7:8000")
    assert Party.objects.get().hall_address == "http://10.0.0.7:8000"


def test_page_warns_if_the_laptop_has_another_ip_address(client, party, settings):
    press(client, "phones_switch", party, phones="on")
    settings.ALLOWED_HOSTS = ["localhost", "192.168.1.31"]
    text = show(client, party, headers={"host": "localhost:8000"}).content.decode()
    assert "This laptop’s address has changed" in text
    shown = press(client, "phones_address", party, address="http://192.168.1.31:8000")
    assert "address has changed" not in shown.content.decode()
    assert Party.objects.get().hall_address == "http://192.168.1.31:8000"


def test_web_address_of_another_host_is_refused(client, party):
    press(client, "phones_switch", party, phones="on")
    shown = press(client, "phones_address", party, address="http://mallory.example")
    assert shown.status_code == 200
    assert Party.objects.get().hall_address == "http://192.168.1.20:8000"


def test_web_addresses_of_one_table_and_of_all_tables_are_renewed(client, party):
    press(client, "phones_switch", party, phones="on")
    press(client, "phone_renew", party, 2)
    assert TablePhone.objects.get().series == 1
    press(client, "phones_renew", party)
    assert Party.objects.get().phone_series == 1
    assert (
        "The old tents work again"
        in press(client, "phones_renew", party, undo="yes").content.decode()
    )
    assert Party.objects.get().phone_series == 0
    shown = client.post(reverse("phone_renew", args=[party.pk, 9]))
    assert shown.status_code == 404


def test_page_shows_which_tables_have_been_heard_from(client, party):
    with setting_up():
        TablePhone.objects.create(party=party, number=1, seen_at=AT)
    text = show(client, party).content.decode()
    assert "1 of 2 tables heard from" in text
    assert "Not heard from yet" in text


def test_hosted_head_table_stores_its_public_web_address(client, party, settings):
    settings.ALLOWED_HOSTS = ["cards.example"]
    client.post(
        reverse("phones_switch", args=[party.pk]),
        {"phones": "on"},
        headers={"host": "cards.example"},
        secure=True,
    )
    assert Party.objects.get().hall_address == "https://cards.example"


@pytest.fixture
def trial_address(party):
    set_party(party, phones=True)
    return reverse("phone_test", args=[party.code])


def test_the_test_page_opens_without_a_sign_in(client, trial_address):
    client.logout()
    shown = client.get(trial_address)
    assert shown.status_code == 200
    assert "This phone reaches Head Table" in shown.content.decode()
    assert "sessionid" not in shown.cookies


def test_token_printed_on_a_tent_redirects_to_the_page_of_its_table(client, party, trial_address):
    client.logout()
    token = table_token(party, 2)
    shown = client.post(trial_address, {"table": "2", "key": f" {token[:5].upper()} {token[5:]}"})
    assert shown.headers["Location"] == reverse("phone_table", args=[party.code, 2, token])


@pytest.mark.parametrize("sent", [{"table": "1", "key": "wrong"}, {"table": "x", "key": ""}])
def test_wrong_token_is_refused_and_the_typed_text_is_kept(client, party, trial_address, sent):
    client.logout()
    shown = client.post(trial_address, sent)
    assert shown.status_code == 200
    assert f'value="{sent["table"]}"' in shown.content.decode()
    assert "Error: " in shown.content.decode()


def test_the_test_page_is_missing_while_phones_are_off(client, party):
    assert client.get(reverse("phone_test", args=[party.code])).status_code == 404
    assert client.get(reverse("phone_test", args=["nothing"])).status_code == 404
    assert client.get("/t/%00/").status_code == 404  # Databases refuse this character.
