"""Steps back in odd orders: nothing is lost, nothing is stuck, nobody gets another's chair."""

from uuid import uuid4

import pytest

from party.engine import read_entry
from party.models import Entrant, Entry, Party
from party.queries.evening.rounds import seatings
from party.queries.scores.tables import table_scores, table_sheet
from party.queries.seats.moves import moves_of
from party.services.evening import rounds
from party.services.scores import corrections, entries, tables
from party.values.accounts import PROGRAM
from party.values.refusals import Refused
from party.views.papers.seat_cards import card_sheet
from tests.evening import (
    AT,
    HANDS,
    close,
    draw,
    enter,
    party_with,
    play,
    play_rounds,
    seat_next,
    spot,
    start,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db
TIE = "8hn9 8he9 9dn9 9de9"


def undo(party, table=1):
    entries.undo_hand(spot(party, table), actor=PROGRAM, at=AT)


def correct(party, hand, text):
    seen = next(line.entry for line in table_sheet(party, 1, 1) if line.hand == hand)
    return corrections.correct_entry(
        spot(party),
        hand,
        read_entry(party.rules, text),
        seen=seen,
        submission=uuid4(),
        actor=PROGRAM,
        at=AT,
    )


def numbered(party, seating):
    number = dict(party.entrants.values_list("pk", "number"))
    return [[number[pk] for pk in table] for table in seating.tables]


def fresh(party):
    return Party.objects.get(pk=party.pk)


def with_format(party, **choices):
    with setting_up():
        party.format_values = party.format.replace(**choices).values()
        party.save()
    return fresh(party)


def test_undo_after_a_correction_takes_back_the_last_hand_played():
    party = party_with(players=4)
    start(party)
    enter(party, "8hn9 7ce7")
    correct(party, 1, "8hn8")
    undo(party)
    assert [line.text for line in table_sheet(party, 1, 1)] == ["8hn8"]
    assert enter(party, "9dw9")[0].hand == 2


def test_corrected_hand_keeps_its_place_on_the_sheet():
    party = party_with(players=4)
    start(party)
    enter(party, "8hn9 p 7ce7")
    correct(party, 1, "8hn8")
    assert [line.text for line in table_sheet(party, 1, 1)] == ["8hn8", "p", "7ce7"]
    undo(party)
    undo(party)
    assert [line.text for line in table_sheet(party, 1, 1)] == ["8hn8"]


def test_round_with_only_undone_hands_can_be_taken_away():
    party = party_with(players=8, rounds_planned=3)
    play_rounds(party, 1)
    seat_next(party)
    start(party)
    enter(party, "8hn9")
    undo(party)
    rounds.reopen_round(party.pk, actor=PROGRAM, at=AT)
    assert party.rounds.count() == 1
    kept = Entry.objects.get(status=Entry.Status.UNDONE)
    assert (kept.table, kept.bid) == (None, "8H")


def test_form_of_a_hand_whose_round_is_gone_is_refused():
    party = party_with(players=4)
    start(party)
    submission, entry = uuid4(), read_entry(party.rules, "8hn9")
    entries.save_hand(spot(party), entry, submission=submission, actor=PROGRAM, at=AT)
    undo(party)
    rounds.undo_draw(party.pk, actor=PROGRAM, at=AT)
    start(party)
    with pytest.raises(Refused, match="Open the page again"):
        entries.save_hand(spot(party), entry, submission=submission, actor=PROGRAM, at=AT)


def test_undone_draw_takes_its_house_players_away_again():
    party = party_with(players=7, cards="blind")
    for _ in range(2):
        draw(party, handed_out=7, house_names=["Host"])
        assert numbered(party, seatings(party)[0]) == [[1, 2, 3, 4], [5, 6, 7, 8]]
        assert party.entrants.filter(ranked=False).count() == 1
        rounds.undo_draw(party.pk, actor=PROGRAM, at=AT)
    assert not party.entrants.filter(ranked=False).exists()


def test_house_players_sit_behind_the_cards_whatever_their_number():
    party = party_with(players=12, cards="blind")
    draw(party, handed_out=11, house_names=["Host"])
    assert numbered(party, seatings(party)[0]) == [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10, 11, 13],
    ]


def test_blind_draw_refuses_house_players_who_do_not_fill_the_table():
    party = party_with(players=9, cards="blind")
    with pytest.raises(Refused, match="2 more, or none"):
        draw(party, handed_out=9, house_names=["Host"])


def test_blind_draw_refuses_a_gap_in_the_cards():
    party = party_with(players=12, cards="blind")
    with setting_up():
        party.entrants.get(number=3).delete()
    with pytest.raises(Refused, match="is not a card of this draw"):
        draw(party, handed_out=11)


def test_blind_cards_name_the_chair_that_belongs_to_the_number():
    party = party_with(players=12, cards="blind")
    with setting_up():
        party.entrants.get(number=3).delete()
    chairs = {card.number: (card.table, card.seat) for card in card_sheet(party).cards}
    assert chairs["4"] == ("1", "W")
    assert chairs["12"] == ("3", "W")


def test_names_of_house_players_are_checked():
    party = party_with(players=7)
    for name in (" ", "x" * 200):
        with pytest.raises(Refused) as refused:
            draw(party, house_names=[name])
        assert refused.value.faults[0].field == "house"


def test_rounds_an_organiser_chose_after_the_draw_survive_its_undoing():
    party = party_with(players=8, rounds_planned=None)
    draw(party)
    with setting_up():
        Party.objects.filter(pk=party.pk).update(rounds_planned=7)
    rounds.undo_draw(party.pk, actor=PROGRAM, at=AT)
    assert fresh(party).rounds_planned == 7


def test_reseated_tables_forget_what_was_said_about_other_people():
    party = party_with(players=8, rounds_planned=2)
    play_rounds(party, 1)
    seat_next(party)
    start(party)
    tables.finish_table(spot(party), actor=PROGRAM, at=AT, reason="Alma ill")
    tables.decide_cut(spot(party), "EW", actor=PROGRAM, at=AT)
    rounds.reseat_round(party.pk, actor=PROGRAM, at=AT)
    again = table_scores(party, 2)[1]
    assert (again.hands, again.why_short, again.cut) == (None, "", "")


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


def test_stand_in_has_the_chair_for_good_once_the_round_has_begun():
    party = party_with(players=8, rounds_planned=3)
    play_rounds(party, 1)
    host = stand_in_for(party, "Alma")
    seat_next(party)
    start(party)
    host.refresh_from_db()
    assert host.stands_in_for is None


def test_stand_in_is_remembered_when_the_round_is_seated_again():
    party = party_with(players=8, rounds_planned=3)
    play_rounds(party, 1)
    host = stand_in_for(party, "Alma")
    seat_next(party)
    before = seatings(party)[1]
    start(party)
    rounds.reseat_round(party.pk, actor=PROGRAM, at=AT)
    assert seatings(party)[1] == before
    host.refresh_from_db()
    assert host.stands_in_for is None  # the round is played: the chair is theirs


def test_words_of_a_move_do_not_change_with_a_later_correction():
    party = party_with(players=8, rounds_planned=2)
    start(party)
    play(party, TIE)
    for number in (1, 2):
        tables.decide_cut(spot(party, number), "NS", actor=PROGRAM, at=AT)
    close(party)
    seat_next(party)
    first, second = party.rounds.order_by("number")
    told = moves_of(party, first, second)
    assert any("You won the cut" in move.words for move in told)
    with setting_up():
        Entry.objects.filter(table__round=first, hand=4).update(ns=900)
    assert moves_of(party, first, second) == told


@pytest.mark.parametrize(
    ("policy", "hands", "ahead"),
    [
        ("north_south", TIE, "NS"),
        ("last_contract", TIE, "EW"),
        ("last_contract", "9de9 9dn9 8he9 8hn9", "NS"),
    ],
)
def test_tie_is_decided_by_the_partys_rule(policy, hands, ahead):
    party = with_format(party_with(players=4, rounds_planned=2), tie_at_table=policy)
    start(party)
    play(party, hands)
    score = table_scores(party, 1)[1]
    assert (score.ahead, score.higher_pair, score.tied) == (ahead, "", False)
    close(party)


def test_extra_hand_is_asked_for_and_entered_like_a_cut():
    party = with_format(party_with(players=4, rounds_planned=2), tie_at_table="extra_hand")
    start(party)
    play(party, TIE)
    with pytest.raises(Refused, match="Play one more hand"):
        close(party)
    tables.decide_cut(spot(party), "EW", actor=PROGRAM, at=AT)
    close(party)


def test_last_contract_falls_back_on_the_cut_where_nobody_made_one():
    party = with_format(party_with(players=4, rounds_planned=2), tie_at_table="last_contract")
    start(party)
    play(party, "8hn5 8he5 8hs5 8hw5")
    with pytest.raises(Refused, match="Who was high on the cut"):
        close(party)


def test_note_is_refused_at_a_table_that_has_finished():
    party = party_with(players=4)
    start(party)
    enter(party, HANDS)
    with pytest.raises(Refused, match="has all 4 hands"):
        enter(party, "p")


def test_hand_number_that_never_was_is_refused():
    party = party_with(players=4)
    start(party)
    enter(party, "8hn9")
    with pytest.raises(Refused, match="no hand 0"):
        entries.save_hand(
            spot(party),
            read_entry(party.rules, "8hn9"),
            submission=uuid4(),
            actor=PROGRAM,
            at=AT,
            hand=0,
        )


def test_remembered_stand_in_does_not_push_a_newer_one_aside():
    party = party_with(players=8, rounds_planned=3)
    play_rounds(party, 1)
    first = stand_in_for(party, "Alma")
    seat_next(party)
    start(party)
    second = stand_in_for(party, "Alma")
    rounds.undo_draw(party.pk, actor=PROGRAM, at=AT)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.stands_in_for, second.stands_in_for.name) == (None, "Alma")
