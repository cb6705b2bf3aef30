import pytest

from party.models import LogLine, Party
from party.queries.evening.parties import plan_of
from party.queries.log.undo import undos
from party.services.evening.parties import create_party
from party.services.evening.rounds import finish
from party.services.hall.guests import set_guest_access
from party.services.log.undo import undo_line
from tests.evening import BY_PROGRAM, create_user, party_after_rounds, party_with
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


def stored_settings(party):
    party = Party.objects.get(pk=party.pk)
    return party.guests, party.guest_names, party.guest_standings


def test_settings_for_guests_are_stored_logged_and_undone():
    party = party_with(4)
    set_guest_access(party.pk, is_open=True, names="full", standings="top", **BY_PROGRAM)
    assert stored_settings(party) == (True, "full", "top")
    line = LogLine.objects.get(verb="guests changed")
    assert undos(party, [line])[line.pk].effects == (
        "Guests may look: yes → no.",
        "Names for guests: full names → first name and initial: Alma R.",
        "Standings for guests: the first ten → not shown.",
    )
    undo_line(party.pk, line.pk, **BY_PROGRAM)
    assert stored_settings(party) == (False, "short", "none")


def test_the_web_address_of_the_hall_is_fixed_once_phones_use_it_and_is_not_undone():
    party = party_with(4)
    options = {"is_open": True, "standings": "none", **BY_PROGRAM}
    set_guest_access(party.pk, names="full", address="http://10.0.0.1", **options)
    set_guest_access(party.pk, names="short", address="http://10.0.0.2", **options)
    undo_line(party.pk, LogLine.objects.first().pk, **BY_PROGRAM)
    assert Party.objects.get(pk=party.pk).hall_address == "http://10.0.0.2"
    with setting_up():
        Party.objects.filter(pk=party.pk).update(phones=True)
    set_guest_access(party.pk, names="short", address="http://10.0.0.3", **options)
    assert Party.objects.get(pk=party.pk).hall_address == "http://10.0.0.2"


def test_unchanged_settings_are_not_logged():
    party = party_with(4)
    set_guest_access(party.pk, is_open=False, names="short", standings="none", **BY_PROGRAM)
    assert not LogLine.objects.filter(verb="guests changed").exists()


def test_settings_for_guests_can_be_changed_after_the_finish():
    party = party_after_rounds(1, 8, rounds_planned=1)
    finish(party.pk, **BY_PROGRAM)
    set_guest_access(party.pk, is_open=True, names="short", standings="all", **BY_PROGRAM)
    assert stored_settings(party) == (True, "short", "all")


def test_a_new_party_copies_the_settings_of_the_last_party():
    party = party_with(4, guests=True, guest_standings="all", phones=True)
    new_party = create_party(party.club_id, plan_of(party), source_party_id=party.pk, **BY_PROGRAM)
    assert stored_settings(new_party) == (True, "short", "all")
    assert new_party.phones


def test_a_new_party_copies_nothing_from_another_club():
    other = party_with(4, by=create_user("Mallory"), guests=True)
    party = party_with(4)
    new_party = create_party(party.club_id, plan_of(party), source_party_id=other.pk, **BY_PROGRAM)
    assert stored_settings(new_party) == (False, "short", "none")
