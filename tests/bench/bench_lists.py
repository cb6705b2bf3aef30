"""A list of 5,000 people: how long it takes until it is shown, and until it is added.

Run by hand: python -m tests.bench.bench_lists [ROWS]

Everything runs on a new SQLite file with the settings of a hall, through the pages, as text, as
CSV and as a workbook. The aims are a second and two, on a machine that does nothing else.
"""

# ruff: noqa: E402 -- the data folder is named before Django reads its settings

import io
import os
import random
import re
import sys
import tempfile
import time
from datetime import UTC, datetime
from uuid import uuid4

FOLDER = tempfile.mkdtemp(prefix="ht-bench-")
os.environ["HEADTABLE_DATA"] = FOLDER
os.environ["HEADTABLE_HOSTS"] = "testserver"
os.environ["DJANGO_SETTINGS_MODULE"] = "party.settings"

import django

django.setup()

from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from openpyxl import Workbook

from party.engine import PRESETS
from party.models import Club, Membership, Party, User
from party.progression import FORMATS

SYLLABLES = (
    "al",
    "be",
    "ca",
    "do",
    "em",
    "fi",
    "gu",
    "ha",
    "jo",
    "ka",
    "li",
    "mo",
    "na",
    "ro",
    "ti",
)
SHOWN_AIM, ADDED_AIM = 1.0, 2.0  # seconds


def people(count, seed):
    """Return first and last names, no two alike."""
    rng, names = random.Random(seed), dict[tuple[str, str], None]()
    while len(names) < count:
        first, last = ("".join(rng.choices(SYLLABLES, k=k)).title() for k in (2, 4))
        names[first, last] = None
    return list(names)


def sent(kind, names):
    if kind == "text":
        return {"names": "\n".join(f"{first} {last}" for first, last in names)}
    rows = [("First name", "Last name", "Phone", "Group")]
    rows += [(*name, f"555 {at:04}", "women") for at, name in enumerate(names)]
    if kind == "csv":
        data = "\n".join(map(",".join, rows)).encode()
    else:
        book, out = Workbook(write_only=True), io.BytesIO()
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
        book.save(out)
        data = out.getvalue()
    return {"names": "", "file": SimpleUploadedFile(f"list.{kind}", data)}


def make_party(name):
    club = Club.objects.create(name=name)
    ruth = User.objects.create(name=name)
    Membership.objects.create(user=ruth, club=club, role=Membership.Role.ORGANISER)
    party = Party.objects.create(
        club=club,
        name=name,
        starts_at=datetime(2026, 11, 14, 19, 0, tzinfo=UTC),
        preset="midway",
        rules_values=PRESETS["midway"].values(),
        format_values=FORMATS["midway"].values(),
        rounds_planned=8,
        seed=7,
        code=uuid4().hex[:12],
    )
    client = Client()
    client.force_login(ruth)
    return party, client


def timed(client, address, data):
    at, used = time.perf_counter(), time.process_time()
    page = client.post(address, data)
    return page, time.perf_counter() - at, time.process_time() - used


def measure(kind, count, seed):
    party, client = make_party(f"{kind} {seed}")
    address = f"/parties/{party.pk}/players/add/"
    page, shown, used = timed(client, address, sent(kind, people(count, seed)))
    text = page.content.decode()
    answers = dict.fromkeys(re.findall(r'name="(who-\d+)"', text), "new")
    for name, value in re.findall(
        r'<select name="([^"]+)".*?value="([^"]*)" selected', text, re.DOTALL
    ):
        answers[name] = value
    [asked] = re.findall(r'name="asked" value="(\w+)"', text)
    names = text.partition('name="names" hidden>')[2].partition("</textarea>")[0].strip("\n")
    answers |= {"asked": asked, "names": names, "rest": "on", "prize_group": ""}
    _, added, used_too = timed(client, address, answers)
    assert party.entrants.count() == count, party.entrants.count()
    print(f"{kind:5} shown {shown:5.2f} s ({used:.2f} of processor), ", end="")
    print(f"added {added:5.2f} s ({used_too:.2f}), {len(answers)} answers")
    return shown <= SHOWN_AIM and added <= ADDED_AIM


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    call_command("migrate", verbosity=0)
    met = [measure(kind, count, seed) for seed in (1, 2) for kind in ("text", "csv", "xlsx")]
    print("the aims are met" if all(met[3:]) else "an aim is missed")


if __name__ == "__main__":
    main()
