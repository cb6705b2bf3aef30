import pytest

from party.engine import CONTRACT, PRESETS, Auction, Bid, Call, RuleError
from tests.engine.auction.auctions import (
    AMERICAN,
    AUSTRALIAN,
    IOWA,
    LODIGE,
    WEST_SEVENTH,
    YOUNGSTOWN,
    allows,
    auction_after,
    refusal,
    rules_against,
)


def test_an_auction_ends_with_its_contract_and_declarer():
    auction = auction_after(AUSTRALIAN, "P 7S P 7NT 8D P")

    assert auction.calls == (
        ("N", "P"),
        ("E", "7S"),
        ("S", "P"),
        ("W", "7NT"),
        ("E", "8D"),
        ("W", "P"),
    )
    assert all(isinstance(call, Call) for _, call in auction.calls)
    assert (auction.over, auction.turn, auction.legal_calls()) == (True, None, ())
    assert (auction.contract, auction.declarer) == (Bid(8, "D"), "E")
    assert auction.outcome == CONTRACT
    assert auction.position.seats_out == set("NSW")


def test_an_unfinished_auction_knows_whose_turn_it_is_and_its_highest_bid():
    auction = auction_after(AUSTRALIAN, "P 7S", dealer="N")

    assert (auction.over, auction.turn, auction.outcome) == (False, "W", "")
    assert (auction.contract, auction.declarer) == (Bid(7, "S"), "S")
    assert auction.highest_bid == Bid(7, "S")
    assert auction.position.seats_out == {"E"}
    assert (auction.rules, auction.dealer) == (AUSTRALIAN, "N")


def test_a_new_auction_has_no_contract():
    auction = Auction(AUSTRALIAN)

    assert (auction.contract, auction.declarer, auction.highest_bid) == (None, None, None)


@pytest.mark.parametrize(
    ("players", "pack", "first"), [(2, 43, "N"), (3, 33, "N"), (5, 53, "1"), (6, 63, "1")]
)
def test_the_last_seat_is_the_default_dealer(players, pack, first):
    auction = Auction(AUSTRALIAN.replace(players=players, pack=pack))

    assert auction.turn == first
    assert auction_after(auction.rules, "P " * players).outcome == "all_pass"


def test_the_seat_left_of_the_dealer_calls_first():
    assert [Auction(AUSTRALIAN, dealer).turn for dealer in "NESW"] == ["E", "S", "W", "N"]


def test_an_auction_reads_calls_in_any_spelling():
    assert auction_after(AUSTRALIAN, "pass 7♥").calls == auction_after(AUSTRALIAN, "P 7H").calls


@pytest.mark.parametrize(("dealer", "barred"), [("5", ()), ("", ()), ("NE", ()), ("N", "X")])
def test_a_seat_that_the_game_does_not_have_is_refused(dealer, barred):
    with pytest.raises(RuleError, match="the seats are N, E, S and W"):
        Auction(AUSTRALIAN, dealer, barred)


def test_a_list_of_calls_quotes_a_name_with_a_comma():
    with pytest.raises(RuleError, match=r"Legal now: Pass, .* or more, “Ace, no face”"):
        Auction(PRESETS["midway"]).call("AGREE")


@pytest.mark.parametrize(
    ("rules", "calls", "call", "rule", "words"),
    [
        (
            AUSTRALIAN,
            "P 7S",
            "6S",
            "T71",
            (
                "6 Spades does not outbid 7 Spades. "
                "Legal now: Pass, 7 Clubs or more, Misère, Open Misère."
            ),
        ),
        (
            AUSTRALIAN,
            "6S",
            "MIS",
            "T31",
            (
                "Misère may be bid only after a bid of seven or more. "
                "Legal now: Pass, 6 Clubs or more, Open Misère."
            ),
        ),
        (
            YOUNGSTOWN,
            "",
            "MIS",
            "T30",
            (
                "Nullo is not played at Youngstown. The lowest bid is 7 Spades. "
                "Legal now: Pass, 6 Spades or more."
            ),
        ),
        (
            AUSTRALIAN,
            "",
            "ANF",
            "T10",
            (
                "“Ace, no face” is not played in the Australian game. "
                "Legal now: Pass, 6 Spades or more, Open Misère."
            ),
        ),
        (IOWA, "P P P", "P", "T20", "Nobody has made a bid that is played: the dealer must."),
        (AUSTRALIAN, "P P P P", "7S", "T14", "All others have passed: the bidding is over."),
        (AMERICAN, "P P P 7S", "7H", "T13", "Everybody has had one turn: the bidding is over."),
        (AUSTRALIAN, "10NT", "OPEN", "T36", "Open Misère does not outbid 10 No Trump."),
        (AMERICAN, "MIS", "8S", "T32", "8 Spades does not outbid Nullo."),
        (LODIGE, "PAT", "10J5", "T44", "10 J5 does not outbid Patastrophe. Legal now: Pass."),
    ],
)
def test_a_refused_call_names_the_rule_and_the_legal_calls(rules, calls, call, rule, words):
    auction = auction_after(rules, calls)
    error = refusal(auction, call)

    assert str(error).startswith(words)
    assert [each.rule for each in error.faults] == [rule]
    assert error.faults[0].legal == tuple(map(str, auction.legal_calls()))
    assert error.faults[0].place == "call"


def test_a_refused_call_names_every_rule_against_it():
    assert rules_against(auction_after(WEST_SEVENTH, "6H P"), "6S") == ["T71", "T23", "T22"]


def test_b1_seven_clubs_is_outbid_by_a_higher_suit_or_level():
    auction = auction_after(AUSTRALIAN, "7C")

    assert allows(auction, "7D", "7H", "7NT", "8S")
    assert rules_against(auction, "7S") == ["T71"]


def test_b3_eight_spades_outrank_misere():
    assert allows(auction_after(AUSTRALIAN, "7S MIS"), "8S")
    assert rules_against(auction_after(AUSTRALIAN, "7S 8S"), "MIS") == ["T32"]


def test_b4_nullo_outranks_eight_spades():
    assert allows(auction_after(AMERICAN, "8S"), "MIS")
    assert allows(auction_after(AMERICAN, "MIS"), "8C")
    assert rules_against(auction_after(AMERICAN, "MIS"), "8S") == ["T32"]


def test_b5_open_misere_ranks_between_ten_diamonds_and_ten_hearts():
    assert allows(auction_after(AUSTRALIAN, "10D"), "OPEN")
    assert allows(auction_after(AUSTRALIAN), "OPEN")
    assert allows(auction_after(AUSTRALIAN, "OPEN"), "10H")
    assert rules_against(auction_after(AUSTRALIAN, "10H"), "OPEN") == ["T36"]


def test_b7_open_misere_and_ten_no_trump_can_have_equal_rank():
    rules = AUSTRALIAN.replace(open_misere_rank="10nt_first_come")

    assert rules_against(auction_after(rules, "OPEN"), "10NT") == ["T36"]
    assert rules_against(auction_after(rules, "10NT"), "OPEN") == ["T36"]


def test_b10_hi_lo_ranks_between_nine_clubs_and_nine_diamonds():
    assert allows(auction_after(LODIGE, "9C"), "HILO")
    assert rules_against(auction_after(LODIGE, "9D"), "HILO") == ["T52"]
    assert allows(auction_after(LODIGE, "HILO"), "9D")
    assert rules_against(auction_after(LODIGE, "HILO"), "9C") == ["T52"]


def test_b11_roger_knight_ranks_miseres_above_7_8_and_9_spades():
    rules = AUSTRALIAN.replace(roger_knights_schedule="150_250_350")

    assert allows(auction_after(rules, "7S MIS"), "7C")
    assert rules_against(auction_after(rules, "7S MIS"), "7S") == ["T32"]
    assert allows(auction_after(rules, "OPEN"), "8C")
    assert rules_against(auction_after(rules, "OPEN"), "8S") == ["T36"]
    assert allows(auction_after(rules, "NOPICK"), "9C")
    assert rules_against(auction_after(rules, "NOPICK"), "9S") == ["T39"]


def test_t24_b12_signals_rise_and_only_the_first_two_players_signal():
    assert "T71" in rules_against(auction_after(WEST_SEVENTH, "6H"), "6D")
    assert allows(auction_after(WEST_SEVENTH, "6H"), "6NT", "7S")
    assert "T23" in rules_against(auction_after(WEST_SEVENTH, "P P"), "6D")


def test_t28_b14_seven_no_becomes_seven_no_trump_if_all_others_pass():
    auction = auction_after(YOUNGSTOWN, "7NO P P P")

    assert auction.over
    assert auction.contract == Bid(7, "NT")
    assert auction.highest_bid == Bid(7, "NO")
    assert auction.calls[0] == ("N", "7NO")


def test_b19_nobody_has_a_second_turn():
    auction = auction_after(AMERICAN, "7S 7C P 7D")

    assert auction.over
    assert rules_against(auction, "7H") == ["T13"]
