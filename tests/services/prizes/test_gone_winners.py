import pytest

from party.models import Entrant, Entry, LogLine, Party
from party.queries.prizes.consistency import prize_differences
from party.queries.prizes.winners import all_prizes
from party.services.log.undo import undo_line
from party.services.prizes import awards, draws, prizes
from party.services.prizes.gone_winners import (
    decide_for_gone_winners,
    mark_winner_gone,
    set_gone_winners,
)
from party.values.prizes.prizes import PrizeKind, PrizeState, SettledBy
from tests.awards import (
    UNEVEN,
    add,
    finish_party,
    money,
    numbers,
    party_of,
    pk,
    prize_line,
    settle,
)
from tests.evening import BY_PROGRAM, refusal_of, reload_party, set_people
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    """Return a party: No. 2 and 4 have 590 points, No. 6 and 8 have 400, No. 1 and 3 have 200."""
    party = party_of(hands=UNEVEN)
    finish_party(party)
    return party


def leave(party, *who, state=Entrant.State.LEFT):
    set_people(party, *who, state=state)


def answer_for_leavers(party, row, *who, keep):
    people = [pk(party, number) for number in who]
    return decide_for_gone_winners(party.pk, row.pk, is_kept=keep, winner_ids=people, **BY_PROGRAM)


def winners_after_cut(party, row):
    """Return the winners; if partners are tied, the partner with the lower number wins a cut."""
    shown = prize_line(party, row)
    if shown.state == PrizeState.TIED:
        settle(party, row, SettledBy.CUT, shown.sides[0].winners[0].person.number)
    return numbers(party, row)


def test_the_prizes_cannot_be_confirmed_before_the_answer_about_a_leaver(party):
    row = add(party, PrizeKind.BEST_ROUND)
    assert prize_line(party, row).state == PrizeState.WON
    leave(party, 2, 4)
    shown = prize_line(party, row)
    assert (shown.state, str(shown.leavers)) == (PrizeState.GONE, "Bert & Dev")
    assert shown.awarded == shown.winners  # until the answer, the leavers stay the winners
    assert shown.next_in_line == "Fay & Hilde (+400 in round 1)"
    assert all_prizes(reload_party(party)).next_words == "Answer for Bert & Dev"
    assert "Best round: a winner has gone home" in refusal_of(
        awards.confirm_prizes, party.pk, **BY_PROGRAM
    )
    answer_for_leavers(party, row, 2, 4, keep=True)
    shown = prize_line(party, row)
    assert (shown.state, shown.leavers, numbers(party, row)) == (
        PrizeState.WON,
        None,
        [2, 4],
    )
    assert LogLine.objects.first().words == "Best round: it is kept for Bert & Dev, gone home"
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    assert prize_differences(reload_party(party)) == []


def test_before_the_finish_a_leaver_keeps_the_prize():
    party = party_of(hands=UNEVEN)
    row = add(party, PrizeKind.BEST_ROUND)
    leave(party, 2)
    shown = prize_line(party, row)
    assert (shown.state, str(shown.leavers)) == (PrizeState.WON, "Bert")


def test_an_answer_about_leavers_can_be_changed_and_taken_back(party):
    row = add(party, PrizeKind.BEST_ROUND)
    leave(party, 2, 4)
    answer_for_leavers(party, row, 2, 4, keep=True)
    answer_for_leavers(party, row, 2, 4, keep=False)
    shown = prize_line(party, row)
    assert (numbers(party, row), [str(each) for each in shown.passed]) == (
        [6, 8],
        ["Bert", "Dev"],
    )
    words = "Best round: Bert & Dev had gone home, so it goes to the next in line"
    assert LogLine.objects.first().words == words
    answer_for_leavers(party, row, 2, keep=True)
    assert numbers(party, row) == [2]
    undo_line(party.pk, LogLine.objects.first().pk, **BY_PROGRAM)
    assert numbers(party, row) == [6, 8]


def test_a_person_who_was_passed_over_gets_no_other_place_of_the_ladder(party):
    high, second, third = (add(party) for _ in range(3))
    settle(party, high, SettledBy.CUT, 2)
    assert winners_after_cut(party, second) == [4]
    leave(party, 4)
    assert prize_line(party, second).state == PrizeState.GONE
    answer_for_leavers(party, second, 4, keep=False)
    assert 4 not in winners_after_cut(party, second) + winners_after_cut(party, third)
    with setting_up():
        Entry.objects.filter(table__number=1).update(ew=2_000)
    assert (numbers(party, high), prize_line(party, high).state) == ([2], PrizeState.WON)


def test_each_ladder_needs_its_own_answer_about_leavers(party):
    best, head_table = add(party, PrizeKind.BEST_ROUND), add(party, PrizeKind.HEAD_TABLE)
    leave(party, 2, 4)
    answer_for_leavers(party, best, 2, 4, keep=True)
    assert prize_line(party, best).state == PrizeState.WON
    assert prize_line(party, head_table).state == PrizeState.GONE


def test_the_present_partner_has_the_prize_of_the_pair(party):
    row = add(party, PrizeKind.BEST_ROUND, money=1000)
    leave(party, 2)
    answer_for_leavers(party, row, 2, keep=False)
    assert (numbers(party, row), money(party, row)) == ([4], [1000])


def test_only_the_leavers_share_is_passed_on():
    party = party_of()
    finish_party(party)
    best, second = (add(party, PrizeKind.BEST_ROUND, money=cents) for cents in (1000, 600))
    settle(party, best, SettledBy.SPLIT)
    leave(party, 6)
    here = "Bert & Dev (+590 in round 1) and Hilde (+590 in round 1)"
    assert prize_line(party, second).next_in_line == here
    answer_for_leavers(party, second, 6, keep=False)
    assert (prize_line(party, second).won_text, money(party, second)) == (here, [150, 150, 300])
    assert numbers(party, best) == [2, 4, 6, 8]
    assert prize_line(party, best).state == PrizeState.GONE


@pytest.mark.parametrize(
    ("rule", "state", "winners"),
    [
        ("ask", PrizeState.GONE, [2, 4]),
        ("keep", PrizeState.WON, [2, 4]),
        ("next", PrizeState.WON, [6, 8]),
    ],
)
def test_a_rule_for_the_evening_decides_about_leavers(party, rule, state, winners):
    row = add(party, PrizeKind.BEST_ROUND)
    leave(party, 2, 4)
    set_gone_winners(party.pk, rule, **BY_PROGRAM)
    shown = prize_line(party, row)
    assert (shown.state, [each.person.number for each in shown.winners]) == (
        state,
        winners,
    )


def test_an_answer_about_one_prize_overrules_the_rule(party):
    row = add(party, PrizeKind.BEST_ROUND)
    leave(party, 2, 4)
    set_gone_winners(party.pk, "next", **BY_PROGRAM)
    assert [str(each) for each in prize_line(party, row).passed] == ["Bert", "Dev"]
    answer_for_leavers(party, row, 2, 4, keep=True)
    assert (numbers(party, row), prize_line(party, row).passed) == ([2, 4], ())
    answer_for_leavers(party, row, 2, 4, keep=False)
    assert numbers(party, row) == [6, 8]


def test_a_cut_whose_winner_was_passed_over_still_counts(party):
    row = add(party)
    settle(party, row, SettledBy.CUT, 2)
    leave(party, 2)
    answer_for_leavers(party, row, 2, keep=False)
    assert (numbers(party, row), prize_line(party, row).is_stale) == ([4], False)


def test_the_partner_of_a_winner_who_left_counts_as_having_a_prize(party):
    prizes.set_one_prize_each(party.pk, is_one_each=True, **BY_PROGRAM)
    add(party, PrizeKind.BEST_ROUND)
    leave(party, 1, 2, 3, 5, 6, 7, 8)
    door = add(party, PrizeKind.DOOR)
    assert "Nobody is left to draw" in refusal_of(
        draws.log_draw_list, party.pk, door.pk, **BY_PROGRAM
    )


def test_the_rule_for_leavers_is_one_of_three_and_is_logged_once(party):
    set_gone_winners(party.pk, "keep", **BY_PROGRAM)
    lines = LogLine.objects.count()
    set_gone_winners(party.pk, "keep", **BY_PROGRAM)
    assert LogLine.objects.count() == lines
    words = "When a winner has gone home: keep it for them"
    assert LogLine.objects.first().words == words
    assert "one of the three" in refusal_of(set_gone_winners, party.pk, "burn", **BY_PROGRAM)
    undo_line(party.pk, LogLine.objects.first().pk, **BY_PROGRAM)
    assert reload_party(party).gone_winners == Party.GoneWinners.ASK


def test_a_prize_only_for_people_who_are_here_needs_no_answer_about_leavers(party):
    row = add(party, PrizeKind.BEST_ROUND, must_be_here=True)
    leave(party, 2, 4)
    assert (prize_line(party, row).state, numbers(party, row)) == (PrizeState.WON, [6, 8])
    leave(party, *range(1, 9))
    assert prize_line(party, row).missing == "Everybody who could win it has gone home."


def test_a_drawn_or_given_prize_needs_no_answer_about_leavers(party):
    door, high = add(party, PrizeKind.DOOR, must_be_here=True), add(party)
    assert not door.must_be_here
    awards.give_prize(party.pk, door.pk, pk(party, 1), why="", **BY_PROGRAM)
    awards.give_prize(party.pk, high.pk, pk(party, 1), why="so it is", **BY_PROGRAM)
    leave(party, 1)
    assert [prize_line(party, row).leavers for row in (door, high)] == [None, None]
    assert "goes to somebody else now" in refusal_of(answer_for_leavers, party, high, 1, keep=True)


def test_a_leaver_keeps_a_confirmed_prize(party):
    rows = [add(party, PrizeKind.BEST_ROUND, must_be_here=here) for here in (True, False)]
    prizes.remove_prize(party.pk, rows[1].pk, **BY_PROGRAM)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    leave(party, 2)
    assert not prize_line(party, rows[0]).is_changed
    assert numbers(party, rows[0]) == [2, 4]


def test_a_confirmed_prize_of_the_next_in_line_is_consistent(party):
    row = add(party)
    settle(party, row, SettledBy.CUT, 2)
    leave(party, 2, 4)
    answer_for_leavers(party, row, 2, keep=False)
    assert winners_after_cut(party, row) == [4]
    answer_for_leavers(party, row, 4, keep=False)
    assert winners_after_cut(party, row) == [6]
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    assert prize_differences(reload_party(party)) == []


def test_the_next_in_line_may_have_left_as_well(party):
    row = add(party, PrizeKind.BEST_ROUND)
    leave(party, 2, 4, 8)
    assert (
        prize_line(party, row).next_in_line == "Fay & Hilde (+400 in round 1), gone home as well"
    )
    answer_for_leavers(party, row, 2, 4, keep=False)
    assert str(prize_line(party, row).leavers) == "Hilde"


def test_a_leaver_who_comes_back_wins_again(party):
    row = add(party, PrizeKind.BEST_ROUND)
    leave(party, 2, 4)
    answer_for_leavers(party, row, 2, 4, keep=False)
    leave(party, 2, 4, state=Entrant.State.HERE)
    assert (numbers(party, row), prize_line(party, row).passed) == ([2, 4], ())


def test_a_winner_can_be_reported_as_gone_home_after_the_finish():
    party = party_of(hands=UNEVEN)
    row = add(party, PrizeKind.BEST_ROUND)
    bert = pk(party, 2)
    # Seats are still being moved.
    assert "say at the door" in refusal_of(mark_winner_gone, party.pk, row.pk, bert, **BY_PROGRAM)
    finish_party(party)
    mark_winner_gone(party.pk, row.pk, bert, **BY_PROGRAM)
    assert LogLine.objects.first().words == "Bert has gone home"
    assert str(prize_line(party, row).leavers) == "Bert"
    for nobody in (bert, pk(party, 1), 0):  # already gone, never a winner, an unknown id
        assert "somebody else now" in refusal_of(
            mark_winner_gone, party.pk, row.pk, nobody, **BY_PROGRAM
        )
    undo_line(party.pk, LogLine.objects.first().pk, **BY_PROGRAM)
    assert party.entrants.get(number=2).state == Entrant.State.HERE


def test_answers_are_only_for_winners_who_have_left(party):
    row = add(party, PrizeKind.BEST_ROUND)
    leave(party, 2)
    assert "somebody else now" in refusal_of(answer_for_leavers, party, row, 4, keep=True)
    assert "somebody else now" in refusal_of(answer_for_leavers, party, row, keep=True)


def test_prizes_are_copied_with_the_rule_for_leavers(party):
    add(party)
    set_gone_winners(party.pk, "next", **BY_PROGRAM)
    other = party_of(club=party.club)
    prizes.copy_prizes(other.pk, **BY_PROGRAM)
    assert reload_party(other).gone_winners == Party.GoneWinners.NEXT
