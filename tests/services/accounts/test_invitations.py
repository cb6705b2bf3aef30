from datetime import timedelta

import pytest

from party.models import Invitation, LogLine, Membership, Party, SignInLink, User
from party.services.accounts import invitations
from party.services.accounts.invitations import (
    A_WEEK,
    accept_as_new_user,
    accept_invitation,
    create_invitation,
    revoke_invitation,
)
from party.services.accounts.users import make_link, use_link
from party.services.clubs import remove_organiser
from party.services.write import club_act
from party.values.refusals import Refused
from tests.evening import AT, create_user, helper_of, party_with
from tests.guard import setting_up

pytestmark = pytest.mark.django_db
SECRET = "four green old hats"
ORGANISER, HELPER = Membership.Role.ORGANISER, Membership.Role.HELPER


@pytest.fixture
def ruth(party):
    return party.club.memberships.get().user


@pytest.fixture
def party():
    return party_with(4)


def by_user(user):
    return {"actor": user.actor, "at": AT}


def invite(party, name="Nora", role=ORGANISER, **options):
    ruth = party.club.memberships.get(role=ORGANISER).user
    return create_invitation(party.club_id, name, role, **options, **by_user(ruth))


def memberships_of(user):
    return sorted(user.memberships.values_list("club__name", "role", "party__name"))


def test_an_invited_person_gets_an_account_and_the_log_names_the_inviter(party):
    token = invite(party)

    nora = accept_as_new_user(token, "Nora  Moe", SECRET, at=AT)

    assert nora.check_password(SECRET)
    assert (nora.name, memberships_of(nora)) == ("Nora Moe", [("Ruth's club", "organiser", None)])
    joined_line, invited_line = LogLine.objects.all()[:2]
    assert invited_line.words == "Nora is invited to run Ruth's club"
    assert invited_line.actor_label == "Ruth"
    assert joined_line.words == "Nora Moe accepted the invitation of Ruth to run Ruth's club"
    assert (joined_line.actor, joined_line.data["by"]) == (nora, invited_line.actor_id)


def test_helper_of_one_party_sees_no_other_party(party):
    other = party_with(4, club=party.club, name="Spring party")
    hanna = accept_as_new_user(
        invite(party, role=HELPER, party_id=party.pk), "Hanna", SECRET, at=AT
    )
    assert list(Party.objects.for_user(hanna)) == [party] != [other]
    assert LogLine.objects.filter(party=party).count() == 2


def test_a_member_of_another_club_accepts_with_the_same_account(party):
    mallory = create_user("Mallory")
    accept_invitation(invite(party, role=HELPER), mallory, at=AT)
    assert memberships_of(mallory) == [
        ("Mallory's club", "organiser", None),
        ("Ruth's club", "helper", None),
    ]


def test_joining_another_club_ends_links_and_sessions(party):
    mallory = create_user("Mallory")
    mallorys_party = party_with(4, by=mallory)
    hanna = helper_of(mallorys_party)
    session = hanna.get_session_auth_hash()
    token = make_link(hanna, club=mallorys_party.club, **by_user(mallory))
    accept_invitation(invite(party, "Hanna"), hanna, at=AT)
    assert User.objects.get(pk=hanna.pk).get_session_auth_hash() != session
    with pytest.raises(Refused, match="has been used"):
        use_link(token, at=AT)
    with pytest.raises(Refused, match="works elsewhere too"):
        make_link(hanna, club=mallorys_party.club, **by_user(mallory))
    assert not SignInLink.objects.filter(used_at=None).exists()


def test_a_helper_who_becomes_an_organiser_has_one_membership(party):
    hanna = helper_of(party)
    accept_invitation(invite(party, "Hanna"), hanna, at=AT)
    assert memberships_of(hanna) == [("Ruth's club", "organiser", None)]


def test_a_link_works_once_and_only_its_hash_is_stored(party):
    token = invite(party)
    assert token not in str(Invitation.objects.values().get())
    assert token not in str(list(LogLine.objects.values()))
    accept_as_new_user(token, "Nora", SECRET, at=AT)
    assert_refused(token)


def assert_refused(token, at=AT):
    """Every link that cannot be used is refused in the same sentence."""
    people = User.objects.count()
    ivy = create_user("Ivy")
    for attempt in (
        lambda: accept_as_new_user(token, "Eve", SECRET, at=at),
        lambda: accept_invitation(token, ivy, at=at),
    ):
        with pytest.raises(Refused, match="was used or taken back, or is too old"):
            attempt()
    assert User.objects.count() == people + 1


def test_old_or_unknown_invitation_is_refused(party):
    assert_refused(invite(party), at=AT + A_WEEK)
    assert_refused("nonsense")
    nora = accept_as_new_user(invite(party), "Nora", SECRET, at=AT + A_WEEK - timedelta(minutes=1))
    assert nora.memberships.get().club == party.club


@pytest.mark.parametrize("where", ["club", "party"])
def test_a_revoked_invitation_is_refused(ruth, party, where):
    only = {"party_id": party.pk} if where == "party" else {}
    token, row = invite(party, role=HELPER, **only), Invitation.objects.get()
    with pytest.raises(Refused, match="Only an organiser"):
        revoke_invitation(party.club_id, row.pk, **by_user(create_user("Mallory")))
    nora = create_user("Nora")
    with pytest.raises(Refused, match="was taken back already"):
        revoke_invitation(nora.memberships.get().club_id, row.pk, **by_user(nora))

    revoke_invitation(party.club_id, row.pk, **by_user(ruth))

    assert LogLine.objects.first().words == "The invitation of Nora is taken back"
    assert_refused(token)
    with pytest.raises(Refused, match="was taken back already"):
        revoke_invitation(party.club_id, row.pk, **by_user(ruth))


def test_an_invitation_revoked_during_its_use_is_refused(party, monkeypatch):
    token = invite(party)

    def revoke_first(*args):
        monkeypatch.setattr(invitations, "club_act", club_act)
        revoke_invitation_of_nora()
        return club_act(*args)

    monkeypatch.setattr(invitations, "club_act", revoke_first)
    with pytest.raises(Refused, match="is too old"):
        accept_as_new_user(token, "Nora", SECRET, at=AT)
    assert not User.objects.filter(name="Nora").exists()


def revoke_invitation_of_nora():
    ruth = User.objects.get(name="Ruth")
    row = Invitation.objects.get()
    revoke_invitation(row.club_id, row.pk, **by_user(ruth))


def test_an_invitation_still_works_after_a_member_tried_it(ruth, party):
    hanna, ivy = helper_of(party), helper_of(party, "Ivy")
    with setting_up():
        ivy.memberships.update(party=party)
    organiser_token, helper_token, this_party = (
        invite(party),
        invite(party, role=HELPER),
        {"party_id": party.pk},
    )
    party_helper_token = invite(party, role=HELPER, **this_party)
    for token, user in (
        (organiser_token, ruth),
        (helper_token, ruth),
        (helper_token, hanna),
        (party_helper_token, hanna),
    ):
        with pytest.raises(Refused, match="This link is for Nora"):
            accept_invitation(token, user, at=AT)
    with pytest.raises(Refused, match="You work here already"):
        accept_invitation(party_helper_token, ivy, at=AT)
    accept_invitation(helper_token, ivy, at=AT)
    assert memberships_of(ivy) == [("Ruth's club", "helper", None)]


@pytest.mark.parametrize(
    ("name", "password", "field"),
    [
        ("", SECRET, "name"),
        ("ruth", SECRET, "name"),
        ("ruth", "short", "name"),  # refused before anything is hashed
        ("nora@example.org", SECRET, "name"),
        ("Nora", "short", "password"),
        ("Nora Marchetti", "Nora.Marchetti", "password"),
    ],
)
def test_a_link_still_works_after_a_refused_name_or_password(party, name, password, field):
    token = invite(party)
    with pytest.raises(Refused) as error:
        accept_as_new_user(token, name, password, at=AT)
    assert {fault.field for fault in error.value.faults} == {field}
    accept_as_new_user(token, "Nora", SECRET, at=AT)


def test_a_user_with_a_taken_name_cannot_join(party):
    other = create_user("ruth")
    with pytest.raises(Refused, match="Somebody named ruth works here already"):
        accept_invitation(invite(party), other, at=AT)


def test_only_organisers_can_invite_and_only_to_their_own_parties(party):
    others = party_with(4, by=create_user("Mallory"))
    with pytest.raises(Refused, match="Only an organiser"):
        create_invitation(party.club_id, "Eve", ORGANISER, **by_user(helper_of(party)))
    with pytest.raises(Party.DoesNotExist):
        invite(party, role=HELPER, party_id=others.pk)


def test_helpers_invited_by_a_removed_organiser_need_a_new_link(party):
    ruth, nora = party.club.memberships.get().user, create_user("Nora", club=party.club)
    ida = accept_as_new_user(
        create_invitation(party.club_id, "Ida", HELPER, **by_user(nora)), "Ida", SECRET, at=AT
    )
    assert remove_organiser(party.club_id, nora.pk, **by_user(ruth)) == ["Ida"]
    ida.refresh_from_db()
    assert not ida.has_usable_password()


def test_links_that_a_removed_organiser_made_stop_working(party):
    ruth, nora = party.club.memberships.get().user, create_user("Nora", club=party.club)
    token = create_invitation(party.club_id, "Nora again", ORGANISER, **by_user(nora))
    link = make_link(helper_of(party), club=party.club, **by_user(nora))
    remove_organiser(party.club_id, nora.pk, **by_user(ruth))
    assert_refused(token)
    with pytest.raises(Refused, match="has been used"):
        use_link(link, at=AT)
