import unicodedata

import pytest
from django.core.exceptions import ValidationError

from party.forms.rosters import Line, decode, read_numbers, read_people, write_lines


def names(lines):
    return [(line.name, line.group) for line in lines]


def test_names_one_per_line_with_their_groups():
    text = "Alma R\n\n  Nguyễn, Łukasz ; men\nO'Brien-Smith, Mary\twomen\n王\n"
    assert names(read_people(text)) == [
        ("Alma R", ""),
        ("Nguyễn, Łukasz", "men"),
        ("O'Brien-Smith, Mary", "women"),
        ("王", ""),
    ]


def test_group_for_all_who_have_none():
    assert names(read_people("Alma\nBert; men", "women")) == [("Alma", "women"), ("Bert", "men")]


@pytest.mark.parametrize(
    "text",
    [
        'name,group\n"Nguyễn, Łukasz",men\nAlma,\n',
        "Name;Prize group\nNguyễn, Łukasz;men\nAlma;\n",
        "group\tno\tplayer\nmen\t1\tNguyễn, Łukasz\n\t2\tAlma\n",
        "\n First name , Surname , GROUP\nŁukasz,Nguyễn,men\nAlma,,\n,,\n",
    ],
)
def test_spreadsheets_by_their_headings(text):
    assert names(read_people(text)) == [("Nguyễn, Łukasz", "men"), ("Alma", "")]


def test_every_line_that_is_wrong_is_told_with_its_number():
    text = f"Alma\n;men\n{'x' * 121}\nBert;{'g' * 41}"
    with pytest.raises(ValidationError) as error:
        read_people(text)
    assert error.value.messages == [
        "Line 2: there is no name.",
        "Line 3: the name is longer than 120 letters.",
        "Line 4: the prize group is longer than 40 letters.",
    ]


def test_lines_of_a_spreadsheet_are_numbered_as_it_shows_them():
    with pytest.raises(ValidationError) as error:
        read_people("name,group\nAlma,\n,men\n")
    assert error.value.messages == ["Line 3: there is no name."]


def test_a_list_longer_than_any_hall_is_refused():
    with pytest.raises(ValidationError, match="10001 names"):
        read_people("Alma\n" * 10_001)


@pytest.mark.parametrize("typed", ["27 Alma R", "27. Alma R", "No. 27 Alma R", "#27\tAlma R"])
def test_number_and_name(typed):
    assert read_numbers(typed.replace("\t", " ")) == [Line(1, "Alma R", "", 27)]


def test_number_without_name_name_without_number_and_number_twice():
    with pytest.raises(ValidationError) as error:
        read_numbers("27 Alma\nBert\n27 Carol\n28\n")
    assert error.value.messages == [
        "Line 2: type a number and a name, for example 27 Alma R.",
        "Line 3: number 27 is in line 1 already.",
        "Line 4: type a number and a name, for example 27 Alma R.",
    ]


def test_written_lines_read_the_same():
    lines = read_people("Nguyễn, Łukasz;men\nAlma")
    assert names(read_people(write_lines(lines))) == names(lines)
    numbers = read_numbers("27 Alma R;women\n3 Bert")
    assert read_numbers(write_lines(numbers)) == numbers


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_files_as_spreadsheets_save_them(encoding):
    text = "name\nZoë Müller\n"
    assert decode(text.encode(encoding)) == text


def test_names_in_pieces_are_read_whole():
    data = unicodedata.normalize("NFD", "Łukasz Nguyễn").encode()
    assert unicodedata.normalize("NFC", read_people(decode(data))[0].name) == "Łukasz Nguyễn"


@pytest.mark.parametrize("data", [b"PK\x03\x04\x00\x00", b"\xff\xfea", b"\x81\x8d"])
def test_other_files_are_refused(data):
    with pytest.raises(ValidationError, match="Save the spreadsheet as CSV"):
        decode(data)
