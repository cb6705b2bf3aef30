from contextlib import ExitStack
from datetime import timedelta

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError

from party.models import Club, LogLine, Membership, SignInLink, User
from party.process_state import PROCESS
from party.services.accounts.users import (
    _account_write,
    change_account,
    create_organiser,
    make_link,
    run_another_club,
    set_password,
    sign_out_everywhere,
    use_link,
)
from party.values.refusals import Refused
from tests.evening import AT, BY_PROGRAM, create_user
from tests.guard import setting_up

pytestmark = pytest.mark.django_db
CLUB = {"club_name": "Midway cards", "time_zone": "America/Chicago", "at": AT}


@pytest.fixture
def ruth():
    return create_user()


def fields(refused):
    return [fault.field for fault in refused.value.faults]


def test_a_new_organiser_has_an_account_and_a_club():
    ruth = create_organiser("Ruth  Holm", email="ruth@example.org", **CLUB)

    membership = ruth.memberships.get()
    assert (ruth.name, ruth.email) == ("Ruth Holm", "ruth@example.org")
    assert not ruth.has_usable_password()
    assert membership.role == Membership.Role.ORGANISER
    assert (membership.club.name, membership.club.time_zone) == ("Midway cards", "America/Chicago")
    assert LogLine.objects.get().words == "Ruth Holm runs Midway cards"


@pytest.mark.parametrize(
    ("name", "wrong_value", "field"),
    [
        ("", {}, "name"),
        ("x" * 81, {}, "name"),
        ("ruth@example.org", {}, "name"),
        ("Ruth", {"email": "ruth"}, "email"),
        ("Ruth", {"time_zone": "Minnesota"}, "time_zone"),
        ("Ruth", {"time_zone": ""}, "time_zone"),
        ("Ruth", {"club_name": " "}, "club_name"),
    ],
)
def test_a_wrong_value_of_a_new_organiser_is_refused(name, wrong_value, field):
    with pytest.raises(Refused) as refused:
        create_organiser(name, **{**CLUB, **wrong_value})
    assert fields(refused) == [field]
    assert not LogLine.objects.exists()


def test_a_taken_name_or_e_mail_address_is_refused():
    create_organiser("Ruth", email="ruth@example.org", **CLUB)

    with pytest.raises(Refused, match="named ruth works here already"):
        create_organiser("ruth", join_existing=True, **CLUB)
    with pytest.raises(Refused, match="this e-mail address already"):
        create_organiser("Rita", email="RUTH@example.org", **CLUB)


def test_organiser_runs_a_second_club():
    ruth = create_organiser("Ruth", **CLUB)
    nora = create_organiser("Nora", club_name="Friday cards", time_zone="UTC", at=AT)

    run_another_club(ruth, club_name=" friday CARDS", time_zone="UTC", at=AT)
    run_another_club(ruth, club_name="Sunday cards", time_zone="UTC", at=AT)

    runs = ruth.memberships.order_by("pk").values_list("club__name", "role")
    assert list(runs) == [
        (name, "organiser") for name in ("Midway cards", "Friday cards", "Sunday cards")
    ]
    assert ruth.memberships.filter(club=nora.memberships.get().club).exists()
    assert LogLine.objects.first().words == "Ruth runs Sunday cards"


def test_helper_of_a_club_becomes_its_organiser():
    ruth = create_organiser("Ruth", **CLUB)
    hanna = create_user("Hanna", club=ruth.memberships.get().club, role=Membership.Role.HELPER)
    token, session = make_link(hanna, **BY_PROGRAM), hanna.get_session_auth_hash()
    run_another_club(hanna, club_name="Midway cards", time_zone="UTC", at=AT)
    assert hanna.memberships.get().role == Membership.Role.ORGANISER
    assert hanna.get_session_auth_hash() != session
    with pytest.raises(Refused, match="has been used"):
        use_link(token, at=AT)


def test_club_with_a_taken_or_empty_name_is_refused():
    ruth = create_organiser("Ruth", **CLUB)
    for name in ("midway CARDS", "Midway-Cards"):
        with pytest.raises(Refused, match="Another club has this name or address") as refused:
            create_organiser("Nora", **{**CLUB, "club_name": name})
        assert fields(refused) == ["club_name"]
    with setting_up():
        Club.objects.create(name="Midway Cards")
    for name in (CLUB["club_name"], " "):
        with pytest.raises(Refused) as refused:
            run_another_club(ruth, club_name=name, time_zone="UTC", at=AT)
        assert fields(refused) == ["club_name"]
    assert ruth.memberships.count() == 1


def test_the_web_address_of_a_new_club_differs_from_all_club_names():
    with setting_up():
        Club.objects.create(name="Sunday-Cards", address="ours")
    ruth = create_organiser("Ruth", **{**CLUB, "club_name": "Sunday cards"})
    assert ruth.memberships.get().club.address == "sunday-cards-2"


def test_an_account_is_changed_and_may_keep_its_name():
    ruth = create_organiser("Ruth", **CLUB)

    change_account(ruth, name="Ruth", email="ruth@example.org", at=AT)
    ruth.refresh_from_db()
    assert ruth.email == "ruth@example.org"

    change_account(ruth, name="Ruth Holm", email="", at=AT)
    ruth.refresh_from_db()
    assert (ruth.name, ruth.email) == ("Ruth Holm", None)


def test_an_account_cannot_take_the_name_of_another_member():
    ruth, mallory = create_user("Ruth"), create_user("Mallory")
    hanna = create_user("Hanna", club=ruth.memberships.get().club, role=Membership.Role.HELPER)
    with pytest.raises(Refused, match="named ruth works here already"):
        change_account(hanna, name="ruth", email="", at=AT)
    assert change_account(mallory, name="Ruth", email="", at=AT).name == ruth.name


def test_an_account_whose_name_is_in_two_clubs_is_found_by_its_club():
    ruth = create_organiser("Ruth", email="ruth@example.org", **CLUB)
    other = create_organiser("ruth", club_name="Midway  Cards!", time_zone="UTC", at=AT)
    nora = create_organiser("Nora", **{**CLUB, "club_name": "Midway - cards"})
    clubs = [each.memberships.get().club.address for each in (ruth, other, nora)]
    assert clubs == ["midway-cards", "midway-cards-2", "midway-cards-3"]

    found = User.objects.find_for_sign_in
    assert found("Ruth") is found("Ruth", "Nowhere") is found("Ruth", clubs[2]) is None
    assert found("Ruth", clubs[0]) == ruth
    assert found("Ruth", clubs[1].upper()) == found("Ruth", "midway  cards!") == other
    assert found("RUTH@example.org", clubs[1]) == ruth
    assert found("Nora") == found("Nora", "Midway - cards") == nora


def test_a_link_works_once(ruth):
    token = make_link(ruth, **BY_PROGRAM)

    assert use_link(token, at=AT + timedelta(minutes=59)) == ruth
    with pytest.raises(Refused, match="has been used"):
        use_link(token, at=AT + timedelta(minutes=59))


def test_only_the_hash_of_a_link_is_stored():
    token = make_link(create_user(), **BY_PROGRAM)
    assert token not in str(SignInLink.objects.values().get())
    assert len(SignInLink.objects.get().token_hash) == 64


def test_an_old_link_is_refused():
    token = make_link(create_user(), **BY_PROGRAM, minutes=10)
    with pytest.raises(Refused, match="too old"):
        use_link(token, at=AT + timedelta(minutes=10))


def test_a_new_link_ends_the_previous_link(ruth):
    old, new = make_link(ruth, **BY_PROGRAM), make_link(ruth, **BY_PROGRAM)
    with pytest.raises(Refused):
        use_link(old, at=AT)
    assert use_link(new, at=AT) == ruth


def test_unknown_link_and_link_of_an_inactive_user_are_refused(ruth):
    token = make_link(ruth, **BY_PROGRAM)
    with setting_up():
        ruth.is_active = False
        ruth.save()
    for tried in ("", "nonsense", token):
        with pytest.raises(Refused):
            use_link(tried, at=AT)


def test_a_new_password_ends_sessions_and_links(ruth):
    token, session = make_link(ruth, **BY_PROGRAM), ruth.get_session_auth_hash()
    set_password(ruth, "seven no trump", at=AT)
    assert User.objects.get().get_session_auth_hash() != session
    with pytest.raises(Refused, match="has been used"):
        use_link(token, at=AT)


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "short",
        "password1234",
        " " * 10,
        "a1" * 20,
        "Organiser1",
        "sunshine 2026!",
        "8374650192",
        "Ruth.Marchetti",
        "ruth123456",
        "RuthRuth12",
        "ruth.holm@example",
    ],
)
def test_weak_password_is_refused(raw):
    ruth = create_organiser("Ruth Marchetti", email="ruth.holm@example.org", **CLUB)
    before = ruth.password
    with pytest.raises(Refused) as refused:
        set_password(ruth, raw, at=AT)
    assert set(fields(refused)) == {"password"}
    ruth.refresh_from_db()
    assert ruth.password == before


def test_three_words_are_a_strong_password(ruth):
    for raw in ("seven no trump", "Nullo at Midway!", "ten clubs doubled"):
        set_password(ruth, raw, at=AT)
        assert ruth.check_password(raw)


def test_a_new_password_is_refused_while_the_queue_for_hashing_is_full(ruth):
    with ExitStack() as hashing:
        for _ in range(3):
            hashing.enter_context(PROCESS.hashing_queue)
        with pytest.raises(Refused, match="Press the button again") as refused:
            set_password(ruth, "seven no trump", at=AT)
    assert fields(refused) == ["password"]
    set_password(ruth, "seven no trump", at=AT)


def test_signing_out_everywhere_ends_sessions_and_links(ruth):
    token, session = make_link(ruth, **BY_PROGRAM), ruth.get_session_auth_hash()

    sign_out_everywhere(ruth, at=AT)

    assert ruth.get_session_auth_hash() != session
    with pytest.raises(Refused):
        use_link(token, at=AT)
    assert LogLine.objects.first().words == "Ruth signed out on all devices"


def test_sessions_of_an_older_program_last_until_the_next_sign_out(ruth):
    assert ruth.get_session_auth_hash() == AbstractBaseUser.get_session_auth_hash(ruth)


def test_a_database_error_other_than_a_taken_name_is_raised():
    with pytest.raises(IntegrityError), _account_write("Nobody", None):
        raise IntegrityError
