"""How many auctions there are, counted over the real ones; the numbers are known exactly.

Twenty-five bids: misère and its family are not played. With n players and one call each an
auction is a choice of bidders and of as many rising bids: 23,751 = C(29, 4) for four.
"""

from math import comb

import pytest

from party.engine import Auction
from tests.engine.auction.auctions import AUSTRALIAN

# Counted, not covered: millions of the same few steps.
pytestmark = pytest.mark.no_cover

PACKS = {3: 33, 4: 43, 5: 53}


def complete_auctions(auction, known):
    """Return in how many ways an auction can be finished: the same from equal positions."""
    if auction.over:
        return 1
    key = (auction.turn, auction.contract, auction.declarer, auction.passed)
    if key not in known:
        known[key] = sum(
            complete_auctions(auction.call(call), known) for call in auction.legal_calls()
        )
    return known[key]


@pytest.mark.parametrize(
    ("players", "rounds", "auctions"),
    [
        (3, "until_3_pass", 452_984_857),
        (4, "until_3_pass", 3_388_997_657),
        pytest.param(5, "until_3_pass", 18_488_492_057, marks=pytest.mark.slow),
        (3, "one_turn_each", 3_276),
        (4, "one_turn_each", 23_751),
        pytest.param(5, "one_turn_each", 142_506, marks=pytest.mark.slow),
    ],
)
def test_t13_t14_how_many_auctions_there_are(players, rounds, auctions):
    rules = AUSTRALIAN.replace(
        players=players,
        pack=PACKS[players],
        rounds_of_bidding=rounds,
        misere_allowed="no",
        open_misere_allowed="no",
    )

    assert complete_auctions(Auction(rules), {}) == auctions
    if rounds == "one_turn_each":
        assert auctions == comb(25 + players, players)
