import pytest

from party.forms.people.name_lists import NameListForm, ReadingForm
from party.rosters import read_people


def test_column_that_may_be_the_other_half_of_the_names_has_no_kind_until_somebody_says_it():
    reading = read_people("First name;Clan\nAlma;Rasmussen\nBert;Keller\nCora;Dahl")
    assert reading.has_open_questions
    form = ReadingForm({}, reading=reading, guests={})
    assert form.errors["column-1"] == ["Say what is in column 2."]
    assert form.fields["column-1"].choices[0] == ("", "Say what it is")


@pytest.mark.parametrize(
    ("fee", "cards", "is_asked"),
    [(1000, {}, True), (1000, {1: "Alma Ek"}, False), (0, {}, False)],
)
def test_a_remark_leads_to_a_question_if_the_person_is_new_and_there_is_a_fee(
    fee, cards, is_asked
):
    form = NameListForm({"names": "Alma Ek - paid\nBert Oh"}, cards=cards, fee=fee)
    assert form.is_valid()
    assert bool(form.reading.questions) is is_asked


def test_a_guest_who_is_left_out_needs_no_name():
    form = NameListForm({"names": "Alma Ek + 1\nBert Oh"}, cards={})
    assert form.is_valid()
    [guest] = form.reading.companion_lines
    for dropped, is_asked in (((), True), ((guest.mark,), False)):
        assert form.has_unnamed_guests(dropped) is is_asked
        about = ReadingForm({}, reading=form.reading, guests={}, dropped=dropped)
        assert (f"guest-{guest.mark}" in about.errors) is is_asked
