import pytest

from party.engine import Bid, typed_bid
from party.engine.errors import RuleError


@pytest.mark.parametrize("text", ["8H", "8h", "8 hearts", "8 Hearts"])
def test_eight_hearts_may_be_typed_in_several_ways(text):
    assert typed_bid(text) == Bid.parse("8H")


def test_a_special_bid_may_be_typed_as_its_name():
    assert typed_bid("nullo") == Bid.parse("MIS")


@pytest.mark.parametrize("text", ["", "hearts", "eight"])
def test_words_that_are_no_bid_are_refused(text):
    with pytest.raises(RuleError):
        typed_bid(text)
