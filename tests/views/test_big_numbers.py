"""A number too large for a database column gets a 404 or a refusal, wherever it is typed.

The tests open all pages of a few parties by their links. Then they replace each number in a web
address, in a query and in a form on those pages with a number that is too large.
"""

import re
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

import pytest
from django.db import transaction
from django.urls import NoReverseMatch, Resolver404, resolve, reverse

from party.models import Entrant
from tests.addresses import argument_names
from tests.evening import (
    add_people,
    enter,
    party_after_rounds,
    party_with,
    start_next_round,
)
from tests.replay.desk import FormReader

pytestmark = pytest.mark.django_db

NOT_OPENED = {"logout", "login", "sign_in_link"}
NUMBER = re.compile(r"\d+")
SERVER_ERROR = 500
LARGE = (2**63, 10**30)
# After these forms more pages of the parties exist.
FORMS_SENT_FIRST = {
    "tickets_begin": {"price": "2"},
    "prizes_preset": {"preset": "luck"},
    "wishes": {"kind": "stay", "one": "1"},
}
SERIES = {"name": "Winter", "counting": "totals", "attendance": "0", "least": "1"}


class Links(FormReader):
    def __init__(self):
        super().__init__()
        self.addresses = []

    def handle_starttag(self, tag, attrs):
        super().handle_starttag(tag, attrs)
        self.addresses += [value for name, value in attrs if name in {"href", "hx-get"} and value]

    def read_option(self, form, attrs):
        if self.select:  # the options of a datalist are not values of a field
            super().read_option(form, attrs)


class Site:
    """The web addresses and forms to which links lead, one of each kind."""

    def __init__(self, client):
        self.client = client
        self.kwargs, self.queries, self.forms = {}, {}, {}

    def walk(self, first):
        waiting, opened = [first], set()
        while waiting:
            address = waiting.pop()
            response = self.client.get(address)
            if response.get("Content-Type", "").startswith("text/html"):
                waiting += self.read(address, response.content.decode(), opened)

    def read(self, address, html, opened):
        page = Links()
        page.feed(html)
        for form in page.forms:
            action = urljoin(address, form.action)
            match = self.note(action)
            if match and match.url_name not in NOT_OPENED:
                names = frozenset(NUMBER.sub("N", name) for name in form.names)
                self.forms.setdefault((match.url_name, form.method, names), (action, form))
        for each in page.addresses:
            target = urljoin(address, each).partition("#")[0]
            match = self.note(target)
            if match is None or match.url_name in NOT_OPENED:
                continue
            parts = urlsplit(target)
            names = tuple(sorted(name for name, _ in parse_qsl(parts.query)))
            kind = (match.kwargs.get("party_id"), NUMBER.sub("N", parts.path), names)
            # Files have no links to follow.
            if kind not in opened and parts.path.endswith("/"):
                opened.add(kind)
                yield target

    def note(self, address):
        parts = urlsplit(address)
        try:
            match = resolve(parts.path)
        except Resolver404:
            return None
        self.kwargs |= match.kwargs
        names = tuple(name for name, _ in parse_qsl(parts.query))
        if names:
            self.queries.setdefault((match.url_name, names), address)
        return match


@pytest.fixture
def site(client, ruth):
    parties = [before_the_draw(ruth), in_round_two(ruth), at_the_end(ruth)]
    for party in parties:
        for name, sent in FORMS_SENT_FIRST.items():
            assert client.post(reverse(name, args=[party.pk]), sent).status_code == 302
        client.post(reverse("helpers", args=[party.pk]), {"name": f"Hanna {party.pk}"})
    [club] = {party.club_id for party in parties}
    client.post(reverse("series_new", args=[club]), SERIES)
    site = Site(client)
    for party in parties:
        site.walk(reverse("party_hub", args=[party.pk]))
    return site


def before_the_draw(ruth):
    party = party_with(12, "midway", by=ruth, name="Before", fee=500)
    add_people(party, 2, state=Entrant.State.EXPECTED)
    return party


def in_round_two(ruth):
    party = party_after_rounds(1, 9, "midway", by=ruth, name="Playing")
    start_next_round(party)
    enter(party, "8hn9 7ce7")
    return party


def at_the_end(ruth):
    return party_after_rounds(1, 8, "midway", by=ruth, name="Closed", rounds_planned=1)


def answers(client, sent):
    """Send each request and roll it back; describe the requests that end in a program error."""
    for method, address, data in sent:
        before = transaction.savepoint()
        response = getattr(client, method)(address, data)
        transaction.savepoint_rollback(before)
        if response.status_code >= SERVER_ERROR:
            yield f"{method} {address} {data}: {response.exc_info[1]!r}"


def addresses(site, large):
    """Yield each web address several times, each time with a large number in another parameter."""
    for name, keys in argument_names().items():
        usual = {key: site.kwargs.get(key, 1) for key in keys}
        for key in {*keys} - {"kind"} if name not in NOT_OPENED else ():
            try:
                address = reverse(name, kwargs=usual | {key: large})
            except NoReverseMatch:  # this parameter takes no digits
                continue
            yield from (("get", address, {}), ("post", address, {}))


def queries(site, large):
    for address in site.queries.values():
        parts = urlsplit(address)
        asked = parse_qsl(parts.query)
        for name, _ in asked:
            yield "get", f"{parts.path}?{urlencode({**dict(asked), name: large})}", {}


def filled_forms(site, large):
    """Yield every form with one field too large, or with a large number in a field's name."""
    for action, form in site.forms.values():
        usual = {}
        for name, value in form.fields:
            usual.setdefault(name, []).append(value)
        usual.pop("csrfmiddlewaretoken", None)
        kinds = {NUMBER.sub("N", name): name for name in sorted(form.names)}
        for name in kinds.values():
            yield form.method, action, {**usual, name: large}
            if NUMBER.search(name):
                yield form.method, action, {**usual, NUMBER.sub(str(large), name): large}


@pytest.mark.slow
def test_a_web_address_with_a_number_too_large_for_a_column_causes_no_error(client, ruth):
    """Request every URL pattern several times, each time with another parameter too large."""
    first = in_round_two(ruth)
    site = Site(client)
    site.note(reverse("correct", args=[first.pk, 1, 1, 1]))
    site.note(reverse("player", args=[first.pk, first.entrants.first().pk]))
    site.note(reverse("club_players", args=[first.club_id]))
    site.note(reverse("print_kit", args=[first.pk, "cards"]))
    client.raise_request_exception = False
    for large in LARGE:
        assert list(answers(client, addresses(site, large))) == []


@pytest.mark.slow
def test_a_form_or_query_with_a_number_too_large_for_a_column_causes_no_error(client, site):
    client.raise_request_exception = False
    for large in LARGE:
        sent = [*queries(site, large), *filled_forms(site, large)]
        assert len(sent) > 300
        assert list(answers(client, sent)) == []
