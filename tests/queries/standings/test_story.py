import pytest

from party.models import Party
from party.queries.hall.guests import guest_evening, party_of_guests
from party.queries.standings.standings import standings
from party.queries.standings.story import story
from party.services.evening import rounds
from party.views.papers.standings import standings_to_post
from tests.evening import (
    BY_PROGRAM,
    close,
    enter,
    party_after_rounds,
    start_next_round,
    started_party,
)
from tests.guard import setting_up
from tests.prize_giving import reveal

pytestmark = pytest.mark.django_db


def finished(**fields):
    party = started_party(8, rounds_planned=2, **fields)
    enter(party, "9hn9 9hn9 9hn9 9hn9", 1)
    enter(party, "8he8 7se8 7se7 7se7", 2)
    close(party)
    start_next_round(party)
    enter(party, "7sn7 7sn7 7sn7 7se7", 1)
    enter(party, "10hn10 7se7 7se7 7se7", 2)
    close(party)
    rounds.finish(party.pk, **BY_PROGRAM)
    return Party.objects.get(pk=party.pk)


def test_the_story_of_a_finished_party_has_three_sentences():
    party = finished()
    assert len(party.story) == len(story(party)) == 3
    winner = standings(party).lines[0]
    assert any(str(winner.person) in sentence for sentence in story(party))


def test_the_stories_of_two_parties_of_a_club_are_of_different_kinds():
    first = finished()
    second = finished(club=first.club, name="The next")
    assert {*first.story} != {*second.story}


def test_a_reopened_party_loses_its_story_until_the_party_is_finished_again():
    party = finished()
    rounds.reopen_party(party.pk, **BY_PROGRAM)
    assert Party.objects.get(pk=party.pk).story == []
    rounds.finish(party.pk, **BY_PROGRAM)
    assert Party.objects.get(pk=party.pk).story == party.story


@pytest.mark.parametrize("credit", ["wins_only", "both"])
def test_a_story_mentions_no_lead_in_points_if_rounds_won_decide(credit):
    party = finished()
    with setting_up():
        changes = {"round_credit": credit, "sit_out_credit": "fixed"}
        party.format_values = party.format.replace(**changes).values()
        party.story = ["won", "close finish", "led throughout"]
        party.save()
    party = Party.objects.get(pk=party.pk)
    assert not any("won with" in each or "separated" in each for each in story(party))


def test_the_wall_shows_the_story_after_the_finish_but_guests_only_after_the_reveal():
    party = party_after_rounds(1, 8, rounds_planned=1, guests=True, guest_standings="all")
    assert guest_evening(party_of_guests(party.code)).story == ()
    assert standings_to_post(party).story == ""
    rounds.finish(party.pk, **BY_PROGRAM)
    party = Party.objects.get(pk=party.pk)
    assert guest_evening(party_of_guests(party.code)).story == ()
    assert standings_to_post(party).story == " ".join(story(party))
    reveal(party)
    assert guest_evening(party_of_guests(party.code)).story
