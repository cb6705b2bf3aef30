from random import Random

import pytest
from django.db import IntegrityError, transaction

from party.models import Award, Entrant, LogLine, Prize
from party.queries.prizes.consistency import drawn_prize_differences
from party.services.log.undo import undo_line
from party.services.people import arrivals
from party.services.prizes import awards, draws, prizes
from party.values.prizes.draws import drawn_number, fingerprint
from party.values.prizes.prizes import PrizeKind, PrizeState, SettledBy
from tests.awards import add, draw_prize, money, numbers, party_of, pk, prize_line, settle
from tests.evening import AT, BY_PROGRAM, party_with, refusal_of, set_format, set_people
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return party_of()


@pytest.fixture
def door(party):
    return add(party, PrizeKind.DOOR)


def test_a_door_prize_is_drawn_from_its_own_list_and_seed(party, door):
    assert prize_line(party, door).state == PrizeState.TO_DRAW
    came = draw_prize(party, door, seed="of the press")
    assert str(prize_line(party, door).winners[0].person) == came
    drawn, listed = LogLine.objects.all()[:2]
    assert (listed.verb, drawn.verb) == ("draw listed", "prize drawn")
    assert listed.data["lines"] == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert drawn.data["mark"] == listed.data["mark"] == fingerprint(listed.data["lines"])
    words = f"a list of 8 lines to draw from, fingerprint {listed.data['mark']}"
    assert listed.words == f"Door prize: {words}"
    assert drawn.data["seed"] == "of the press"
    assert numbers(party, door) == [drawn_number(listed.data["lines"], "of the press")]
    assert prize_line(party, door).rule == "Drawn from everybody who is still here."


def test_the_seed_of_the_seats_does_not_lead_to_a_prize(client):
    """Everybody sees the seats, which reveal their seed. This test also runs on older programs."""
    party = party_of(8)
    client.force_login(party.club.memberships.first().user)
    foreseen, drawn = [], []
    for kind, candidates in (
        (PrizeKind.DOOR, range(1, 9)),
        (PrizeKind.FIFTY_FIFTY, range(1, 9)),
        (PrizeKind.MYSTERY, range(200, 600, 10)),
    ):
        row = add(party, kind)
        for attempt in range(1, 3):
            foreseen.append(Random(f"{party.seed} {kind}  1 {attempt}").choice(candidates))
            client.post(f"/parties/{party.pk}/prizes/{row.pk}/draw/")
            row.refresh_from_db()
            drawn.append(row.number if kind == PrizeKind.MYSTERY else numbers(party, row)[0])
            awards.unsettle_prize(party.pk, row.pk, **BY_PROGRAM)
    assert drawn != foreseen
    seeds = {each.data["seed"] for each in LogLine.objects.filter(verb="prize drawn")}
    assert {len(seed) for seed in seeds} == {32}
    assert len(seeds) == 6


def test_an_undone_draw_still_counts_as_a_draw(party, door):
    draw_prize(party, door)
    assert prize_line(party, door).rule == "Drawn from everybody who is still here."
    awards.unsettle_prize(party.pk, door.pk, **BY_PROGRAM)
    drawn = draw_prize(party, door)
    assert LogLine.objects.first().words == f"Door prize: {drawn} drawn, second draw"
    undo_line(party.pk, LogLine.objects.first().pk, **BY_PROGRAM)
    draw_prize(party, door)
    assert (
        prize_line(party, door).rule
        == "Drawn from everybody who is still here. This was the third draw."
    )


def test_a_draw_from_a_changed_list_is_refused(party, door):
    listed = draws.log_draw_list(party.pk, door.pk, **BY_PROGRAM)
    arrivals.go_home(party.pk, pk(party, 3), **BY_PROGRAM)
    assert "Press Draw again" in refusal_of(
        draws.draw_prize, party.pk, door.pk, list_line_id=listed, **BY_PROGRAM
    )
    assert not Award.objects.exists()


@pytest.fixture
def drawn_door():
    """Return a drawn prize with its two log lines."""
    party = party_of()
    row = add(party, PrizeKind.DOOR)
    draw_prize(party, row, seed="of the press")
    assert drawn_prize_differences(party) == []
    return party, *LogLine.objects.all()[:2]


def test_a_winner_who_was_not_drawn_is_reported(drawn_door):
    party, drawn, _ = drawn_door
    with setting_up():
        Award.objects.update(entrant=pk(party, drawn.data["number"] % 8 + 1))
    assert "another number was drawn" in drawn_prize_differences(party)[0]


def test_a_changed_list_or_number_in_the_log_is_reported(drawn_door):
    party, drawn, listed = drawn_door
    for line_, changed in (
        (listed, {"lines": ["1 to 9"]}),
        (drawn, {"number": drawn.data["number"] % 8 + 1}),
    ):
        with setting_up():
            LogLine.objects.filter(pk=line_.pk).update(data=line_.data | changed)
        assert "does not follow from its list" in drawn_prize_differences(party)[0]
        with setting_up():
            LogLine.objects.filter(pk=line_.pk).update(data=line_.data)


def test_draws_of_older_programs_are_not_checked(drawn_door):
    party, drawn, _ = drawn_door
    with setting_up():
        LogLine.objects.filter(pk=drawn.pk).update(data={"seed": "7 door  1 1"})
        Award.objects.update(entrant=pk(party, drawn.data["number"] % 8 + 1))
    assert drawn_prize_differences(party) == []


def test_a_second_draw_selects_another_person(party, door):
    draw_prize(party, door)
    first = numbers(party, door)
    draw_prize(party, door)
    assert numbers(party, door) != first
    door.refresh_from_db()
    assert door.draws == 2


def test_two_door_prizes_go_to_two_people():
    party = party_of(4, hands=("8hn9 7ce7 7sn6 9dw9",))
    rows = [add(party, PrizeKind.DOOR) for _ in range(4)]
    for row in rows:
        draw_prize(party, row)
    assert sorted(number for row in rows for number in numbers(party, row)) == [1, 2, 3, 4]
    fifth = add(party, PrizeKind.DOOR)
    assert "Nobody is left to draw" in refusal_of(draw_prize, party, fifth)


def test_a_draw_leaves_out_house_players_and_people_who_have_gone_home(party):
    set_people(party, *range(1, 7), state=Entrant.State.LEFT)
    set_people(party, 7, ranked=False)
    row = add(party, PrizeKind.DOOR)
    draw_prize(party, row)
    assert numbers(party, row) == [8]


def test_with_one_prize_each_the_draw_excludes_winners():
    party = party_of(4, hands=("8hn9 7ce7 7sn6 9dw9",))
    prizes.set_one_prize_each(party.pk, is_one_each=True, **BY_PROGRAM)
    high, second, third = (add(party) for _ in range(3))
    settle(party, high, SettledBy.SPLIT)
    settle(party, third, SettledBy.CUT, 1)
    door = add(party, PrizeKind.DOOR)
    draw_prize(party, door)
    assert numbers(party, second) == [2, 4]
    assert numbers(party, door) == [3]


def test_the_drawn_person_has_half_of_the_pot_and_the_odd_cent(party):
    row = add(party, PrizeKind.FIFTY_FIFTY, money=7525)
    draw_prize(party, row)
    assert money(party, row) == [3763]
    assert prize_line(party, row).gift == "$37.63, half of $75.25"
    assert prize_line(party, row).rule == (
        "Half of the pot. The odd cent is the winner’s. Drawn from everybody who is still here."
    )


def test_the_mystery_number_is_between_the_totals_and_the_nearest_total_wins(party):
    row = add(party, PrizeKind.MYSTERY)
    assert prize_line(party, row).state == PrizeState.TO_DRAW
    drawn = draw_prize(party, row)
    row.refresh_from_db()
    assert drawn == str(row.number)
    assert 200 <= row.number <= 590
    assert row.number % 10 == 0
    with setting_up():
        Prize.objects.update(number=400)
    assert numbers(party, row) == [2, 4, 6, 8]
    with setting_up():
        Prize.objects.update(number=390)
    assert numbers(party, row) == [1, 3, 5, 7]
    assert prize_line(party, row).rule == "The mystery number is 390."


def test_mystery_number_needs_totals():
    party = party_with(8)
    row = add(party, PrizeKind.MYSTERY)
    assert "Close a round first" in refusal_of(draw_prize, party, row)


def test_mystery_number_is_a_count_of_rounds_if_only_rounds_won_count():
    choices = {"round_credit": "wins_only", "sit_out_credit": "fixed", "sit_out_points": 0}
    party = set_format(party_of(), **choices)
    row = add(party, PrizeKind.MYSTERY)
    assert draw_prize(party, row) in {"0", "1"}


def test_the_prize_for_the_highest_total_is_not_drawn(party):
    row = add(party)
    assert "it is not drawn" in refusal_of(draw_prize, party, row)


def test_a_prize_given_by_hand_has_its_reason(party):
    hat = add(party, PrizeKind.OTHER, title="Best hat")
    high = add(party)
    assert prize_line(party, hat).state == PrizeState.TO_GIVE
    awards.give_prize(party.pk, hat.pk, pk(party, 1), why="", **BY_PROGRAM)
    assert prize_line(party, hat).rule == "Given by hand."
    awards.give_prize(party.pk, high.pk, pk(party, 2), why="the others went home", **BY_PROGRAM)
    assert (numbers(party, hat), numbers(party, high)) == ([1], [2])
    assert prize_line(party, high).rule == "Given by hand. the others went home"


def test_giving_a_measured_prize_by_hand_needs_a_reason(party):
    row = add(party)
    who = pk(party, 2)
    assert "Say why" in refusal_of(awards.give_prize, party.pk, row.pk, who, why=" ", **BY_PROGRAM)


def test_no_prize_is_given_to_house_players_or_strangers():
    party, other = party_of(), party_with(4)
    row = add(party, PrizeKind.OTHER)
    set_people(party, 1, ranked=False)
    for who in (pk(party, 1), pk(other, 1), None):
        assert "Choose who" in refusal_of(
            awards.give_prize, party.pk, row.pk, who, why="", **BY_PROGRAM
        )


def test_a_prize_taken_back_is_open_again(party):
    row, number = add(party), add(party, PrizeKind.MYSTERY)
    settle(party, row, SettledBy.CUT, 2)
    awards.unsettle_prize(party.pk, row.pk, **BY_PROGRAM)
    assert prize_line(party, row).state == PrizeState.TIED
    assert "Nothing is settled" in refusal_of(
        awards.unsettle_prize, party.pk, row.pk, **BY_PROGRAM
    )
    draw_prize(party, number)
    awards.unsettle_prize(party.pk, number.pk, **BY_PROGRAM)
    assert prize_line(party, number).state == PrizeState.TO_DRAW


def test_the_database_refuses_to_give_one_prize_twice_to_one_person(party):
    row = add(party, PrizeKind.OTHER)
    awards.give_prize(party.pk, row.pk, pk(party, 1), why="", **BY_PROGRAM)
    with setting_up(), pytest.raises(IntegrityError), transaction.atomic():
        Award.objects.create(prize=row, entrant_id=pk(party, 1), how="given", at=AT)
