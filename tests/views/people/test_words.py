import pytest
from django.urls import reverse

from party.models import Player
from party.services.people import players
from party.values.people.attendance import Newcomer
from tests.door import organised_party, walk_in
from tests.evening import BY_PROGRAM, party_with
from tests.guard import setting_up
from tests.lists import confirm, send_list
from tests.reading import text_of

pytestmark = pytest.mark.django_db
ASKED = "A word that tells this Alma apart (if you like)"


@pytest.fixture
def party(client):
    return organised_party(client, expected=2)


def full_names(party):
    return [str(row) for row in party.entrants.order_by("number")]


def add_second_alma(party, word=""):
    people = [Newcomer("Alma", is_namesake=True, word=word)]
    return players.add_entrants(party.pk, people, **BY_PROGRAM)[0]


def answers(page, answer="new", word="Oak St"):
    return {"asked": page.context["form"].mark, "who-0": answer, "word-0": word}


def test_walk_in_with_a_name_on_the_list_gets_a_word_that_tells_them_apart(client, party):
    page = walk_in(client, party, "Alma")
    assert ASKED in text_of(page)
    assert "Oak St. Without one the number tells them apart." in text_of(page)
    page = walk_in(client, party, "Alma", **answers(page))
    assert "Alma, Oak St is on the list and here." in text_of(page)
    assert full_names(party) == ["Alma (1)", "Bert", "Alma, Oak St"]


def test_the_word_that_tells_people_apart_may_be_empty_but_not_long(client, party):
    page = walk_in(client, party, "Alma")
    page = walk_in(client, party, "Alma", **answers(page, word="x" * 41))
    assert "A word has at most 40 letters." in text_of(page)
    assert page.context["form"]["word-0"].value() == "x" * 41
    assert full_names(party) == ["Alma", "Bert"]
    walk_in(client, party, "Alma", **answers(page, word=""))
    assert full_names(party) == ["Alma (1)", "Bert", "Alma (3)"]


def test_no_two_choices_of_a_question_have_the_same_text(client, party):
    add_second_alma(party, "Oak St")
    with setting_up():
        for _ in range(2):
            Player.objects.create(club=party.club, name="Alma", sort_name="Alma")
    page = walk_in(client, party, "Alma")
    [question] = page.context["form"].questions
    texts = [text for _, text in question.field.choices]
    assert len(set(texts)) == len(texts) == 4
    listed_names = "Alma (1) or Alma, Oak St on tonight’s list"
    assert texts[0] == f"Same person as the {listed_names}: look for them on the list"
    [_, (one, text), *_] = question.field.choices
    assert text == f"Same person as Alma, in the club’s roster, player {one}"


def test_words_that_tell_people_apart_come_from_fields_or_a_column(client, party):
    page = send_list(client, party, "Name;Told apart by\nAlma;\nAlma;Elm St\nCarol;")
    assert page.content.decode().count('name="word-') == 2
    sent = {"word-0": "Oak St", "word-1": "Elm St"}
    confirm(client, party, page, **sent, another=["1"])
    names = ["Alma (1)", "Bert", "Alma, Oak St", "Alma, Elm St", "Carol"]
    assert full_names(party) == names
    page = send_list(client, party, "Name;Told apart by\nAlma;Elm St\nCarol;")
    confirm(client, party, page, **{"word-0": "Elm St"})
    assert full_names(party) == names


def test_roster_tells_equal_names_apart_and_has_fields_for_words(client, party):
    other = party_with(0, name="Before")
    players.add_entrants(
        other.pk,
        [Newcomer(name, is_namesake=True) for name in ("Carol", "Carol", "Bert")],
        **BY_PROGRAM,
    )
    address = reverse("players_roster", args=[party.pk])
    form = client.get(address).context["form"]
    both = [(pk, text) for pk, text in form.fields["people"].choices if "Carol" in text]
    assert [text for _, text in both] == [f"Carol (player {pk})" for pk, _ in both]
    sent = {"people": [pk for pk, _ in both], f"word-{both[1][0]}": "Elm St"}
    client.post(address, sent)
    assert full_names(party)[2:] == ["Carol (3)", "Carol, Elm St"]
    bert = other.entrants.get(name="Bert").player_id  # another Bert is on the list
    page = client.post(address, {"people": [bert], f"word-{bert}": "x" * 41})
    assert "A word has at most 40 letters." in text_of(page)
    assert len(full_names(party)) == 4


def test_the_word_that_tells_a_person_apart_is_changed_on_their_page(client, party):
    row = add_second_alma(party)
    address = reverse("player", args=[party.pk, row.pk])
    assert "<h1>Alma (3)</h1>" in text_of(client.get(address))
    sent = {"name": "Alma", "prize_group": "", "notes": ""}
    page = client.post(address, {**sent, "word": "Oak St"}, follow=True)
    assert "Alma, Oak St is saved." in text_of(page)
    assert full_names(party) == ["Alma (1)", "Bert", "Alma, Oak St"]
    page = client.post(address, {**sent, "word": "x" * 41})
    assert "A word has at most 40 letters." in text_of(page)
    client.post(address, {**sent, "word": ""})
    assert full_names(party) == ["Alma (1)", "Bert", "Alma (3)"]
