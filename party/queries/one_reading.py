"""What several parts of one page need, read once for all of them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_known: ContextVar[dict[tuple[object, ...], Any] | None] = ContextVar("known", default=None)


@contextmanager
def one_reading() -> Iterator[None]:
    """Make no read twice meanwhile that is marked `read_once`; nothing may be written."""
    known = _known.get()
    token = _known.set({} if known is None else known)
    try:
        yield
    finally:
        _known.reset(token)


def read_once(read: Callable[P, T]) -> Callable[P, T]:
    """Share what it returns within one reading, so that nobody may change it; else read anew."""

    @wraps(read)
    def shared(*args: P.args, **kwargs: P.kwargs) -> T:
        known = _known.get()
        if known is None:
            return read(*args, **kwargs)
        key = (read, *args, *kwargs.items())
        if key not in known:
            known[key] = read(*args, **kwargs)
        result: T = known[key]
        return result

    return shared
