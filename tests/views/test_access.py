import pytest
from django.http import Http404
from django.test import RequestFactory

from party.models import Club, Membership, Party, User
from party.views.access import can_organise, party_or_404
from tests.evening import party_with
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("memberships", "role"),
    [
        ([], None),
        ([("organiser", "here", None)], "organiser"),
        ([("helper", "here", None)], "helper"),
        ([("helper", "here", "this")], "helper"),
        ([("helper", "here", "other")], None),
        ([("helper", "here", "other"), ("helper", "here", "this")], "helper"),
        ([("helper", "here", None), ("helper", "here", "this")], "helper"),
        ([("organiser", "here", None), ("helper", "here", "this")], "organiser"),
        ([("organiser", "away", None)], None),
        ([("organiser", "away", None), ("helper", "here", "this")], "helper"),
        ([("helper", "away", "this")], None),
    ],
)
def test_memberships_decide_who_sees_the_party(memberships, role, django_assert_num_queries):
    this, other = party_with(), party_with()
    parties = {None: None, "this": this, "other": other}
    with setting_up():
        clubs = {"here": this.club, "away": Club.objects.create(name="Away")}
        user = User.objects.create(name="Hanna")
        for member_role, club, party_name in memberships:
            fields = {"role": member_role, "club": clubs[club], "party": parties[party_name]}
            Membership.objects.create(user=user, **fields)
    request = RequestFactory().get("/")
    request.user = user

    assert Party.objects.for_user(user).filter(pk=this.pk).exists() is (role is not None)
    with django_assert_num_queries(1):
        if role is None:
            with pytest.raises(Http404):
                party_or_404(request, this.pk)
            return
        found = party_or_404(request, this.pk)
        assert found.club == this.club
        assert can_organise(request, found) is (role == "organiser")
