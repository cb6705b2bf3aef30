"""The suite's settings: SQLite, or with TEST_DB=postgres a PostgreSQL that the tests start."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# The browser's event loop lives in the main thread, where the tests use the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
# Nothing of the developer's own Head Table may reach the tests, nor theirs its data.
SCRATCH = Path(tempfile.mkdtemp(prefix="ht-tests-"))
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)
for name in [name for name in os.environ if name.startswith("HEADTABLE_")]:
    del os.environ[name]
os.environ.pop("DATABASE_URL", None)
os.environ["HEADTABLE_DATA"] = str(SCRATCH)

from party.settings import *  # noqa: E402, F403
from party.settings import DATABASES, POSTGRES  # noqa: E402
from tests import postgres  # noqa: E402

SECRET_KEY = "a key for tests only"
BACKUP_DIR = None  # tests of copies name a folder of their own
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Each test's client would go through all static files: look for one when it is asked for.
WHITENOISE_AUTOREFRESH = True

TEST_DB = os.environ.get("TEST_DB", "sqlite")
if TEST_DB == "postgres":
    DATABASES["default"] = postgres.settings() | {"OPTIONS": POSTGRES}
elif TEST_DB == "sqlite":
    # A file, not memory: threads then lock each other out as they do in a hall.
    DATABASES["default"]["TEST"] = {"NAME": SCRATCH / "test.sqlite3"}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF;"
    )
else:
    raise RuntimeError(f"TEST_DB is sqlite or postgres, not {TEST_DB}.")
