"""Hands of a disturbed evening, as the desk types them: by the dice, tied, or typed wrong."""

from random import Random

from party.engine import RuleError, Rules, pair_points, read_entry
from party.management.hands import HANDS_TILL_THE_BELL, may_throw_in

OTHER_SIDE = str.maketrans("nesw", "eswn")
BIDDERS, SUITS, DIGITS = "nesw", "scdhn", "0123456789"


def any_hand(rules: Rules, dice: Random) -> str:
    """Return a hand that these rules know: "8hn9"."""
    while True:
        level = dice.randint(6, 10)
        tricks = min(10, max(0, level + dice.choice((-4, -2, -1, 0, 0, 1, 2))))
        line = f"{level}{dice.choice(SUITS)}{dice.choice(BIDDERS)}{tricks}"
        if is_a_hand(rules, line):
            return line


def is_a_hand(rules: Rules, line: str) -> bool:
    try:
        read_entry(rules, line)
    except RuleError:
        return False
    return True


def some_hands(rules: Rules, limit: int | None, dice: Random) -> list[str]:
    """Return a table's round; where it plays until the bell, the dice say how long."""
    count = dice.choice(HANDS_TILL_THE_BELL) if limit is None else limit
    return [any_hand(rules, dice) for _ in range(count)]


def tied_hands(rules: Rules, limit: int | None, dice: Random) -> list[str]:
    """Return a round in which each hand of one pair has its like of the other pair."""
    half = [any_hand(rules, dice) for _ in range((limit or 4) // 2)]
    return [line for hand in half for line in (hand, typed_wrong(hand))]


def typed_wrong(line: str) -> str:
    """Return the hand with a bidder of the other pair: the commonest slip at any desk."""
    tricks = line.lstrip(DIGITS)[2:]
    bid = line.removesuffix(tricks)
    return f"{bid[:-1]}{bid[-1].translate(OTHER_SIDE)}{tricks}"


def with_thrown_in(rules: Rules, lines: list[str], dice: Random) -> list[str]:
    """Let a hand be thrown in here and there, where the desk writes that down."""
    if not may_throw_in(rules):
        return lines
    return [each for line in lines for each in (["p", line] if dice.random() < 0.04 else [line])]


def points_of(rules: Rules, lines: list[str]) -> tuple[int, int]:
    """Add up the hands: North-South, East-West."""
    ns = ew = 0
    for line in lines:
        result = read_entry(rules, line).result
        if result is not None:
            points = pair_points(rules, result)
            ns, ew = ns + points[0], ew + points[1]
    return ns, ew
