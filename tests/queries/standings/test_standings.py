import pytest

from party.models import Entrant, Party, Place
from party.queries.standings.standings import standings, standings_with_points
from party.services.people.players import add_entrants
from party.services.scores import tables
from party.values.people.attendance import Newcomer
from party.values.standings.standings import RoundKind
from party.views.papers.standings import standings_to_post
from tests.evening import (
    BY_PROGRAM,
    HANDS,
    NAMES,
    close,
    draw,
    enter,
    enter_total,
    party_after_rounds,
    party_with,
    play,
    play_round,
    play_rounds,
    set_format,
    set_people,
    spot,
    start,
    start_next_round,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db

# HANDS give North-South 200 and East-West 590.


def party_of(players=8, **choices):
    """Make a party with a blind draw: number k starts at table ⌈k/4⌉, in the order N E S W."""
    party = party_with(players=players, cards="blind", rounds_planned=3)
    if choices:
        party = set_format(party, **choices)
    draw(party, handed_out=players)
    return party


def line(party, number):
    return next(each for each in standings(party).lines if each.person.number == number)


def totals(party):
    return {each.person.number: each.total for each in standings(party).lines}


def ranks(party):
    return {each.person.number: each.rank for each in standings(party).lines}


def test_without_a_closed_round_there_are_no_lines():
    party = party_of()
    assert standings(party).lines == ()
    start(party)
    play(party)
    assert standings(party).rounds == 0


def test_each_person_has_the_points_of_their_pair():
    party = party_of()
    play_rounds(party, 1)
    assert totals(party) == {1: 200, 2: 590, 3: 200, 4: 590, 5: 200, 6: 590, 7: 200, 8: 590}


def test_a_total_without_hands_says_who_won_the_round():
    party = party_of(4)
    with setting_up():
        Party.objects.filter(pk=party.pk).update(capture="totals")
        party.rounds.get().tables.update(capture="totals")
    start(party)
    enter_total(party, 310, 250)
    close(party)
    first = line(party, 1).rounds[0]
    assert (first.points, first.is_won, first.sets) == (310, True, None)
    assert line(party, 2).rounds[0].is_won is False


def test_nobody_wins_a_tied_round_even_after_a_cut():
    party = party_of(4)
    start(party)
    enter(party, "8hn9 8he9 9dn9 9de9")
    tables.decide_cut(spot(party), "NS", **BY_PROGRAM)
    close(party)
    assert [line(party, n).won for n in (1, 2, 3, 4)] == [0, 0, 0, 0]


# Ten people: numbers 9 and 10 sit out round 1, and then 1 to 8 in the order of the rota.


def test_a_round_of_sitting_out_is_worth_the_average_of_all_rounded_to_tens():
    party = party_of(10)
    play_rounds(party, 1)
    # Four people have 200 and four have 590. The mean is 395, which rounds up to 400.
    assert totals(party)[9] == 400
    assert line(party, 9).rounds[0].kind == RoundKind.SAT_OUT
    assert not line(party, 9).rounds[0].is_won


def test_sitting_out_counts_a_fixed_number():
    party = party_of(10, sit_out_credit="fixed", sit_out_points=120)
    play_rounds(party, 1)
    assert totals(party)[9] == 120


def test_sitting_out_counts_a_persons_own_average_after_a_played_round():
    party = party_of(10, sit_out_credit="own_average")
    play_rounds(party, 1)
    assert totals(party)[9] == 400  # 9 has not played: the average of the room
    assert standings(party).is_provisional
    play_rounds(party, 1)
    second = line(party, 9).rounds
    assert second[1].kind == RoundKind.PLAYED
    assert second[0].points == second[1].points


def test_house_players_have_no_part_in_averages_and_come_last_without_a_rank():
    party = party_with(players=7, cards="blind", rounds_planned=1)
    draw(party, handed_out=7, house_names=["Host"])
    start(party)
    enter(party, HANDS, 1)
    enter(party, "8hn9 8hn9 8hn9 8hn9", 2)  # N-S 1200, E-W 40
    close(party)
    last = standings(party).lines[-1]
    assert (last.person.name, last.rank, last.note) == ("Host", None, "house player")
    assert len(standings(party).low) == 7


def test_people_at_a_table_that_was_not_played_get_the_credit():
    party = party_of()
    start(party)
    enter(party, HANDS, 1)
    tables.finish_table(spot(party, 2), **BY_PROGRAM, reason="no cards")
    tables.decide_cut(spot(party, 2), "NS", **BY_PROGRAM)
    close(party)
    assert {totals(party)[n] for n in (5, 6, 7, 8)} == {400}
    assert line(party, 5).rounds[0].kind == RoundKind.NOT_PLAYED


def late(party, number=9):
    with setting_up():
        return Entrant.objects.create(
            party=party, number=number, name="Ina", rota=number, state="here"
        )


@pytest.mark.parametrize(("choice", "expected"), [("no", 0), ("as_sit_out", 400)])
def test_latecomers_can_win_the_lowest_prize_only_if_the_missed_round_has_credit(choice, expected):
    party = party_of(late_arrival_credit=choice)
    play_rounds(party, 1)
    late(party)
    play_rounds(party, 1)
    missed = line(party, 9).rounds[0]
    assert (missed.kind, missed.points) == (RoundKind.MISSED, expected)
    assert (9 in {each.person.number for each in standings(party).low}) == bool(expected)


def test_a_leaver_is_in_the_standings_and_not_in_the_low_ranks():
    party = party_of()
    play_rounds(party, 1)
    set_people(party, 1, state="left")
    start_next_round(party)
    play_round(party)
    gone = line(party, 1)
    assert (gone.note, gone.total) == ("left after round 1", 200)
    assert gone.rounds[1].kind == RoundKind.MISSED
    assert 1 not in {each.person.number for each in standings(party).low}


def test_the_low_end_of_the_standings_begins_with_the_lowest_total():
    party = party_of()
    play_rounds(party, 1)
    low = standings(party).low
    assert [each.place for each in low] == ["1=", "1=", "1=", "1=", "5=", "5=", "5=", "5="]
    assert low[0].total == 200


def test_each_prize_group_has_a_ranking_of_its_own():
    party = party_of()
    set_people(party, 1, 2, 3, prize_group="Ladies")
    play_rounds(party, 1)
    ladies = standings(party).groups["Ladies"]
    assert [(each.person.number, each.rank) for each in ladies] == [(2, 1), (1, 2), (3, 2)]


def test_with_credit_wins_only_the_total_is_the_number_of_rounds_won():
    party = party_of(round_credit="wins_only", sit_out_credit="fixed", sit_out_points=0)
    play_rounds(party, 1)
    assert totals(party) == {1: 0, 2: 1, 3: 0, 4: 1, 5: 0, 6: 1, 7: 0, 8: 1}


def test_with_credit_both_people_rank_by_rounds_won_and_then_by_points():
    party = party_of(round_credit="both")
    start(party)
    enter(party, "8hn9 8hn9 8hn9 8he9", 1)  # N-S 910, E-W 330
    enter(party, "7ce7 7ss6 7ss6 7ss6", 2)  # N-S −390, E-W 280
    close(party)
    # The winners 6 and 8 rank above the losers 2 and 4, who have more points.
    assert ranks(party) == {1: 1, 3: 1, 6: 3, 8: 3, 2: 5, 4: 5, 5: 7, 7: 7}


def test_count_back_breaks_ties_by_the_fewest_sets():
    party = party_of(count_back="rounds_won_best_round_fewest_sets")
    start(party)
    enter(party, "8he7 8hw8 7sn7 7sn7", 1)
    enter(party, "8hw8 8he7 7sn7 7ss7", 2)
    close(party)
    assert ranks(party) == {1: 1, 3: 1, 5: 1, 7: 1, 2: 5, 4: 5, 6: 5, 8: 5}
    assert line(party, 2).rounds[0].sets == 1
    assert line(party, 1).rounds[0].sets == 0
    assert "fewest sets" in standings(party).rule


def test_a_person_who_missed_a_round_in_between_has_no_low_rank():
    party = party_of(late_arrival_credit="as_sit_out")
    for state in ("here", "left", "here"):
        set_people(party, 1, state=state)
        play_rounds(party, 1)
    low = {each.person.number for each in standings(party).low}
    assert 1 not in low
    assert 2 in low


def test_standings_can_be_computed_with_another_result_of_a_table():
    party = party_of()
    play_rounds(party, 1)
    changed = standings_with_points(party, 1, 1, 600, 590)
    places = {line.person.number: (line.total, line.rank, line.won) for line in changed.lines}
    assert places[1] == places[3] == (600, 1, 1)  # North and South of table 1
    assert places[2] == places[4] == (590, 3, 0)
    assert places[5] == (200, 7, 0)


def test_people_with_equal_totals_are_in_order_of_their_numbers():
    party = party_of()
    play_rounds(party, 1)
    with setting_up():
        for place in Place.objects.order_by("-entrant__number"):
            place.delete()
            Place.objects.create(
                round=place.round, entrant=place.entrant, table=place.table, seat=place.seat
            )
    assert [line.person.number for line in standings(party).lines] == [2, 4, 6, 8, 1, 3, 5, 7]


def test_people_with_equal_totals_are_in_order_of_the_numbers_that_the_desk_typed():
    party = party_with(players=0)
    numbered = [Newcomer(name, number=9 - at) for at, name in enumerate(NAMES, 1)]
    add_entrants(party.pk, numbered, here=True, **BY_PROGRAM)
    draw(party)
    play_rounds(party, 1)
    lines = standings(party).lines
    assert {line.total for line in lines} == {200, 590}
    for total in (200, 590):
        equals = [line.person.number for line in lines if line.total == total]
        assert equals == sorted(equals)


def test_a_standings_sheet_without_ranked_people_has_no_list_from_the_low_end():
    party = party_after_rounds(1, players=4, rounds_planned=2)
    with setting_up():
        party.entrants.update(state="left", ranked=False)
    sheet = standings_to_post(party)
    assert [section.title for section in sheet.sections] == ["Everybody"]
