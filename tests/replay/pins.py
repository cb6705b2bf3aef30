"""Writes every page, file and paper of the sample evenings to a folder, to compare checkouts.

    python -m tests.replay.pins DIR [EVENING ...]

Run it in each checkout with a folder of its own; then `diff -r` shows the changes. It uses only
the pages, the addresses and the command `organiser`, so it may be copied into an older checkout.

At several points of each evening it follows all links, and tries every address of `party.urls`
with the numbers seen so far. `answers.txt` lists the status of every address, and `names.txt` the
statuses of every URL name.
"""

import hashlib
import io
import os
import random
import re
import secrets
import subprocess
import sys
import time
import zipfile
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from unittest import mock
from urllib.parse import parse_qsl, urljoin, urlsplit

os.environ["TZ"] = "UTC"
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
time.tzset()

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.urls import NoReverseMatch, Resolver404, get_resolver, resolve, reverse  # noqa: E402

from tests.oracle.fixtures import FOLDER, NAMES, read_evening  # noqa: E402
from tests.replay.desk import Desk  # noqa: E402

STARTS_AT = datetime(2026, 11, 14, 19, 0, tzinfo=UTC)
TOKEN = re.compile(r"(csrf[^\"'>]*[\"'] (?:value|content)=[\"']|X-CSRFToken[^A-Za-z0-9]+)\w{64}")
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
PRINT_KIT = re.compile(r"/print/([a-z][a-z-]*)(?:/|\.pdf)")
NOT_ALLOWED = 405
# These URL names sign in or out. These parameters sort a list, or say that a script asks.
NOT_OPENED = {"login", "logout", "sign_in_link"}
NOT_FOLLOWED = {"sort", "v"}
RECORD = FOLDER / "hand-midway.ptn"
LOOKS = [
    f"paper={paper}{size}{blank}"
    for paper, size, blank in product(("letter", "a4"), ("", "&size=large"), ("", "&blank=yes"))
]


class PageReader(HTMLParser):
    """Collects the texts and the links of a page, and the web addresses of its POST forms."""

    def __init__(self):
        super().__init__()
        self.lines, self.addresses, self.post_addresses = [], [], []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        for name in ("href", "hx-get", "src"):
            if attrs.get(name):
                self.addresses.append(attrs[name])
        if tag == "form" and attrs.get("action"):
            post = attrs.get("method", "get").lower() == "post"
            (self.post_addresses if post else self.addresses).append(attrs["action"])

    def handle_data(self, data):
        if words := " ".join(data.split()):
            self.lines.append(words)


class PageWriter:
    """Opens all pages that an evening has at one point, and writes them to a folder."""

    def __init__(self, desk, folder, known_arguments, statuses_by_name):
        self.desk, self.folder = desk, folder
        self.known_arguments, self.statuses_by_name = known_arguments, statuses_by_name
        self.answers, self.papers, self.seen, self.kits = {}, {}, set(), set()
        folder.mkdir(parents=True)

    def run(self, first):
        waiting = [first, "/"]
        while waiting:
            for address in sorted(set(waiting)):
                if address not in self.answers:
                    self.open(address)
            waiting = [
                address
                for address in {*self.seen, *self.addresses_by_name(), *self.pdf_addresses(first)}
                if address not in self.answers
            ]
        self.write_list("answers.txt", self.answers)
        self.write_list("papers.txt", self.papers)

    def open(self, address):
        response = self.desk.client.get(address)
        location = f" {response['Location']}" if "Location" in response else ""
        self.answers[address] = f"{response.status_code}{location}"
        self.statuses_by_name.setdefault(resolve(urlsplit(address).path).url_name, set()).add(
            response.status_code
        )
        self.follow(address, [location.strip()] if location else [])
        kind = response.get("Content-Type", "").partition(";")[0]
        if kind == "text/html":
            self.write_page(address, response.content.decode())
        elif kind == "text/csv":
            self.write(address, "", response.content)
        elif response.content:
            self.papers[address] = digest_of(kind, response.content)

    def write_page(self, address, html):
        html = UUID.sub("UUID", TOKEN.sub(r"\1TOKEN", html))
        page = PageReader()
        page.feed(html)
        self.kits |= set(PRINT_KIT.findall(html))
        self.follow(address, page.addresses)
        self.remember_numbers(address, page.post_addresses)
        self.write(address, ".html", html.encode())
        self.write(address, ".txt", "\n".join([*page.lines, ""]).encode())

    def follow(self, page, addresses):
        for address in self.remember_numbers(page, addresses):
            parameters = {name for name, _ in parse_qsl(urlsplit(address).query)}
            if not parameters & NOT_FOLLOWED:
                self.seen.add(address)

    def remember_numbers(self, page, addresses):
        """Store the numbers in these web addresses; return the addresses that may be opened."""
        paths = []
        for address in addresses:
            parts = urlsplit(urljoin(f"http://testserver{page}", address))
            try:
                match = resolve(parts.path)
            except Resolver404:
                continue
            if parts.netloc != "testserver" or match.url_name in NOT_OPENED:
                continue
            self.known_arguments.add(tuple(sorted(match.kwargs.items())))
            paths.append(f"{parts.path}?{parts.query}" if parts.query else parts.path)
        return paths

    def addresses_by_name(self):
        """Yield web addresses for every URL name, with numbers that were seen in one address."""
        known = [dict(arguments) for arguments in self.known_arguments]
        for name, keys in url_names().items():
            if NOT_ALLOWED in self.statuses_by_name.get(name, ()):
                continue  # this web address accepts only POST
            needed = keys - {"kind"}
            sets = {
                tuple(sorted((key, arguments[key]) for key in needed))
                for arguments in known
                if needed <= arguments.keys()
            }
            for chosen, kind in product(sets, ("csv", "xlsx") if "kind" in keys else ("",)):
                try:
                    yield reverse(name, kwargs=dict(chosen) | ({"kind": kind} if kind else {}))
                except NoReverseMatch:
                    continue

    def pdf_addresses(self, first):
        for kit, look in product(self.kits, LOOKS):
            yield f"{first}print/{kit}.pdf?{look}"
        if any(address.startswith(f"{first}print/?") for address in self.answers):
            rounds = {dict(arguments).get("number") for arguments in self.known_arguments} - {None}
            for kit, number in product(self.kits, rounds):
                yield f"{first}print/{kit}.pdf?round={number}"

    def write(self, address, ending, content):
        name = address.strip("/").replace("/", "~").replace("?", "@") or "home"
        (self.folder / f"{name}{ending}").write_bytes(content)

    def write_list(self, name, lines):
        text = "".join(f"{key} {lines[key]}\n" for key in sorted(lines))
        (self.folder / name).write_text(text, encoding="utf-8")


def digest_of(kind, content):
    """Return type, length and SHA-256; an XLSX file is hashed without its time of creation."""
    if "spreadsheet" in kind:
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            names = sorted(set(file.namelist()) - {"docProps/core.xml"})
            content = b"".join(name.encode() + file.read(name) for name in names)
    return f"{kind} {len(content)} {hashlib.sha256(content).hexdigest()}"


def url_names():
    """Return every URL name with the names of its arguments."""
    keys_by_name = {}

    def walk(resolver, outer_keys):
        for entry in resolver.url_patterns:
            pattern = entry.pattern
            keys = outer_keys | set(pattern.converters) | set(pattern.regex.groupindex)
            if hasattr(entry, "url_patterns"):
                walk(entry, keys)
            elif entry.name and entry.name not in NOT_OPENED:
                keys_by_name[entry.name] = keys

    walk(get_resolver(), set())
    return keys_by_name


class Organiser(Desk):
    """A desk that sends one form a minute."""

    def __init__(self, clock, dice):
        super().__init__()
        self.clock, self.dice = clock, dice

    def send(self, *names, **filled):
        self.clock.return_value += timedelta(minutes=1)
        self.dice.seed(1)  # every form draws the same numbers
        return super().send(*names, **filled)


@contextmanager
def fixed_clock_and_dice():
    dice = random.Random(1)
    with (
        mock.patch("django.utils.timezone.now", return_value=STARTS_AT) as clock,
        mock.patch.object(secrets, "randbelow", dice.randrange),
        mock.patch.object(secrets, "choice", dice.choice),
        mock.patch.object(secrets, "token_hex", lambda count: dice.randbytes(count).hex()),
    ):
        yield clock, dice


def sign_in(desk):
    words = io.StringIO()
    call_command(
        "organiser", "Ruth", club="Club", time_zone="America/Chicago", stdout=words, verbosity=0
    )
    desk.open(urlsplit(words.getvalue().split()[-1]).path)
    return desk.press("/in/")


def set_up_party(desk, evening):
    count = len(evening.people)
    desk.open(reverse("party_new"))
    desk.send(name="Replay", preset=evening.rules, cards="blind", rounds=evening.rounds)
    url = re.match(r"/parties/\d+/", desk.path)[0]
    desk.open(f"{url}players/")
    desk.send(count=count)
    yield url, "1-numbers"
    desk.open(f"{url}draw/")
    desk.send(handed_out=count)
    desk.send("handed_out")
    for turn, number in enumerate(evening.rota, start=1):
        swap_turns(desk, turn, number)
    print_paper(desk, url, "cards")
    yield url, "2-drawn"


def swap_turns(desk, turn, number):
    """Swap the person who has this turn to sit out with the person of this number."""
    labels = {
        label: id_ for (name, label), id_ in desk.form("one").labels.items() if name == "one"
    }
    [present] = [id_ for label, id_ in labels.items() if label.startswith(f"{turn}. ")]
    [wanted] = [id_ for label, id_ in labels.items() if label.endswith(f" {number}")]
    if present != wanted:
        desk.send(one=present, other=wanted)


def print_paper(desk, url, kit):
    desk.open(f"{url}print/")
    desk.client.post(
        desk.form(action=f"/print/{kit}/").action, hidden_fields(desk, f"/print/{kit}/")
    )


def hidden_fields(desk, action):
    return dict(desk.form(action=action).fields)


def write_names(desk, url, evening):
    lines = [f"{person.number} {person.name}; {person.group}" for person in evening.people]
    desk.open(f"{url}players/names/")
    desk.send(names="\n".join(lines))
    questions = [name for form in desk.forms for name in form.names if name.startswith("who-")]
    desk.send("names", **dict.fromkeys(questions, "new"))


def add_other_rows(desk, url):
    """Add prizes, tickets, a helper, a series and a hand record, which have their own pages."""
    desk.open(f"{url}prizes/tickets/")
    desk.send(price="2")
    for preset in ("high-low", "play", "luck"):
        desk.open(f"{url}prizes/")
        desk.send(action="/prizes/lists/", preset=preset)
    desk.open(f"{url}helpers/")
    desk.send(name="Hanna")
    desk.open(reverse("series_new", args=[1]))
    desk.send(name="Winter", parties="1")
    desk.open(f"{url}rounds/2/tables/1/records/")
    desk.send(text=RECORD.read_text(encoding="utf-8"))


def play_round(desk, url, number, lines, *, head_rings):
    """Play a round; yield the name of the point in the middle, and after the round is closed."""
    desk.open(f"{url}live/")
    desk.press(f"/rounds/{number}/announce/")
    desk.open(f"{url}live/")
    desk.press(f"/rounds/{number}/start/")
    desk.open(f"{url}rounds/{number}/entry/")
    for table, line in enumerate(lines, start=1):
        if table == 2 and head_rings:
            desk.open(f"{url}live/")
            desk.press(f"/rounds/{number}/bell/")
            desk.open(f"{url}rounds/{number}/entry/")
        for hand, word in enumerate(line.words, start=1):
            if table == 2 and hand == 3:
                yield "playing"
            desk.send(text=word)
    desk.open(f"{url}live/")
    desk.press(f"/rounds/{number}/check/")
    for table, line in enumerate(lines, start=1):
        if line.cut:
            desk.send(action=f"/tables/{table}/cut/", cut=line.cut)
    desk.open(f"{url}rounds/{number}/close/")
    desk.press(f"/rounds/{number}/close/")
    yield "closed"


def play_evening(desk, evening):
    """Play the evening; yield the address of the party and the name of each point."""
    url = ""
    for url, point in set_up_party(desk, evening):
        yield url, point
    for number, lines in enumerate(evening.played, start=1):
        for point in play_round(desk, url, number, lines, head_rings=evening.rules == "iowa"):
            if number == 2:
                yield url, f"{3 if point == 'playing' else 4}-{point}"
        if number < evening.rounds:
            desk.open(f"{url}rounds/{number}/moves/")
            desk.press(f"/rounds/{number + 1}/seat/")
        if number == 1:
            write_names(desk, url, evening)
        if number == 2:
            add_other_rows(desk, url)
            yield url, "5-seated-again"
    desk.open(f"{url}finish/")
    desk.press("/finish/")
    print_paper(desk, url, "standings")
    yield url, "6-finished"


def write_evening(folder, name):
    call_command("migrate", verbosity=0)
    known_arguments, statuses_by_name = {()}, {}
    with fixed_clock_and_dice() as (clock, dice):
        desk = sign_in(Organiser(clock, dice))
        for url, point in play_evening(desk, read_evening(name)):
            started = time.monotonic()
            writer = PageWriter(desk, folder / name / point, known_arguments, statuses_by_name)
            writer.run(url)
            seconds = time.monotonic() - started
            print(f"{name} {point}: {len(writer.answers)} addresses, {seconds:.0f} s", flush=True)  # noqa: T201
    lines = (
        f"{url_name} {sorted(statuses_by_name.get(url_name, ()))}\n"
        for url_name in sorted(url_names())
    )
    (folder / name / "names.txt").write_text("".join(lines))


def main(folder, *names):
    if len(names) == 1:
        write_evening(Path(folder), names[0])
        return
    for name in names or NAMES:  # each evening gets its own process and database
        command = [sys.executable, "-m", __spec__.name, folder, name]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
