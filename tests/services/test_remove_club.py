import pytest

from party.models import Club, LogLine, Membership, Party, Player, User
from party.services import clubs
from party.services.accounts.invitations import create_invitation
from party.values.refusals import Refused
from tests.evening import (
    AT,
    create_user,
    helper_of,
    party_after_rounds,
    party_with,
    start,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


def remove_club(club, by):
    clubs.remove_club(club.pk, actor=by.actor, at=AT)


@pytest.fixture
def ruth():
    return create_user()


@pytest.fixture
def party(ruth):
    return party_after_rounds(1, 4, by=ruth)


def test_all_rows_of_the_club_are_deleted_and_the_other_club_stays(ruth, party):
    helper_of(party)
    create_invitation(party.club_id, "Nora", "organiser", actor=ruth.actor, at=AT)
    clubs.create_sample_club(ruth, actor=ruth.actor, at=AT)
    mallory = create_user("Mallory")
    other = party_with(4, by=mallory)

    remove_club(party.club, ruth)

    assert [*Club.objects.all()] == [other.club]
    assert [*User.objects.all()] == [mallory]
    assert [*Party.objects.all()] == [other]
    assert Player.objects.count() == 4
    assert not LogLine.objects.exclude(club=other.club).exists()


def test_an_account_that_belongs_to_another_club_stays(ruth, party):
    second = create_user("Second").memberships.get().club
    with setting_up():
        Membership.objects.create(user=ruth, club=second, role="organiser")

    remove_club(party.club, ruth)

    ruth.refresh_from_db()
    assert ruth.is_active
    line = LogLine.objects.get(verb="club removed")
    assert (line.club, line.words) == (second, "Ruth's club is removed")


def test_a_club_where_the_organiser_is_only_a_helper_gets_no_log_line(ruth, party):
    second = create_user("Second").memberships.get().club
    with setting_up():
        Membership.objects.create(user=ruth, club=second, role="helper")

    remove_club(party.club, ruth)

    assert not LogLine.objects.filter(verb="club removed").exists()


def test_an_account_with_lines_in_the_log_of_another_club_is_closed_but_kept(ruth, party):
    other = create_user("Second").memberships.get().club
    with setting_up():
        LogLine.objects.create(
            club=other, verb="x", words="x", actor=ruth, actor_kind="user", at=AT
        )

    remove_club(party.club, ruth)

    ruth.refresh_from_db()
    assert (ruth.is_active, ruth.sign_outs) == (False, 1)


def test_helpers_cannot_remove_a_club_and_nobody_can_remove_a_club_during_a_round(ruth, party):
    sample = clubs.create_sample_club(ruth, actor=ruth.actor, at=AT)
    for user in (helper_of(party), create_user("Mallory")):
        with pytest.raises(Refused, match="Only an organiser of the club can remove the club"):
            remove_club(party.club, user)
    with pytest.raises(Refused, match="This is the sample: remove it on the first page"):
        remove_club(sample, ruth)
    start(party_with(4, club=party.club, name="Spring party"))
    with pytest.raises(Refused, match="Round 1 of Spring party is going on: remove Ruth's club"):
        remove_club(party.club, ruth)
    assert Club.objects.filter(pk=party.club_id).exists()
