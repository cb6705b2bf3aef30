import pytest

from party.engine import Bid, Call, RuleError, bid_message, call_name, calls_of
from party.engine.auction.calls import CALLS, is_ace_no_face
from party.engine.cards.cards import Card
from tests.engine.auction.auctions import AUSTRALIAN, LODIGE, MIDWAY, WEST_SEVENTH, YOUNGSTOWN


def cards(text):
    return [Card(each) for each in text.split()]


@pytest.mark.parametrize("call", CALLS.values(), ids=str)
def test_every_call_is_the_same_after_writing_and_reading(call):
    assert Call.parse(str(call)) is call
    assert Call.parse(f" {call} ".lower()) is call
    assert Call(str(call)) == call
    assert eval(repr(call)) == call


def test_a_call_that_is_a_bid_has_the_bid_as_an_attribute():
    assert Call("8H").bid == Bid(8, "H")
    assert Call("P").bid is None


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("pass", "P"),
        (" Passes ", "P"),
        ("Ace, no  face", "ANF"),
        ("ace no face", "ANF"),
        ("agreed", "AGREE"),
        ("refused", "REFUSE"),
        ("8♥", "8H"),
        ("10n", "10NT"),
        ("7no", "7NO"),
        ("mis", "MIS"),
    ],
)
def test_calls_are_read_in_many_spellings(text, call):
    assert Call.parse(text) == call


@pytest.mark.parametrize("text", ["", "H8", "5H", "NO", "P P", "8 hearts of course", "p!"])
def test_other_texts_are_refused_with_an_example(text):
    for read in (Call, Call.parse):
        with pytest.raises(RuleError, match=r"Calls look like P \(pass\), 8H") as refused:
            read(text)
        assert refused.value.code == "call-unknown"


def test_the_calls_of_a_preset_are_listed_from_the_lowest_to_the_highest():
    assert " ".join(calls_of(YOUNGSTOWN)) == (
        "P 6S 6C 6D 6H 6NO 6NT 7S 7C 7D 7H 7NO 7NT 8S 8C 8D 8H 8NT 9S 9C 9D 9H 9NT "
        "10S 10C 10D 10H 10NT"
    )
    assert " ".join(calls_of(MIDWAY)).startswith("P 6S 6C 6D 6H 6NO 6NT 7S 7C 7D 7H 7NO 7NT 8S")
    assert calls_of(MIDWAY)[-3:] == ("ANF", "AGREE", "REFUSE")


@pytest.mark.parametrize(
    ("rules", "call", "name"),
    [
        (WEST_SEVENTH, "P", "Pass"),
        (WEST_SEVENTH, "GRAND", "Grand Nullo"),
        (WEST_SEVENTH, "ANF", "Ace, no face"),
        (AUSTRALIAN, "OPEN", "Open Misère"),
        (LODIGE, "7J5", "7 J5"),
    ],
)
def test_call_names_use_the_words_of_the_rules(rules, call, name):
    assert call_name(rules, Call(call)) == name


ONE_ACE = "AS 10S 9S 8S 7S 10H 9H 8H 7H 6H"


@pytest.mark.parametrize(
    ("hand", "one", "none"),
    [
        (ONE_ACE, True, False),
        (ONE_ACE.replace("AS", "6S"), False, True),
        (ONE_ACE.replace("10H", "AH"), False, False),
        (ONE_ACE.replace("10H", "KH"), False, False),
        (ONE_ACE.replace("10H", "QH"), False, False),
        (ONE_ACE.replace("10H", "JH"), False, False),
        (ONE_ACE.replace("10H", "Jo"), False, False),
        (ONE_ACE.replace("10H", "13H"), True, False),
    ],
)
def test_t10_ace_no_face_needs_a_hand_without_faces(hand, one, none):
    public = MIDWAY.replace(ace_no_face="no_ace_no_face")

    assert is_ace_no_face(MIDWAY, cards(hand)) is one
    assert is_ace_no_face(public, cards(hand)) is none
    assert not is_ace_no_face(YOUNGSTOWN, cards(hand))


@pytest.mark.parametrize(
    ("rules", "bid", "message"),
    [
        (YOUNGSTOWN, "6NT", "the joker"),
        (YOUNGSTOWN, "6NO", "two aces"),
        (YOUNGSTOWN, "7NO", "better than two aces, but no wish to play it"),
        (YOUNGSTOWN, "7NT", "a wish to play at no trump"),
        (YOUNGSTOWN, "8NT", ""),
        (MIDWAY, "6NO", "the joker, or one jack of each colour"),
        (MIDWAY, "8NO", "the joker, or one jack of each colour"),
        (MIDWAY, "6H", "some strength in Hearts, but not enough for seven"),
        (MIDWAY, "6NT", "some strength in No Trump, but not enough for seven"),
        (MIDWAY, "7NT", ""),
        (AUSTRALIAN, "6H", ""),
    ],
)
def test_t22_t26_each_signal_has_its_message_to_partner(rules, bid, message):
    assert bid_message(rules, Bid.parse(bid)) == message


def test_t27_a_six_in_a_suit_shows_a_bower_at_youngstown():
    any_bower = YOUNGSTOWN.replace(youngstown_six_suit_meaning="any_bower")

    assert bid_message(YOUNGSTOWN, Bid(6, "H")) == "the right bower of Hearts"
    assert bid_message(any_bower, Bid(6, "H")) == "a bower of Hearts"
