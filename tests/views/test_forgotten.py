"""A new link by e-mail, for somebody who forgot the password."""

import re
import socketserver
from threading import Thread

import pytest
from django.core import mail
from django.urls import reverse

from party.models import SignInLink
from party.process_state import PROCESS
from party.services.accounts import mailed_links
from party.services.accounts.users import change_account
from party.values.hosting import mail_settings
from tests.evening import AT, person
from tests.reading import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.measured]
ON_ITS_WAY = "If an account has this e-mail address, a link is on its way."


@pytest.fixture
def ruth():
    return change_account(person(), name="Ruth", email="ruth@example.org", at=AT)


@pytest.fixture
def server(settings):
    settings.MAIL = mail_settings("smtp://localhost?from=cards@example.org")
    settings.DEFAULT_FROM_EMAIL = "cards@example.org"


def ask(client, email="ruth@example.org"):
    page = text_of(client.post(reverse("forgotten"), {"email": email}))
    PROCESS.mail_sender.submit(int).result()
    return page


def test_the_mail_has_a_link_that_signs_in(client, ruth, server):
    assert ON_ITS_WAY in ask(client, "RUTH@Example.org")
    [sent] = mail.outbox
    assert (sent.to, sent.from_email) == (["ruth@example.org"], "cards@example.org")
    [link] = re.findall("http://testserver(/in/.*/)", sent.body)
    assert client.post(link).url == reverse("set_password")
    assert client.get(reverse("home")).wsgi_request.user == ruth


def test_an_unknown_address_gets_the_same_page_and_no_mail(client, ruth, server):
    known, unknown = ask(client), ask(client, "nobody@example.org")
    assert re.sub(r"\w{64}", "", known) == re.sub(r"\w{64}", "", unknown)
    assert len(mail.outbox) == 1


def test_somebody_removed_gets_no_mail(client, ruth, server):
    ruth.is_active = False
    PROCESS.is_writing.set(True)
    ruth.save()
    PROCESS.is_writing.set(False)
    ask(client)
    assert mail.outbox == []


def test_a_fourth_mail_in_a_quarter_of_an_hour_is_refused_as_for_a_stranger(client, ruth, server):
    for email in ("ruth@example.org", "nobody@example.org"):
        pages = [ask(client, email) for _ in range(4)]
        assert [ON_ITS_WAY in page for page in pages] == [True] * 3 + [False]
        assert "That was too many links." in pages[-1]
        assert f'value="{email}"' in pages[-1]
    assert len(mail.outbox) == 3


def test_nothing_typed_says_what_to_type(client, server):
    assert "Type your e-mail address." in ask(client, "")


def test_without_a_mail_server_the_page_says_whom_to_ask(client, ruth):
    assert "Ask an organiser of your club for a new link" in ask(client)
    assert not SignInLink.objects.exists()
    assert mail.outbox == []


def test_a_mail_server_that_does_not_answer_is_logged(client, ruth, server, settings, monkeypatch):
    logged = []
    monkeypatch.setattr(mailed_links.log, "warning", lambda *words: logged.append(words))
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert ON_ITS_WAY in ask(client)
    assert "could not be sent" in logged[0][0]


class Postbox(socketserver.StreamRequestHandler):
    """As much of a mail server as one message needs."""

    def handle(self):
        self.wfile.write(b"220 postbox\r\n")
        for line in self.rfile:
            self.server.lines.append(line.decode().strip())
            if line.upper().startswith(b"DATA"):
                self.wfile.write(b"354 go on\r\n")
                while (text := self.rfile.readline()) != b".\r\n":
                    self.server.lines.append(text.decode().strip())
            self.wfile.write(b"250 fine\r\n")
            if line.upper().startswith(b"QUIT"):
                return


def test_a_mail_server_gets_the_whole_message(client, ruth, server, settings):
    with socketserver.TCPServer(("127.0.0.1", 0), Postbox) as postbox:
        postbox.lines = []
        Thread(target=postbox.handle_request, daemon=True).start()
        port = postbox.server_address[1]
        url = f"smtp://127.0.0.1:{port}?from=cards@example.org"
        for name, value in mail_settings(url).items():
            setattr(settings, name, value)
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        ask(client)
    message = "\n".join(postbox.lines)
    assert "mail FROM:<cards@example.org>" in message
    assert "rcpt TO:<ruth@example.org>" in message
    assert "http://testserver/in/" in message
