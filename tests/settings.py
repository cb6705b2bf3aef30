"""Settings of the tests: SQLite, or with TEST_DB=postgres a server that the tests start."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# The browser's event loop lives in the main thread, where the tests use the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
# Keep the tests apart from the settings and the data of the developer's own Head Table.
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
# Look for a static file when it is requested; otherwise each client lists all of them first.
WHITENOISE_AUTOREFRESH = True

TEST_DB = os.environ.get("TEST_DB", "sqlite")
if TEST_DB == "postgres":
    DATABASES["default"] = postgres.settings() | {"OPTIONS": POSTGRES}
elif TEST_DB == "sqlite":
    # A file, not memory: only there do threads lock each other out as in a hall.
    DATABASES["default"]["TEST"] = {"NAME": SCRATCH / "test.sqlite3"}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF;"
    )
else:
    raise RuntimeError(f"TEST_DB is sqlite or postgres, not {TEST_DB}.")
