"""Ruth and her party for the tests of pages."""

import pytest

from tests.evening import create_user, party_with


@pytest.fixture
def ruth(client):
    """Ruth, an organiser, signed in."""
    ruth = create_user()
    client.force_login(ruth)
    return ruth


@pytest.fixture
def party(ruth):
    """Ruth's party with two tables."""
    return party_with(8)
