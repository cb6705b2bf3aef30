import pytest

from party.models import Entry
from party.services.evening import rounds
from party.services.scores import entries, tables
from party.values.refusals import Refused
from party.views.papers.seat_cards import card_sheet
from party.views.papers.standings import standings_to_post
from tests.evening import (
    BY_PROGRAM,
    correct,
    enter,
    enter_total,
    party_after_rounds,
    party_with,
    refusal,
    set_people,
    spot,
    start_next_round,
    started_party,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


def test_a_start_before_the_draw_is_refused():
    party = party_with(players=8)
    assert refusal(rounds.start_round, party) == "The seats are not drawn yet."


def test_closed_round_is_reopened_before_its_seats_change():
    party = party_after_rounds(1, players=8, rounds_planned=2)
    for verb in (rounds.undo_draw, rounds.reseat_round):
        assert refusal(verb, party) == "Round 1 is closed. Reopen it first."


def test_next_round_needs_four_people():
    party = party_after_rounds(1, players=4, rounds_planned=2)
    set_people(party, 1, state="left")
    assert "needs four people" in refusal(rounds.seat_next_round, party)


def test_undone_hand_of_a_table_that_closes_keeps_its_row():
    party = party_after_rounds(1, players=8, rounds_planned=2)
    start_next_round(party)
    enter(party, "8hn9", table=2)
    entries.undo_hand(spot(party, 2), **BY_PROGRAM)
    set_people(party, 1, 2, 3, 4, state="left")
    rounds.reseat_round(party.pk, **BY_PROGRAM)
    assert Entry.objects.get(table=None).status == Entry.Status.UNDONE


def test_table_that_was_not_played_takes_neither_hands_nor_a_total():
    party = started_party(players=8)
    tables.finish_table(spot(party), **BY_PROGRAM, reason="no cards")
    with pytest.raises(Refused, match="was marked not played"):
        enter(party, "8hn9")
    tables.set_table_capture(spot(party), "totals", **BY_PROGRAM)
    with pytest.raises(Refused, match="was marked not played"):
        enter_total(party, 310, 250)


def test_a_hand_cannot_become_a_thrown_in_hand():
    party = started_party(players=4)
    enter(party, "8hn9")
    with pytest.raises(Refused, match="8hn9"):
        correct(party, "p")


def test_there_are_no_named_cards_before_the_draw():
    party = party_with(players=8)
    assert card_sheet(party).cards == ()


def test_a_standings_sheet_without_ranked_people_has_no_low_end():
    party = party_after_rounds(1, players=4, rounds_planned=2)
    with setting_up():
        party.entrants.update(state="left")
        party.entrants.update(ranked=False)
    sheet = standings_to_post(party)
    assert [section.title for section in sheet.sections] == ["Everybody"]
