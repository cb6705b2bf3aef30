"""Who does something: users have their id, and nobody else has one."""

import pytest

from party.values.accounts import PROGRAM, Actor


def test_program_is_nobody_who_signs_in():
    assert (PROGRAM.kind, PROGRAM.user_id, PROGRAM.label) == ("program", None, "Head Table")


@pytest.mark.parametrize(
    ("kind", "user_id"), [("user", None), ("table", 3), ("program", 3)], ids=str
)
def test_kind_and_user_fit_each_other(kind, user_id):
    with pytest.raises(ValueError, match=kind):
        Actor(kind, user_id, "Ruth")
