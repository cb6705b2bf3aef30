import pytest

from party.models import Award
from party.queries.prizes.winners import all_prizes
from party.services.evening import rounds
from party.services.prizes import awards
from party.values.prizes.prizes import PrizeKind, PrizeState, SettledBy
from tests.awards import UNEVEN, add, finish_party, money, numbers, party_of, prize_line, settle
from tests.evening import BY_PROGRAM, correct, refusal_of, reload_party, set_people
from tests.logbook import changes_of_line

pytestmark = pytest.mark.django_db


def correct_hand(party, table, hand, text):
    correct(party, text, hand, table=table, reason="misread")


def test_a_cut_counts_only_while_the_same_people_are_tied():
    party = party_of(hands=UNEVEN)
    row = add(party)
    settle(party, row, SettledBy.CUT, 2)
    assert numbers(party, row) == [2]
    correct_hand(party, 2, 1, "10nw10")
    assert prize_line(party, row).state in {PrizeState.TIED, PrizeState.WON}
    assert 2 not in numbers(party, row)
    assert prize_line(party, row).is_stale


def confirmed_party():
    """Return a finished party and its confirmed prize for women, which No. 2 alone has won."""
    party = party_of(hands=UNEVEN)
    set_people(party, 2, 6, prize_group="women")
    row = add(party, group="women", money=2000)
    finish_party(party)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    return party, row


def make_number_6_best(party):
    """Reopen the party, and correct hands until No. 6 has more points than No. 2."""
    rounds.reopen_party(party.pk, **BY_PROGRAM)
    correct_hand(party, 1, 2, "7ce0")
    correct_hand(party, 2, 1, "8he10")


def test_confirming_stores_winners_scores_and_shares():
    party, row = confirmed_party()
    award = Award.objects.get()
    assert (award.entrant.number, award.how, award.score, award.share) == (
        2,
        "best",
        "590 points",
        2000,
    )
    assert not prize_line(party, row).is_changed
    assert changes_of_line() == [("High, women", "nobody", "Bert")]


def test_a_correction_after_confirming_is_shown_and_changes_nothing():
    party, row = confirmed_party()
    make_number_6_best(party)
    shown = prize_line(party, row)
    assert shown.is_changed
    assert [winner.person.number for winner in shown.confirmed] == [2]
    assert [winner.person.number for winner in shown.winners] == [6]
    assert [winner.person.number for winner in shown.awarded] == [2]
    assert Award.objects.get().entrant.number == 2


def test_a_corrected_score_of_the_same_winner_is_shown():
    party, row = confirmed_party()
    rounds.reopen_party(party.pk, **BY_PROGRAM)
    correct_hand(party, 1, 2, "7ce8")
    assert not prize_line(party, row).is_changed  # overtricks score nothing
    correct_hand(party, 1, 3, "7sn7")
    assert prize_line(party, row).is_changed
    assert numbers(party, row) == [2]


def test_prizes_confirmed_again_go_to_the_new_winner():
    party, row = confirmed_party()
    make_number_6_best(party)
    awards.reopen_prizes(party.pk, **BY_PROGRAM)
    assert changes_of_line() == [("High, women", "Bert", "nobody")]
    assert not Award.objects.exists()
    finish_party(party)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    assert Award.objects.get().entrant.number == 6
    assert not prize_line(party, row).is_changed


def test_reopening_keeps_what_was_settled_by_hand():
    party = party_of(hands=UNEVEN)
    first, second = add(party, money=1000), add(party, money=500)
    low = add(party, PrizeKind.LOW)
    settle(party, first, SettledBy.SPLIT)
    settle(party, low, SettledBy.CUT, 5)
    finish_party(party)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    assert Award.objects.count() == 5
    assert not any(each.is_changed for each in all_prizes(reload_party(party)).lines)
    awards.reopen_prizes(party.pk, **BY_PROGRAM)
    assert set(Award.objects.values_list("prize", "how")) == {
        (first.pk, "split"),
        (low.pk, "cut"),
    }
    assert (money(party, first), money(party, second)) == ([500, 500], [250, 250])
    assert numbers(party, low) == [5]


def test_confirming_is_refused_with_the_names_of_all_open_prizes():
    party = party_of()
    for kind in (PrizeKind.HIGH, PrizeKind.HIGH, PrizeKind.DOOR, PrizeKind.OTHER):
        add(party, kind)
    assert "Finish the party first" in refusal_of(awards.confirm_prizes, party.pk, **BY_PROGRAM)
    finish_party(party)
    refusal = refusal_of(awards.confirm_prizes, party.pk, **BY_PROGRAM)
    for words in (
        "High: a tie.",
        "2nd high: it waits",
        "Door prize: it is not drawn",
        "nobody has it yet",
    ):
        assert words in refusal
    assert not Award.objects.exists()


def test_without_prizes_nothing_is_confirmed():
    party = party_of()
    finish_party(party)
    assert "no prizes" in refusal_of(awards.confirm_prizes, party.pk, **BY_PROGRAM)
    assert "not confirmed" in refusal_of(awards.reopen_prizes, party.pk, **BY_PROGRAM)


def test_a_prize_that_nobody_can_win_is_confirmed_without_a_winner():
    party = party_of()
    set_people(party, 1, prize_group="women")
    add(party, group="women")
    row = add(party, group="women")
    finish_party(party)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    assert prize_line(party, row).state == PrizeState.NOBODY
    assert not prize_line(party, row).is_changed


def test_a_confirmed_prize_keeps_its_rule():
    party = party_of(hands=UNEVEN)
    row = add(party)
    settle(party, row, SettledBy.CUT, 2)
    finish_party(party)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    rounds.reopen_party(party.pk, **BY_PROGRAM)
    correct_hand(party, 2, 1, "10nw10")
    assert prize_line(party, row).is_changed
    assert [winner.person.number for winner in prize_line(party, row).awarded] == [2]
    assert prize_line(party, row).rule == "The highest total. Tied with Dev: cards were cut."
