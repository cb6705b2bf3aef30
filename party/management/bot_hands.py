"""Hands for evenings that nobody plays: dealt, bid and played by bots.

The dice are handed in, so that the same dice play the same evening.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice
from random import Random

from party.engine import (
    SEATS,
    Hand,
    HandResult,
    RuleError,
    Rules,
    deal,
    hand_entry,
    play_out,
    ralphed,
    thrown_in,
    write_entry,
)

HANDS_TILL_THE_BELL: Sequence[int] = (3, 4, 4, 5)


def table_lines(rules: Rules, hands: int | None, dice: Random) -> list[str]:
    """Return a whole round of one table, as it would be typed at the desk; North deals first.

    `hands` None is a table that plays until the bell: its last hand says so with a dot.
    """
    count = dice.choice(HANDS_TILL_THE_BELL) if hands is None else hands
    lines = [
        line
        for result in play_hands(rules, islice(cycle(SEATS[4]), count), dice)
        for line in written(rules, result)
    ]
    return lines if hands is not None else [*lines[:-1], f"{lines[-1]}."]


def play_hands(rules: Rules, dealers: Iterable[str], dice: Random) -> Iterator[HandResult | None]:
    """Yield what bots make of one hand of each dealer; None for each deal they throw in before."""
    barred: tuple[str, ...] = ()
    for dealer in dealers:
        result = None
        while result is None:
            dealt = Hand.dealt(rules, deal(rules, dice, dealer), barred=barred)
            result = play_out(dealt, dice).result
            yield result
        barred = ralphed(rules, result)


def written(rules: Rules, result: HandResult | None) -> Iterator[str]:
    """Yield the line of a hand; nothing for one thrown in where the desk knows no such hands."""
    if result is not None:
        yield write_entry(hand_entry(rules, result))
    elif may_throw_in(rules):
        yield write_entry(thrown_in(rules))


def may_throw_in(rules: Rules) -> bool:
    try:
        thrown_in(rules)
    except RuleError:
        return False
    return True
