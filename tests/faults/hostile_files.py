"""Opens expensive party files and backups, each in a process of its own, and measures the cost.

    python -m tests.faults.hostile_files FOLDER

It writes the files to a folder, opens each as a browser does, and prints for each a line of JSON:
processor time, additional memory, the longest page, the words of the last page.
"""

# ruff: noqa: PLC0415, T201 -- models need settings; it prints its figures

import gc
import gzip
import json
import os
import re
import resource
import shutil
import sqlite3
import sys
import zlib
from contextlib import closing, suppress
from html import unescape
from pathlib import Path

from tests.faults.databases import TABLES, connect_to
from tests.laptop import ENVIRONMENT

LINE = {"verb": "notes", "words": "QQ", "at": "2026-11-14T18:00Z"}


def expensive_party_files(whole):
    """Yield the name and the text of each file, made from an intact one."""
    from party.queries.backups.party_contents import LARGEST_PARTY, MOST_ROWS

    long = "Q" * (LARGEST_PARTY - 100_000)

    def changed(**lists):
        return json.dumps(json.loads(whole) | lists, ensure_ascii=False).encode()

    def lines(count, **columns):
        return changed(log=[{"id": n, **LINE, **columns} for n in range(1, count + 1)])

    party = json.loads(whole)["party"]
    yield "a million keys", changed(more=dict.fromkeys(map(str, range(1_000_000)), 0))
    yield (
        "as many keys as there may be",
        changed(more=dict.fromkeys(map(str, range(15 * MOST_ROWS)), 0)),
    )
    yield "a million empty rows", changed(log=[[]] * 1_000_000)
    yield "a name of 20 MB", changed(party=party | {"name": long})
    yield "a key of 20 MB", changed(party=party | {long: 1})
    yield "a name with a sign of four bytes", changed(party=party | {"name": "😀" + long})
    yield (
        "three million escapes",
        changed(party=party | {"place": 0}).replace(
            b'"place": 0', b'"place": "' + b"\\u0100ab" * 1_800_000 + b'"'
        ),
    )
    yield "deep", b'{"format": "headtable-party", "version": ' + b"[" * 300_000
    yield "a number of 10 MB", whole.replace(b'"version": 1', b'"version": ' + b"1" * 10_000_000)
    yield "spaces", whole + b" " * LARGEST_PARTY
    yield "60,000 lines of the log", lines(60_000)
    yield "as many lines as there may be", lines(MOST_ROWS - 500)
    yield "700 long lines with a sign of four bytes", lines(700, words="😀" + long[:19_990])
    yield (
        "a step with a long name",
        lines(
            1,
            data={
                "steps": [
                    {"row": "party", "id": 1, "name": long[:9000], "before": {}, "after": {}}
                ]
            },
        ),
    )
    yield "300,000 rows that are gone", changed(gone={"log": [*range(1, 300_001)]})
    yield (
        "rules with a long name",
        changed(party=party | {"rules_values": party["rules_values"] | {"name": long[:9000]}}),
    )
    yield "nothing else", whole
    yield "a zlib that grows", zlib.compress(whole + bytes(100_000_000))
    yield "a gzip that grows", gzip.compress(whole + bytes(100_000_000))
    yield "UTF-16", (whole.decode() + " " * 7_000_000).encode("utf-16")


ONE = ",".join("1" * 300_000)
HUGE, LARGE = "hex(zeroblob(300000000))", "hex(zeroblob(10000000))"
FILL = "PRAGMA ignore_check_constraints = ON; INSERT INTO q(a) VALUES (1)"
COUNT = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {})"
TABLE = "INSERT INTO sqlite_master SELECT 'table', 'q' || i, 'q' || i, 2, 'CREATE TABLE q' || i ||"
LISTS = "'[' || (SELECT group_concat('[]') FROM n) || ']'"
ENDLESS = COUNT.format(10**12)
STATEMENTS = {
    "a CHECK with a long list": f"CREATE TABLE q (a CHECK (a IN ({ONE}))); {FILL}",
    "a CHECK that makes 600 MB": f"CREATE TABLE q (a CHECK ({HUGE} > a)); {FILL}",
    "a generated column": f"CREATE TABLE q (a, b AS ({HUGE})); {FILL}",
    "an index on an expression": f"CREATE INDEX q ON party_club (length({LARGE}))",
    "a default": f"CREATE TABLE q (a, b DEFAULT ({HUGE}))",
    "a trigger": f"CREATE TRIGGER q AFTER DELETE ON django_session BEGIN SELECT {HUGE}; END",
    "an endless view": f"CREATE VIEW q AS {ENDLESS} SELECT i FROM n",
    "a virtual table": "CREATE VIRTUAL TABLE q USING fts5(a)",
    "migrations that are a view": "ALTER TABLE django_migrations RENAME TO q; CREATE VIEW "
    f"django_migrations AS {ENDLESS} SELECT {HUGE} app, i name FROM n",
    "another CHECK in our tables": "UPDATE sqlite_master SET sql = replace(sql, 'CONSTRAINT', "
    f"'CHECK (length({HUGE})), CONSTRAINT')",
    "tables on one page": "UPDATE sqlite_master SET rootpage = 9 WHERE name LIKE 'party_e%'",
    "30,000 tables": f"{COUNT.format(30_000)} {TABLE} ' (a)' FROM n",
    "400 tables as large as they may be": f"{COUNT.format(400)} {TABLE} "
    f"' (a CHECK (a IN ({ONE[:2800]}1)))' FROM n",
    "a name of 20 MB": f"UPDATE party_club SET name = {LARGE}",
    "a line of 20 MB": f"UPDATE party_logline SET words = {LARGE} WHERE id = 1",
    "a migration of 20 MB": f"UPDATE django_migrations SET name = {LARGE} WHERE name LIKE '0009%'",
    "a session of 20 MB": f"INSERT INTO django_session VALUES ('q', {LARGE}, '2026-01-01')",
    "JSON of 9 MB": f"{COUNT.format(3_000_000)} UPDATE party_logline SET data = {LISTS}",
    "draws of many lists": f"{COUNT.format(33_000)} UPDATE party_round SET draw = {LISTS};"
    f"{COUNT.format(90)} INSERT INTO party_round (party_id, number, state, draw, house_added) "
    "SELECT party_id, i + 9, state, draw, '[]' FROM n, party_round",
    "6,000 clubs": f"{COUNT.format(6000)} INSERT INTO party_club (name, time_zone, is_sample) "
    "SELECT i, 'UTC', 0 FROM n",
    "100,000 lines of the log": f"{COUNT.format(100_000)} INSERT INTO party_logline (actor_kind, "
    "actor_label, at, verb, data, words, club_id, party_id) SELECT 'program', '', '2026-11-14', "
    "'notes', '{}', 'QQ', club_id, id FROM n, party_party",
}


def expensive_backups(whole):
    """Yield the name and the content of each backup."""
    for name, statements in STATEMENTS.items():
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
            file.deserialize(whole)
            with suppress(sqlite3.Error):  # some statements break the file
                file.executescript(f"PRAGMA writable_schema = ON; {statements}")
            yield name, file.serialize()
    yield "a gzip of 100 MB", gzip.compress(whole + bytes(100_000_000))
    yield "nothing else", whole
    yield "no pages", whole[:100] + zlib.compress(bytes(10_000_000))
    itself = bytes([5, 0, 0, 0, 1, 15, 0, 0, 0, 0, 0, 1])
    yield "a page that leads to itself", whole[:100] + itself + whole[112:]


def open_and_measure(folder, request):
    """Choose a file on its page, look at it and open it; return the cost."""
    from django.conf import settings
    from django.db import connections
    from django.test import Client

    from party.models import User

    kind, here = request.name.split()[0], folder / "here"
    connections["default"].close()
    shutil.rmtree(here, ignore_errors=True)
    shutil.copytree(folder / "laptop", here)
    settings.DATA_DIR, settings.BACKUP_DIR = here, here / "backups"
    connections["default"].settings_dict["NAME"] = str(here / "headtable.sqlite3")
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.get())
    address = "/parties/open/" if kind == "party" else "/backups/"
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF)
    with request.open("rb") as sent:
        head = {"CONTENT_TYPE": "multipart/form-data; boundary=XX", "wsgi.input": sent}
        answer = client.generic("POST", address, CONTENT_LENGTH=request.stat().st_size, **head)
    pages = [answer]
    if answer.status_code == 302:
        pages.append(client.get(address := answer["Location"]))
        if seen := re.search(r'name="seen" value="([\w-]+)"', pages[-1].content.decode()):
            form = {"seen": seen[1], "same_people": "on", "although_edited": "on"}
            pages.append(client.post(address, form))
            if pages[-1].status_code == 302:
                pages.append(client.get(pages[-1]["Location"]))
    after = resource.getrusage(resource.RUSAGE_SELF)
    texts = [unescape(page.content.decode()) for page in pages]
    return {
        "kind": kind,
        "name": request.name.split(maxsplit=2)[2],
        "seconds": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2),
        "megabytes": (after.ru_maxrss - before.ru_maxrss) // 1024,
        "codes": [page.status_code for page in pages],
        "longest": max(map(len, texts)),
        "echoes": any("Q" * 201 in text for text in texts),
        "says": message_on(texts[-1]),
    }


def message_on(page):
    """Return the words beside the field, or at the top of the page."""
    found = re.findall(r'class="(?:wrong|messages|note)[^>]*>(.*?)</div>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", " ".join(found)).split())[:300]


def write_requests(folder, party, backup):
    for kind, files in (
        ("party", expensive_party_files(party)),
        ("backup", expensive_backups(backup)),
    ):
        for number, (name, content) in enumerate(files, 1):
            head = (
                '--XX\r\nContent-Disposition: form-data; name="club"\r\n\r\n1\r\n--XX\r\n'
                f'Content-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
            )
            body = head.encode() + content + b"\r\n--XX--\r\n"
            (folder / f"{kind} {number:02} {name}").write_bytes(body)


def run_in_fork(function, *arguments):
    """Run a function in a new process, so that its peak of memory can be measured."""
    reading, writing = os.pipe()
    if not os.fork():
        os.close(reading)
        with os.fdopen(writing, "w") as out:
            json.dump(function(*arguments), out)
            out.flush()
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as result:
        text = result.read()
    os.wait()
    return text


def main():
    folder = Path(sys.argv[1])
    for name in ("laptop", "files"):
        (folder / name).mkdir()
    shutil.copyfile(os.environ[TABLES], folder / "laptop" / "headtable.sqlite3")
    own = {"HEADTABLE_DATA": str(folder / "laptop"), "HEADTABLE_HOSTS": "*"}
    connect_to(ENVIRONMENT | own | {"DJANGO_SETTINGS_MODULE": "party.settings"})
    run_in_fork(make_files, folder)
    requests = sorted((folder / "files").iterdir())
    for first in (each for each in requests if "nothing else" in each.name):
        open_and_measure(folder, first)  # the first request also imports modules
    gc.freeze()  # the forks then do not look through the imported modules
    for request in requests:
        print(run_in_fork(open_and_measure, folder, request), flush=True)


def make_files(folder):
    from party.services.backups.copies import wait_for_copies, write_copy
    from party.services.backups.party_files import export_party
    from tests.backup_files import without_checksum
    from tests.evening import party_with, play_rounds

    party = party_with(8)
    play_rounds(party, 1)
    wait_for_copies()
    write_copy(copy := folder / "copy.sqlite3")
    backup = without_checksum(copy).read_bytes()
    write_requests(folder / "files", export_party(party.pk), backup)


if __name__ == "__main__":
    main()
