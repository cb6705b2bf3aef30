import pytest

from party.models import Entrant, LogLine, Round
from party.progression.partners import partners_of
from party.queries.evening.rounds import latest_round, seatings
from party.queries.seats.draw import changes_to_show
from party.queries.seats.moves import moves_of, newcomers_to_call
from party.services.evening import rounds
from party.services.evening.rounds import ChairsInQuestion
from party.values.refusals import Refused
from party.values.seats.corrections import SeatsChoice
from tests.evening import (
    BY_PROGRAM,
    add_people,
    party_after_rounds,
    party_with,
    seat_next,
)
from tests.guard import setting_up
from tests.services.seats.test_swaps import swap
from tests.services.shifting import effects, seated_after_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return seated_party()


def seated_party(players=20, **fields):
    party = party_after_rounds(1, players, **fields)
    seat_next(party)
    return party


def current_seats(party):
    return seatings(party)[-1]


def leave(party, *entrants):
    with setting_up():
        party.entrants.filter(pk__in=entrants).update(state=Entrant.State.LEFT)


def changes(party):
    return changes_to_show(party, latest_round(party))


def reseat_as_shown(party):
    """Seat the round again, and check that the seats are those that were shown."""
    shown = changes(party)
    reseating = rounds.reseat_round(party.pk, mark=shown.mark, **BY_PROGRAM)
    assert shown.reseating == reseating
    return reseating


def people_with_same_chair(before, after):
    return {entrant for entrant, chair in after.chairs.items() if before.chair(entrant) == chair}


def test_a_start_asks_first_about_empty_chairs_and_people_without_a_chair(party):
    leaver = current_seats(party).tables[1][0]
    leave(party, leaver)

    with pytest.raises(ChairsInQuestion, match="is not here: table 2, North is empty"):
        rounds.start_round(party.pk, **BY_PROGRAM)
    assert latest_round(party).state == Round.State.DRAWN
    add_people(party, 1)
    with pytest.raises(ChairsInQuestion, match="Guest 21 has come and has no chair yet"):
        rounds.start_round(party.pk, **BY_PROGRAM)


def test_a_start_does_not_ask_about_a_leaver_who_sat_out():
    party = seated_party(21)
    leave(party, *current_seats(party).bench)
    assert changes(party).leavers

    rounds.start_round(party.pk, **BY_PROGRAM)
    assert latest_round(party).state == Round.State.PLAYING


def test_a_confirmed_start_with_an_empty_chair_is_logged(party):
    leave(party, current_seats(party).tables[1][0])

    rounds.start_round(party.pk, mark=changes(party).mark, **BY_PROGRAM)

    line = LogLine.objects.filter(party=party, verb="round started").latest("pk")
    assert line.words.startswith("Round 2 started as it was seated. ")
    assert "table 2, North is empty." in line.words


def test_an_outdated_answer_is_refused(party):
    leave(party, current_seats(party).tables[1][0])
    mark = changes(party).mark
    leave(party, current_seats(party).tables[2][0])

    for verb in (rounds.start_round, rounds.reseat_round):
        with pytest.raises(Refused, match="People have come or gone since you opened"):
            verb(party.pk, mark=mark, **BY_PROGRAM)


def test_only_six_changes_are_named_and_the_others_are_counted(party):
    add_people(party, 8)

    assert len(changes(party).sentences) == 8
    assert changes(party).text.endswith("Guest 26 has come and has no chair yet. And 2 more.")


def test_a_latecomer_gets_the_empty_chair_and_nobody_moves(party):
    before, leaver = current_seats(party), current_seats(party).tables[3][1]
    leave(party, leaver)
    add_people(party, 1)

    reseating = reseat_as_shown(party)

    after = current_seats(party)
    latecomer = party.entrants.get(number=21).pk
    assert after.chair(latecomer) == (4, "E")
    assert len(people_with_same_chair(before, after)) == 19
    assert str(reseating) == (
        "Round 2 is seated again. Guest 21: table 4, East. Everybody else keeps table and chair."
    )
    assert LogLine.objects.filter(party=party).latest("pk").words == str(reseating)


def test_reseating_keeps_earlier_swaps_which_can_no_longer_be_undone(party):
    before = current_seats(party)
    one, other = before.tables[0][0], before.tables[4][3]
    swap(party, one, other)
    leave(party, before.tables[2][1])
    add_people(party, 1)

    reseat_as_shown(party)

    assert current_seats(party).chair(one) == (5, "W")
    *past, seated = seatings(party)
    assert latest_round(party).stored_draw.seat(past) == seated
    assert latest_round(party).stored_draw.last_swaps == ()


def test_reseating_names_people_of_a_closed_table():
    party = seated_party(20)
    before = current_seats(party)
    leave(party, before.tables[0][0])

    reseating = reseat_as_shown(party)

    after = current_seats(party)
    assert (len(after.tables), len(after.bench)) == (4, 3)
    moved_ids = {e for e in after.everybody() if after.chair(e) != before.chair(e)}
    assert {each.person.id for each in reseating.changed_places} == moved_ids
    assert "Somebody has to move after all: " in str(reseating)
    assert ", now sits out" in str(reseating)


def test_the_forecast_of_a_reseating_names_the_new_places():
    party = seated_party(22)
    leave(party, current_seats(party).tables[4][2])
    assert changes(party).forecast == (
        "Seating again places Hilde (table 5, South); it moves nobody else."
    )
    add_people(party, 9)
    forecast = changes(party).forecast
    assert forecast.startswith("Seating again places Guest 23 (")
    assert forecast.endswith(" and 3 more; it moves nobody else.")


def test_without_a_possible_seating_there_is_no_forecast(party):
    leave(party, current_seats(party).tables[1][0])
    with setting_up():
        party.entrants.update(rota=None)

    assert changes(party).forecast == ""
    with pytest.raises(Refused, match="must sit out"):
        rounds.reseat_round(party.pk, mark=changes(party).mark, **BY_PROGRAM)


def test_changes_with_forecast_need_few_queries(django_assert_max_num_queries):
    party = seated_party(40)
    add_people(party, 2)
    with django_assert_max_num_queries(8):
        assert changes(party).forecast


def test_filling_empty_chairs_does_not_reunite_the_partners_of_the_last_round():
    party = seated_party(24)
    before, played = current_seats(party), partners_of(seatings(party)[0])
    leave(party, *(table[0] for table in before.tables[:4]))

    reseat_as_shown(party)

    assert not partners_of(current_seats(party)).items() & played.items()


def test_moves_explain_the_seats_after_a_reseating():
    party = seated_party(21)
    before = current_seats(party)
    leaver, waiting = before.tables[1][0], before.bench[0]
    leave(party, leaver)
    add_people(party, 1)

    reseat_as_shown(party)

    latecomer = party.entrants.get(number=22).pk
    words = move_words_by_id(party)
    assert current_seats(party).chair(latecomer) == (2, "N")
    assert words[latecomer].startswith("Welcome: go to table 2, seat North.")
    assert words[waiting] == "It is your turn to sit out this round."
    (before, after), (seats_before, _) = party.rounds.order_by("number"), seatings(party)
    assert newcomers_to_call(party, after, seats_before, moves_of(party, before, after))


def move_words_by_id(party):
    before, after = party.rounds.order_by("number")
    return {move.sitting.person.id: move.words for move in moves_of(party, before, after)}


def test_a_correction_moves_nobody_after_a_reseating():
    party = seated_after_round(party_with(16), 1)
    before = current_seats(party)
    leave(party, before.tables[3][0])
    reseat_as_shown(party)
    with setting_up():
        party.entrants.filter(pk=before.tables[3][0]).update(state=Entrant.State.HERE)
    reseat_as_shown(party)

    assert set(current_seats(party).everybody()) == set(before.everybody())
    assert "Others sit in round 2" in effects(party).refused_choices[SeatsChoice.RESEAT]
