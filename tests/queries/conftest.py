import pytest

from tests.evening import party_with, play_rounds


@pytest.fixture
def played_party():
    """Nine people have played two rounds of four, and both are closed."""
    party = party_with(9, rounds_planned=4)
    play_rounds(party, 2)
    return party
