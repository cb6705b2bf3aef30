import pytest

from party.models import Club, LogLine, Membership, Party, User
from party.models.accounts import user_actor
from party.services.accounts.users import make_link, set_password, use_link
from party.services.clubs import add_helper, remove_helper
from party.values.refusals import Refused
from tests.evening import AT, helper_of, party_with, person
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


def test_helper_of_a_club_sees_every_party():
    party = party_with()
    ruth = party.club.memberships.get().user

    hanna = add_helper(party.club_id, "Hanna", actor=user_actor(ruth), at=AT)

    assert hanna.memberships.get().role == Membership.Role.HELPER
    assert party in Party.objects.for_user(hanna)
    assert LogLine.objects.get().words == "Hanna helps at Ruth's club"
    assert use_link(make_link(hanna, actor=user_actor(ruth), at=AT), at=AT) == hanna


def test_helper_of_one_party_sees_no_other():
    party, other = party_with(), party_with()
    ruth = party.club.memberships.get().user

    hanna = add_helper(party.club_id, "Hanna", actor=user_actor(ruth), at=AT, party_id=party.pk)

    assert list(Party.objects.for_user(hanna)) == [party]
    assert other.club == party.club


@pytest.mark.parametrize("name", ["", "hanna@example.org", "ruth", "x" * 81])
def test_helpers_name_is_refused(name):
    party = party_with()
    ruth = party.club.memberships.get().user
    with pytest.raises(Refused) as refused:
        add_helper(party.club_id, name, actor=user_actor(ruth), at=AT)
    assert refused.value.faults[0].field == "name"


def test_only_organisers_of_the_club_say_who_helps():
    party = party_with()
    hanna, mallory = helper_of(party), person("Mallory")
    for stranger in (hanna, mallory):
        with pytest.raises(Refused, match="Only an organiser"):
            add_helper(party.club_id, "Ivy", actor=user_actor(stranger), at=AT)
        with pytest.raises(Refused, match="Only an organiser"):
            remove_helper(party.club_id, hanna.pk, actor=user_actor(stranger), at=AT)


def test_removed_helper_is_shut_out():
    party = party_with()
    ruth = party.club.memberships.get().user
    hanna = helper_of(party)

    remove_helper(party.club_id, hanna.pk, actor=user_actor(ruth), at=AT)

    hanna.refresh_from_db()
    assert not hanna.is_active
    assert not Party.objects.for_user(hanna).exists()
    with pytest.raises(Refused, match="does not help here"):
        remove_helper(party.club_id, hanna.pk, actor=user_actor(ruth), at=AT)
    with pytest.raises(Refused, match="does not help here"):
        remove_helper(party.club_id, ruth.pk, actor=user_actor(ruth), at=AT)


def test_helper_of_two_clubs_is_shut_out_of_one():
    party = party_with()
    ruth = party.club.memberships.get().user
    hanna = helper_of(party)
    with setting_up():
        Membership.objects.create(user=hanna, club=Club.objects.create(), role="helper")

    remove_helper(party.club_id, hanna.pk, actor=user_actor(ruth), at=AT)

    hanna.refresh_from_db()
    assert hanna.is_active
    assert not Party.objects.for_user(hanna).exists()


def test_link_of_a_removed_helper_opens_nothing():
    party = party_with()
    ruth = party.club.memberships.get().user
    hanna = add_helper(party.club_id, "Hanna", actor=user_actor(ruth), at=AT)
    token = make_link(hanna, actor=user_actor(ruth), at=AT)
    remove_helper(party.club_id, hanna.pk, actor=user_actor(ruth), at=AT)
    add_helper(party.club_id, "Hanna", actor=user_actor(ruth), at=AT)

    with pytest.raises(Refused, match="has been used"):
        use_link(token, at=AT)
    with pytest.raises(Refused, match="works for no club"):
        make_link(hanna, actor=user_actor(ruth), at=AT)


def test_two_clubs_may_each_have_a_hanna():
    party, mallory = party_with(), person("Mallory")
    hanna = helper_of(party)
    club = mallory.memberships.get().club

    other = add_helper(club.pk, "Hanna", actor=user_actor(mallory), at=AT)

    assert other.pk != hanna.pk
    with pytest.raises(Refused, match="Somebody named hanna works here already"):
        add_helper(club.pk, "hanna", actor=user_actor(mallory), at=AT)


def test_name_of_a_removed_helper_comes_back_without_the_old_password():
    party = party_with()
    ruth = party.club.memberships.get().user
    hanna = add_helper(party.club_id, "Hanna", actor=user_actor(ruth), at=AT)
    set_password(hanna, "four green old hats", at=AT)
    remove_helper(party.club_id, hanna.pk, actor=user_actor(ruth), at=AT)

    again = add_helper(party.club_id, "hanna", actor=user_actor(ruth), at=AT)

    assert (again.name, again.is_active) == ("hanna", True)
    assert User.objects.signing_in("Hanna") == again != hanna
    assert not again.has_usable_password()
