"""Opens the sign-in link in the browser of this laptop."""

import sys
import webbrowser
from collections.abc import Mapping
from threading import Thread

REMOTE_OR_AUTOMATED = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY", "CI")
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")


def is_at_this_laptop(environment: Mapping[str, str]) -> bool:
    """Return whether a person at this screen started the program, not a script or over ssh.

    Without a screen a text browser would take over the terminal that the server prints to.
    """
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return False
    if any(environment.get(name) for name in REMOTE_OR_AUTOMATED):
        return False
    return sys.platform in {"win32", "darwin"} or any(map(environment.get, SCREENS))


def open_later(address: str) -> None:
    """Open the browser in a thread; its request waits in the listener until the server runs."""
    Thread(target=open_now, args=[address], daemon=True).start()


def open_now(address: str) -> None:
    # Ignore a missing browser: the link is in the terminal as well.
    try:
        webbrowser.open(address)
    except webbrowser.Error:
        return
