"""Evenings are played once: what a step of the set-up wrote is written again the next time.

A step is a function marked `@once`, such as `start(party)` or `play(party)`. Done for the first
time it runs: its verbs write their rows, and the statements are kept. When another test does the
same step with the same arguments after the same writes, from an empty database on, only the
statements are executed again, with the ids that the rows had. So every test has real rows made
by real verbs, in its own transaction, at the price of the INSERTs.

Steps always run in tests that commit (their ids are not known beforehand) and in tests that
patch something.
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
    """What the steps wrote, and where the running test stands.

    `history` numbers what was written since the empty database; None when nothing can be known.
    """

    def __init__(self) -> None:
        self.numbers: dict[object, int] = {}
        self.kept: dict[object, tuple[list, bytes]] = {}
        self.seen: dict[object, bytes] = {}
        self.history: int | None = None
        self.unmeasured = False
        self.running: list[list] = []  # the statements of the steps that run, the outermost first
        self.replaying = False

    def begin(self, test, *, unmeasured) -> None:
        self.history = EMPTY if can_replay(test) else None
        # Coverage has not seen what such a test did first: a test that is measured does it anew.
        self.unmeasured = unmeasured
        self.running.clear()

    def join(self, connection, **_signal) -> None:
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
            for statements in self.running:
                statements.append((sql, deepcopy(params), many))
            if not self.replaying:
                self.go_on(sql, repr(params))
        return answer

    def go_on(self, *what) -> None:
        """Note what was written."""
        if self.history is not None:
            key = (self.history, *what)
            self.history = self.numbers.setdefault(key, len(self.numbers) + 1)

    def do(self, step, args, options):
        blocks = connection.atomic_blocks
        # In a transaction that the test opens itself, a verb must fail as it does outside.
        if self.history is None or not blocks or not blocks[-1]._from_testcase:
            self.history = None
            return step(*args, **options)
        if self.history == EMPTY:
            restart_ids()
        name = f"{step.__module__}.{step.__qualname__}"
        key = (self.history, name, plain([args, options]), self.unmeasured)
        if key not in self.kept:
            return self.run(key, step, args, options)
        statements, result = self.kept[key]
        self.replay(statements)
        self.go_on(*key[1:])
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
            self.kept[key] = (statements, pickle.dumps(result))
            self.history = before
            self.go_on(*key[1:])
        return result

    def looked_up(self, what, look):
        """Return what `look` finds; after the same writes it is not looked up again."""
        if self.history is None:
            return look()
        key = (self.history, what, self.unmeasured)
        if key not in self.seen:
            self.seen[key] = pickle.dumps(look())
        return pickle.loads(self.seen[key])

    def replay(self, statements) -> None:
        self.replaying = True
        try:
            with setting_up(), connection.cursor() as cursor:
                for sql, params, many in statements:
                    (cursor.executemany if many else cursor.execute)(sql, params)
        finally:
            self.replaying = False


MEMORY = Memory()
connection_created.connect(MEMORY.join)
for each in connections.all(initialized_only=True):
    MEMORY.join(each)


def once(step):
    """Mark a step of the set-up: done again in another test, only its rows are written again."""

    @wraps(step)
    def done(*args, **options):
        return MEMORY.do(step, args, options)

    return done


def can_replay(test) -> bool:
    """Tell whether a test neither commits nor patches what a step may run through."""
    mark = test.get_closest_marker("django_db")
    commits = mark and mark.kwargs.get("transaction")
    patches = PATCHING & set(signature(test.obj).parameters)
    return not (commits or patches or COMMITTING & set(test.fixturenames))


def page_holds(client, address, what):
    """Return what a test takes from a page, to send it back: `what(response)`, plain values.

    The same page, before the same person and after the same writes, is asked for only once.
    """
    who = client.session.get("_auth_user_id")
    return MEMORY.looked_up((who, address), lambda: what(client.get(address)))


def restart_ids() -> None:
    """Let the ids begin at 1, as they did when the steps were done for the first time."""
    models = apps.get_app_config("party").get_models(include_auto_created=True)
    ids = [(model._meta.db_table, model._meta.pk.column) for model in models]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name LIKE 'party_%'")
        else:
            each = (f"setval(pg_get_serial_sequence('{t}', '{c}'), 1, false)" for t, c in ids)
            cursor.execute(f"SELECT {', '.join(each)}")


def plain(value) -> str:
    """Return a text that is the same for the same arguments: of a row, what it was made with."""
    if isinstance(value, Model):
        names = {field.attname for field in value._meta.concrete_fields} - {"last_login"}
        columns = {name: getattr(value, name) for name in sorted(names)}
        return f"{value._meta.label} {columns!r}"
    if isinstance(value, dict):
        return repr({name: plain(each) for name, each in value.items()})
    if isinstance(value, list | tuple):
        return repr([plain(each) for each in value])
    return repr(value)
