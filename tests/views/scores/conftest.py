import pytest

from tests.desk import party_in_play


@pytest.fixture
def party(client):
    """Return a party of twelve in its first round; its organiser is signed in."""
    return party_in_play(client)
