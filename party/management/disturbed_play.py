"""How the tables of a disturbed evening play, and what the desk makes of it.

A *task* is one thing that the desk does for a table. Tables take turns as the dice fall.
"""

from collections.abc import Callable
from functools import partial
from uuid import uuid4

from party.engine import read_entry
from party.management.disturbances import disturb, find_wrong_results
from party.management.disturbed_hands import (
    any_hand,
    points_of,
    some_hands,
    tied_hands,
    typed_wrong,
    with_thrown_in,
)
from party.management.night import Night, Wrong
from party.models.scores import TOTAL
from party.queries.tables import table_scores
from party.services.scores import save_hand, save_total, undo_hand
from party.services.tables import finish_table, set_table_capture
from party.values.scores import TableScore
from party.values.spots import Spot

Task = Callable[[], None]


def play_tables(night: Night) -> None:
    """Play the round that is on, until every table has finished."""
    number = night.round.number
    tasks = {
        table: plan(night, Spot(night.party.pk, number, table), score)
        for table, score in table_scores(night.party, number).items()
    }
    while tasks := {table: left for table, left in tasks.items() if left}:
        tasks[night.dice.choice(sorted(tasks))].pop(0)()
        if night.chance(0.12):
            disturb(night)
    find_wrong_results(night)


def plan(night: Night, spot: Spot, score: TableScore) -> list[Task]:
    """Choose by the dice how a table's round goes."""
    lines = some_hands(night.rules, score.limit, night.dice)
    night.truth[spot] = lines
    fate = night.dice.random()
    if fate < 0.03:
        night.truth[spot] = []
        return [partial(stop, night, spot, "nobody came back from the kitchen")]
    if fate < 0.12:
        del lines[3:]
        why = [partial(stop, night, spot, "time was up")] if score.limit else []
        return [*by_hand(night, spot, lines, full_stop=score.limit is None), *why]
    if fate < 0.22:
        return [partial(as_total, night, spot, lines)]
    if fate < 0.4:
        lines[:] = tied_hands(night.rules, score.limit, night.dice)
    return by_hand(night, spot, lines, full_stop=score.limit is None)


def by_hand(night: Night, spot: Spot, lines: list[str], *, full_stop: bool) -> list[Task]:
    """Return the typing of a table's hands, one by one, some of them wrong."""
    tasks: list[Task] = []
    typed = with_thrown_in(night.rules, lines, night.dice)
    hand = 0
    for line in typed:
        hand += line != "p"
        last = full_stop and hand == len(lines) and line != "p"
        tasks.append(partial(type_hand, night, spot, line, hand=hand, last=last))
    return tasks


def type_hand(night: Night, spot: Spot, line: str, *, hand: int, last: bool) -> None:
    """Type a line; now and then it is wrong, taken back, or comes a second time."""
    if line != "p" and night.chance(0.1):
        night.wrong.append(Wrong(spot, hand, when_found(night, spot)))
        line = typed_wrong(line)
    entry = read_entry(night.rules, f"{line}." if last else line)
    submission = uuid4()
    night.do(save_hand, spot, entry, submission=submission)
    if night.chance(0.05):
        night.do(undo_hand, spot)
        night.do(save_hand, spot, entry, submission=uuid4())
    elif night.chance(0.05):
        night.do(save_hand, spot, entry, submission=submission, no_news=True)
        if line != "p":
            type_again(night, spot, line, hand)


def type_again(night: Night, spot: Spot, line: str, hand: int) -> None:
    """A second desk has the same slip; a third one types another hand under its number."""
    same = read_entry(night.rules, line)
    night.do(save_hand, spot, same, submission=uuid4(), hand=hand, no_news=True)
    other = any_hand(night.rules, night.dice)
    if other != line:
        entry = read_entry(night.rules, other)
        night.refused(save_hand, spot, entry, submission=uuid4(), hand=hand)


def when_found(night: Night, spot: Spot) -> int:
    """Say in which round a wrong result is found: at once, next, two rounds later, at the end."""
    return spot.round + night.dice.choice((0, 1, 2, 2, 99))


def as_total(night: Night, spot: Spot, lines: list[str]) -> None:
    """A table hands in the round's total; the two pairs may have been mixed up."""
    ns, ew = points_of(night.rules, lines)
    if night.chance(0.25):
        ns, ew = ew, ns
        night.wrong.append(Wrong(spot, TOTAL, when_found(night, spot)))
    night.do(set_table_capture, spot, "totals")
    night.refused(save_hand, spot, read_entry(night.rules, lines[0]), submission=uuid4())
    night.do(save_total, spot, ns, ew, submission=uuid4(), hands=len(lines))


def stop(night: Night, spot: Spot, why: str) -> None:
    """A table ends short, and says why."""
    night.refused(finish_table, spot)
    night.do(finish_table, spot, why=why)
