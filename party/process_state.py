"""Everything that a process keeps in memory between requests: locks, queues, cached pages.

Each worker process has its own state and loses it at a restart, so no stored value may depend on
it. Caches of pure functions and the lock of `pdf/drawing/fonts` stand in their own modules.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from threading import BoundedSemaphore, Lock, RLock
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

T = TypeVar("T")
MOST_CACHED_PARTIES = 32


def _flag(name: str) -> ContextVar[bool]:
    return ContextVar(name, default=False)


def _reader_locks() -> list[Lock]:
    return [Lock() for _ in range(MOST_CACHED_PARTIES)]


@dataclass(slots=True)
class ProcessState:
    # SQLite's own waiting is unfair: of four desks at once, the last one waits more than a second.
    # This lock serves the desks in order.
    write_lock: RLock = field(default_factory=RLock)
    locked_at: float = 0.0  # `monotonic` time when another program last held the database
    is_writing: ContextVar[bool] = field(default_factory=lambda: _flag("is_writing"))
    # True while `services.write.all_or_nothing` joins several verbs into one transaction.
    is_all_or_nothing: ContextVar[bool] = field(default_factory=lambda: _flag("is_all_or_nothing"))
    # True while the thread uses a backup or a scratch file as its database.
    uses_other_database: ContextVar[bool] = field(
        default_factory=lambda: _flag("uses_other_database")
    )
    mail_sender: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="mail")
    )

    # This thread writes one copy at a time. The program waits for the last copy before it exits.
    copy_writer: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="backup")
    )
    queued_copies: set[str] = field(default_factory=set)
    copy_lock: Lock = field(default_factory=Lock)  # held by the writer and by immediate copies
    restore_lock: Lock = field(default_factory=Lock)

    # One password is hashed at a time, and few requests may wait.
    hashing_lock: Lock = field(default_factory=Lock)
    hashing_queue: BoundedSemaphore = field(default_factory=lambda: BoundedSemaphore(3))

    # One photograph is read at a time, which takes 100 MB for a second; few requests may wait.
    reading_lock: Lock = field(default_factory=Lock)
    reading_queue: BoundedSemaphore = field(default_factory=lambda: BoundedSemaphore(3))

    # This stops the server of `start`; None on a hosted server.
    stop_server: Callable[[], None] | None = None
    # The --host of `start`; "" if the server listens on all addresses.
    only_host: str = ""

    # The times of the last polls, keyed by party and table.
    unwritten_polls: dict[tuple[int, int], datetime] = field(default_factory=dict)
    write_polls_after: float = 0.0  # `monotonic` time

    # While one thread reads a page, it holds the party's lock; the others wait for its result.
    guest_locks: list[Lock] = field(default_factory=_reader_locks)
    table_locks: list[Lock] = field(default_factory=_reader_locks)
    cached_reads: list["_lru_cache_wrapper[Any]"] = field(default_factory=list)
    # By party id. A request that has written may still hold the `Party` from before its write. It
    # must not get the results that are cached for that revision.
    newest_revisions: dict[int, int] = field(default_factory=dict)
    # The results of functions marked `read_once` during one page (queries/shared_reads).
    page_reads: ContextVar[dict[tuple[object, ...], Any] | None] = field(
        default_factory=lambda: ContextVar("page_reads", default=None)
    )

    def reset(self) -> None:
        """Forget the server, times and caches. Locks stay, because a thread may hold one."""
        self.stop_server, self.only_host = None, ""
        self.locked_at = self.write_polls_after = 0.0
        self.unwritten_polls.clear()
        self.newest_revisions.clear()
        self.clear_cached_reads()

    def clear_cached_reads(self) -> None:
        for cached_read in self.cached_reads:
            cached_read.cache_clear()

    def may_cache_reads(self) -> bool:
        # A write may be rolled back; the next write then gets the same revision for other rows.
        flags = (self.is_writing, self.is_all_or_nothing, self.uses_other_database)
        return not any(flag.get() for flag in flags)


PROCESS = ProcessState()


def cache_page(read: Callable[..., T]) -> "_lru_cache_wrapper[T]":
    """Cache a read by its arguments, one of which is the party's revision."""
    cached_read = lru_cache(maxsize=MOST_CACHED_PARTIES)(read)
    PROCESS.cached_reads.append(cached_read)
    return cached_read
