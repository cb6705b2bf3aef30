"""A reader of a typed hand, or of a hand from a phone, needs to open few files."""

import inspect
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.urls import resolve, reverse

from party.models import Entry
from tests import phone
from tests.evening import started_party

pytestmark = pytest.mark.django_db

PARTY = Path(__file__).parent.parent / "party"
MOST_FILES = 24
MOST_CALLS_INTO_VIEW = 5  # after each one, a reader goes back to the view's file


def files_and_view_calls(request: Callable[[], HttpResponse]) -> tuple[list[str], list[str]]:
    """Return the files that a request runs through, and the calls that come back to its view."""
    calls = []

    def note_call(frame, event, _):
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(PARTY)):
            calls.append((code.co_filename, code.co_name))

    sys.setprofile(note_call)
    try:
        answer = request()
    finally:
        sys.setprofile(None)
    view = inspect.unwrap(resolve(answer.request["PATH_INFO"]).func).__code__.co_filename
    view_calls = [name for (last, _), (file, name) in pairwise(calls) if file == view != last]
    return sorted({str(Path(file).relative_to(PARTY)) for file, _ in calls}), view_calls


def type_hand(client, party, hand):
    line = {"kind": "line", "text": "8hn9", "source": "slip", "hand": hand, "submission": uuid4()}
    return client.post(f"{reverse('entry', args=[party.pk, 1])}?table=1", line)


def send_from_phone(client, party, hand):
    return phone.send(client, party, "hand", table=2, hand=hand, text="8hn9")


@pytest.mark.parametrize("send_hand", [type_hand, send_from_phone])
def test_a_hand_runs_through_few_files_and_seldom_comes_back_to_its_view(client, send_hand):
    party = started_party(8, phones=True)
    client.force_login(party.club.memberships.get().user)
    send_hand(client, party, 1)  # fills the caches

    files, view_calls = files_and_view_calls(lambda: send_hand(client, party, 2))

    assert Entry.objects.filter(hand=2).count() == 1
    assert len(files) <= MOST_FILES, files
    assert len(view_calls) <= MOST_CALLS_INTO_VIEW, view_calls
