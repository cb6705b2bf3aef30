"""Property tests of the engine try a fifth of their examples unless the slow tests run."""

import pytest
from hypothesis import settings

settings.register_profile("sampled", settings.get_profile("house"), max_examples=20)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Read the modules with fewer examples: a test's settings are fixed when it is defined."""
    if "not slow" in collector.config.option.markexpr:
        settings.load_profile("sampled")
    try:
        return (yield)
    finally:
        settings.load_profile("house")
