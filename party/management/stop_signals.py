import signal
from collections.abc import Iterator
from contextlib import contextmanager

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def defer_stop_signals() -> Iterator[None]:
    """Defer stop signals to the end of the block; after the block they raise KeyboardInterrupt."""
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
