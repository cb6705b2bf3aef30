"""The results to send."""

import pytest
from django.urls import reverse

from party.services.evening import rounds
from tests.browser.page_checks import page_faults
from tests.evening import BY_PROGRAM, create_user, party_with, play_rounds

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_press_copies_a_text_or_saves_a_picture(page, sign_in, live_server, assert_accessible):
    sign_in(create_user())
    party = party_with(8, rounds_planned=1)
    play_rounds(party, 1)
    rounds.finish(party.pk, **BY_PROGRAM)
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(live_server.url + reverse("finish", args=[party.pk]))
        assert_accessible()
        assert page_faults(page) == []
    for text, field in (("newspaper text", "#newspaper"), ("chat message", "#chat")):
        page.get_by_role("button", name=f"Copy the {text}").click()
        page.get_by_role("button", name="Copied").first.wait_for()
        assert page.evaluate("getSelection().toString()") in page.locator(field).input_value()
    with page.expect_download() as download_info:
        page.get_by_role("link", name="Picture of the results").click()
    assert download_info.value.suggested_filename == "Autumn party 2026-11-14 results.png"
    page.get_by_label("Whose card").select_option(index=2)
    with page.expect_download() as download_info:
        page.get_by_role("button", name="Picture of this card").click()
    assert download_info.value.suggested_filename.endswith(".png")
