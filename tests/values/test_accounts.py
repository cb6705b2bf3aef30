"""Actors: users have an id, the others have none."""

import pytest

from party.values.accounts import PROGRAM, Actor


def test_the_program_has_no_user_id():
    assert (PROGRAM.kind, PROGRAM.user_id, PROGRAM.label) == ("program", None, "Head Table")


@pytest.mark.parametrize(
    ("kind", "user_id"), [("user", None), ("table", 3), ("program", 3)], ids=str
)
def test_only_a_user_has_a_user_id(kind, user_id):
    with pytest.raises(ValueError, match=kind):
        Actor(kind, user_id, "Ruth")
