from datetime import timedelta

import pytest
from django.db import IntegrityError

from party.models import Membership
from party.queries.evening.parties import home
from party.services import clubs
from party.services.accounts import users
from party.values.refusals import Refused
from tests.evening import AT, draw, enter, party_after_rounds, party_with

pytestmark = pytest.mark.django_db


def test_a_hand_for_a_closed_round_is_refused():
    party = party_after_rounds(1, players=4, rounds_planned=2)
    with pytest.raises(Refused, match="Round 1 is closed"):
        enter(party, "8hn9")


def test_tonights_party_is_the_one_in_play():
    played = party_with(players=4, name="Ours", starts_at=AT - timedelta(hours=2))
    party_with(players=4, name="Later", starts_at=AT)
    draw(played)
    tonight = home(played.club.memberships.get().user, AT + timedelta(minutes=5)).tonight
    assert tonight.name == "Ours"


def test_a_database_error_other_than_a_taken_name_is_raised():
    with pytest.raises(IntegrityError), users._account_write("Nobody", None):
        raise IntegrityError


def test_a_database_error_while_adding_a_helper_is_raised(monkeypatch):
    party = party_with(players=4)
    ruth = party.club.memberships.get().user

    def fail(**_columns):
        raise IntegrityError

    monkeypatch.setattr(Membership.objects, "create", fail)
    with pytest.raises(IntegrityError):
        clubs.add_helper(party.club_id, "Hanna", actor=ruth.actor, at=AT)
