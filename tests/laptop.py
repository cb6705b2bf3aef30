"""Head Table as a process of its own, and a minimal browser."""

import http.client
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[1]
# The headless shell comes first, because it needs half of the processor time.
CHROMIUM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name not in {"DJANGO_SETTINGS_MODULE", "HEADTABLE_DATA"}
}


def command(folder, *options):
    return [sys.executable, "manage.py", "start", "--port", "0", "--data", str(folder), *options]


def run_python(*words, env=ENVIRONMENT, **options):
    """Run Python in the project's folder; return the ended process with its output."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        **options,
    )


class Laptop:
    """A running Head Table; `words` are the lines that it printed until it was ready."""

    def __init__(self, folder, *options):
        self.process = subprocess.Popen(
            command(folder, *options),
            cwd=ROOT,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.words = ""
        for line in self.process.stdout:
            self.words += line
            if "Ctrl-C" in line:
                break
        self.address = self.find(r"laptop: +(\S+)")
        self.link = self.find(r"(http\S+/\S{20,})")

    def find(self, pattern):
        found = re.search(pattern, self.words)
        if not found:
            self.process.kill()
            pytest.fail(self.words + self.process.communicate()[1])
        return found[1]

    def stop(self, how=signal.SIGINT):
        self.process.send_signal(how)
        last_words, complaints = self.process.communicate(timeout=10)
        return self.process.returncode, last_words, complaints


class Visitor:
    """Keeps cookies, and presses the only button of a page."""

    def __init__(self):
        self.cookies = {}

    def ask(self, address, body=None, **headers):
        """Return the status, headers and text of the response."""
        parts = urlsplit(address)
        connection = http.client.HTTPConnection(parts.netloc, timeout=10)
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        connection.request("POST" if body else "GET", path, body=body, headers=headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        for line in answer.headers.get_all("Set-Cookie", []):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        connection.close()
        return answer.status, answer.headers, text

    def press_the_button(self, address):
        _, _, text = self.ask(address)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', text)
        assert token, text
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask(address, f"csrfmiddlewaretoken={token[1]}", **form)[0]


def signed_in(laptop):
    """Return a visitor who has used the sign-in link."""
    visitor = Visitor()
    visitor.press_the_button(laptop.link)
    return visitor
