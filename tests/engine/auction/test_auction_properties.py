"""Facts that hold in every auction, for all rules and calls."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from party.engine import (
    ALL_PASS,
    CONTRACT,
    PLAYED_WITHOUT_BID,
    PRESETS,
    SIXES,
    TOGGLES,
    Auction,
    RuleError,
    Rules,
    calls_of,
    outranks,
)
from party.engine.auction.calls import CALLS
from party.engine.auction.legal_calls import ACE_NO_FACE
from party.engine.seats import seats_of
from tests.engine.auction.auctions import refusal
from tests.engine.sampling import examples

# Found by chance, a branch is not covered for good: coverage is asked of the other tests.
pytestmark = pytest.mark.no_cover

FIELDS = [
    name
    for name, toggle in TOGGLES.items()
    if toggle.section in {"Auction", "Misère and its family", "Other special bids"}
] + ["ace_no_face", "refused_ace_no_face_bars_nullo", "misere_5p", "two_hand_misere", "six_teams"]


@st.composite
def rules_of_some_kind(draw):
    """Draw a preset with some fields of the auction changed, as far as they go together."""
    rules = PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    for name in draw(st.lists(st.sampled_from(FIELDS), max_size=6, unique=True)):
        value = draw(st.sampled_from(TOGGLES[name].values))
        try:
            rules = rules.replace(**{name: value})
        except RuleError:
            continue
    return rules


@st.composite
def auctions(draw):
    """Draw every moment of an auction, the first to the last; passes come up more often."""
    rules = draw(rules_of_some_kind())
    seats = seats_of(rules)
    barred = draw(st.lists(st.sampled_from(seats), max_size=1))
    moments = [Auction(rules, draw(st.sampled_from(seats)), barred)]
    while not moments[-1].over:
        legal = moments[-1].legal_calls()
        call = draw(st.sampled_from([*legal, *legal[:1] * 4]))
        moments.append(moments[-1].call(call))
    return moments


@settings(max_examples=examples(60), deadline=None)
@given(auctions())
def test_legal_calls_are_exactly_those_that_are_accepted(moments):
    for auction in moments:
        legal = auction.legal_calls()
        assert bool(legal) is not auction.over
        assert len(set(legal)) == len(legal)
        for call in CALLS.values():
            if call in legal:
                assert auction.call(call).calls == (*auction.calls, (auction.turn, call))
            else:
                assert_refused_in_words(auction, call)


def assert_refused_in_words(auction, call):
    faults = refusal(auction, call).faults
    assert all(each.text and each.rule for each in faults)
    assert {each.legal for each in faults} == {auction.legal_calls()}


@settings(max_examples=examples(200), deadline=None)
@given(auctions())
def test_every_bid_outbids_the_one_before_and_the_last_is_the_contract(moments):
    last = moments[-1]
    bids = [(seat, call.bid) for seat, call in last.calls if call.bid is not None]

    for (_, lower), (_, higher) in pairwise(bids):
        assert outranks(last.rules, higher, lower)
    assert last.outcome in {CONTRACT, ALL_PASS, SIXES, ACE_NO_FACE, PLAYED_WITHOUT_BID}
    if last.outcome == CONTRACT:
        assert (last.declarer, last.contract) == (bids[-1][0], bids[-1][1].contract)
    else:
        assert (last.declarer, last.contract) == (None, None)


@settings(max_examples=examples(200), deadline=None)
@given(auctions())
def test_the_same_calls_lead_to_the_same_auction(moments):
    last = moments[-1]
    again = Auction(last.rules, last.dealer, last.setting.barred)

    for (_, call), moment in zip(last.calls, moments, strict=False):
        assert again == moment
        assert (again.turn, again.legal_calls()) == (moment.turn, moment.legal_calls())
        again = again.call(str(call))
    assert again == last


@settings(max_examples=examples(200), deadline=None)
@given(rules_of_some_kind())
def test_the_calls_of_any_rules_rise_in_strict_order(rules: Rules):
    bids = [call.bid for call in calls_of(rules) if call.bid is not None]

    for lower, higher in pairwise(bids):
        assert not outranks(rules, lower, higher)
    for lower, higher in zip(bids, bids[3:], strict=False):
        assert outranks(rules, higher, lower)  # at most three share a rung: no, no trump, open
