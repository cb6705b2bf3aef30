import pytest

from party.values.people.similar_names import Alike, one_slip

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
def test_names_alike(name, found):
    assert list(Alike((each, each) for each in CLUB).to(name)) == found


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
def test_one_slip(one, other, alike):
    assert one_slip(one, other) is alike
