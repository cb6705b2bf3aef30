from party.engine.auction.bids import MISERES, Bid, bid_name, biddable, rank
from party.engine.rules.rules import Rules


def misere_names(rules: Rules) -> list[str]:
    return [bid_name(rules, bid) for bid in biddable(rules) if bid.strain in MISERES]


def rank_text(rules: Rules, bid: Bid) -> str:
    """Return "above 7 No Trump, below 8 Spades" for a special bid.

    If another special bid is just below, the text names that bid as well.
    """
    bid_rank = rank(rules, bid)
    ordinary = [other_bid for other_bid in biddable(rules) if not other_bid.is_special]
    equal = [other_bid for other_bid in ordinary if rank(rules, other_bid) == bid_rank]
    if equal:
        return f"equal to {bid_name(rules, equal[0])}: the first one bid bars the other"
    lower = [other_bid for other_bid in ordinary if rank(rules, other_bid) < bid_rank]
    higher = [other_bid for other_bid in ordinary if rank(rules, other_bid) > bid_rank]
    parts = [f"above {bid_name(rules, lower[-1])}"] if lower else []
    parts += [f"below {bid_name(rules, higher[0])}"] if higher else []
    return ", ".join([*parts, *lower_neighbour(rules, bid, lower)])


def lower_neighbour(rules: Rules, bid: Bid, lower: list[Bid]) -> list[str]:
    """Return the text that names the special bid just below, if there is one."""
    ladder = biddable(rules)
    next_lower = ladder[ladder.index(bid) - 1]
    return [f"just above {bid_name(rules, next_lower)}"] if next_lower.is_special and lower else []
