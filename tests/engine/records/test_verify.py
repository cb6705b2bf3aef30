"""A whole legal record, and what verify says when something in it is changed or left out."""

from dataclasses import replace

import pytest

from party.engine import PRESETS, Bid, Record, misdeal_faults, result_of, verify
from party.engine.records.verify import every_fault
from tests.engine.records.samples import (
    AUSTRALIAN,
    GOOD,
    MIDWAY,
    NO_TRUMP,
    faults,
    only,
    the_fault,
    with_changes,
    without,
)


@pytest.mark.parametrize(("text", "rules"), [(GOOD, MIDWAY), (NO_TRUMP, AUSTRALIAN)])
def test_a_legal_record_has_no_fault(text, rules):
    assert verify(only(text), rules) == []
    assert every_fault(only(text), rules) == []


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
def test_what_is_missing_is_not_held_against_a_record(missing):
    assert faults(without(*missing)) == []


def test_an_unfinished_play_is_no_fault():
    lines = GOOD.splitlines()

    assert faults("\n".join(lines[:-3])) == []
    assert faults("\n".join([*lines[:-8], "H8 -"])) != []
    assert faults(GOOD.replace("HK DA DK DQ\n", "HK - - -\n")) == []


# Seats and cards


def test_the_number_of_players_must_be_that_of_the_game():
    fault = the_fault(GOOD, PRESETS["american-three"])

    assert (fault.place, fault.code) == ("players", "record-players")
    assert result_of(only(GOOD), PRESETS["american-three"]) is None
    assert misdeal_faults(only(GOOD), PRESETS["american-three"]) == []


def test_a_seat_of_another_game_is_told():
    fault = the_fault('[Players "4"]\n[Dealer "5"]\n')

    assert (fault.place, fault.legal) == ("dealer", ("N", "E", "S", "W"))


def test_a_hand_of_eleven_is_told():
    found = faults(with_changes("N:K.Q65", "N:KA.Q65"))

    assert {each.place for each in found} >= {"deal N", "kitty"}
    assert found[0].text == "North: 11 cards; 10 are dealt at Midway."
    assert found[0].rule == "T5"


def test_a_whole_pack_in_wrong_sizes_is_told():
    record = only(GOOD)
    first, *kitty = record.kitty
    hands = {**record.hands, "N": (*record.hands["N"], first)}
    found = verify(replace(record, hands=hands, kitty=tuple(kitty)), MIDWAY)
    assert found[0].text == "North: 11 cards; 10 are dealt at Midway."


def test_two_identical_cards_are_told():
    found = faults(with_changes("N:K.Q65", "N:K.QQ5"))

    assert ("deal N", "The Queen of Hearts is there a second time.") in {
        (each.place, each.text) for each in found
    }


def test_a_card_that_is_not_in_the_pack_is_told():
    found = faults(with_changes("N:K.Q65", "N:2.Q65"))

    (fault,) = (each for each in found if each.code == "record-pack")
    assert (fault.place, fault.rule) == ("deal N", "T1")


def test_a_pack_of_another_game_is_told_card_by_card():
    """T1, T5: 45 cards where 43 are played."""
    found = faults(GOOD, AUSTRALIAN)

    strange = [each for each in found if each.code == "record-pack"]
    assert {each.params["card"] for each in strange} == {"4 of Clubs", "4 of Spades"}
    assert any(each.place == "kitty" and each.rule == "T5" for each in found)


# Calls


def test_a_bid_that_does_not_outbid_is_told_with_what_was_legal():
    found = faults(with_changes("8C Pass 8H Pass", "8C Pass 7H Pass"))

    assert found[0].place == "call 3"
    assert "8H" in found[0].legal
    assert "7H" not in found[0].legal


def test_a_call_that_is_none_is_told():
    found = faults(with_changes("8C Pass 8H Pass", "8C Pass 8X Pass"))

    assert found[0].place == "call 3"
    assert "P" in found[0].legal


def test_calls_after_the_end_are_told_once():
    found = faults(with_changes("8C Pass 8H Pass", "8C Pass 8H Pass Pass 9H"))

    assert [each.place for each in found] == ["call 5"]


def test_an_auction_that_is_not_over_is_told():
    fault = the_fault(with_changes("8C Pass 8H Pass", "8C Pass 8H"))

    assert fault.place == "auction"
    assert "9H" in fault.legal


def test_a_contract_that_was_not_bid_is_told():
    found = faults(with_changes('[Contract "8H"]', '[Contract "8D"]'))

    assert (found[0].place, found[0].legal) == ("contract", ("8H",))
    assert "The calls led to 8 Hearts, not to 8 Diamonds." in found[0].text


@pytest.mark.parametrize(("contract", "place"), [("6H", "contract"), ("tall", "contract")])
def test_a_contract_that_is_not_played_is_told(contract, place):
    text = f'[Declarer "W"]\n[Contract "{contract}"]\n'

    assert the_fault(text).place == place


def test_a_contract_in_other_words_than_the_calls_is_told():
    found = faults(with_changes('[Contract "8H"]', '[Contract "tall"]'))

    assert {each.place for each in found} == {"contract"}


def test_a_declarer_who_did_not_win_is_told():
    found = faults(with_changes('[Declarer "W"]', '[Declarer "N"]'))

    assert (found[0].place, found[0].legal) == ("declarer", ("W",))


def test_a_declarer_where_nobody_bid_is_told():
    found = faults('[Auction "E"]\nPass Pass Pass Pass\n[Declarer "W"]\n[Play "W"]\nHA\n')

    assert [each.place for each in found] == ["declarer", "play"]


def test_who_calls_first_sits_left_of_the_dealer():
    fault = the_fault('[Dealer "N"]\n[Auction "S"]\n8C Pass Pass Pass\n')

    assert (fault.place, fault.legal) == ("auction", ("E",))


def test_a_hand_that_all_pass_has_no_contract():
    assert faults('[Auction "E"]\nPass Pass Pass Pass\n[Contract "Pass"]\n') == []


def test_passes_may_be_written_for_those_who_have_passed():
    text = (
        '[Auction "E"]\n7S 7C Pass Pass 8S Pass {}8C\n{}Pass\n[Contract "8C"]\n[Declarer "{}"]\n'
    )

    assert faults(text.format("", "", "S").replace(" Pass 8C", " 8C"), AUSTRALIAN) == []
    assert faults('[Auction "E"]\n7S 7C Pass Pass\n8S 8C Pass Pass\nPass\n', AUSTRALIAN) == []
    found = faults('[Auction "E"]\n7S 7C Pass Pass\n8S 8C 9S\n', AUSTRALIAN)
    assert found == []


def test_ace_no_face_needs_such_cards():
    """T10: at Midway with exactly one ace and no face card or joker."""
    anf = with_changes("8C Pass 8H Pass", "ANF Refuse 8C Pass 8H Pass")

    fault = the_fault(anf)
    assert (fault.place, fault.rule) == ("call 1", "T10")
    assert "ANF" not in fault.legal


def test_ace_no_face_with_such_cards_is_legal():
    text = '[Deal "E:.654.A765.T98 - - -"]\n[Auction "E"]\nANF Refuse 7S Pass Pass Pass\n'

    assert faults(text) == []


def test_whoever_is_asked_must_answer():
    found = faults('[Auction "E"]\nANF 7S Pass Pass Pass Pass\n')

    assert found[0].place == "call 2"
    assert found[0].legal == ("AGREE", "REFUSE")


def test_a_dealer_who_must_bid_may_not_pass():
    fault = the_fault('[Auction "E"]\nPass Pass Pass Pass\n', PRESETS["iowa"])

    assert (fault.place, fault.rule) == ("call 4", "T20")


def test_an_answer_nobody_asked_for_counts_as_a_pass():
    found = faults('[Auction "E"]\nAgree 7S Pass Pass\n')

    assert [each.place for each in found] == ["call 1"]


# Kitty and discard


def test_other_cards_than_the_kitty_are_told():
    found = faults(with_changes('[CardsAdded "W:C7D5S4SAS7"]', '[CardsAdded "W:C7D5S4SAS8"]'))

    assert ("kitty", ("7C", "5D", "4S", "AS", "7S")) in {(f.place, f.legal) for f in found}


def test_a_seat_that_takes_up_nothing_is_told():
    found = faults(with_changes('[CardsAdded "W:', '[CardsAdded "N:'))

    assert ("kitty", "North takes up no cards here.") in {(f.place, f.text) for f in found}


def test_too_few_buried_are_told():
    found = faults(with_changes("W:C9CKC7D5S4", "W:C9CKC7D5"))

    fault = found[0]
    assert fault.place == "discard"
    assert fault.text == "West buries 4 cards; it must be 5."
    assert len(fault.legal) == 15


def test_a_buried_card_that_was_not_held_is_told():
    found = faults(with_changes("W:C9CKC7D5S4", "W:C9CKC7D5CQ"))

    assert found[0].text == "West buries the Queen of Clubs and does not hold it."
    assert found[0].place == "discard"


def test_a_buried_card_that_is_played_is_told():
    fault = the_fault(with_changes("W:C9CKC7D5S4", "W:C9CKC7D5H4"))

    assert (fault.place, fault.code) == ("trick 7 W", "record-not-held")


def test_a_seat_that_buries_nothing_is_told():
    found = faults(with_changes('[CardsRemoved "W:', '[CardsRemoved "N:'))

    assert ("discard", "North buries no cards here.") in {(f.place, f.text) for f in found}


def test_a_kitty_that_stays_where_it_is_is_told():
    """T39: without pick-up nobody looks at the kitty."""
    rules = AUSTRALIAN.replace(misere_without_pickup=350)
    text = '[Declarer "W"]\n[Contract "NOPICK"]\n[CardsAdded "W:C7D5S4"]\n'

    assert the_fault(text, rules).rule == "T39"
    assert faults('[Declarer "W"]\n[Contract "NOPICK"]\n', rules) == []


# What the declarer says


def test_a_slam_where_nobody_plays_it_is_told():
    """T54."""
    text = '[Contract "8H"]\n[Declarer "N"]\n[Announced "slam"]\n'

    assert faults(text, PRESETS["grand-slam"]) == []
    assert the_fault(text).rule == "T54"


def test_one_card_is_handed_over():
    """T54."""
    head = '[Contract "8H"]\n[Declarer "N"]\n{}[CardGiven "{}"]\n'
    slam = '[Announced "slam"]\n'

    assert faults(head.format(slam, "HA"), PRESETS["grand-slam"]) == []
    assert the_fault(head.format(slam, "HAHK"), PRESETS["grand-slam"]).place == "given"
    assert the_fault(head.format("", "HA"), PRESETS["grand-slam"]).place == "given"


def test_a_card_that_partner_does_not_hold_cannot_be_handed_over():
    text = '[Deal "S:AKQJT.AKQJT.. - - -"]\n[Contract "8H"]\n[Declarer "N"]\n[Announced "slam"]\n'

    assert faults(text + '[CardGiven "HA"]\n', PRESETS["grand-slam"]) == []
    fault = the_fault(text + '[CardGiven "DA"]\n', PRESETS["grand-slam"])
    assert (fault.place, len(fault.legal)) == ("given", 10)


# Scores


def test_the_scores_of_the_hand_must_be_right():
    right = GOOD.replace("[Play", '[HandScores "N:20 240 20 240"]\n[Play')
    result = result_of(only(GOOD), MIDWAY)

    assert (result.bid, result.declarer, result.tricks) == (Bid(8, "H"), "W", 8)
    wrong = right.replace("20 240 20 240", "20 200 20 240")
    found = faults(wrong)
    assert [each.place for each in found if each.code == "record-score"]


def test_scores_are_not_checked_where_they_depend_on_the_totals():
    """T65."""
    text = GOOD.replace("[Play", '[HandScores "N:1 1 1 1"]\n[Play')

    assert faults(text, MIDWAY.replace(defenders_cap="capped_at_490")) == []


def test_a_record_made_by_hand_is_verified_too():
    assert verify(Record(), MIDWAY) == []
    assert result_of(Record(), MIDWAY) is None
