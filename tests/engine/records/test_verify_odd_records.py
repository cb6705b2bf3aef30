"""Records with very many faults, or with unusual parts."""

from time import process_time

import pytest

from party.engine import PRESETS, Card, Record, read_ptn, verify
from tests.engine.records.samples import AUSTRALIAN, GOOD, MIDWAY, faults, only_record

ORDINARY = {"contract": "7H", "declarer": "N", "column": "N"}


def test_at_most_a_hundred_illegal_bids_are_reported():
    began = process_time()
    found = faults('[Dealer "W"]\n[Auction "N"]\n' + "7S " * 10_000, AUSTRALIAN)

    assert process_time() - began < 5  # a slow algorithm took eight seconds
    assert len(found) == 101
    assert found[-1].text == "And 9899 more calls, which were not looked at."
    assert found[-1].place == "call 102"


def test_each_of_exactly_a_hundred_illegal_bids_is_reported():
    found = faults('[Dealer "W"]\n[Auction "N"]\n' + "7S " * 101, AUSTRALIAN)

    assert len(found) == 100
    assert "record-more" not in {each.code for each in found}


@pytest.mark.no_cover
@pytest.mark.parametrize("call", ["9X", "Agree"])
def test_a_megabyte_of_calls_is_checked_fast(call):
    text = '[Dealer "W"]\n[Auction "N"]\n' + f"{call} " * (1_000_000 // (len(call) + 1))

    began = process_time()
    assert len(faults(text, MIDWAY)) <= 101
    assert process_time() - began < 5


@pytest.mark.parametrize("tag", ["Undealt", "DeadHand", "CardGiven"])
def test_at_most_a_hundred_faults_of_cards_are_reported(tag):
    head = '[Deal "S:AKQJT.AKQJT.. - - -"]\n[Contract "8H"]\n[Declarer "N"]\n[Announced "slam"]\n'
    found = faults(f'{head}[{tag} "{"D9" * 1000}"]\n', PRESETS["grand-slam"])

    (more,) = (each for each in found if each.code == "record-more")
    assert more.text in {"And 899 more of this kind.", "And 900 more of this kind."}
    assert len(found) <= 102


def test_the_text_of_a_fault_stays_short_if_a_tag_is_very_long():
    five = PRESETS["australian-five"]
    text = '[Players "5"]\n[Declarer "1"]\n[Contract "7H"]\n[Called "{}"]\n'

    assert all(len(each.text) < 100 for each in faults(text.format("2 " * 10_000), five))


def test_a_record_made_with_texts_in_place_of_cards_is_checked():
    text = {"kitty": ("5S", "5S"), "removed": {"N": ("4D", "4D", "4H")}, "given": ("AH",)}
    hands = {"E": ("AS",) * 10, "S": ("KS",)}

    found = verify(Record(**ORDINARY, hands=hands, announced="slam", **text), AUSTRALIAN)
    assert "The 5 of Spades is there a second time." in {each.text for each in found}
    assert any(each.place == "given" for each in found)


@pytest.mark.parametrize(("seat", "shown"), [("NE", "NE"), ("Z" * 500, "Z" * 20 + "…")])
def test_an_unknown_seat_with_a_long_name_is_reported_in_a_short_text(seat, shown):
    (fault,) = verify(Record(dealer=seat), AUSTRALIAN)

    assert fault.text == f"There is no seat {shown}: the seats are N, E, S, W."


def test_a_contract_that_the_rules_do_not_have_is_reported_only_once():
    """The checks of tricks and of scores do not report the contract a second time."""
    tricks = GOOD[GOOD.index("[Play") :]
    text = f'[Contract "HILO"]\n[Declarer "W"]\n[HandScores "N:1 1 1 1"]\n{tricks}'
    for where in ("at our club", "at theirs"):
        found = faults(text, MIDWAY.replace(where=where))
        played = [each.text for each in found if each.code == "bid-not-played"]
        assert len(played) == 1
        assert where in played[0]


def test_cards_of_a_record_may_be_given_as_texts():
    hand = tuple(map(str, only_record(GOOD).hands["N"]))
    assert all(type(each) is str for each in hand)
    record = Record(hands={"N": hand}, dealer="W", caller="N", calls=("ANF",))
    assert [each.code for each in verify(record, MIDWAY)][:1] == ["record-ace-no-face"]
    assert isinstance(read_ptn(GOOD)[0].hands["N"][0], Card)
