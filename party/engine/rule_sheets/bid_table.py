"""The table of bids as data: nothing about a bid is written twice."""

from dataclasses import dataclass

from party.engine.auction.bids import MISERES, Bid, bid_name, biddable, rank, value
from party.engine.rules.rules import Rules


@dataclass(frozen=True)
class BidLine:
    """A bid, its name in the party's words, and what it is worth."""

    bid: Bid
    name: str
    value: int


def bid_table(rules: Rules) -> tuple[BidLine, ...]:
    """Return every bid that can be played, from the lowest to the highest."""
    return tuple(BidLine(bid, bid_name(rules, bid), value(rules, bid)) for bid in biddable(rules))


def misere_names(rules: Rules) -> list[str]:
    """Return the names of the bids to take no trick, from the lowest; empty where none is."""
    return [bid_name(rules, bid) for bid in biddable(rules) if bid.strain in MISERES]


def rank_text(rules: Rules, bid: Bid) -> str:
    """Return where a special bid stands among the ordinary ones (C1).

    "above 7 No Trump, below 8 Spades", "level with 10 Hearts: ..."; of two in the same place
    the higher names the other.
    """
    place = rank(rules, bid)
    ordinary = [each for each in biddable(rules) if not each.special]
    level = [each for each in ordinary if rank(rules, each) == place]
    if level:
        return f"level with {bid_name(rules, level[0])}: whichever is bid first bars the other"
    beneath = [each for each in ordinary if rank(rules, each) < place]
    over = [each for each in ordinary if rank(rules, each) > place]
    parts = [f"above {bid_name(rules, beneath[-1])}"] if beneath else []
    parts += [f"below {bid_name(rules, over[0])}"] if over else []
    return ", ".join([*parts, *neighbour(rules, bid, beneath)])


def neighbour(rules: Rules, bid: Bid, beneath: list[Bid]) -> list[str]:
    """Return the special bid just beneath this one, if it stands above the same ordinary bid."""
    ladder = biddable(rules)
    under = ladder[ladder.index(bid) - 1]
    return [f"just above {bid_name(rules, under)}"] if under.special and beneath else []
