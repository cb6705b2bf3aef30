"""Replays the writes of set-up steps, so that each evening is played only once.

A step is a function marked `@once`. At its first run its SQL statements are recorded. After the
same writes to an empty database, the same step with the same arguments only executes these
statements again, with the same ids. Tests that commit or patch something replay nothing.
"""

import pickle
import re
from copy import deepcopy
from functools import wraps
from inspect import signature

from django.apps import apps
from django.db import connection, connections
from django.db.backends.signals import connection_created
from django.db.models import Model

from tests.guard import OURS, SIGN_IN, setting_up

ROLLBACK = re.compile(r"\s*ROLLBACK", re.IGNORECASE)
PATCHING = {"monkeypatch", "settings"}
COMMITTING = {"transactional_db", "live_server"}
EMPTY = 0


class Memory:
    """The recorded statements of steps, and the writes of the running test."""

    def __init__(self) -> None:
        self.numbers: dict[object, int] = {}
        self.recorded: dict[object, tuple[list, bytes]] = {}
        self.results: dict[object, bytes] = {}
        # A number for all writes since the empty database; None if no step can be replayed.
        self.history: int | None = None
        self.unmeasured = False
        self.running: list[list] = []  # statements of each running step, outermost first
        self.replaying = False

    def begin(self, test, *, unmeasured) -> None:
        self.history = EMPTY if can_replay(test) else None
        # A measured test must not replay steps that ran without the tracer of coverage.
        self.unmeasured = unmeasured
        self.running.clear()

    def watch_connection(self, connection, **_signal) -> None:
        if self.watch not in connection.execute_wrappers:
            connection.execute_wrappers.append(self.watch)

    def watch(self, execute, sql, params, many, context):
        writes = bool(OURS.match(sql)) and not SIGN_IN.match(sql)
        if writes and self.history == EMPTY and not self.replaying:
            restart_ids()
        answer = execute(sql, params, many, context)
        if ROLLBACK.match(sql):
            self.history = None
        elif writes:
            params = without_memory_views(params)
            for statements in self.running:
                statements.append((sql, deepcopy(params), many))
            if not self.replaying:
                self.add_to_history(sql, repr(params))
        return answer

    def add_to_history(self, *write) -> None:
        if self.history is not None:
            key = (self.history, *write)
            self.history = self.numbers.setdefault(key, len(self.numbers) + 1)

    def run_or_replay(self, step, args, options):
        blocks = connection.atomic_blocks
        # In a transaction of the test itself a step must run, because its verbs must fail there.
        if self.history is None or not blocks or not blocks[-1]._from_testcase:
            self.history = None
            return step(*args, **options)
        if self.history == EMPTY:
            restart_ids()
        name = f"{step.__module__}.{step.__qualname__}"
        key = (self.history, name, comparison_text([args, options]), self.unmeasured)
        if key not in self.recorded:
            return self.run(key, step, args, options)
        statements, result = self.recorded[key]
        self.replay(statements)
        self.add_to_history(*key[1:])
        return pickle.loads(result)

    def run(self, key, step, args, options):
        before, statements = self.history, []
        self.running.append(statements)
        try:
            result = step(*args, **options)
        except BaseException:
            self.history = None
            raise
        finally:
            self.running.pop()
        if self.history is not None:
            self.recorded[key] = (statements, pickle.dumps(result))
            self.history = before
            self.add_to_history(*key[1:])
        return result

    def remember(self, name, read):
        """Return the result of `read()`; after the same writes `read` does not run again."""
        if self.history is None:
            return read()
        key = (self.history, name, self.unmeasured)
        if key not in self.results:
            self.results[key] = pickle.dumps(read())
        return pickle.loads(self.results[key])

    def replay(self, statements) -> None:
        self.replaying = True
        try:
            with setting_up(), connection.cursor() as cursor:
                for sql, params, many in statements:
                    (cursor.executemany if many else cursor.execute)(sql, params)
        finally:
            self.replaying = False


MEMORY = Memory()
connection_created.connect(MEMORY.watch_connection)
for each in connections.all(initialized_only=True):
    MEMORY.watch_connection(each)


def once(step):
    """Mark a step of the set-up whose statements other tests replay."""

    @wraps(step)
    def run_or_replay(*args, **options):
        return MEMORY.run_or_replay(step, args, options)

    return run_or_replay


def without_memory_views(params):
    """Replace memory views by bytes: they can be neither copied nor compared."""
    if not isinstance(params, list | tuple):
        return params
    return [bytes(each) if isinstance(each, memoryview) else each for each in params]


def can_replay(test) -> bool:
    """Return whether a test neither commits nor patches anything."""
    mark = test.get_closest_marker("django_db")
    commits = mark and mark.kwargs.get("transaction")
    patches = PATCHING & set(signature(test.obj).parameters)
    return not (commits or patches or COMMITTING & set(test.fixturenames))


def remember_page(client, address, extract):
    """Return `extract(response)` of a page, which is requested only once after the same writes."""
    user_id = client.session.get("_auth_user_id")
    return MEMORY.remember((user_id, address), lambda: extract(client.get(address)))


def restart_ids() -> None:
    """Let the ids begin at 1, as they did when the steps were recorded."""
    models = apps.get_app_config("party").get_models(include_auto_created=True)
    ids = [(model._meta.db_table, model._meta.pk.column) for model in models]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name LIKE 'party_%'")
        else:
            # While migrations run, some tables do not exist yet.
            each = (
                f"CASE WHEN to_regclass('{t}') IS NOT NULL "
                f"THEN setval(pg_get_serial_sequence('{t}', '{c}'), 1, false) END"
                for t, c in ids
            )
            cursor.execute(f"SELECT {', '.join(each)}")


def comparison_text(value) -> str:
    """Return the same text for equal arguments; for a row, its columns."""
    if isinstance(value, Model):
        names = {field.attname for field in value._meta.concrete_fields} - {"last_login"}
        columns = {name: getattr(value, name) for name in sorted(names)}
        return f"{value._meta.label} {columns!r}"
    if isinstance(value, dict):
        return repr({name: comparison_text(each) for name, each in value.items()})
    if isinstance(value, list | tuple):
        return repr([comparison_text(each) for each in value])
    return repr(value)
