import re

import pytest

from party.rosters.lines import RosterLine
from party.rosters.lists import Choices, read_people, with_free_numbers

TWO_PEOPLE = [("Nguyễn, Łukasz", "men"), ("Alma", "")]


def people(reading):
    return [(line.name, line.group) for line in reading.lines]


def read_numbered(text):
    return read_people(text, is_numbered=True)


def test_each_line_has_a_name_and_perhaps_a_group():
    text = "Alma R\n\n  Nguyễn, Łukasz ; men\nO'Brien-Smith, Mary\twomen\n王\n"
    assert people(read_people(text)) == [
        ("Alma R", ""),
        ("Nguyễn, Łukasz", "men"),
        ("O'Brien-Smith, Mary", "women"),
        ("王", ""),
    ]


def test_a_name_that_is_a_heading_only_without_its_special_letters_is_a_name():
    text = "Per Søn\nØst\nKari Berg (Nø)\nŁ"
    assert [line.name for line in read_people(text).lines] == ["Per Søn", "Øst", "Kari Berg", "Ł"]


def test_the_group_given_for_a_list_applies_only_to_lines_without_a_group():
    assert people(read_people("Alma\nBert; men", "women")) == [("Alma", "women"), ("Bert", "men")]


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
        "sep=;\nGuest;Category\nNguyễn, Łukasz;men\nAlma;\n",
        "Surname, First name;Group\nNguyễn, Łukasz;men\nAlma;\n",
        "1. Nguyễn, Łukasz; men\n2. Alma\n",
        "- Nguyễn, Łukasz; men\n• Alma\n",
        "#;Member;Group\n1;Nguyễn, Łukasz;men\n2;Alma;",
    ],
)
def test_lists_with_other_headings_and_separators_have_the_same_people(text):
    assert people(read_people(text)) == TWO_PEOPLE


def test_unused_columns_are_named():
    assert read_people("Name;E-mail;;Phone\nAlma;x;;y").unused_headings == ("E-mail", "Phone")
    assert read_people("Name;;Group\nAlma\nBert;tall;men").unused_headings == (
        "column 2, without a heading",
    )


def test_if_two_columns_have_the_same_heading_the_second_is_asked_about():
    text = "Name;Name;Group\nAlma;Rasmussen;women"
    assert [column.index for column in read_people(text).unsure_columns] == [1]
    people_by_kind = {
        "last": [("Rasmussen, Alma", "women")],
        "full": [("Alma", "women"), ("Rasmussen", "women")],
        "-": [("Alma", "women")],
    }
    for kind, expected in people_by_kind.items():
        reading = read_people(text, choices=Choices({1: kind}))
        assert people(reading) == expected
        assert not reading.has_open_questions


def test_chosen_kinds_of_columns_count_only_for_the_same_headings():
    text = "Name;Telefoonnummer\nAlma Ek;0612"
    choices = Choices({0: "name", 1: "notes"}, headings=read_people(text).headings)
    longer = read_people(f"{text}\nBert Oh;0613", choices=choices)
    assert [line.notes for line in longer.lines] == ["0612", "0613"]
    other_text = "Alma Ek;women\nBert Oh;men"
    assert people(read_people(other_text, choices=choices)) == [
        ("Alma Ek", "women"),
        ("Bert Oh", "men"),
    ]


def test_a_column_of_first_names_is_used_if_it_is_the_only_column_of_names():
    assert people(read_people("First name;Phone\nAlma;1\nBert;2")) == [("Alma", ""), ("Bert", "")]
    [question] = read_people("Nom\nAlma").questions
    assert question.text == "Are these people? “Nom” in line 1"
    choices = Choices(answers={"people": "one"})
    assert people(read_people("Nom\nAlma", choices=choices)) == [("Nom", ""), ("Alma", "")]


def test_the_kinds_of_columns_are_reported_if_they_were_guessed():
    assert read_people("Alma\nBert").guessed_kinds == ()
    assert read_people("Alma;women\nBert").guessed_kinds == ("name", "prize group")
    assert read_people("7\tAlma\n8\tBert\t\tx").guessed_kinds == (
        "number",
        "name",
        "prize group",
        "notes",
    )
    assert read_people("Name;Group\nAlma;women").guessed_kinds == ()


def test_after_ten_kinds_of_unknown_answers_all_others_share_one_question():
    rows = [f"P{n} Ek;answer {n}" for n in range(12)]
    assert read_people("\n".join(["Name;Status", *rows])).unused_headings == ("Status",)
    known_rows = [f"Q{n} Ek;yes" for n in range(13)]
    reading = read_people("\n".join(["Name;Status", *rows, *known_rows]))
    assert [question.kind for question in reading.questions][-2:] == ["answer-answer-9", "answer-"]
    assert len(reading.lines) == 13


def test_a_comma_between_surname_and_first_name_is_reported():
    assert read_people("Alma\nKeller, Bert").first_with_comma.clean_name == "Bert Keller"
    assert read_people("Alma\nBert").first_with_comma is None
    assert read_people("Name\nKeller, Bert").first_with_comma is None


def test_a_comma_before_repeated_words_separates_the_prize_group():
    text = "".join(
        f"Alma {surname},women\nBert {surname}, men\n" for surname in ("Aas", "Ek", "Bö", "Li")
    )
    assert {group for _, group in people(read_people(text))} == {"women", "men"}
    spanish = "García López, Ana\nPérez Ruiz, José\nDíaz Vega, Luz\nSoto Paz, Ana\n"
    assert read_people(spanish).has_open_questions
    choices = Choices(answers={"comma": "one"})
    assert people(read_people(spanish, choices=choices))[0] == ("García López, Ana", "")


@pytest.mark.parametrize("name", ["12", "2026-11-14", "--", "=cmd|'/C calc'!A0", '=A1&" "&B1'])
def test_numbers_dates_and_formulas_are_no_names(name):
    [line] = read_people(f"Name\tGroup\n{name}\tx").faulty_lines
    assert re.search("(not a|no) name", line.fault)


def test_a_number_that_another_person_has_is_removed_from_a_line():
    reading = read_people("No;Name\n7;Alma\n7;Bert\n8;Carol\n;Dev\n9;Ed")
    lines = with_free_numbers(reading, {8: "Zoë", 9: "Ed"}).lines
    assert [(line.number, line.taken_number) for line in lines] == [
        (7, 0),
        (0, 7),
        (0, 8),
        (0, 0),
        (9, 0),
    ]


def test_number_and_notes_are_read_from_columns_in_any_order():
    lines = read_people("Notes\tNo.\tName\nleft-handed\t7\tAlma\n\t\tBert").lines
    assert lines == (RosterLine(2, "Alma", "", 7, "left-handed"), RosterLine(3, "Bert"))


def test_commas_separate_cells_if_every_row_has_as_many_commas():
    lines = read_people("Alma,women,chair\nBert,men,\n").lines
    assert lines == (RosterLine(1, "Alma", "women", notes="chair"), RosterLine(2, "Bert", "men"))


def test_a_comma_between_surname_and_first_name_separates_no_cells():
    assert people(read_people("Rasmussen, Alma\nKeller, Bert")) == [
        ("Rasmussen, Alma", ""),
        ("Keller, Bert", ""),
    ]


def test_every_unread_line_is_reported_with_its_number():
    text = f"Alma\n;men\n{'x' * 121}\nBert;{'g' * 41}\nCarol;;{'n' * 501}"
    reading = read_people(text)
    assert people(reading) == [("Alma", "")]
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
        ("no,name\nseven,Alma", "Line 2: “seven” is not a number."),
        ("x" * 30_000, "Line 1: the name is longer than 120 letters."),
        (f"Name;Word\nAlma;{'x' * 41}", "Line 2: the word is longer than 40 letters."),
    ],
)
def test_a_fault_has_the_line_number_of_the_spreadsheet(text, fault):
    assert read_people(text).faults == [fault]


def test_the_lines_after_an_unclosed_quote_are_still_read_one_by_one():
    assert people(read_people('"Alma\nBert\nRobert "Bob" Smith')) == [
        ("Alma", ""),
        ("Bert", ""),
        ('Robert "Bob" Smith', ""),
    ]


def test_quoted_notes_over_many_lines_stay_in_one_cell():
    notes = "\n".join(f"line {n}" for n in range(20))
    text = f'Name,Notes,Group\nAlma,"{notes}","a\n""b"""\nBert,,men\n'
    assert people(read_people(text)) == [("Alma", 'a "b"'), ("Bert", "men")]
    assert [line.place for line in read_people(text).lines] == [2, 23]


def test_a_list_with_3000_unclosed_quotes_is_read():
    lines = [f'"Guest {n}' for n in range(3_000)]
    assert len(read_people("\n".join(lines)).lines) == 3_000


def test_a_quoted_cell_over_two_lines_is_split_at_its_semicolon():
    text = '"Nguyễn;\nŁukasz Ek",men\n"Alma",women'
    assert people(read_people(text)) == [
        ("Nguyễn", "men"),
        ("Łukasz Ek", "men"),
        ("Alma", "women"),
    ]


def test_a_list_of_more_than_10000_names_is_refused():
    reading = read_people("Alma\n" * 10_001)
    assert reading.faults == ["That is more than 10,000 names. Send them in several lists."]
    assert reading.lines == ()
    assert read_people("Name\n" + "Alma\n" * 10_000).faults == []


@pytest.mark.parametrize("sign", "\t;,")
@pytest.mark.parametrize("first_cell", ["x", "Name", "Women"])
def test_a_table_of_more_than_200_columns_is_refused(sign, first_cell):
    wide, widest_allowed = (
        read_people(f"{sign.join([first_cell] * columns)}\n" * 2) for columns in (201, 200)
    )
    assert wide.faults[0].startswith("That is a table of more than 200 columns.")
    assert wide.lines == ()
    assert not widest_allowed.refusal


def test_a_line_may_have_more_names_than_a_table_may_have_columns():
    names = [f"Al{a}a B{b}x" for a in "bcdefghi" for b in "abcdefghijklmnopqrstuvwxyz"]
    assert [line.name for line in read_people(";".join(names)).lines] == names


@pytest.mark.parametrize("typed", ["27 Alma R", "27. Alma R", "No. 27 Alma R", "#27\tAlma R"])
def test_a_number_before_a_name_is_read(typed):
    assert read_numbered(typed).lines == (RosterLine(1, "Alma R", "", 27),)


def test_in_a_numbered_list_missing_and_repeated_numbers_are_faults():
    assert read_numbered("27 Alma\nBert\n27 Carol\n28\n").faults == [
        "Line 2: type a number and a name, for example 27 Alma R.",
        "Line 3: number 27 is in line 1 already.",
        "Line 4: type a number and a name, for example 27 Alma R.",
    ]


def test_a_single_word_above_the_headings_is_read_as_a_title():
    reading = read_people("Guests\nName;Group\nAlma Ek;women\n;men\n")
    assert people(reading) == [("Alma Ek", "women")]
    assert reading.faults == ["Line 4: there is no name.", "Line 1: it stands above the headings."]


@pytest.mark.parametrize("end", [" x2", " (a)", " [x] (b)", " (+1)"])
def test_a_thousand_notes_after_one_name_are_refused(end):
    [line] = read_people("Alma" + end * (9_000 // len(end))).faulty_lines
    assert line.fault.startswith("it says several things")


def test_a_note_in_brackets_belongs_to_the_person_before_it():
    reading = read_people("Alma Ek (women), Bert Oh (men) & Cy Dahl (away)")
    assert people(reading) == [("Alma Ek", "women"), ("Bert Oh", "men")]
    assert [line.fault for line in reading.ignored_lines] == [
        "Cy Dahl is not coming, your list says"
    ]
    assert len(read_people("Miller (Ek), Ann (Annie)").lines) == 1


@pytest.mark.parametrize("name", ["West", "Nord", "Est"])
def test_a_surname_that_is_a_point_of_the_compass_is_ignored_and_shown(name):
    reading = read_people(f"Baker\n{name}\nSmith")
    assert people(reading) == [("Baker", ""), ("Smith", "")]
    assert [line.name for line in reading.ignored_lines] == [name]


def test_a_heading_that_may_be_a_name_is_ignored_and_shown():
    assert [line.name for line in read_people("Guest\nAlma\nBert").ignored_lines] == ["Guest"]


@pytest.mark.parametrize(
    "text", ["Alma yes, Bert yes", "Alma no, Bert yes", "Alma Ek no, Bert no"]
)
def test_a_line_with_two_answers_is_not_read_as_one_person(text):
    assert [line.name for line in read_people(text).faulty_lines] == [text]
    assert len(read_people("Nils can't come, Sorry").ignored_lines) == 1


@pytest.mark.parametrize(
    ("text", "names", "question"),
    [
        ("Alma Ek, 12 guests", ["Alma Ek"], ()),
        ("Alma Ek, 12 guests, Bert Oh", [], ("Two people: Alma Ek and Bert Oh",)),
        ("Alma, 2 friends", ["Alma"], ()),
        ("Ann Miller, 12 Oak Street, New York", ["Ann Miller"], ()),
    ],
)
def test_a_name_after_a_count_of_guests_is_not_lost(text, names, question):
    reading = read_people(text)
    assert [line.name for line in reading.lines] == names
    assert tuple(each.answers[1][1] for each in reading.questions) == question
    company = [] if "Street" in text else ["somebody comes along whose name is missing"]
    assert [line.fault for line in reading.faulty_lines] == company
