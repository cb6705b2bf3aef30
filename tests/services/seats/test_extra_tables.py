import pytest

from party.models import Entrant, LogLine
from party.progression import Wish
from party.queries.evening.live import live_page
from party.queries.evening.rounds import latest_round, seatings
from party.queries.seats.draw import changes_since
from party.queries.seats.rota import rota
from party.services.evening import rounds
from party.services.people import arrivals
from party.services.people.wishes import add_wish
from party.services.seats.extra_tables import close_table, open_table
from party.values.people.attendance import Newcomer
from party.values.refusals import Refused
from tests.evening import (
    AT,
    BY_PROGRAM,
    add_people,
    drawn_party,
    party_after_rounds,
    seat_next,
    started_party,
)

pytestmark = pytest.mark.django_db


def arrive(party, count):
    ids_before = set(party.entrants.values_list("pk", flat=True))
    add_people(party, count, state=Entrant.State.EXPECTED)
    latecomers = list(party.entrants.exclude(pk__in=ids_before).order_by("number"))
    for entrant in latecomers:
        arrivals.arrive_late(party.pk, entrant.pk, **BY_PROGRAM)
    return [entrant.pk for entrant in latecomers]


def leave(party, *entrants):
    for entrant in entrants:
        arrivals.go_home(party.pk, entrant, **BY_PROGRAM)


def reseat(party):
    rounds.reseat_round(party.pk, **BY_PROGRAM)
    return seatings(party)[-1]


def changes(party):
    return changes_since(party, latest_round(party))


def test_four_late_arrivals_open_a_table_and_nobody_else_moves():
    party = drawn_party(9)
    (before,) = seatings(party)
    latecomers = arrive(party, 4)
    shown = changes(party)
    assert (shown.tables, shown.opening_tables, shown.turnout.surplus) == (2, (3,), 1)

    after = reseat(party)

    assert after.tables[:2] == before.tables
    assert set(after.tables[2]) == set(latecomers)
    assert after.bench == before.bench
    assert not changes(party)


def test_a_person_who_sits_out_takes_the_leavers_chair():
    party = drawn_party(9)
    (before,) = seatings(party)
    leaver, (bench_person,) = before.tables[1][2], before.bench
    leave(party, leaver)
    assert [person.id for person in changes(party).leavers] == [leaver]

    after = reseat(party)

    assert after.chair(bench_person) == (2, "S")
    assert after.bench == ()
    assert {e: c for e, c in after.chairs.items() if e != bench_person} == {
        e: c for e, c in before.chairs.items() if e != leaver
    }


def test_the_last_tables_close_when_eight_people_leave():
    party = drawn_party(20)
    (before,) = seatings(party)
    leave(party, *(e for table in before.tables[:4] for e in table[:2]))
    assert changes(party).closing_tables == (4, 5)

    after = reseat(party)

    assert len(after.tables) == 3
    assert latest_round(party).tables.count() == 3
    assert set(before.tables[4]) <= set(after.everybody())


def test_a_new_arrival_makes_the_next_person_of_the_rota_sit_out_as_well():
    party = drawn_party(9)
    first, second, *_ = rota(party)
    arrive(party, 1)

    assert reseat(party).bench == (first.id, second.id)


def test_a_stand_in_takes_the_chair_and_owns_it_once_the_round_starts():
    party = drawn_party(8)
    (before,) = seatings(party)
    leaver = before.tables[0][1]
    zoe = arrivals.give_chair(party.pk, leaver, Newcomer("Zoë"), **BY_PROGRAM)

    after = reseat(party)
    assert after.chair(zoe.pk) == (1, "E")
    assert reseat(party) == after

    rounds.start_round(party.pk, **BY_PROGRAM)
    zoe.refresh_from_db()
    assert zoe.stands_in_for is None


def test_reseating_a_started_round_gives_the_chair_to_the_stand_in():
    party = started_party(8)
    leaver = seatings(party)[0].tables[0][1]
    zoe = arrivals.give_chair(party.pk, leaver, Newcomer("Zoë"), **BY_PROGRAM)

    assert reseat(party).chair(zoe.pk) == (1, "E")
    zoe.refresh_from_db()
    assert zoe.stands_in_for is None


def test_seating_round_one_again_needs_four_people():
    party = drawn_party(5)
    leave(party, *seatings(party)[0].tables[0][:2])

    assert live_page(party, AT).step.view == "announce"
    with pytest.raises(Refused, match="A table needs four people; 3 are here"):
        reseat(party)


def test_the_draw_stores_a_refill_with_its_arrivals_and_wishes():
    party = drawn_party(9)
    latecomers = arrive(party, 4)
    names = {e.name: e.pk for e in party.entrants.all()}
    add_wish(party.pk, "apart", names["Alma"], names["Bert"], **BY_PROGRAM)
    reseat(party)

    stored_draw = latest_round(party).stored_draw
    [refill] = stored_draw.refills
    assert (refill.arriving, refill.leaving) == (tuple(latecomers), ())
    assert refill.wishes == (Wish("apart", tuple(sorted([names["Alma"], names["Bert"]]))),)
    assert stored_draw.seat() == seatings(party)[0]


def test_house_players_and_the_bench_open_a_table():
    party = drawn_party(10)
    (before,) = seatings(party)
    assert changes(party).turnout.house_needed == 2

    open_table(party.pk, 1, ["Ivy", " House 2 "], **BY_PROGRAM)

    (after,) = seatings(party)
    assert after.tables[:2] == before.tables
    assert set(before.bench) < set(after.tables[2])
    assert LogLine.objects.first().words == "Table 3 opened in round 1: Ivy, House 2"
    rounds.undo_draw(party.pk, **BY_PROGRAM)
    assert not party.entrants.filter(ranked=False).exists()


def test_house_players_go_home_and_a_table_closes():
    party = party_after_rounds(1, 10)
    seat_next(party)
    open_table(party.pk, 2, ["Ivy", "Jo"], **BY_PROGRAM)
    assert len(seatings(party)[-1].tables) == 3
    assert changes(party).without_house_players.closing_tables == (3,)

    close_table(party.pk, 2, **BY_PROGRAM)

    seated = seatings(party)[-1]
    assert (len(seated.tables), len(seated.bench)) == (2, 2)
    assert party.entrants.filter(ranked=False, state="left").count() == 2
    assert LogLine.objects.first().words == "House players go home: Ivy, Jo. 2 tables in round 2"


def test_a_table_opens_or_closes_only_with_the_right_number_of_people():
    party = drawn_party(8)
    with pytest.raises(Refused, match="Nobody sits out"):
        open_table(party.pk, 1, [], **BY_PROGRAM)
    with pytest.raises(Refused, match="No house player is here"):
        close_table(party.pk, 1, **BY_PROGRAM)
    arrive(party, 1)
    with pytest.raises(Refused, match="needs 3 house players now"):
        open_table(party.pk, 1, ["Ivy"], **BY_PROGRAM)
    with pytest.raises(Refused, match="longer than 120"):
        open_table(party.pk, 1, ["x" * 121, "b", "c"], **BY_PROGRAM)
    assert party.entrants.count() == 9


def test_a_round_that_has_begun_keeps_its_tables():
    party = started_party(10)
    for verb, arguments in ((open_table, (["Ivy", "Jo"],)), (close_table, ())):
        with pytest.raises(Refused, match="its tables stay"):
            verb(party.pk, 1, *arguments, **BY_PROGRAM)
        with pytest.raises(Refused, match="its tables stay"):
            verb(party.pk, 2, *arguments, **BY_PROGRAM)
