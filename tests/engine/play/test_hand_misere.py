from dataclasses import replace

import pytest

from party.engine import PRESETS, RuleError, Rules, score
from tests.engine.hands import bid, bury, lay_out, play_tricks

FREE = Rules(misere_after="any_time")
LOW = "5S 6S 7S 5C 6C 7C 4D 5D 4H 5H"


def hand_in_misere(rules, call="MIS", seat="N", **cards):
    return bury(bid(lay_out(rules, **cards), seat, call))


def test_the_partner_of_a_misere_bidder_sits_out():
    hand = hand_in_misere(FREE, S="Jo")
    assert (hand.table.seats_out, hand.ring) == ({"S"}, ("N", "E", "W"))
    assert len(hand.cards("S")) == 10


@pytest.mark.parametrize(
    ("rules", "call", "lies_open"),
    [
        (FREE, "MIS", ""),
        (FREE, "OPEN", "N"),
        (Rules(wilkinson_chambers="on"), "MIS", "N"),
        (Rules(wilkinson_chambers="on"), "OPEN", "N"),
        (PRESETS["easton"], "SUPER", "N"),
        (PRESETS["lodige"], "PAT", "NS"),
        (PRESETS["lodige"], "GRAND", ""),
        (FREE, "7NT", ""),
    ],
)
def test_t38_t42_t44_hands_lie_open_after_the_first_trick(rules, call, lies_open):
    hand = bury(bid(lay_out(rules, E="Jo"), "N", call))
    while hand.phase == "kitty":
        hand = bury(hand)
    while not hand.tricks:
        assert hand.open_hands == frozenset()
        hand = hand.act(hand.legal()[0])
    assert hand.open_hands == frozenset(lies_open)


def test_t41_in_super_open_misere_the_opponents_choose_the_bidders_cards():
    hand = hand_in_misere(PRESETS["easton"], "SUPER", E="Jo")
    assert (hand.turn, hand.chooser) == ("N", "N")
    seen = set()
    while hand.phase != "over":
        seen.add((len(hand.tricks) > 0, hand.turn, hand.chooser))
        hand = hand.act(hand.legal()[0])
    assert {(True, "N", "E"), (True, "E", "E"), (True, "W", "W"), (False, "N", "N")} <= seen
    assert (True, "N", "N") not in seen
    assert hand.chooser is None


def test_t44_both_partners_play_at_patastrophe():
    rules = PRESETS["lodige"]
    hand = play_tricks(hand_in_misere(rules, "PAT", N=LOW, S="Jo AS AC AD"))
    assert hand.ring == ()
    assert hand.table.seats_out == frozenset()
    assert hand.result.tricks == sum(t.winner in "NS" for t in hand.tricks) > 0
    assert score(rules, hand.result).declarers == -1000


def test_t45_in_grand_misere_both_partners_play_and_the_tricks_of_both_count():
    rules = PRESETS["lodige"]
    hand = play_tricks(
        bury(hand_in_misere(rules, "GRAND", N=LOW, S="Jo AS AC AD KS KC KD KH AH QH"))
    )
    assert hand.result.tricks == hand.result.by_player["N"] + hand.result.by_player["S"] > 0


@pytest.mark.parametrize(("value", "out"), [("sits_out", "S"), ("plays", "")])
def test_t48_the_rules_decide_whether_partner_plays_in_nullo(value, out):
    rules = FREE.replace(nullo_partner=value)
    hand = hand_in_misere(rules, S="Jo AS AC AD KS KC KD KH AH QH")
    assert hand.table.seats_out == frozenset(out)
    hand = play_tricks(hand)
    assert hand.result.tricks == hand.result.by_player["N"]


def test_t50_a_failed_misere_may_stop_the_hand():
    strong = "AS AC AD AH KS KC KD KH QS QC"
    stopped = play_tricks(hand_in_misere(FREE.replace(stop_when_misere_fails="stop"), N=strong))
    assert len(stopped.tricks) == 1
    assert (stopped.phase, stopped.result.tricks) == ("over", 1)
    assert score(FREE.replace(stop_when_misere_fails="stop"), stopped.result).declarers == -250
    assert len(play_tricks(hand_in_misere(FREE, N=strong)).tricks) == 10


def test_the_partner_sits_out_after_an_announced_slam():
    table = hand_in_misere(FREE.replace(nullo_partner="plays"), N=LOW).table
    assert (table.seats_out, replace(table, announced="slam").seats_out) == (frozenset(), {"S"})


def test_t50_tricks_of_defenders_do_not_stop_a_misere():
    hand = play_tricks(
        hand_in_misere(FREE.replace(stop_when_misere_fails="stop"), N=LOW, E="AS AC AD AH")
    )
    assert hand.result.by_player["N"] == hand.result.tricks
    assert len(hand.tricks) == 10 if not hand.result.tricks else hand.tricks[-1].winner == "N"


def test_t50_a_hand_with_a_bid_of_tricks_does_not_stop_early():
    rules = FREE.replace(stop_when_misere_fails="stop")
    assert len(play_tricks(hand_in_misere(rules, "7S")).tricks) == 10


def test_t52_hi_lo_is_played_without_partner():
    rules = Rules(hi_lo=350)
    hand = hand_in_misere(rules, "HILO", E="Jo")
    assert (hand.table.seats_out, hand.ring) == ({"S"}, ("N", "E", "W"))
    hand = play_tricks(hand)
    assert hand.result.tricks == hand.result.by_player["N"]
    wanted = 350 if hand.result.tricks == 5 else -350
    assert score(rules, hand.result).declarers == wanted


def test_t53_in_j5_the_jack_beats_the_ace():
    hand = bury(bid(lay_out(Rules(j5="on"), N="AS", E="JS", S="5S", W="6S"), "N", "7J5"))
    for card in ("AS", "JS", "5S", "6S"):
        hand = hand.act(card)
    assert hand.tricks[0].winner == "E"


def test_t90_with_six_players_both_partners_sit_out_in_misere():
    rules = PRESETS["australian-six"].replace(misere_after="any_time")
    hand = hand_in_misere(rules, seat="2", p1="Jo")
    assert (hand.table.seats_out, hand.ring) == ({"4", "6"}, tuple("2351"))
    pairs = hand_in_misere(rules.replace(six_teams="3x2"), seat="2", p1="Jo")
    assert (pairs.table.seats_out, pairs.ring) == ({"5"}, tuple("23461"))


def test_t87_with_five_players_the_bidder_of_misere_plays_against_four():
    rules = PRESETS["australian-five"].replace(misere_after="any_time")
    hand = hand_in_misere(rules, seat="2", p1="Jo")
    assert (hand.phase, hand.table.seats_out, hand.partners) == ("play", frozenset(), ())
    hand = play_tricks(hand)
    assert (hand.result.alone, hand.result.partners) == (True, ())
    assert hand.result.tricks == hand.result.by_player["2"]
    barred = rules.replace(misere_5p="barred")
    assert "MIS" not in lay_out(barred).legal()


def test_t58_the_bidder_may_name_the_jokers_suit_before_the_first_lead():
    hand = hand_in_misere(FREE, N="Jo AS")
    assert (hand.phase, hand.turn) == ("nominate", "N")
    assert hand.legal()[:4] == ("Jo/S", "Jo/C", "Jo/D", "Jo/H")
    named = hand.act("jo/h")
    assert (named.phase, named.table.nominated, named.actions[-1]) == ("play", "H", "Jo/H")
    assert "Jo" in named.legal()
    kept = hand.act("AS")
    assert (kept.phase, kept.table.nominated) == ("play", None)


@pytest.mark.parametrize(
    ("rule", "in_no_trump", "in_misere"),
    [
        ("declarer_any_no_trump_game", "nominate", "nominate"),
        ("misere_only", "play", "nominate"),
        ("never", "play", "play"),
    ],
)
def test_t58_the_rules_limit_the_nomination_of_the_joker(rule, in_no_trump, in_misere):
    rules = FREE.replace(joker_nt_nomination=rule)
    assert hand_in_misere(rules, "7NT", N="Jo").phase == in_no_trump
    assert hand_in_misere(rules, "MIS", N="Jo").phase == in_misere
    assert hand_in_misere(rules, "7S", N="Jo").phase == "play"
    assert hand_in_misere(rules, "7NT", E="Jo").phase == "play"


def test_t58_the_bidder_decides_on_the_joker_before_another_player_leads():
    """North leads too early: only the seat whose turn it is may act (T63)."""
    hand = hand_in_misere(
        FREE.replace(first_lead="left_of_dealer"), "7NT", seat="S", S="Jo", N="AS"
    )
    assert (hand.phase, hand.turn) == ("nominate", "S")
    assert hand.legal() == ("Jo/S", "Jo/C", "Jo/D", "Jo/H", "none")
    with pytest.raises(RuleError, match=r"What may be done here: Jo/S, .* none") as refused:
        hand.act("AS")
    assert refused.value.faults[0].rule == "T63"
    assert hand.act("Jo/S").turn == "N"
    without_nomination = hand.act("None")
    assert (
        without_nomination.actions[-1],
        without_nomination.turn,
        without_nomination.table.nominated,
    ) == (
        "none",
        "N",
        None,
    )
    assert "AS" in without_nomination.legal()


def test_t58_a_bidder_who_leads_can_no_longer_nominate_the_joker():
    hand = hand_in_misere(FREE, "7NT", seat="S", S="Jo AS")
    assert "none" not in hand.legal()
    assert hand.act("AS").turn == "W"
