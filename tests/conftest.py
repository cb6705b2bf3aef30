"""What every test stands on."""

import pytest
from hypothesis import settings

from tests.guard import GUARD

# A slow machine is no fault: no example has a deadline.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

NO_BROWSER = "no Chromium on this machine"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    with GUARD.armed_for_a_test():
        return (yield)


def pytest_terminal_summary(terminalreporter):
    """Say once, in one line, that nothing was seen in a browser."""
    skipped = terminalreporter.stats.get("skipped", [])
    if missed := sum(NO_BROWSER in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(f"Skipped {missed} browser tests: {NO_BROWSER}.")
