"""Settings of a laptop, or of a hosted Head Table (docs/hosting.md lists their names).

Importing this file writes nothing.
"""

import logging
import os
import secrets
import socket
import sys
from contextlib import suppress
from pathlib import Path

import dj_database_url
import font_source_sans_pro
from django.core.exceptions import ImproperlyConfigured

from party.values.hosting import (
    SERVERS,
    hide_tokens,
    idle_seconds,
    logging_settings,
    mail_settings,
    user_data_folder,
)

BASE_DIR = Path(__file__).resolve().parent.parent
PACKAGE = BASE_DIR / "party"
# A wheel has the templates and the sample inside the package; a clone has them beside it.
IS_INSTALLED = (PACKAGE / "templates").is_dir()
RESOURCES = PACKAGE if IS_INSTALLED else BASE_DIR
COMMAND = "head-table" if IS_INSTALLED else "manage.py"  # what the user types
DATA_DIR = Path(
    os.environ.get("HEADTABLE_DATA")
    or (user_data_folder(sys.platform, os.environ) if IS_INSTALLED else BASE_DIR / "data")
).absolute()
BACKUP_DIR: Path | None = DATA_DIR / "backups"
SECOND_PLACE = os.environ.get("HEADTABLE_SECOND_PLACE", "")
HTTPS = os.environ.get("HEADTABLE_HTTPS") == "1"
DEBUG = False
try:
    IDLE_SECONDS = idle_seconds(os.environ.get("HEADTABLE_IDLE_HOURS", ""), hosted=HTTPS)
    MAIL = mail_settings(os.environ.get("HEADTABLE_SMTP", ""))
except ValueError as error:
    raise ImproperlyConfigured(str(error)) from None
globals().update(MAIL)


def secret_key() -> str:
    """Return the key from the environment or the data folder; if neither has one, a random key."""
    if key := os.environ.get("HEADTABLE_SECRET_KEY"):
        return key
    try:
        stored = (DATA_DIR / "secret_key").read_text().strip()
    except OSError:
        stored = ""
    return stored or secrets.token_urlsafe(50)


def machine_addresses() -> list[str]:
    """Return the addresses at which phones in the hall can reach this machine."""
    name = socket.gethostname().lower()
    hosts = {"localhost", "127.0.0.1", "[::1]", name, f"{name.removesuffix('.local')}.local"}
    with suppress(OSError):
        hosts |= {str(info[4][0]) for info in socket.getaddrinfo(name, None)}
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing, but chooses one of our addresses
        hosts.add(probe.getsockname()[0])
    return sorted(address for address in hosts if ":" not in address or address == "[::1]")


SECRET_KEY = secret_key()
ALLOWED_HOSTS = (
    os.environ.get("HEADTABLE_HOSTS", "").replace(",", " ").split() or machine_addresses()
)

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",  # the templates of its form fields; ours replace some
    "django_htmx",
    "django_tables2",
    "party",
]
MIDDLEWARE = [
    "party.middleware.AccessLog",
    "party.middleware.read_whole_request",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "party.middleware.safe_headers",
    "party.middleware.only_browser_methods",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "party.middleware.end_idle_sessions",
    "django.middleware.common.CommonMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # It must precede the CSRF middleware, which would parse the forms of anonymous clients.
    "party.middleware.SignInRequired",
    "django.middleware.csrf.CsrfViewMiddleware",
    "party.middleware.OwnFormsOnly",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "party.middleware.redirect_get_of_post_only_views",
]
ROOT_URLCONF = "party.urls"
WSGI_APPLICATION = "party.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [RESOURCES / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["party.templatetags.party_tags"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
FORM_RENDERER = "party.forms.renderer.Renderer"

POSTGRES = {
    # By default psycopg waits two minutes for a server that is gone, and forever for a lock.
    "connect_timeout": 5,
    "options": "-c lock_timeout=5s",
    # Plan statements once per connection: for the polls of phones and
    # screens, planning takes six times as long as running.
    "server_side_binding": True,
    "prepare_threshold": 5,
}
if url := os.environ.get("DATABASE_URL"):
    DATABASES = {"default": dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True)}
    if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
        DATABASES["default"]["OPTIONS"] = POSTGRES | DATABASES["default"].get("OPTIONS", {})
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(DATA_DIR / "headtable.sqlite3"),
            "CONN_MAX_AGE": 600,
            "OPTIONS": {
                # Without IMMEDIATE, a transaction that first reads and then writes may be refused
                # instead of waiting.
                "transaction_mode": "IMMEDIATE",
                "timeout": 4,  # seconds to wait for another program
                # A power cut must not lose a hand that was shown as saved. In WAL mode, FULL waits
                # at each commit until the log is on the disk; NORMAL may lose the last commits.
                # On macOS only fullfsync also empties the cache of the drive.
                "init_command": (
                    "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA fullfsync=ON;"
                ),
            },
        },
    }

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "party.User"
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["name", "email"]},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "party.services.accounts.password_rules.EasilyGuessedValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"

# Without MAIL, "smtp" would try a server on this machine.
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if MAIL else 'dummy'}.EmailBackend"

SESSION_ENGINE = "party.services.accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14  # two weeks, so nobody is signed out during a party
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
# A monitor asks workers directly, without the proxy and its https.
SECURE_REDIRECT_EXEMPT = ["^health/$", "^ready/$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
# Optional: a club's other hosts may have no https, and leaving a preload list takes months.
HSTS_EXTRAS = os.environ.get("HEADTABLE_HSTS", "").split()
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and "subdomains" in HSTS_EXTRAS
SECURE_HSTS_PRELOAD = HTTPS and "preload" in HSTS_EXTRAS
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "party.views.refusals.csrf_failure"
# Short messages go into a cookie, so saving a hand does not write the session.
MESSAGE_STORAGE = "django.contrib.messages.storage.fallback.FallbackStorage"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [("fonts", Path(font_source_sans_pro.__file__).parent / "files")]
# WhiteNoise finds the static files itself, so nobody has to run collectstatic.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
# Fonts never change, so phones load them once.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/fonts/"

DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000

DJANGO_TABLES2_TEMPLATE = "parts/table.html"

LOG_AS_JSON = os.environ.get("HEADTABLE_LOG") == "json"
LOGGING = logging_settings(as_json=LOG_AS_JSON)
# The logger has the filter, because servers replace the handlers.
for server in SERVERS:
    logging.getLogger(server).addFilter(hide_tokens)
