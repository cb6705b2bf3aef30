import sys
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from threading import Thread

REMOTE_OR_AUTOMATED = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY", "CI")
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")


def is_at_this_laptop(environment: Mapping[str, str]) -> bool:
    """Return False in a script, over ssh, or without a screen."""
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return False
    if any(environment.get(name) for name in REMOTE_OR_AUTOMATED):
        return False
    # Without a screen, a text browser would take over the terminal where the server prints.
    return sys.platform in {"win32", "darwin"} or any(map(environment.get, SCREENS))


def open_later(address: str) -> None:
    """Open the address in the background; the browser then waits until the server answers."""
    Thread(target=open_now, args=[address], daemon=True).start()


def open_now(address: str) -> None:
    with suppress(webbrowser.Error):  # the terminal shows the link too
        webbrowser.open(address)
