"""Hands played by bots; the same seed gives the same hands."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, cycle, islice
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
    seats_barred_by_ralphing,
    thrown_in_entry,
    write_entry,
)

HANDS_UNTIL_THE_BELL: Sequence[int] = (3, 4, 4, 5)


def typed_hands(rules: Rules, hands: int | None, rng: Random) -> list[str]:
    """Return one round of a table as lines that the desk types; North deals first.

    If `hands` is None, the table plays until the bell, and the last line ends with a full stop.
    """
    count = rng.choice(HANDS_UNTIL_THE_BELL) if hands is None else hands
    results = bot_results(rules, islice(cycle(SEATS[4]), count), rng)
    lines = [*chain.from_iterable(typed_lines(rules, result) for result in results)]
    return lines if hands is not None else [*lines[:-1], f"{lines[-1]}."]


def bot_results(rules: Rules, dealers: Iterable[str], rng: Random) -> Iterator[HandResult | None]:
    """Yield None for each deal that is thrown in, then the result of the dealer's played hand."""
    barred: tuple[str, ...] = ()
    for dealer in dealers:
        result = None
        while result is None:
            dealt = Hand.from_deal(rules, deal(rules, rng, dealer), barred=barred)
            result = play_out(dealt, rng).result
            yield result
        barred = seats_barred_by_ralphing(rules, result)


def typed_lines(rules: Rules, result: HandResult | None) -> Iterator[str]:
    if result is not None:
        yield write_entry(hand_entry(rules, result))
        return
    with suppress(RuleError):  # these rules have no line for a thrown-in hand
        yield write_entry(thrown_in_entry(rules))
