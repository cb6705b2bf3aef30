from wsgiref.util import setup_testing_defaults

import pytest

from party.wsgi import application

pytestmark = pytest.mark.django_db
FORM = "application/x-www-form-urlencoded"


def status_of(content_type, query="next=%ff.%80"):
    environ = {
        "PATH_INFO": "/health/",
        "HTTP_HOST": "testserver",
        "CONTENT_TYPE": content_type,
        "QUERY_STRING": query,
    }
    setup_testing_defaults(environ)
    statuses = []
    body = application(environ, lambda status, _headers, *_: statuses.append(status))
    b"".join(body)
    getattr(body, "close", lambda: None)()
    return statuses[0]


@pytest.mark.parametrize("kind", ["text/plain", FORM])
@pytest.mark.parametrize(
    "charset",
    ["idna", "punycode", "undefined", "base64", "zip", "rot13", "utf-16", "idna\0", '"IDNA"'],
)
def test_a_charset_that_no_browser_sends_is_a_bad_request(kind, charset):
    assert status_of(f"{kind}; charset={charset}") == "400 Bad Request"


def test_a_charset_in_the_extended_form_is_checked_too():
    assert status_of("text/plain; charset*=idna''%ff..") == "400 Bad Request"


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", "latin-1", "us-ascii", "klingon", ""])
def test_other_charsets_are_accepted(charset):
    assert status_of(f"text/plain; charset={charset}") == "200 OK"


def test_a_content_type_without_a_charset_is_accepted():
    assert status_of(FORM) == status_of("") == "200 OK"
