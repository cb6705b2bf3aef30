"""Fails a test at any INSERT, UPDATE or DELETE outside `services.write.write()`.

Fixtures may write directly; a test that prepares rows in its body says `with setting_up():`.
Sessions and the time of a sign-in are allowed, because Django writes them.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import connections
from django.db.backends.signals import connection_created

from party.process_state import PROCESS

OURS = re.compile(
    r'\s*(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE|DELETE\s+FROM)\s+"?party_', re.IGNORECASE
)
COMPLAINT = "written outside services.write.write()"
SIGN_IN = re.compile(r'UPDATE "party_user" SET "last_login" = ')

_set_up: ContextVar[bool] = ContextVar("set_up", default=False)


class StrayWriteError(AssertionError):
    """A write outside services."""


class Guard:
    def __init__(self) -> None:
        self.armed = False
        self.strays: list[str] = []

    def watch_connection(self, connection, **_signal) -> None:
        if self.watch not in connection.execute_wrappers:
            connection.execute_wrappers.append(self.watch)

    def watch(self, execute, sql, params, many, context):
        if self.armed and is_stray(sql):
            # Note the write as well: a server thread or a wide `except` may swallow the exception.
            self.strays.append(sql)
            raise StrayWriteError(f"{COMPLAINT}: {sql}")
        return execute(sql, params, many, context)

    @contextmanager
    def armed_for_a_test(self) -> Iterator[None]:
        self.armed = True
        try:
            yield
        finally:
            self.armed = False
            strays, self.strays = self.strays, []
        if strays:
            raise StrayWriteError(f"{COMPLAINT}: {strays[0]}")


GUARD = Guard()
connection_created.connect(GUARD.watch_connection)
for connection in connections.all(initialized_only=True):
    GUARD.watch_connection(connection)


def is_stray(sql: str) -> bool:
    allowed = PROCESS.is_writing.get() or _set_up.get() or SIGN_IN.match(sql)
    return bool(OURS.match(sql)) and not allowed


@contextmanager
def setting_up() -> Iterator[None]:
    """Allow writes without a service in this block, which prepares rows."""
    token = _set_up.set(True)
    try:
        yield
    finally:
        _set_up.reset(token)
        # The key of these caches is the revision of the party, which only services raise.
        for cached_read in PROCESS.cached_reads:
            cached_read.cache_clear()
