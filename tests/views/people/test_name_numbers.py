import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from party.models import Player
from party.services.people import players
from tests.evening import BY_PROGRAM, draw, party_with
from tests.lists import confirm, organised_party, send_list, send_numbered_names, workbook
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return blind(client)


def blind(client):
    party = organised_party(client, cards="blind")
    players.make_numbers(party.pk, 8, **BY_PROGRAM)
    return party


def names_by_number(party):
    rows = party.entrants.exclude(name="").order_by("number")
    return list(rows.values_list("number", "name"))


def xlsx(*rows):
    return SimpleUploadedFile("cards.xlsx", workbook(*rows))


def csv(text):
    return SimpleUploadedFile("cards.csv", text.encode())


def test_a_name_without_a_number_is_refused_and_stays_in_the_field(client, party):
    page = send_list(client, party, "Alma")
    assert "Type names against the numbers." in text_of(page)
    assert page.context["form"]["names"].value() == "Alma"


def test_names_can_be_typed_for_numbers_after_the_draw(client, party):
    draw(party, handed_out=8)
    page = send_numbered_names(client, party, "7 Alma R\n3. Nguyễn, Łukasz; men")
    assert "Nothing is saved yet." in text_of(page)
    assert "To be saved (2)" in text_of(page)
    assert names_by_number(party) == []
    page = confirm(client, party, page, send=send_numbered_names)
    assert "2 numbers have names now." in text_of(page)
    assert names_by_number(party) == [(3, "Łukasz Nguyễn"), (7, "Alma R")]


@pytest.mark.parametrize(
    "file",
    [
        csv("No,Name,Group\n7,Alma R,women\n3,Łukasz Nguyễn,\n"),
        xlsx(("First name", "Surname", "Number"), ("Alma", "R", 7), ("Łukasz", "Nguyễn", 3)),
    ],
)
def test_file_with_numbers_and_names_is_read(client, party, file):
    page = send_numbered_names(client, party, file=file)
    assert names_by_number(party) == []
    confirm(client, party, page, send=send_numbered_names)
    assert names_by_number(party) == [(3, "Łukasz Nguyễn"), (7, "Alma R")]


def test_wrong_rows_are_reported_and_the_others_are_saved(client, party):
    confirm(client, party, send_numbered_names(client, party, "1 Carol"), send=send_numbered_names)
    rows = "No;Name\n7;Alma\n7;Bert\n9;Dev\n1;Ed\n;Fay\n2;\nsix;Gus\n3;12\n4;Ida\n"
    page = send_numbered_names(client, party, file=csv(rows))
    text = text_of(page)
    assert "7 lines cannot be saved" in text
    for sentence in (
        "<b>Line 3</b> “Bert”: number 7 is in line 2 already.",
        "<b>Line 4</b> “Dev”: there is no number 9 at this party.",
        "<b>Line 5</b> “Ed”: number 1 is Carol already.",
        "<b>Line 6</b> “Fay”: type a number and a name, for example 27 Alma R.",
        "<b>Line 7</b> “2”: there is no name.",
        "<b>Line 8</b> “six Gus”: “six” is not a number.",
        "<b>Line 9</b> “12”: “12” is not a name.",
    ):
        assert sentence in text
    assert names_by_number(party) == [(1, "Carol")]
    confirm(client, party, page, send=send_numbered_names)
    assert names_by_number(party) == [(1, "Carol"), (4, "Ida"), (7, "Alma")]


def test_list_sent_again_saves_only_new_names(client, party):
    rows = "7 Alma\n8 Bert"
    confirm(client, party, send_numbered_names(client, party, rows), send=send_numbered_names)
    page = send_numbered_names(client, party, f"{rows}\n3 Carol\n4 Dev")
    assert "2 numbers have their names already." in text_of(page)
    assert "To be saved (2)" in text_of(page)
    confirm(client, party, page, send=send_numbered_names)
    page = send_numbered_names(client, party, rows)
    assert "Nothing new: these numbers have their names." in text_of(page)
    assert [number for number, _ in names_by_number(party)] == [3, 4, 7, 8]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ("", "Type the numbers and names"),
        ("Bert", "Line 1: type a number and a name"),
        ("1 Zoë", "Line 1: number 1 is Carol already."),
    ],
)
def test_wrong_numbers_are_refused_and_nothing_is_saved(client, party, names, words):
    confirm(client, party, send_numbered_names(client, party, "1 Carol"), send=send_numbered_names)
    page = send_numbered_names(client, party, names)
    assert words in text_of(page)
    assert page.context["form"]["names"].value() == names
    assert names_by_number(party) == [(1, "Carol")]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "There is nothing in this file."),
        (b"No;Name\n;\n", "There is no number with a name in this file."),
        (b"7 Alma", "Names are typed as well."),
    ],
)
def test_a_wrong_file_has_an_error_beside_its_field(client, party, data, words):
    typed = "3 Bert" if data == b"7 Alma" else ""
    page = send_numbered_names(client, party, typed, file=SimpleUploadedFile("cards.csv", data))
    assert words in page.context["form"].errors["file"][0]
    assert page.context["form"]["names"].value() == typed
    assert names_by_number(party) == []


def test_number_that_another_desk_has_given_a_name_is_refused(client, party):
    page = send_numbered_names(client, party, "7 Alma\n8 Bert")
    confirm(client, party, send_numbered_names(client, party, "7 Carol"), send=send_numbered_names)
    page = confirm(client, party, page, send=send_numbered_names)
    assert "Line 1</b> “Alma”: number 7 is Carol already." in text_of(page)
    assert names_by_number(party) == [(7, "Carol")]


def test_known_name_of_a_number_is_the_known_player_or_another_person_with_a_word(client):
    party_with(players=1)
    party = blind(client)
    for typed, answers in (("7 Alma", {}), ("8 Alma", {"who-0": "new", "word-0": "Oak St"})):
        page = send_numbered_names(client, party, typed)
        confirm(client, party, page, send=send_numbered_names, **answers)
    assert Player.objects.filter(name="Alma").count() == 2
    assert [str(row) for row in party.entrants.exclude(name="")] == ["Alma (7)", "Alma, Oak St"]


def test_equal_names_of_two_numbers_are_two_people_by_default(client, party):
    page = send_numbered_names(client, party, "7 Ann Smith\n8 Anne Smith\n3 Ann Smith")
    assert "Line 2, Anne Smith: same person?" in text_of(page)
    assert "Same person as the Ann Smith in line 1: leave it out" in text_of(page)
    assert page.context["form"]["who-1"].initial == "new"
    confirm(client, party, page, send=send_numbered_names)
    assert names_by_number(party) == [(3, "Ann Smith"), (7, "Ann Smith"), (8, "Anne Smith")]
