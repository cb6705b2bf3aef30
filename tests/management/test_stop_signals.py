"""A stop signal waits until the database is complete."""

import signal

import pytest

from party.management.stop_signals import STOP_SIGNALS, signals_deferred


@pytest.fixture(autouse=True)
def own_signals():
    before = {number: signal.getsignal(number) for number in STOP_SIGNALS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", STOP_SIGNALS)
def test_signal_that_comes_too_early_waits(number):
    done = []
    with pytest.raises(KeyboardInterrupt):
        be_asked(number, lambda: done.append("saved"))
    assert done == ["saved"]


@pytest.mark.parametrize("number", STOP_SIGNALS)
def test_signal_afterwards_ends_at_once(number):
    with signals_deferred():
        pass
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(number)


def test_trouble_on_the_way_is_not_hidden_by_a_signal():
    with pytest.raises(ZeroDivisionError):
        be_asked(signal.SIGINT, lambda: 1 / 0)


def be_asked(number, then):
    with signals_deferred():
        signal.raise_signal(number)
        then()
