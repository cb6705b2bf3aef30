"""Disturbed evenings: fifty of them hold, and what the checks are for is found."""

from random import Random

import pytest

from party.management import disturbed as evening
from party.management import invariants
from party.management.night import Broken, Night
from party.management.rehearsal import Wish
from party.management.throwaway import throwaway_database
from party.models import Entrant, Entry, LogLine, Place, Round
from party.services.accounts import club_of, create_organiser
from party.services.arrivals import go_home
from party.services.players import rename
from party.services.rounds import ring_bell, seat_next_round
from party.services.seats import exchange_places
from tests.evening import AT, party_with, play_rounds
from tests.guard import setting_up

RULES = ("midway", "midway", "youngstown", "iowa", "australian")


@pytest.fixture(scope="module")
def organiser(django_db_blocker):
    """Return who organises, in a database in memory: fifty evenings are many commits."""
    with django_db_blocker.unblock(), throwaway_database():
        yield create_organiser("Ruth", club_name="Our club", time_zone="UTC", at=AT)


def wish(seed):
    dice = Random(seed)
    return Wish(
        rules=dice.choice(RULES),
        people=dice.randint(20, 24),
        rounds=4,
        partners=dice.choice(("chairs", "fresh")),
        seed=seed,
    )


def told(organiser, seed):
    return list(evening.disturbed(club_of(organiser), wish(seed), by=organiser, at=AT))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1, 51, 5))
def test_five_disturbed_evenings_hold(organiser, first):
    for seed in range(first, first + 5):
        lines = told(organiser, seed)

        assert "Standings" in lines, seed
        assert any(line.startswith("  Refused: ") for line in lines), seed


def test_the_same_seed_tells_the_same_evening(organiser):
    assert told(organiser, 3) == told(organiser, 3)


def test_another_seed_tells_another_evening(organiser):
    assert told(organiser, 3) != told(organiser, 4)


@pytest.fixture
def played(db):
    """Return a party of nine after two rounds, both closed."""
    party = party_with(9, rounds_planned=4)
    play_rounds(party, 2)
    return party


def troubles(party, check=invariants.always, *more):
    return " ".join(check(invariants.read_rows(party), *more))


def test_a_plain_evening_has_no_trouble(played):
    assert troubles(played) == ""
    assert troubles(played, invariants.turn_troubles) == ""
    assert troubles(played, invariants.standing_troubles) == ""


def test_an_empty_chair_is_found(played):
    with setting_up():
        Place.objects.filter(round__number=2, table__number=1, seat="N").delete()

    assert troubles(played) == "Round 2, table 1: the seats are ['E', 'S', 'W']."


def test_a_house_player_on_the_bench_is_found(played):
    with setting_up():
        Entrant.objects.filter(places__table=None, places__round__number=2).update(ranked=False)

    assert "Round 2: a house player sits out." in troubles(played)


def test_points_that_are_not_the_engines_are_found(played):
    with setting_up():
        Entry.objects.filter(hand=1, table__number=2, table__round__number=1).update(ns=520)

    assert "Round 1, table 2, hand 1: 520 and" in troubles(played)


def test_a_gap_in_the_hands_is_found(played):
    with setting_up():
        rows = Entry.objects.filter(hand=2, table__number=1, table__round__number=1)
        rows.update(status=Entry.Status.UNDONE)

    assert "the hands in force are [1, 3, 4]." in troubles(played)


def test_a_total_beside_hands_is_found(played):
    with setting_up():
        rows = Entry.objects.filter(hand=4, table__number=1, table__round__number=1)
        rows.update(hand=0, bid="", tricks=None, bidder="")

    assert "a total and single hands are in force together." in troubles(played)


def test_somebody_here_without_a_place_is_found(played):
    with setting_up():
        Entrant.objects.filter(pk=played.entrants.first().pk).update(state=Entrant.State.LEFT)

    assert "are here or seated, but not both" in troubles(played, invariants.when_seated, 2)
    assert "1 sit out of 8" in troubles(played, invariants.when_seated, 2)


def test_somebody_who_sits_out_twice_is_found(played):
    first = Place.objects.get(round__number=1, table=None)
    second = Place.objects.get(round__number=2, table=None)
    with setting_up():
        exchange_places(second, Place.objects.get(round__number=2, entrant=first.entrant))

    assert "people have sat out from 0 to 2" in troubles(played, invariants.turn_troubles)


def test_a_closed_round_with_an_unfinished_table_is_found(played):
    with setting_up():
        rows = Entry.objects.filter(hand=4, table__number=1, table__round__number=2)
        rows.update(status=Entry.Status.UNDONE)

    assert "table 1 has not finished" in troubles(played, invariants.standing_troubles)


def night_of(party):
    return Night(party, Random(1), None, AT)


def test_a_verb_without_a_line_in_the_log_is_found(played):
    def silent(*_, **__):
        return None

    with pytest.raises(Broken, match="silent wrote 0 lines into the log"):
        night_of(played).do(silent)


def test_a_verb_that_logs_what_is_no_news_is_found(played):
    one = played.entrants.first()

    with pytest.raises(Broken, match="rename wrote 1 lines into the log"):
        night_of(played).do(rename, played.pk, one.pk, "Alma R", no_news=True)


def test_what_should_have_been_refused_is_found(played):
    one = played.entrants.first()

    with pytest.raises(Broken, match="go_home was not refused"):
        night_of(played).refused(go_home, played.pk, one.pk)


def test_what_is_refused_is_told(played):
    night = night_of(played)
    night.refused(ring_bell, played.pk)

    assert night.told == ["  Refused: Round 2 is not being played."]


def test_a_change_in_a_closed_round_is_found(played):
    night = night_of(played)
    night.counted()

    def meddle(*_, **__):
        Entry.objects.filter(table__round__number=1, hand=4).update(status=Entry.Status.UNDONE)

    with setting_up(), pytest.raises(Broken, match="in a round that is closed has changed"):
        night.do(meddle)


def test_an_undo_that_forgets_something_is_found(played):
    def half_undone(party_id, **_):
        Round.objects.filter(party=party_id, number=3).update(state=Round.State.DRAWN)
        LogLine.objects.create(club=played.club, party=played, verb="x", words="x", at=AT)

    with setting_up(), pytest.raises(Broken, match=r"half_undone did not bring back .*rounds"):
        night_of(played).undone(seat_next_round, half_undone)
