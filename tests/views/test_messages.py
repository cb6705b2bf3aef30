import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.desk import desk, party_in_play, send, text_of
from tests.evening import play_round

pytestmark = pytest.mark.django_db


def test_saving_a_hand_writes_no_session(client):
    party = party_in_play(client)
    desk(client, party)
    with CaptureQueriesContext(connection) as queries:
        response = send(client, party, text="8hn9")
    assert "Saved: Table 1, hand 1" in text_of(response)
    sessions = [each["sql"] for each in queries if "django_session" in each["sql"]]
    assert sessions
    assert all(sql.startswith("SELECT") for sql in sessions)


@pytest.mark.parametrize("length", [10, 5000])
def test_a_message_of_any_length_is_shown_once(client, length):
    party = party_in_play(client)
    desk(client, party)
    typed = "x" * length
    play_round(party)
    address = f"/parties/{party.pk}/rounds/1/entry/?table=1"
    response = client.post(address, {"kind": "line", "text": typed}, follow=True)
    assert f"You typed: {typed}" in text_of(response)
    assert "You typed" not in text_of(client.get(response.request["PATH_INFO"]))
