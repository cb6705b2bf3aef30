"""House rules in tests: functions that read the form and send it with changes."""

from django.urls import reverse

from party.models import Party
from tests.once import remember_page


def url_of(party, name="change_rules"):
    return reverse(name, args=[party.pk])


def page(client, party, **query):
    return client.get(url_of(party), query)


def typed(form, **changed):
    """Return the fields that the page would send, with some answers changed."""
    sent = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else value for name, value in (sent | changed).items()}


def send(client, party, *, begin="", **changed):
    """Send the form with changes; before that, the preset `begin` fills in all fields."""
    address = f"{url_of(party)}?preset={begin}" if begin else url_of(party)
    sent = remember_page(client, address, lambda response: typed(response.context["form"]))
    return client.post(url_of(party), sent | changed, follow=True)


def stored_rules():
    return Party.objects.get().rules
