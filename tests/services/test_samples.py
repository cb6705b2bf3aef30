from uuid import uuid4

import pytest

from party.engine import read_entry
from party.models import (
    Club,
    Entrant,
    Entry,
    LogLine,
    Membership,
    Party,
    Player,
    Record,
    Round,
    Series,
    User,
)
from party.queries.clubs import wants_sample
from party.services.clubs import add_helper, create_sample_club, remove_helper, remove_sample
from party.services.evening import rounds
from party.services.evening.parties import set_rounds
from party.services.scores import entries, records
from party.values.refusals import Refused
from tests.acts import ACTS
from tests.evening import AT, BY_PROGRAM, create_user, helper_of, party_with, spot, start
from tests.guard import setting_up
from tests.hands import WHOLE
from tests.records import store_records

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return party_with(4)


# Together these acts leave rows of every kind.
KINDS = (
    *("records attached", "card", "stand-in", "wish added", "tickets sold", "table closed"),
    *("printed", "series created", "players merged", "typed again", "seats swapped"),
    "prizes confirmed",
)


def as_sample(party):
    with setting_up():
        ruth = User.objects.get(name="Ruth")
        Membership.objects.filter(user=ruth).delete()
        own = Club.objects.create(name="Real club")
        Membership.objects.create(user=ruth, club=own, role="organiser")
        Membership.objects.create(user=ruth, club=party.club, role="organiser")
        Club.objects.filter(pk=party.club_id).update(is_sample=True)
    return ruth.actor


@pytest.mark.parametrize("verb", KINDS)
def test_all_rows_of_the_sample_are_deleted(verb):
    ACTS[verb][0]()
    mallorys = party_with(4, by=create_user("Mallory"))
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


def test_a_helper_of_the_sample_alone_is_deleted(party):
    actor = as_sample(party)
    helper_of(party)
    both = helper_of(party, "Ivy")
    with setting_up():
        away_club = Club.objects.create(name="Away club")
        Membership.objects.create(user=both, club=away_club, role="helper")
    remove_sample(party.club_id, actor=actor, at=AT)
    assert set(User.objects.values_list("name", flat=True)) == {"Ruth", "Ivy"}


def test_a_helper_in_the_log_of_another_club_stays(party):
    actor = as_sample(party)
    hanna = helper_of(party)
    other = party_with(4, by=create_user("Mallory"))
    set_rounds(other.pk, 5, actor=hanna.actor, at=AT)
    remove_sample(party.club_id, actor=actor, at=AT)
    assert User.objects.filter(pk=hanna.pk).exists()


def test_entries_of_an_undone_draw_are_deleted():
    party = party_with(8)
    actor, hanna = as_sample(party), helper_of(party).actor
    start(party)
    entries.save_hand(
        spot(party), read_entry(party.rules, "8hn9"), submission=uuid4(), actor=hanna, at=AT
    )
    entries.undo_hand(spot(party), actor=hanna, at=AT)
    store_records(party, WHOLE)
    row = Record.objects.get()
    records.remove_record(spot(party), 1, shown_record=row.pk, actor=hanna, at=AT)
    with setting_up():
        Entry.objects.update(checked_by_id=hanna.user_id, checked="same")
        Record.objects.update(actor_kind="user", actor_id=hanna.user_id)
    rounds.undo_draw(party.pk, actor=actor, at=AT)
    assert Entry.objects.filter(table=None).exists()
    assert Record.objects.get().table is None
    remove_sample(party.club_id, actor=actor, at=AT)
    assert not Entry.objects.exists()
    assert not Record.objects.exists()
    assert set(User.objects.values_list("name", flat=True)) == {"Ruth"}


@pytest.mark.parametrize("at_one_party", [True, False])
def test_the_name_of_a_removed_helper_can_be_used_again(party, at_one_party):
    by_ruth = {"actor": as_sample(party), "at": AT}
    only = party.pk if at_one_party else None
    hanna = add_helper(party.club_id, "Hanna", party_id=only, **by_ruth)
    remove_helper(party.club_id, hanna.pk, **by_ruth)
    remove_sample(party.club_id, **by_ruth)
    assert add_helper(Club.objects.get().pk, "Hanna", **by_ruth).is_active


def test_no_start_creates_a_removed_sample_again():
    assert wants_sample()
    party = party_with(4)
    assert not wants_sample()
    remove_sample(party.club_id, actor=as_sample(party), at=AT)
    assert not Party.objects.exists()
    assert not wants_sample()


def test_an_organiser_without_another_club_cannot_remove_the_sample(party):
    actor = as_sample(party)
    with setting_up():
        Membership.objects.exclude(club=party.club).delete()
    with pytest.raises(Refused, match="your only club"):
        remove_sample(party.club_id, actor=actor, at=AT)
    assert Party.objects.exists()


def test_a_club_that_is_not_the_sample_cannot_be_removed_as_a_sample(party):
    ruth = User.objects.get()
    with pytest.raises(Refused, match="Only the sample goes as a whole"):
        remove_sample(party.club_id, actor=ruth.actor, at=AT)
    assert Party.objects.exists()


def test_only_its_organiser_can_remove_the_sample():
    club = create_sample_club(create_user(), **BY_PROGRAM)
    with pytest.raises(Refused, match="Only an organiser"):
        remove_sample(club.pk, actor=create_user("Mallory").actor, at=AT)


def test_verbs_after_the_removal_are_refused(party):
    actor = as_sample(party)
    remove_sample(party.club_id, actor=actor, at=AT)
    with pytest.raises(Refused, match="was removed while you had this page open"):
        remove_sample(party.club_id, actor=actor, at=AT)
    with pytest.raises(Refused, match="was removed while you had this page open"):
        set_rounds(party.pk, 5, actor=actor, at=AT)
