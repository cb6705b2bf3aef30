"""Ctrl-C, and the system's own way of saying it."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Finish what has begun: whoever wants to stop waits until the database is whole.

    Afterwards both signals raise KeyboardInterrupt, the one that came meanwhile at once.
    """
    asked: list[int] = []
    for number in SIGNALS:
        signal.signal(number, lambda number, _frame: asked.append(number))
    try:
        yield
    finally:
        for number in SIGNALS:
            signal.signal(number, signal.default_int_handler)
    if asked:
        raise KeyboardInterrupt
