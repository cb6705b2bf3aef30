import unicodedata

import pytest

from party.values.rosters import Line, read_people

BOTH = [("Nguyễn, Łukasz", "men"), ("Alma", "")]


def names(reading):
    return [(line.name, line.group) for line in reading.lines]


def numbered(text):
    return read_people(text, numbered=True)


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
        "LAST NAME;E-mail;first_name;Group\r\nNguyễn;x@y;Łukasz;men\r\n;;Alma;\r\n",
        'Club list 2026\n\nName,Group\n"Nguyễn, Łukasz",men\n\nAlma,\n',
        '"Nguyễn, Łukasz",men\nAlma,\n',
        "Nguyễn, Łukasz\tmen\nAlma",
        '1,"Nguyễn, Łukasz",men\n2,Alma,\n',
        'Name\tGroup\n"Nguyễn,\nŁukasz"\tmen\nAlma\t',
    ],
)
def test_lists_as_organisers_have_them(text):
    assert names(read_people(text)) == BOTH


def test_columns_that_nobody_needs_are_named():
    assert read_people("Name;E-mail;;Phone\nAlma;x;;y").unused == ("E-mail", "Phone")


def test_number_and_notes():
    found = read_people("Notes\tNo.\tName\nleft-handed\t7\tAlma\n\t\tBert").lines
    assert found == (Line(2, "Alma", "", 7, "left-handed"), Line(3, "Bert"))


def test_commas_part_cells_where_every_row_has_as_many():
    found = read_people("Alma,women,chair\nBert,men,\n").lines
    assert found == (Line(1, "Alma", "women", notes="chair"), Line(2, "Bert", "men"))


def test_comma_in_names_alone_parts_nothing():
    assert names(read_people("Rasmussen, Alma\nKeller, Bert")) == [
        ("Rasmussen, Alma", ""),
        ("Keller, Bert", ""),
    ]


def test_every_line_that_cannot_be_read_is_told_with_its_number():
    text = f"Alma\n;men\n{'x' * 121}\nBert;{'g' * 41}\nCarol;;{'n' * 501}"
    reading = read_people(text)
    assert names(reading) == [("Alma", "")]
    assert reading.faults == [
        "Line 2: there is no name.",
        "Line 3: the name is longer than 120 letters.",
        "Line 4: the prize group is longer than 40 letters.",
        "Line 5: the notes are longer than 500 letters.",
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("name,group\nAlma,\n,men\n", "Line 3: there is no name."),
        ("title\nname,group\nAlma,x", "Line 1: it stands above the headings."),
        (
            "name,group\nRasmussen, Alma,women",
            "Line 2: it has more cells than there are columns; put a name with a comma in quotes.",
        ),
        ("no,name\nseven,Alma", "Line 2: “seven” is no number."),
        ("x" * 30_000, "Line 1: the name is longer than 120 letters."),
    ],
)
def test_lines_of_a_spreadsheet_are_numbered_as_it_shows_them(text, fault):
    assert read_people(text).faults == [fault]


def test_quote_that_is_never_closed_spoils_its_own_line_only():
    assert names(read_people('"Alma\nBert\nRobert "Bob" Smith')) == [
        ("Alma", ""),
        ("Bert", ""),
        ('Robert "Bob" Smith', ""),
    ]


def test_cell_over_two_lines_that_another_sign_would_part():
    assert names(read_people('"Nguyễn;\nŁukasz",men\n"Alma",women')) == [
        ("Nguyễn; Łukasz", "men"),
        ("Alma", "women"),
    ]


def test_list_longer_than_any_hall_is_refused():
    reading = read_people("Alma\n" * 10_004)
    assert reading.faults == ["That is 10004 names; 10000 fit in one list."]
    assert reading.lines == ()


@pytest.mark.parametrize("typed", ["27 Alma R", "27. Alma R", "No. 27 Alma R", "#27\tAlma R"])
def test_number_and_name(typed):
    assert numbered(typed).lines == (Line(1, "Alma R", "", 27),)


def test_number_without_name_name_without_number_and_number_twice():
    assert numbered("27 Alma\nBert\n27 Carol\n28\n").faults == [
        "Line 2: type a number and a name, for example 27 Alma R.",
        "Line 3: number 27 is in line 1 already.",
        "Line 4: type a number and a name, for example 27 Alma R.",
    ]


def test_names_in_pieces_are_read_whole():
    text = unicodedata.normalize("NFD", "Łukasz Nguyễn")
    assert unicodedata.normalize("NFC", read_people(text).lines[0].name) == "Łukasz Nguyễn"
