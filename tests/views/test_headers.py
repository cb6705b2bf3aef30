import io
import logging
from contextlib import closing

import pytest
from django.urls import reverse

from party.queries.phones.table import table_token
from party.services.accounts.users import make_link
from party.views.phones import tables
from tests.evening import BY_PROGRAM, create_user, party_with
from tests.phone import address

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return party_with(4, guests=True, phones=True)


def console():
    handlers = logging.getLogger("django.request").handlers
    return next(each for each in handlers if each.name == "console")


def test_browsers_do_not_store_pages_with_names_of_people(client, party):
    for name in ("home", "players", "live", "log", "roster_file", "round_pdf"):
        parts = {"home": [], "roster_file": [party.pk, "csv"], "round_pdf": [party.pk, 1]}
        answer = client.get(reverse(name, args=parts.get(name, [party.pk])))
        assert "no-store" in answer.headers["Cache-Control"], name
        assert "camera=()" in answer.headers["Permissions-Policy"]
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    with closing(client.get("/static/party/party.css")) as sheet:
        assert "no-store" not in sheet.headers["Cache-Control"]


def test_a_web_address_with_a_key_is_never_sent_as_a_referrer(client, party):
    link = reverse("sign_in_link", args=[make_link(create_user("Nora"), **BY_PROGRAM)])
    for url in (address(party), address(party, token="wrong"), link, f"/p/{party.code}/"):
        assert client.get(url).headers["Referrer-Policy"] == "strict-origin"


def test_an_error_of_a_table_phone_is_logged_without_its_key(client, party, monkeypatch):
    monkeypatch.setattr(tables, "read_phone", lambda *_: 1 / 0)
    client.raise_request_exception = False
    kept, handler = io.StringIO(), console()
    before = handler.setStream(kept)

    client.get(address(party))

    handler.setStream(before)
    assert f"/t/{party.code}/1/…" in kept.getvalue()
    assert "ZeroDivisionError" in kept.getvalue()
    assert table_token(party, 1) not in kept.getvalue()


@pytest.mark.parametrize("server", ["gunicorn.access", "gunicorn.error", "waitress"])
def test_servers_log_no_keys(server, caplog):
    logger = logging.getLogger(server)
    with caplog.at_level(logging.INFO, server):
        logger.info('"%(r)s" %(s)s', {"r": "GET /t/abcd/12/k3y4321/state/?v=1 HTTP/1.1", "s": 200})
        logger.info("Exception while serving %s", "/in/a-token_of-32-letters/")
        logger.info("GET %s", "/join/a-token_of-32-letters/?x=1")
        logger.info("GET %s", "/parties/1/")
    words = [record.getMessage() for record in caplog.records]
    assert words == [
        '"GET /t/abcd/12/…/state/?v=1 HTTP/1.1" 200',
        "Exception while serving /in/…/",
        "GET /join/…/?x=1",
        "GET /parties/1/",
    ]


def test_a_line_break_in_a_web_address_adds_no_line_to_the_log(client, monkeypatch):
    kept, handler = io.StringIO(), console()
    monkeypatch.setattr("party.views.accounts.users.use_link", lambda *_, **_k: 1 / 0)
    client.raise_request_exception = False
    before = handler.setStream(kept)
    client.post("/in/a%0aERROR%20all%20is%20lost/")
    handler.setStream(before)
    assert "Internal Server Error" in kept.getvalue()
    assert not any(line.startswith("ERROR all") for line in kept.getvalue().splitlines())
