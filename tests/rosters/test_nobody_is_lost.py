import re

from hypothesis import example, given
from hypothesis import strategies as st

from party.rosters.lists import Choices, read_people

PIECES = (
    *("Alma", "Bert", "Cora Dahl", "Dora Vik", "van der Berg, Emil", "José Ortega y Gasset"),
    *("O'Brien, Mary-Jane", "王伟", "Guest 12", "bob stone", "ANNA HUBER", "Jr.", "Dr. Ida Roux"),
    *(", ", "; ", " & ", " and ", " / ", " - ", ": ", " (", ") ", " + ", " y ", "\t", " ", "? "),
    *("! ", " = ", " | ", "\n", "\n\n", "\n- ", "\n1. ", "\n[ ] ", "\n[x] ", '"', "'", "~", "⏎"),
    *(", 12 guests, ", " <a@b.org> ", " 555-0101 ", " 12 Oak Street ", "\nTotal: ", "\nTable 1: "),
    *("\nNo: ", "\nWomen\n", "Name\n", "Name;Group\n", "First name\tLast name\n", "\n27 "),
    *(" no", " ✅", " +1"),
)
# The reading may drop words of headings and addresses.
NOT_SHOWN = {"name", "group", "first", "last", "no", "and", "org", "oak", "street"}
ANSWERS = (
    {"comma": "one", "and": "one", "people": "one"},
    {"comma": "two", "and": "two", "people": "none"},
)


def letters(text):
    return "".join(letter for letter in text.casefold() if letter.isalpha())


@example(pieces=["Guest 12", ", ", "Name\n"], is_numbered=False, answers=ANSWERS[0])
@example(pieces=[" (", "Alma", ") ", "Name\n"], is_numbered=False, answers=ANSWERS[0])
@given(st.lists(st.sampled_from(PIECES), max_size=14), st.booleans(), st.sampled_from(ANSWERS))
def test_nobody_on_a_list_is_lost_and_nobody_is_invented(pieces, is_numbered, answers):
    text = "".join(pieces)
    unsure = read_people(text, is_numbered=is_numbered).unsure_columns
    choices = Choices({column.index: "name" for column in unsure}, answers)
    reading = read_people(text, is_numbered=is_numbered, choices=choices)

    people = (*reading.lines, *reading.faulty_lines, *reading.ignored_lines)
    fields = ("name", "clean_name", "group", "notes", "source", "fault")
    companion_columns = [column for column in reading.columns if column.is_another]
    headings = [column.heading for column in (*unsure, *companion_columns)]
    texts = [getattr(line, field) for line in people for field in fields]
    letters_shown = letters("".join((*texts, *headings)))
    words = re.findall(r"[^\W\d_]{2,}", text.replace('"', "").casefold())
    # A column that is not used may drop its words.
    if not any(column.kind in {"", "-"} for column in reading.columns):
        assert not [word for word in words if word not in letters_shown and word not in NOT_SHOWN]
    for line in reading.lines:
        assert all(letters(word) in letters(text) for word in line.name.split())
