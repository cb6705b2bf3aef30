"""The server of the hall: waitress, which no crowd of silent or slow connections can stop.

By itself waitress takes a hundred connections, keeps a silent one for two minutes, and waits as
long as it likes for the end of a request: seventeen phones with six connections each would lock
the desk out. Figures: tests/faults/README.md. (Waitress has no types.)
"""

import select
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer

THREADS = 4  # more of them only take Python from each other: eight desks at once wait longer
IDLE = 30  # seconds that a connection may be silent: phones ask every ten
IDLE_IN_A_CROWD = 1
CROWD = 300  # connections; beyond it the silent ones go early, and come back by themselves
WHOLE_REQUEST = 60  # seconds for a request to come in, the file that is uploaded with it too
HEAD_OF_REQUEST = 10
MOST = 2000  # connections
MOST_WITH_SELECT = 400  # Windows has no poll, and its select takes 512
SPARE_FILES = 200  # for the database, static files, lists that are uploaded
BACKLOG = 1024


class HallChannel(HTTPChannel):  # type: ignore[misc]
    """A connection that knows since when its request is coming in."""

    begun: float | None = None

    def received(self, data: bytes) -> bool:
        is_taken: bool = super().received(data)
        if self.request is None:
            self.begun = None
        elif self.begun is None:
            self.begun = time.time()
        return is_taken

    def is_overdue(self, now: float, idle: float) -> bool:
        """Return whether it has been silent for too long, or its request takes too long."""
        if self.requests or self.total_outbufs_len:
            return False
        if self.begun is None:
            return bool(self.last_activity < now - idle)
        part = self.request
        limit = WHOLE_REQUEST if part and part.headers_finished else HEAD_OF_REQUEST
        return self.begun < now - limit


class HallServer(TcpWSGIServer):  # type: ignore[misc]
    channel_class = HallChannel

    def maintenance(self, now: float) -> None:
        """Close what is overdue; waitress calls this once a second."""
        super().maintenance(now)
        idle = IDLE_IN_A_CROWD if len(self.active_channels) > CROWD else IDLE
        for channel in self.active_channels.values():
            if channel.is_overdue(now, idle):
                channel.will_close = True


def hall_server(application: Callable[..., Any], listener: socket.socket) -> HallServer:
    """Return a server on a listening socket; `run()` answers until Ctrl-C."""
    has_poll = hasattr(select, "poll")
    settings = Adjustments(
        sockets=[listener],
        threads=THREADS,
        ident=None,
        connection_limit=most_connections() if has_poll else MOST_WITH_SELECT,
        channel_timeout=WHOLE_REQUEST,
        cleanup_interval=1,
        asyncore_use_poll=has_poll,
        backlog=BACKLOG,
    )
    info = (listener.family, listener.type, listener.proto, listener.getsockname())
    return HallServer(
        application, map={}, _sock=listener, adj=settings, sockinfo=info, bind_socket=False
    )


def most_connections() -> int:
    """Return how many connections the system allows, after asking it for enough of them."""
    if sys.platform == "win32":
        return MOST_WITH_SELECT
    import resource  # noqa: PLC0415 -- not on Windows

    wanted = MOST + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        more = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
    return MOST if soft == resource.RLIM_INFINITY else max(100, min(MOST, soft - SPARE_FILES))
