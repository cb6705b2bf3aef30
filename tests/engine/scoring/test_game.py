"""The worked games G1 to G10 of the rule catalogue, every ending, and the turn to deal."""

import pytest

from party.engine import (
    PRESETS,
    Bid,
    Game,
    HandResult,
    RuleError,
)

AUSTRALIAN = PRESETS["australian"]
AMERICAN = PRESETS["american"]
AMERICAN_THREE = PRESETS["american-three"]
FIVE = PRESETS["australian-five"]
TWO2SIX = PRESETS["two2six"]


def hand(bid, declarer, tricks, **options):
    return HandResult(bid=Bid.parse(bid), declarer=declarer, tricks=tricks, **options)


def game_with_totals(rules, ns, ew):
    return Game(rules, totals={"NS": ns, "EW": ew})


def game_of_three(rules, *totals):
    return Game(rules, totals=dict(zip("NES", totals, strict=True)))


def hand_with_order(bid, declarer, order, **options):
    return hand(bid, declarer, order.count(declarer), order=tuple(order), **options)


def test_a_game_begins_with_totals_of_zero():
    game = Game(AUSTRALIAN)

    assert (game.totals, game.over, game.winners) == ({"NS": 0, "EW": 0}, False, ())
    assert Game(PRESETS["australian-six"]).totals == {"135": 0, "246": 0}
    assert set(Game(AMERICAN_THREE).totals) == set("NES")


def test_a_game_is_immutable():
    game = Game(AUSTRALIAN)
    after = game.add(hand("7H", "N", 8))

    assert game.totals == {"NS": 0, "EW": 0}
    assert after.totals == {"NS": 200, "EW": 20}
    assert after.hands == (hand("7H", "N", 8),)


def test_g1_t74_c5_tens_do_not_win_if_a_contract_is_needed():
    game = game_with_totals(AUSTRALIAN, 480, 0).add(hand("7S", "E", 7))
    assert (game.totals["NS"], game.over) == (510, False)

    game = game.add(hand("6S", "N", 6))
    assert (game.totals["NS"], game.over, game.winners) == (550, True, ("NS",))


def test_t74_a_set_contract_does_not_win_at_the_target():
    game = game_with_totals(AUSTRALIAN, 600, 0).add(hand("6S", "N", 5))

    assert (game.totals["NS"], game.over) == (560, False)


def test_g2_t74_c5_tens_win_if_no_contract_is_needed():
    game = game_with_totals(AMERICAN, 480, 0).add(hand("7S", "E", 7))

    assert (game.totals["NS"], game.winners) == (510, ("NS",))


def test_g4_c7_t77_a_side_loses_at_or_below_minus_500():
    set_hand = hand("7H", "N", 6)
    lost = game_with_totals(AUSTRALIAN, -300, 0).add(set_hand)
    assert (lost.totals["NS"], lost.winners, lost.losers) == (-500, ("EW",), ("NS",))

    below = AUSTRALIAN.replace(back_door="below_minus_500")
    assert not game_with_totals(below, -300, 0).add(set_hand).over
    assert game_with_totals(below, -310, 0).add(set_hand).losers == ("NS",)


def test_g5_t77_a_side_loses_only_while_the_other_is_not_negative():
    game = game_with_totals(TWO2SIX, -320, -50).add(hand("7H", "N", 6))
    assert (game.totals, game.over) == ({"NS": -520, "EW": -10}, False)

    game = game_with_totals(TWO2SIX, -520, -40).add(hand("8C", "N", 8))
    assert not game.over
    game = game_with_totals(TWO2SIX, -780, -40).add(hand("6S", "E", 6))
    assert (game.totals, game.losers) == ({"NS": -740, "EW": 0}, ("NS",))
    assert game.winners == ("EW",)


def test_t77_exactly_minus_500_does_not_lose_at_two2six():
    assert not game_with_totals(TWO2SIX, -300, 0).add(hand("7H", "N", 6)).over


def test_t77_no_total_loses_if_the_back_door_is_off():
    game = game_with_totals(AUSTRALIAN.replace(back_door="off"), -480, 0).add(hand("10NT", "N", 2))

    assert (game.totals["NS"], game.over) == (-1000, False)


@pytest.mark.parametrize("name", ["tasmanian", "canadian"])
def test_g9_t73_a_game_to_1000_has_no_negative_totals(name):
    game = game_with_totals(PRESETS[name], 980, 0).add(hand("6S", "N", 6))
    assert (game.totals["NS"], game.winners) == (1020, ("NS",))

    game = game_with_totals(PRESETS[name], 520, 0).add(hand("7H", "E", 3))
    assert (game.totals, game.over) == ({"NS": 720, "EW": 0}, False)


def test_g10_c8_the_other_side_wins_after_the_back_door():
    game = game_with_totals(AUSTRALIAN, 480, -300).add(hand("7H", "E", 6))

    assert (game.totals, game.winners) == ({"NS": 520, "EW": -500}, ("NS",))


def test_g10_the_other_of_two_players_wins_after_the_back_door():
    rules = PRESETS["uspc-2"]
    game = Game(rules, totals={"N": -300, "S": 0}).add(hand("7H", "N", 6))

    assert (game.winners, game.losers) == (("S",), ("N",))


def test_g7_t80_two_players_of_five_win_together():
    game = Game(FIVE, totals={"1": 420, "3": 380, "2": 480})
    game = game.add(hand("8D", "1", 8, partners=("3",), by_player={"1": 5, "3": 3, "2": 2}))

    assert [game.totals[seat] for seat in "132"] == [560, 520, 500]
    assert game.winners == ("1", "3")


def test_t80_two_players_of_five_lose_together():
    game = Game(FIVE, totals={"1": -420, "3": -380})
    game = game.add(hand("8D", "1", 7, partners=("3",), by_player={"1": 4, "3": 3, "2": 3}))

    assert (game.losers, game.winners) == (("1", "3"), ("2", "4", "5"))


def test_t80_a_partner_may_win_without_the_bidder():
    game = Game(FIVE, totals={"1": 100, "3": 400})
    game = game.add(hand("8D", "1", 10, partners=("3",), by_player={"1": 5, "3": 5}))

    assert game.winners == ("3",)


@pytest.mark.parametrize(
    ("target", "before", "over"),
    [
        (500, 400, True),
        (1000, 400, False),
        (1000, 800, True),
        ("exactly_500", 400, False),
        ("exactly_500", 300, True),
        ("none", 9000, False),
    ],
)
def test_t73_a_game_ends_at_its_target(target, before, over):
    rules = AUSTRALIAN.replace(target=target)
    game = game_with_totals(rules, before, 0).add(hand("7H", "N", 7))

    assert game.over is over


def test_t73_a_game_without_target_never_ends():
    game = game_with_totals(PRESETS["youngstown"], -480, 480).add(hand("10NT", "N", 2))

    assert (game.totals, game.over) == ({"NS": -1000, "EW": 560}, False)


@pytest.mark.parametrize(
    ("both_cross", "winners"), [("declaring_side_wins", ("NS",)), ("higher_total", ("EW",))]
)
def test_t75_the_rules_decide_who_wins_if_both_sides_reach_the_target(both_cross, winners):
    game = game_with_totals(AMERICAN.replace(both_cross=both_cross), 300, 490).add(
        hand("7H", "N", 7)
    )

    assert game.totals == {"NS": 500, "EW": 520}
    assert game.winners == winners


def test_t75_declarers_win_with_a_higher_or_equal_total():
    rules = AMERICAN.replace(both_cross="higher_total")

    assert game_with_totals(rules, 400, 490).add(hand("7H", "N", 7)).winners == ("NS",)
    assert game_with_totals(rules, 320, 490).add(hand("7H", "N", 7)).winners == ("NS",)


def test_t75_the_declarer_of_three_wins_before_a_defender():
    game = game_of_three(AMERICAN_THREE, 300, 490, 0).add(hand_with_order("7H", "N", "NNNNNNNEEE"))

    assert game.totals == {"N": 500, "E": 520, "S": 0}
    assert game.winners == ("N",)


@pytest.mark.parametrize(
    ("race", "order", "winners"),
    [
        ("first_to_500_in_trick_order", "NNNNNSEEES", ("S",)),
        ("first_to_500_in_trick_order", "NNNNNESEES", ("E",)),
        ("off", "NNNNNSEEES", ("E",)),
    ],
)
def test_t76_the_first_of_two_defenders_in_trick_order_wins(race, order, winners):
    rules = AMERICAN_THREE.replace(defenders_race=race)
    game = game_of_three(rules, 0, 490, 490).add(hand_with_order("7H", "N", order))

    assert game.totals == {"N": -200, "E": 520, "S": 510}
    assert game.winners == winners


def test_t76_two_defenders_at_the_target_need_the_order_of_the_winners_of_tricks():
    result = hand("7H", "N", 5, by_player={"N": 5, "E": 3, "S": 2})

    with pytest.raises(
        RuleError, match="Say who won each trick in turn: East and South got there"
    ):
        game_of_three(AMERICAN_THREE, 0, 490, 490).add(result)
    assert game_of_three(AMERICAN_THREE, 0, 490, 400).add(result).winners == ("E",)


def test_t76_both_opponents_of_a_nullo_score_on_the_same_trick():
    game = game_of_three(AMERICAN_THREE, 0, 480, 490).add(
        hand_with_order("MIS", "N", "NNEESSEESS")
    )
    assert game.winners == ("S",)

    game = game_of_three(AMERICAN_THREE, 0, 490, 490).add(
        hand_with_order("MIS", "N", "NNEESSEESS")
    )
    assert game.winners == ("E", "S")


def test_t76_the_value_of_a_set_bid_counts_after_the_tricks():
    rules = AMERICAN_THREE.replace(fail_rule="value_to_opponents")
    game = game_of_three(rules, 0, 400, 470).add(hand_with_order("7H", "N", "EEEESSNNNN"))
    assert (game.totals, game.winners) == ({"N": 0, "E": 640, "S": 690}, ("S",))

    silent = rules.replace(defenders_score="never")
    game = game_of_three(silent, 0, 420, 410).add(hand_with_order("7H", "N", "EEEESSNNNN"))
    assert (game.totals, game.winners) == ({"N": 0, "E": 620, "S": 610}, ("E",))


def test_t76_a_cap_limits_the_tens_of_defenders_who_race_to_the_target():
    rules = AMERICAN_THREE.replace(defenders_cap="capped_at_490", fail_rule="value_to_opponents")
    game = game_of_three(rules, 0, 480, 410).add(hand_with_order("7H", "N", "EEEESSNNNN"))

    assert (game.totals, game.winners) == ({"N": 0, "E": 690, "S": 630}, ("E",))


def test_t70_a_hand_without_a_bid_wins_if_no_contract_is_needed():
    rules = AMERICAN_THREE.replace(all_pass="play_nt_10_per_trick")
    nobody = HandResult(bid=None, tricks=4, order=tuple("NNNNEEESSS"))
    game = game_of_three(rules, 490, 480, 0).add(nobody)
    assert game.winners == ("N",)

    strict = rules.replace(win_needs_contract="yes")
    assert not game_of_three(strict, 490, 480, 0).add(nobody).over


def test_s22_exactly_500_by_tricks_wins_walkers_game():
    """Tens count: a total of 480 and two tricks win the game, but 510 does not."""
    walker = PRESETS["walker"]

    assert game_with_totals(walker, 480, 0).add(hand("8S", "E", 8)).winners == ("NS",)
    over = game_with_totals(walker, 480, 0).add(hand("7S", "E", 7))
    assert (over.totals["NS"], over.over) == (510, False)
    assert game_with_totals(walker, 200, 0).add(hand("8H", "N", 8)).winners == ("NS",)
    both = game_with_totals(walker, 480, 260).add(hand("8S", "E", 8))
    assert (both.totals, both.winners) == ({"NS": 500, "EW": 500}, ("EW",))
    assert not game_with_totals(PRESETS["two2six"], 480, 0).add(hand("8S", "E", 8)).over


def test_t78_a_total_of_1000_loses_at_walker():
    walker = PRESETS["walker"]
    game = game_with_totals(walker, 900, 0).add(hand("7H", "N", 7))
    assert (game.winners, game.losers) == (("EW",), ("NS",))

    assert (
        not game_with_totals(walker.replace(walker_bust="off"), 900, 0)
        .add(hand("7H", "N", 7))
        .over
    )


def test_t78_a_side_with_a_total_above_the_limit_does_not_win():
    rules = AUSTRALIAN.replace(walker_bust="1000_loses")
    game = game_with_totals(rules, 800, 0).add(hand("7H", "N", 7))

    assert (game.winners, game.losers) == (("EW",), ("NS",))


def test_t78_both_sides_may_lose_at_once():
    rules = PRESETS["walker"]
    game = game_with_totals(rules, -480, 990).add(hand("7H", "N", 6))

    assert (game.over, game.winners, game.losers) == (True, (), ("NS", "EW"))


def test_t79_c6_a_game_is_won_at_or_above_500():
    ten_hearts = hand("10H", "N", 10)

    assert Game(AUSTRALIAN).add(ten_hearts).winners == ("NS",)
    assert not Game(AUSTRALIAN.replace(target_inclusive="no")).add(ten_hearts).over
    assert game_with_totals(PRESETS["hay"], 10, 0).add(ten_hearts).winners == ("NS",)


def test_t65_a_game_applies_the_cap_to_its_totals():
    rules = AUSTRALIAN.replace(defenders_cap="capped_at_490")

    assert game_with_totals(rules, 480, 0).add(hand("7S", "E", 7)).totals["NS"] == 490


def test_if_one_of_three_players_loses_the_other_two_win():
    game = game_of_three(PRESETS["australian-three"], -300, 100, 50)
    game = game.add(hand_with_order("7H", "N", "NNNNNNEEES"))

    assert (game.losers, game.winners) == (("N",), ("E", "S"))


def test_a_finished_game_refuses_hands():
    game = game_with_totals(AUSTRALIAN, 480, 0).add(hand("6S", "N", 6))

    for result in (hand("6S", "N", 6), None):
        with pytest.raises(RuleError, match="The game is over"):
            game.add(result)


@pytest.mark.parametrize("given", [{"dealer": "1"}, {"totals": {"N": 10}}])
def test_a_game_refuses_totals_for_seats_that_it_does_not_have(given):
    with pytest.raises(RuleError, match="seats N, E, S, W and the totals NS, EW"):
        Game(AUSTRALIAN, **given)
