"""The suite's settings: SQLite, or with TEST_DB=postgres a PostgreSQL that the tests start."""

import os

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

from party.settings import *  # noqa: E402, F403

SECRET_KEY = "a key for tests only"
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
