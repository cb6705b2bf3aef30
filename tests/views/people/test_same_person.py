import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from party.models import Player
from tests.evening import party_with
from tests.guard import setting_up
from tests.lists import confirm, organised_party, send_list
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return organised_party(client)


def add_known_players(*names):
    club = party_with(players=0).club
    with setting_up():
        return [Player.objects.create(club=club, name=name, sort_name=name).pk for name in names]


def names_listed(party):
    return list(party.entrants.order_by("number").values_list("name", flat=True))


@pytest.mark.parametrize(
    ("answer", "names"),
    [("leave-out", ["Ann Smith", "Bert"]), ("new", ["Ann Smith", "Bert", "Anne Smith"])],
)
def test_similar_names_of_one_list_need_an_answer(client, party, answer, names):
    text = "Name\nAnn Smith\nBert\nAnne Smith\n"
    page = send_list(client, party, file=SimpleUploadedFile("list.csv", text.encode()))
    assert "Line 4, Anne Smith: same person?" in text_of(page)
    assert "Same person as the Ann Smith in line 2: leave it out" in text_of(page)
    page = confirm(client, party, page)
    assert "Say whether Anne Smith is the same person." in text_of(page)
    assert names_listed(party) == []
    confirm(client, party, page, **{"who-2": answer})
    assert names_listed(party) == names


def test_a_third_similar_name_is_compared_with_the_first(client, party):
    page = send_list(client, party, "Ann Smith\nAnne Smith\nAnna Smith")
    questions = page.context["form"].questions
    assert [q.label for q in questions] == [
        "Line 2, Anne Smith: same person?",
        "Line 3, Anna Smith: same person?",
    ]
    assert text_of(page).count("Same person as the Ann Smith in line 1") == 2


def test_a_later_line_similar_to_a_known_player_needs_an_answer(client, party):
    [anne] = add_known_players("Anne Smith")
    page = send_list(client, party, "Ann Smith\nAnne Smith")
    [question] = page.context["form"].questions
    assert [words for _, words in question.field.choices] == [
        "Same person as the Anne Smith in line 2: leave it out",
        "Another person, new to the club",
    ]
    confirm(client, party, page, **{"who-0": "leave-out"})
    assert names_listed(party) == ["Anne Smith"]
    assert party.entrants.get().player_id == anne


def test_similar_names_of_two_known_players_are_two_people(client, party):
    add_known_players("Ann Smith", "Anne Smith")
    page = send_list(client, party, "Ann Smith\nAnne Smith")
    assert page.context["form"].questions == []


def test_an_answer_is_needed_for_a_name_of_two_players(client, party):
    both = add_known_players("Ann Smith", "Ann Smith")
    page = send_list(client, party, "Ann Smith")
    [question] = page.context["form"].questions
    assert [value for value, _ in question.field.choices] == [*map(str, both), "new"]
    confirm(client, party, page, **{"who-0": str(both[1])})
    assert party.entrants.get().player_id == both[1]


def test_two_lines_cannot_be_the_same_player(client, party):
    [ann] = add_known_players("Anna Smith")
    page = send_list(client, party, "Ann Smith\nAnne Smith", prize_group="women")
    page = confirm(client, party, page, **{"who-0": str(ann), "who-1": str(ann)})
    assert page.context["form"].errors["who-1"] == ["Ann Smith in line 1 is that person already."]
    assert [page.context["form"][f"who-{line}"].value() for line in (0, 1)] == [str(ann)] * 2
    assert names_listed(party) == []
    confirm(client, party, page, **{"who-0": str(ann), "who-1": "new"})
    assert names_listed(party) == ["Anna Smith", "Anne Smith"]


def test_one_tick_answers_the_rest_of_many_questions(client, party):
    firsts = ["Alma", "Olga", "Vera", "Inge", "Dora", "Ulf", "Per", "Emil", "Otto", "Karl", "Ida"]
    page = send_list(client, party, "\n".join(f"{each} Holm\n{each}n Holm" for each in firsts))
    questions = page.context["form"].questions
    assert len(questions) == 11
    page = confirm(client, party, page)
    assert "All those I did not answer are other people" in text_of(page)
    assert names_listed(party) == []
    confirm(client, party, page, rest="on", **{questions[0].name: "leave-out"})
    assert len(names_listed(party)) == 21


def test_few_questions_have_no_tick_for_the_rest(client, party):
    page = send_list(client, party, "Ann Smith\nAnne Smith")
    assert "All those I did not answer" not in text_of(page)
    page = confirm(client, party, page, rest="on")
    assert "Say whether Anne Smith is the same person." in text_of(page)


def test_questions_are_shown_again_if_the_players_have_changed(client, party):
    add_known_players("Ida")
    page = send_list(client, party, "Alma\nIda\nBert")
    add_known_players("Bert")
    page = confirm(client, party, page)
    assert "the players have changed since this page was shown." in text_of(page)
    assert names_listed(party) == []
    confirm(client, party, page)
    assert Player.objects.filter(name="Bert").count() == 1


@pytest.mark.parametrize("fields", [{"read": "yes"}, {}])
def test_changing_one_line_keeps_the_answers_about_other_lines(client, party, fields):
    ida, bert = add_known_players("Ida", "Bert")
    send_list(client, party, "Cora Dahl")
    confirm(client, party, send_list(client, party, "Dev Patel\nEmil Berg"))
    text = (
        "José Ortega y Gasset\nIda\nBert\nCora Dahl\nDev Patel\nEmil Berg\nAnn Smith\nAnne Smith"
    )
    page = send_list(client, party, text)
    # Ida and Emil are other people, Dev has a word, Anne is the same person as Ann.
    answers = {"same": [1], "another": [4], "word-3": "Oak St.", "who-6": "leave-out"}
    page = confirm(client, party, page, **answers, **{"about-and": "two"}, **fields)
    form = page.context["form"]
    assert ("The list reads differently now" in text_of(page)) == (not fields)
    ticked = {
        row.line.name: row.is_ticked for row in form.lines_to_add + form.lines_left_out if row.box
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
    assert names_listed(party)[3:] == names
    players = party.entrants.filter(name__in=["Ida", "Bert"]).values_list("player", flat=True)
    assert bert in players
    assert ida not in players
