"""Facts that hold in every auction, for all rules and calls."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from party.engine import (
    ALL_PASS,
    CONTRACT,
    PLAYED_WITHOUT_BID,
    SIXES,
    TOGGLES,
    Auction,
    Rules,
    calls_of,
    outranks,
)
from party.engine.auction.calls import CALLS
from party.engine.auction.legal_calls import ACE_NO_FACE
from party.engine.seats import seats_of
from tests.engine.auction.auctions import refusal
from tests.engine.strategies import changed_rules
from tests.sampling import examples

# Random examples would make the coverage differ from run to run.
pytestmark = pytest.mark.no_cover

FIELDS = [
    name
    for name, toggle in TOGGLES.items()
    if toggle.section in {"Auction", "Misère and its family", "Other special bids"}
] + ["ace_no_face", "refused_ace_no_face_bars_nullo", "misere_5p", "two_hand_misere", "six_teams"]


@st.composite
def auction_steps(draw):
    """Draw the states of one auction, call by call; passes are drawn more often than bids."""
    rules = draw(changed_rules(FIELDS))
    seats = seats_of(rules)
    barred = draw(st.lists(st.sampled_from(seats), max_size=1))
    steps = [Auction(rules, draw(st.sampled_from(seats)), barred)]
    while not steps[-1].over:
        legal = steps[-1].legal_calls()
        call = draw(st.sampled_from([*legal, *legal[:1] * 4]))
        steps.append(steps[-1].call(call))
    return steps


@settings(max_examples=examples(60), deadline=None)
@given(auction_steps())
def test_legal_calls_are_exactly_the_accepted_calls(auctions):
    for auction in auctions:
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
@given(auction_steps())
def test_every_bid_outranks_the_bid_before_and_the_last_bid_is_the_contract(auctions):
    last = auctions[-1]
    bids = [(seat, call.bid) for seat, call in last.calls if call.bid is not None]

    for (_, lower), (_, higher) in pairwise(bids):
        assert outranks(last.rules, higher, lower)
    assert last.outcome in {CONTRACT, ALL_PASS, SIXES, ACE_NO_FACE, PLAYED_WITHOUT_BID}
    if last.outcome == CONTRACT:
        assert (last.declarer, last.contract) == (bids[-1][0], bids[-1][1].contract)
    else:
        assert (last.declarer, last.contract) == (None, None)


@settings(max_examples=examples(200), deadline=None)
@given(changed_rules(FIELDS))
def test_the_bids_of_any_rules_are_in_ascending_order(rules: Rules):
    bids = [call.bid for call in calls_of(rules) if call.bid is not None]

    for lower, higher in pairwise(bids):
        assert not outranks(rules, lower, higher)
    for lower, higher in zip(bids, bids[3:], strict=False):
        assert outranks(rules, higher, lower)  # at most three bids have one rank
