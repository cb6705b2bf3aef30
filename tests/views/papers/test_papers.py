import io

import pytest
from django.urls import reverse
from pypdf import PdfReader

from party.models import Party
from party.values.rules.bids import slip_rules
from tests.awards import add
from tests.evening import draw, party_with, person, play_rounds
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    party = party_with(players=10, rounds_planned=2)
    client.force_login(party.club.memberships.get().user)
    return party


def pdf(client, party, kit, query=""):
    answer = client.get(reverse("print_pdf", args=[party.pk, kit]) + query)
    assert answer.headers["Content-Type"] == "application/pdf"
    return PdfReader(io.BytesIO(answer.content))


def text_of(reader):
    return "\n".join(page.extract_text() for page in reader.pages)


def test_it_works(client, party):
    draw(party)
    page = client.get(reverse("prints", args=[party.pk])).content.decode()
    assert page.count("First draw the seats.") == 0
    assert "First close a round." in page


@pytest.mark.parametrize("kit", ["cards", "seats", "slips", "rota", "standings"])
def test_each_kit_says_when_it_is_not_ready(client, party, kit):
    answer = client.get(reverse("print_pdf", args=[party.pk, kit]))
    assert answer.status_code == 409
    assert "nothing to print yet" in answer.content.decode()


@pytest.mark.parametrize("kit", ["cards", "seats", "rota", "standings"])
def test_each_kit_names_everybody(client, party, kit):
    play_rounds(party, 1)
    text = text_of(pdf(client, party, kit))
    for entrant in party.entrants.all():
        assert entrant.name in text


def test_slips_offer_only_the_bids_of_the_party(client, party):
    draw(party)
    text = text_of(pdf(client, party, "slips"))
    assert slip_rules(party.rules, party.format).levels == ("7", "8", "9", "10")
    assert "Nullo" not in text
    assert all(entrant.name in text for entrant in party.entrants.filter(places__table__number=1))


@pytest.mark.parametrize(("paper", "width"), [("letter", 612), ("a4", 595)])
def test_paper_is_the_one_asked_for(client, party, paper, width):
    draw(party)
    reader = pdf(client, party, "seats", f"?paper={paper}")
    assert round(float(reader.pages[0].mediabox.width)) == width


def test_blind_cards_come_table_by_table_before_the_draw(client, party):
    with setting_up():
        type(party).objects.filter(pk=party.pk).update(cards="blind")
    text = text_of(pdf(client, party, "cards"))
    for number in range(1, 11):
        assert f"No. {number}" in text


def test_fixed_path_prints_every_table_on_the_card(client):
    party = party_with(players=8, rounds_planned=3)
    client.force_login(party.club.memberships.get().user)
    with setting_up():
        party.format_values = party.format.with_movement("path").values()
        party.save()
    draw(type(party).objects.get(pk=party.pk))
    text = text_of(pdf(client, party, "cards"))
    assert text.count("1 N") >= 3


def test_unknown_kit_is_not_found(client, party):
    assert client.get(reverse("print_pdf", args=[party.pk, "confetti"])).status_code == 404


def test_strangers_get_nothing(client, party):
    client.force_login(person("Mallory"))
    for name, arguments in (("prints", []), ("print_pdf", ["cards"])):
        assert client.get(reverse(name, args=[party.pk, *arguments])).status_code == 404


def test_names_no_font_has_are_listed_before_printing(client, party):
    with setting_up():
        party.entrants.filter(number=1).update(name="Alma 𗀀")
    page = client.get(reverse("prints", args=[party.pk])).content.decode()
    assert "Look at these before you print" in page
    assert "Alma 𗀀" in page


def test_names_of_party_place_and_prizes_are_looked_at_as_well(client, party):
    with setting_up():
        party.entrants.filter(number=1).update(prize_group="𗀃")
    add(party, title="Best 𗀁", gift="A 𗀂", group="𗀃")
    with setting_up():
        Party.objects.filter(pk=party.pk).update(name="Party 𗀄", place="Hall 𗀅")
    page = client.get(reverse("prints", args=[party.pk])).content.decode()
    for what, letter in (
        ("The party’s name", "𗀄"),
        ("The place", "𗀅"),
        ("A prize", "𗀁"),
        ("A prize", "𗀂"),
        ("A prize group", "𗀃"),
    ):
        assert any(what in line and letter in line for line in page.splitlines())


def test_browser_going_back_from_a_pdf_asks_anew(client, party):
    answer = client.get(reverse("prints", args=[party.pk]))
    assert "no-store" in answer.headers["Cache-Control"]
