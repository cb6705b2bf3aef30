"""What every test stands on."""

import pytest

from tests.guard import GUARD


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    with GUARD.armed_for_a_test():
        return (yield)
