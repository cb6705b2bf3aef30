"""The command line: `head-table` where Head Table is installed, `manage.py` in a clone."""

import os
import sys
from argparse import ArgumentParser
from typing import NoReturn

from party import __version__


def stop(sentence: str) -> NoReturn:
    sys.stderr.write(f"{sentence}\n")
    sys.exit(2)


def take_data_option(arguments: list[str]) -> list[str]:
    """Move `--data FOLDER` into the environment, because the settings read it."""
    parser = ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--data", nargs="?", const="")
    options, other_arguments = parser.parse_known_args(arguments)
    if options.data is not None:
        if not options.data or options.data.startswith("-"):
            stop("--data needs a folder, for example: --data my-parties")
        os.environ["HEADTABLE_DATA"] = options.data
    return other_arguments


def with_command(arguments: list[str]) -> list[str]:
    """Insert `start` if no command is named."""
    program, *options = arguments
    if options and (not options[0].startswith("-") or options[0] in {"-h", "--help"}):
        return arguments
    return [program, "start", *options]


def main() -> None:
    os.umask(0o077)  # only the owner may read new files
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "party.settings")
    if sys.argv[1:] in (["--version"], ["version"]):
        print(f"Head Table {__version__}")
        return
    arguments = with_command(take_data_option(sys.argv))
    try:
        from django.conf import settings  # noqa: PLC0415 -- may be missing
        from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415
        from django.core.management import execute_from_command_line  # noqa: PLC0415
        from django.db import Error  # noqa: PLC0415
    except ModuleNotFoundError:
        stop(
            "Django is not installed for this Python. Run the set-up line of README.md, "
            "then start Head Table with the Python of its folder .venv."
        )
    try:
        execute_from_command_line(arguments)
    except KeyboardInterrupt:
        sys.exit(130)
    except ImproperlyConfigured as error:
        stop(str(error))
    except Error as error:
        if not os.environ.get("DATABASE_URL") and not settings.DATA_DIR.is_dir():
            stop(
                f"There is no data folder {settings.DATA_DIR}. `{settings.COMMAND} start` makes "
                "it; or make it first, or name another one with --data FOLDER."
            )
        # This import needs loaded models, so it cannot stand above.
        from party.management.database import explain_error, is_database_trouble  # noqa: PLC0415

        if not is_database_trouble(error):
            raise
        stop(explain_error(error))
