"""The server for the phones of a hall: waitress, which here closes silent and slow connections.

By default waitress takes 100 connections and keeps a silent one for two minutes, so seventeen
phones with six connections each would lock out the desk (tests/faults/README.md).
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

THREADS = 4  # with more, eight desks at once wait longer
IDLE_SECONDS = 30  # a connection may be silent for so long; phones poll every ten seconds
IDLE_SECONDS_IN_A_CROWD = 1
CROWD = 300  # with more connections, silent ones are closed early, and browsers reconnect
REQUEST_SECONDS = 60  # for receiving a request with an uploaded file
HEADERS_SECONDS = 10  # for receiving the headers of a request
MOST_CONNECTIONS = 2000
MOST_WITH_SELECT = 400  # Windows has only select, which takes 512 connections
SPARE_FILES = 200  # open files for the database, static files and uploads
BACKLOG = 1024


class HallChannel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    begun_at: float | None = None  # when the first bytes of the unfinished request came

    def received(self, data: bytes) -> bool:
        is_taken: bool = super().received(data)
        if self.request is None:
            self.begun_at = None
        elif self.begun_at is None:
            self.begun_at = time.time()
        return is_taken

    def is_overdue(self, now: float, idle_limit: float) -> bool:
        if self.requests or self.total_outbufs_len:
            return False
        if self.begun_at is None:
            return bool(self.last_activity < now - idle_limit)
        has_headers = self.request is not None and self.request.headers_finished
        limit = REQUEST_SECONDS if has_headers else HEADERS_SECONDS
        return self.begun_at < now - limit


class HallServer(TcpWSGIServer):  # type: ignore[misc]
    channel_class = HallChannel

    def maintenance(self, now: float) -> None:
        """Close overdue connections. Waitress calls this once a second."""
        super().maintenance(now)
        is_crowd = len(self.active_channels) > CROWD
        idle_limit = IDLE_SECONDS_IN_A_CROWD if is_crowd else IDLE_SECONDS
        for channel in self.active_channels.values():
            if channel.is_overdue(now, idle_limit):
                channel.will_close = True


def hall_server(application: Callable[..., Any], listener: socket.socket) -> HallServer:
    settings = Adjustments(
        sockets=[listener],
        threads=THREADS,
        ident=None,
        connection_limit=most_connections(),
        channel_timeout=REQUEST_SECONDS,
        cleanup_interval=1,
        asyncore_use_poll=hasattr(select, "poll"),
        backlog=BACKLOG,
    )
    info = (listener.family, listener.type, listener.proto, listener.getsockname())
    return HallServer(
        application, map={}, _sock=listener, adj=settings, sockinfo=info, bind_socket=False
    )


def most_connections() -> int:
    """Raise the limit of open files if possible; return how many connections it then allows."""
    if sys.platform == "win32":
        return MOST_WITH_SELECT
    import resource  # noqa: PLC0415 -- not on Windows

    needed = MOST_CONNECTIONS + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < needed:
        raised = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
            soft = raised
    if soft == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(100, min(MOST_CONNECTIONS, soft - SPARE_FILES))
