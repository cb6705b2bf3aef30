import sys
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from threading import Thread

REMOTE_OR_AUTOMATED = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY", "CI")
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")


def is_at_this_laptop(environment: Mapping[str, str]) -> bool:
    """Return False for a script, over ssh and without a screen."""
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return False
    if any(environment.get(name) for name in REMOTE_OR_AUTOMATED):
        return False
    # Without a screen a text browser would take over the terminal that the server prints to.
    return sys.platform in {"win32", "darwin"} or any(map(environment.get, SCREENS))


def open_later(address: str) -> None:
    """Return at once; the request of the browser waits until the server runs."""
    Thread(target=open_now, args=[address], daemon=True).start()


def open_now(address: str) -> None:
    with suppress(webbrowser.Error):  # the link is in the terminal as well
        webbrowser.open(address)
