"""The page of a table on a phone, in tests."""

from uuid import uuid4

from django.urls import reverse

from party.queries.phones.table import table_token


def address(party, table=1, name="phone_table", token=None):
    return reverse(name, args=[party.code, table, token or table_token(party, table)])


def state(client, party, table=1, **query):
    return client.get(address(party, table, "phone_state"), query)


def send(client, party, act, *, table=1, round_number=1, headers=None, **parts):
    """Send one act as the script of the page does."""
    sent = {"id": str(uuid4()), "act": act, "round": round_number, **parts}
    url = address(party, table, "phone_send")
    return client.post(url, sent, content_type="application/json", headers=headers)
