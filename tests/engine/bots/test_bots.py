from random import Random

import pytest

from party.engine import (
    PRESETS,
    VARIATIONS,
    Card,
    Hand,
    RuleError,
    choose,
    deal,
    is_bid_made,
    pack,
    play_out,
)
from party.engine.seats import seats_of
from tests.bench.bench_bots import play_evening, play_hand, share_of
from tests.engine.hands import play
from tests.sampling import one_in

PHASES_WITH_MANY_ACTIONS = {"kitty", "announce"}  # in these phases thousands of actions are legal


class UnchangedOrder:
    """A shuffler that keeps the order, so that a bot always takes its first choice."""

    def shuffle(self, x):
        pass


def dealt(rules, seed, dealer=None):
    return Hand.from_deal(rules, deal(rules, Random(seed), dealer or seats_of(rules)[-1]))


def hand_with(rules, held, *, dealer=None, seed=1):
    """Return a hand in which these seats hold these cards; the other seats get the rest."""
    hands = {seat: [Card(each) for each in text.split()] for seat, text in held.items()}
    rest = [card for card in pack(rules) if not any(card in cards for cards in hands.values())]
    Random(seed).shuffle(rest)
    seats = seats_of(rules)
    for seat in seats:
        if seat not in hands:
            hands[seat], rest = rest[:10], rest[10:]
    return Hand.start(rules, dealer or seats[-1], hands, rest)


def assert_plays_legally(rules, seed):
    hand, rng = dealt(rules, seed), Random(seed)
    while hand.phase != "over":
        action = choose(hand, rng)
        if hand.phase not in PHASES_WITH_MANY_ACTIONS:
            assert action in hand.legal()
        hand = hand.act(action)
    return hand


@pytest.mark.parametrize("seeds", one_in(2, [range(2), range(2, 8)]))
@pytest.mark.parametrize("preset", PRESETS)
def test_bots_play_whole_hands_of_every_preset(preset, seeds):
    for seed in seeds:
        assert_plays_legally(PRESETS[preset], seed)


def test_a_bot_that_leads_the_joker_without_trumps_names_a_suit():
    hand = assert_plays_legally(PRESETS["canadian"], 7)
    assert "Jo/S" in map(str, hand.actions)


def fits(variation, rules):
    try:
        rules.replace(**VARIATIONS[variation].changes)
    except RuleError:
        return False
    return rules.players in VARIATIONS[variation].players


@pytest.mark.parametrize("variation", one_in(5, VARIATIONS))
def test_bots_play_whole_hands_of_every_variation(variation):
    fitting = [rules for rules in PRESETS.values() if fits(variation, rules)]

    for seed, rules in enumerate(fitting[:6]):
        assert_plays_legally(rules.replace(**VARIATIONS[variation].changes), seed)

    assert fitting


def test_a_bot_buries_cards_that_the_rules_allow():
    for preset in ("australian", "youngstown"):
        hand = dealt(PRESETS[preset], 4)
        while hand.phase != "kitty":
            hand = hand.act(choose(hand, UnchangedOrder()))

        assert choose(hand, UnchangedOrder()) in hand.legal()


def test_a_bot_cannot_choose_an_action_in_a_finished_hand():
    over = play_out(dealt(PRESETS["midway"], 1), Random(1))

    with pytest.raises(ValueError, match="The hand is over"):
        choose(over, Random(1))


def with_cards_exchanged(first, hand, one, other):
    """Exchange two cards; return None if the actions of the hand are then illegal."""
    swap = {one: other, other: one}

    def exchanged(cards):
        return tuple(swap.get(card, card) for card in cards)

    try:
        exchanged_hand = Hand.start(
            first.rules,
            first.dealer,
            {seat: exchanged(first.cards(seat)) for seat in first.seats},
            exchanged(first.table.kitty),
            {
                seat: [exchanged(pile) for pile in piles]
                for seat, piles in first.table.piles.items()
            },
            exchanged(first.table.dead),
        )
        return play(exchanged_hand, *hand.actions)
    except RuleError:
        return None


def hidden_cards(first, hand):
    """Return the cards that the seat whose turn it is has not seen."""
    seen = {card.partition("/")[0] for card in hand.cards_played} | {*hand.cards(hand.turn)}
    if hand.declarer == hand.turn:
        seen |= {*first.table.kitty, *hand.table.buried}
    open_cards = {card for seat in hand.open_hands for card in hand.cards(seat)}
    return [card for card in pack(first.rules) if card not in seen | open_cards]


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "preset",
    one_in(
        3, ["youngstown", "australian", "australian-five", "australian-six", "lodige", "uspc-3"]
    ),
)
def test_a_bot_does_not_look_at_hidden_cards(preset):
    rules, dice, compared = PRESETS[preset], Random(8), 0
    for seed in range(4):
        first = hand = dealt(rules, seed)
        while hand.phase != "over":
            cards = hidden_cards(first, hand)
            other_hand = (
                with_cards_exchanged(first, hand, *dice.sample(cards, 2))
                if len(cards) > 1
                else None
            )
            action = choose(hand, Random(seed))
            if other_hand is not None and other_hand.turn == hand.turn:
                assert choose(other_hand, Random(seed)) == action
                compared += 1
            hand = hand.act(action)

    assert compared > 60


def first_call(rules, cards, rng=None):
    return choose(hand_with(rules, {"N": cards}), rng or UnchangedOrder())


GOOD = "Jo JH JD AH KH QH 10H AS KS 7C"
LOW = "5S 6S 7S 5C 6C 4D 5D 6D 4H 5H"


@pytest.mark.parametrize(
    ("preset", "cards", "call"),
    [
        ("youngstown", GOOD, "10H"),
        ("youngstown", "JH 9H 8S 7S 9C 8C 6D 10D QS QC", "6H"),  # shows the right bower
        ("youngstown", "Jo 9H 8S 7S 9C 8C 6D 10D QS 7C", "6NT"),  # shows the joker
        ("youngstown", "AS AC 9H 8S 7S 9C 8C 6D 10D 7H", "6NO"),  # shows two aces
        ("youngstown", "4H 9H 8S 7S 9C 8C 6D 10D 4S 7C", "P"),
        ("youngstown", "AS KS AC KC AD KD QD AH KH 4H", "10NT"),
        ("west-seventh", "Jo AS KS QS AC KC AD KD AH 4H", "10NO"),  # shows the joker
        ("west-seventh", "JS JH AS KS AC KC AD KD AH KH", "10NO"),  # shows a jack of each colour
        ("west-seventh", "JS QH AS KS AC KC AD KD AH KH", "10NT"),
        ("west-seventh", "9H 8H 7S 6S 9C 8C 6D 10D AS 4C", "ANF"),
        ("american", LOW, "MIS"),
        ("australian", LOW, "OPEN"),
        ("australian", GOOD, "9H"),
        ("easton", LOW, "SUPER"),
        ("lodige", LOW, "PAT"),
        ("lodige", GOOD, "BLIND"),
    ],
)
def test_the_first_call_of_a_bot_fits_its_cards(preset, cards, call):
    assert first_call(PRESETS[preset], cards) == call


def call_after(rules, cards, *calls):
    """Return the call of the next player with these cards."""
    seats = seats_of(rules)
    hand = play(hand_with(rules, {seats[len(calls) % len(seats)]: cards}), *calls)
    return choose(hand, UnchangedOrder())


def test_t20_a_dealer_who_must_bid_bids_low_in_the_best_suit():
    weak = "4H 9H 8S 7S 9C 8C 6D 10D 4S 7C"

    assert call_after(PRESETS["iowa"], weak, "P", "P", "P") == "6S"


def test_t20_bots_play_a_hand_in_which_everybody_has_passed():
    rules = PRESETS["american"].replace(all_pass="play_nt_10_per_trick")
    hand = play(dealt(rules, 2), "P", "P", "P", "P")

    assert choose(hand, UnchangedOrder()) in hand.legal()
    assert play_out(hand, UnchangedOrder()).result.bid is None


NO_FACE = "9H 8H 7S 6S 9C 8C 6D 10D AS 4C"


@pytest.mark.parametrize(
    ("partner", "answer"),
    [(GOOD.replace("AS", "AC"), "REFUSE"), ("4H 5H QH 7C 5C QC 9S JS 4D 5D", "AGREE")],
)
def test_t10_partner_agrees_with_poor_cards_and_refuses_with_good_cards(partner, answer):
    hand = hand_with(PRESETS["west-seventh"], {"N": NO_FACE, "S": partner}).act("ANF")

    assert choose(hand, UnchangedOrder()) == answer


@pytest.mark.parametrize(
    ("calls", "call"),
    [(("P", "P"), "8C"), (("7C", "P"), "8C"), (("6NO", "P"), "8C"), (("P", "7C"), "P")],
)
def test_calls_of_other_players_change_the_expected_tricks(calls, call):
    fair = "JC QC 9C 8C 4C AD KD 4H 5H 4S"

    assert call_after(PRESETS["youngstown"], fair, *calls) == call


def test_t48_a_misere_bid_by_partner_lowers_the_expected_tricks():
    strong = "JC QC 9C 8C 7C AD KD AH 5H 5S"

    assert call_after(PRESETS["american"], strong, "P", "P") == "8C"
    assert call_after(PRESETS["american"], strong, "MIS", "P") == "P"


def test_t46_a_bot_bids_grand_nullo_after_nullo_by_partner():
    assert call_after(PRESETS["west-seventh"], LOW, "MIS", "P") == "GRAND"


def hand_in_phase(hand, phase, calls):
    """Let bots play the hand after these calls until this phase."""
    hand = play(hand, *calls)
    while hand.phase != phase:
        hand = hand.act(choose(hand, UnchangedOrder()))
    return hand


def test_bots_keep_trumps_and_aces_and_bury_a_short_suit():
    rules = PRESETS["australian"]
    held = {"N": "JH JD AH KH 9H 8H AS 9C 8D 7D", "E": "4H 5H 6H 7H 4D 5D 6D 5C 6C 7C"}
    hand = hand_in_phase(hand_with(rules, held), "kitty", ("8H", "P", "P", "P"))

    kept = set(hand.act(choose(hand, UnchangedOrder())).cards("N"))

    assert {"JH", "JD", "AH", "KH", "9H", "8H", "AS"} <= kept
    assert "9C" not in kept or "8D" not in kept


def test_bots_bury_dangerous_cards_in_misere():
    hand = hand_in_phase(
        hand_with(PRESETS["american"], {"N": LOW}), "kitty", ("MIS", "P", "P", "P")
    )

    left = hand.act(choose(hand, UnchangedOrder())).cards("N")

    assert len(set(left) & set(LOW.split())) >= 8
    assert not {"Jo", "AS", "AC"} & set(left)


SURE = "Jo JH JD AH KH QH 10H 9H 8H AS"


@pytest.mark.parametrize(("preset", "announced"), [("grand-slam", "slam"), ("declare", "declare")])
def test_t54_t55_bots_announce_a_slam_only_with_a_sure_hand(preset, announced):
    rules = PRESETS[preset]
    sure = hand_in_phase(hand_with(rules, {"N": SURE}), "announce", ("10H", "P", "P", "P"))
    hand = sure.act(choose(sure, UnchangedOrder()))
    poor = hand_in_phase(hand_with(rules, {"N": LOW}), "announce", ("7H", "P", "P", "P"))

    assert choose(sure, UnchangedOrder()) == announced
    assert choose(poor, UnchangedOrder()) != announced
    assert choose(hand, UnchangedOrder()) in hand.legal()
    assert play_out(hand, UnchangedOrder()).result.announced == announced


def test_the_partner_of_the_bidder_of_a_slam_gives_the_best_card():
    held = {"N": SURE, "S": "AC KC QC JC 7H 6H 5H 4D 5D 6D"}
    hand = hand_in_phase(
        hand_with(PRESETS["grand-slam"], held), "announce", ("10H", "P", "P", "P")
    )

    assert choose(hand.act("slam"), UnchangedOrder()) == "give 7H"


def test_t58_bots_nominate_the_joker_in_misere():
    held = {"N": "Jo 5S 6S 5C 6C 4D 5D 6D 7D 4H"}
    rules = PRESETS["australian"].replace(misere_after="any_time")
    hand = play(hand_with(rules, held), "MIS", "P", "P", "P")
    kitty = [card for card in hand.cards("N") if card not in held["N"].split()]
    hand = hand.act("bury " + " ".join(kitty))

    assert (hand.phase, choose(hand, UnchangedOrder())) == ("nominate", "Jo/D")


@pytest.mark.parametrize(
    ("held", "done"),
    [("Jo AS KS QS JS 10S 9S 8S AC KC", "Jo/S"), ("Jo AS KS QS AC KC QC AD KD AH", "AD")],
)
def test_t58_bots_nominate_the_joker_for_a_long_suit_at_no_trump(held, done):
    hand = hand_in_phase(
        hand_with(PRESETS["australian"], {"N": held}), "nominate", ("8NT", "P", "P", "P")
    )

    assert choose(hand, UnchangedOrder()) == done


def test_t52_bots_play_hi_lo_for_about_five_tricks():
    held = {"N": "Jo AS KS AC KC 4D 5D 4H 5H 5C"}
    hand = play(hand_with(PRESETS["lodige"], held), "HILO", "P", "P", "P")

    assert 4 <= play_out(hand, UnchangedOrder()).result.tricks <= 7


def hand_of_five(rules, held, bid):
    return hand_in_phase(hand_with(rules, {"1": held}), "call", (bid, "P", "P", "P", "P"))


@pytest.mark.parametrize(
    ("held", "bid", "called"),
    [
        (SURE, "10H", "alone"),
        ("Jo JH JD KH QH 10H 9H AS 4C 5C", "8H", "call AH"),
    ],
)
def test_t82_bots_call_the_best_missing_card_or_play_alone(held, bid, called):
    assert choose(hand_of_five(PRESETS["australian-five"], held, bid), UnchangedOrder()) == called


def test_t82_bots_call_a_player_as_partner():
    rules = PRESETS["australian-five"].replace(partner_mode="pick_player")
    hand = hand_of_five(rules, "Jo JH JD KH QH 10H 9H AS 4C 5C", "8H")

    assert choose(hand, UnchangedOrder()) == "call 2"


@pytest.mark.slow
def test_bots_sometimes_make_special_bids():
    rules, rng = PRESETS["lodige"], Random(6)
    hands = [play_hand(rules, "N", rng) for _ in range(150)]

    special = [result.bid.strain for result in hands if result.bid.is_special]

    assert 3 <= len(special) <= 25
    assert len(set(special)) >= 3
    assert any(result.bid.strain == "J5" for result in hands)


@pytest.mark.slow
def test_evenings_of_bots_at_youngstown_are_realistic():
    totals, results = play_evening(PRESETS["youngstown"], 24, 10, seed=2)
    eight_or_more = share_of(results, lambda result: result.bid.level >= 8)
    winning_total = max(totals.values())

    assert 0.55 < eight_or_more < 0.85
    assert 0.6 < share_of(results, is_bid_made) < 0.8
    assert 4_000 < winning_total < 7_000
    assert share_of(results, lambda result: result.bid.level == 10) < 0.05
