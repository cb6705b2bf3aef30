"""The signals that stop the program: Ctrl-C and SIGTERM."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def defer_stop_signals() -> Iterator[None]:
    """Defer stop signals until the block has finished, so that the database is complete.

    From then on both signals raise KeyboardInterrupt. If one came during the block, it is raised
    as the block ends.
    """
    received: list[int] = []
    for number in STOP_SIGNALS:
        signal.signal(number, lambda number, _frame: received.append(number))
    try:
        yield
    finally:
        for number in STOP_SIGNALS:
            signal.signal(number, signal.default_int_handler)
    if received:
        raise KeyboardInterrupt
