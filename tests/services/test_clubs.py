import pytest
from django.db import IntegrityError

from party.management.database import find_or_create_organiser
from party.models import Club, LogLine, Membership, Party, User
from party.queries.clubs import sample_of
from party.services.accounts.users import change_account, make_link, set_password, use_link
from party.services.clubs import (
    add_helper,
    change_club,
    create_sample_club,
    remove_helper,
    remove_organiser,
)
from party.values.refusals import Refused
from tests.evening import AT, BY_PROGRAM, create_user, helper_of, party_with
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return party_with()


@pytest.fixture
def ruth(party):
    return party.club.memberships.get().user


def test_helper_of_a_club_sees_every_party(party, ruth):
    hanna = add_helper(party.club_id, "Hanna", actor=ruth.actor, at=AT)

    assert hanna.memberships.get().role == Membership.Role.HELPER
    assert party in Party.objects.for_user(hanna)
    assert LogLine.objects.get().words == "Hanna helps at Ruth's club"
    assert use_link(make_link(hanna, actor=ruth.actor, at=AT), at=AT) == hanna


@pytest.mark.parametrize("name", ["", "hanna@example.org", "ruth", "x" * 81])
def test_bad_name_of_a_helper_is_refused(party, ruth, name):
    with pytest.raises(Refused) as refused:
        add_helper(party.club_id, name, actor=ruth.actor, at=AT)
    assert refused.value.faults[0].field == "name"


def test_only_organisers_of_the_club_add_and_remove_helpers(party):
    hanna, mallory = helper_of(party), create_user("Mallory")
    for user in (hanna, mallory):
        with pytest.raises(Refused, match="Only an organiser"):
            add_helper(party.club_id, "Ivy", actor=user.actor, at=AT)
        with pytest.raises(Refused, match="Only an organiser"):
            remove_helper(party.club_id, hanna.pk, actor=user.actor, at=AT)


def test_removed_helper_loses_access(party, ruth):
    hanna = helper_of(party)

    remove_helper(party.club_id, hanna.pk, actor=ruth.actor, at=AT)

    hanna.refresh_from_db()
    assert not hanna.is_active
    assert not Party.objects.for_user(hanna).exists()
    with pytest.raises(Refused, match="does not help here"):
        remove_helper(party.club_id, hanna.pk, actor=ruth.actor, at=AT)
    with pytest.raises(Refused, match="does not help here"):
        remove_helper(party.club_id, ruth.pk, actor=ruth.actor, at=AT)


def test_a_helper_removed_from_one_club_still_helps_the_other_club(party, ruth):
    hanna = helper_of(party)
    with setting_up():
        Membership.objects.create(user=hanna, club=Club.objects.create(), role="helper")

    remove_helper(party.club_id, hanna.pk, actor=ruth.actor, at=AT)

    hanna.refresh_from_db()
    assert hanna.is_active
    assert not Party.objects.for_user(hanna).exists()


def test_a_link_of_a_removed_helper_is_refused(party, ruth):
    hanna = add_helper(party.club_id, "Hanna", actor=ruth.actor, at=AT)
    token = make_link(hanna, actor=ruth.actor, at=AT)
    remove_helper(party.club_id, hanna.pk, actor=ruth.actor, at=AT)
    add_helper(party.club_id, "Hanna", actor=ruth.actor, at=AT)

    with pytest.raises(Refused, match="has been used"):
        use_link(token, at=AT)
    with pytest.raises(Refused, match="works for no club"):
        make_link(hanna, actor=ruth.actor, at=AT)


def test_two_clubs_may_have_helpers_of_one_name():
    party, mallory = party_with(), create_user("Mallory")
    hanna = helper_of(party)
    club = mallory.memberships.get().club

    other = add_helper(club.pk, "Hanna", actor=mallory.actor, at=AT)

    assert other.pk != hanna.pk
    with pytest.raises(Refused, match="Somebody named hanna works here already"):
        add_helper(club.pk, "hanna", actor=mallory.actor, at=AT)


def test_a_new_helper_with_the_name_of_a_removed_helper_has_no_password(party, ruth):
    hanna = add_helper(party.club_id, "Hanna", actor=ruth.actor, at=AT)
    set_password(hanna, "four green old hats", at=AT)
    remove_helper(party.club_id, hanna.pk, actor=ruth.actor, at=AT)

    new_hanna = add_helper(party.club_id, "hanna", actor=ruth.actor, at=AT)

    assert (new_hanna.name, new_hanna.is_active) == ("hanna", True)
    assert User.objects.find_for_sign_in("Hanna") == new_hanna != hanna
    assert not new_hanna.has_usable_password()


def test_removed_organiser_loses_all_access(party, ruth):
    nora = create_user("Nora", club=party.club)
    with setting_up():
        User.objects.filter(pk=nora.pk).update(email="nora@example.org")
    token = make_link(nora, actor=nora.actor, at=AT)
    session = nora.get_session_auth_hash()

    remove_organiser(party.club_id, nora.pk, actor=ruth.actor, at=AT)

    nora.refresh_from_db()
    assert nora.get_session_auth_hash() != session
    assert (nora.is_active, nora.email) == (False, None)
    assert LogLine.objects.first().words == "Nora no longer runs Ruth's club"
    with pytest.raises(Refused, match="has been used"):
        use_link(token, at=AT)
    with pytest.raises(Refused, match="does not run the club"):
        remove_organiser(party.club_id, nora.pk, actor=ruth.actor, at=AT)


def test_removed_organiser_loses_the_sample_too(party, ruth):
    nora = create_user("Nora", club=party.club)
    create_sample_club(ruth, **BY_PROGRAM)

    remove_organiser(party.club_id, ruth.pk, actor=nora.actor, at=AT)

    ruth.refresh_from_db()
    assert not ruth.is_active
    assert find_or_create_organiser(AT) == nora  # the next start lets Nora in
    assert sample_of(nora)  # Nora can remove the sample


def test_removing_an_organiser_ends_helpers_sessions_and_passwords():
    """An organiser may have opened a link that they made for a helper."""
    party = party_with()
    ruth, nora = party.club.memberships.get().user, create_user("Nora", club=party.club)
    by_nora, by_ruth, everywhere = (helper_of(party, name) for name in ("Ida", "Jo", "Kim"))
    for helper, by in ((by_nora, nora), (by_ruth, ruth), (everywhere, nora)):
        use_link(make_link(helper, club=party.club, actor=by.actor, at=AT), at=AT)
        set_password(helper, "plum otter wren", at=AT)
    with setting_up():
        other = Club.objects.create(name="Another")
        Membership.objects.create(user=everywhere, club=other, role="helper")
    before = [helper.get_session_auth_hash() for helper in (by_nora, by_ruth, everywhere)]

    names = remove_organiser(party.club_id, nora.pk, actor=ruth.actor, at=AT)

    after = [*User.objects.filter(name__in=["Ida", "Jo", "Kim"]).order_by("name")]
    now = [helper.get_session_auth_hash() for helper in after]
    assert [one == other for one, other in zip(before, now, strict=True)] == [False, True, True]
    assert [helper.has_usable_password() for helper in after] == [False, True, True]
    assert names == ["Ida"]
    with pytest.raises(Refused, match="Only an organiser"):
        make_link(by_nora, club=party.club, actor=nora.actor, at=AT)
    assert use_link(make_link(by_nora, club=party.club, actor=ruth.actor, at=AT), at=AT)


def test_removing_an_organiser_deletes_e_mail_addresses_of_accounts_they_let_in():
    """The organiser may have opened the link and stored their own e-mail address."""
    party = party_with()
    ruth, nora = party.club.memberships.get().user, create_user("Nora", club=party.club)
    ida, jo = helper_of(party, "Ida"), helper_of(party, "Jo")
    use_link(make_link(ida, club=party.club, actor=nora.actor, at=AT), at=AT)
    change_account(ida, name="Ida", email="nora@example.org", at=AT)
    change_account(jo, name="Jo", email="jo@example.org", at=AT)

    remove_organiser(party.club_id, nora.pk, actor=ruth.actor, at=AT)

    rows = User.objects.filter(pk__in=[ida.pk, jo.pk]).order_by("pk")
    assert [*rows.values_list("email", "email_key")] == [(None, None), ("jo@example.org",) * 2]


def test_the_last_organiser_of_a_club_cannot_be_removed(party, ruth):
    nora = create_user("Nora", club=party.club)
    with pytest.raises(Refused, match="needs at least one"):
        remove_organiser(party.club_id, ruth.pk, actor=ruth.actor, at=AT)
    remove_organiser(party.club_id, nora.pk, actor=ruth.actor, at=AT)
    with pytest.raises(Refused, match="Only an organiser"):
        remove_organiser(party.club_id, ruth.pk, actor=nora.actor, at=AT)


def test_an_organiser_removed_from_one_club_still_runs_the_other_club():
    party, mallory = party_with(), create_user("Mallory")
    ruth = party.club.memberships.get().user
    with setting_up():
        Membership.objects.create(user=mallory, club=party.club, role="organiser")
    session = mallory.get_session_auth_hash()
    remove_organiser(party.club_id, mallory.pk, actor=ruth.actor, at=AT)
    mallory.refresh_from_db()
    assert mallory.is_active
    assert mallory.get_session_auth_hash() != session
    assert not Party.objects.for_user(mallory).exists()


def test_club_gets_another_name_and_address():
    ruth, mallory = create_user(), create_user("Mallory")
    club, other = (each.memberships.get().club for each in (ruth, mallory))
    by_ruth = {"actor": ruth.actor, "at": AT}
    change_club(club.pk, "Tuesday cards", "tuesday", **by_ruth)
    change_club(club.pk, "Tuesday cards", "", **by_ruth)
    club.refresh_from_db()
    assert (club.name, club.address) == ("Tuesday cards", "tuesday")
    assert LogLine.objects.last().words == "Ruth's club is now Tuesday cards"
    change_club(club.pk, "Tuesday cards", "", "{results}", **by_ruth)
    lines = LogLine.objects.order_by("pk")
    assert lines.last().words == "Tuesday cards has a new layout for the newspaper"
    with pytest.raises(Refused, match="Only an organiser"):
        change_club(other.pk, "Mine", "", **by_ruth)
    by_mallory = {"actor": mallory.actor, "at": AT}
    for name, address, field in (
        ("Friday", "tuesday", "address"),
        ("TUESDAY cards", "", "name"),
        ("Tuesday", "", "name"),
    ):
        with pytest.raises(Refused, match="Another club has this name or address") as refused:
            change_club(other.pk, name, address, **by_mallory)
        assert refused.value.faults[0].field == field


def test_organiser_makes_links_only_for_members_of_no_other_club(party, ruth):
    nora = create_user("Nora", club=party.club)
    create_sample_club(nora, actor=nora.actor, at=AT)
    by_ruth = {"club": party.club, "actor": ruth.actor, "at": AT}
    assert use_link(make_link(nora, **by_ruth), at=AT) == nora

    with setting_up():
        friday = Club.objects.create(name="Friday cards")
        friday.memberships.create(user=nora, role="organiser")
    with pytest.raises(Refused, match="Nora works elsewhere too"):
        make_link(nora, **by_ruth)
    with pytest.raises(Refused, match="Only an organiser of the club"):
        make_link(ruth, club=party.club, actor=create_user("Mallory").actor, at=AT)


def test_removing_an_organiser_ends_passwords_set_by_their_links_but_not_the_removers(party, ruth):
    nora, ivy, hanna = (create_user(name, club=party.club) for name in ("Nora", "Ivy", "Hanna"))
    for user in (ruth, ivy):
        use_link(make_link(user, club=party.club, actor=nora.actor, at=AT), at=AT)
        set_password(user, "four green old hats", at=AT)
    set_password(hanna, "four green old hats", at=AT)

    assert remove_organiser(party.club_id, nora.pk, actor=ruth.actor, at=AT) == ["Ivy"]

    rows = User.objects.filter(pk__in=[ruth.pk, ivy.pk, hanna.pk]).order_by("pk")
    assert [user.has_usable_password() for user in rows] == [True, False, True]


def test_a_database_error_while_adding_a_helper_is_raised(party, ruth, monkeypatch):
    def fail(**_columns):
        raise IntegrityError

    monkeypatch.setattr(Membership.objects, "create", fail)
    with pytest.raises(IntegrityError):
        add_helper(party.club_id, "Hanna", actor=ruth.actor, at=AT)
