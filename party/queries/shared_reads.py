"""Two caches of reads: for one page (`read_once`), or until the party changes.

Several parts of a page call the same query. With these caches it runs once for all of them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from party.models import Party
from party.process_state import PROCESS, cache_page

P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def share_reads() -> Iterator[None]:
    """Run each function marked `read_once` once inside this block. The block must not write."""
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


def cache_key_of(party: Party) -> tuple[Party, int, str]:
    """Include the code: after a restore another party may have the same id and revision."""
    return party, party.revision, party.code


def cache_until_change(read: Callable[[Party], T]) -> Callable[[Party], T]:
    """Cache the result until the party's next revision; callers must not change it.

    Only the newest result is cached, because the standings of a thousand tables are large.
    """

    @cache_page
    def results_of(_party_id: int) -> dict[tuple[Party, int, str], T]:
        return {}

    @wraps(read)
    def read_cached(party: Party) -> T:
        is_old = party.revision < PROCESS.newest_revisions.get(party.pk, 0)
        if is_old or not PROCESS.may_cache_reads():
            return read(party)
        results, key = results_of(party.pk), cache_key_of(party)
        result = results.get(key)
        if result is None:
            result = read(party)
            results.clear()
            results[key] = result
        return result

    return read_cached
