from random import Random

import pytest

from party.models import LogLine, Round
from party.progression import FORMATS
from party.queries.backups.check import party_differences
from party.queries.evening.rounds import latest_round, seatings
from party.queries.seats.draw import turnout_question
from party.queries.seats.moves import moves_of
from party.services.evening import rounds
from party.services.hall.screen import announce_seats
from party.services.people import arrivals
from party.services.seats.extra_tables import open_table
from party.values.refusals import Refused
from party.values.seats.turnout import SurplusAnswer, Turnout, TurnoutQuestion
from tests.evening import (
    BY_PROGRAM,
    add_people,
    party_after_rounds,
    party_with,
    play_round,
    play_rounds,
    seat_next,
)
from tests.sampling import one_in

pytestmark = pytest.mark.django_db


def party_after_round(players=28, *leaving, **fields):
    """Play round 1; then the people in the chairs `leaving` go home."""
    party = party_after_rounds(1, players, **fields)
    (seated,) = seatings(party)
    for table, seat in leaving:
        arrivals.go_home(party.pk, seated.tables[table - 1]["NESW".index(seat)], **BY_PROGRAM)
    return party


def question(party):
    return turnout_question(party, latest_round(party))


def seat_round_2(party, *names):
    return rounds.seat_next_round(
        party.pk, mark=question(party).mark, house_names=list(names), **BY_PROGRAM
    )


def moves(party):
    before, after = Round.objects.filter(party=party).order_by("number")
    return moves_of(party, before, after)


def make_question(count, chairs=0, **options):
    """Return the question for `count` people at 7 tables with this number of empty chairs."""
    turnout = Turnout(count, options.pop("policy", "sit_out"))
    bench = options.pop("bench", 0)
    return TurnoutQuestion(turnout, 7, bench, ("Ann", "Bob")[:chairs], "", **options)


@pytest.mark.parametrize(
    ("count", "chairs", "text"),
    [
        (27, 1, "close table 7 and three sit out, or seat a house player?"),
        (26, 2, "close table 7 and two sit out, or seat two house players?"),
        (21, 0, "close tables 6 and 7 and one sits out, or seat three house players?"),
        (29, 0, "one sits out, or open table 8 with three house players?"),
    ],
)
def test_a_question_names_the_tables_and_both_answers(count, chairs, text):
    asked_question = make_question(count, chairs)
    assert asked_question.needs_answer
    assert asked_question.text == f"{count} players: {text}"


def test_without_sitting_out_the_question_offers_house_players_only():
    asked_question = make_question(27, policy="refuse")
    assert asked_question.needs_answer
    assert asked_question.text == "27 players: seat a house player?"


@pytest.mark.parametrize("count", [3, 28, 32])
def test_the_desk_is_not_asked_if_all_tables_are_full(count):
    assert not make_question(count).needs_answer


def test_the_desk_is_asked_only_if_more_people_than_before_would_sit_out():
    assert not make_question(29, bench=2).needs_answer
    assert make_question(30, bench=1).needs_answer


def test_house_players_are_offered_first_if_a_chair_is_empty_for_each_of_them():
    assert make_question(27, 1).default_answer == SurplusAnswer.HOUSE
    assert make_question(26, 2).default_answer == SurplusAnswer.HOUSE
    assert make_question(26, 1).default_answer == SurplusAnswer.ROTA
    assert make_question(29).default_answer == SurplusAnswer.ROTA
    assert make_question(26, 2).answer_text(SurplusAnswer.HOUSE) == (
        "Seat two house players, in the chairs of Ann and Bob"
    )
    assert make_question(27).answer_text(SurplusAnswer.ROTA) == (
        "Close table 7 and three sit out each round, in turn"
    )


def make_question_with_house(count, *newcomers, **options):
    return make_question(count, newcomers=newcomers, house_players=("Otto", "Pia"), **options)


def test_a_newcomer_may_take_the_chair_of_a_house_player():
    chair_question = make_question_with_house(29, "Gita")
    assert chair_question.needs_answer
    assert chair_question.text.startswith(
        "29 players: Gita takes the chair of Otto, one sits out, or open"
    )
    assert chair_question.answers == (
        SurplusAnswer.NEWCOMER,
        SurplusAnswer.ROTA,
        SurplusAnswer.HOUSE,
    )
    assert (
        chair_question.answer_text(SurplusAnswer.NEWCOMER)
        == "Gita takes the chair of Otto, who goes home"
    )
    assert make_question_with_house(31, "Gita", "Hal", "Ida").answer_text(
        SurplusAnswer.NEWCOMER
    ) == (
        "Gita takes the chair of Otto and Hal takes the chair of Pia, who go home; "
        "one sits out each round"
    )


def test_without_sitting_out_a_newcomer_takes_a_chair_only_if_nobody_else_sits_out():
    assert make_question_with_house(29, "Gita", policy="refuse").answers == (
        SurplusAnswer.NEWCOMER,
        SurplusAnswer.HOUSE,
    )
    text = "29 players: Gita takes the chair of Otto, or open table 8 with three house players?"
    assert make_question_with_house(29, "Gita", policy="refuse").text == text
    assert make_question_with_house(30, "Gita", policy="refuse").answers == (SurplusAnswer.HOUSE,)


def test_the_desk_is_asked_about_a_newcomer_even_if_the_bench_stays_the_same():
    assert make_question(29, bench=1, newcomers=("Gita",), house_players=("Otto",)).needs_answer


@pytest.mark.parametrize("is_played", [True, False])
def test_a_newcomer_gets_the_chair_of_the_house_player(is_played):
    """The exchange happens before round 3 is seated, or before round 2 has started."""
    party = party_after_round(28, (5, "W"))
    seat_round_2(party, "Ivy")
    if is_played:
        rounds.start_round(party.pk, **BY_PROGRAM)
        play_round(party)
    add_people(party, 1, state="expected")
    ivy, late = party.entrants.get(name="Ivy").pk, party.entrants.get(state="expected").pk
    arrivals.arrive_late(party.pk, late, **BY_PROGRAM)
    assert [each.id for pair in question(party).exchanges for each in pair] == [late, ivy]
    before = seatings(party)[-1]
    seat = rounds.seat_next_round if is_played else rounds.reseat_round
    seat(party.pk, mark=question(party).mark, replace_house_players=True, **BY_PROGRAM)
    after = seatings(party)[-1]
    assert (len(after.tables), after.bench) == (7, ())
    assert ivy not in after
    if not is_played:
        assert after.chair(late) == before.chair(ivy)
    assert party.entrants.get(pk=ivy).state == "left"
    assert not question(party).needs_answer
    assert "in the chair of Ivy" in LogLine.objects.filter(party=party).latest("pk").words
    assert party_differences(party) == []
    rounds.undo_draw(party.pk, **BY_PROGRAM)
    assert question(party).exchanges == ()


def test_a_house_player_in_the_leavers_chair_changes_no_other_move():
    party = party_after_round(28, (5, "W"))
    assert [str(each) for each in question(party).leavers] == [
        str(party.entrants.get(state="left"))
    ]
    seat_round_2(party, "Ivy")
    assert [str(move.sitting.person) for move in moves(party) if not move.is_by_rule] == ["Ivy"]
    words = "Round 2 seated: 7 tables, with Ivy for the house"
    assert LogLine.objects.filter(party=party).latest("pk").words == words
    assert not question(party).needs_answer


def test_an_answer_about_surplus_people_is_refused_after_somebody_has_left():
    party = party_after_round(12, (1, "N"))
    mark = question(party).mark
    arrivals.go_home(party.pk, seatings(party)[0].tables[1][0], **BY_PROGRAM)
    with pytest.raises(Refused, match="People have come or gone"):
        rounds.seat_next_round(party.pk, mark=mark, house_names=["Ivy"], **BY_PROGRAM)
    assert not party.entrants.filter(ranked=False).exists()


@pytest.mark.parametrize("number", [1, 2])
def test_a_seated_round_gets_a_house_player_in_the_empty_chair(number):
    party = party_with(12)
    if number == 2:
        play_rounds(party, 1)
        seat_next(party)
    else:
        rounds.draw_seats(party.pk, **BY_PROGRAM)
    before = seatings(party)[-1]
    arrivals.go_home(party.pk, before.tables[1][0], **BY_PROGRAM)
    mark = question(party).mark
    rounds.reseat_round(party.pk, mark=mark, house_names=["Ivy"], **BY_PROGRAM)
    after = seatings(party)[-1]
    ivy = party.entrants.get(name="Ivy").pk
    assert after.chair(ivy) == (2, "N")
    assert {each: after.chair(each) for each in after.chairs if each != ivy} == {
        each: before.chair(each) for each in before.chairs if each != before.tables[1][0]
    }
    assert "with Ivy for the house" in LogLine.objects.filter(party=party).latest("pk").words
    rounds.undo_draw(party.pk, **BY_PROGRAM)
    assert party.entrants.filter(name="Ivy").exists() == (number == 2)


def random_room(seed):
    """Play a round, let people come and go, and seat the next round."""
    rng = Random(seed)
    preset = rng.choice(["midway", "iowa", "youngstown"])
    shifts = {"which_partner_shifts": rng.choice(["chairs", "fresh"])}
    values = FORMATS[preset].values() | shifts
    party = party_after_rounds(1, rng.randrange(9, 33), preset, format_values=values)
    leavers = rng.sample(list(seatings(party)[0].everybody()), rng.randrange(4))
    arrivals.go_home_together(party.pk, leavers, **BY_PROGRAM)
    if not party.entrants.here().count() % 4 or rng.random() < 0.3:
        add_people(party, 1, state="expected")
        arrivals.arrive_late(party.pk, party.entrants.get(state="expected").pk, **BY_PROGRAM)
    seat_next(party)
    return party


@pytest.mark.parametrize("is_announced", [False, True])
@pytest.mark.parametrize("seed", one_in(6, range(12)))
def test_opening_an_extra_table_moves_nobody_after_the_seats_are_announced(seed, is_announced):
    """Until the seats are announced, ranked people follow the results of the last round."""
    party = random_room(seed)
    if is_announced:
        announce_seats(party.pk, **BY_PROGRAM)
    before = seatings(party)[-1]
    if house := -party.entrants.here().count() % 4:
        open_table(party.pk, 2, [f"House {number}" for number in range(house)], **BY_PROGRAM)
    after = seatings(party)[-1]
    assert after.bench == ()
    if is_announced:
        assert {each: after.chair(each) for each in before.chairs} == before.chairs
        return
    ranked = dict(party.entrants.values_list("pk", "ranked"))
    by_hand = [move for move in moves(party) if move.old and not move.is_by_rule]
    assert [move for move in by_hand if ranked[move.sitting.person.id]] == []


def test_winner_is_not_sent_to_the_extra_table():
    """Everybody except the new house player moves by the rule."""
    party = party_after_round(28, (3, "N"))
    seat_round_2(party)
    assert len(seatings(party)[-1].tables) == 6
    open_table(party.pk, 2, ["Ivy"], **BY_PROGRAM)
    assert all(move.is_by_rule for move in moves(party) if str(move.sitting.person) != "Ivy")
