"""New databases for programs in other processes."""

import multiprocessing
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import postgres
from tests.laptop import ENVIRONMENT, run_python

# This environment variable names a file with empty tables, because creating them takes seconds.
TABLES = "TEST_TABLES"
# Unlike postgres.QUICK, these options leave PostgreSQL's default fsync=on: a commit is on the disk
# before it is acknowledged, as in a hosted installation.
DURABLE_OPTIONS = "-c max_connections=60"


@contextmanager
def scratch_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="ht-faults-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def new_database(kind: str) -> Iterator[dict[str, str]]:
    """Make a migrated database; yield the environment for programs that use it."""
    with scratch_folder() as folder:
        (data := folder / "data").mkdir()
        environment = ENVIRONMENT | {"HEADTABLE_DATA": str(data), "HEADTABLE_SECRET_KEY": "k" * 50}
        environment |= {"HEADTABLE_HOSTS": "*", "DJANGO_SETTINGS_MODULE": "party.settings"}
        environment.pop("DATABASE_URL", None)
        if kind == "postgres":
            server = postgres.start(DURABLE_OPTIONS)
            server.run_sql("CREATE DATABASE headtable")
            environment["DATABASE_URL"] = server.url
        if kind == "sqlite" and TABLES in os.environ:
            shutil.copyfile(os.environ[TABLES], data / "headtable.sqlite3")
        else:
            run_command(environment, "migrate", "-v", "0")
        yield environment


def run_command(environment: dict[str, str], *words: str) -> str:
    """Run a command, which must succeed; return its output."""
    ended = run_python("manage.py", *words, env=environment)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def run_in_process(function: Callable[..., None], *arguments: object) -> None:
    """Run a function in a new process, because Django takes its settings once."""
    child = multiprocessing.get_context("spawn").Process(target=function, args=arguments)
    child.start()
    child.join()
    if child.exitcode:
        sys.exit(1)


def connect_to(environment: dict[str, str]) -> None:
    os.environ.update(environment)
    import django  # noqa: PLC0415 -- only now its settings can be read

    django.setup()
