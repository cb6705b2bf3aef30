"""The words for a typed line, in cases that no test of a page covers."""

from contextlib import suppress

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from party.engine import PRESETS, HandEntry, HandResult, read_entry
from party.forms.scores.entries import MatchingHands, read_line, unfinished_line
from party.forms.scores.entry_echo import echo_of, examples, results_of_each_partner
from party.values.people.person import Person
from party.values.scores.tables import Sheet, TableScore

RULES = PRESETS["australian"].replace(all_pass="play_nt_10_per_trick")
SCORE = TableScore(1, "hands", 4, None, 0, False, 0, 0, "")


def sheet(**seats):
    people = {
        seat: Person(number, number, name) for number, (seat, name) in enumerate(seats.items())
    }
    return Sheet(round=1, is_open=True, score=SCORE, seats=people, lines=())


def test_a_hand_without_a_bid_names_no_bidder():
    echo = echo_of(RULES, sheet(N="Alma", S="Bert"), read_entry(RULES, "p6"))
    assert (echo.sentence, echo.ns, echo.ew) == ("", 60, 40)
    assert echo.words == "nobody bid, 6 tricks for North-South"


def test_the_answer_to_a_typed_line_says_that_the_hand_is_the_last():
    echo = echo_of(RULES, sheet(N="Alma", S="Bert"), read_entry(RULES, "8hn9."))
    assert echo.words.endswith("made. That was the last hand")
    assert echo.sentence == "Alma bid 8 Hearts, took 9. That was the last hand"
    assert echo.outcome == "made"


def test_partners_are_named_by_first_names_if_their_first_names_differ():
    echo = echo_of(RULES, sheet(N="Alma Ruiz", S="Bert Ash"), read_entry(RULES, "8hn9"))
    assert (echo.sentence, echo.outcome) == ("Alma bid 8 Hearts, took 9", "made")
    assert echo.pairs == (("Alma & Bert", 300), ("East-West", 10))
    echo = echo_of(RULES, sheet(N="Alma Ruiz", S="Alma Ash"), read_entry(RULES, "mn0"))
    assert echo.sentence == "Alma Ruiz bid Misère, took none"
    echo = echo_of(RULES, sheet(E="Mrs. Ash", W="Guest 9"), read_entry(RULES, "8hw7"))
    assert echo.sentence == "Guest 9 bid 8 Hearts, took 7"
    assert echo.pairs[1][0] == "Mrs. Ash & Guest 9"
    echo = echo_of(RULES, sheet(), read_entry(RULES, "8he7"))
    assert (echo.sentence, echo.outcome) == ("East bid 8 Hearts, took 7", "set")


def test_the_answer_to_a_typed_line_names_an_announced_slam():
    rules = PRESETS["grand-slam"]
    echo = echo_of(rules, sheet(N="Alma"), read_entry(rules, "8hn10!"))
    assert echo.sentence == "Alma bid 8 Hearts, slam announced, took 10"


def test_examples_are_legal_under_the_rules():
    midway = dict(examples(PRESETS["midway"], limit=4))
    assert midway == {
        "8hn9": "8 Hearts by North, 9 tricks",
        "p": "nobody bid",
        "300 10": "the points of one hand",
    }
    assert "p" not in dict(examples(PRESETS["iowa"], limit=None))
    assert "." in dict(examples(PRESETS["iowa"], limit=None))
    assert dict(examples(RULES, limit=4))["mn0"] == "Misère by North, no tricks"
    assert "p6" in dict(examples(RULES, limit=4))
    lodige = dict(examples(PRESETS["lodige"], limit=4))
    assert lodige["7jn8"] == "7 J5 by North, 8 tricks"
    assert "8hn10!" in dict(examples(PRESETS["grand-slam"], limit=4))


@pytest.mark.parametrize("rules", [each for each in PRESETS.values() if each.players == 4])
def test_every_example_can_be_typed(rules):
    for typed, _ in examples(rules, limit=None):
        assert isinstance(read_line(rules, typed), HandEntry | MatchingHands)


def test_a_result_found_from_points_may_have_either_partner_as_bidder():
    (north, south) = results_of_each_partner(read_entry(RULES, "8hs9").result)
    assert (north.declarer, south.declarer) == ("N", "S")
    without_bid = HandResult(bid=None, tricks=6)
    assert results_of_each_partner(without_bid) == [without_bid]
    assert results_of_each_partner(HandEntry(None).result) == []


@pytest.mark.parametrize(
    ("typed", "question"),
    [
        ("8h", "8 Hearts …: who bid? n, e, s or w"),
        ("t", "Go to which table?"),
        ("−", "Points of North-South?"),
        ("−300", "North-South −300 …: and East-West?"),
        ("160 3", "North-South 160 …: and East-West?"),
        ("8hn9", ""),
    ],
)
def test_an_unfinished_line_is_asked_for_its_next_part(typed, question):
    assert unfinished_line(RULES, typed) == question


@given(text=st.text(max_size=12) | st.text("t:+-−68hn10 ,./\u200b３", max_size=8))
def test_any_typed_line_is_read_or_refused_without_another_error(text):
    assert isinstance(unfinished_line(RULES, text), str)
    with suppress(ValidationError):
        assert read_line(RULES, text) is not None
