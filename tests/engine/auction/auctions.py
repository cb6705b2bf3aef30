import pytest

from party.engine import PRESETS, Auction, RuleError

AUSTRALIAN = PRESETS["australian"]
AMERICAN = PRESETS["american"]
WEST_SEVENTH = PRESETS["west-seventh"]
MIDWAY = PRESETS["midway"]
YOUNGSTOWN = PRESETS["youngstown"]
IOWA = PRESETS["iowa"]
LODIGE = PRESETS["lodige"]


def auction_after(rules, calls="", dealer=None, barred=()):
    """Return the auction after these calls, such as "7S P P"."""
    auction = Auction(rules, dealer, barred)
    for call in calls.split():
        auction = auction.call(call)
    return auction


def allows(auction, *calls):
    return set(calls) <= set(auction.legal_calls())


def refusal(auction, call):
    """Return the error that refuses the call."""
    assert call not in auction.legal_calls()
    with pytest.raises(RuleError) as refused:
        auction.call(call)
    return refused.value


def rules_against(auction, call):
    """Return the numbers of the rules that forbid the call."""
    return [each.rule for each in refusal(auction, call).faults]
