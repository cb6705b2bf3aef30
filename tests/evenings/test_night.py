"""A night finds the verb that says one thing and does another."""

from random import Random

import pytest

from party.models import LogLine, Party, Round
from party.services.evening.rounds import ring_bell, seat_next_round
from party.services.people.arrivals import go_home
from party.services.people.players import rename
from party.values.accounts import PROGRAM
from tests.evening import AT, party_with, play_rounds
from tests.evenings.night import Broken, Night
from tests.guard import setting_up


@pytest.fixture
def played(db):
    party = party_with(9, rounds_planned=4)
    play_rounds(party, 2)
    return party


@pytest.fixture
def night(played):
    return Night(played.pk, Random(1), PROGRAM, AT)


def log_line(party):
    LogLine.objects.create(club=party.club, party=party, verb="x", words="Something", at=AT)


def test_what_is_done_is_told(night, played):
    night.do(rename, played.pk, played.entrants.first().pk, "Alma R")

    assert night.told == ["  Alma is now Alma R"]


def test_a_verb_without_a_line_in_the_log_is_found(night, played):
    def rename(*_, **__):
        return None

    with pytest.raises(Broken, match="rename wrote 0 lines into the log"):
        night.do(rename)


def test_a_verb_that_logs_what_is_no_news_is_found(night, played):
    with pytest.raises(Broken, match="rename wrote 1 lines into the log"):
        night.do(rename, played.pk, played.entrants.first().pk, "Alma R", no_news=True)


def test_a_verb_that_does_not_raise_the_revision_is_found(night, played):
    def rename(**_):
        log_line(played)

    with setting_up(), pytest.raises(Broken, match="rename did not raise the revision"):
        night.do(rename)


def test_what_should_have_been_refused_is_found(night, played):
    with pytest.raises(Broken, match="go_home was not refused"):
        night.refused(go_home, played.pk, played.entrants.first().pk)


def test_what_should_not_have_been_refused_is_found(night, played):
    with pytest.raises(Broken, match="ring_bell was refused: Round 2 is not being played"):
        night.do(ring_bell, played.pk)


def test_what_is_refused_is_told(night, played):
    night.refused(ring_bell, played.pk)

    assert night.told == ["  Refused: Round 2 is not being played."]


def test_a_refusal_that_leaves_a_trace_is_found(night, played):
    def half_done(**_):
        Party.objects.update(rounds_planned=9)
        ring_bell(played.pk, actor=PROGRAM, at=AT)

    with setting_up(), pytest.raises(Broken, match="half_done was refused, but changed party"):
        night.refused(half_done)


def test_a_refusal_that_is_logged_is_found(night, played):
    def half_done(**_):
        log_line(played)
        ring_bell(played.pk, actor=PROGRAM, at=AT)

    with setting_up(), pytest.raises(Broken, match="half_done was refused, but changed the log"):
        night.refused(half_done)


def test_an_undo_that_forgets_something_is_found(night, played):
    def undo_draw(*_, **__):
        Round.objects.filter(party=played, number=3).delete()
        Party.objects.update(revision=99, rounds_planned=9)
        log_line(played)

    with (
        setting_up(),
        pytest.raises(Broken, match="undo_draw did not bring back"),
    ):
        night.undone(seat_next_round, undo_draw)
