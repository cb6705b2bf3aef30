"""Cases of which the default run tests a part, and `pytest -m ""` all."""

import pytest


def one_in(count, cases):
    """Mark all cases slow except the first and each `count`-th one after it."""
    return [
        case if turn % count == 0 else pytest.param(*as_values(case), marks=pytest.mark.slow)
        for turn, case in enumerate(cases)
    ]


def as_values(case):
    return case if isinstance(case, tuple) else (case,)
