import logging

import pytest

from party.models import User
from party.services.accounts.password_sign_in import user_with_password
from party.services.accounts.users import change_account, create_organiser, set_password
from party.values.accounts import Browser
from party.values.hosting import SIGN_IN
from party.values.refusals import Refused
from tests.evening import AT

pytestmark = pytest.mark.django_db
PASSWORD = "seven no trump"


@pytest.fixture
def phillip():
    plan = {"club_name": "Tuesday cards", "time_zone": "UTC", "at": AT}
    phillip = create_organiser("Phillip", email="phillip@example.org", **plan)
    set_password(phillip, PASSWORD, at=AT)
    return phillip


@pytest.fixture
def logged(monkeypatch):
    lines = []
    log = logging.getLogger(SIGN_IN)
    monkeypatch.setattr(log, "warning", lambda text, *values: lines.append(text % values))
    return lines


def sign_in(name, password=PASSWORD, club="", browser=None):
    place = {"address": "203.0.113.7", "browser": browser or Browser(), "at": AT}
    return user_with_password(name, password, club, **place)


def test_sign_in_ignores_letter_case_but_not_similar_letters(phillip, logged):
    assert sign_in("PHILLIP") == phillip
    assert sign_in("Phillip@Example.org") == phillip
    assert sign_in("Phİllip") is None
    assert sign_in("phıllip") is None
    assert logged[0] == 'Sign-in failed from 203.0.113.7 as "Ph\\u0130llip"'


def test_sign_in_ignores_the_case_of_letters_outside_ascii(phillip):
    change_account(phillip, name="Örjan", email=None, at=AT)
    assert sign_in("ÖRJAN") == phillip
    assert User.objects.get().email_key is None


def test_all_spellings_of_a_name_and_club_share_one_count_of_tries(phillip, logged):
    names = ("Phillip", "phillip@example.org", " PHILLIP", "phillip@EXAMPLE.org")
    clubs = ("", "Tuesday cards", "tuesday-cards")
    ways = [(name, club) for name in names for club in clubs]
    assert [sign_in(name, "a guess", club) for name, club in ways[:10]] == [None] * 10
    for name, club in ways[10:]:
        with pytest.raises(Refused, match="too many tries"):
            sign_in(name, "a guess", club)
    assert len(logged) == len(ways)
    with pytest.raises(Refused, match="too many tries"):
        sign_in("Phillip")
    assert sign_in("Phillip", browser=Browser("b1", (phillip.pk,))) == phillip
    with pytest.raises(Refused, match="too many tries"):
        sign_in("Phillip", browser=Browser("b1", (phillip.pk + 1,)))


def test_a_name_with_a_line_break_writes_only_one_line_of_the_log(phillip, logged):
    sign_in("Nobody\nSign-in failed from 198.51.100.4 as")
    assert logged == [
        'Sign-in failed from 203.0.113.7 as "Nobody\\nSign-in failed from 198.51.100.4 as"'
    ]
