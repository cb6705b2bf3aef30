"""What is said back of a line, where no page shows it."""

from contextlib import suppress

from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from party.engine import PRESETS, HandEntry, HandResult, read_entry
from party.forms.scores.entries import read_line, unfinished_line
from party.forms.scores.entry_echo import by_each_partner, echo_of
from party.values.people.person import Person
from party.values.scores.tables import Sheet, TableScore

RULES = PRESETS["australian"].replace(all_pass="play_nt_10_per_trick")
SCORE = TableScore(1, "hands", 4, None, 0, False, 0, 0, "")


def sheet(**seats):
    people = {
        seat: Person(number, number, name) for number, (seat, name) in enumerate(seats.items())
    }
    return Sheet(round=1, is_open=True, score=SCORE, seats=people, lines=())


def test_hand_nobody_bid_has_no_bidder():
    said = echo_of(RULES, sheet(N="Alma", S="Bert"), read_entry(RULES, "p6"))
    assert (said.who, said.ns, said.ew) == ("", 60, 40)
    assert said.words == "nobody bid, 6 tricks for North-South"


def test_last_hand_is_said():
    said = echo_of(RULES, sheet(N="Alma", S="Bert"), read_entry(RULES, "8hn9."))
    assert said.words.endswith("made. That was the last hand")
    assert said.who == "Alma & Bert"


def test_bidder_alone_is_named_alone():
    assert echo_of(RULES, sheet(N="Alma"), read_entry(RULES, "8hn9")).who == "Alma"


def test_each_partner_may_have_bid():
    (north, south) = by_each_partner(read_entry(RULES, "8hs9").result)
    assert (north.declarer, south.declarer) == ("N", "S")
    nobody = HandResult(bid=None, tricks=6)
    assert by_each_partner(nobody) == [nobody]
    assert by_each_partner(HandEntry(None).result) == []


@given(text=st.text(max_size=12) | st.text("t:+-−68hn10 ,./\u200b３", max_size=8))
def test_any_line_is_read_refused_or_asked_for_more(text):
    assert isinstance(unfinished_line(RULES, text), str)
    with suppress(ValidationError):
        assert read_line(RULES, text) is not None
