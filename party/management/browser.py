"""The browser of this laptop: opened at the sign-in link, where somebody sits in front of it."""

import sys
import webbrowser
from collections.abc import Mapping
from threading import Thread

ELSEWHERE = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY", "CI")
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")


def is_at_this_laptop(environment: Mapping[str, str]) -> bool:
    """Return whether a person with a screen started this, not a script or somebody far away.

    Without a screen a text browser would take over the terminal that the server prints to.
    """
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return False
    if any(environment.get(name) for name in ELSEWHERE):
        return False
    return sys.platform in {"win32", "darwin"} or any(map(environment.get, SCREENS))


def open_later(address: str) -> None:
    """Open the browser without waiting for it: the listener keeps its call until we serve."""
    Thread(target=_open, args=[address], daemon=True).start()


def _open(address: str) -> None:
    # The link is printed as well: whoever has no browser that opens has lost nothing.
    try:
        webbrowser.open(address)
    except webbrowser.Error:
        return
