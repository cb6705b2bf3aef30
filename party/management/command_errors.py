"""Commands print these errors as a sentence on stderr, instead of a traceback."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from party.values.refusals import Refused


class ExplainedError(Exception):
    """An error whose text says what to do."""


class InUseError(ExplainedError):
    """Another running Head Table uses the data folder."""


class DamagedError(ExplainedError):
    """The database is damaged: `start` then offers to open the last backup."""


def add_data_option(parser: ArgumentParser) -> None:
    """Add --data only for --help: party.command_line reads it before Django starts."""
    parser.add_argument(
        "--data", metavar="FOLDER", help=f"holds the parties; default: {settings.DATA_DIR}"
    )


class PlainCommand(BaseCommand):
    """A command that prints an ExplainedError or a Refused as one sentence, with exit code 2."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            answer = super().execute(*args, **options)
            self.stdout.flush()
        except (ExplainedError, Refused) as error:
            self.stderr.write(str(error))
            raise SystemExit(2) from None
        except BrokenPipeError:  # raised by `| head`, which stops reading
            # At exit, Python flushes stdout again, which would raise the same error.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(1) from None
        return answer
