import pytest

from party.models import LogLine, Round, Table
from party.progression import FORMATS
from party.queries.evening.parties import tables_drawn
from party.queries.evening.rounds import (
    is_under_way,
    latest_round,
    live,
    needs_pair_ahead,
    night,
    places_of,
    seatings,
)
from party.queries.people.wishes import wish_lines
from party.queries.prizes.winners import all_prizes
from party.queries.scores.card_comparison import tally_lines
from party.queries.scores.tables import table_scores
from party.queries.seats.rota import sit_out_counts
from party.queries.standings.pictures import read_pictures
from party.queries.standings.standings import cards_missing, standings
from party.services.evening import parties, rounds
from party.services.evening.rounds import ChairsInQuestion
from party.services.people import arrivals, wishes
from party.values.evening.live import OpenRound, Stage
from party.values.prizes.prizes import PrizeKind as Prize
from party.values.prizes.prizes import PrizeState
from party.values.refusals import Refused
from party.values.standings.standings import RoundKind
from party.views.papers.guides import has_fixed_path
from party.views.papers.seat_cards import card_sheet
from party.views.papers.tents import tents_of
from tests.awards import add, pk, prize_line
from tests.evening import (
    BY_PROGRAM,
    add_people,
    close,
    draw,
    enter,
    party_after_rounds,
    party_with,
    play,
    play_round,
    reload_party,
    seat_next,
    set_format,
    start,
    start_next_round,
    started_party,
    switch_capture,
)
from tests.services.scores.test_final_cards import line_of, save_card, standing
from tests.services.shifting import correct_fourth_hand

pytestmark = pytest.mark.django_db


def untracked_party(people=9, rounds_played=3, **fields):
    """Return a party that has played rounds without tracked seats and without results."""
    party = party_with(people, capture="untracked", rounds_planned=rounds_played, **fields)
    for number in range(1, rounds_played + 1):
        if number > 1:
            seat_next(party)
        start(party)
        close(party)
    return party


@pytest.fixture
def party():
    return untracked_party()


def round_kinds(party, number):
    return [each.kind for each in standing(party, number).rounds]


def test_first_seats_are_drawn_and_later_rounds_have_no_tables(party):
    assert [round_.tables.count() for round_ in party.rounds.order_by("number")] == [2, 0, 0]
    assert set(Table.objects.values_list("capture", flat=True)) == {"cards"}
    assert {(table, seat) for _, table, seat in places_of(latest_round(party))} == {(None, None)}
    assert tables_drawn(party) == 2
    assert len(tents_of(party, latest_round(party)).tables) == 2


def test_an_untracked_round_closes_without_entries_and_without_a_cut():
    party = started_party(8, capture="untracked")
    assert not needs_pair_ahead(party, 1)
    assert all(score.is_finished for score in table_scores(party, 1).values())
    close(party)
    start_next_round(party)
    assert (live(party).tables, live(party).bench) == ((), ())
    assert LogLine.objects.filter(verb="draw").first().words == "Round 2: seats are not tracked"


def test_arrivals_and_leavers_are_known_without_seats():
    party = untracked_party(8, 1)
    parties.set_rounds(party.pk, 3, **BY_PROGRAM)
    add_people(party, 1)
    arrivals.go_home(party.pk, party.entrants.get(number=1).pk, **BY_PROGRAM)
    seat_next(party)
    people_here = {pk for pk, _, _ in places_of(latest_round(party))}
    assert people_here == set(party.entrants.exclude(number=1).values_list("pk", flat=True))
    stored_draw = latest_round(party).stored_draw
    assert (stored_draw.tracked, set(stored_draw.order)) == (False, people_here)
    assert stored_draw.leaving == (party.entrants.get(number=1).pk,)
    assert stored_draw.arriving == (party.entrants.get(number=9).pk,)
    assert stored_draw.seat() == seatings(party)[-1]
    start(party)
    close(party)
    assert round_kinds(party, 1) == [RoundKind.NO_CARD, RoundKind.MISSED]
    assert round_kinds(party, 9) == [RoundKind.MISSED, RoundKind.NO_CARD]
    assert standing(party, 1).note == "left after round 1"


def test_the_next_round_needs_four_people():
    party = untracked_party(4, 1)
    parties.set_rounds(party.pk, 2, **BY_PROGRAM)
    arrivals.go_home(party.pk, party.entrants.get(number=1).pk, **BY_PROGRAM)
    with pytest.raises(Refused, match="Fewer than four people are here"):
        seat_next(party)


def test_starting_an_untracked_round_asks_about_arrivals_first():
    party = untracked_party(8, 1)
    parties.set_rounds(party.pk, 3, **BY_PROGRAM)
    seat_next(party)
    add_people(party, 1)
    with pytest.raises(ChairsInQuestion, match="has come and has no place yet") as refusal:
        start(party)
    rounds.reseat_round(party.pk, mark=refusal.value.changes.mark, **BY_PROGRAM)
    assert party.entrants.get(number=9).pk in latest_round(party).stored_draw.order
    assert start(party).state == Round.State.PLAYING


def test_untracked_rounds_can_be_reopened_reseated_and_undone(party):
    rounds.reopen_round(party.pk, **BY_PROGRAM)
    assert night(party).stage == Stage.CHECKING
    close(party)
    parties.set_rounds(party.pk, 4, **BY_PROGRAM)
    seat_next(party)
    rounds.reseat_round(party.pk, **BY_PROGRAM)
    rounds.undo_draw(party.pk, **BY_PROGRAM)
    assert latest_round(party).number == 3


@pytest.mark.parametrize(("choice", "counted"), [(OpenRound.COUNTS, 3), (OpenRound.LEFT, 2)])
def test_finishing_during_a_round_needs_a_choice(choice, counted):
    party = untracked_party(8, 2)
    parties.set_rounds(party.pk, 5, **BY_PROGRAM)
    seat_next(party)
    assert not is_under_way(latest_round(party))
    start(party)
    assert is_under_way(latest_round(party))
    with pytest.raises(Refused, match="Round 3 is under way"):
        rounds.finish(party.pk, **BY_PROGRAM)
    rounds.finish(party.pk, **BY_PROGRAM, still_open=choice)
    party.refresh_from_db()
    assert (party.rounds_planned, night(party).round_number) == (counted, counted)


def test_boxes_of_a_card_are_points_and_an_empty_box_means_sitting_out(party):
    bench_number = party.rounds.get(number=1).places.get(table=None).entrant.number
    for number in range(1, 10):
        boxes = [100 * number, None if number == 3 else 100, 200]
        save_card(party, number, *([None, *boxes[1:]] if number == bench_number else boxes))
    points = [each.points for each in standing(party, 3).rounds]
    if bench_number != 3:
        assert round_kinds(party, 3) == [RoundKind.PLAYED, RoundKind.SAT_OUT, RoundKind.PLAYED]
        assert points == [300, 100, 200]  # the credit is what the others have in round 2
    assert round_kinds(party, bench_number)[0] == RoundKind.SAT_OUT
    assert cards_missing(party) == []
    assert standing(party, 9).won == 0
    assert not standings(party).has_known_wins
    assert "Rounds won are not known" not in standings(party).rule  # no rule needs rounds won


def test_a_card_with_only_a_total_counts():
    party = untracked_party(8)
    save_card(party, 1, total=700)
    assert standing(party, 1).total == 700
    assert set(round_kinds(party, 1)) == {RoundKind.ON_CARD}
    assert line_of(party, 1).state == "in"


def test_cards_are_not_compared_if_the_tables_have_no_entries(party):
    save_card(party, 1, 10, 20, 30)
    line = line_of(party, 1)
    assert (line.tables_total, line.boxes) == (None, (None, None, None))
    assert len(tally_lines(party)) == 9


def test_equal_totals_are_ranked_by_the_known_criteria():
    party = party_with(4, capture="untracked", rounds_planned=2)
    party = set_format(party, count_back="rounds_won_best_round")
    start(party)
    close(party)
    start_next_round(party)
    close(party)
    save_card(party, 1, 100, 300)
    save_card(party, 2, 200, 200)
    result = standings(party)
    assert [line.person.number for line in result.lines][:2] == [1, 2]
    assert result.lines[0].rank < result.lines[1].rank
    assert result.rule.endswith("Rounds won are not known where seats are not tracked.")


def test_counting_back_compares_the_best_round_if_rounds_won_are_unknown():
    party = untracked_party(4, 2)
    save_card(party, 1, 100, 300)
    save_card(party, 2, 200, 200)
    back = prize_line(party, add(party)).count_back
    assert (str(back.side), back.words) == ("Alma", "the better best round, +300 to +200")


def test_prizes_without_data_say_what_is_missing(party):
    for number in range(1, 10):
        save_card(party, number, 100 * number, 100, 200)
    for kind in (Prize.HIGH, Prize.BEST_ROUND, Prize.BEST_CALL, Prize.TRAVELLER, Prize.HEAD_TABLE):
        add(party, kind)
    lines_by_kind = {line.kind: line for line in all_prizes(party).lines}
    assert lines_by_kind[Prize.HIGH].state == PrizeState.WON
    assert lines_by_kind[Prize.BEST_ROUND].state == PrizeState.WON
    for kind in (Prize.TRAVELLER, Prize.HEAD_TABLE):
        assert lines_by_kind[kind].state == PrizeState.TO_GIVE
        assert lines_by_kind[kind].missing.startswith("Seats are not tracked at this party.")
    assert lines_by_kind[Prize.BEST_CALL].state == PrizeState.TO_GIVE
    assert lines_by_kind[Prize.BEST_CALL].missing.startswith("Only totals were entered, no hands.")


def test_pictures_of_an_untracked_evening_leave_out_partners_and_moves(party):
    assert not read_pictures(party).is_tracked


def test_cards_of_an_untracked_party_have_first_seats_but_no_printed_path():
    format_values = FORMATS["midway"].with_movement("path").values()
    tracked, untracked = (
        party_with(8, name=capture, capture=capture, format_values=format_values)
        for capture in ("cards", "untracked")
    )
    for each in (tracked, untracked):
        draw(each)
    assert all(card.path for card in card_sheet(tracked).cards)
    assert not any(card.path for card in card_sheet(untracked).cards)
    assert all(card.table and card.seat for card in card_sheet(untracked).cards)


def test_switching_off_tracked_seats_counts_from_the_next_round():
    party = party_after_rounds(1, 8, rounds_planned=4)
    start_next_round(party)
    enter(party, "8hn9")
    switch_capture(party, "untracked")
    captures = Table.objects.filter(round__number=2).order_by("number")
    assert list(captures.values_list("capture", flat=True)) == ["hands", "cards"]
    with pytest.raises(Refused, match="Table 1 has not finished"):
        close(party)
    enter(party, "7ce7 7sn6 9dw9")
    close(party)
    seat_next(party)
    assert latest_round(party).tables.count() == 0
    start(party)
    close(party)
    assert len(seatings(party)[2].bench) == 8
    seated = {each.table: each.kind for line in standings(party).lines for each in line.rounds}
    assert seated == {1: RoundKind.PLAYED, 2: RoundKind.NO_CARD, None: RoundKind.NO_CARD}


def test_a_correction_before_an_untracked_round_asks_nothing():
    party = started_party(8, rounds_planned=3)
    play(party)
    switch_capture(party, "untracked")
    close(party)
    seat_next(party)
    correct_fourth_hand(party)
    words = LogLine.objects.first().words
    assert words.startswith("Table 1: 9 Diamonds by West, 9 tricks: made → 9 Diamonds by West, no")


def test_unknown_seats_cannot_be_tracked_again(party):
    with pytest.raises(Refused, match="Nobody knows who sits where in round 3"):
        switch_capture(party, "hands")


def test_known_seats_can_be_tracked_again():
    party = started_party(8, capture="untracked", rounds_planned=2)
    switch_capture(party, "hands")
    play_round(party)
    seat_next(party)
    assert latest_round(party).tables.count() == 2


def test_a_format_with_rounds_won_needs_tracked_seats():
    party = party_with(8)
    party = set_format(party, round_credit="both")
    with pytest.raises(Refused, match="Where rounds won count"):
        switch_capture(party, "untracked")
    assert reload_party(party).capture == "hands"


def test_unknown_seats_cause_no_sit_outs_and_no_broken_wishes(party):
    assert list(sit_out_counts(party).values()) == [1]
    wishes.add_wish(party.pk, "partners", pk(party, 1), pk(party, 2), **BY_PROGRAM)
    assert [wish.reason for wish in wish_lines(reload_party(party))] == [""]


def test_a_round_with_unknown_seats_has_no_guide_cards():
    format_values = FORMATS["midway"].with_movement("path").values()
    party = started_party(8, capture="untracked", format_values=format_values)
    assert not has_fixed_path(party, latest_round(party))
