import signal

import pytest

from party.management.stop_signals import STOP_SIGNALS, defer_stop_signals


@pytest.fixture(autouse=True)
def restored_handlers():
    handlers = {number: signal.getsignal(number) for number in STOP_SIGNALS}
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", STOP_SIGNALS)
def test_a_stop_signal_within_the_block_waits_for_the_end_of_the_block(number):
    done = []
    with pytest.raises(KeyboardInterrupt):
        raise_in_block(number, lambda: done.append("saved"))
    assert done == ["saved"]


@pytest.mark.parametrize("number", STOP_SIGNALS)
def test_a_stop_signal_after_the_block_stops_at_once(number):
    with defer_stop_signals():
        pass
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(number)


def test_a_stop_signal_that_waits_hides_no_error():
    with pytest.raises(ZeroDivisionError):
        raise_in_block(signal.SIGINT, lambda: 1 / 0)


def raise_in_block(number, work):
    with defer_stop_signals():
        signal.raise_signal(number)
        work()
