"""A whole play at once: who won each trick, which cards were wrong."""

from party.engine import PRESETS, Bid
from party.engine.play.ranking import ranking
from party.engine.records.replay import replay

S1, S17 = PRESETS["australian"], PRESETS["two2six"]


def played(rules, bid, *tricks, leader=0, named="", **more):
    """Replay tricks in columns, with hands made of what was played; named: "1H" = trick 1, H."""
    ranked = ranking(rules, Bid.parse(bid), **more)
    rows = [trick.split() for trick in tricks]
    hands = [ranked.mask(column) for column in zip(*rows, strict=True)]
    suits = {int(each[0]) - 1: ranked.suits[each[1]] for each in named.split()}
    return replay(ranked, hands, map(ranked.one_by_one, rows), leader, suits)


def test_replay_names_who_won():
    found = played(S1, "7H", "AC JD 7C 5C", "5H 9H JH 6H", "6C 8S KC 9C", leader=0)
    assert found.winners == [1, 2, 2]
    assert found.wrong == []


def test_replay_finds_a_revoke_and_plays_on():
    found = played(S1, "7H", "AC 7D 7C 5C", "AD 7S 6D 5D", "KS 8C 6S 5S")
    assert found.wrong == [(0, 1)]
    assert found.winners == [0, 0, 0]


def test_replay_finds_a_card_that_is_not_in_the_hand():
    ranked = ranking(S1, Bid.parse("7H"))
    tricks = map(ranked.one_by_one, [["AC", "7C"], ["AC", "8C"], ["AC", "9C"]])
    hands = [ranked.mask(["AC", "KC", "QC"]), ranked.mask(["7C", "8C", "9C"])]
    assert replay(ranked, hands, tricks) == ([0, 0, 0], [(1, 0), (2, 0)])


def test_replay_follows_the_suit_a_joker_names():
    found = played(S1, "7NT", "Jo 5H 6H 7C", "5S 6S 7S 8H", named="1H")
    assert found == ([0, 2], [(0, 3)])
    assert played(S1, "7NT", "Jo 5H 6C 7C").wrong == []


def test_t60_replay_of_a_joker_that_may_not_be_led():
    led_before = played(S1, "7NT", "AS 5S 6S 7S", "Jo 8S 9S 10S", "5H 6H 7H 8H", named="2S")
    assert led_before == ([0, 0, 3], [(1, 0)])
    mcnabb = S1.replace(joker_lead="never_except_trick_10")
    assert played(mcnabb, "7NT", "Jo 5S", "6H 7H", named="1S").wrong == [(0, 0)]
    assert played(mcnabb, "7NT", "Jo 5S", "6H 7H").wrong == [(0, 0)]
    assert played(mcnabb, "7NT", "6H 7H", "8S 5S", "9S Jo").wrong == []


def test_t61_replay_of_a_powerless_joker():
    found = played(S17, "7NT", "AS 5D 6S", "KS 6D 7S", "QS Jo 8S")
    assert found == ([0, 0, 0], [])
    too_early = played(S17, "7NT", "AS 5D 6S", "QS Jo 8S", "KS 6D 7S")
    assert too_early.wrong == [(1, 1)]


def test_t58_replay_with_a_nominated_joker():
    found = played(S1, "7NT", "AH Jo 6H 7H", "AS 5C 6S 7S", leader=0, nominated="H")
    assert found.winners == [1, 1]
    assert found.wrong == []
