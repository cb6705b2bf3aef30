"""Prizes drawn from the seed, and given by hand."""

import pytest
from django.db import IntegrityError, transaction

from party.models import Award, Entrant, LogLine, Prize
from party.queries.prizes.winners import prizes_now
from party.services.prizes import awards, prizes
from party.values.prizes.prizes import How, PrizeKind, PrizeState
from tests.awards import (
    ME,
    add,
    finished,
    fresh,
    line,
    money,
    numbers,
    party_of,
    pk,
    refused,
    settle,
)
from tests.evening import AT, party_with, play_rounds
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


def test_a_door_prize_is_drawn_from_the_seed():
    drawn = []
    for _ in range(2):
        party = party_of(seed=7)
        row = add(party, PrizeKind.DOOR)
        assert line(party, row).state == PrizeState.TO_DRAW
        came = awards.draw_prize(party.pk, row.pk, **ME)
        assert str(line(party, row).winners[0].person) == came
        drawn += numbers(party, row)
        assert LogLine.objects.first().data["seed"] == "7 door  1 1"
    assert drawn[0] == drawn[1]
    assert line(party, row).rule == "Drawn among those who are here."


def test_drawn_again_it_is_somebody_else():
    party = party_of()
    row = add(party, PrizeKind.DOOR)
    seen = set()
    for _ in range(5):
        awards.draw_prize(party.pk, row.pk, **ME)
        [now] = numbers(party, row)
        assert now not in seen or len(seen) > 1
        seen.add(now)
    assert len(seen) > 1
    row.refresh_from_db()
    assert row.draws == 5


def test_two_door_prizes_go_to_two_people():
    party = party_of(4, hands=("8hn9 7ce7 7sn6 9dw9",))
    rows = [add(party, PrizeKind.DOOR) for _ in range(4)]
    for row in rows:
        awards.draw_prize(party.pk, row.pk, **ME)
    assert sorted(number for row in rows for number in numbers(party, row)) == [1, 2, 3, 4]
    fifth = add(party, PrizeKind.DOOR)
    assert "Nobody is left to draw" in refused(awards.draw_prize, party.pk, fifth.pk, **ME)


def test_only_those_who_are_here_are_drawn_and_no_house_player():
    party = party_of()
    with setting_up():
        party.entrants.filter(number__lte=6).update(state=Entrant.State.LEFT)
        party.entrants.filter(number=7).update(ranked=False)
    row = add(party, PrizeKind.DOOR)
    awards.draw_prize(party.pk, row.pk, **ME)
    assert numbers(party, row) == [8]


def test_with_one_prize_each_the_draw_passes_over_who_has_one():
    party = party_of(4, hands=("8hn9 7ce7 7sn6 9dw9",))
    prizes.set_one_each(party.pk, one_each=True, **ME)
    high, second, third = (add(party) for _ in range(3))
    settle(party, high, How.SPLIT)
    settle(party, third, How.CUT, 1)
    door = add(party, PrizeKind.DOOR)
    awards.draw_prize(party.pk, door.pk, **ME)
    assert numbers(party, second) == [2, 4]
    assert numbers(party, door) == [3]


def test_half_of_the_pot_goes_to_who_is_drawn_with_the_odd_cent():
    party = party_of()
    row = add(party, PrizeKind.FIFTY, money=7525)
    awards.draw_prize(party.pk, row.pk, **ME)
    assert money(party, row) == [3763]
    assert line(party, row).what == "$37.63, half of $75.25"
    assert line(party, row).rule == (
        "Half of the pot. The odd cent is the winner’s. Drawn among those who are here."
    )


def test_mystery_number_lies_between_the_totals_and_the_nearest_wins():
    party = party_of()
    row = add(party, PrizeKind.MYSTERY)
    assert line(party, row).state == PrizeState.TO_DRAW
    came = awards.draw_prize(party.pk, row.pk, **ME)
    row.refresh_from_db()
    assert came == str(row.number)
    assert 200 <= row.number <= 590
    assert row.number % 10 == 0
    with setting_up():
        Prize.objects.update(number=400)
    assert numbers(party, row) == [2, 4, 6, 8]
    with setting_up():
        Prize.objects.update(number=390)
    assert numbers(party, row) == [1, 3, 5, 7]
    assert line(party, row).rule == "The mystery number is 390."


def test_mystery_number_needs_totals():
    party = party_with(8)
    row = add(party, PrizeKind.MYSTERY)
    assert "Close a round first" in refused(awards.draw_prize, party.pk, row.pk, **ME)


def test_mystery_number_where_only_rounds_won_count():
    party = party_of()
    with setting_up():
        party.format_values = party.format.replace(
            round_credit="wins_only", sit_out_credit="fixed", sit_out_points=0
        ).values()
        party.save()
    row = add(party, PrizeKind.MYSTERY)
    assert awards.draw_prize(party.pk, row.pk, **ME) in {"0", "1"}


def test_high_is_not_drawn():
    party = party_of()
    row = add(party)
    assert "it is not drawn" in refused(awards.draw_prize, party.pk, row.pk, **ME)


def test_given_by_hand_with_its_reason():
    party = party_of()
    hat = add(party, PrizeKind.OTHER, title="Best hat")
    high = add(party)
    assert line(party, hat).state == PrizeState.TO_GIVE
    awards.give_prize(party.pk, hat.pk, pk(party, 1), why="", **ME)
    assert line(party, hat).rule == "Given by hand."
    awards.give_prize(party.pk, high.pk, pk(party, 2), why="the others went home", **ME)
    assert (numbers(party, hat), numbers(party, high)) == ([1], [2])
    assert line(party, high).rule == "Given by hand. the others went home"


def test_what_the_points_decide_is_not_given_away_without_a_word():
    party = party_of()
    row = add(party)
    who = pk(party, 2)
    assert "Say why" in refused(awards.give_prize, party.pk, row.pk, who, why=" ", **ME)
    assert "at most" in refused(awards.give_prize, party.pk, row.pk, who, why="x" * 121, **ME)


def test_nothing_is_given_to_house_players_or_strangers():
    party, other = party_of(), party_with(4)
    row = add(party, PrizeKind.OTHER)
    with setting_up():
        party.entrants.filter(number=1).update(ranked=False)
    for who in (pk(party, 1), pk(other, 1), None):
        assert "Choose who" in refused(awards.give_prize, party.pk, row.pk, who, why="", **ME)


def test_taken_back_it_is_open_again():
    party = party_of()
    row, number = add(party), add(party, PrizeKind.MYSTERY)
    settle(party, row, How.CUT, 2)
    awards.unsettle(party.pk, row.pk, **ME)
    assert line(party, row).state == PrizeState.TIED
    assert "Nothing is settled" in refused(awards.unsettle, party.pk, row.pk, **ME)
    awards.draw_prize(party.pk, number.pk, **ME)
    awards.unsettle(party.pk, number.pk, **ME)
    assert line(party, number).state == PrizeState.TO_DRAW


def test_whoever_is_struck_off_takes_the_award_along():
    party = party_with(8)
    row = add(party, PrizeKind.OTHER)
    awards.give_prize(party.pk, row.pk, pk(party, 1), why="", **ME)
    with setting_up():
        party.entrants.get(number=1).delete()
    assert line(party, row).state == PrizeState.TO_GIVE


def test_one_person_has_a_prize_once():
    party = party_of()
    row = add(party, PrizeKind.OTHER)
    awards.give_prize(party.pk, row.pk, pk(party, 1), why="", **ME)
    with setting_up(), pytest.raises(IntegrityError), transaction.atomic():
        Award.objects.create(prize=row, entrant_id=pk(party, 1), how="given", at=AT)


@pytest.mark.no_cover
def test_the_prizes_of_a_whole_evening():
    party = party_with(12, rounds_planned=3)
    for preset in ("high-low", "play", "luck"):
        prizes.add_preset(party.pk, preset, **ME)
    assert {each.state for each in prizes_now(party).lines} == {
        PrizeState.EARLY,
        PrizeState.TO_DRAW,
    }
    play_rounds(party, 3)
    finished(party)
    for row in party.prizes.all():
        if line(party, row).state == PrizeState.TO_DRAW:
            awards.draw_prize(party.pk, row.pk, **ME)
        if line(party, row).state == PrizeState.TIED:
            settle(party, row, How.SPLIT)
    awards.confirm_prizes(party.pk, **ME)
    assert not prizes_now(fresh(party)).open
