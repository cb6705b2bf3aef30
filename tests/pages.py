"""Pages and buttons of a party, found by their URL names."""

from django.urls import reverse

from tests.reading import text_of


def get_page(client, party, name, /, *numbers, **query):
    return client.get(reverse(name, args=[party.pk, *numbers]), query, follow=True)


def page_text(client, party, name, /, *numbers, **query):
    return text_of(get_page(client, party, name, *numbers, **query))


def press(client, party, name, /, *numbers, **sent):
    """Send a form, and follow the redirect."""
    return client.post(reverse(name, args=[party.pk, *numbers]), sent, follow=True)
