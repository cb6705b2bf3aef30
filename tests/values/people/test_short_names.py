import pytest
from hypothesis import given
from hypothesis import strategies as st

from party.rosters import clean_name, comparison_key, sort_name
from party.values.people.person import Person
from party.values.people.short_names import short_list_name, short_name, with_short_names


@pytest.mark.parametrize(
    ("typed", "short"),
    [
        ("Alma Rasmussen", "Alma R."),
        ("Alma R.", "Alma R."),
        ("Łukasz Nguyễn", "Łukasz N."),
        ("Mary Ann O'Brien-Smith", "Mary O."),
        ("Rasmussen, Mary-Jane", "Mary-Jane R."),
        ("Jan van der Berg", "Jan B."),
        ("Đặng Thị Hạnh", "Đặng H."),  # the program takes the last word for the family name
        ("Đặng, Hạnh", "Hạnh Đ."),
        ("王", "王"),
        ("王 伟", "王 伟"),
        ("欧阳 娜娜", "欧 娜娜"),
        ("नीता कुमार", "नीता कु."),
        ("alma rasmussen", "alma R."),
        ("Cher", "Cher"),
        ("Guest 12", "Guest 12"),
        ("Guest 12b", "Guest 12b"),
        ("Dr. Ann Lee", "Ann L."),
        ("Mrs Smith", "Mrs S."),
        ("John Smith Jr.", "John S."),
        ("Ann (Smith)", "Ann S."),
    ],
)
def test_a_short_name_has_the_initial_of_the_family(typed, short):
    assert short_name(clean_name(typed), sort_name(typed)) == short


def people_of(*names):
    rows = enumerate(names, start=1)
    return {
        number + 100: Person(number + 100, number, name, sort_name(name), "Women", True, "left")
        for number, name in rows
    }


def test_equal_short_names_get_numbers():
    people = people_of("Alma Rasmussen", "Alma Reed", "Bert Ahl", "")
    assert [*map(str, with_short_names(people).values())] == [
        "Alma R. (1)",
        "Alma R. (2)",
        "Bert A.",
        "No. 4",
    ]


def test_a_short_name_keeps_its_ending():
    oak = Person(1, 1, "Mary Smith", "Smith, Mary", distinction=", Oak St")
    elm = Person(2, 2, "Mary Smith", "Smith, Mary", distinction=" (2)")
    assert [*map(str, with_short_names({1: oak, 2: elm}).values())] == [
        "Mary S., Oak St",
        "Mary S. (2)",
    ]


def test_the_full_family_name_is_not_in_a_short_name():
    (alma,) = with_short_names(people_of("Alma Rasmussen")).values()
    assert "asmussen" not in repr(alma)
    assert (alma.id, alma.number, str(alma), alma.state) == (101, 1, "Alma R.", "left")


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("Alma Rasmussen", "R., Alma"),
        ("Dr. Jan van der Berg Jr.", "B., Jan"),
        ("Cher", "Cher"),
        ("王 伟", "王 伟"),
        ("", "No. 1"),
    ],
)
def test_a_short_name_in_a_list_begins_with_the_family(name, listed):
    people = people_of(name)
    ((pk, short),) = with_short_names(people).items()
    assert short_list_name(people[pk], short) == listed


NAMES = st.text(st.sampled_from("Aaéß王 '.-,12"), min_size=1).filter(clean_name)


@given(st.lists(NAMES, max_size=6))
def test_all_short_names_differ(names):
    shown = [*map(str, with_short_names(people_of(*map(clean_name, names))).values())]
    assert len(set(map(comparison_key, shown))) == len(shown)
    assert all(shown)
