"""Is this the same person? Names of one list that are spelt alike, and answers that go stale."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from party.models import Player
from tests.evening import party_with
from tests.guard import setting_up
from tests.lists import add, confirm, ours
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return ours(client)


def knows(*names):
    """Let Ruth's club know people who are not on tonight's list."""
    club = party_with(players=0).club
    with setting_up():
        return [Player.objects.create(club=club, name=name, sort_name=name).pk for name in names]


def listed(party):
    return list(party.entrants.order_by("number").values_list("name", flat=True))


@pytest.mark.parametrize(
    ("answer", "names"),
    [("leave-out", ["Ann Smith", "Bert"]), ("new", ["Ann Smith", "Bert", "Anne Smith"])],
)
@pytest.mark.parametrize("filed", [True, False])
def test_two_names_of_one_list_that_are_spelt_alike(client, party, filed, answer, names):
    text = "Name\nAnn Smith\nBert\nAnne Smith\n"
    sent = {"file": SimpleUploadedFile("list.csv", text.encode())} if filed else {"names": text}
    page = add(client, party, **sent)
    assert "Line 4, Anne Smith: same person?" in text_of(page)
    assert "Same person as the Ann Smith in line 2: leave it out" in text_of(page)
    page = confirm(client, party, page)
    assert "Say whether Anne Smith is the same person." in text_of(page)
    assert listed(party) == []
    confirm(client, party, page, **{"who-2": answer})
    assert listed(party) == names


@pytest.mark.parametrize("other", ["Smith, Ann", "A. Smith", "Ann S", "Anne  SMITH", "Ann Smiht"])
def test_what_is_like_a_name_of_the_same_list(client, party, other):
    page = add(client, party, f"Ann Smith\n{other}")
    assert ("same person?" in text_of(page)) == (other not in {"Smith, Ann", "A. Smith"})


def test_a_third_name_is_asked_about_the_first(client, party):
    page = add(client, party, "Ann Smith\nAnne Smith\nAnna Smith")
    questions = page.context["form"].questions
    assert [q.label for q in questions] == [
        "Line 2, Anne Smith: same person?",
        "Line 3, Anna Smith: same person?",
    ]
    assert text_of(page).count("Same person as the Ann Smith in line 1") == 2


def test_name_like_one_further_down_whom_the_club_knows(client, party):
    [anne] = knows("Anne Smith")
    page = add(client, party, "Ann Smith\nAnne Smith")
    [question] = page.context["form"].questions
    assert [words for _, words in question.field.choices] == [
        "Same person as the Anne Smith in line 2: leave it out",
        "Another person, new to the club",
    ]
    confirm(client, party, page, **{"who-0": "leave-out"})
    assert listed(party) == ["Anne Smith"]
    assert party.entrants.get().player_id == anne


def test_two_names_alike_that_the_club_knows_both_are_two_people(client, party):
    knows("Ann Smith", "Anne Smith")
    page = add(client, party, "Ann Smith\nAnne Smith")
    assert page.context["form"].questions == []


def test_name_that_two_people_of_the_club_bear(client, party):
    both = knows("Ann Smith", "Ann Smith")
    page = add(client, party, "Ann Smith")
    [question] = page.context["form"].questions
    assert [value for value, _ in question.field.choices] == [*map(str, both), "new"]
    confirm(client, party, page, **{"who-0": str(both[1])})
    assert party.entrants.get().player_id == both[1]


def test_one_person_of_the_club_is_not_chosen_for_two_lines(client, party):
    [ann] = knows("Anna Smith")
    page = add(client, party, "Ann Smith\nAnne Smith", prize_group="women")
    page = confirm(client, party, page, **{"who-0": str(ann), "who-1": str(ann)})
    assert page.context["form"].errors["who-1"] == ["Ann Smith in line 1 is that person already."]
    assert [page.context["form"][f"who-{line}"].value() for line in (0, 1)] == [str(ann)] * 2
    assert listed(party) == []
    confirm(client, party, page, **{"who-0": str(ann), "who-1": "new"})
    assert listed(party) == ["Anna Smith", "Anne Smith"]


def test_one_tick_answers_what_is_left_of_many_questions(client, party):
    firsts = ["Alma", "Olga", "Vera", "Inge", "Dora", "Ulf", "Per", "Emil", "Otto", "Karl", "Ida"]
    page = add(client, party, "\n".join(f"{each} Holm\n{each}n Holm" for each in firsts))
    questions = page.context["form"].questions
    assert len(questions) == 11
    page = confirm(client, party, page)
    assert "All those I did not answer are other people" in text_of(page)
    assert listed(party) == []
    confirm(client, party, page, rest="on", **{questions[0].name: "leave-out"})
    assert len(listed(party)) == 21


def test_few_questions_have_each_an_answer(client, party):
    page = add(client, party, "Ann Smith\nAnne Smith")
    assert "All those I did not answer" not in text_of(page)
    page = confirm(client, party, page, rest="on")
    assert "Say whether Anne Smith is the same person." in text_of(page)


def test_answers_to_other_questions_than_these_are_asked_again(client, party):
    knows("Ida")
    page = add(client, party, "Alma\nIda\nBert")
    knows("Bert")
    page = confirm(client, party, page)
    assert "the players have changed since this page was shown." in text_of(page)
    assert listed(party) == []
    confirm(client, party, page)
    assert Player.objects.filter(name="Bert").count() == 1


@pytest.mark.parametrize("how", [{"read": "yes"}, {}])
def test_reading_one_line_otherwise_keeps_what_was_answered_of_the_others(client, party, how):
    ida, bert = knows("Ida", "Bert")
    add(client, party, "Cora Dahl")
    confirm(client, party, add(client, party, "Dev Patel\nEmil Berg"))
    text = (
        "José Ortega y Gasset\nIda\nBert\nCora Dahl\nDev Patel\nEmil Berg\nAnn Smith\nAnne Smith"
    )
    page = add(client, party, text)
    # Ida is somebody else and so is Emil; Dev has a word; Anne is no other than Ann.
    told = {"same": [1], "another": [4], "word-3": "Oak St.", "who-6": "leave-out"}
    page = confirm(client, party, page, **told, **{"about-and": "two"}, **how)
    form = page.context["form"]
    assert ("The list reads differently now" in text_of(page)) == (not how)
    ticked = {
        row.line.name: row.ticked for row in form.lines_to_add + form.lines_left_out if row.box
    }
    assert ticked == {
        "Ida": False,
        "Bert": True,
        "Cora Dahl": False,
        "Dev Patel": False,
        "Emil Berg": True,
    }
    assert form["word-5"].value() == "Oak St."
    assert form["who-8"].value() == "leave-out"
    confirm(client, party, page, **{"about-and": "two", "word-5": "Oak St.", "who-8": "leave-out"})
    names = ["José Ortega", "Gasset", "Ida", "Bert", "Dev Patel", "Emil Berg", "Ann Smith"]
    assert listed(party)[3:] == names
    players = party.entrants.filter(name__in=["Ida", "Bert"]).values_list("player", flat=True)
    assert bert in players
    assert ida not in players
