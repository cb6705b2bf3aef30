"""Whether the database is the one that this program needs."""

from functools import cache

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


def missing_migrations() -> list[str]:
    """Return the migrations that the database lacks. Raises DatabaseError without a database.

    A database with more migrations belongs to a newer program; this one still answers while the
    workers are replaced.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    return [f"{app} {name}" for app, name in sorted(_of_this_program() - applied.keys())]


@cache
def _of_this_program() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).disk_migrations)
