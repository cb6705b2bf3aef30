import pytest

from party.engine import read_entry
from party.models import Entry, LogLine, Round
from party.queries.evening.rounds import latest_round, live, night
from party.queries.scores.tables import table_scores
from party.queries.standings.standings import standings
from party.services.evening import rounds
from party.services.scores import second_look
from party.values.evening.live import OpenRound, Stage
from party.values.refusals import Refused
from party.values.standings.standings import RoundKind
from tests.evening import (
    AT,
    BY_PROGRAM,
    enter,
    party_after_rounds,
    party_with,
    play_rounds,
    refusal,
    reload_party,
    report_ahead,
    run_verb,
    seat_next,
    spot,
    start,
    started_party,
)
from tests.once import once

pytestmark = pytest.mark.django_db


def finish(party, still_open=None):
    run_verb(rounds.finish, party, still_open=still_open)


@once
def party_in_round(number=3, players=12, **fields):
    """Return a party in a round: table 1 is complete, table 2 has one hand, table 3 none."""
    party = party_with(players, rounds_planned=8, **fields)
    if number > 1:
        play_rounds(party, number - 1)
        seat_next(party)
    start(party)
    enter(party, "8hn9 7ce7 7sn6 9dw9")
    enter(party, "8hn9", table=2)
    return party


def totals(party):
    return {line.person.number: line.total for line in standings(reload_party(party)).lines}


def test_a_round_without_hands_is_deleted():
    party = party_after_rounds(2, 8, rounds_planned=5)
    seat_next(party)
    finish(party)
    assert (reload_party(party).rounds_planned, reload_party(party).finished_at) == (2, AT)
    assert party.rounds.count() == 2


def test_a_party_without_closed_rounds_cannot_finish():
    party = started_party(8)
    assert refusal(rounds.finish, party) == "No round has been played yet."
    assert party.rounds.count() == 1


def test_finishing_during_a_round_with_hands_needs_a_choice():
    party = party_in_round()
    assert refusal(rounds.finish, party) == "Round 3 is under way. Say whether it counts."
    assert reload_party(party).finished_at is None


def test_an_open_round_can_count_with_its_hands():
    party = party_in_round()
    finish(party, OpenRound.COUNTS)
    assert (reload_party(party).rounds_planned, latest_round(party).state) == (
        3,
        Round.State.CLOSED,
    )
    scores = table_scores(party, 3)
    assert [(each.hands, each.why_short) for each in scores.values()] == [
        (None, ""),
        (1, "the party was finished"),
        (0, "the party was finished"),
    ]
    kinds = {
        line.rounds[2].table: line.rounds[2].kind for line in standings(reload_party(party)).lines
    }
    assert kinds == {1: RoundKind.PLAYED, 2: RoundKind.PLAYED, 3: RoundKind.NOT_PLAYED}
    words = "Finished after 3 rounds; round 3 counts as it stood: "
    words += "table 2 after 1 hand, table 3 after 0 hands"
    assert LogLine.objects.get(verb="finished").words == words


def test_a_complete_open_round_counts():
    party = started_party(4, rounds_planned=8)
    enter(party, "8hn9 7ce7 7sn6 9dw9")
    finish(party, OpenRound.COUNTS)
    assert LogLine.objects.get(verb="finished").words.endswith("round 1 counts as it stood")


def test_a_tie_in_the_last_round_needs_no_cut():
    party = started_party(4, rounds_planned=8)
    enter(party, "8hn9 8he9 7sn7 7se7")
    finish(party, OpenRound.COUNTS)
    assert night(reload_party(party)).stage == Stage.FINISHED


def test_a_table_on_final_cards_waits_for_its_cards():
    party = started_party(8, rounds_planned=8, capture="cards")
    report_ahead(party, "NS")
    finish(party, OpenRound.COUNTS)
    assert {line.rounds[0].kind for line in standings(reload_party(party)).lines} == {
        RoundKind.NO_CARD
    }


def test_a_round_left_open_does_not_count_and_keeps_its_hands():
    party = party_in_round()
    before = Entry.objects.in_force().count()
    after_two = totals(party)
    finish(party, OpenRound.LEFT)
    party = reload_party(party)
    assert (party.rounds_planned, night(party).round_number) == (2, 2)
    assert [table.score.saved for table in live(party).tables] == [4, 4, 4]
    assert totals(party) == after_two
    assert Entry.objects.in_force().count() == before
    words = "Finished after 2 rounds; round 3 was still on and does not count"
    assert LogLine.objects.get(verb="finished").words == words


def test_a_round_left_open_goes_on_after_reopening():
    party = party_in_round()
    finish(party, OpenRound.LEFT)
    rounds.reopen_party(party.pk, **BY_PROGRAM)
    party = reload_party(party)
    assert (night(party).stage, night(party).round_number) == (Stage.PLAYING, 3)
    assert party.rounds_planned == 8
    enter(party, "7ce7", table=2)
    assert table_scores(party, 3)[2].saved == 2


def test_the_first_round_cannot_be_left_open():
    party = party_in_round(number=1)
    assert (
        refusal(rounds.finish, party, still_open=OpenRound.LEFT) == "No round has been played yet."
    )


def test_two_different_results_of_a_hand_block_the_finish():
    party = party_in_round()
    (entry,) = Entry.objects.in_force().filter(table__round__number=3, table__number=2)
    other_version = [read_entry(party.rules, "8hn8")]
    second_look.type_again(spot(party, 2), other_version, shown_entries=[entry.pk], **BY_PROGRAM)
    assert "Table 2: two different results came in" in refusal(
        rounds.finish, party, still_open=OpenRound.COUNTS
    )
    assert table_scores(party, 3)[3].hands is None
    finish(party, OpenRound.LEFT)


def test_a_finished_party_is_reopened():
    party = party_after_rounds(1, 4, rounds_planned=1)
    finish(party)
    rounds.reopen_party(party.pk, **BY_PROGRAM)
    assert night(reload_party(party)).stage == Stage.OVER
    with pytest.raises(Refused, match="is not finished"):
        rounds.reopen_party(party.pk, **BY_PROGRAM)
