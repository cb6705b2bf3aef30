"""Head Table started by a double click, without a console: `head-table-desktop`.

The browser opens a start page at once. It leads to Head Table when that runs, or names the error.
"""

import os
import secrets
import sys
import tempfile
import traceback
import webbrowser
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

from party.command_line import main as run_command
from party.values.hosting import user_data_folder

LOG = "head-table.log"
LARGEST_LOG = 1_000_000  # bytes; a start empties a larger file
INTERRUPTED = 130  # the exit code after Ctrl-C
LAST_PAGE_TIMEOUT = 30  # seconds to wait for the browser to load the last page
STATIC = Path(__file__).parent / "static" / "party"
STYLES = {"tokens.css", "party.css"}
STARTING = "Head Table is starting"
NOT_STARTED = "Head Table did not start"
FIRST_TIME = "Head Table opens here by itself. The first start can take a minute."
UNEXPECTED = "Head Table stopped with an error: {error}."
KEPT = "The file {log} has the details."
PAGE = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="tokens.css"><link rel="stylesheet" href="party.css"></head>
<body><main class="page wrap page-narrow"><div class="head"><h1>{title}</h1></div>
<section class="card stack">{words}</section></main></body></html>
"""


class StartPage(ThreadingHTTPServer, webbrowser.BaseBrowser):
    """The server of the start page, and the "browser" in which `start` opens its link.

    Other users of the computer can reach the port, so the address of the page is secret.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), StartPageHandler)
        self.folder = f"/{secrets.token_urlsafe(16)}/"
        self.address = f"http://127.0.0.1:{self.server_port}{self.folder}"
        self.target = self.error = ""
        self.was_seen = Event()  # set when the browser has loaded the last page
        Thread(target=self.serve_forever, daemon=True).start()

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:  # noqa: ARG002, FBT001, FBT002
        self.target = url
        return True

    def fail(self, words: str, log: Path) -> None:
        self.error = f"{words}\n{KEPT.format(log=log)}"


class StartPageHandler(BaseHTTPRequestHandler):
    server: StartPage

    def do_GET(self) -> None:
        start = self.server
        name = self.path.removeprefix(start.folder)
        if name in STYLES:
            self.respond((STATIC / name).read_bytes(), "text/css")
        elif name:
            self.send_error(HTTPStatus.NOT_FOUND)
        elif start.target:
            self.respond(b"", status=HTTPStatus.SEE_OTHER, Location=start.target)
            start.was_seen.set()
        elif start.error:
            self.respond(page(NOT_STARTED, start.error))
            start.was_seen.set()
        else:
            self.respond(page(STARTING, FIRST_TIME), Refresh="1")

    def respond(
        self,
        body: bytes,
        kind: str = "text/html",
        status: HTTPStatus = HTTPStatus.OK,
        **headers: str,
    ) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Cache-Control": "no-store", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keep requests out of stderr, which is the log of errors."""


def page(title: str, words: str) -> bytes:
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in words.splitlines())
    return PAGE.format(title=title, words=paragraphs).encode()


def main() -> None:
    log = log_file()
    size = log.stat().st_size
    start_page = StartPage()
    webbrowser.open(start_page.address)
    webbrowser.register("start page", None, start_page, preferred=True)
    with (
        log.open("a", encoding="utf-8", buffering=1) as errors,
        Path(os.devnull).open("w") as discarded,
    ):
        # `start` prints the sign-in link on stdout, and no file may contain the link.
        sys.stdout, sys.stderr = discarded, errors
        sys.argv[1:1] = ["start", "--desktop"]
        try:
            run_command()
        except SystemExit as stop_request:
            if stop_request.code not in {None, 0, INTERRUPTED}:
                words = log.read_bytes()[size:].decode(errors="replace").strip()
                start_page.fail(words, log)
            raise
        except Exception as error:
            traceback.print_exc()
            words = UNEXPECTED.format(error=str(error) or type(error).__name__)
            start_page.fail(words, log)
            raise SystemExit(1) from error
        finally:
            if start_page.error or start_page.target:
                start_page.was_seen.wait(LAST_PAGE_TIMEOUT)


def log_file() -> Path:
    """Return a writable log file, in the user's folder if possible."""
    folder = user_data_folder(sys.platform, os.environ)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        log = folder / LOG
        log.touch(mode=0o600)
        if log.stat().st_size > LARGEST_LOG:
            log.write_bytes(b"")
    except OSError:
        descriptor, name = tempfile.mkstemp(prefix="head-table-", suffix=".log")
        os.close(descriptor)
        return Path(name)
    return log
