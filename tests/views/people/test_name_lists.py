import unicodedata

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from party.models import Player
from tests.evening import party_with, start
from tests.guard import setting_up
from tests.lists import confirm, organised_party, send_list, workbook
from tests.reading import text_of
from tests.rosters.test_files import sheets_workbook

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return organised_party(client)


def names_listed(party):
    rows = party.entrants.order_by("number")
    return list(rows.values_list("name", "prize_group"))


def test_a_pasted_list_of_names_is_shown_first_and_then_added(client, party):
    pieces = unicodedata.normalize("NFD", "Zoë Ek")
    page = send_list(
        client, party, f"Nguyễn, Łukasz; men\r\nMary O'Brien-Smith\r\n王\r\n{pieces}\r\n"
    )
    assert "Look at the list" in text_of(page)
    assert names_listed(party) == []
    page = confirm(client, party, page)
    assert "4 names added." in text_of(page)
    assert names_listed(party) == [
        ("Łukasz Nguyễn", "men"),
        ("Mary O'Brien-Smith", ""),
        ("王", ""),
        ("Zoë Ek", ""),
    ]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ("", "Type or paste the names, one per line."),
        ("12\n", "Line 1: “12” is not a name."),
        ("x" * 1_000_001, "This is more text than any list of players."),
    ],
)
def test_wrong_list_is_refused_and_stays_in_the_field(client, party, names, words):
    page = send_list(client, party, names, prize_group="women")
    assert words in text_of(page)
    assert page.context["form"]["names"].value() == names
    assert 'value="women"' in text_of(page)
    assert names_listed(party) == []


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "There is nothing in this file."),
        (b"x" * 1_000_001, "larger than any list of players"),
        (b"name\nAlma\n", "Add one list first, then choose the file again."),
    ],
)
def test_wrong_file_is_refused_and_the_typed_names_stay_in_the_field(client, party, data, words):
    page = send_list(client, party, "Alma", file=SimpleUploadedFile("list.csv", data))
    assert page.context["form"]["names"].value() == "Alma"
    assert names_listed(party) == []
    assert words in text_of(page)


@pytest.mark.parametrize(
    ("typed", "people"),
    [
        ("Ann & Bob Miller", ["Ann Miller", "Bob Miller"]),
        ("Alma Ek 555-0101", ["Alma Ek"]),
        ("Alma, Bert, Cora", ["Alma", "Bert", "Cora"]),
    ],
)
def test_a_field_for_one_name_previews_text_that_is_more_than_a_name(client, party, typed, people):
    page = send_list(client, party, typed)
    assert "Nothing is added yet." in text_of(page)
    assert "from “" in text_of(page)
    assert names_listed(party) == []
    confirm(client, party, page)
    assert [name for name, _ in names_listed(party)] == people


def test_a_list_changed_after_its_preview_is_shown_again(client, party):
    page = send_list(client, party, "Alma Ek\nBert Holm")
    changed_text = "Alma Ek\nBert Holm\n" + "x" * 300
    page = send_list(client, party, changed_text, asked=page.context["form"].mark)
    assert "1 line cannot be read" in text_of(page)
    assert names_listed(party) == []
    confirm(client, party, page)
    assert len(names_listed(party)) == 2


def test_doubtful_lines_lead_to_a_question(client, party):
    page = send_list(client, party, "José Ortega y Gasset\nAna García")
    assert "One person or two? “José Ortega y Gasset” in line 1" in text_of(page)
    page = confirm(client, party, page)
    assert page.context["about"].errors == {"about-and": ["Say which it is."]}
    page = confirm(client, party, page, **{"about-and": "two"})
    assert "The list reads differently now" in text_of(page)
    assert "To be added (3)" in text_of(page)
    assert names_listed(party) == []
    confirm(client, party, page, **{"about-and": "two"})
    assert [name for name, _ in names_listed(party)] == ["José Ortega", "Gasset", "Ana García"]


def test_headings_and_answers_in_another_language_lead_to_questions(client, party):
    text = "Name;Telefoonnummer;Coming\nAlma Ek;0612;joo\nBert Holm;0613;ei\nCora Dahl;;yes\n"
    page = send_list(client, party, text)
    page_text = text_of(page)
    assert "Unused columns: Telefoonnummer." in page_text
    assert "Column 2, “Telefoonnummer”: 0612 …" in page_text
    assert "Not understood, so it is not used." in page_text
    assert "An answer that is not understood: do these people come? “joo” in line 2." in page_text
    page = confirm(client, party, page)
    assert {"about-answer-joo", "about-answer-ei"} <= set(page.context["about"].errors)
    assert page.context["list"].text == text
    assert names_listed(party) == []
    answers = {"about-answer-joo": "yes", "about-answer-ei": "no", "column-1": "notes"}
    page = send_list(client, party, text, asked="x", read="yes", **answers)
    confirm(client, party, page, **answers)
    assert names_listed(party) == [("Alma Ek", ""), ("Cora Dahl", "")]
    assert party.entrants.get(name="Alma Ek").notes == "0612"
    assert Player.objects.get(name="Alma Ek").notes == ""


def test_wrongly_read_columns_can_be_corrected(client, party):
    text = "Alma Ek\twomen\nBert Holm\tmen\n"
    page = send_list(
        client, party, text, read="yes", asked="x", **{"column-0": "name", "column-1": "kept"}
    )
    assert "the club keeps: women" in text_of(page)
    confirm(client, party, page, **{"column-0": "name", "column-1": "kept"})
    assert names_listed(party) == [("Alma Ek", ""), ("Bert Holm", "")]
    assert set(Player.objects.values_list("notes", flat=True)) == {"women", "men"}
    assert set(party.entrants.values_list("notes", flat=True)) == {""}


def test_taken_number_is_reported_and_the_next_free_number_is_given(client, party):
    confirm(client, party, send_list(client, party, "7\tAlma\n9\tZoë"))
    page = send_list(client, party, "No;Name\n7;Bert\n8;Carol\n8;Dev\n7;Alma")
    assert "the next free number, 7 is taken" in text_of(page)
    assert "One number has" not in text_of(page)
    assert "1 number has its name already." in text_of(page)
    confirm(client, party, page)
    rows = party.entrants.order_by("number").values_list("number", "name")
    assert list(rows) == [(7, "Alma"), (8, "Carol"), (9, "Zoë"), (10, "Bert"), (11, "Dev")]


def test_lines_that_are_not_added_are_shown_with_the_reason(client, party):
    text = f"Alma\n;men\n{'x' * 121}\nBert\nCy Dahl - no"
    page = send_list(client, party, text, prize_group="women")
    text = text_of(page)
    assert "2 lines cannot be read" in text
    assert "<b>Line 2</b> “men”: there is no name." in text
    assert "<b>Line 3</b>" in text
    assert "“Cy Dahl - no”: Cy Dahl is not coming, your list says." in text
    page = confirm(client, party, page)
    assert "2 names added." in text_of(page)
    assert names_listed(party) == [("Alma", "women"), ("Bert", "women")]


def test_text_of_a_file_can_be_changed(client, party):
    page = send_list(
        client, party, file=SimpleUploadedFile("list.csv", b"Name;E-mail\nAlma;a@b.c\n;x\n")
    )
    assert "Unused columns: E-mail." in text_of(page)
    page = send_list(client, party, page.context["list"].text, change="yes", prize_group="men")
    assert page.context["form"]["names"].value() == "Name;E-mail\nAlma;a@b.c\n;x\n"
    assert 'value="men"' in text_of(page)


def test_a_workbook_may_have_numbers_and_notes(client, party):
    headings = ("NO.", "Surname", "First name", "Notes")
    rows = (7, "Müller", "Zoë", "left-handed"), (None,) * 4, (9, "O'Brien", "Mary", None)
    file = SimpleUploadedFile("list.xlsx", workbook(headings, *rows))
    page = send_list(client, party, file=file)
    assert "No. 7 left-handed" in text_of(page)
    confirm(client, party, page)
    rows = party.entrants.order_by("number").values_list("number", "name", "notes")
    assert list(rows) == [(7, "Zoë Müller", "left-handed"), (9, "Mary O'Brien", "")]
    assert set(Player.objects.values_list("notes", flat=True)) == {""}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (sheets_workbook([("Alma",)], [("Bert",)]), "several sheets. Only “Sheet 1” was read."),
        ("Zoë\nJörg".encode("cp1252"), "This file is not UTF-8"),
        (b"Alma;women\nBert;men", "it was read as name, prize group."),
        (b"Alma Ek, Reds\nZoe,Blues", "“Alma Ek, Reds” was read as Reds Alma Ek."),
        (b"name\n,\n", "There is no name in this file."),
    ],
)
def test_page_says_how_a_doubtful_file_was_read(client, party, data, words):
    page = send_list(client, party, file=SimpleUploadedFile("list", data))
    assert words in text_of(page)


def test_name_similar_to_a_known_name_needs_an_answer(client):
    party_with(players=1)
    with setting_up():
        Player.objects.update(name="Alma Rasmussen", sort_name="Rasmussen, Alma")
    party = organised_party(client)
    page = send_list(client, party, "Alma Rasmusen")
    assert "Alma Rasmusen: same person?" in text_of(page)
    assert "Same person as Alma Rasmussen, last here on 14 November 2026" in text_of(page)
    page = confirm(client, party, page)
    assert "Say whether Alma Rasmusen is the same person." in text_of(page)

    confirm(client, party, page, **{"who-0": str(Player.objects.get().pk)})

    assert names_listed(party) == [("Alma Rasmussen", "")]
    assert Player.objects.count() == 1


def test_name_similar_to_a_name_on_tonights_list_needs_an_answer(client):
    party = organised_party(client, players=1)
    with setting_up():
        party.entrants.update(name="Zoë Müller")
    page = send_list(client, party, "Zoe Mueller\nBert")
    text = "Same person as the Zoë Müller on tonight’s list: leave it out"
    assert text in text_of(page)
    assert page.context["form"].similar_names == {0: "Zoë Müller"}  # the door looks for it
    confirm(client, party, page, **{"who-0": "leave-out"})
    assert [name for name, _ in names_listed(party)] == ["Zoë Müller", "Bert"]


@pytest.mark.parametrize("count", [40, pytest.param(5_000, marks=pytest.mark.slow)])
def test_a_long_list_sent_twice_adds_nobody_new(client, party, count):
    names = "\n".join(f"Guest {number}; women" for number in range(count))
    page = send_list(client, party, names)
    assert f"To be added ({count})" in text_of(page)
    assert f"{count} names added." in text_of(confirm(client, party, page))
    page = send_list(client, party, names)
    assert f"on the list already ({count})" in text_of(page)
    assert "Nobody new" in text_of(confirm(client, party, page))


def test_known_name_is_taken_for_the_same_person_after_a_preview(client):
    party_with(players=2)
    party = organised_party(client)

    page = send_list(client, party, "Alma; women\nZoë")
    assert "The club knows those with a tick." in text_of(page)
    assert "Alma, last here on 14 November 2026" in text_of(page)
    assert names_listed(party) == []

    confirm(client, party, page)
    assert names_listed(party) == [("Alma", "women"), ("Zoë", "")]
    assert Player.objects.filter(name="Alma").count() == 1


@pytest.mark.measured
def test_a_single_name_that_is_on_tonights_list_needs_an_answer(client):
    party = organised_party(client, players=2)

    page = send_list(client, party, "alma")
    assert "alma: same person?" in text_of(page)
    page = confirm(client, party, page)
    assert "Say whether alma is the same person." in text_of(page)
    assert len(names_listed(party)) == 2


def test_a_pasted_list_leaves_out_a_name_that_is_on_tonights_list(client):
    party = organised_party(client, players=2)
    page = send_list(client, party, "alma\nZoë")
    assert "Left out: on the list already (1)" in text_of(page)
    confirm(client, party, page)
    assert [name for name, _ in names_listed(party)] == ["Alma", "Bert", "Zoë"]


def test_people_added_after_the_draw_are_late_arrivals(client):
    party = organised_party(client, players=4)
    start(party)
    page = client.get(reverse("players", args=[party.pk]))
    assert page.context["one_name"].initial["here"]
    assert client.get(reverse("players_add", args=[party.pk])).context["form"].initial["here"]
    page = send_list(client, party, "Zoë", here="on")
    assert "Zoë is on the list and here. They get a seat from the next round." in text_of(page)
    assert party.entrants.get(name="Zoë").state == "here"
    assert party.entrants.get(name="Zoë").rota == 5


def test_an_added_person_is_here_at_once_if_the_box_here_is_ticked(client, party):
    form = client.get(reverse("players", args=[party.pk])).context["one_name"]
    assert not form.initial["here"]
    page = send_list(client, party, "Zoë", here="on")
    assert "Zoë is on the list and here." in text_of(page)
    assert "They get a seat from" not in text_of(page)
    assert page.context["one_name"].initial["here"]
    send_list(client, party, "Bert")
    assert dict(party.entrants.values_list("name", "state")) == {"Zoë": "here", "Bert": "expected"}


def test_tick_for_here_stays_while_a_list_is_previewed_and_changed(client, party):
    page = send_list(client, party, "Alma\nZoë", here="on")
    assert "To be added, and here (2)" in text_of(page)
    assert '<input type="hidden" name="here" value="on">' in text_of(page)
    changed = send_list(client, party, "Alma\nZoë", here="on", change="yes")
    assert changed.context["form"]["here"].value()
    page = confirm(client, party, page, here="on")
    assert "2 names added, and all are here." in text_of(page)
    assert {state for (state,) in party.entrants.values_list("state")} == {"here"}
