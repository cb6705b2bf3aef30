"""What stops a command: one clear sentence on stderr and exit code 2, never a traceback."""

import os
import sys
from typing import Any

from django.core.management.base import BaseCommand

from party.values.refusals import Refused


class Trouble(Exception):  # noqa: N818 -- it reads as what happened
    """The command cannot go on, for a reason outside the program. The text says what to do."""


class PlainCommand(BaseCommand):
    """A command that ends with exit code 2 and a sentence when something is in its way.

    Whoever reads along (`| head`) may stop reading: then it ends without a word.
    """

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            answer = super().execute(*args, **options)
            self.stdout.flush()
        except (Trouble, Refused) as trouble:
            self.stderr.write(str(trouble))
            raise SystemExit(2) from None
        except BrokenPipeError:
            # Python flushes once more at its end, and would complain about that too.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(1) from None
        return answer
