"""Cases of which the default run tries a part, and `pytest -m ""` all."""

import pytest


def one_in(count, cases):
    """Leave the first, and one in so many, in the default run; the others are marked slow."""
    return [
        case if turn % count == 0 else pytest.param(*as_values(case), marks=pytest.mark.slow)
        for turn, case in enumerate(cases)
    ]


def as_values(case):
    return case if isinstance(case, tuple) else (case,)
