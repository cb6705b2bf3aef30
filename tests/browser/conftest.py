"""One real Chromium for all browser tests."""

import os
import secrets
import shutil
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect, sync_playwright

from party.services.accounts.users import make_link
from party.values.accounts import PROGRAM
from tests.browser.organiser import Organiser
from tests.browser.page_checks import axe_faults, page_faults
from tests.conftest import NO_BROWSER
from tests.evening import create_user, party_with, start
from tests.laptop import CHROMIUM_NAMES

# Pages live for seconds: to optimize their scripts takes more time than it saves. Without a
# process for graphics, windows open sooner.
QUIET = [
    "--js-flags=--no-opt --no-maglev",
    "--in-process-gpu",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 20_000  # milliseconds: a busy machine is not a fault
expect.set_options(timeout=PATIENCE)

HERE = Path(__file__).parent
BY_DEFAULT = HERE / "test_evening.py"
QUICK = {"test_hand_in_four_taps"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark the browser tests as slow, except one file and one test. Coverage counts none."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.no_cover)
            if item.path != BY_DEFAULT and item.name not in QUICK:
                item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def chromium_path():
    path = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if path is None and os.environ.get("REQUIRE_BROWSER") == "1":
        pytest.fail(f"{NO_BROWSER}, and REQUIRE_BROWSER=1 asks for one", pytrace=False)
    if path is None:
        pytest.skip(NO_BROWSER)
    return path


@pytest.fixture(scope="session")
def browser(chromium_path):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def expected_errors():
    """Return the texts of expected console errors, to which a test can add others."""
    # Forms with errors answer 422; the browser logs every response of 400 and above.
    return ["status of 422"]


@pytest.fixture
def open_context(browser, live_server):
    """Return a function that opens a window with its own cookies and storage."""
    opened = []

    def open_context(**options):
        context = browser.new_context(
            base_url=live_server.url,
            locale="en-US",
            **{"viewport": {"width": 1280, "height": 800}, **options},
        )
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        return context

    yield open_context
    for context in opened:
        context.close()


@pytest.fixture
def context(open_context):
    return open_context()


@pytest.fixture
def plain_page(open_context, context):
    """Return a page without scripts, for the signed-in user."""
    plain = open_context(java_script_enabled=False)
    plain.add_cookies(context.cookies())
    return plain.new_page()


@pytest.fixture
def complaints():
    """Return the console errors of the page."""
    return []


# htmx reports an error if a key is pressed before the previous response has arrived.
OVERTAKEN = ("htmx:sendAbort, ", "htmx:afterRequest, ")


@pytest.fixture
def page(context, expected_errors, complaints):
    page = context.new_page()

    def note(message):
        if message.type == "error" and not message.text.startswith(OVERTAKEN):
            complaints.append(f"{message.text} {message.location['url']}".strip())

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.unroute_all(behavior="ignoreErrors")  # a delayed response may still arrive
    assert [
        message for message in complaints if not any(word in message for word in expected_errors)
    ] == []


@pytest.fixture
def sign_in(context, live_server, client):
    """Return a function that signs a user in without the sign-in page."""

    def sign_in(user):
        client.force_login(user)
        cookie = client.cookies["sessionid"]
        context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])

    return sign_in


@pytest.fixture
def assert_accessible(page):
    """Return a function that fails on faults of WCAG 2.2 AA, or only of the given rules."""

    def assert_accessible(*rules):
        assert axe_faults(page, *rules) == ""

    return assert_accessible


@pytest.fixture
def read_checked_page(page, assert_accessible):
    """Return a function that fails on faults of the page, and returns its text."""

    def read_checked_page():
        assert_accessible()
        assert page_faults(page) == [], page.url
        return page.inner_text("main")

    return read_checked_page


@pytest.fixture
def check_sizes(page, assert_accessible):
    """Return a function that checks the open page on a phone and on a laptop."""

    def check_sizes():
        for width in (320, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert_accessible()
        assert page_faults(page) == [], page.url

    return check_sizes


@pytest.fixture
def party(sign_in):
    """Return a party of nine people in round 1; its organiser is signed in."""
    party = party_with(9)
    sign_in(party.club.memberships.get().user)
    start(party)
    return party


@pytest.fixture
def ruth(page, monkeypatch):
    """Return Ruth, who has signed in with a link. Every draw is the same."""
    monkeypatch.setattr(secrets, "randbelow", lambda _: 7)
    organiser = Organiser(page)
    organiser.sign_in(make_link(create_user(), actor=PROGRAM, at=timezone.now()))
    return organiser
