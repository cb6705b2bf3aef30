import pytest

from tests.evening import person

pytestmark = pytest.mark.django_db


def test_it_works(client):
    client.force_login(person())
    page = client.get("/help/")
    assert page.status_code == 200
    assert "Read the moves aloud" in page.content.decode()


def test_strangers_sign_in_first(client):
    assert client.get("/help/").headers["Location"].startswith("/login/")
