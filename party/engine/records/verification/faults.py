"""The faults of a record.

The *place* of a fault is "call 3", "trick 4 S" (trick and holding), "discard", "kitty", "deal S"
and so on. The rule "core" stands for rules that all systems share.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice

from party.engine.errors import Fault, fault

CORE = "core"
core_fault = partial(fault, rule=CORE)
MAX_REPORTED = 100  # faults of one kind; a text of a megabyte may have a million


def limited_faults(faults: Iterable[Fault], count: int) -> Iterator[Fault]:
    """Yield the first `MAX_REPORTED` of `count` faults, then the number of the others."""
    last = None
    for last in islice(faults, MAX_REPORTED):
        yield last
    if last and count > MAX_REPORTED:
        text = "And {count} more of this kind."
        unreported = count - MAX_REPORTED
        yield fault("record-more", text, rule=last.rule, place=last.place, count=unreported)
