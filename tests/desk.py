"""The desk in tests: functions that read its page and send its form."""

from django.urls import reverse

from party.models import Entry
from tests.evening import party_with, start
from tests.once import remember_page


def party_in_play(client, players=12, preset="midway", **fields):
    """Create a party in its first round, and sign its organiser in."""
    party = party_with(players, preset, **fields)
    client.force_login(party.club.memberships.get().user)
    start(party)
    return party


def desk(client, party, **query):
    return client.get(reverse("entry", args=[party.pk, 1]), query)


def send(client, party, table=1, **sent):
    address = f"{reverse('entry', args=[party.pk, 1])}?table={table}"
    return client.post(address, remember_page(client, address, as_shown) | sent, follow=True)


def as_shown(page):
    """Return the fields of the page's form that a browser sends back unchanged."""
    form = page.context["forms"][0]
    kept = {name: form.initial[name] for name in ("hand", "submission")}
    return {"kind": form.kind, **kept}


def text_of(shown):
    return shown.content.decode()


def stored_hands():
    return list(
        Entry.objects.in_force().order_by("pk").values_list("table__number", "hand", "bid")
    )
