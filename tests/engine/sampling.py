"""Property tests try a part of their examples by default, and all with the slow tests."""

from hypothesis import settings

ALL_EXAMPLES = 100


def examples(whole):
    """Return how many examples a property test tries; `whole` of them with the slow tests."""
    return max(1, whole * settings.default.max_examples // ALL_EXAMPLES)
