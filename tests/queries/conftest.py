import pytest

from tests.evening import party_with, play_rounds


@pytest.fixture
def played_party():
    """Return a party of nine people after two closed rounds of the four planned rounds."""
    party = party_with(9, rounds_planned=4)
    play_rounds(party, 2)
    return party
