import pytest

from party.models import Entry
from party.queries.prizes.winners import all_prizes
from party.services.prizes import awards, fifty_fifty, prizes
from party.values.prizes.prizes import PrizeKind, PrizeState, SettledBy
from tests.awards import (
    UNEVEN,
    add,
    draw_prize,
    finish_party,
    numbers,
    party_of,
    pk,
    prize_line,
    settle,
)
from tests.evening import (
    BY_PROGRAM,
    close,
    draw,
    party_with,
    refusal_of,
    reload_party,
    report_ahead,
    set_format,
    set_people,
    start,
)
from tests.guard import setting_up
from tests.services.scores.test_final_cards import save_card

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return party_of()


def test_a_prize_says_that_its_prize_group_is_empty(party):
    set_people(party, 2, prize_group="women")
    row, best = add(party, group="women"), add(party, PrizeKind.TEN_TRICKS)
    with setting_up():
        party.entrants.update(prize_group="")
    assert prize_line(party, row).state == PrizeState.NOBODY
    assert prize_line(party, row).missing == "Nobody is in the prize group women."
    assert prize_line(party, best).missing == "Nobody did."
    finish_party(party)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    assert not all_prizes(reload_party(party)).changed_lines


def test_a_prize_has_no_winner_if_everybody_already_has_a_prize(party):
    prizes.set_one_prize_each(party.pk, is_one_each=True, **BY_PROGRAM)
    set_people(party, 2, prize_group="women")
    first, second = add(party, group="women"), add(party, PrizeKind.BEST_ROUND, group="women")
    assert numbers(party, first) == [2]
    assert prize_line(party, second).missing == "Everybody who could win it has a prize already."


def test_the_page_names_people_who_have_two_prizes_against_the_rule(party):
    prizes.set_one_prize_each(party.pk, is_one_each=True, **BY_PROGRAM)
    set_people(party, 2, prize_group="women")
    add(party, group="women")
    hat = add(party, PrizeKind.OTHER)
    assert all_prizes(reload_party(party)).people_with_two == ()
    awards.give_prize(party.pk, hat.pk, pk(party, 2), why="", **BY_PROGRAM)
    shown = all_prizes(reload_party(party))
    assert shown.people_with_two == ("Bert",)
    assert shown.several_prizes_rule.endswith("Bert has two: what is drawn or given stays.")


def test_sharing_two_places_counts_as_one_prize():
    party = party_of(hands=UNEVEN)
    prizes.set_one_prize_each(party.pk, is_one_each=True, **BY_PROGRAM)
    high, second = add(party), add(party)
    settle(party, high, SettledBy.SPLIT)
    assert numbers(party, second) == numbers(party, high)
    assert all_prizes(reload_party(party)).people_with_two == ()


def test_the_rule_says_that_a_fifty_fifty_does_not_count(party):
    fifty_fifty.set_ticket_price(party.pk, None, 100, **BY_PROGRAM)
    assert (
        all_prizes(reload_party(party)).several_prizes_rule
        == "One person may have several prizes."
    )
    prizes.set_one_prize_each(party.pk, is_one_each=True, **BY_PROGRAM)
    assert "The 50/50 does not count" in all_prizes(reload_party(party)).several_prizes_rule


def test_a_fifty_fifty_is_for_everybody(party):
    set_people(party, 2, prize_group="women")
    assert "Everybody may buy" in refusal_of(add, party, PrizeKind.FIFTY_FIFTY, group="women")


def test_a_door_prize_of_a_group_is_drawn_in_the_group(party):
    set_people(party, 2, prize_group="women")
    row = add(party, PrizeKind.DOOR, group="women")
    draw_prize(party, row)
    assert numbers(party, row) == [2]
    assert "Nobody is left to draw" in refusal_of(draw_prize, party, row)


def test_every_group_has_a_mystery_number_of_its_own(party):
    set_people(party, 1, 2, prize_group="women")
    set_people(party, 3, 4, prize_group="men")
    women, men = (add(party, PrizeKind.MYSTERY, group=group) for group in ("women", "men"))
    for row, number in ((women, 200), (men, 590)):
        with setting_up():
            type(row).objects.filter(pk=row.pk).update(number=number)
    assert (numbers(party, women), numbers(party, men)) == ([1], [4])


def test_counting_back_compares_sets_last():
    party = party_of(hands=("10nn10 8hn9 8hn9 8hn9", "7sn6 8hn9 8hn9 8hn9"))
    with setting_up():
        Entry.objects.update(ns=0, ew=0)
        party.entrants.filter(number__in=(1, 5)).update(prize_group="women")
    row = add(party, group="women")
    back = prize_line(party, row).count_back
    assert (str(back.side), back.words) == ("Alma", "fewer sets, 0 to 1")
    settle(party, row, SettledBy.COUNT_BACK)
    assert prize_line(party, row).rule.endswith("Tied with Ed: fewer sets, 0 to 1.")


def test_counting_back_ignores_sets_if_hands_are_unknown():
    party = party_of(hands=("10nn10 8hn9 8hn9 8hn9", "7sn6 8hn9 8hn9 8hn9"))
    with setting_up():
        Entry.objects.update(ns=0, ew=0)
        spare = Entry.objects.filter(table__number=1, hand=1)
        Entry.objects.filter(table__number=1).exclude(hand=1).update(status="undone")
        spare.update(hand=0, bid="", bidder="", tricks=None)
        party.entrants.filter(number__in=(1, 5)).update(prize_group="women")
    assert prize_line(party, add(party, group="women")).count_back is None


def set_round_credit(party, credit):
    choices = {"sit_out_credit": "fixed", "sit_out_points": 0} if credit == "wins_only" else {}
    return set_format(party, round_credit=credit, **choices)


def test_the_score_of_a_winner_is_shown_with_its_unit():
    party = set_round_credit(party_of(), "wins_only")
    assert prize_line(party, add(party)).winners[0].score == "1 win"
    party = set_round_credit(party_of(), "both")
    high, low = prize_line(party, add(party)), prize_line(party, add(party, PrizeKind.LOW))
    assert high.winners[0].score == "1 round won, 590 points"
    assert high.rule == "The most rounds won, then the highest total."
    assert low.winners[0].score == "200 points"


def test_before_round_1_prizes_say_which_facts_totals_and_cards_will_not_give():
    for capture, words in (("totals", "Only totals are"), ("cards", "Only final cards are")):
        party = party_with(8, capture=capture)
        early = prize_line(party, add(party, PrizeKind.BEST_CALL))
        assert (early.state, early.missing.startswith(words)) == (PrizeState.EARLY, True)
    party = party_with(8)
    assert prize_line(party, add(party, PrizeKind.BEST_CALL)).missing == ""


def play_round_on_cards(*boxes):
    """Play a round on cards; `boxes`: points of No. 1, 2 …, None for a card with only a total."""
    party = party_with(4, cards="blind", capture="cards", rounds_planned=1)
    draw(party, handed_out=4)
    start(party)
    report_ahead(party, "NS")
    close(party)
    for number, box in enumerate(boxes, start=1):
        save_card(party, number, *([] if box is None else [box]), total=box or 100)
    return party


def test_bids_are_unknown_if_results_come_from_final_cards():
    party = play_round_on_cards(300, 100, 300, 100)
    call = prize_line(party, add(party, PrizeKind.BEST_CALL))
    assert call.state == PrizeState.TO_GIVE
    assert "no hands. Look at the cards" in call.missing
    assert numbers(party, add(party, PrizeKind.BEST_ROUND)) == [1, 3]


def test_points_by_round_are_unknown_if_a_card_has_only_a_total():
    party = play_round_on_cards(None, None, None, None)
    for kind in (PrizeKind.BEST_ROUND, PrizeKind.HEAD_TABLE):
        found = prize_line(party, add(party, kind))
        assert found.state == PrizeState.TO_GIVE
        assert found.missing == ("Not counted for Alma, Bert, Carol and Dev: no scores by round.")
    assert prize_line(party, add(party)).state == PrizeState.TIED


def test_the_head_table_prize_has_no_winner_if_nobody_ranked_sat_at_table_1(party):
    set_people(party, 1, 2, 3, 4, ranked=False, rota=None)
    found = prize_line(party, add(party, PrizeKind.HEAD_TABLE))
    assert found.missing == "Nobody who can win played at table 1 in the last round."
