import pytest

from party.values.clubs import LONGEST_ADDRESS, free_address


@pytest.mark.parametrize(
    ("name", "taken", "address"),
    [
        ("Tuesday cards", set(), "tuesday-cards"),
        ("  St Ann’s, Żywiec! ", {None}, "st-anns-zywiec"),
        ("Клуб", set(), "club"),
        ("Клуб", {"club", "club-2"}, "club-3"),
        ("../<b>", {"b"}, "b-2"),
        ("x" * 200, set(), "x" * (LONGEST_ADDRESS - 5)),
    ],
)
def test_a_club_gets_a_unique_web_address(name, taken, address):
    assert free_address(name, taken) == address
