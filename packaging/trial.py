#!/usr/bin/env python3
"""Tries an installed Head Table: `python3 packaging/trial.py [--hands N] COMMAND...`.

COMMAND is the program with its options, such as `head-table --port 8123 --data FOLDER`, or the
address of one that runs already, with its sign-in link: `http://localhost:8000/in/...`. The trial
starts it, signs in by the link that it prints, looks at the sample evening, saves one hand at
table 5, and stops it. `--hands N` says how many hands table 5 must have before: after an upgrade
those of the trial before it.
"""

import http.cookiejar
import os
import re
import signal
import subprocess
import sys
import time
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, build_opener

TABLE = 5  # of the sample evening; it has no hands at first
LONGEST_START = 120


def main() -> None:
    arguments = sys.argv[1:]
    hands = 0
    if arguments[:1] == ["--hands"]:
        hands, arguments = int(arguments[1]), arguments[2:]
    if arguments[0].startswith("http"):
        save_a_hand(arguments[0], hands)
        return
    began = time.monotonic()
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    program = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        save_a_hand(printed_link(program), hands, began)
    finally:
        program.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
        last_words = program.communicate(timeout=30)[0].strip()
    if program.returncode:
        sys.exit(f"It ended with {program.returncode}: {last_words}")
    print(last_words)


def printed_link(program: "subprocess.Popen[str]") -> str:
    words = ""
    for line in program.stdout or ():
        words += line
        if "Ctrl-C" in line and (link := re.search(r"http\S+/in/\S+", words)):
            print(words)
            return link[0]
    sys.exit(f"No sign-in link was printed: {words}")


def save_a_hand(link: str, hands_before: int, began: float | None = None) -> None:
    browser = build_opener(HTTPCookieProcessor(http.cookiejar.CookieJar()))
    address = "{0.scheme}://{0.netloc}".format(urlsplit(link))

    def ask(url: str, **form: str) -> str:
        sent = urlencode(form).encode() if form else None
        with browser.open(url, data=sent, timeout=LONGEST_START) as answer:
            return str(answer.read().decode())

    ask(link, csrfmiddlewaretoken=field(ask(link), "csrfmiddlewaretoken"))
    home = ask(f"{address}/")
    if "Sample evening" not in home:
        sys.exit("The sample evening is not on the first page.")
    if began is not None:
        print(f"The sample evening is on the screen after {time.monotonic() - began:.1f} s.")
    party = re.search(r"/parties/\d+/", home)[0]  # type: ignore[index]
    desk = f"{address}{party}rounds/3/entry/?table={TABLE}"
    page = ask(desk)
    number = int(field(page, "hand"))
    if number != hands_before + 1:
        sys.exit(f"Table {TABLE} has {number - 1} hands, not {hands_before}.")
    hidden = {name: field(page, name) for name in ("csrfmiddlewaretoken", "submission", "hand")}
    ask(desk, kind="circle", bidder="N", bid="8H", tricks="8", **hidden)
    if field(ask(desk), "hand") != str(number + 1):
        sys.exit("The hand was not saved.")
    print(f"Hand {number} of table {TABLE} is saved.")


def field(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    if not found:
        sys.exit(f"The page has no field {name}.")
    return found[1]


if __name__ == "__main__":
    main()
