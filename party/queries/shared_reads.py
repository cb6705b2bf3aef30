"""Shares a read among several parts of one page, and some among pages until the party changes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from party.models import Party
from party.process_state import PROCESS, cache_page

P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def one_reading() -> Iterator[None]:
    """Inside this block each function marked `read_once` runs once; write nothing in it."""
    results = PROCESS.page_reads.get()
    token = PROCESS.page_reads.set({} if results is None else results)
    try:
        yield
    finally:
        PROCESS.page_reads.reset(token)


def read_once(read: Callable[P, T]) -> Callable[P, T]:
    """Callers must not change the result."""

    @wraps(read)
    def read_shared(*args: P.args, **kwargs: P.kwargs) -> T:
        results = PROCESS.page_reads.get()
        if results is None:
            return read(*args, **kwargs)
        key = (read, *args, *kwargs.items())
        if key not in results:
            results[key] = read(*args, **kwargs)
        result: T = results[key]
        return result

    return read_shared


def state_of(party: Party) -> tuple[Party, int, str]:
    """Return a cache key. Another party may get the same id after a restore."""
    return party, party.revision, party.code


def keep_until_change(read: Callable[[Party], T]) -> Callable[[Party], T]:
    """Keep the result until the party's next revision; callers must not change it.

    Only the newest result is kept, because the standings of a thousand tables are large.
    """

    @cache_page
    def results_of(_party_id: int) -> dict[tuple[Party, int, str], T]:
        return {}

    @wraps(read)
    def read_kept(party: Party) -> T:
        is_old = party.revision < PROCESS.newest_revisions.get(party.pk, 0)
        if is_old or not PROCESS.may_keep_reads():
            return read(party)
        results, state = results_of(party.pk), state_of(party)
        result = results.get(state)
        if result is None:
            result = read(party)
            results.clear()
            results[state] = result
        return result

    return read_kept
