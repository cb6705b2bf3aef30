import pytest

from tests.evening import party_after_rounds


@pytest.fixture
def played_party():
    """Return a party of nine people after two closed rounds of the four planned rounds."""
    return party_after_rounds(2, 9, rounds_planned=4)
