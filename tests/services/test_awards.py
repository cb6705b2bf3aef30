"""Who has a prize: ties cut, counted back, shared; draws; gifts; confirming and corrections."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from party.engine import read_entry
from party.models import Award, Entrant, Entry, LogLine, Party, Prize
from party.queries.prizes import prizes_now
from party.services import awards, corrections, prizes, rounds
from party.values.prizes import How, Kind, State
from party.values.refusals import Refused
from tests.evening import AT, close, draw, enter, party_with, play_rounds, spot, start
from tests.guard import setting_up

pytestmark = pytest.mark.django_db

ME = {"by": None, "at": AT}
ALL_LOST = "7sn0 7sn0 7sn0 7sn0"  # N-S −560, E-W +400
FIRST = "10nn10 7sn0 7sn0 7sn0"  # N-S +100, E-W +300


def party_of(players=8, hands=("8hn9 7ce7 7sn6 9dw9", "8hn9 7ce7 7sn6 9dw9"), **fields):
    """Make a blind-draw party after one round: number k sat at table ⌈k/4⌉, N E S W in order.

    Each table had these hands; by default 1, 3, 5, 7 have 200 and 2, 4, 6, 8 have 590.
    """
    party = party_with(players, cards="blind", rounds_planned=2, **fields)
    draw(party, handed_out=players)
    start(party)
    for table, entered in enumerate(hands, start=1):
        enter(party, entered, table)
    close(party)
    return party


def add(party, kind=Kind.HIGH, **more):
    return prizes.add_prize(party.pk, kind, **more, **ME)


def fresh(party):
    return Party.objects.get(pk=party.pk)


def line(party, row):
    return next(each for each in prizes_now(fresh(party)).lines if each.id == row.pk)


def numbers(party, row):
    return [winner.person.number for winner in line(party, row).winners]


def money(party, row):
    return [winner.share for winner in line(party, row).winners]


def pk(party, number):
    return party.entrants.get(number=number).pk


def settle(party, row, how, winner=None, among=None):
    tied = [each.person.id for each in line(party, row).winners] if among is None else among
    chosen = pk(party, winner) if winner else None
    awards.settle_tie(party.pk, row.pk, how, among=tied, winner=chosen, **ME)


def refused(verb, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        verb(*args, **kwargs)
    return str(caught.value)


def test_a_tie_is_not_broken_until_somebody_does():
    party = party_of()
    row = add(party)
    assert line(party, row).state == State.TIED
    assert numbers(party, row) == [2, 4, 6, 8]


def test_a_cut_decides_for_the_one_who_was_high():
    party = party_of()
    row = add(party)
    settle(party, row, How.CUT, 4)
    assert (numbers(party, row), line(party, row).how) == ([4], How.CUT)
    assert line(party, row).rule == (
        "The highest total. Equal with Bert, Fay and Hilde: cards were cut."
    )
    said = LogLine.objects.first()
    assert said.words == "High: tie settled by a cut, Dev"


def test_the_next_place_goes_to_those_who_are_left():
    party = party_of()
    first, second = add(party), add(party)
    assert line(party, second).state == State.WAITING
    settle(party, first, How.CUT, 4)
    assert (line(party, second).state, numbers(party, second)) == (State.TIED, [2, 6, 8])
    settle(party, second, How.CUT, 2)
    assert numbers(party, second) == [2]


def test_a_tie_at_the_second_place_only():
    party = party_of(hands=("10nn10 8hn9 8hn9 8hn9", "8hn9 7ce7 7sn6 9dw9"))
    first, second, third = add(party, group=""), add(party), add(party)
    assert line(party, first).state == State.TIED  # partners 1 and 3
    settle(party, first, How.CUT, 3)
    assert numbers(party, second) == [1]
    assert numbers(party, third) == [6, 8]


def test_a_tie_further_up_must_be_settled_first():
    party = party_of()
    add(party)
    second = add(party)
    assert "waits for a tie above" in refused(settle, party, second, How.SPLIT)


def test_those_who_share_take_the_money_of_their_places_to_the_cent():
    party = party_of(hands=("8hn9 7ce7 7sn6 9dw9", ALL_LOST))
    first, second, third = (add(party, money=cents) for cents in (1001, 500, 300))
    assert numbers(party, first) == [2, 4]
    assert line(party, first).sharing == "High and 2nd high: $7.51 or $7.50 each"
    settle(party, first, How.SPLIT)
    assert (money(party, first), money(party, second)) == ([501, 500], [250, 250])
    assert (numbers(party, third), money(party, third)) == ([6, 8], [150, 150])


def test_money_between_three_leaves_no_cent_over():
    party = party_of(12, hands=[FIRST] * 3)
    with setting_up():
        party.entrants.filter(number__in=(2, 6, 10)).update(prize_group="women")
    row, second = (add(party, group="women", money=cents) for cents in (1000, 500))
    settle(party, row, How.SPLIT)
    assert money(party, row) == [334, 333, 333]
    assert numbers(party, row) == [2, 6, 10]
    assert line(party, row).rule.endswith("they share it. Odd cents go by player number.")
    assert money(party, second) == [166, 167, 167]


def test_gifts_are_shared_in_words():
    party = party_of()
    row = add(party, gift="a ham")
    assert line(party, row).sharing == "High"
    settle(party, row, How.SPLIT)
    assert money(party, row) == [None] * 4


def test_counting_back_does_not_part_those_who_are_equal_in_all():
    party = party_of()
    row = add(party)
    assert line(party, row).count_back is None
    assert "leaves them equal" in refused(settle, party, row, How.COUNT_BACK)


def test_the_desk_settles_only_the_tie_it_looked_at():
    party = party_of()
    row = add(party)
    seen = [pk(party, 2), pk(party, 4)]
    assert "Others are tied" in refused(settle, party, row, How.CUT, 2, among=seen)
    assert not Award.objects.exists()


@pytest.mark.parametrize(("how", "winner"), [("cut", 1), ("cut", None), ("moon", 2)])
def test_a_cut_is_won_by_somebody_in_the_tie(how, winner):
    party = party_of()
    row = add(party)
    assert "Choose how the tie is settled" in refused(settle, party, row, how, winner)


def test_there_must_be_a_tie():
    party = party_of(hands=("8hn9 7ce7 7sn6 9dw9", ALL_LOST))
    with setting_up():
        party.entrants.filter(number=2).update(prize_group="women")
    row = add(party, group="women")
    assert "no tie for High, women" in refused(settle, party, row, How.SPLIT)


# Corrections


def correct(party, table, hand, text):
    at = spot(party, table, 1)
    old = Entry.objects.in_force().get(
        table__round__party=party, table__round__number=1, table__number=table, hand=hand
    )
    corrections.correct_hand(
        at,
        hand,
        read_entry(party.rules, text),
        seen=old.pk,
        submission=uuid4(),
        reason="misread",
        **ME,
    )


def test_a_cut_holds_only_among_those_who_cut():
    party = party_of(hands=("8hn9 7ce7 7sn6 9dw9", ALL_LOST))
    row = add(party)
    settle(party, row, How.CUT, 2)
    assert numbers(party, row) == [2]
    correct(party, 2, 1, "10nw10")
    assert line(party, row).state in {State.TIED, State.WON}
    assert 2 not in numbers(party, row)
    assert line(party, row).stale


def finished(party):
    rounds.finish(party.pk, **ME)


def confirmed_party(**fields):
    """Two women; Bert has high for certain, and it is confirmed."""
    party = party_of(hands=("8hn9 7ce7 7sn6 9dw9", ALL_LOST))
    with setting_up():
        party.entrants.filter(number__in=(2, 6)).update(prize_group="women")
    row = add(party, group="women", money=2000)
    finished(party)
    awards.confirm_prizes(party.pk, **ME)
    return party, row


def test_confirming_writes_down_who_with_what():
    party, row = confirmed_party()
    award = Award.objects.get()
    assert (award.entrant.number, award.how, award.score, award.share) == (
        2,
        "best",
        "590 points",
        2000,
    )
    assert not line(party, row).changed
    assert LogLine.objects.first().data["prizes"] == {"High, women": ["Bert"]}


def test_a_correction_after_confirming_is_shown_and_changes_nothing():
    party, row = confirmed_party()
    rounds.reopen_party(party.pk, **ME)
    correct(party, 1, 2, "7ce0")
    correct(party, 2, 1, "8he10")
    now = line(party, row)
    assert now.changed
    assert [winner.person.number for winner in now.confirmed] == [2]
    assert [winner.person.number for winner in now.winners] == [6]
    assert [winner.person.number for winner in now.awarded] == [2]
    assert Award.objects.get().entrant.number == 2


def test_a_corrected_score_shows_although_the_winner_stays():
    party, row = confirmed_party()
    rounds.reopen_party(party.pk, **ME)
    correct(party, 1, 2, "7ce8")
    assert not line(party, row).changed  # overtricks score nothing
    correct(party, 1, 3, "7sn7")
    assert line(party, row).changed
    assert numbers(party, row) == [2]


def test_reopened_and_confirmed_anew_the_other_one_has_it():
    party, row = confirmed_party()
    rounds.reopen_party(party.pk, **ME)
    correct(party, 1, 2, "7ce0")
    correct(party, 2, 1, "8he10")
    awards.reopen_prizes(party.pk, **ME)
    assert LogLine.objects.first().data["before"] == {"High, women": ["Bert"]}
    assert not Award.objects.exists()
    finished(party)
    awards.confirm_prizes(party.pk, **ME)
    assert Award.objects.get().entrant.number == 6
    assert not line(party, row).changed


def test_reopening_keeps_what_was_settled_by_hand():
    party = party_of(hands=("8hn9 7ce7 7sn6 9dw9", ALL_LOST))
    first, second = add(party, money=1000), add(party, money=500)
    low = add(party, Kind.LOW)
    settle(party, first, How.SPLIT)
    settle(party, low, How.CUT, 5)
    finished(party)
    awards.confirm_prizes(party.pk, **ME)
    assert Award.objects.count() == 5
    assert not any(each.changed for each in prizes_now(fresh(party)).lines)
    awards.reopen_prizes(party.pk, **ME)
    assert set(Award.objects.values_list("prize", "how")) == {
        (first.pk, "split"),
        (low.pk, "cut"),
    }
    assert (money(party, first), money(party, second)) == ([500, 500], [250, 250])
    assert numbers(party, low) == [5]


def test_confirming_names_every_prize_that_is_open():
    party = party_of()
    for kind in (Kind.HIGH, Kind.HIGH, Kind.DOOR, Kind.OTHER):
        add(party, kind)
    assert "Finish the party first" in refused(awards.confirm_prizes, party.pk, **ME)
    finished(party)
    said = refused(awards.confirm_prizes, party.pk, **ME)
    for words in (
        "High: a tie.",
        "2nd high: it waits",
        "Door prize: it is not drawn",
        "nobody has it yet",
    ):
        assert words in said
    assert not Award.objects.exists()


def test_there_must_be_something_to_confirm():
    party = party_of()
    finished(party)
    assert "no prizes" in refused(awards.confirm_prizes, party.pk, **ME)
    assert "not confirmed" in refused(awards.reopen_prizes, party.pk, **ME)


def test_a_prize_that_nobody_can_win_is_confirmed_for_nobody():
    party = party_of()
    with setting_up():
        party.entrants.filter(number=1).update(prize_group="women")
    add(party, group="women")
    row = add(party, group="women")
    finished(party)
    awards.confirm_prizes(party.pk, **ME)
    assert line(party, row).state == State.NOBODY
    assert not line(party, row).changed


# One prize each


def test_one_prize_each_passes_down_to_the_next():
    party = party_of(hands=("8hn9 7ce7 7sn6 9dw9", ALL_LOST))
    with setting_up():
        party.entrants.filter(number__in=(2, 6)).update(prize_group="women")
    women = add(party, group="women")
    best = add(party, Kind.BEST_ROUND)
    assert (numbers(party, women), numbers(party, best)) == ([2], [2, 4])
    prizes.set_one_each(party.pk, one_each=True, **ME)
    assert numbers(party, best) == [4]
    assert line(party, best).state == State.WON


def test_with_one_prize_each_a_prize_waits_for_the_tie_of_the_same_people():
    party = party_of(hands=("8hn9 7ce7 7sn6 9dw9", ALL_LOST))
    high, best, low = add(party), add(party, Kind.BEST_ROUND), add(party, Kind.LOW)
    prizes.set_one_each(party.pk, one_each=True, **ME)
    assert line(party, best).state == State.WAITING
    assert line(party, low).state == State.TIED
    settle(party, high, How.CUT, 4)
    assert (line(party, best).state, numbers(party, best)) == (State.WON, [2])


def test_counting_back_parts_those_who_won_more_rounds():
    party = party_of(hands=("8hn9 7ce7 7sn6 9dw9", "8he9 8he9 8hn9 8hn8"))
    row = add(party)
    with setting_up():
        # Table 2 is level, so nobody there has won the round; all eight have 590.
        for entry in Entry.objects.filter(table__number=2):
            Entry.objects.filter(pk=entry.pk).update(ns=0, ew=0)
        Entry.objects.filter(table__number=2, hand=1).update(ns=590, ew=590)
        party.entrants.filter(number__in=(2, 6)).update(prize_group="women")
    women = add(party, group="women")
    assert numbers(party, row) == [2, 4, 5, 6, 7, 8]
    back = line(party, women).count_back
    assert (back.person.number, back.words) == (2, "more rounds won, 1 to 0")
    settle(party, women, How.COUNT_BACK)
    assert numbers(party, women) == [2]
    assert line(party, women).rule.endswith("Equal with Fay: more rounds won, 1 to 0.")


def sides(entrant):
    """Where somebody sat and with whom: table and pair of each round."""
    places = entrant.places.order_by("round__number")
    return [(place.table_id, "ns" if place.seat in "NS" else "ew") for place in places]


def test_counting_back_goes_on_to_the_best_round():
    party = party_of()
    rounds.seat_next_round(party.pk, **ME)
    start(party)
    for table in (1, 2):
        enter(party, "8hn9 8hn9 8hn9 8hn9", table)
    close(party)
    one = party.entrants.get(number=2)
    mine = {table for table, _ in sides(one)}
    other = next(e for e in party.entrants.all() if not mine & {table for table, _ in sides(e)})
    with setting_up():
        entries = Entry.objects.filter(table__round__party=party)
        entries.update(ns=0, ew=0)
        entries.filter(hand=1).update(ns=900, ew=900)  # nobody of these two wins a round
        party.entrants.filter(pk__in=(one.pk, other.pk)).update(prize_group="women")
        for who, points in ((one, (400, 100)), (other, (300, 200))):
            for (table, side), scored in zip(sides(who), points, strict=True):
                entries.filter(table=table, hand=1).update(**{side: scored})
    row = add(party, group="women")
    back = line(party, row).count_back
    assert back.person.number == 2
    assert back.words == "the better best round, +400 to +300"


# Draws and gifts


def test_a_door_prize_is_drawn_from_the_seed():
    drawn = []
    for _ in range(2):
        party = party_of(seed=7)
        row = add(party, Kind.DOOR)
        assert line(party, row).state == State.TO_DRAW
        came = awards.draw_prize(party.pk, row.pk, **ME)
        assert str(line(party, row).winners[0].person) == came
        drawn += numbers(party, row)
        assert LogLine.objects.first().data["seed"] == "7 door  1 1"
    assert drawn[0] == drawn[1]
    assert line(party, row).rule == "Drawn from the party’s seed 7, draw 1."


def test_drawn_again_it_is_somebody_else():
    party = party_of()
    row = add(party, Kind.DOOR)
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
    rows = [add(party, Kind.DOOR) for _ in range(4)]
    for row in rows:
        awards.draw_prize(party.pk, row.pk, **ME)
    assert sorted(number for row in rows for number in numbers(party, row)) == [1, 2, 3, 4]
    fifth = add(party, Kind.DOOR)
    assert "Nobody is left to draw" in refused(awards.draw_prize, party.pk, fifth.pk, **ME)


def test_only_those_who_are_here_are_drawn_and_no_house_player():
    party = party_of()
    with setting_up():
        party.entrants.filter(number__lte=6).update(state=Entrant.State.LEFT)
        party.entrants.filter(number=7).update(ranked=False)
    row = add(party, Kind.DOOR)
    awards.draw_prize(party.pk, row.pk, **ME)
    assert numbers(party, row) == [8]


def test_with_one_prize_each_the_draw_passes_over_who_has_one():
    party = party_of(4, hands=("8hn9 7ce7 7sn6 9dw9",))
    prizes.set_one_each(party.pk, one_each=True, **ME)
    high, second, third = (add(party) for _ in range(3))
    settle(party, high, How.SPLIT)
    settle(party, third, How.CUT, 1)
    door = add(party, Kind.DOOR)
    awards.draw_prize(party.pk, door.pk, **ME)
    assert numbers(party, second) == [2, 4]
    assert numbers(party, door) == [3]


def test_half_of_the_pot_goes_to_who_is_drawn_with_the_odd_cent():
    party = party_of()
    row = add(party, Kind.FIFTY, money=7525)
    awards.draw_prize(party.pk, row.pk, **ME)
    assert money(party, row) == [3763]
    assert line(party, row).what == "$37.63, half of $75.25"


def test_mystery_number_lies_between_the_totals_and_the_nearest_wins():
    party = party_of()
    row = add(party, Kind.MYSTERY)
    assert line(party, row).state == State.TO_DRAW
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
    row = add(party, Kind.MYSTERY)
    assert "Close a round first" in refused(awards.draw_prize, party.pk, row.pk, **ME)


def test_mystery_number_where_only_rounds_won_count():
    party = party_of()
    with setting_up():
        party.format_values = party.format.replace(
            round_credit="wins_only", sit_out_credit="fixed", sit_out_points=0
        ).values()
        party.save()
    row = add(party, Kind.MYSTERY)
    assert awards.draw_prize(party.pk, row.pk, **ME) in {"0", "1"}


def test_high_is_not_drawn():
    party = party_of()
    row = add(party)
    assert "it is not drawn" in refused(awards.draw_prize, party.pk, row.pk, **ME)


def test_given_by_hand_with_its_reason():
    party = party_of()
    hat = add(party, Kind.OTHER, title="Best hat")
    high = add(party)
    assert line(party, hat).state == State.TO_GIVE
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
    row = add(party, Kind.OTHER)
    with setting_up():
        party.entrants.filter(number=1).update(ranked=False)
    for who in (pk(party, 1), pk(other, 1)):
        assert "Choose who" in refused(awards.give_prize, party.pk, row.pk, who, why="", **ME)


def test_taken_back_it_is_open_again():
    party = party_of()
    row, number = add(party), add(party, Kind.MYSTERY)
    settle(party, row, How.CUT, 2)
    awards.unsettle(party.pk, row.pk, **ME)
    assert line(party, row).state == State.TIED
    assert "Nothing is settled" in refused(awards.unsettle, party.pk, row.pk, **ME)
    awards.draw_prize(party.pk, number.pk, **ME)
    awards.unsettle(party.pk, number.pk, **ME)
    assert line(party, number).state == State.TO_DRAW


def test_whoever_is_struck_off_takes_the_award_along():
    party = party_with(8)
    row = add(party, Kind.OTHER)
    awards.give_prize(party.pk, row.pk, pk(party, 1), why="", **ME)
    with setting_up():
        party.entrants.get(number=1).delete()
    assert line(party, row).state == State.TO_GIVE


def test_one_person_has_a_prize_once():
    party = party_of()
    row = add(party, Kind.OTHER)
    awards.give_prize(party.pk, row.pk, pk(party, 1), why="", **ME)
    with setting_up(), pytest.raises(IntegrityError), transaction.atomic():
        Award.objects.create(prize=row, entrant_id=pk(party, 1), how="given", at=AT)


def test_the_prizes_of_a_whole_evening():
    party = party_with(12, rounds_planned=3)
    for preset in ("high-low", "play", "luck"):
        prizes.add_preset(party.pk, preset, **ME)
    assert {each.state for each in prizes_now(party).lines} == {
        State.EARLY,
        State.TO_DRAW,
    }
    play_rounds(party, 3)
    finished(party)
    for row in party.prizes.all():
        if line(party, row).state == State.TO_DRAW:
            awards.draw_prize(party.pk, row.pk, **ME)
        if line(party, row).state == State.TIED:
            settle(party, row, How.SPLIT)
    awards.confirm_prizes(party.pk, **ME)
    assert not prizes_now(fresh(party)).open
