import pytest

from party.engine import PRESETS, VARIATIONS
from tests.evening import party_with
from tests.reading import pdf_in, printed_text, text_of_pdf
from tests.sampling import one_in

pytestmark = pytest.mark.django_db


def page_text(client, address, **query):
    page = client.get(address, query)
    assert page.status_code == 200
    return page.content.decode()


def test_every_game_and_house_rule_is_listed(client, ruth):
    text = page_text(client, "/rules/")
    assert all(f"/rules/{key}/" in text for key in PRESETS)
    assert all(each.name.replace("'", "&#x27;") in text for each in VARIATIONS.values())


@pytest.mark.parametrize("preset", one_in(4, PRESETS))
def test_every_game_has_a_sheet_of_rules_on_screen_and_on_paper(client, ruth, preset):
    text = page_text(client, f"/rules/{preset}/")
    assert "The play" in text
    paper = text_of_pdf(pdf_in(client.get(f"/rules/{preset}.pdf")))
    assert "Follow the suit led if you can" in paper
    assert PRESETS[preset].name in paper


def test_a_house_rule_in_the_web_address_changes_the_sheet(client, ruth):
    line = "At no trump it may be led only to the last trick."
    assert (
        VARIATIONS["mcnabb"].name not in page_text(client, "/rules/australian/").split("</h1>")[0]
    )
    changed = page_text(client, "/rules/australian/?on=mcnabb")
    assert VARIATIONS["mcnabb"].name in changed.split("</h1>")[0]
    assert line in changed
    paper = pdf_in(client.get("/rules/australian.pdf?on=mcnabb&paper=a4"))
    assert line in text_of_pdf(paper)
    assert round(float(paper.pages[0].mediabox.width)) == 595


def test_conflicting_house_rules_are_refused_with_a_reason(client, ruth):
    text = page_text(client, "/rules/australian/?on=no-tens&on=stop-at-490")
    assert "<title>Error: " in text
    assert text.count("The other side never scores for tricks") == 1
    assert text.count(" checked") == 2
    assert "<h1>The rules: Australian</h1>" in text


def test_conflicting_house_rules_cannot_be_printed(client, ruth):
    answer = client.get("/rules/australian.pdf?on=no-misere&on=paul-pinn")
    assert answer.headers["Location"] == "/rules/australian/?on=no-misere&on=paul-pinn"


def test_two_games_are_compared(client, ruth):
    assert page_text(client, "/rules/compare/").count(" selected") == 2
    text = page_text(client, "/rules/compare/", first="midway", second="youngstown")
    assert "All ten tricks on a lower bid" in text
    assert "100 more (Youngstown)" in text
    same = page_text(client, "/rules/compare/", first="iowa", second="iowa")
    assert "No differences." in same
    assert "choose one of those shown" in page_text(
        client, "/rules/compare/", first="x", second="y"
    )


def test_a_party_shows_and_prints_its_own_rules(client, ruth):
    party = party_with(by=ruth)
    assert "The rules: St Paul Midway" in page_text(client, f"/parties/{party.pk}/rules/")
    assert "Autumn party" in printed_text(client, party, "rules")


def test_an_unknown_game_is_not_found(client, ruth):
    assert client.get("/rules/poker/").status_code == 404
    assert client.get("/rules/poker.pdf").status_code == 404
