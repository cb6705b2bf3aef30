import pytest

from tests.evening import create_user, party_with


@pytest.fixture
def ruth(client):
    ruth = create_user()
    client.force_login(ruth)
    return ruth


@pytest.fixture
def party(ruth):
    return party_with(8)
