"""Every request gets a page or a sentence, never a program error.

The forms come from real pages, before the draw, in the middle of a round, after a round, and at
the end. Each example sends four requests, and the last repeats the first; then everything is
rolled back. `FUZZ_REQUESTS=100000` sets the number of requests in the slow tests, which also send
one party file for every 50 requests and one backup for every 200.
"""

import os
import shutil

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.urls import reverse
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from party.models import Entrant, Party, User
from party.process_state import PROCESS
from party.queries.phones.table import table_token
from party.services.backups.copies import wait_for_copies, write_copy
from party.services.backups.party_files import export_party
from party.services.evening import rounds
from tests.addresses import SPECIAL, addresses, argument_names, evening, rolled_back
from tests.evening import (
    BY_PROGRAM,
    add_people,
    enter,
    party_after_rounds,
    party_with,
    start_next_round,
)
from tests.fuzz import BrokenRequest, KnownPages, forms_of
from tests.uploads import backups, files, party_files

IN_A_ROW = 4  # requests
REFUSED = b"aria-invalid"  # pages mark a refused field with this
CONFIRMATIONS = {"same_people": "on", "although_edited": "on"}
DEFAULT, WITH_THE_SLOW = 100, 1000
SLOW = int(os.environ.get("FUZZ_REQUESTS", WITH_THE_SLOW))
# Leave out the form that signs out; tests of accounts send it.
NOT_REQUESTED = {"logout", "sign_out_elsewhere"}


@pytest.fixture
def arguments(client, db):
    cache.clear()
    ruth, arguments = evening("Ruth", "autumnparty")
    client.force_login(ruth)
    client.raise_request_exception = False
    return arguments


def other_parties(arguments):
    """Yield the arguments of three more parties: before the draw, in round 2, and finished."""
    ruth = User.objects.get(name="Ruth")
    before = party_with(12, "midway", by=ruth, name="Before", fee=500, phones=True)
    add_people(before, 2, state=Entrant.State.EXPECTED)
    playing = party_after_rounds(1, 9, "midway", by=ruth, name="Playing", phones=True, guests=True)
    start_next_round(playing)
    enter(playing, "8hn9 7ce7")
    finished = party_after_rounds(
        1, 8, "midway", by=ruth, name="Finished", phones=True, guests=True
    )
    rounds.finish(finished.pk, **BY_PROGRAM)
    for party, number in ((before, 1), (playing, 2), (finished, 1)):
        yield arguments | arguments_of(party) | {"number": number}


def arguments_of(party):
    found = {"party_id": party.pk, "code": party.code, "token": table_token(party, 1)}
    if first := party.entrants.first():
        found |= {"entrant_id": first.pk, "player_id": first.player_id or 0}
    return found


def pages_of(client, *parties):
    rows, pages = (argument_names().keys() | SPECIAL.keys()) - NOT_REQUESTED, KnownPages()
    cookies = client.cookies.copy()
    for arguments in parties:
        for _, address in sorted(addresses(arguments, rows)):
            client.cookies = cookies.copy()
            with rolled_back():
                pages.read(client, address)
    client.cookies = cookies
    return pages


def clear_caches():
    """Clear the caches of the process, because the database was rolled back."""
    cache.clear()
    PROCESS.reset()


def fault_of(sent, answer):
    """Return the fault of an answer, or "" if the answer has no fault."""
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
    name, value = sent.typed
    if not value.isprintable():
        return False  # no browser sends this value
    kept = [
        given
        for form in forms_of(answer, sent.address)
        if form.action == sent.address and name in form.typed
        for key, given in form.fields
        if key == name
    ]
    return bool(kept) and value.strip() not in {each.strip() for each in kept}


def fuzz_settings(examples):
    return settings(
        max_examples=examples,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        database=None,
        report_multiple_bugs=False,
    )


def send(client, pages, count):
    cookies = client.cookies.copy()

    @fuzz_settings(count // IN_A_ROW)
    @given(st.lists(pages.requests(), min_size=IN_A_ROW - 1, max_size=IN_A_ROW - 1))
    def send_in_a_row(sent):
        clear_caches()
        with rolled_back():
            answers = []
            for each in (*sent, sent[0]):
                client.cookies = cookies.copy()
                answers.append((each, each.by(client)))
        assert [fault for each, answer in answers if (fault := fault_of(each, answer))] == []

    send_in_a_row()


def test_a_sample_of_requests_at_one_party_causes_no_error(client, arguments):
    send(client, pages_of(client, arguments), DEFAULT)


@pytest.mark.slow
def test_requests_in_every_state_of_a_party_cause_no_error(client, arguments):
    pages = pages_of(client, arguments, *other_parties(arguments))
    send(client, pages, SLOW)


def without_fault(answer):
    assert fault_of(BrokenRequest("GET", ""), answer) == ""
    return answer


def open_parties(client, arguments, count):
    """Send this number of party files; import the readable files, undo a log line, open pages."""
    whole, keys, address = (
        export_party(arguments["party_id"]),
        argument_names(),
        reverse("party_open"),
    )
    rows = sorted(name for name, of in keys.items() if "party_id" in of or "code" in of)

    @fuzz_settings(count)
    @given(
        files(whole, party_files(whole)),
        st.integers(0, 99),
        st.lists(st.sampled_from(rows), max_size=3),
    )
    def open_one(content, line, names):
        clear_caches()
        with rolled_back():
            sent = {
                "file": SimpleUploadedFile("a.party.json", content),
                "club": arguments["club_id"],
            }
            if not (shown := without_fault(client.post(address, sent)).get("Location")):
                return
            seen = without_fault(client.get(shown)).context["form"].initial["seen"]
            if without_fault(client.post(shown, {"seen": seen, **CONFIRMATIONS})).url == shown:
                return  # the file was refused
            party = Party.objects.latest("pk")
            lines = party.log.values_list("pk", flat=True)
            back = reverse("log_undo", args=[party.pk, lines[line % len(lines)]])
            without_fault(client.post(back, {"note": "yes"}))
            for _, page in addresses(arguments | arguments_of(party), names):
                without_fault(client.get(page))

    open_one()


def open_backups(client, folder, count):
    """Send this number of backups; restore the readable backups, open pages of the party."""
    party = party_after_rounds(1, 4)
    whole, ruth, address = folder / "whole.sqlite3", User.objects.get(), reverse("backups")
    write_copy(whole)

    @fuzz_settings(count)
    @given(files(whole.read_bytes(), backups(whole.read_bytes())))
    def open_one(content):
        restore_file(whole, folder / "headtable.sqlite3")
        client.force_login(ruth)
        sent = {"file": SimpleUploadedFile("a.sqlite3", content)}
        if not (shown := without_fault(client.post(address, sent)).get("Location")):
            return
        page = without_fault(client.get(shown))
        without_fault(client.post(shown, {"seen": page.context["mark"]}, follow=True))
        for name in ("live", "standings", "log"):
            without_fault(client.get(reverse(name, args=[party.pk])))

    open_one()


def restore_file(whole, file):
    wait_for_copies()
    connection.close()
    clear_caches()
    for left in file.parent.glob(f"{file.name}-*"):
        left.unlink()
    shutil.copy(whole, file)


@pytest.mark.parametrize(
    "count", [DEFAULT // 10, pytest.param(SLOW // 50, marks=pytest.mark.slow)]
)
def test_wrong_party_files_cause_no_error(client, arguments, count):
    open_parties(client, arguments, count)


@pytest.mark.parametrize(
    "count", [DEFAULT // 20, pytest.param(SLOW // 200, marks=pytest.mark.slow)]
)
def test_wrong_backups_cause_no_error(client, laptop_folder, count):
    open_backups(client, laptop_folder, count)
