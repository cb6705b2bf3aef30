import pytest

from party.models import Entrant, LogLine
from party.services.evening import rounds
from party.services.people import arrivals
from party.values.people.attendance import Newcomer
from party.values.refusals import Refused
from tests.evening import (
    BY_PROGRAM,
    add_people,
    draw,
    drawn_party,
    party_with,
    play_round,
    seat_next,
    start,
)

pytestmark = pytest.mark.django_db
EXPECTED, HERE, LEFT = Entrant.State


@pytest.fixture
def party():
    """Return a party with eight people in round 1; a ninth is expected."""
    party = party_expecting_one(8)
    start(party)
    return party


@pytest.fixture
def alma(party):
    return named(party, "Alma")


def named(party, name):
    return party.entrants.get(name=name)


def states(party):
    return dict(party.entrants.values_list("name", "state"))


def seats(round_):
    return {place.entrant.name: (place.table_id, place.seat) for place in round_.places.all()}


def last_words(party):
    return LogLine.objects.filter(party=party).first().words


def party_expecting_one(players=9):
    party = party_with(players=players, rounds_planned=6)
    add_people(party, 1, state=EXPECTED)
    return party


def next_round(party):
    play_round(party)
    round_ = seat_next(party)
    start(party)
    return round_


def test_before_the_draw_people_are_ticked_as_here():
    party = party_expecting_one(2)
    everybody = list(party.entrants.order_by("number").values_list("pk", flat=True))

    assert arrivals.set_attendance(party.pk, everybody, here=True, **BY_PROGRAM) == 1
    assert states(party) == {"Alma": HERE, "Bert": HERE, "Carol": HERE}
    assert arrivals.set_attendance(party.pk, everybody[:1], here=False, **BY_PROGRAM) == 1
    assert states(party) == {"Alma": EXPECTED, "Bert": HERE, "Carol": HERE}
    words = ["Alma ticked as not here", "Carol ticked as here"]
    assert [line.words for line in LogLine.objects.all()] == words


def test_ticks_do_not_change_other_parties():
    party, other = party_expecting_one(2), party_expecting_one(2)
    ids = list(other.entrants.values_list("pk", flat=True))
    assert arrivals.set_attendance(party.pk, ids, here=False, **BY_PROGRAM) == 0
    assert states(other)["Alma"] == HERE


def test_ticks_after_the_draw_are_refused():
    party = party_expecting_one()
    draw(party)
    with pytest.raises(Refused, match="arrived late or gone home"):
        arrivals.set_attendance(party.pk, [], here=True, **BY_PROGRAM)


def test_a_late_arrival_is_last_in_the_rota_and_has_a_seat_in_the_next_round():
    party = party_expecting_one(8)
    late = party.entrants.get(state=EXPECTED)
    start(party)

    arrivals.arrive_late(party.pk, late.pk, **BY_PROGRAM)

    late.refresh_from_db()
    assert (late.state, late.rota) == (HERE, 9)
    assert late.name not in seats(party.rounds.get())
    assert late.name in seats(next_round(party))
    with pytest.raises(Refused, match="is here already"):
        arrivals.arrive_late(party.pk, late.pk, **BY_PROGRAM)


def test_nobody_is_late_or_goes_home_before_the_draw():
    party = party_expecting_one()
    alma = named(party, "Alma")
    for verb in (arrivals.arrive_late, arrivals.go_home, arrivals.come_back):
        with pytest.raises(Refused, match="before the draw"):
            verb(party.pk, alma.pk, **BY_PROGRAM)
    with pytest.raises(Refused, match="before the draw"):
        arrivals.give_chair(party.pk, alma.pk, Newcomer("Zoë"), **BY_PROGRAM)


def test_if_one_of_several_leavers_is_not_here_nobody_leaves():
    party = drawn_party(8)
    alma, bert = named(party, "Alma").pk, named(party, "Bert").pk
    arrivals.go_home(party.pk, bert, **BY_PROGRAM)
    with pytest.raises(Refused, match="Bert is not here"):
        arrivals.go_home_together(party.pk, [alma, bert], **BY_PROGRAM)
    assert named(party, "Alma").state == HERE


def test_a_leaver_keeps_the_chair_until_the_next_round_is_seated(party, alma):
    arrivals.go_home(party.pk, alma.pk, **BY_PROGRAM)

    assert "Alma" in seats(party.rounds.get())
    assert "Alma" not in seats(next_round(party))
    with pytest.raises(Refused, match="Alma is not here"):
        arrivals.go_home(party.pk, alma.pk, **BY_PROGRAM)


def test_a_leaver_who_is_back_in_the_same_round_keeps_the_turn_in_the_rota(party, alma):
    rota = alma.rota

    arrivals.go_home(party.pk, alma.pk, **BY_PROGRAM)
    arrivals.come_back(party.pk, alma.pk, **BY_PROGRAM)

    alma.refresh_from_db()
    assert (alma.state, alma.rota) == (HERE, rota)
    with pytest.raises(Refused, match="has not gone home"):
        arrivals.come_back(party.pk, alma.pk, **BY_PROGRAM)


def test_a_leaver_who_is_back_in_the_next_round_is_last_in_the_rota(party, alma):
    arrivals.go_home(party.pk, alma.pk, **BY_PROGRAM)
    next_round(party)

    arrivals.come_back(party.pk, alma.pk, **BY_PROGRAM)

    alma.refresh_from_db()
    assert (alma.state, alma.rota) == (HERE, 9)


def test_a_house_player_is_not_ranked_and_has_no_turn_at_sitting_out():
    party = party_expecting_one(7)
    arrivals.add_house_player(party.pk, "Ivy", **BY_PROGRAM)
    unnamed = arrivals.add_house_player(party.pk, "", **BY_PROGRAM)
    ivy = named(party, "Ivy")
    assert (ivy.ranked, ivy.rota, ivy.state, ivy.player) == (False, None, HERE, None)
    assert unnamed.name == "House player 10"
    with pytest.raises(Refused, match="longer than 120"):
        arrivals.add_house_player(party.pk, "x" * 121, **BY_PROGRAM)


def test_house_players_are_not_added_before_a_blind_draw():
    party = party_with(players=0, cards="blind")
    with pytest.raises(Refused, match="when the seats are drawn"):
        arrivals.add_house_player(party.pk, "Ivy", **BY_PROGRAM)


@pytest.mark.parametrize("house", [True, False])
def test_stand_in_takes_the_leavers_chair(party, alma, house):
    zoe = arrivals.give_chair(
        party.pk, alma.pk, Newcomer("Zoë Ek"), as_house_player=house, **BY_PROGRAM
    )

    alma.refresh_from_db()
    assert alma.state == LEFT
    assert (zoe.stands_in_for, zoe.ranked) == (alma, not house)
    after = seats(next_round(party))
    assert "Zoë Ek" in after
    assert "Alma" not in after


def test_a_stand_in_needs_a_free_chair(party):
    alma, late = named(party, "Alma"), party.entrants.get(state=EXPECTED)
    arrivals.give_chair(party.pk, alma.pk, Newcomer("Zoë"), **BY_PROGRAM)
    with pytest.raises(Refused, match="Somebody already takes the chair of Alma"):
        arrivals.give_chair(party.pk, alma.pk, Newcomer("Yan"), **BY_PROGRAM)
    with pytest.raises(Refused, match="no chair in round 1"):
        arrivals.give_chair(party.pk, late.pk, Newcomer("Yan"), **BY_PROGRAM)
    with pytest.raises(Refused, match="Bert is on the list already"):
        arrivals.give_chair(party.pk, named(party, "Carol").pk, Newcomer("Bert"), **BY_PROGRAM)


def test_an_unseated_stand_in_goes_home_when_the_leaver_is_back(party, alma):
    zoe = arrivals.give_chair(party.pk, alma.pk, Newcomer("Zoë"), **BY_PROGRAM)

    arrivals.come_back(party.pk, alma.pk, **BY_PROGRAM)

    zoe.refresh_from_db()
    assert (zoe.state, zoe.stands_in_for) == (LEFT, None)
    assert last_words(party) == "Alma is back in round 1, so Zoë does not take the chair"
    assert set(seats(next_round(party))) == set(seats(party.rounds.get(number=1)))


def test_a_leaver_gets_a_second_stand_in_after_the_first_stand_in_went_home(party, alma):
    zoe = arrivals.give_chair(party.pk, alma.pk, Newcomer("Zoë"), **BY_PROGRAM)

    arrivals.go_home(party.pk, zoe.pk, **BY_PROGRAM)
    assert last_words(party) == "Zoë goes home in round 1 and does not take the chair of Alma"
    arrivals.give_chair(party.pk, alma.pk, Newcomer("Yan"), **BY_PROGRAM)

    after = seats(next_round(party))
    assert "Yan" in after
    assert not {"Alma", "Zoë"} & set(after)


def test_a_leaver_may_have_another_stand_in_in_a_later_round(party, alma):
    arrivals.give_chair(party.pk, alma.pk, Newcomer("Zoë"), **BY_PROGRAM)
    next_round(party)
    arrivals.come_back(party.pk, alma.pk, **BY_PROGRAM)
    add_people(party, 3)
    next_round(party)

    yan = arrivals.give_chair(
        party.pk, alma.pk, Newcomer("Yan"), as_house_player=True, **BY_PROGRAM
    )

    assert yan.stands_in_for == alma
    assert {"Zoë", "Yan"} <= set(seats(next_round(party)))


def test_a_leaver_may_have_another_stand_in_after_an_undone_draw():
    party = party_expecting_one(8)
    draw(party)
    alma = named(party, "Alma")
    zoe = arrivals.give_chair(party.pk, alma.pk, Newcomer("Zoë"), **BY_PROGRAM)
    rounds.undo_draw(party.pk, **BY_PROGRAM)
    arrivals.set_attendance(party.pk, [alma.pk], here=True, **BY_PROGRAM)
    start(party)

    yan = arrivals.give_chair(party.pk, alma.pk, Newcomer("Yan"), **BY_PROGRAM)

    zoe.refresh_from_db()
    assert (zoe.state, zoe.stands_in_for, yan.stands_in_for) == (HERE, None, alma)


def test_an_old_stand_in_who_returns_does_not_replace_the_leaver(party, alma):
    zoe = arrivals.give_chair(party.pk, alma.pk, Newcomer("Zoë"), **BY_PROGRAM)
    next_round(party)
    arrivals.come_back(party.pk, alma.pk, **BY_PROGRAM)
    arrivals.go_home(party.pk, zoe.pk, **BY_PROGRAM)
    next_round(party)
    arrivals.go_home(party.pk, alma.pk, **BY_PROGRAM)
    arrivals.come_back(party.pk, zoe.pk, **BY_PROGRAM)

    assert next_round(party).stored_draw.replacing == {}


def test_a_stand_in_who_is_on_the_roster_is_not_added_again():
    zoe = party_with(players=10).entrants.get(name="Guest 10").player
    party = party_expecting_one(8)
    start(party)

    substitute = arrivals.give_chair(
        party.pk, named(party, "Alma").pk, Newcomer("guest 10", player=zoe.pk), **BY_PROGRAM
    )

    assert (substitute.player, substitute.name) == (zoe, "Guest 10")
