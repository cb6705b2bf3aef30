"""Hands of a disturbed evening, as the desk types them."""

import re
from functools import lru_cache
from random import Random

from party.engine import RuleError, Rules, pair_points, read_entry

OTHER_SIDE = str.maketrans("nesw", "eswn")
BIDDERS, SUITS = "nesw", "scdhn"
SPECIALS = ("m", "om", "bm", "np", "sm", "gm", "pat", "hl", "7j", "8j")
TYPED = re.compile(r"(?P<bid>.+)(?P<bidder>[nesw])(?P<rest>\d+[!+]?)")
NOBODY_BID = re.compile(r"p(?P<tricks>\d+)")


def any_hand(rules: Rules, dice: Random) -> str:
    """Return a hand like "8hn9"; sometimes with a rare bid."""
    while True:
        roll = dice.random()
        if roll < 0.08:
            line = f"{dice.choice(SPECIALS)}{dice.choice(BIDDERS)}{dice.choice((0, 0, 1, 7, 10))}"
        elif roll < 0.1:
            line = f"p{dice.randint(0, 10)}"
        else:
            line = _plain_hand(dice)
        if is_a_hand(rules, line):
            return line


def _plain_hand(dice: Random) -> str:
    level = dice.randint(6, 10)
    tricks = min(10, max(0, level + dice.choice((-4, -2, -1, 0, 0, 1, 2))))
    return f"{level}{dice.choice(SUITS)}{dice.choice(BIDDERS)}{tricks}"


@lru_cache(maxsize=4096)
def is_a_hand(rules: Rules, line: str) -> bool:
    try:
        read_entry(rules, line)
    except RuleError:
        return False
    return True


def some_hands(rules: Rules, count: int, dice: Random) -> list[str]:
    return [any_hand(rules, dice) for _ in range(count)]


def tied_hands(rules: Rules, count: int, dice: Random) -> list[str]:
    """Return hands that end in a tie: each hand once with either pair as bidder."""
    hands = [any_hand(rules, dice) for _ in range(count // 2)]
    return [line for hand in hands for line in (hand, typed_wrong(hand))]


def typed_wrong(line: str) -> str:
    """Return the hand with a bidder of the other pair."""
    if nobody_bid := NOBODY_BID.fullmatch(line):
        return f"p{10 - int(nobody_bid['tricks'])}"
    typed = TYPED.fullmatch(line)
    if typed is None:
        raise ValueError(line)
    return f"{typed['bid']}{typed['bidder'].translate(OTHER_SIDE)}{typed['rest']}"


def points_of(rules: Rules, lines: list[str]) -> tuple[int, int]:
    """Return the sums of North-South and East-West."""
    ns = ew = 0
    for line in lines:
        result = read_entry(rules, line).result
        if result is not None:
            points = pair_points(rules, result)
            ns, ew = ns + points[0], ew + points[1]
    return ns, ew
