"""Ruth and her party for the tests of pages."""

import pytest

from tests.evening import party_with, person


@pytest.fixture
def ruth(client):
    """Ruth, an organiser, signed in."""
    ruth = person()
    client.force_login(ruth)
    return ruth


@pytest.fixture
def party(ruth):
    """Ruth's party with two tables."""
    return party_with(8)
