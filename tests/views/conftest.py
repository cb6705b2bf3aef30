"""Who looks at the pages."""

import pytest

from tests.evening import party_with, person


@pytest.fixture
def ruth(client):
    """Ruth, who organises, is signed in."""
    ruth = person()
    client.force_login(ruth)
    return ruth


@pytest.fixture
def party(ruth):
    """A party of two tables, which Ruth looks at."""
    return party_with(8)
