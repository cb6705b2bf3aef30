"""Errors of commands: one clear sentence on stderr and exit code 2, never a traceback."""

import os
import sys
from typing import Any

from django.core.management.base import BaseCommand

from party.values.refusals import Refused


class ExplainedError(Exception):
    """The command cannot go on, for a reason outside the program. The text says what to do."""


class DamagedError(ExplainedError):
    """The file of the database is damaged."""


class PlainCommand(BaseCommand):
    """A command that ends with exit code 2 and a sentence when something is in its way.

    When the reader of its output stops reading (`| head`), it ends without a message.
    """

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            answer = super().execute(*args, **options)
            self.stdout.flush()
        except (ExplainedError, Refused) as error:
            self.stderr.write(str(error))
            raise SystemExit(2) from None
        except BrokenPipeError:
            # Python flushes once more at its end, and would complain about that too.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(1) from None
        return answer
