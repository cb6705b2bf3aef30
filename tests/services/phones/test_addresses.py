from datetime import timedelta

import pytest

from party.models import LogLine, TablePhone
from party.queries.phones.table import is_token, table_token
from party.services.phones import addresses
from party.values.accounts import PROGRAM
from party.values.refusals import Refused
from tests.evening import AT, BY_PROGRAM, party_with, reload_party
from tests.guard import setting_up

pytestmark = pytest.mark.django_db
HALL = "http://192.168.1.20:8000"


@pytest.fixture
def party():
    return party_with(8)


def newest_log_words():
    return LogLine.objects.first().words


def test_phones_are_switched_on_with_the_web_address_of_the_table_tents(party):
    addresses.switch_phones(party.pk, HALL, is_on=True, **BY_PROGRAM)
    assert (reload_party(party).phones, reload_party(party).hall_address) == (True, HALL)
    assert newest_log_words() == "Tables may enter hands on a phone"


def test_switching_phones_off_twice_logs_one_line(party):
    addresses.switch_phones(party.pk, HALL, is_on=True, **BY_PROGRAM)
    for _ in range(2):
        addresses.switch_phones(party.pk, HALL, is_on=False, **BY_PROGRAM)
    assert (reload_party(party).phones, reload_party(party).hall_address) == (False, "")
    assert LogLine.objects.filter(words="No phones at the tables").count() == 1


def test_set_address_stores_an_address_and_refuses_an_empty_address(party):
    addresses.set_address(party.pk, HALL, **BY_PROGRAM)
    assert reload_party(party).hall_address == HALL
    with pytest.raises(Refused, match="Choose the address"):
        addresses.set_address(party.pk, "", **BY_PROGRAM)


def test_renewing_the_address_of_one_table_revokes_no_other_address(party):
    first, second = table_token(party, 1), table_token(party, 2)
    addresses.renew_addresses(party.pk, 1, **BY_PROGRAM)
    assert not is_token(reload_party(party), 1, first)
    assert is_token(reload_party(party), 2, second)
    line = LogLine.objects.first()
    assert (line.table, line.words) == (1, "A new address for the phone of table 1")
    addresses.renew_addresses(party.pk, 1, **BY_PROGRAM)
    assert TablePhone.objects.get().series == 2


def test_renewing_all_tables_ends_every_old_address(party):
    first = table_token(party, 1)
    addresses.renew_addresses(party.pk, **BY_PROGRAM)
    assert not is_token(reload_party(party), 1, first)
    assert is_token(reload_party(party), 1, table_token(reload_party(party), 1))


@pytest.mark.parametrize("table", [None, 1])
def test_undo_within_a_minute_restores_the_old_address_and_revokes_the_new_address(party, table):
    tents = [token(party)]
    for _ in range(2):
        addresses.renew_addresses(party.pk, table, **BY_PROGRAM)
        tents.append(token(party))
        addresses.undo_renewal(party.pk, table, actor=PROGRAM, at=AT + timedelta(seconds=59))
        assert token(party) == tents[0]
        with pytest.raises(Refused, match="too late"):
            addresses.undo_renewal(party.pk, table, **BY_PROGRAM)
    assert len(set(tents)) == 3
    assert newest_log_words().endswith(("their old addresses again", "has its old address again"))


def test_undo_after_a_minute_is_refused(party):
    addresses.renew_addresses(party.pk, 1, **BY_PROGRAM)
    with pytest.raises(Refused, match="too late"):
        addresses.undo_renewal(party.pk, 1, actor=PROGRAM, at=AT + timedelta(minutes=1))


def token(party):
    phone = TablePhone.objects.filter(number=1).first()
    return table_token(reload_party(party), 1, phone.series if phone else 0)


def test_a_call_for_the_host_is_answered_once(party):
    with setting_up():
        TablePhone.objects.create(party=party, number=2, called_at=AT)
    for _ in range(2):
        addresses.answer_call(party.pk, 2, **BY_PROGRAM)
    assert TablePhone.objects.get().called_at is None
    assert LogLine.objects.filter(verb="call answered").count() == 1
