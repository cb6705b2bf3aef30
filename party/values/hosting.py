import logging
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from party.values.phones.addresses import without_tokens
from party.values.refusals import DAMAGED, storage_trouble

ACCESS = "party.access"  # one line for each answer of a hosted Head Table
SIGN_IN = "party.sign_in"  # one line for each failed sign-in
SERVERS = ("gunicorn.access", "gunicorn.error", "waitress")
LONGEST_IDLE = 14 * 24  # hours, the length of a session
MAIL_PORTS = {"smtp": 587, "smtps": 465}
MAIL_SERVER = (
    "HEADTABLE_SMTP is not the address of a mail server, such as "
    "smtps://user:password@mail.example.org?from=cards@example.org."
)


def user_data_folder(platform: str, environment: Mapping[str, str]) -> Path:
    home = Path("~").expanduser()
    if platform == "win32":
        local = environment.get("LOCALAPPDATA")
        return (Path(local) if local else home / "AppData" / "Local") / "Head Table"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Head Table"
    # The specification ignores a relative path.
    base = Path(environment.get("XDG_DATA_HOME", ""))
    return (base if base.is_absolute() else home / ".local" / "share") / "head-table"


def idle_seconds(hours: str, *, hosted: bool) -> int:
    """Return after how many seconds a session ends; 0 for never. Raises ValueError."""
    if not hours:
        return 12 * 3600 if hosted else 0
    try:
        number = float(hours)
    except ValueError:
        number = 0
    if not 0 < number <= LONGEST_IDLE:
        raise ValueError(
            f"HEADTABLE_IDLE_HOURS is “{hours}”: it must be a number of hours, up to "
            f"{LONGEST_IDLE}, after which an unused session ends."
        )
    return round(number * 3600)


def mail_settings(url: str) -> dict[str, Any]:
    """Return Django's settings for a mail server; none for "". Raises ValueError.

    smtps is encrypted from the first byte, smtp by STARTTLS, except to this machine.
    """
    if not url:
        return {}
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError(MAIL_SERVER) from None
    sender, host = parse_qs(parts.query).get("from", [""])[0], parts.hostname
    if parts.scheme not in MAIL_PORTS or not host or "@" not in sender:
        raise ValueError(MAIL_SERVER)
    is_local = host in {"localhost", "127.0.0.1", "::1"}
    return {
        "EMAIL_HOST": host,
        "EMAIL_PORT": port or MAIL_PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and not is_local,
        "EMAIL_TIMEOUT": 20,
        "DEFAULT_FROM_EMAIL": sender,
    }


def replace_storage_error(record: logging.LogRecord) -> bool:
    """Log a full disk or a damaged database as one sentence, without a traceback.

    Status 503 means trouble with the storage, even if the text of the error is unknown.
    """
    error = record.exc_info[1] if record.exc_info else None
    words = storage_trouble(error) if error else ""
    if error and not words and getattr(record, "status_code", 0) == HTTPStatus.SERVICE_UNAVAILABLE:
        words = DAMAGED
    if words:
        record.msg, record.args, record.exc_info = words, (), None
    return True


def hide_tokens(record: logging.LogRecord) -> bool:
    """Hide tokens, because a token opens a table's page or signs somebody in."""
    message = record.getMessage()
    if (safe_message := without_tokens(message)) != message:
        record.msg, record.args = safe_message, ()
    return True


def log_request_name(record: logging.LogRecord) -> bool:
    """Log the name of a request, because its text would show the whole address."""
    request = getattr(record, "request", "")
    is_name = isinstance(request, str)
    record.__dict__["request"] = request if is_name else getattr(request, "name", "")
    return True


def logging_settings(*, as_json: bool) -> dict[str, Any]:
    """Log requests only in JSON: on a laptop nobody reads them."""
    filters = {
        log_filter.__name__: {"()": "django.utils.log.CallbackFilter", "callback": log_filter}
        for log_filter in (replace_storage_error, hide_tokens, log_request_name)
    }
    json = {
        "()": "pythonjsonlogger.json.JsonFormatter",
        "fmt": "%(levelname)s %(name)s %(message)s",
        "rename_fields": {"levelname": "level", "name": "logger", "exc_info": "trace"},
        "timestamp": "time",
    }
    console = {"class": "logging.StreamHandler", "filters": list(filters)}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": filters,
        "formatters": {"json": json},
        "handlers": {"console": {**console, "formatter": "json"} if as_json else console},
        "loggers": {
            "django.request": {"handlers": ["console"], "level": "ERROR", "propagate": False},
            ACCESS: {
                "handlers": ["console"],
                "level": "INFO" if as_json else "CRITICAL",
                "propagate": False,
            },
            SIGN_IN: {"handlers": ["console"], "level": "WARNING", "propagate": False},
            # No warnings: requests often wait, because all phones reload at the bell.
            "waitress.queue": {"level": "ERROR"},
        },
    }
