"""A stop signal waits until the database is complete."""

import signal

import pytest

from party.management.stop_signals import STOP_SIGNALS, defer_stop_signals


@pytest.fixture(autouse=True)
def own_signals():
    before = {number: signal.getsignal(number) for number in STOP_SIGNALS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", STOP_SIGNALS)
def test_a_signal_in_the_block_is_deferred(number):
    done = []
    with pytest.raises(KeyboardInterrupt):
        be_asked(number, lambda: done.append("saved"))
    assert done == ["saved"]


@pytest.mark.parametrize("number", STOP_SIGNALS)
def test_a_signal_after_the_block_stops_at_once(number):
    with defer_stop_signals():
        pass
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(number)


def test_a_deferred_signal_hides_no_error():
    with pytest.raises(ZeroDivisionError):
        be_asked(signal.SIGINT, lambda: 1 / 0)


def be_asked(number, then):
    with defer_stop_signals():
        signal.raise_signal(number)
        then()
