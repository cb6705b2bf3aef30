import pytest
from hypothesis import given
from hypothesis import strategies as st

from party.engine import PRESETS, HandEntry, announcements_of, bid_name, write_entry
from party.slip_reader.layout import Question
from party.slip_reader.results import GroupReading, ReadingState
from party.values.scores.slip_proposals import slip_proposals
from tests.engine.strategies import four_handed, results_of

MIDWAY, AMERICAN = PRESETS["midway"], PRESETS["american"]
QUESTIONS = tuple(Question)
EMPTY, CHOSEN, CROSSED_OUT, DOUBLED, UNSURE = (
    ReadingState.EMPTY,
    ReadingState.CHOSEN,
    ReadingState.CROSSED_OUT,
    ReadingState.DOUBLED,
    ReadingState.UNSURE,
)
NINE_HEARTS = {"bidder": "N", "level": "9", "suit": "H", "tricks": "9"}


def line(hand, *doubts, **circled):
    """Yield the readings of a line; each of `doubts` is a question, its state, and words."""
    readings = {question: (state, words) for question, state, *words in doubts}
    for question, word in circled.items():
        readings.setdefault(Question(question), (CHOSEN, [word]))
    for place, question in enumerate(QUESTIONS):
        state, words = readings.get(question, (EMPTY, []))
        area = (10, 100 * hand + 20 * place, 200, 100 * hand + 20 * place + 20)
        yield GroupReading(hand, question, state, tuple(words), area)


def proposed(*lines, rules=MIDWAY, limit=4):
    return slip_proposals(rules, [group for each in lines for group in each], limit=limit)


def typed(proposal):
    return [write_entry(entry) for entry in proposal.entries]


@given(st.data())
def test_a_circled_hand_that_the_rules_allow_is_proposed_unchanged(data):
    rules = data.draw(four_handed)
    result = data.draw(results_of(rules))
    bid = result.bid
    circled = {"bidder": result.declarer, "tricks": str(result.tricks)}
    if bid.is_special:
        circled["suit"] = bid_name(rules, bid)
    else:
        circled |= {"level": str(bid.level), "suit": bid.strain}
    [proposal] = proposed(line(1, **circled), rules=rules)
    assert proposal.entry == HandEntry(result)
    assert not proposal.question


def test_hands_of_a_slip_are_proposed_with_their_places_in_the_picture():
    first, second, third = proposed(
        line(1, **NINE_HEARTS),
        line(2, bidder="W", suit="Nullo", tricks="0"),
        line(3),
        rules=AMERICAN,
    )
    assert [typed(each) for each in (first, second)] == [["9hn9"], ["mw0"]]
    assert first.area == (10, 100, 200, 200)
    assert third.is_empty
    assert third.entry is None


def test_a_circled_announcement_is_a_part_of_the_proposed_hand():
    rules = PRESETS["grand-slam"]
    words = announcements_of(rules)["slam"]
    circled = NINE_HEARTS | {"tricks": "10", "announced": words}
    [proposal] = proposed(line(1, **circled), rules=rules)
    assert typed(proposal) == ["9hn10!"]


@pytest.mark.parametrize(
    ("doubt", "words", "hands"),
    [
        ((Question.LEVEL, DOUBLED, "8", "9"), "Two numbers are", ["8hn9", "9hn9"]),
        ((Question.LEVEL, CROSSED_OUT, "9"), "The number of a bid is crossed out.", ["9hn9"]),
        ((Question.SUIT, UNSURE), "The suit is hard to read.", []),
        ((Question.TRICKS, UNSURE, "9"), "The number of tricks is hard", ["9hn9"]),
        ((Question.BIDDER, CROSSED_OUT), "A bidder is crossed out.", []),
    ],
)
def test_a_doubtful_mark_is_asked_about(doubt, words, hands):
    circled = {name: word for name, word in NINE_HEARTS.items() if name != doubt[0]}
    [proposal] = proposed(line(1, doubt, **circled))
    assert proposal.entry is None
    assert proposal.question.startswith(words)
    assert typed(proposal) == hands


def test_a_special_bid_remains_possible_with_a_speck_in_another_circle():
    speck = (Question.LEVEL, UNSURE, "7")
    [proposal] = proposed(line(1, speck, bidder="W", suit="Nullo", tricks="0"), rules=AMERICAN)
    assert proposal.entry is None
    assert typed(proposal) == ["mw0"]


def test_missing_circles_and_a_second_circled_bid_are_asked_about():
    missing, double = proposed(
        line(1, level="8", suit="H"),
        line(2, **NINE_HEARTS | {"suit": "Nullo"}),
        rules=AMERICAN,
    )
    assert missing.question == "No bidder is circled. No number of tricks is circled."
    assert double.question == "A number is circled beside a special bid."
    assert not missing.is_empty
    assert missing.entry is double.entry is None


def test_a_hand_that_the_rules_refuse_is_never_taken_as_sure():
    [proposal] = proposed(line(1, **NINE_HEARTS | {"level": "6"}))
    assert proposal.entry is None
    assert "lowest bid is 7" in proposal.question


def test_a_hand_after_an_empty_line_or_after_the_last_hand_is_asked_about():
    lines = [line(hand, **NINE_HEARTS) if hand != 2 else line(2) for hand in range(1, 6)]
    first, empty, third, _, fifth = proposed(*lines)
    assert first.entry
    assert empty.is_empty
    assert third.question == "A line before it is empty."
    assert fifth.question == "This table plays only 4 hands in this round."
    assert typed(third) == ["9hn9"]
    assert not proposed(line(5, **NINE_HEARTS), limit=None)[0].question


def test_a_question_offers_no_hands_if_too_many_hands_are_possible():
    doubts = [
        (Question.LEVEL, DOUBLED, "7", "8", "9"),
        (Question.TRICKS, DOUBLED, "7", "8"),
    ]
    [proposal] = proposed(line(1, *doubts, bidder="N", suit="H"))
    assert proposal.entries == ()
    assert proposal.question.count("circled") == 2


def test_a_hand_without_a_bid_is_offered_if_the_rules_have_such_hands():
    rules = MIDWAY.replace(all_pass="play_nt_10_per_trick")
    [proposal] = proposed(line(1, (Question.TRICKS, UNSURE, "6")), rules=rules)
    assert typed(proposal) == ["p6"]
    assert proposal.entry is None
    [refused] = proposed(line(1, (Question.TRICKS, UNSURE, "6")))
    assert refused.entries == ()
