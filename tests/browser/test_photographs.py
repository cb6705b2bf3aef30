"""Photographs of slips, chosen and sent on their page."""

import pytest
from django.urls import reverse

from party.models import LogLine, SlipPicture
from party.services.scores import slip_pictures
from party.slip_reader.results import PhotographReading, PictureRefused
from tests.browser.page_checks import page_faults
from tests.evening import party_with, start
from tests.slip_pictures import slip_reading

pytestmark = pytest.mark.django_db(transaction=True)
NO_PICTURE_IN_BROWSER = """() => new Promise(resolve => {
  const opening = indexedDB.open("headtable-photographs");
  opening.onsuccess = () => {
    const counting = opening.result.transaction("pictures").objectStore("pictures").count();
    counting.onsuccess = () => resolve(counting.result === 0);
  };
})"""


@pytest.fixture
def party(sign_in, monkeypatch):
    party = party_with(8)
    start(party)
    sign_in(party.club.memberships.get().user)

    def read_slips(file, _layouts):
        if not file.startswith(b"table"):
            raise PictureRefused("This file is not a photograph.")
        return PhotographReading((slip_reading(party, table=int(file[-1:])),), 0)

    monkeypatch.setattr(slip_pictures, "read_slips", read_slips)
    return party


def picture(content):
    return {"name": f"{content}.jpg", "mimeType": "image/jpeg", "buffer": content.encode()}


def choose(page, *contents):
    page.locator("#choose").set_input_files([picture(content) for content in contents])


def stored_tables():
    return sorted(SlipPicture.objects.values_list("table__number", flat=True))


def test_two_pictures_are_stored_once_although_an_answer_is_lost(page, party, expected_errors):
    expected_errors.append("net::ERR_FAILED")
    page.goto(reverse("slip_pictures", args=[party.pk]))
    lost = []

    def lose_first_answer(route):
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch())
            route.abort()
        else:
            route.continue_()

    page.route("**/slips/", lose_first_answer)
    choose(page, "table 1", "table 2")
    page.get_by_text("All 2 pictures are sent and read.").wait_for()
    assert len(lost) == 1
    assert stored_tables() == [1, 2]
    assert LogLine.objects.filter(verb="slips photographed").count() == 2
    page.locator("#slips .photographed").nth(1).wait_for()
    assert page_faults(page) == []


def test_an_unsent_picture_is_sent_after_a_reload_of_the_page(page, party, expected_errors):
    expected_errors.append("net::ERR_FAILED")
    page.goto(reverse("slip_pictures", args=[party.pk]))
    page.route("**/slips/", lambda route: route.abort())
    choose(page, "table 1")
    page.get_by_text("No answer: trying again.").wait_for()
    page.unroute("**/slips/")
    page.reload()
    page.get_by_text("The picture is sent and read.").wait_for()
    assert stored_tables() == [1]
    page.reload()
    assert page.locator("#progress").is_hidden()


def test_a_refusal_is_shown_until_the_picture_is_dropped(page, party):
    page.goto(reverse("slip_pictures", args=[party.pk]))
    choose(page, "a letter", "table 2")
    page.get_by_text("This file is not a photograph.").wait_for()
    page.get_by_text("The picture is sent and read.").wait_for()
    assert stored_tables() == [2]
    page.get_by_role("button", name="Drop it").click()
    assert page.get_by_text("This file is not a photograph.").count() == 0
    page.wait_for_function(NO_PICTURE_IN_BROWSER)
    page.reload()
    page.locator("#progress").wait_for(state="hidden")
    assert page.get_by_text("a letter.jpg").count() == 0
