"""After every press the next step and the last message are in sight, without scrolling.

The evening is small: two tables and one person who sits out, a slip that comes late, and a
correction that would change the seats. It is played on a laptop and on a phone.
"""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from party.models import Party
from tests.browser.page_checks import OUT_OF_SIGHT
from tests.evening import HANDS, create_user, enter

pytestmark = pytest.mark.django_db(transaction=True)

LAPTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
ANSWERED = """was => document.querySelector('#errors, .wrong') ||
  document.querySelector('#desk [name=submission]')?.value !== was"""


class Presser:
    """Presses buttons and links, and checks the page after each."""

    def __init__(self, page):
        self.page = page
        self.faults = []

    def press(self, words, *, leads_on=True, within=None):
        place, exact = within or self.page, isinstance(words, str)
        button = place.get_by_role("button", name=words, exact=exact)
        link = place.get_by_role("link", name=words, exact=exact)
        with self.page.expect_navigation():
            button.or_(link).locator("visible=true").first.click()
        self.check(leads_on=leads_on)

    def press_next(self, words):
        expect(self.page.locator(".btn-next:visible")).to_have_text(re.compile(words))
        self.press(re.compile(words))

    def tap(self, *keys, button):
        """Tap these keys of the pad, and press its button."""
        for key in keys:
            self.page.locator(f"label.key[for=circle_{key}]").click()
        before = self.page.locator("#desk [name=submission]").first.get_attribute("value")
        self.page.get_by_role("button", name=button).click()
        self.page.wait_for_function(ANSWERED, arg=before)
        self.check(leads_on=True)

    def open(self, address, *, leads_on=False):
        self.page.goto(address)
        self.check(leads_on=leads_on)

    def check(self, *, leads_on):
        self.page.wait_for_load_state("load")
        where = f"{self.page.url}, {self.page.inner_text('h1')}"
        self.faults += [f"{where}: {fault}" for fault in self.page.evaluate(OUT_OF_SIGHT)]
        if leads_on and self.page.locator(".btn-next:visible").count() != 1:
            self.faults.append(f"{where}: no next step")


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_next_step_is_in_sight_after_every_press(open_context, context, sign_in, screen):
    sign_in(create_user())
    window = open_context(**screen)
    window.add_cookies(context.cookies())
    night = Presser(window.new_page())
    people_come(night)
    party = Party.objects.get()
    play_round_1(night, party)
    play_round_2(night, party)
    correct_round_1(night, party)
    play_the_last_round(night, party)
    finish(night, party)
    assert night.faults == []


def people_come(night):
    page = night.page
    night.open("/", leads_on=True)
    night.press_next("Start your first party")
    page.get_by_label("Name of the party").fill("Autumn party")
    night.press("Create the party")
    night.open(reverse("prizes", args=[Party.objects.get().pk]))
    night.press("High, 2nd and 3rd")
    night.press_next("Put the players on the list")
    page.get_by_label("Names, one per line").fill("\n".join(f"Guest {n}" for n in range(1, 10)))
    night.press("Add players")
    night.press("Add to tonight’s list", leads_on=False)  # nobody is ticked as here yet
    night.press("Tick all 9")
    night.press_next("Go on to the draw")
    night.press("Seating wishes")
    night.press("Back to the draw")
    night.press_next("Draw the seats")


def play_round_1(night, party):
    page = night.page
    night.press_next("Show the seats")
    night.press_next("Start round 1")
    if page.get_by_role("link", name="Tap it instead").is_visible():
        night.press("Tap it instead")
    night.tap("bidder_0", "bid_6", "tricks_9", button="Save hand 1")
    night.press(re.compile("^Correct"))
    page.get_by_label("The hand as it was played").fill("8hn7")
    night.press("Correct it")
    night.tap("bidder_0", "bid_6", "tricks_9", button="Save hand 2")
    night.tap("bidder_0", "bid_6", button="Save hand 3")  # the tricks are missing
    night.press("Type it instead")
    enter(party, "7ce7 9dw9", 1)
    enter(party, "8hn8", 2)
    night.press("Live page")
    night.press("Ring the bell")
    night.press("Live page")
    night.press_next("Stop and check the round")
    answer_questions(night)
    night.press_next("Close round 1 and seat round 2")


def answer_questions(night):
    """Press the first of the two pairs at each question."""
    next_step = night.page.locator("#next")
    while asked := re.match(r"Answer table (\d+)", next_step.inner_text()):
        next_step.click()
        night.check(leads_on=True)
        table = night.page.locator(f"#table-{asked[1]}")
        night.press(re.compile("North-South"), within=table)


def play_round_2(night, party):
    night.press_next("Show the moves")
    night.press_next("Start round 2")
    enter(party, HANDS, 1)
    enter(party, "10nn10 8he8 8ss8", 2)


def correct_round_1(night, party):
    """Correct a hand: now the other pair is ahead, so people would move."""
    night.open(reverse("correct", args=[party.pk, 1, 1, 1]), leads_on=True)
    night.page.get_by_label("The hand as it was played").fill("10hn10")
    night.page.locator("#id_reason").fill("misread")
    night.press("Correct it")
    night.press("Correct it")  # this keeps the seats
    night.press_next("Go to round 2")


def play_the_last_round(night, party):
    night.press(re.compile("^It’s right"))
    night.press_next("Enter hands")
    night.page.locator("[data-entry]").fill("8sw8")
    night.page.locator("[data-entry]").press("Enter")
    night.page.locator("#next").wait_for()
    night.check(leads_on=True)
    night.press_next("Close round 2")
    night.page.get_by_text("Finish without these slips").click()
    night.press("Finish the party")


def finish(night, party):
    while night.page.locator("#next", has_text="Settle").count():
        night.press_next("Settle")
        night.page.get_by_label("They share").check()
        night.press("Settle it")
    night.press_next("Confirm")
    for page in ("standings", "money", "prints", "log", "round", "moves", "pictures", "finish"):
        args = [party.pk, 1] if page in {"round", "moves"} else [party.pk]
        night.open(reverse(page, args=args))
