import pytest

from party.models import Entrant, Entry, LogLine, Party, Place, Round
from party.queries.evening.rounds import night, seatings
from party.queries.scores.tables import table_scores
from party.services.evening import rounds
from party.services.scores import entries, tables
from party.values.evening.live import Stage
from party.values.refusals import Refused
from tests.evening import (
    BY_PROGRAM,
    HANDS,
    add_people,
    close,
    draw,
    drawn_party,
    enter,
    party_after_rounds,
    party_with,
    play,
    play_round,
    play_rounds,
    refusal,
    run_verb,
    seat_next,
    set_people,
    spot,
    start,
    start_next_round,
    started_party,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


def stage(party):
    return night(Party.objects.get(pk=party.pk)).stage


def test_a_night_passes_through_its_stages():
    party = party_with(players=8, rounds_planned=2)
    assert stage(party) == Stage.SETUP
    for step, expected in (
        (lambda: draw(party), Stage.SEATED),
        (lambda: start(party), Stage.PLAYING),
        (lambda: run_verb(rounds.ring_bell, party), Stage.BELL),
        (lambda: run_verb(rounds.check_round, party), Stage.CHECKING),
        (lambda: play_round(party), Stage.MOVING),
        (lambda: seat_next(party), Stage.SEATED),
        (lambda: start(party), Stage.PLAYING),
        (lambda: play_round(party), Stage.OVER),
        (lambda: run_verb(rounds.finish, party), Stage.FINISHED),
    ):
        step()
        assert stage(party) == expected


def test_start_and_bell_are_refused_in_wrong_states():
    party = party_with(players=4)
    assert refusal(rounds.start_round, party) == "The seats are not drawn yet."
    draw(party)
    assert "not being played" in refusal(rounds.ring_bell, party)
    start(party)
    assert "has started already" in refusal(rounds.start_round, party)
    run_verb(rounds.check_round, party)
    assert "not being played" in refusal(rounds.check_round, party)


def test_closing_names_all_tied_tables_and_tables_without_results():
    party = started_party(players=12)
    enter(party, HANDS, table=1)
    enter(party, "8hn9 8he9 9dn9 9de9", table=2)
    with pytest.raises(Refused) as refused:
        close(party)
    assert [fault.field for fault in refused.value.faults] == ["table-2", "table-3"]


def test_close_needs_no_cut_in_the_last_round():
    party = started_party(players=8, rounds_planned=1)
    play(party, "8hn9 8he9 9dn9 9de9")
    close(party)
    assert stage(party) == Stage.OVER


def test_a_table_that_was_not_played_needs_a_cut():
    party = started_party(players=8, rounds_planned=2)
    enter(party, HANDS, table=1)
    tables.finish_table(spot(party, 2), **BY_PROGRAM, reason="no cards")
    with pytest.raises(Refused):
        close(party)
    tables.decide_cut(spot(party, 2), "NS", **BY_PROGRAM)
    close(party)
    assert table_scores(party, 1)[2].ahead == "NS"


def test_close_refuses_a_closed_round():
    party = party_after_rounds(1, players=4, rounds_planned=1)
    assert "not being played" in refusal(rounds.close_round, party, 1)


def test_the_next_round_is_refused_before_the_close_and_after_the_last_round():
    party = started_party(players=4, rounds_planned=1)
    assert refusal(rounds.seat_next_round, party) == "Close round 1 first."
    play_round(party)
    assert "was the last one" in refusal(rounds.seat_next_round, party)


def test_arrivals_and_leavers_count_at_the_next_draw():
    party = party_after_rounds(1, players=8, rounds_planned=3)
    leaver = party.entrants.get(name="Alma")
    set_people(party, leaver.number, state=Entrant.State.LEFT)
    add_people(party, 1)
    latecomer = party.entrants.get(number=9)
    round_ = seat_next(party)
    after = seatings(party)[1]
    assert leaver.pk not in after
    assert latecomer.pk in after
    assert (round_.stored_draw.leaving, round_.stored_draw.arriving) == (
        (leaver.pk,),
        (latecomer.pk,),
    )


def test_reopening_a_round_deletes_the_seats_of_the_next_round():
    party = party_after_rounds(1, players=8, rounds_planned=2)
    seat_next(party)
    run_verb(rounds.reopen_round, party)
    assert stage(party) == Stage.CHECKING
    assert party.rounds.count() == 1


@pytest.mark.parametrize("verb", [rounds.reopen_round, rounds.reseat_round, rounds.undo_draw])
def test_seats_cannot_be_changed_once_the_round_has_hands(verb):
    party = party_after_rounds(1, players=8, rounds_planned=2)
    start_next_round(party)
    enter(party, "8hn9")
    assert "has hands already" in refusal(verb, party)


def test_reseating_follows_a_corrected_result_and_keeps_the_row_of_the_round():
    party = party_after_rounds(1, players=8, rounds_planned=2)
    first = seat_next(party)
    before = seatings(party)[1]
    with setting_up():  # as if a correction had put North and South ahead
        first_tables = party.rounds.get(number=1).tables
        for table in first_tables.all():
            table.entries.filter(hand=4).update(ns=900)
    run_verb(rounds.reseat_round, party)
    reseated_round = party.rounds.get(number=2)
    assert reseated_round.pk == first.pk
    assert seatings(party)[1] != before
    assert Place.objects.filter(round=reseated_round).count() == 8


def test_each_verb_logs_one_line_and_raises_the_revision():
    party = party_with(players=4, rounds_planned=1)
    before = Party.objects.get(pk=party.pk).revision
    play_rounds(party, 1)
    lines = LogLine.objects.filter(party=party)
    assert sorted(lines.values_list("verb", flat=True)) == sorted(
        ["draw", "round started", *["hand saved"] * 4, "round closed"]
    )
    assert Party.objects.get(pk=party.pk).revision == before + lines.count()


def test_the_database_allows_one_open_round():
    party = drawn_party(players=4, rounds_planned=2)
    with setting_up(), pytest.raises(Exception, match=r"(?i)unique"):
        Round.objects.create(party=party, number=2, draw={})


def test_an_added_round_is_refused_until_the_tie_is_decided():
    party = started_party(players=8, rounds_planned=1)
    play(party, "8hn9 8he9 9dn9 9de9")
    close(party)
    with setting_up():
        Party.objects.filter(pk=party.pk).update(rounds_planned=2)
    assert refusal(rounds.seat_next_round, party).startswith("Nobody was ahead at table 1, 2.")
    run_verb(rounds.reopen_round, party)
    for number in (1, 2):
        tables.decide_cut(spot(party, number), "NS", **BY_PROGRAM)
    close(party)
    assert seat_next(party).number == 2


def test_a_stand_in_for_a_person_on_the_bench_counts_as_an_arrival():
    party = party_after_rounds(1, players=9, rounds_planned=2)
    leaver = party.entrants.get(places__table=None)
    with setting_up():
        Entrant.objects.filter(pk=leaver.pk).update(state=Entrant.State.LEFT)
        house = Entrant.objects.create(
            party=party, number=10, name="Host", state="here", rota=10, stands_in_for=leaver
        )
    round_ = seat_next(party)
    assert round_.stored_draw.replacing == {}
    assert (round_.stored_draw.leaving, round_.stored_draw.arriving) == ((leaver.pk,), (house.pk,))


def test_seats_of_a_closed_round_change_only_after_reopening_it():
    party = party_after_rounds(1, players=8, rounds_planned=2)
    for verb in (rounds.undo_draw, rounds.reseat_round):
        assert refusal(verb, party) == "Round 1 is closed. Reopen it first."


def test_next_round_needs_four_people():
    party = party_after_rounds(1, players=4, rounds_planned=2)
    set_people(party, 1, state="left")
    assert "needs four people" in refusal(rounds.seat_next_round, party)


def test_an_undone_hand_stays_stored_when_its_table_closes():
    party = party_after_rounds(1, players=8, rounds_planned=2)
    start_next_round(party)
    enter(party, "8hn9", table=2)
    entries.undo_hand(spot(party, 2), **BY_PROGRAM)
    set_people(party, 1, 2, 3, 4, state="left")
    rounds.reseat_round(party.pk, **BY_PROGRAM)
    assert Entry.objects.get(table=None).status == Entry.Status.UNDONE
