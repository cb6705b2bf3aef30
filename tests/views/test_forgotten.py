import re
import runpy
import socketserver
from concurrent.futures import ThreadPoolExecutor
from threading import Thread

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

import party.settings
from party.models import LogLine, SignInLink
from party.process_state import PROCESS
from party.services.accounts import mailed_links
from party.services.accounts.users import change_account, make_link, use_link
from party.values.hosting import mail_settings
from party.values.refusals import Refused
from tests.evening import AT, create_user
from tests.guard import setting_up
from tests.reading import text_of

# The links are stored by a thread, which sees only what is committed.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.measured]
ON_ITS_WAY = "If an account has this e-mail address, a link is on its way."


@pytest.fixture
def ruth():
    return change_account(create_user(), name="Ruth", email="ruth@example.org", at=AT)


@pytest.fixture
def server(settings):
    settings.MAIL = mail_settings("smtp://localhost?from=cards@example.org")
    settings.DEFAULT_FROM_EMAIL = "cards@example.org"


class JobQueue:
    """Keeps the background jobs until the test calls `work`, after the answer."""

    def __init__(self):
        self.jobs = []

    def submit(self, *job):
        self.jobs.append(job)

    def work(self):
        with ThreadPoolExecutor(1) as thread:
            while self.jobs:
                thread.submit(*self.jobs.pop(0)).result()


@pytest.fixture(autouse=True)
def background(monkeypatch):
    jobs = JobQueue()
    monkeypatch.setattr(PROCESS, "mail_sender", jobs)
    return jobs


def post(client, email="ruth@example.org", **extra):
    return client.post(reverse("forgotten"), {"email": email}, **extra)


def ask_for_link(client, email="ruth@example.org"):
    page = text_of(post(client, email))
    PROCESS.mail_sender.work()
    return page


def token_mailed():
    return re.findall("/in/(.*)/", mail.outbox[-1].body)[0]


def test_the_mail_has_a_link_that_signs_in(client, ruth, server):
    assert ON_ITS_WAY in ask_for_link(client, "RUTH@Example.org")
    [sent] = mail.outbox
    assert (sent.to, sent.from_email) == (["ruth@example.org"], "cards@example.org")
    [link] = re.findall("http://testserver(/in/.*/)", sent.body)
    assert client.post(link).url == reverse("set_password")
    assert client.get(reverse("home")).wsgi_request.user == ruth


def test_an_unknown_email_address_gets_the_same_page_and_no_mail(client, ruth, server):
    known, unknown = ask_for_link(client), ask_for_link(client, "nobody@example.org")
    assert re.sub(r"\w{64}", "", known) == re.sub(r"\w{64}", "", unknown)
    assert len(mail.outbox) == 1


def test_a_request_does_the_same_work_for_a_stranger(client, ruth, server, background):
    """Otherwise the time that an answer takes would show who has an account."""
    statements = []
    for email in ("nobody@example.org", "ruth@example.org"):
        with CaptureQueriesContext(connection) as queries:
            post(client, email)
        statements.append([each["sql"].split(" ")[0] for each in queries])
    assert statements[0] == statements[1]
    assert len(background.jobs) == 2
    assert not SignInLink.objects.exists()


def test_a_mailed_link_is_not_logged_and_ends_no_link_from_an_organiser(client, ruth, server):
    handed_over = make_link(ruth, actor=ruth.actor, at=timezone.now(), minutes=60 * 24)
    lines = LogLine.objects.count()
    ask_for_link(client)
    first = token_mailed()
    ask_for_link(client)
    assert LogLine.objects.count() == lines
    with pytest.raises(Refused, match="has been used"):
        use_link(first, at=timezone.now())
    for token in (token_mailed(), handed_over):
        assert use_link(token, at=timezone.now()) == ruth


def test_an_account_without_a_club_gets_the_same_page_and_no_mail(client, ruth, server):
    with setting_up():
        ruth.memberships.all().delete()
    assert ON_ITS_WAY in ask_for_link(client)
    assert mail.outbox == []
    assert not SignInLink.objects.exists()


def test_an_email_address_deleted_in_the_meantime_gets_no_mail(client, ruth, server):
    post(client)
    change_account(ruth, name="Ruth", email="", at=AT)
    PROCESS.mail_sender.work()
    assert mail.outbox == []


def test_a_request_with_a_false_host_sends_no_mail(client, ruth, server, settings, background):
    settings.ALLOWED_HOSTS = ["cards.example.org"]
    assert post(client, headers={"host": "evil.example.com"}).status_code == 400
    assert background.jobs == []
    post(client, headers={"host": "cards.example.org"})
    background.work()
    assert "http://cards.example.org/in/" in mail.outbox[0].body


def test_https_servers_mail_https_links(client, ruth, server, settings, background, monkeypatch):
    monkeypatch.setenv("HEADTABLE_HTTPS", "1")
    hosted = runpy.run_path(party.settings.__file__)
    for name in ("SECURE_SSL_REDIRECT", "SECURE_PROXY_SSL_HEADER"):
        setattr(settings, name, hosted[name])
    assert post(client).url == "https://testserver/forgotten/"
    assert background.jobs == []
    post(client, headers={"host": "testserver", "x-forwarded-proto": "https"})
    background.work()
    assert "https://testserver/in/" in mail.outbox[0].body


def test_a_removed_user_gets_no_mail(client, ruth, server):
    ruth.is_active = False
    with setting_up():
        ruth.save()
    ask_for_link(client)
    assert mail.outbox == []


def test_a_fourth_request_in_15_minutes_is_refused_for_users_and_strangers(client, ruth, server):
    for email in ("ruth@example.org", "nobody@example.org"):
        pages = [ask_for_link(client, email) for _ in range(4)]
        assert [ON_ITS_WAY in page for page in pages] == [True] * 3 + [False]
        assert "That was too many links." in pages[-1]
        assert f'value="{email}"' in pages[-1]
    assert len(mail.outbox) == 3


def test_an_empty_form_says_what_to_type(client, server):
    assert "Type your e-mail address." in ask_for_link(client, "")


def test_without_a_mail_server_the_page_says_whom_to_ask(client, ruth):
    assert "Ask an organiser of your club for a new link" in ask_for_link(client)
    assert not SignInLink.objects.exists()
    assert mail.outbox == []


def test_a_mail_server_that_does_not_answer_is_logged(client, ruth, server, settings, monkeypatch):
    logged = []
    monkeypatch.setattr(mailed_links.log, "warning", lambda *words: logged.append(words))
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert ON_ITS_WAY in ask_for_link(client)
    assert "could not be sent" in logged[0][0]


class Postbox(socketserver.StreamRequestHandler):
    """A mail server that answers only what one message needs."""

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
        ask_for_link(client)
    message = "\n".join(postbox.lines)
    assert "mail FROM:<cards@example.org>" in message
    assert "rcpt TO:<ruth@example.org>" in message
    assert "http://testserver/in/" in message
