"""The number of possible auctions, counted with the engine and compared with the known number.

Misère and its family are not played, so there are 25 bids. If each player calls once, an auction
is a choice of bidders and of as many bids, in rising order: C(29, 4) = 23,751 for four players.
"""

from math import comb

import pytest

from party.engine import Auction
from tests.engine.auction.auctions import AUSTRALIAN

# These tests take millions of equal steps; coverage would slow every step.
pytestmark = pytest.mark.no_cover

PACKS = {3: 33, 4: 43, 5: 53}


def complete_auctions(auction, counts):
    """Return the number of ways to finish an auction; `counts` stores the number by position."""
    if auction.over:
        return 1
    key = (auction.turn, auction.contract, auction.declarer, auction.position.seats_out)
    if key not in counts:
        counts[key] = sum(
            complete_auctions(auction.call(call), counts) for call in auction.legal_calls()
        )
    return counts[key]


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
def test_t13_t14_the_number_of_possible_auctions_is_right(players, rounds, auctions):
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
