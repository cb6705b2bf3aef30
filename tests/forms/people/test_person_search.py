"""Finding one person by a typed name or number."""

import pytest
from django.core.exceptions import ValidationError

from party.forms.people.person_search import find_person
from party.values.people.person import Person

PEOPLE = (
    Person(1, 1, "Alma Rasmussen"),
    Person(2, 2, "Ann Lee", distinction=", Oak St"),
    Person(3, 12, "ann lee", distinction=" (12)"),
    Person(4, 13, "Jo Ann Smith"),
    Person(5, 14, ""),
)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("Alma Rasmussen", 1),
        ("alma", 1),
        ("rasm", 1),
        ("Rasmussen, Alma", 1),
        ("2", 2),
        ("12 Ann Lee", 3),
        ("2 Ann Lee, Oak St", 2),
        ("ann lee, oak st", 2),
        ("oak", 2),
        ("Ann Lee (12)", 3),
        ("Jo", 4),
        ("14", 5),
        ("No. 14", 5),
    ],
)
def test_one_person_is_found(typed, found):
    assert find_person(PEOPLE, typed).id == found


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        (
            "Ann Lee",
            "More than one person fits: 2 Ann Lee, Oak St, 12 ann lee (12). Type the number.",
        ),
        ("Zoë", "Nobody on tonight’s list is called Zoë."),
        ("12 Alma", "Nobody on tonight’s list is called 12 Alma."),
        ("lma", "Nobody on tonight’s list is called lma."),
    ],
)
def test_no_match_and_several_matches_are_refused(typed, text):
    with pytest.raises(ValidationError) as raised:
        find_person(PEOPLE, typed)
    assert raised.value.messages == [text]


def test_each_person_is_found_by_their_whole_name():
    assert [find_person(PEOPLE, str(person)) for person in PEOPLE] == [*PEOPLE]
