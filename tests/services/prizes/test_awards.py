import pytest

from party.models import Award, Entry, LogLine
from party.services.prizes import prizes
from party.values.prizes.prizes import PrizeKind, PrizeState, SettledBy
from tests.awards import UNEVEN, add, money, numbers, party_of, pk, prize_line, settle
from tests.evening import BY_PROGRAM, refusal_of, set_people
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return party_of()


def test_the_winner_of_the_cut_has_the_prize(party):
    row = add(party)
    settle(party, row, SettledBy.CUT, 4)
    assert (numbers(party, row), prize_line(party, row).how) == ([4], SettledBy.CUT)
    assert prize_line(party, row).rule == (
        "The highest total. Tied with Bert, Fay and Hilde: cards were cut."
    )
    line_of_log = LogLine.objects.first()
    assert line_of_log.words == "High: tie settled by a cut, Dev"


def test_the_next_place_goes_to_the_remaining_people(party):
    first, second = add(party), add(party)
    assert prize_line(party, second).state == PrizeState.WAITING
    settle(party, first, SettledBy.CUT, 4)
    assert (prize_line(party, second).state, numbers(party, second)) == (
        PrizeState.TIED,
        [2, 6, 8],
    )
    settle(party, second, SettledBy.CUT, 2)
    assert numbers(party, second) == [2]


def test_a_tie_for_a_higher_place_must_be_settled_first(party):
    add(party)
    second = add(party)
    assert "waits for a tie above" in refusal_of(settle, party, second, SettledBy.SPLIT)


def test_sharers_split_the_money_of_their_places_to_the_cent():
    party = party_of(hands=UNEVEN)
    first, second, third = (add(party, money=cents) for cents in (1001, 500, 300))
    assert numbers(party, first) == [2, 4]
    assert prize_line(party, first).sharing == "High and 2nd high: $7.51 or $7.50 each"
    settle(party, first, SettledBy.SPLIT)
    assert (money(party, first), money(party, second)) == ([501, 500], [250, 250])
    assert prize_line(party, first).rule.endswith("they share it. Odd cents go by player number.")
    assert (numbers(party, third), money(party, third)) == ([6, 8], [150, 150])


def test_gifts_are_shared_in_words(party):
    row = add(party, gift="a ham")
    assert prize_line(party, row).sharing == "High"
    settle(party, row, SettledBy.SPLIT)
    assert money(party, row) == [None] * 4


def test_counting_back_cannot_separate_people_equal_in_everything(party):
    row = add(party)
    assert prize_line(party, row).count_back is None
    assert "still tied after counting back" in refusal_of(settle, party, row, SettledBy.COUNT_BACK)


def test_a_tie_is_not_settled_if_the_page_showed_other_people(party):
    row = add(party)
    seen = [pk(party, 2), pk(party, 4)]
    assert "Other people are tied" in refusal_of(settle, party, row, SettledBy.CUT, 2, among=seen)
    assert not Award.objects.exists()


@pytest.mark.parametrize(("how", "winner"), [("cut", 1), ("cut", None), ("moon", 2)])
def test_a_cut_cannot_be_won_by_somebody_outside_the_tie(party, how, winner):
    row = add(party)
    assert "Choose how the tie is settled" in refusal_of(settle, party, row, how, winner)


def test_a_prize_without_a_tie_cannot_be_settled():
    party = party_of(hands=UNEVEN)
    set_people(party, 2, prize_group="women")
    row = add(party, group="women")
    assert "no tie for High, women" in refusal_of(settle, party, row, SettledBy.SPLIT)


def test_with_one_prize_each_a_prize_waits_for_the_tie_of_the_same_people():
    party = party_of(hands=UNEVEN)
    high, best, low = add(party), add(party, PrizeKind.BEST_ROUND), add(party, PrizeKind.LOW)
    prizes.set_one_prize_each(party.pk, is_one_each=True, **BY_PROGRAM)
    assert prize_line(party, best).state == PrizeState.WAITING
    assert prize_line(party, low).state == PrizeState.TIED
    settle(party, high, SettledBy.CUT, 4)
    assert (prize_line(party, best).state, numbers(party, best)) == (PrizeState.WON, [2])


def test_counting_back_prefers_more_rounds_won():
    party = party_of(hands=("8hn9 7ce7 7sn6 9dw9", "8he9 8he9 8hn9 8hn8"))
    row = add(party)
    with setting_up():
        # Table 2 is level, so nobody there has won the round; all eight people have 590.
        for entry in Entry.objects.filter(table__number=2):
            Entry.objects.filter(pk=entry.pk).update(ns=0, ew=0)
        Entry.objects.filter(table__number=2, hand=1).update(ns=590, ew=590)
        party.entrants.filter(number__in=(2, 6)).update(prize_group="women")
    women = add(party, group="women")
    assert numbers(party, row) == [2, 4, 5, 6, 7, 8]
    back = prize_line(party, women).count_back
    assert (str(back.side), back.words) == ("Bert", "more rounds won, 1 to 0")
    settle(party, women, SettledBy.COUNT_BACK)
    assert numbers(party, women) == [2]
    assert prize_line(party, women).rule.endswith("Tied with Fay: more rounds won, 1 to 0.")


def test_partners_have_the_best_round_together_and_share_its_money():
    party = party_of(hands=UNEVEN)
    best, call = add(party, PrizeKind.BEST_ROUND, money=1001), add(party, PrizeKind.BEST_CALL)
    shown = prize_line(party, best)
    assert (shown.state, str(shown.sides[0]), shown.won_text) == (
        PrizeState.WON,
        "Bert & Dev",
        "Bert & Dev (+590 in round 1)",
    )
    assert (numbers(party, best), money(party, best)) == ([2, 4], [501, 500])
    assert numbers(party, call) == [2, 4]


def test_a_cut_settles_a_tie_between_two_pairs(party):
    best, second = (add(party, PrizeKind.BEST_ROUND, money=cents) for cents in (1000, 500))
    shown = prize_line(party, best)
    assert shown.tie_text == "Bert & Dev and Fay & Hilde (+590 in round 1)"
    assert shown.sharing == "Best round and 2nd best round: $3.75 each"
    assert prize_line(party, second).state == PrizeState.WAITING
    assert "Choose how" in refusal_of(settle, party, best, SettledBy.CUT, 2)
    assert "Choose how" in refusal_of(settle, party, best, SettledBy.CUT, (2, 6))
    settle(party, best, SettledBy.CUT, (6, 8))
    assert LogLine.objects.first().words == "Best round: tie settled by a cut, Fay & Hilde"
    assert prize_line(party, best).how == SettledBy.CUT
    assert prize_line(party, best).rule.endswith("Tied with Bert and Dev: cards were cut.")
    assert (numbers(party, best), numbers(party, second)) == ([6, 8], [2, 4])
    assert (money(party, best), money(party, second)) == ([500, 500], [250, 250])


def test_counting_back_counts_partners_together(party):
    with setting_up():
        # Table 1 is level: Bert and Dev have 590 as well, and have not won the round.
        Entry.objects.filter(table__number=1).update(ns=0, ew=0)
        Entry.objects.filter(table__number=1, hand=1).update(ns=590, ew=590)
        party.entrants.filter(number__in=(1, 3)).update(ranked=False, rota=None)
    row = add(party, PrizeKind.BEST_ROUND)
    back = prize_line(party, row).count_back
    assert (str(back.side), back.words) == ("Fay & Hilde", "more rounds won, 2 to 0")
    settle(party, row, SettledBy.COUNT_BACK)
    assert numbers(party, row) == [6, 8]


def test_most_rounds_won_can_be_a_prize_of_a_group():
    party = party_of(hands=("8hn9 7ce7 7sn6 9dw9", "8he9 8he9 8hn9 8hn8"))
    set_people(party, 1, 2, 3, prize_group="women")
    women, everybody = (
        add(party, PrizeKind.ROUNDS_WON, group="women"),
        add(party, PrizeKind.ROUNDS_WON),
    )
    assert (numbers(party, women), prize_line(party, women).won_text) == ([2], "Bert (1 round)")
    assert prize_line(party, everybody).state == PrizeState.TIED
    with setting_up():
        Entry.objects.update(ns=0, ew=0)
    assert prize_line(party, women).missing == "Nobody did."
