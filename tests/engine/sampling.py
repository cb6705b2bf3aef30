"""Sweeps are sampled by default, and whole where the slow tests run too (`pytest -m ""`)."""

import pytest
from hypothesis import settings

ALL_EXAMPLES = 100


def examples(whole):
    """Return how many examples a property test tries; `whole` of them with the slow tests."""
    return max(1, whole * settings.default.max_examples // ALL_EXAMPLES)


def sampled(cases, every):
    """Return the cases as parameters: one of so many runs by default, the others are slow."""
    return [
        pytest.param(case, marks=[] if number % every == 0 else pytest.mark.slow)
        for number, case in enumerate(cases)
    ]
