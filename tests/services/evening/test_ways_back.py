"""Steps back in a round: undoing, correcting and seating again, and what they keep or refuse."""

from uuid import uuid4

import pytest

from party.engine import read_entry
from party.models import Entrant, Entry, Party
from party.queries.scores.tables import lines_of_table, table_scores
from party.services.evening import rounds
from party.services.scores import entries, tables
from party.values.refusals import Refused
from tests.evening import (
    BY_PROGRAM,
    HANDS,
    close,
    correct,
    draw,
    drawn_party,
    enter,
    party_after_rounds,
    party_with,
    play,
    reload_party,
    set_format,
    spot,
    start,
    start_next_round,
    started_party,
)
from tests.guard import setting_up
from tests.services.seats.test_draw import numbers_by_table

pytestmark = pytest.mark.django_db
TIE = "8hn9 8he9 9dn9 9de9"


def undo_last_hand(party, table=1):
    entries.undo_hand(spot(party, table), **BY_PROGRAM)


def test_a_corrected_hand_keeps_its_place_on_the_sheet():
    party = started_party(players=4)
    enter(party, "8hn9 p 7ce7")
    correct(party, "8hn8")
    assert [line.text for line in lines_of_table(party, 1, 1)] == ["8hn8", "p", "7ce7"]
    undo_last_hand(party)
    undo_last_hand(party)
    assert [line.text for line in lines_of_table(party, 1, 1)] == ["8hn8"]
    assert enter(party, "9dw9")[0].hand == 2


def test_a_round_with_only_undone_hands_can_be_deleted():
    party = party_after_rounds(1, players=8, rounds_planned=3)
    start_next_round(party)
    enter(party, "8hn9")
    undo_last_hand(party)
    rounds.reopen_round(party.pk, **BY_PROGRAM)
    assert party.rounds.count() == 1
    undone_entry = Entry.objects.get(status=Entry.Status.UNDONE)
    assert (undone_entry.table, undone_entry.bid) == (None, "8H")


def test_a_hand_for_an_undone_round_is_refused():
    party = started_party(players=4)
    submission, entry = uuid4(), read_entry(party.rules, "8hn9")
    entries.save_hand(spot(party), entry, submission=submission, **BY_PROGRAM)
    undo_last_hand(party)
    rounds.undo_draw(party.pk, **BY_PROGRAM)
    start(party)
    with pytest.raises(Refused, match="Open the page again"):
        entries.save_hand(spot(party), entry, submission=submission, **BY_PROGRAM)


def test_undoing_the_draw_deletes_its_house_players():
    party = party_with(players=7, cards="blind")
    for _ in range(2):
        draw(party, handed_out=7, house_names=["Host"])
        assert numbers_by_table(party)[0] == [[1, 2, 3, 4], [5, 6, 7, 8]]
        assert party.entrants.filter(ranked=False).count() == 1
        rounds.undo_draw(party.pk, **BY_PROGRAM)
    assert not party.entrants.filter(ranked=False).exists()


def test_house_players_sit_after_the_people_with_numbered_cards():
    party = party_with(players=12, cards="blind")
    draw(party, handed_out=11, house_names=["Host"])
    assert numbers_by_table(party)[0] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10, 11, 13],
    ]


def test_blind_draw_refuses_house_players_who_do_not_fill_the_table():
    party = party_with(players=9, cards="blind")
    with pytest.raises(Refused, match="2 more, or none"):
        draw(party, handed_out=9, house_names=["Host"])


def test_blind_draw_refuses_cards_with_a_missing_number():
    party = party_with(players=12, cards="blind")
    with setting_up():
        party.entrants.get(number=3).delete()
    with pytest.raises(Refused, match="is not a card of this draw"):
        draw(party, handed_out=11)


def test_names_of_house_players_are_checked():
    party = party_with(players=7)
    for name in (" ", "x" * 200):
        with pytest.raises(Refused) as refused:
            draw(party, house_names=[name])
        assert refused.value.faults[0].field == "house"


def test_undoing_the_draw_keeps_the_number_of_rounds_set_after_it():
    party = drawn_party(players=8, rounds_planned=None)
    with setting_up():
        Party.objects.filter(pk=party.pk).update(rounds_planned=7)
    rounds.undo_draw(party.pk, **BY_PROGRAM)
    assert reload_party(party).rounds_planned == 7


def test_reseating_clears_the_reports_of_tables():
    party = party_after_rounds(1, players=8, rounds_planned=2)
    start_next_round(party)
    tables.finish_table(spot(party), **BY_PROGRAM, reason="Alma ill")
    tables.decide_cut(spot(party), "EW", **BY_PROGRAM)
    rounds.reseat_round(party.pk, **BY_PROGRAM)
    score = table_scores(party, 2)[1]
    assert (score.hands, score.why_short, score.cut) == (None, "", "")


def stand_in_for(party, name):
    with setting_up():
        leaver = party.entrants.get(name=name)
        Entrant.objects.filter(pk=leaver.pk).update(state="left")
        return Entrant.objects.create(
            party=party,
            number=party.entrants.count() + 1,
            name="Host",
            ranked=False,
            state="here",
            stands_in_for=leaver,
        )


@pytest.mark.parametrize(
    ("policy", "hands", "ahead"),
    [
        ("north_south", TIE, "NS"),
        ("last_contract", TIE, "EW"),
        ("last_contract", "9de9 9dn9 8he9 8hn9", "NS"),
    ],
)
def test_tie_is_decided_by_the_partys_rule(policy, hands, ahead):
    party = set_format(party_with(players=4, rounds_planned=2), tie_at_table=policy)
    start(party)
    play(party, hands)
    score = table_scores(party, 1)[1]
    assert (score.ahead, score.higher_pair, score.is_tied) == (ahead, "", False)
    close(party)


def test_an_extra_hand_is_entered_like_a_cut():
    party = set_format(party_with(players=4, rounds_planned=2), tie_at_table="extra_hand")
    start(party)
    play(party, TIE)
    with pytest.raises(Refused, match="Play one more hand"):
        close(party)
    for wrong in ("", "XX"):
        with pytest.raises(Refused, match="Choose the pair"):
            tables.decide_cut(spot(party), wrong, **BY_PROGRAM)
    tables.decide_cut(spot(party), "EW", **BY_PROGRAM)
    close(party)


def test_the_cut_decides_a_tie_if_no_bid_was_made():
    party = set_format(party_with(players=4, rounds_planned=2), tie_at_table="last_contract")
    start(party)
    play(party, "8hn5 8he5 8hs5 8hw5")
    with pytest.raises(Refused, match="Who was high on the cut"):
        close(party)


def test_a_finished_table_takes_no_thrown_in_hand():
    party = started_party(players=4)
    enter(party, HANDS)
    with pytest.raises(Refused, match="has all 4 hands"):
        enter(party, "p")


def test_an_impossible_hand_number_is_refused():
    party = started_party(players=4)
    enter(party, "8hn9")
    hand = read_entry(party.rules, "8hn9")
    with pytest.raises(Refused, match="no hand 0"):
        entries.save_hand(spot(party), hand, submission=uuid4(), hand=0, **BY_PROGRAM)


def test_a_restored_stand_in_does_not_replace_a_newer_stand_in():
    party = party_after_rounds(1, players=8, rounds_planned=3)
    first = stand_in_for(party, "Alma")
    start_next_round(party)
    second = stand_in_for(party, "Alma")
    rounds.undo_draw(party.pk, **BY_PROGRAM)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.stands_in_for, second.stands_in_for.name) == (None, "Alma")
