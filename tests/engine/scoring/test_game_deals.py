from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from party.engine import (
    PRESETS,
    Bid,
    Game,
    Hand,
    HandResult,
    RuleError,
    Rules,
    deal,
    side_points,
)
from tests.engine.strategies import four_handed, full_results_of, presets

AUSTRALIAN = PRESETS["australian"]


def hand(bid, declarer, tricks, **options):
    return HandResult(bid=Bid.parse(bid), declarer=declarer, tricks=tricks, **options)


def dealers_after(rules, *hands, **options):
    """Return the dealer after each of these hands, with "." if the cards are not shuffled."""
    game, dealers = Game(rules, **options), ""
    for result in hands:
        game = game.add(result)
        dealers += game.dealer if game.is_shuffled else f"{game.dealer}."
    return dealers


PLAYED = hand("7H", "N", 7)


def test_the_deal_passes_clockwise():
    assert Game(AUSTRALIAN).dealer == "W"
    assert dealers_after(PRESETS["iowa"].replace(target="none"), *[PLAYED] * 5) == "NESWN"
    assert dealers_after(PRESETS["iowa"], PLAYED, dealer="E") == "S"


@pytest.mark.parametrize(
    ("all_pass", "dealers"),
    [
        ("throw_in_next_dealer", "SWNES"),
        ("same_dealer", "EEEES"),
        ("redeal_max_twice_then_next", "EESSW"),
        ("next_dealer_without_reshuffling", "S.W.N.E.S"),
    ],
)
def test_t20_the_rules_name_the_dealer_after_hands_thrown_in(all_pass, dealers):
    rules = AUSTRALIAN.replace(all_pass=all_pass)

    assert dealers_after(rules, None, None, None, None, PLAYED, dealer="E") == dealers


def test_t20_a_played_hand_resets_the_count_of_redeals():
    rules = AUSTRALIAN.replace(all_pass="redeal_max_twice_then_next")

    assert dealers_after(rules, None, None, PLAYED, None, None, None, dealer="N") == "NNEEES"


@pytest.mark.parametrize("all_pass", ["dealer_stuck", "play_nt_10_per_trick"])
def test_t20_a_hand_thrown_in_is_refused_if_the_rules_throw_in_no_hands(all_pass):
    with pytest.raises(RuleError) as refused:
        Game(AUSTRALIAN.replace(all_pass=all_pass)).add(None)

    assert refused.value.code == "no-thrown-in"


def test_t25_the_same_dealer_deals_after_only_sixes():
    rules = AUSTRALIAN.replace(no_six_played="on", six_bid_meaning="inkle")

    assert Game(rules, "E").add(None, why="sixes").dealer == "E"
    assert Game(rules.replace(no_six_played="off"), "E").add(None, why="sixes").dealer == "S"
    stuck = rules.replace(all_pass="dealer_stuck")
    assert Game(stuck, "E").add(None, why="sixes").dealer == "E"


def test_t11_c12_the_same_or_the_next_dealer_deals_after_ace_no_face_in_a_game():
    rules = PRESETS["west-seventh"]

    assert Game(rules, "E").add(None, why="ace_no_face").dealer == "E"
    later = rules.replace(ace_no_face_redealer="next_dealer")
    assert Game(later, "E").add(None, why="ace_no_face").dealer == "S"


def test_an_unknown_reason_to_throw_a_hand_in_is_refused():
    with pytest.raises(RuleError, match="“Ace, no face” is not played"):
        Game(AUSTRALIAN).add(None, why="ace_no_face")
    with pytest.raises(RuleError, match="A hand is thrown in when all pass"):
        Game(AUSTRALIAN).add(None, why="rain")


def test_t56_a_bidder_set_by_three_is_barred_until_the_next_hand_is_played():
    rules = AUSTRALIAN.replace(ralphing="on")
    game = Game(rules).add(hand("9H", "E", 6))
    assert game.barred == ("E",)

    assert game.add(None).barred == ("E",)
    assert game.add(PLAYED).barred == ()
    assert Game(AUSTRALIAN).add(hand("9H", "E", 6)).barred == ()


@pytest.mark.parametrize("name", PRESETS)
def test_played_hands_of_every_preset_can_be_added_to_a_game(name):
    rules, rng = PRESETS[name], Random(5)
    game = Game(rules)
    for _ in range(4):
        played = play_out(rules, game, rng)
        why = played.auction.outcome if played.result is None else "all_pass"
        game = game.add(played.result, why=why)
        game = Game(rules) if game.over else game

    assert set(game.totals) == set(Game(rules).totals)


def play_out(rules, game, rng):
    """Play a hand at random; more than half of the calls are passes."""
    dealt = deal(rules, rng, game.dealer)
    played = Hand.start(
        rules, game.dealer, dealt.hands, dealt.kitty, dealt.piles, dealt.dead, barred=game.barred
    )
    while played.phase != "over":
        legal = played.legal()
        passes = legal.count("P") and rng.random() < 0.6
        played = played.act("P" if passes else rng.choice(legal))
    return played


@given(data=st.data(), rules=presets)
def test_totals_are_the_points_of_the_hands(data, rules):
    game = Game(rules.replace(target="none", walker_bust="off"))
    hands = data.draw(st.lists(full_results_of(rules), max_size=5))
    for result in hands:
        game = game.add(result)

    assert game.totals == {
        side: sum(side_points(game.rules, result)[side] for result in hands)
        for side in game.totals
    }


@given(data=st.data(), rules=presets)
def test_winners_and_losers_are_different_sides(data, rules):
    game = Game(rules)
    while not game.over and len(game.hands) < 12:
        game = game.add(data.draw(full_results_of(rules)))

    assert {*game.winners, *game.losers} <= set(game.totals)
    assert not {*game.winners} & {*game.losers}
    assert game.over == bool(game.winners or game.losers)


@given(data=st.data(), rules=four_handed)
def test_only_one_of_two_sides_wins(data, rules):
    game = Game(Rules.of(rules.values()), totals={"NS": 400, "EW": 400})
    while not game.over and len(game.hands) < 12:
        game = game.add(data.draw(full_results_of(rules)))

    assert len(game.winners) <= 1
