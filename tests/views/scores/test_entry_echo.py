"""What the desk's line means so far, in words."""

import pytest
from django.urls import reverse

from tests.desk import desk, playing, stored
from tests.evening import (
    person,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return playing(client)


def echoed(client, party, text, table=1):
    address = reverse("echo", args=[party.pk, 1])
    shown = client.get(address, {"table": table, "text": text})
    return " ".join(shown.content.decode().split())


def test_echo_names_the_bidders_and_the_points(client, party):
    at = desk(client, party).context["sheet"]
    said = echoed(client, party, "8hs9")
    assert said.startswith(f"{at.seats['S']} &amp; {at.seats['N']}: <strong>8 Hearts by South")
    assert "N-S +300, E-W +10" in said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", ""),
        ("p", "<strong>Thrown in, dealt again</strong>"),
        ("t3", "<strong>Go to table 3</strong>"),
        ("8h", "Who bid? Type n, e, s or w after the bid, as in 8hn9."),
        ("160 30", "That was 7 Clubs by North-South, 7 tricks: made"),
        ("10nn2", "▲ Set by 8 tricks."),
    ],
)
def test_echo_of_other_lines(client, party, typed, said):
    assert said in echoed(client, party, typed)
    assert stored() == []


def test_echo_is_nothing_to_a_stranger(client, party):
    client.force_login(person("Mallory"))
    assert client.get(reverse("echo", args=[party.pk, 1]), {"text": "8hn9"}).status_code == 404
