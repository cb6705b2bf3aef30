import pytest

from tests.evening import party_with

pytestmark = pytest.mark.django_db
LEFT_BOWER = {
    "preset": "australian",
    "game": "H",
    "trick": "JD 9S 10H",
    "hand": "4H",
    "asked": "1",
}


@pytest.fixture
def signed_in_client(client, ruth):
    return client


def page_text(client, address="/dispute/", **fields):
    page = client.get(address, fields)
    assert page.status_code == 200
    return page.content.decode()


def test_form_asks_for_the_cards_of_a_trick(signed_in_client):
    assert "Lay out only what is known" in page_text(signed_in_client)


def test_a_revoke_is_shown_with_the_winner_and_the_rule(signed_in_client):
    text = page_text(signed_in_client, **LEFT_BOWER)
    assert "That card was a revoke" in text
    assert text.count("wins the trick</b>") == 1
    assert text.index("Jack of Diamonds") < text.index("wins the trick</b>")
    assert "A player with Hearts must play Hearts." in text


def test_a_legal_card_is_said_to_be_legal(signed_in_client):
    assert "That card was legal" in page_text(signed_in_client, **LEFT_BOWER | {"hand": "4D"})


def test_without_a_question_the_answer_says_who_wins(signed_in_client):
    text = page_text(signed_in_client, preset="american", game="NT", trick="10C Jo", asked="")
    assert "The answer" in text
    assert "The joker wins the trick." in text


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"trick": "JD 99S XX"}, "“99S” is not a card"),
        (
            {"hand": "4S 5S"},
            "The 4 of Spades is not in this game’s pack: its Spades begin at the 5.",
        ),
        ({"asked": "5"}, "There are not so many cards on the table."),
        ({"trick": "", "hand": "", "asked": ""}, "Lay out the cards on the table"),
        ({"game": "NT", "trick": "Jo 9S"}, "Say which suit the joker was led for"),
        ({"preset": "poker"}, "Rules: choose one of those shown."),
        ({"game": "X"}, "choose one of those shown"),
    ],
)
def test_wrong_input_has_an_error_and_stays_in_its_field(signed_in_client, fields, expected):
    text = page_text(signed_in_client, **LEFT_BOWER | fields)
    assert text.count(expected) == 1
    assert "<title>Error: " in text
    assert f'value="{(LEFT_BOWER | fields)["trick"]}"' in text or not fields.get("trick", "x")


def test_the_answer_at_a_party_uses_the_rules_of_the_party(signed_in_client, ruth):
    address = f"/parties/{party_with(by=ruth).pk}/dispute/"
    text = page_text(signed_in_client, address)
    assert 'name="preset"' not in text
    assert "The fourth card on the table" in text
    assert "The fifth card on the table" not in text
    assert "That card was a revoke" in page_text(signed_in_client, address, **LEFT_BOWER)
