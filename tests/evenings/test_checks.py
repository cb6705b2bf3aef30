"""Each check finds the fault that it is for, and nothing where all is well."""

from dataclasses import replace

import pytest

from party.models import Award, Entrant, Entry, Place, Prize, Round, Table, Wish
from party.queries.standings.standings import standings
from party.services.seats.seating import exchange_places
from tests.evening import draw, enter, party_with, play_rounds, seat_next, start
from tests.evenings import standings as own_standings
from tests.evenings import wish_checks as own_wishes
from tests.evenings.chairs import made_troubles, turn_troubles
from tests.evenings.moves import move_troubles
from tests.evenings.prize_checks import prize_troubles
from tests.evenings.standings import standing_troubles
from tests.evenings.watching import now, planted
from tests.evenings.wish_checks import lone_wish_troubles, wish_troubles
from tests.guard import setting_up


@pytest.fixture
def played(db):
    """Return a party of nine after two rounds, both closed."""
    party = party_with(9, rounds_planned=4)
    play_rounds(party, 2)
    return party


def entries(round_number, table, **kept):
    at = {"table__round__number": round_number, "table__number": table}
    return Entry.objects.filter(**at, **kept)


def test_a_plain_evening_has_no_trouble(played):
    with planted(played) as nothing:
        pass

    assert nothing.said == ""
    then = now(played)
    for troubles in (
        made_troubles(then, 2),
        move_troubles(then, 2),
        standing_troubles(then, played),
        prize_troubles(then),
    ):
        assert list(troubles) == []


# Chairs


def test_an_empty_chair_is_found(played):
    seat_next(played)
    with planted(played, "reseat_round") as chair:
        Place.objects.filter(round__number=3, table__number=1, seat="N").delete()

    assert "Round 3, table 1: the seats are ['E', 'S', 'W']." in chair.said
    assert "are here or seated, but not both" in chair.said


def test_a_table_without_people_is_found(played):
    round_ = seat_next(played)
    with planted(played, "reseat_round") as table:
        Table.objects.create(round=round_, number=3)

    assert "people sit at [1, 2], the tables are [1, 2, 3]" in table.said


def test_a_house_player_on_the_bench_is_found(played):
    seat_next(played)
    with planted(played, "swap_seats") as bench:
        Entrant.objects.filter(places__table=None, places__round__number=3).update(ranked=False)
        exchange_places(*Place.objects.filter(round__number=3, table__number=1)[:2])

    assert "Round 3: a house player sits out." in bench.said
    assert "swap_seats has touched entrant.ranked" in bench.said


def test_somebody_here_without_a_place_is_found(played):
    with setting_up():
        Entrant.objects.filter(pk=played.entrants.first().pk).update(state=Entrant.State.LEFT)

    said = " ".join(made_troubles(now(played), 2))
    assert "['Alma'] are here or seated, but not both" in said
    assert "1 sit out of 8" in said


def test_somebody_who_sits_out_twice_is_found(played):
    first = Place.objects.get(round__number=1, table=None)
    second = Place.objects.get(round__number=2, table=None)
    with setting_up():
        exchange_places(second, Place.objects.get(round__number=2, entrant=first.entrant))

    assert list(turn_troubles(now(played), 2)) == [
        "After round 2 people have sat out from 0 to 2 times."
    ]


# Entries


def test_points_that_are_not_the_engines_are_found(played):
    with planted(played, "override_rules") as points:
        entries(1, 2, hand=1).update(ns=520)

    assert "Round 1, table 2, hand 1: 520 and" in points.said


def test_a_gap_in_the_hands_is_found(played):
    with planted(played) as gap:
        entries(1, 1, hand=2).update(status=Entry.Status.UNDONE)

    assert "Round 1, table 1: the hands in force are [1, 3, 4]." in gap.said
    assert "save_hand has changed table 1 of round 1, which is closed." in gap.said


def test_a_total_beside_hands_is_found(played):
    with planted(played) as total:
        entries(1, 1, hand=4).update(hand=0, bid="", tricks=None, bidder="")

    assert "a total and single hands are in force together." in total.said
    assert "says something else now" in total.said


def test_a_hand_too_many_is_found(played):
    with planted(played) as hand:
        row = entries(2, 1).get(hand=4)
        row.pk, row.hand, row.submission = None, 5, "12345678123456781234567812345678"
        row.save(force_insert=True)
        Table.objects.filter(pk=row.table_id).update(hands=9)

    assert "Round 2, table 1: more than 4 hands." in hand.said
    assert "it says 9 hands, and has 5." in hand.said


def test_a_hand_on_final_cards_is_found(played):
    with planted(played, "set_table_capture") as table:
        Table.objects.filter(round__number=2, number=1).update(capture="cards")

    assert "hands, although its points are on the cards." in table.said


def test_a_hand_before_the_round_has_begun_is_found(played):
    seat_next(played)
    start(played)
    enter(played, "8hn9")
    with planted(played) as hand:
        Round.objects.filter(number=3).update(state=Round.State.DRAWN)
        entries(3, 1).update(checked="looked at")

    assert "Round 3, table 1: entries before the round has begun." in hand.said


def test_a_second_version_without_a_first_is_found(played):
    with planted(played) as second:
        entries(2, 1, hand=4).update(status=Entry.Status.DISPUTED)

    assert "a second version of a hand that is not in force." in second.said
    assert "closed, and nobody has said which version is right." in second.said


# History


def test_an_entry_that_is_gone_is_found(played):
    with planted(played) as gone:
        entries(2, 1, hand=4).delete()

    assert "save_hand: entry [" in gone.said
    assert "has touched -entry" in gone.said


def test_an_entry_that_comes_back_is_found(played):
    with setting_up():
        entries(2, 1, hand=4).update(status=Entry.Status.UNDONE)
    with planted(played) as back:
        entries(2, 1, hand=4).update(status=Entry.Status.IN_FORCE)

    assert "was undone, and is in force now." in back.said


def test_people_who_change_places_in_a_closed_round_are_found(played):
    with planted(played, "swap_seats") as places:
        exchange_places(*Place.objects.filter(round__number=1, table__number=1)[:2])

    assert "swap_seats has changed the seats of round 1, which is closed." in places.said


def test_what_is_none_of_a_verbs_business_is_found(played):
    with planted(played, "ring_bell") as bell:
        Entrant.objects.filter(number=1).update(paid=500)

    assert bell.said.startswith("ring_bell has touched entrant.paid (id ")


# Moves


@pytest.mark.parametrize("preset", ["midway", "iowa"])
@pytest.mark.parametrize("people", [8, 10])
def test_two_people_who_sit_wrong_after_a_move_are_found(db, preset, people):
    party = party_with(people, preset)
    play_rounds(party, 2)
    assert list(move_troubles(now(party), 2)) == []

    with setting_up():
        exchange_places(
            Place.objects.get(round__number=2, table__number=1, seat="N"),
            Place.objects.get(round__number=2, table__number=2, seat="N"),
        )
    assert len(list(move_troubles(now(party), 2))) == 2


def test_a_move_from_the_wrong_results_is_found(played):
    with setting_up():
        entries(1, 1).filter(hand=4).update(ns=1000)

    [said] = move_troubles(now(played), 2)
    assert said.startswith("Round 2 was seated from ")


def test_a_bench_that_is_not_due_is_found(played):
    first = Place.objects.get(round__number=1, table=None)
    second = Place.objects.get(round__number=2, table=None)
    with setting_up():
        exchange_places(second, Place.objects.get(round__number=2, entrant=first.entrant))

    assert "it is the turn of" in " ".join(move_troubles(now(played), 2))


# Standings


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rounds": ()}, "has {}, reckoned are {1:"),
        ({"total": 7}, "is not the sum of the rounds."),
        ({"rank": 77}, "The ranks are {"),
        ({"low_rank": 77}, "The ranks from the low end are {"),
    ],
)
def test_standings_that_are_not_so_are_found(played, monkeypatch, changes, said):
    first, *others = standings(played).lines
    shown = replace(standings(played), lines=(replace(first, **changes), *others))
    monkeypatch.setattr(own_standings, "standings", lambda _party: shown)

    assert said in " ".join(standing_troubles(now(played), played))


def test_somebody_who_is_not_in_the_standings_is_found(played, monkeypatch):
    shown = replace(standings(played), lines=standings(played).lines[1:])
    monkeypatch.setattr(own_standings, "standings", lambda _party: shown)

    assert list(standing_troubles(now(played), played)) == [
        "The standings do not list those who have played."
    ]


def test_a_closed_round_with_an_unfinished_table_is_found(played):
    with setting_up():
        entries(2, 1, hand=4).update(status=Entry.Status.UNDONE)

    assert "Round 2 is closed, but table 1 has not finished." in " ".join(
        standing_troubles(now(played), played)
    )


# Wishes and prizes


@pytest.fixture
def seated(db):
    """Return a party of eight whose first two people sit at one table."""
    party = party_with(8)
    draw(party)
    return party


def test_a_wish_that_is_told_wrong_is_found(seated, monkeypatch):
    one, other = Place.objects.filter(table__number=1).order_by("entrant")[:2]
    with setting_up():
        Wish.objects.create(party=seated, kind="apart", one=one.entrant, other=other.entrant)
    assert list(wish_troubles(now(seated), seated)) == []

    told = [replace(each, why_not="") for each in own_wishes.wished(seated)]
    monkeypatch.setattr(own_wishes, "wished", lambda _party: told)
    [said] = wish_troubles(now(seated), seated)
    assert said.startswith("The wish apart of [")
    assert said.endswith("is said to be kept, and is not so.")


def test_the_one_wish_that_seats_do_not_keep_is_found(seated):
    one, other = Place.objects.filter(table__number=1).order_by("entrant")[:2]
    with setting_up():
        Wish.objects.create(party=seated, kind="apart", one=one.entrant, other=other.entrant)
        round_ = Round.objects.get()
        round_.draw["wishes"] = [["apart", [one.entrant_id, other.entrant_id]]]
        round_.save()

    assert list(lone_wish_troubles(now(seated), 1)) == [
        "Round 1: the one wish that is asked for (apart) is not kept."
    ]


def test_a_prize_of_somebody_else_is_found(played):
    best, *_, last = [line.person.id for line in standings(played).lines]
    with setting_up():
        prize = Prize.objects.create(party=played, order=1, kind="high", place=1, money=1001)
        award = Award.objects.create(
            prize=prize, entrant_id=best, how="best", share=1001, at=played.starts_at
        )
    said = " ".join(prize_troubles(now(played)))
    assert said == ""

    with setting_up():
        award.entrant_id, award.share = last, 1000
        award.save()
    said = " ".join(prize_troubles(now(played)))
    assert "A prize of 1001 cents was paid out as [1000]." in said
    assert "The prize “high” went to [" in said


def test_somebody_with_two_prizes_is_found(played):
    best = standings(played).lines[0].person.id
    with setting_up():
        played.one_prize_each = True
        played.save()
        for place, kind in enumerate(("best round", "traveller"), start=1):
            prize = Prize.objects.create(party=played, order=place, kind=kind, place=1)
            Award.objects.create(prize=prize, entrant_id=best, how="best", at=played.starts_at)

    assert "has 2 prizes, and one each was agreed." in " ".join(prize_troubles(now(played)))
