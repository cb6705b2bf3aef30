"""A button stops Head Table."""

import pytest

from party.process_state import PROCESS
from tests.browser.page_checks import page_faults
from tests.evening import create_user

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_laptop_is_stopped_from_the_first_page(
    page, sign_in, live_server, monkeypatch, assert_accessible
):
    stops = []
    monkeypatch.setattr(PROCESS, "stop_server", lambda: stops.append("stop"))
    sign_in(create_user())
    page.goto(live_server.url)
    page.get_by_role("link", name="Stop Head Table").click()
    assert_accessible()
    assert page_faults(page) == []
    page.get_by_role("button", name="Stop Head Table").click()
    page.get_by_role("heading", name="Head Table has stopped").wait_for()
    assert_accessible()
    assert stops == ["stop"]
