from datetime import timedelta

from party.models import TablePhone
from party.queries.phones.table import TOKEN_LENGTH, is_token, read_phone, table_token
from party.values.phones.addresses import ADDRESS_LETTERS
from tests.evening import AT, party_with
from tests.guard import setting_up


def test_a_token_opens_only_its_own_table_of_its_own_party(db):
    party, other = party_with(4), party_with(4, name="Another")
    token = table_token(party, 7)
    assert len(token) == TOKEN_LENGTH
    assert set(token) <= set(ADDRESS_LETTERS)
    assert is_token(party, 7, token)
    assert is_token(party, 7, token.upper())
    assert not is_token(party, 8, token)
    assert not is_token(other, 7, token)
    assert not is_token(party, 7, token[:-1])
    assert not is_token(party, 7, "")
    assert not is_token(party, 7, "é" * TOKEN_LENGTH)


def test_a_token_ends_if_the_web_address_of_its_table_or_party_is_renewed(db):
    party = party_with(4)
    token = table_token(party, 7)
    with setting_up():
        phone = TablePhone.objects.create(party=party, number=7, series=1)
    assert not is_token(party, 7, token)
    assert is_token(party, 7, table_token(party, 7, 1))
    with setting_up():
        phone.delete()
    party.phone_series = 1
    assert not is_token(party, 7, token)
    assert is_token(party, 8, table_token(party, 8))


def test_a_phone_counts_as_seen_for_a_minute_and_not_if_the_clock_was_set_back(db):
    party = party_with(4, phones=True)
    with setting_up():
        TablePhone.objects.create(party=party, number=1, seen_at=AT)
    for seconds, expected in ((-9, False), (50, True), (70, False)):
        at = AT + timedelta(seconds=seconds)
        phone = read_phone(party.code, 1, table_token(party, 1), at)
        assert bool(phone.seen_recently) is expected


def test_a_token_ends_if_the_secret_key_changes(db, settings):
    party = party_with(4)
    token = table_token(party, 7)
    settings.SECRET_KEY = "another"
    assert not is_token(party, 7, token)
