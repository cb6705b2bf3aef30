"""Counts the files of the project that each story of an evening runs through.

Run by hand: python -m tests.bench.story_files [-v]

A story is one request. A file counts if one of its functions runs during the request. Each call of
a view's function after a function of another file counts as one more entry into the view, because
the reader has to go back to it. A first party, which is not counted, fills the caches.
"""

import inspect
import sys
from itertools import pairwise
from pathlib import Path
from uuid import uuid4

# This import names the data folder, and sets Django up.
from tests.bench.bench_desks import AT, HANDS, make_party

# isort: split
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import resolve

from party.engine import read_entry
from party.models import Party, User
from party.queries.phones.table import table_token
from party.services.scores.entries import save_hand
from party.values.accounts import PROGRAM
from party.values.scores.tables import Spot

PARTY = Path(__file__).parents[2] / "party"


def files_of(request):
    """Return the files that a request runs through, and the calls that enter its view."""
    calls = []

    def note_call(frame, event, _):
        code = frame.f_code
        if event == "call" and code.co_name != "<module>" and str(PARTY) in code.co_filename:
            calls.append((code.co_filename, code.co_name))

    sys.setprofile(note_call)
    try:
        answer = request()
    finally:
        sys.setprofile(None)
    assert answer.status_code < 400, answer.content
    view = inspect.unwrap(resolve(answer.request["PATH_INFO"]).func).__code__.co_filename
    entered = [name for (last, _), (file, name) in pairwise(calls) if file == view != last]
    return sorted({str(Path(file).relative_to(PARTY)) for file, _ in calls}), entered


def stories(party):
    club, phone = Client(), Client()
    club.force_login(User.objects.get(memberships__club=party.club))
    home, key = f"/parties/{party.pk}", table_token(party, 2)
    desk = f"{home}/rounds/1/entry/?table=1"
    line = {"kind": "line", "text": "8hn9", "source": "slip"}
    first, second = (line | {"hand": hand, "submission": uuid4()} for hand in (1, 2))
    act = {"act": "hand", "id": f"{uuid4()}", "round": 1, "hand": 1, "text": "8hn9"}
    names = {"names": "Alma Berg\nBert Dahl; men\nGuest 3\n", "prize_group": ""}
    yield "typed hand", lambda: club.post(desk, first)
    yield "typed, by the script", lambda: club.post(desk, second, headers={"X-Desk": "part"})
    sent = f"/t/{party.code}/2/{key}/send/", act, "application/json"
    yield "hand from a phone", lambda: phone.post(*sent)
    yield "seat cards", lambda: club.get(f"{home}/print/cards.pdf")
    yield "pasted list", lambda: club.post(f"{home}/players/add/", names)
    hand, author = read_entry(party.rules, "8hn9"), {"actor": PROGRAM, "at": AT}
    for table, missing_count in ((1, HANDS - 2), (2, HANDS - 1), (3, HANDS)):
        for _ in range(missing_count):
            save_hand(Spot(party.pk, 1, table), hand, submission=uuid4(), **author)
    close = f"{home}/rounds/1/close/", {"then": "seat"}
    yield "closing and seating", lambda: club.post(*close)
    yield "standings", lambda: club.get(f"{home}/standings/")


def main():
    call_command("migrate", verbosity=0)
    settings.ALLOWED_HOSTS = ["testserver"]
    for name in ("First", "Second"):
        party, _ = make_party(3, name, 1)
        Party.objects.update(phones=True)
        for story, request in stories(party):
            files, entered = files_of(request)
            if name == "First":
                continue
            in_engine = sum(file.startswith(("engine/", "templatetags/")) for file in files)
            print(
                f"{story:20} {len(files)} files ({len(files) - in_engine} and {in_engine} of "
                f"engine and templatetags), view entered {len(entered)} times"
            )
            if "-v" in sys.argv:
                print(*(f"  {file}" for file in files), f"  view: {entered}", sep="\n")


if __name__ == "__main__":
    main()
