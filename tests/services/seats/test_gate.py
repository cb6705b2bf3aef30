"""The gate before a round: who is here is compared with who is seated."""

import pytest

from party.models import Entrant, LogLine, Round
from party.progression.partners import partners_of
from party.queries.evening.rounds import latest_round, seatings
from party.queries.seats.draw import changes_to_show
from party.queries.seats.moves import moves_of, newcomers_to_call
from party.services.evening import rounds
from party.services.evening.rounds import ChairsInQuestion
from party.services.people import arrivals
from party.services.seats.swaps import swap_seats
from party.values.accounts import PROGRAM
from party.values.people.attendance import Newcomer
from party.values.refusals import Refused
from party.values.seats.corrections import Seats
from tests.evening import AT, add_people, party_with, play_rounds, seat_next
from tests.guard import setting_up
from tests.services.shifting import effects, seated_after

pytestmark = pytest.mark.django_db
WHO = {"actor": PROGRAM, "at": AT}


def moved(players=20, **fields):
    """A party that is seated for round 2."""
    party = party_with(players, **fields)
    play_rounds(party, 1)
    seat_next(party)
    return party


def now(party):
    return seatings(party)[-1]


def leave(party, *entrants):
    with setting_up():
        party.entrants.filter(pk__in=entrants).update(state=Entrant.State.LEFT)


def changes(party):
    return changes_to_show(party, latest_round(party))


def again(party):
    """Seat again what was shown before: it comes out as it was shown."""
    shown = changes(party)
    said = rounds.reseat_round(party.pk, mark=shown.mark, **WHO)
    assert shown.reseating == said
    return said


def kept(before, after):
    """Return who has the same chair in both."""
    return {entrant for entrant, chair in after.chairs.items() if before.chair(entrant) == chair}


def test_a_start_asks_when_a_chair_is_empty():
    party = moved()
    gone = now(party).tables[1][0]
    leave(party, gone)

    with pytest.raises(ChairsInQuestion, match="is not here: table 2, North is empty"):
        rounds.start_round(party.pk, **WHO)
    assert latest_round(party).state == Round.State.DRAWN


def test_a_start_asks_when_somebody_has_no_chair():
    party = moved()
    add_people(party, 1)

    with pytest.raises(ChairsInQuestion, match="Guest 21 has come and has no chair yet"):
        rounds.start_round(party.pk, **WHO)


def test_a_start_asks_nothing_when_somebody_goes_who_was_to_sit_out():
    party = moved(21)
    leave(party, *now(party).bench)
    assert changes(party).leavers

    rounds.start_round(party.pk, **WHO)
    assert latest_round(party).state == Round.State.PLAYING


def test_a_round_starts_as_it_is_once_somebody_has_said_so_and_the_log_says_it():
    party = moved()
    leave(party, now(party).tables[1][0])

    rounds.start_round(party.pk, mark=changes(party).mark, **WHO)

    line = LogLine.objects.filter(party=party, verb="round started").latest("pk")
    assert line.words.startswith("Round 2 started as it was seated. ")
    assert "table 2, North is empty." in line.words


def test_an_answer_to_another_question_does_not_count():
    party = moved()
    leave(party, now(party).tables[1][0])
    seen = changes(party).mark
    leave(party, now(party).tables[2][0])

    for verb in (rounds.start_round, rounds.reseat_round):
        with pytest.raises(Refused, match="Somebody has come or gone since you looked"):
            verb(party.pk, mark=seen, **WHO)


def test_a_second_desk_seats_nobody_again():
    party = moved()
    leave(party, now(party).tables[1][0])
    seen = changes(party).mark
    rounds.reseat_round(party.pk, mark=seen, **WHO)

    with pytest.raises(Refused, match="since you looked"):
        rounds.reseat_round(party.pk, mark=seen, **WHO)


def test_many_changes_are_counted_after_the_sixth():
    party = moved()
    add_people(party, 8)

    assert len(changes(party).sentences) == 8
    assert changes(party).text.endswith("Guest 26 has come and has no chair yet. And 2 more.")


def test_who_comes_gets_the_empty_chair_and_everybody_else_keeps_theirs():
    party = moved()
    before, gone = now(party), now(party).tables[3][1]
    leave(party, gone)
    add_people(party, 1)

    said = again(party)

    after = now(party)
    late = party.entrants.get(number=21).pk
    assert after.chair(late) == (4, "E")
    assert len(kept(before, after)) == 19
    assert str(said) == (
        "Round 2 is seated again. Guest 21: table 4, East. Everybody else keeps table and chair."
    )
    assert LogLine.objects.filter(party=party).latest("pk").words == str(said)


def test_one_of_two_who_were_to_sit_out_takes_the_empty_chair_and_nobody_moves():
    party = moved(22)
    before = now(party)
    leave(party, before.tables[4][2])

    said = again(party)

    after = now(party)
    assert after.bench == before.bench[:1]
    assert after.chair(before.bench[1]) == (5, "S")
    assert len(kept(before, after)) == 19
    assert said.moved == ()


def test_swaps_by_hand_are_kept_and_can_no_longer_be_taken_back():
    party = moved()
    before = now(party)
    one, other = before.tables[0][0], before.tables[4][3]
    seen = "table 1, North; table 5, West"
    swap_seats(party.pk, 2, one, other, mark=seen, **WHO)
    leave(party, before.tables[2][1])
    add_people(party, 1)

    again(party)

    assert now(party).chair(one) == (5, "W")
    *past, seated = seatings(party)
    assert latest_round(party).made_from.seat(past) == seated
    assert latest_round(party).made_from.last_swaps == ()


def test_a_table_that_closes_says_who_has_to_move():
    party = moved(20)
    before = now(party)
    leave(party, before.tables[0][0])

    said = again(party)

    after = now(party)
    assert (len(after.tables), len(after.bench)) == (4, 3)
    elsewhere = {e for e in after.everybody() if after.chair(e) != before.chair(e)}
    assert {each.person.id for each in said.moved} == elsewhere
    assert "Somebody has to move after all: " in str(said)
    assert ", now sits out" in str(said)


def test_what_seating_again_would_do_is_said_before_it_is_done():
    party = moved(22)
    leave(party, now(party).tables[4][2])
    assert changes(party).forecast == (
        "Seating again places Hilde (table 5, South); it moves nobody else."
    )
    add_people(party, 9)
    said = changes(party).forecast
    assert said.startswith("Seating again places Guest 23 (")
    assert said.endswith(" and 3 more; it moves nobody else.")


def test_where_nobody_can_be_seated_nothing_is_said_of_it():
    party = moved()
    leave(party, now(party).tables[1][0])
    with setting_up():
        party.entrants.update(rota=None)

    assert changes(party).forecast == ""
    with pytest.raises(Refused, match="must sit out"):
        rounds.reseat_round(party.pk, mark=changes(party).mark, **WHO)


def test_what_becomes_of_a_round_is_read_in_few_queries(django_assert_max_num_queries):
    party = moved(40)
    add_people(party, 2)
    with django_assert_max_num_queries(8):
        assert changes(party).forecast


def test_partners_of_the_last_round_do_not_meet_in_the_chairs_that_are_filled():
    party = moved(24)
    before, played = now(party), partners_of(seatings(party)[0])
    leave(party, *(table[0] for table in before.tables[:4]))

    again(party)

    assert not partners_of(now(party)).items() & played.items()


def test_a_stand_in_takes_exactly_the_leavers_chair():
    party = moved()
    before, leaver = now(party), now(party).tables[1][2]
    zoe = arrivals.stand_in(party.pk, leaver, Newcomer("Zoë"), **WHO)

    again(party)

    assert now(party).chair(zoe.pk) == (2, "S")
    assert len(kept(before, now(party))) == 19
    words = words_of_moves(party)
    assert words[zoe.pk].startswith("You play for ")


def test_the_moves_say_what_has_become_of_everybody():
    party = moved(21)
    before = now(party)
    gone, waiting = before.tables[1][0], before.bench[0]
    leave(party, gone)
    add_people(party, 1)

    again(party)

    late = party.entrants.get(number=22).pk
    words = words_of_moves(party)
    assert now(party).chair(late) == (2, "N")
    assert words[late].startswith("Welcome: go to table 2, seat North.")
    assert words[waiting] == "It is your turn to sit out this round."
    (before, after), (was, _) = party.rounds.order_by("number"), seatings(party)
    assert newcomers_to_call(party, after, was, moves_of(party, before, after))


def words_of_moves(party):
    before, after = party.rounds.order_by("number")
    return {move.sitting.person.id: move.words for move in moves_of(party, before, after)}


def test_a_correction_never_moves_people_in_seats_that_were_filled_again():
    party = seated_after(party_with(16), 1)
    before = now(party)
    leave(party, before.tables[3][0])
    again(party)
    with setting_up():
        party.entrants.filter(pk=before.tables[3][0]).update(state=Entrant.State.HERE)
    again(party)

    assert set(now(party).everybody()) == set(before.everybody())
    assert "Others sit in round 2" in effects(party).why_not[Seats.RESEAT]
