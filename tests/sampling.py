"""Samples of cases and of examples: the default run tries few, a slow run more."""

import pytest
from hypothesis import settings

ALL_EXAMPLES = 100


def examples(whole):
    """Return a fifth of `whole`, or three fifths in a slow run, for `max_examples`."""
    return max(1, whole * settings.default.max_examples // ALL_EXAMPLES)


def one_in(count, cases):
    """Mark all cases slow except the first and each `count`-th one after it."""
    return [
        case if turn % count == 0 else pytest.param(*as_values(case), marks=pytest.mark.slow)
        for turn, case in enumerate(cases)
    ]


def as_values(case):
    return case if isinstance(case, tuple) else (case,)
