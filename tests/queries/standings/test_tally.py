from datetime import timedelta

import pytest

from party.models import Party
from party.queries.standings.standings import standings
from party.queries.standings.tally import tally_book
from party.services.evening import rounds
from party.services.scores import tables
from tests.evening import (
    AT,
    BY_PROGRAM,
    close,
    correct,
    enter,
    enter_total,
    party_after_rounds,
    spot,
    started_party,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


def sentences(party, number=1):
    """Return the sentences of a round's boxes, without the names of partners."""
    party = Party.objects.get(pk=party.pk)
    ranked = standings(party)
    boxes = [tally_book(party, ranked).boxes(line)[number - 1] for line in ranked.lines]
    return {box.sentence.replace(f", with {box.partner}", "") for box in boxes}


def test_a_box_shows_only_corrections_made_after_the_round_was_closed():
    party = started_party(4, rounds_planned=2)
    enter(party, "8hn9 7ce7 7sn6 9dw9")
    correct(party, "8hn10")
    close(party)
    assert sentences(party) == {"Round 1: table 1, behind, 200", "Round 1: table 1, ahead, 580"}
    correct(party, "9hn10", at=AT + timedelta(minutes=1), reason="misread")
    assert sentences(party) == {
        "Round 1: table 1, behind, 300, corrected from 200",
        "Round 1: table 1, ahead, 580",
    }
    with setting_up():  # if only rounds won count, boxes have no points
        party.format_values |= {"round_credit": "wins_only", "sit_out_credit": "fixed"}
        party.save()
    assert not any("corrected" in each for each in sentences(party))


@pytest.mark.parametrize("cut", ["NS", ""])
def test_a_box_says_who_won_the_cut_after_a_tie(cut):
    party = started_party(4, rounds_planned=1, capture="totals")
    enter_total(party, 220, 220)
    if cut:
        tables.decide_cut(spot(party), cut, **BY_PROGRAM)
    close(party)
    won, lost = "a tie, won the cut", "a tie, lost the cut"
    outcomes = {won, lost} if cut else {"a tie"}
    assert sentences(party) == {f"Round 1: table 1, {each}, 220" for each in outcomes}


def test_future_rounds_have_boxes_until_the_party_is_finished():
    party = party_after_rounds(1, 4, rounds_planned=2)
    assert sentences(party, 2) == {"Round 2: to come"}
    rounds.finish(party.pk, **BY_PROGRAM)
    finished = Party.objects.get(pk=party.pk)
    ranked = standings(finished)
    assert [len(tally_book(finished, ranked).boxes(line)) for line in ranked.lines] == [1] * 4
