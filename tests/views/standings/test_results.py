import pytest
from django.urls import reverse

from party.pdf.drawing import fonts
from party.pdf.drawing.picture_names import (
    drawable_card,
    drawable_heading,
    drawable_names,
    undrawable_texts,
)
from party.queries.standings.results import shown_names
from party.services.evening import rounds
from party.values.papers import Heading
from party.values.people.person import Person
from party.values.standings.tally import BoxState, TallyBox, TallyCard
from tests.desk import text_of
from tests.evening import BY_PROGRAM, play_rounds, set_people
from tests.lists import organised_party

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG"


@pytest.fixture
def party(client):
    party = organised_party(client, players=5, rounds_planned=1)
    play_rounds(party, 1)
    return party


@pytest.fixture
def no_other_fonts(monkeypatch):
    caches = (fonts.face_of, fonts.runs, fonts.width, fonts.is_embedded)
    for cache in caches:
        cache.cache_clear()
    monkeypatch.setattr(fonts, "system_faces", tuple)
    yield
    for cache in caches:
        cache.cache_clear()


def picture(client, party, name, **query):
    return client.get(reverse(name, args=[party.pk]), query)


@pytest.mark.parametrize("name", ["results_picture", "card_picture"])
def test_pictures_of_the_results_are_made_only_after_the_finish(client, party, name):
    person = party.entrants.first().pk
    answer = picture(client, party, name, person=person)
    assert answer.url == reverse("finish", args=[party.pk])
    rounds.finish(party.pk, **BY_PROGRAM)
    answer = picture(client, party, name, person=person)
    assert answer.content.startswith(PNG)
    assert ".png" in answer.headers["Content-Disposition"]


@pytest.mark.parametrize("person", ["0", "x", str(2**64)])
def test_the_tally_card_of_an_unknown_person_is_not_found(client, party, person):
    rounds.finish(party.pk, **BY_PROGRAM)
    assert picture(client, party, "card_picture", person=person).status_code == 404


def test_texts_to_send_are_on_the_finish_page_after_the_finish(client, party):
    assert "Results to send" not in text_of(client.get(reverse("finish", args=[party.pk])))
    rounds.finish(party.pk, **BY_PROGRAM)
    page = text_of(client.get(reverse("finish", args=[party.pk])))
    assert "Autumn party: 5 people played 1 round of Five Hundred on" in page
    assert "Autumn party, Nov 14" in page


def rename(party, number, name):
    set_people(party, number, name=name, sort_name=name)


def test_a_number_stands_for_a_name_that_a_picture_cannot_draw(client, party, no_other_fonts):
    for number, name in enumerate(("王", "Łukasz 王", "محمد", "דוד", "प्रिया"), start=1):
        rename(party, number, name)
    rounds.finish(party.pk, **BY_PROGRAM)
    page = text_of(client.get(reverse("finish", args=[party.pk])))
    assert "a number instead of <bdi>王</bdi> (No. 1), <bdi>" in page
    assert "The texts above have every name." in page
    names = shown_names(party)
    assert {str(each) for each in drawable_names(names).values()} == {
        f"No. {n}" for n in range(1, 6)
    }
    for name in ("results_picture", "card_picture"):
        person = party.entrants.get(number=1).pk
        assert picture(client, party, name, person=person).content.startswith(PNG)


def test_a_tally_card_has_numbers_for_partners_and_the_bidder_too(no_other_fonts):
    people = [Person(1, 1, "王"), Person(2, 2, "王 伟"), Person(3, 3, "Alma")]
    boxes = tuple(
        TallyBox(number, BoxState.AHEAD, 100, 1, partner)
        for number, partner in enumerate(("王 伟", "Alma"), start=1)
    )
    best_hand = "王 伟 bid 8 Hearts and took 9: 200 points in round 3"
    card = TallyCard(person=people[0], place="", total=200, boxes=boxes, best_hand=best_hand)
    drawn = drawable_card(card, people)
    assert (str(drawn.person), drawn.partners_text) == ("No. 1", "No. 2, Alma")
    assert drawn.best_hand.startswith("No. 2 bid")
    assert drawable_card(drawn, people) == drawn
    heading = Heading(party="秋の会", place="Hall")
    assert undrawable_texts(heading) == ["秋の会"]
    assert drawable_heading(heading) == Heading(party="", place="Hall")


def test_names_that_a_picture_can_draw_are_unchanged(client, party):
    rename(party, 1, "Łukasz Nguyễn")
    names = shown_names(party)
    assert drawable_names(names) == names
    rounds.finish(party.pk, **BY_PROGRAM)
    assert "no font" not in text_of(client.get(reverse("finish", args=[party.pk])))
