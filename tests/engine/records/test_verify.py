"""A legal record, and the faults of changed and shortened copies."""

from dataclasses import replace

import pytest

from party.engine import PRESETS, Bid, Record, misdeal_faults, result_of, verify
from tests.engine.records.samples import (
    AUSTRALIAN,
    GOOD,
    MIDWAY,
    NO_TRUMP,
    faults,
    only_fault,
    only_record,
    with_replaced,
    without,
)


@pytest.mark.parametrize(("text", "rules"), [(GOOD, MIDWAY), (NO_TRUMP, AUSTRALIAN)])
def test_a_legal_record_has_no_fault(text, rules):
    assert verify(only_record(text), rules) == []
    assert verify(only_record(text), rules) == []


@pytest.mark.parametrize(
    "missing",
    [
        ["Event", "Dealer"],
        ["Deal", "Undealt"],
        ["Undealt"],
        ["Deal"],
        ["Undealt", "CardsAdded"],
        ["CardsAdded", "CardsRemoved"],
        ["CardsRemoved"],
        ["Auction"],
        ["Contract", "Declarer"],
        ["Auction", "Declarer"],
        ["Auction", "Declarer", "Deal", "Undealt", "CardsAdded", "CardsRemoved", "Dealer"],
        ["Auction", "Contract"],
        ["Play", "CardsAdded", "CardsRemoved"],
        ["Play", "CardsAdded", "CardsRemoved", "Contract", "Declarer"],
        ["Play"],
    ],
)
def test_missing_parts_are_no_fault(missing):
    assert faults(without(*missing)) == []


def test_an_unfinished_play_is_no_fault():
    lines = GOOD.splitlines()

    assert faults("\n".join(lines[:-3])) == []
    assert faults("\n".join([*lines[:-8], "H8 -"])) != []
    assert faults(GOOD.replace("HK DA DK DQ\n", "HK - - -\n")) == []


def test_a_wrong_number_of_players_is_reported():
    fault = only_fault(GOOD, PRESETS["american-three"])

    assert (fault.place, fault.code) == ("players", "record-players")
    assert result_of(only_record(GOOD), PRESETS["american-three"]) is None
    assert misdeal_faults(only_record(GOOD), PRESETS["american-three"]) == []


def test_a_seat_of_another_game_is_reported():
    fault = only_fault('[Players "4"]\n[Dealer "5"]\n')

    assert (fault.place, fault.legal) == ("dealer", ("N", "E", "S", "W"))


def test_a_hand_of_eleven_cards_is_reported():
    found = faults(with_replaced("N:K.Q65", "N:KA.Q65"))

    assert {each.place for each in found} >= {"deal N", "kitty"}
    assert found[0].text == "North: 11 cards; 10 are dealt at Midway."
    assert found[0].rule == "T5"


def test_a_hand_with_a_card_of_the_kitty_has_too_many_cards():
    record = only_record(GOOD)
    first, *kitty = record.kitty
    hands = {**record.hands, "N": (*record.hands["N"], first)}
    found = verify(replace(record, hands=hands, kitty=tuple(kitty)), MIDWAY)
    assert found[0].text == "North: 11 cards; 10 are dealt at Midway."


def test_a_card_dealt_twice_is_reported():
    found = faults(with_replaced("N:K.Q65", "N:K.QQ5"))

    assert ("deal N", "The Queen of Hearts is there a second time.") in {
        (each.place, each.text) for each in found
    }


def test_a_card_outside_the_pack_is_reported():
    found = faults(with_replaced("N:K.Q65", "N:2.Q65"))

    (fault,) = (each for each in found if each.code == "record-pack")
    assert (fault.place, fault.rule) == ("deal N", "T1")


def test_every_card_outside_the_pack_of_the_rules_is_reported():
    """The record has 45 cards, and the rules have 43 (T1, T5)."""
    found = faults(GOOD, AUSTRALIAN)

    strange = [each for each in found if each.code == "record-pack"]
    assert {each.params["card"] for each in strange} == {"4 of Clubs", "4 of Spades"}
    assert any(each.place == "kitty" and each.rule == "T5" for each in found)


def test_a_bid_that_is_too_low_is_reported_with_the_legal_calls():
    found = faults(with_replaced("8C Pass 8H Pass", "8C Pass 7H Pass"))

    assert found[0].place == "call 3"
    assert "8H" in found[0].legal
    assert "7H" not in found[0].legal


def test_an_unknown_call_is_reported():
    found = faults(with_replaced("8C Pass 8H Pass", "8C Pass 8X Pass"))

    assert found[0].place == "call 3"
    assert "P" in found[0].legal


def test_calls_after_the_end_are_reported_once():
    found = faults(with_replaced("8C Pass 8H Pass", "8C Pass 8H Pass Pass 9H"))

    assert [each.place for each in found] == ["call 5"]


def test_an_unfinished_auction_is_reported():
    fault = only_fault(with_replaced("8C Pass 8H Pass", "8C Pass 8H"))

    assert fault.place == "auction"
    assert "9H" in fault.legal


def test_a_contract_that_was_not_bid_is_reported():
    found = faults(with_replaced('[Contract "8H"]', '[Contract "8D"]'))

    assert (found[0].place, found[0].legal) == ("contract", ("8H",))
    assert "The calls led to 8 Hearts, not to 8 Diamonds." in found[0].text


@pytest.mark.parametrize(("contract", "place"), [("6H", "contract"), ("tall", "contract")])
def test_a_contract_that_the_rules_do_not_have_is_reported(contract, place):
    text = f'[Declarer "W"]\n[Contract "{contract}"]\n'

    assert only_fault(text).place == place


def test_a_contract_that_differs_from_the_calls_is_reported():
    found = faults(with_replaced('[Contract "8H"]', '[Contract "tall"]'))

    assert {each.place for each in found} == {"contract"}


def test_a_wrong_declarer_is_reported():
    found = faults(with_replaced('[Declarer "W"]', '[Declarer "N"]'))

    assert (found[0].place, found[0].legal) == ("declarer", ("W",))


def test_a_declarer_without_a_bid_is_reported():
    found = faults('[Auction "E"]\nPass Pass Pass Pass\n[Declarer "W"]\n[Play "W"]\nHA\n')

    assert [each.place for each in found] == ["declarer", "play"]


def test_a_first_caller_who_is_not_left_of_the_dealer_is_reported():
    fault = only_fault('[Dealer "N"]\n[Auction "S"]\n8C Pass Pass Pass\n')

    assert (fault.place, fault.legal) == ("auction", ("E",))


def test_a_hand_without_a_bid_has_no_contract():
    assert faults('[Auction "E"]\nPass Pass Pass Pass\n[Contract "Pass"]\n') == []


def test_repeated_passes_are_no_fault():
    text = (
        '[Auction "E"]\n7S 7C Pass Pass 8S Pass {}8C\n{}Pass\n[Contract "8C"]\n[Declarer "{}"]\n'
    )

    assert faults(text.format("", "", "S").replace(" Pass 8C", " 8C"), AUSTRALIAN) == []
    assert faults('[Auction "E"]\n7S 7C Pass Pass\n8S 8C Pass Pass\nPass\n', AUSTRALIAN) == []
    found = faults('[Auction "E"]\n7S 7C Pass Pass\n8S 8C 9S\n', AUSTRALIAN)
    assert found == []


def test_ace_no_face_with_other_cards_is_reported():
    """Midway asks for exactly one ace, and no face card or joker (T10)."""
    anf = with_replaced("8C Pass 8H Pass", "ANF Refuse 8C Pass 8H Pass")

    fault = only_fault(anf)
    assert (fault.place, fault.rule) == ("call 1", "T10")
    assert "ANF" not in fault.legal


def test_ace_no_face_with_the_right_cards_is_no_fault():
    text = '[Deal "E:.654.A765.T98 - - -"]\n[Auction "E"]\nANF Refuse 7S Pass Pass Pass\n'

    assert faults(text) == []


def test_a_missing_answer_to_ace_no_face_is_reported():
    found = faults('[Auction "E"]\nANF 7S Pass Pass Pass Pass\n')

    assert found[0].place == "call 2"
    assert found[0].legal == ("AGREE", "REFUSE")


def test_a_pass_of_a_dealer_who_must_bid_is_reported():
    fault = only_fault('[Auction "E"]\nPass Pass Pass Pass\n', PRESETS["iowa"])

    assert (fault.place, fault.rule) == ("call 4", "T20")


def test_an_answer_without_ace_no_face_counts_as_a_pass():
    found = faults('[Auction "E"]\nAgree 7S Pass Pass\n')

    assert [each.place for each in found] == ["call 1"]


def test_cards_taken_up_that_were_not_in_the_kitty_are_reported():
    found = faults(with_replaced('[CardsAdded "W:C7D5S4SAS7"]', '[CardsAdded "W:C7D5S4SAS8"]'))

    assert ("kitty", ("7C", "5D", "4S", "AS", "7S")) in {(f.place, f.legal) for f in found}


def test_a_wrong_seat_that_takes_up_the_kitty_is_reported():
    found = faults(with_replaced('[CardsAdded "W:', '[CardsAdded "N:'))

    assert ("kitty", "North takes up no cards here.") in {(f.place, f.text) for f in found}


def test_too_few_buried_cards_are_reported():
    found = faults(with_replaced("W:C9CKC7D5S4", "W:C9CKC7D5"))

    fault = found[0]
    assert fault.place == "discard"
    assert fault.text == "West buries 4 cards; it must be 5."
    assert len(fault.legal) == 15


def test_a_buried_card_that_was_not_held_is_reported():
    found = faults(with_replaced("W:C9CKC7D5S4", "W:C9CKC7D5CQ"))

    assert found[0].text == "West buries the Queen of Clubs and does not hold it."
    assert found[0].place == "discard"


def test_a_buried_card_that_is_played_is_reported():
    fault = only_fault(with_replaced("W:C9CKC7D5S4", "W:C9CKC7D5H4"))

    assert (fault.place, fault.code) == ("trick 7 W", "record-not-held")


def test_a_wrong_seat_that_buries_cards_is_reported():
    found = faults(with_replaced('[CardsRemoved "W:', '[CardsRemoved "N:'))

    assert ("discard", "North buries no cards here.") in {(f.place, f.text) for f in found}


def test_taking_up_an_untouched_kitty_is_reported():
    """Nobody takes up the kitty in this misère (T39)."""
    rules = AUSTRALIAN.replace(misere_without_pickup=350)
    text = '[Declarer "W"]\n[Contract "NOPICK"]\n[CardsAdded "W:C7D5S4"]\n'

    assert only_fault(text, rules).rule == "T39"
    assert faults('[Declarer "W"]\n[Contract "NOPICK"]\n', rules) == []


def test_a_slam_that_the_rules_do_not_have_is_reported():
    text = '[Contract "8H"]\n[Declarer "N"]\n[Announced "slam"]\n'

    assert faults(text, PRESETS["grand-slam"]) == []
    assert only_fault(text).rule == "T54"


def test_a_wrong_number_of_given_cards_is_reported():
    head = '[Contract "8H"]\n[Declarer "N"]\n{}[CardGiven "{}"]\n'
    slam = '[Announced "slam"]\n'

    assert faults(head.format(slam, "HA"), PRESETS["grand-slam"]) == []
    assert only_fault(head.format(slam, "HAHK"), PRESETS["grand-slam"]).place == "given"
    assert only_fault(head.format("", "HA"), PRESETS["grand-slam"]).place == "given"


def test_a_given_card_that_partner_lacks_is_reported():
    text = '[Deal "S:AKQJT.AKQJT.. - - -"]\n[Contract "8H"]\n[Declarer "N"]\n[Announced "slam"]\n'

    assert faults(text + '[CardGiven "HA"]\n', PRESETS["grand-slam"]) == []
    fault = only_fault(text + '[CardGiven "DA"]\n', PRESETS["grand-slam"])
    assert (fault.place, len(fault.legal)) == ("given", 10)


def test_wrong_scores_are_reported():
    right = GOOD.replace("[Play", '[HandScores "N:20 240 20 240"]\n[Play')
    result = result_of(only_record(GOOD), MIDWAY)

    assert (result.bid, result.declarer, result.tricks) == (Bid(8, "H"), "W", 8)
    wrong = right.replace("20 240 20 240", "20 200 20 240")
    found = faults(wrong)
    assert [each.place for each in found if each.code == "record-score"]


def test_scores_are_not_checked_if_the_rules_cap_the_tens():
    text = GOOD.replace("[Play", '[HandScores "N:1 1 1 1"]\n[Play')

    assert faults(text, MIDWAY.replace(defenders_cap="capped_at_490")) == []


def test_an_empty_record_has_no_fault():
    assert verify(Record(), MIDWAY) == []
    assert result_of(Record(), MIDWAY) is None
