from datetime import timedelta

import pytest

from party.queries.evening.parties import home, parties_of, plan_rows
from tests.evening import AT, create_user, draw, party_with

pytestmark = pytest.mark.django_db


def test_users_see_only_the_parties_of_their_club_and_the_latest_is_first(
    django_assert_num_queries,
):
    ruth, mallory = create_user(), create_user("Mallory")
    first, second = (party_with(4, by=ruth, name=name) for name in ("First", "Second"))
    other = party_with(4, by=mallory)
    with django_assert_num_queries(1):
        assert [each.party.pk for each in parties_of(ruth)] == [second.pk, first.pk]
    assert [each.party.pk for each in parties_of(mallory)] == [other.pk]


def test_the_plan_states_the_points_for_sitting_out_and_what_ends_a_round():
    party = party_with(4, "iowa")
    party.format = party.format.replace(
        hands_counted="at_head", sit_out_credit="fixed", sit_out_points=120
    )
    rows = dict(plan_rows(party))
    assert rows["Sitting out counts"] == "120 points"
    assert rows["Hands in a round"] == (
        f"{party.format.hands_per_round} at the head table, then it rings; others finish the hand "
        "they are on"
    )


def test_the_party_in_play_is_shown_as_the_party_of_tonight():
    played = party_with(players=4, name="Ours", starts_at=AT - timedelta(hours=2))
    party_with(players=4, name="Later", starts_at=AT)
    draw(played)
    tonight = home(played.club.memberships.get().user, AT + timedelta(minutes=5)).tonight
    assert tonight is not None
    assert tonight.party.name == "Ours"
