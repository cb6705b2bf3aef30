import re
from pathlib import Path

import pytest
from django.urls import reverse

from party.engine import PRESETS, biddable
from party.queries.phones.table import pad_of
from tests.evening import enter, party_with, set_party, start, started_party
from tests.guard import setting_up
from tests.phone import address

pytestmark = pytest.mark.django_db

STATIC = Path(__file__).parents[3] / "party" / "static" / "party"
FILES = ("tokens.css", "table.css", "icon.svg")
SCRIPT = re.compile(r'(?:href|src)="/static/party/([\w/]+\.js)"')
MOST = 100 * 1024  # 70 KB are scripts, with comments; a quarter of a script are its types
PARTNERS = [preset for preset, rules in PRESETS.items() if rules.players == 4]
MOST_BIDS = max(PARTNERS, key=lambda preset: len(biddable(PRESETS[preset])))


@pytest.mark.parametrize("preset", [MOST_BIDS, "declare"])
def test_page_with_its_styles_and_scripts_weighs_at_most_100_kb(client, preset):
    party = party_with(8, preset=preset, phones=True, name="Autumn party of the Four Seasons")
    with setting_up():
        for entrant in party.entrants.all():
            entrant.name = f"Guadalupe{entrant.number} Fitzgerald-Montgomery"
            entrant.save()
    start(party)
    enter(party, "8hn9 7ce7 7sn6 9dw9")
    page = client.get(address(party)).content
    scripts = SCRIPT.findall(page.decode())
    files = [(STATIC / name).read_bytes() for name in (*FILES, *scripts)]
    assert len(page) + sum(map(len, files)) <= MOST


@pytest.mark.parametrize("preset", PARTNERS)
def test_compressed_points_equal_the_points_of_the_pad(preset):
    pad = pad_of(PRESETS[preset])
    others = pad["packed"]["others"]
    for bid, results in pad["points"].items():
        theirs, *runs = pad["packed"][bid]
        won = [
            each for many, won in zip(runs[::2], runs[1::2], strict=True) for each in many * [won]
        ]
        assert list(zip(won, others[theirs], strict=True)) == results


def test_page_says_how_to_find_the_first_dealer_until_a_hand_is_entered(client):
    party = started_party(8, phones=True)
    assert "a jack: that player deals first. After each hand" in page_text(client, party)
    enter(party, "8hn9")
    assert "deals first" not in page_text(client, party)


def page_text(client, party):
    return client.get(address(party)).content.decode()


def test_page_links_to_my_seat_while_guests_may_look(client):
    party = party_with(8, phones=True)
    assert "My seat" not in page_text(client, party)
    set_party(party, guests=True)
    link = f'<a class="link" href="{reverse("guest", args=[party.code])}" target="_blank"'
    assert link in page_text(client, party)
