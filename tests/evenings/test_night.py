from random import Random

import pytest

from party.models import LogLine, Party, Round
from party.services.evening.rounds import ring_bell, seat_next_round
from party.services.people.arrivals import go_home
from party.services.people.players import rename_entrant
from party.values.accounts import PROGRAM
from tests.evening import AT, BY_PROGRAM, party_after_rounds
from tests.evenings.night import CheckError, Night
from tests.guard import setting_up


@pytest.fixture
def party(db):
    return party_after_rounds(2, 9, rounds_planned=4)


@pytest.fixture
def night(party):
    return Night(party.pk, Random(1), PROGRAM, AT)


def write_log_line(party):
    LogLine.objects.create(club=party.club, party=party, verb="x", words="Something", at=AT)


def test_the_log_line_is_in_the_story(night, party):
    night.run(rename_entrant, party.pk, party.entrants.first().pk, "Alma R")

    assert night.story_lines == ["  Alma is now Alma R"]


def test_a_verb_without_a_line_in_the_log_is_found(night, party):
    def rename_entrant(*_, **__):
        return None

    with pytest.raises(CheckError, match="rename_entrant wrote 0 lines into the log"):
        night.run(rename_entrant)


def test_a_log_line_of_a_verb_that_changed_nothing_is_found(night, party):
    with pytest.raises(CheckError, match="rename_entrant wrote 1 lines into the log"):
        night.run(rename_entrant, party.pk, party.entrants.first().pk, "Alma R", is_unchanged=True)


def test_a_verb_that_does_not_raise_the_revision_is_found(night, party):
    def rename_entrant(**_):
        write_log_line(party)

    with (
        setting_up(),
        pytest.raises(CheckError, match="rename_entrant did not raise the revision"),
    ):
        night.run(rename_entrant)


def test_a_missing_refusal_is_found(night, party):
    with pytest.raises(CheckError, match="go_home was not refused"):
        night.expect_refusal(go_home, party.pk, party.entrants.first().pk)


def test_an_unexpected_refusal_is_found(night, party):
    with pytest.raises(CheckError, match="ring_bell was refused: Round 2 is not being played"):
        night.run(ring_bell, party.pk)


def test_a_refusal_is_in_the_story(night, party):
    night.expect_refusal(ring_bell, party.pk)

    assert night.story_lines == ["  Refused: Round 2 is not being played."]


def test_a_refused_verb_with_changes_is_found(night, party):
    def half_done(**_):
        Party.objects.update(rounds_planned=9)
        ring_bell(party.pk, **BY_PROGRAM)

    with setting_up(), pytest.raises(CheckError, match="half_done was refused, but changed party"):
        night.expect_refusal(half_done)


def test_a_refused_verb_with_a_log_line_is_found(night, party):
    def half_done(**_):
        write_log_line(party)
        ring_bell(party.pk, **BY_PROGRAM)

    with (
        setting_up(),
        pytest.raises(CheckError, match="half_done was refused, but changed the log"),
    ):
        night.expect_refusal(half_done)


def test_an_incomplete_undo_is_found(night, party):
    def undo_draw(*_, **__):
        Round.objects.filter(party=party, number=3).delete()
        Party.objects.update(revision=99, rounds_planned=9)
        write_log_line(party)

    with (
        setting_up(),
        pytest.raises(CheckError, match="undo_draw did not bring back"),
    ):
        night.run_and_undo(seat_next_round, undo_draw)
