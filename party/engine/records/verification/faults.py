"""The reported faults of a record.

Every check returns all the faults it finds. A *place* is "call 3", "trick 4 S" (trick and seat; a
small letter is the table of two players), "discard", "kitty", "deal S" and so on. A rule that all
systems share has no number and is called "core". Of very many faults of a kind only the first are
reported, with the number of the others.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice

from party.engine.errors import Fault, fault

CORE = "core"
core_fault = partial(fault, rule=CORE)
MOST_REPORTED = 100  # of a kind; a text of millions of letters has as many faults


def first_of(faults: Iterable[Fault], count: int) -> Iterator[Fault]:
    """Yield the first `MOST_REPORTED` of `count` faults, then the number of the others."""
    last = None
    for last in islice(faults, MOST_REPORTED):
        yield last
    if last and count > MOST_REPORTED:
        text = "And {count} more of this kind."
        more = count - MOST_REPORTED
        yield fault("record-more", text, rule=last.rule, place=last.place, count=more)
