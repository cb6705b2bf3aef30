"""The WSGI application of every server."""

import codecs
import gc
import os
from collections.abc import Iterable
from http import HTTPStatus
from importlib import import_module
from typing import TYPE_CHECKING

from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SENT_BY_BROWSERS = {"utf-8", "ascii", "iso8859-1", "cp1252"}


class PlainCharsets:
    """Refuse a request whose content type names a charset that no browser sends.

    Django decodes the query string with this charset before any middleware runs, so a failure
    would be a 500.
    """

    def __init__(self, application: "WSGIApplication") -> None:
        self.application = application

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        if has_readable_charset(environ.get("CONTENT_TYPE", "")):
            return self.application(environ, start_response)
        status = HTTPStatus.BAD_REQUEST
        start_response(f"{status.value} {status.phrase}", [("Content-Type", "text/plain")])
        return [b"This request cannot be read: its charset is not UTF-8.\n"]


def has_readable_charset(content_type: str) -> bool:
    """Return True if the charset is missing, one that browsers send, or unknown to Python."""
    try:
        charset = parse_header_parameters(content_type)[1].get("charset", "utf-8")
    except (LookupError, ValueError):  # such as charset*=idna''%ff, where idna cannot decode %ff
        return False
    try:
        return codecs.lookup(charset).name in SENT_BY_BROWSERS
    except LookupError:  # Django takes an unknown charset for UTF-8
        return True
    except ValueError:
        return False


# With the default of 700, garbage collection takes a third of the time of a page of 1,000 tables.
gc.set_threshold(10_000)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "party.settings")
application = PlainCharsets(get_wsgi_application())
# Import all views now: otherwise the first request of each worker waits for the import.
import_module("party.urls")
