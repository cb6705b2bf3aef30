"""Records of hands in tests."""

from uuid import uuid4

from django.urls import reverse

from party.models import Record
from party.services.scores import records
from tests.evening import BY_PROGRAM, spot
from tests.hands import WHOLE
from tests.once import once


def url_of(name, party, *options, table=1):
    return reverse(name, args=[party.pk, 1, table, *options])


def page(client, party, name="records", *options, table=1):
    return client.get(url_of(name, party, *options, table=table))


def attach(client, party, text=WHOLE, *, table=1, **sent):
    sent = {"text": text, "first": 1, "submission": uuid4(), **sent}
    return client.post(url_of("records", party, table=table), sent, follow=True)


@once
def store_records(party, *texts, first=1, table=1, submission=None):
    new = {"submission": submission or uuid4(), **BY_PROGRAM}
    return records.attach_records(spot(party, table), texts, first=first, **new)


def replace(client, party, text, hand=1, **sent):
    form = page(client, party, "record_replace", hand).context["form"]
    sent = {name: form[name].value() or "" for name in ("seen", "submission")} | sent
    address = url_of("record_replace", party, hand)
    return client.post(address, {"text": text, **sent}, follow=True)


def press_enter(client, party, hand=1, **sent):
    shown = page(client, party, "record", hand).context
    sent = {"seen": shown["record"].line.id, "submission": shown["submission"]} | sent
    return client.post(url_of("record_enter", party, hand), sent, follow=True)


def press_remove(client, party, hand=1, **sent):
    sent = {"seen": record_in_force(hand).pk} | sent
    return client.post(url_of("record_remove", party, hand), sent, follow=True)


def record_in_force(hand=1, table=1):
    return Record.objects.in_force().get(table__number=table, hand=hand)


def texts_in_force(table=1):
    """Return the texts of the records of a table, by number of hand."""
    rows = Record.objects.in_force().filter(table__number=table).order_by("hand")
    return dict(rows.values_list("hand", "text"))
