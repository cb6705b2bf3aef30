import pytest
from django.urls import reverse

from tests.evening import draw, party_with
from tests.reading import printed_pdf

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return party_with(players=8)


def url_of(party, name, *args):
    return reverse(name, args=[party.pk, *args])


def save_shift(client, party, right, down):
    return client.post(url_of(party, "ready_cut"), {"right": right, "down": down}, follow=True)


def position_of_name(client, party, kit):
    found = []

    def note_position(text, cm, tm, _font, _size):
        if text.strip() == "Alma":
            found.append((cm[4] + tm[4], cm[5] + tm[5]))

    printed_pdf(client, party, kit).pages[0].extract_text(visitor_text=note_position)
    return found[0]


@pytest.mark.parametrize("kit", ["places", "index-cards"])
def test_ready_cut_cards_are_printed_with_the_stored_shift(client, party, kit):
    draw(party)
    before = position_of_name(client, party, kit)
    page = save_shift(client, party, "2", "−1,5 mm").content.decode()
    assert page.count("moved 2 mm to the right and 1.5 mm up") == 2
    after = position_of_name(client, party, kit)
    assert after[0] - before[0] == pytest.approx(2 * 72 / 25.4, abs=0.1)
    assert after[1] - before[1] == pytest.approx(1.5 * 72 / 25.4, abs=0.1)
    form = client.get(url_of(party, "ready_cut")).content.decode()
    assert 'value="2"' in form
    assert 'value="−1.5"' in form


def test_cards_cut_by_hand_are_not_shifted(client, party):
    draw(party)
    before = position_of_name(client, party, "cards")
    save_shift(client, party, "-5", "5")
    assert position_of_name(client, party, "cards") == before


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("a bit", "Type millimetres such as 2, 1.5 or −2."),
        ("26", "At most 25 mm. Is this the right paper?"),
    ],
)
def test_a_refused_distance_is_shown_again_and_not_stored(client, party, typed, expected):
    page = save_shift(client, party, "2", typed).content.decode()
    assert expected in page
    assert f'value="{typed}"' in page
    assert "not moved" in client.get(url_of(party, "prints")).content.decode()
