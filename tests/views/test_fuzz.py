"""Whatever is sent, the answer is a page or a sentence, never an error of the program.

The forms are those of real pages, before the draw, in the middle of a round, after one, and when
the party is finished. Four requests in a row meet each other, the last one is the first again;
then all is undone. `FUZZ_REQUESTS=100000` sends so many in the slow test.
"""

import os

import pytest
from django.core.cache import cache
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from party.models import Entrant, User
from party.queries.phones import table
from party.queries.phones.tokens import table_token
from party.services.evening import rounds
from party.services.phones import hands
from tests.addresses import ME, SPECIAL, addresses, evening, keys_of, undone
from tests.evening import add_people, enter, party_with, play_rounds, seat_next, start
from tests.fuzz import House, forms_of

pytestmark = pytest.mark.django_db

ROW = 4
REFUSED = b"aria-invalid"  # a field of a page
DEFAULT, WITH_THE_SLOW = 100, 1000
# No form is spoiled that signs out; tests of accounts send it.
LEAVES = {"logout", "sign_out_elsewhere"}


@pytest.fixture
def parts(client):
    cache.clear()
    ruth, parts = evening("Ruth", "autumnparty")
    client.force_login(ruth)
    client.raise_request_exception = False
    return parts


def other_parties(parts):
    """Yield what stands in the addresses of a party before the draw, in round 2, and finished."""
    ruth = User.objects.get(name="Ruth")
    before = party_with(12, "midway", by=ruth, name="Before", fee=500, phones=True)
    add_people(before, 2, state=Entrant.State.EXPECTED)
    playing = party_with(9, "midway", by=ruth, name="Playing", phones=True, guests=True)
    play_rounds(playing, 1)
    seat_next(playing)
    start(playing)
    enter(playing, "8hn9 7ce7")
    finished = party_with(8, "midway", by=ruth, name="Finished", phones=True, guests=True)
    play_rounds(finished, 1)
    rounds.finish(finished.pk, **ME)
    for party, number in ((before, 1), (playing, 2), (finished, 1)):
        first = party.entrants.first()
        own = {"party_id": party.pk, "entrant_id": first.pk, "player_id": first.player_id}
        own |= {"code": party.code, "token": table_token(party, 1), "number": number}
        yield parts | own


def house_of(client, *parties):
    """Open every page of these parties."""
    rows, house = (keys_of().keys() | SPECIAL.keys()) - LEAVES, House()
    cookies = client.cookies.copy()
    for parts in parties:
        for _, address in sorted(addresses(parts, rows)):
            client.cookies = cookies.copy()
            with undone():
                house.read(client, address)
    client.cookies = cookies
    return house


def forget():
    """Forget what a process keeps beside its database, which was undone."""
    cache.clear()
    table._next_seats.cache_clear()
    hands._unwritten.clear()
    hands._write_after[0] = 0.0


def fault_of(sent, answer):
    """Return what is wrong with an answer; "" for nothing."""
    status, kind = answer.status_code, answer.get("Content-Type", "")
    if status >= 500:
        return repr(answer.exc_info[1]) if answer.exc_info else f"{status}"
    words = b"</h1>" in answer.content or kind.startswith("application/json")
    if status >= 400 and status != 405 and not words:
        return f"{status} without words"
    if sent.typed and status in {200, 422} and REFUSED in answer.content and is_lost(sent, answer):
        return f"{sent.typed[0]} is not kept"
    return ""


def is_lost(sent, answer):
    """Tell whether the form stands there again without what was typed."""
    name, value = sent.typed
    if not value.isprintable():
        return False  # a browser would have sent something else
    kept = [
        given
        for form in forms_of(answer, sent.address)
        if form.action == sent.address and name in form.typed
        for key, given in form.fields
        if key == name
    ]
    return bool(kept) and value.strip() not in {each.strip() for each in kept}


def send(client, house, count):
    """Send so many requests; fail with the first fault."""
    cookies = client.cookies.copy()

    @settings(
        max_examples=count // ROW,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        database=None,
        report_multiple_bugs=False,
    )
    @given(st.lists(house.requests(), min_size=ROW - 1, max_size=ROW - 1))
    def send_in_a_row(sent):
        forget()
        with undone():
            answers = []
            for each in (*sent, sent[0]):
                client.cookies = cookies.copy()
                answers.append((each, each.by(client)))
        assert [fault for each, answer in answers if (fault := fault_of(each, answer))] == []

    send_in_a_row()


def test_a_sample_of_what_can_be_sent_at_one_party_is_no_error(client, parts):
    send(client, house_of(client, parts), DEFAULT)


@pytest.mark.slow
def test_whatever_is_sent_in_any_state_of_a_party_is_no_error(client, parts):
    house = house_of(client, parts, *other_parties(parts))
    send(client, house, int(os.environ.get("FUZZ_REQUESTS", WITH_THE_SLOW)))
