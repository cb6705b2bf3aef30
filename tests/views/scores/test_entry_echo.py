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
        ("8", "8 …: which suit? s, c, d, h, or n for no trump"),
        ("8h", "8 Hearts …: who bid? n, e, s or w"),
        ("8hn19", "8 Hearts by North …: 19 tricks? There are ten."),
        ("8hn1 0", "There is a blank between 1 and 0."),
        ("mn0", "Nullo is not played at Midway."),
        ("p6", "A hand without a bid is not played at Midway: it is thrown in."),
        ("t", "Go to which table?"),
        ("ｔ３", "<strong>Go to table 3</strong>"),
        ("−", "Points of North-South?"),
        ("−300", "North-South −300 …: and East-West?"),
        ("160 3", "North-South 160 …: and East-West?"),
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
