import pytest
from hypothesis import given
from hypothesis import strategies as st

from party.rosters import comparison_key
from party.values.people.names import NameBearer, SimilarNames, differ_by_one_typo, distinctions
from party.values.people.person import Person

CLUB = (
    "Alma Rasmussen",
    "Alma Rose",
    "Zoë Müller",
    "Guest 12",
    "Ed",
    "Bert K",
    "Mary O'Brien",
    "Jean-Luc Ek",
)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Alma Rasmusen", ["Alma Rasmussen"]),
        ("Alma Rasmussne", ["Alma Rasmussen"]),
        ("Rasmussen Alma", ["Alma Rasmussen"]),
        ("Alma R.", ["Alma Rasmussen", "Alma Rose"]),
        ("Zoe Mueller", ["Zoë Müller"]),
        ("Bert Keller", ["Bert K"]),
        ("Mary OBrien", ["Mary O'Brien"]),
        ("jean luc ek", ["Jean-Luc Ek"]),
        ("Guest 13", []),
        ("Guest 1", []),
        ("Ned", []),
        ("Alma Reed", []),
        ("Bert L", []),
        ("", []),
    ],
)
def test_similar_names_are_found(name, found):
    assert list(SimilarNames((each, each) for each in CLUB).find(name)) == found


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("jon smith", "john smith", True),
        ("jon smith", "jno smith", True),
        ("jon smith", "jan smith", True),
        ("jon smith", "jean smith", False),
        ("table 1", "table 11", False),
    ],
)
def test_two_names_are_similar_if_they_differ_by_a_single_typo(one, other, alike):
    assert differ_by_one_typo(one, other) is alike


def endings(*people):
    """Return the endings of people; each has a name, and perhaps a word and an evening."""
    rows = [(name, *more, "", "")[:3] for name, *more in people]
    named = [
        NameBearer(pk, name, word, str(pk), (day,) if day else ())
        for pk, (name, word, day) in enumerate(rows, start=1)
    ]
    return list(distinctions(named).values())


def test_a_name_that_only_one_person_has_gets_no_ending():
    assert endings(("Mary Smith", "Oak St"), ("Ann Lee",)) == ["", ""]


@pytest.mark.parametrize("other", ["Mary Smith", "mary  SMITH".replace("  ", " "), "Máry Smith."])
def test_people_with_the_same_name_get_their_word_or_a_number(other):
    assert endings(("Mary Smith",), (other,)) == [" (1)", " (2)"]
    assert endings(("Mary Smith", "Oak St"), (other,)) == [", Oak St", " (2)"]
    assert endings(("Mary Smith", "Oak St"), (other, "Elm St")) == [", Oak St", ", Elm St"]


def test_a_word_that_two_people_share_is_not_used_as_an_ending():
    assert endings(("Mo", "Oak St"), ("Mo", "OAK ST."), ("Mo", "Elm")) == [
        " (1)",
        " (2)",
        ", Elm",
    ]


def test_the_last_evening_is_used_as_an_ending_if_it_is_unique():
    people = [("Mo", "", "last here 1 May"), ("Mo", "", "last here 2 May"), ("Mo", "Elm")]
    assert endings(*people) == [" (last here 1 May)", " (last here 2 May)", ", Elm"]
    assert endings(*people, ("Mo", "", "last here 1 May"))[0] == " (1)"


def test_a_number_added_to_a_name_differs_from_a_typed_number():
    assert endings(("Mo",), ("Mo",), ("Mo (1)",)) == [" (1) (1)", " (2)", " (3)"]


NAMES = st.sampled_from(
    ["Mo", "MO", "Mó", "王", "★", "Mo (1)", "Mo 1", "Mo (2) (2)", "Mo, Oak", "Mo Oak", "Mo Oak 3"]
)
WORDS = st.sampled_from(["", "", "Oak", "oak", "1", "(2)", "Oak (3)", "★"])
DAYS = st.sampled_from(["", "last here 1 May", "last here 2 May"])


@given(st.lists(st.tuples(NAMES, WORDS, DAYS), max_size=12))
def test_all_names_differ_after_their_endings_are_added(people):
    named = [name for name, *_ in people]
    texts = [f"{name}{end}" for name, end in zip(named, endings(*people), strict=True)]
    shown, keys = ([comparison_key(text) for text in each] for each in (texts, named))
    assert len(set(shown)) == len(texts)
    for name, key, text in zip(named, keys, texts, strict=True):
        similar = [other for other in shown if other.startswith(key)]
        assert text == name or keys.count(key) > 1 or len(similar) > 1


def test_people_without_a_name_come_first_in_the_order_of_their_numbers():
    named = Person(7, 3, "Alma Rasmussen", "Rasmussen, Alma")
    people = [named, *(Person(number, number, "") for number in (10, 2, 1))]
    in_order = sorted(people, key=lambda person: person.a_to_z)
    assert [person.number for person in in_order] == [1, 2, 10, 3]
