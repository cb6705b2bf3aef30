"""The command `migrate`, which applies all migrations or none."""

from typing import Any

from django.core.management.commands import migrate
from django.db import DatabaseError, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.recorder import MigrationRecorder

from party.management.command_errors import PlainCommand
from party.management.database import has_pending_migrations, refuse_other_versions
from party.queries.backups.kept_copies import backup_folder
from party.services.backups.copies import copy_now
from party.services.backups.updates import is_update, store_version
from party.services.write import write
from party.values.refusals import Refused


class Command(PlainCommand, migrate.Command):
    """Django's command in one transaction, after a copy of the database.

    Django commits a migration before it records the migration as applied. If the process is killed
    between the two, every later start would apply the migration again, and fail.
    """

    stealth_options = ("keeps_copy",)

    def handle(self, *args: Any, keeps_copy: bool = True, **options: Any) -> None:
        is_dry_run = options["plan"] or options["check_unapplied"]
        applied = MigrationRecorder(connection).applied_migrations()
        refuse_other_versions(applied)
        keeps_copy = keeps_copy and not is_dry_run and backup_folder() is not None
        copy = ""
        if applied and keeps_copy:
            copy = copy_before_update(
                is_required=has_pending_migrations() or bool(options["app_label"])
            )
        # SQLite cannot alter a table while it checks foreign keys. The checks can be turned off
        # only outside a transaction. PostgreSQL alters no table while a deferred check is pending.
        with connection.constraint_checks_disabled(), write():
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                    # Wait for running transactions, however long they take.
                    cursor.execute("SET LOCAL lock_timeout = 0")
            try:
                super().handle(*args, **options)
            except InconsistentMigrationHistory as error:
                # A DatabaseError, because every DatabaseError is explained to the user.
                raise DatabaseError(str(error).rstrip(".")) from error
        if keeps_copy and not options["app_label"]:
            store_version(copy)


def copy_before_update(*, is_required: bool) -> str:
    """Return the name of the copy, or "" for no copy. Raises Refused if a required copy fails."""
    if not is_required and not is_update():
        return ""
    try:
        return copy_now("before an update")
    except Refused:
        if is_required:
            raise
        return ""
