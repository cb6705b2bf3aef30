"""A sample club goes with all that is in it, and takes nothing else along."""

import pytest

from party.models import Club, Entrant, LogLine, Membership, Party, Player, Round, Series, User
from party.models.accounts import user_actor
from party.services.clubs import create_sample_club, remove_sample
from party.services.evening.parties import set_rounds
from party.values.accounts import PROGRAM
from party.values.refusals import Refused
from tests.acts import ACTS
from tests.evening import AT, helper_of, party_with, person
from tests.guard import setting_up

pytestmark = pytest.mark.django_db

# Acts that leave rows of every kind behind.
KINDS = (
    *("records attached", "card", "stand-in", "wish added", "tickets sold", "prizes confirmed"),
    *("printed", "series created", "merged", "second look", "seats swapped", "table closed"),
)


def as_sample(party):
    """Turn the club of this party into a sample, and give its organiser a real one."""
    with setting_up():
        ruth = User.objects.get(name="Ruth")
        Membership.objects.filter(user=ruth).delete()
        own = Club.objects.create(name="Real club")
        Membership.objects.create(user=ruth, club=own, role="organiser")
        Membership.objects.create(user=ruth, club=party.club, role="organiser")
        Club.objects.filter(pk=party.club_id).update(is_sample=True)
    return user_actor(ruth)


@pytest.mark.parametrize("verb", [verb for verb in KINDS if verb in ACTS])
def test_everything_in_it_goes(verb):
    ACTS[verb][0]()
    mallorys = party_with(4, by=person("Mallory"))
    actor = as_sample(Party.objects.exclude(pk=mallorys.pk).first())
    sample = Club.objects.get(is_sample=True)

    remove_sample(sample.pk, actor=actor, at=AT)

    assert Party.objects.get() == mallorys
    assert not Club.objects.filter(is_sample=True).exists()
    for rows in (Player.objects, Entrant.objects):
        assert rows.count() == 4
    assert not Round.objects.exists()
    assert not Series.objects.exists()
    assert LogLine.objects.get().words == "The sample evening is removed"
    assert LogLine.objects.get().club.name == "Real club"


def test_whoever_helped_only_there_goes_with_it():
    party = party_with(4)
    actor = as_sample(party)
    helper_of(party)
    both = helper_of(party, "Ivy")
    with setting_up():
        away = Club.objects.create(name="Away club")
        Membership.objects.create(user=both, club=away, role="helper")
    remove_sample(party.club_id, actor=actor, at=AT)
    assert set(User.objects.values_list("name", flat=True)) == {"Ruth", "Ivy"}


def test_whoever_the_log_of_another_club_knows_stays():
    party = party_with(4)
    actor = as_sample(party)
    hanna = helper_of(party)
    other = party_with(4, by=person("Mallory"))
    set_rounds(other.pk, 5, actor=user_actor(hanna), at=AT)
    remove_sample(party.club_id, actor=actor, at=AT)
    assert User.objects.filter(pk=hanna.pk).exists()


def test_a_real_club_never_goes():
    party = party_with(4)
    ruth = User.objects.get()
    with pytest.raises(Refused, match="Only the sample can be removed"):
        remove_sample(party.club_id, actor=user_actor(ruth), at=AT)
    assert Party.objects.exists()


def test_only_its_organiser_removes_it():
    club = create_sample_club(person(), actor=PROGRAM, at=AT)
    with pytest.raises(Refused, match="Only an organiser"):
        remove_sample(club.pk, actor=user_actor(person("Mallory")), at=AT)


def test_a_second_press_and_a_late_hand_find_it_gone():
    party = party_with(4)
    actor = as_sample(party)
    remove_sample(party.club_id, actor=actor, at=AT)
    with pytest.raises(Refused, match="removed meanwhile"):
        remove_sample(party.club_id, actor=actor, at=AT)
    with pytest.raises(Refused, match="removed meanwhile"):
        set_rounds(party.pk, 5, actor=actor, at=AT)
