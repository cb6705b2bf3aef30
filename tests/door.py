"""The door in tests."""

from django.urls import reverse

from party.models import Entrant
from tests.evening import add_people, party_with

EXPECTED, HERE, LEFT = Entrant.State


def organised_party(client, *, expected=3, **made):
    party = party_with(**{"players": 0, "fee": 1000, **made})
    add_people(party, expected, state=EXPECTED)
    client.force_login(party.club.memberships.get().user)
    return party


def url_of(party, page="checkin", *options):
    return reverse(page, args=[party.pk, *options])


def person_url(party, name, page="checkin_person"):
    return url_of(party, page, party.entrants.get(name=name).pk)


def press(client, party, button, name, **sent):
    pk = party.entrants.get(name=name).pk
    return client.post(url_of(party), {button: pk, f"was-{pk}": "0", **sent}, follow=True)


def walk_in(client, party, name, **sent):
    sent = {"name": name, "prize_group": "", "paid": "cash", **sent}
    return client.post(url_of(party, "walk_in"), sent, follow=True)


def person_row(party, name):
    return party.entrants.values_list("state", "paid", "paid_how", "owed").get(name=name)


def shown_names(page):
    return [str(payer) for payer in page.context["people"]]
