"""Settings of the tests."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# Django must allow queries beside an event loop: Playwright's runs in the thread of the test.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
# The tests must not use the settings and the data of the developer.
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
BACKUP_DIR = None
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Without this each test client would first list all static files.
WHITENOISE_AUTOREFRESH = True

TEST_DB = os.environ.get("TEST_DB", "sqlite")
if TEST_DB == "postgres":
    DATABASES["default"] = postgres.settings() | {"OPTIONS": POSTGRES}
elif TEST_DB == "sqlite":
    # A file, because threads that share a database in memory do not wait for its lock.
    DATABASES["default"]["TEST"] = {"NAME": SCRATCH / "test.sqlite3"}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF;"
    )
else:
    raise RuntimeError(f"TEST_DB is sqlite or postgres, not {TEST_DB}.")
