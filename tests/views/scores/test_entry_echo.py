from uuid import uuid4

import pytest
from django.urls import reverse

from tests.desk import desk, stored_hands
from tests.evening import enter

pytestmark = pytest.mark.django_db


def echoed(client, party, text, table=1, **options):
    address = reverse("echo", args=[party.pk, 1])
    response = client.get(address, {"table": table, "text": text, **options})
    return " ".join(response.content.decode().split())


def test_the_echo_of_a_line_names_the_bidder_and_the_points(client, party):
    sheet = desk(client, party).context["sheet"]
    echo = echoed(client, party, "8hs9")
    assert (
        f'{sheet.seats["S"]} bid 8 Hearts, took 9 <span class="tag tag-made">made</span>' in echo
    )
    assert f"{sheet.seats['N']} &amp; {sheet.seats['S']} <b>+300</b>" in echo
    assert f"{sheet.seats['E']} &amp; {sheet.seats['W']} <b>+10</b>" in echo
    assert "round so far" not in echo
    enter(party, "7ce7")
    assert "round so far 30 : 160" in echoed(client, party, "8hs9")


def test_the_echo_of_a_line_draws_the_bid_as_a_card(client, party):
    assert "bid-card" not in echoed(client, party, "8hs9")
    assert '<b class="suit-h">8</b><svg' in echoed(client, party, "8hs9", card="yes")
    assert 'hx-swap-oob="true"></div>' in echoed(client, party, "8h", card="yes")
    assert '<b class="suit-nt">9</b>NT<b' in echoed(client, party, "9ns9", card="yes")


def test_the_echo_of_the_pad_asks_for_what_is_missing(client, party):
    north = str(desk(client, party).context["sheet"].seats["N"])
    tapped = {"kind": "circle", "hand": "1", "submission": str(uuid4())}
    steps = {
        "": "",
        "bidder=N": f"{north} bid …",
        "bid=8H": "8 Hearts …: who bid?",
        "bidder=N bid=8H": f"{north} bid 8 Hearts …: how many tricks?",
        "bidder=N bid=8H tricks=9": f"{north} bid 8 Hearts, took 9 ",
        "passed=on": "Thrown in, dealt again",
    }
    for sent, echo in steps.items():
        more = dict(pair.split("=") for pair in sent.split())
        assert echo in echoed(client, party, "", **tapped, **more)
    assert stored_hands() == []


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", ""),
        ("p", '<p class="echo-says">Thrown in, dealt again</p>'),
        ("t3", '<p class="echo-says">Go to table 3</p>'),
        ("8h", "8 Hearts …: who bid? n, e, s or w"),
        ("mn0", "Nullo is not played at Midway."),
        ("160 30", "That was 7 Clubs by North-South, 7 tricks: made"),
        ("10nn2", "▲ Set by 8 tricks."),
    ],
)
def test_lines_without_a_whole_hand_have_an_echo_and_store_nothing(client, party, typed, expected):
    assert expected in echoed(client, party, typed)
    assert stored_hands() == []
