"""Who looks at the pages."""

import pytest

from tests.evening import person


@pytest.fixture
def ruth(client):
    """Ruth, who organises, is signed in."""
    ruth = person()
    client.force_login(ruth)
    return ruth
