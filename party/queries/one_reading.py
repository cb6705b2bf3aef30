"""Rows that several parts of one page need, read once for all of them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from party.process_state import PROCESS

P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def one_reading() -> Iterator[None]:
    """Inside this block each function marked `read_once` runs once; write nothing in it."""
    known = PROCESS.page_reads.get()
    token = PROCESS.page_reads.set({} if known is None else known)
    try:
        yield
    finally:
        PROCESS.page_reads.reset(token)


def read_once(read: Callable[P, T]) -> Callable[P, T]:
    """Share the result within one reading; callers must not change it."""

    @wraps(read)
    def shared(*args: P.args, **kwargs: P.kwargs) -> T:
        known = PROCESS.page_reads.get()
        if known is None:
            return read(*args, **kwargs)
        key = (read, *args, *kwargs.items())
        if key not in known:
            known[key] = read(*args, **kwargs)
        result: T = known[key]
        return result

    return shared
