"""Counts presses, keys and waits of an evening of ten tables at the desk, in a real browser.

Run by hand: python -m tests.bench.bench_presses [TABLES]

The script takes the next step of each page, and types hands. A press is a click, or a key that
presses a button; a key is a typed letter, or Enter after a hand. There are no pauses: the time is
the program's. The slips of the second round are photographed, four in a picture.
"""

# ruff: noqa: E402 -- Django reads its settings first

import os
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from contextlib import contextmanager
from random import Random

import django

FOLDER = tempfile.mkdtemp(prefix="ht-bench-")
os.environ["HEADTABLE_DATA"] = FOLDER
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright runs a loop in this thread
os.environ["DJANGO_SETTINGS_MODULE"] = "party.settings"
django.setup()

import numpy as np
import pypdfium2
from playwright.sync_api import sync_playwright

from party.models import Party
from party.pdf.scores.slips import round_slips
from party.slip_reader.layout import Question
from party.views.papers.slips import slip_sheet
from tests.browser.organiser import IS_LINE_READY
from tests.laptop import CHROMIUM_NAMES, Laptop
from tests.slip_reader.photographs import LOOKS, cards_of, photograph_of

SEED = 7  # with one seed every run types the same hands
PHOTOGRAPHED_ROUND = 2
SLIPS_IN_PICTURE = 4


class Desk:
    """Ruth's browser; counts presses and keys."""

    def __init__(self, page):
        self.page = page
        self.phase = ""
        self.presses, self.keys, self.seconds = Counter(), Counter(), Counter()
        self.response_times = []  # seconds
        page.on("requestfinished", self._note_response_time)

    def _note_response_time(self, request):
        timing = request.timing
        if "/static/" not in request.url:
            self.response_times.append((timing["responseEnd"] - timing["requestStart"]) / 1000)

    @contextmanager
    def during(self, phase):
        self.phase = phase
        started = time.perf_counter()
        yield
        self.seconds[phase] += time.perf_counter() - started

    def press(self, name):
        """Press a button or follow a link, and wait for the next page."""
        exact = isinstance(name, str)
        body = self.page.locator("body")
        button = body.get_by_role("button", name=name, exact=exact)
        link = body.get_by_role("link", name=name, exact=exact)
        with self.page.expect_navigation():
            button.or_(link).first.click()
        self.presses[self.phase] += 1

    def press_enter(self):
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")
        self.presses[self.phase] += 1

    def choose(self, label):
        self.page.get_by_label(label, exact=True).check()
        self.presses[self.phase] += 1

    def write(self, label, text):
        """Type into a field; click into it first if it does not have the cursor."""
        field = self.page.get_by_label(label, exact=True).locator("visible=true")
        if not field.evaluate("field => field === document.activeElement"):
            field.click()
            self.presses[self.phase] += 1
        self.page.keyboard.type(text)
        self.keys[self.phase] += len(text)

    def paste(self, label, text):
        field = self.page.get_by_label(label, exact=True)
        if not field.evaluate("field => field === document.activeElement"):
            self.presses[self.phase] += 1
        field.fill(text)
        self.keys[self.phase] += 1

    def type_hand(self, text):
        before = self.page.locator("#desk [name=submission]").first.get_attribute("value")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        self.keys[self.phase] += len(text) + 1
        self.page.wait_for_function(IS_LINE_READY, arg=before)

    def open_paper(self, name):
        """Press a button that prints, and wait until the whole PDF is there."""
        button = self.page.get_by_role("button", name=name).first
        # The PDF opens in a new tab.
        with self.page.context.expect_event(
            "response", lambda response: ".pdf" in response.url
        ) as pdf:
            button.click(no_wait_after=True)
        self.presses[self.phase] += 1
        response = self.page.context.request.get(pdf.value.url)
        assert response.headers["content-type"] == "application/pdf", response.url


def play_evening(desk, tables):
    with desk.during("the party is made"):
        desk.press("Start your first party")
        desk.write("Name of the party", "Autumn party")
        desk.press("Create the party")
    with desk.during("the prizes are chosen"):
        desk.press("Prizes")
        desk.press("High, 2nd and 3rd")
    with desk.during("the people come in"):
        add_people(desk, 4 * tables)
    with desk.during("the draw"):
        desk.press("Go on to the draw")
        desk.press("Draw the seats")
    with desk.during("printed before the first round"):
        desk.open_paper("Print the seat cards")
        desk.open_paper("Print round 1")
    rounds = play_rounds(desk)
    with desk.during("the last round is closed, the party finished"):
        started, earlier = time.perf_counter(), len(desk.response_times)
        finish(desk, rounds)
    with desk.during("the prizes are confirmed and printed"):
        share_ties(desk)
        desk.press(desk.page.locator("#next").inner_text())
        desk.open_paper("Print the results")
    return rounds, time.perf_counter() - started, desk.response_times[earlier:]


def add_people(desk, number):
    desk.press("Put the players on the list")
    desk.paste("Names, one per line", "\n".join(f"Guest {n}" for n in range(1, number + 1)))
    desk.press("Add players")
    desk.press("Add to tonight’s list")
    desk.press(f"Tick all {number}")


def play_rounds(desk):
    """Play all rounds, up to the last hand; return their number."""
    page = desk.page
    with desk.during("a round is started"):
        rounds = int(re.search(r"(\d+) rounds", page.inner_text(".head"))[1])
        desk.press("Show the seats")
        desk.press("Start round 1")
    dice = Random(SEED)
    for number in range(1, rounds + 1):
        with desk.during("a round is started"):
            if number > 1:
                desk.press("Show the moves")
                desk.press(re.compile(r"^Start round"))
        if number == PHOTOGRAPHED_ROUND:
            pictures = photograph_slips(number, dice)
            with desk.during("a round is photographed and accepted"):
                accept_round(desk, pictures)
        else:
            with desk.during("hands are entered"):
                type_round(desk, dice)
        if number < rounds:
            with desk.during("a round is closed, the next one seated"):
                open_check(desk)
                enter_cuts(desk)
                desk.press(re.compile(r"^Close round \d+ and seat"))
    return rounds


def type_round(desk, dice):
    while desk.page.locator("[data-entry]").count():
        level, suit, bidder, tricks = roll_hand(dice)
        desk.type_hand(f"{level}{suit}{bidder}{tricks}".lower().replace("nt", "n"))


def roll_hand(dice):
    level = dice.choices((7, 8, 9, 10), (8, 6, 2, 1))[0]
    tricks = min(10, max(0, level + dice.choices((-2, -1, 0, 1, 2), (1, 2, 5, 3, 1))[0]))
    return str(level), dice.choice(("S", "C", "D", "H", "NT")), dice.choice("NESW"), str(tricks)


def photograph_slips(number, dice):
    """Return the files of simulated photographs."""
    party = Party.objects.get()
    sheet = slip_sheet(party, party.rounds.get(number=number))
    pdf = round_slips(sheet, LOOKS[0])
    with pypdfium2.PdfDocument(pdf) as document:
        pages = range(len(document))
    cards = [card for page in pages for card in cards_of(sheet, LOOKS[0], pdf, page)]
    questions = (Question.LEVEL, Question.SUIT, Question.BIDDER, Question.TRICKS)
    results = {
        card.table: [dict(zip(questions, roll_hand(dice), strict=True)) for _ in range(4)]
        for card in cards
    }
    rng = np.random.default_rng(SEED)
    return [
        {
            "name": f"{first}.jpg",
            "mimeType": "image/jpeg",
            "buffer": photograph_of(
                cards[first : first + SLIPS_IN_PICTURE], "rings", dice, rng, results
            ).file,
        }
        for first in range(0, len(cards), SLIPS_IN_PICTURE)
    ]


def accept_round(desk, pictures):
    page = desk.page
    desk.press("Photograph slips")
    page.locator("#choose").set_input_files(pictures)
    desk.presses[desk.phase] += len(pictures)
    page.get_by_text("sent and read.").wait_for(timeout=60_000)
    desk.press("Enter hands")
    while (accept := page.get_by_role("button", name=re.compile("^Accept these 4"))).count():
        before = page.locator("#desk [name=submission]").first.get_attribute("value")
        accept.first.click()
        desk.presses[desk.phase] += 1
        page.wait_for_function(IS_LINE_READY, arg=before)
    type_round(desk, Random(SEED))  # the slip reader asks about the hands of these slips


def open_check(desk):
    if not desk.page.locator("#totals").count():
        desk.press_enter()


def enter_cuts(desk):
    unanswered = ".ask-pairs:not(:has([aria-pressed=true])) button[name=cut]"
    while (cut := desk.page.locator(unanswered)).count():
        with desk.page.expect_navigation():
            cut.first.click()
        desk.presses[desk.phase] += 1


def finish(desk, rounds):
    open_check(desk)
    desk.press(f"Close round {rounds} and finish the party")


def share_ties(desk):
    while (tie := desk.page.locator("#next", has_text="Settle the tie")).count():
        desk.press(tie.inner_text())
        desk.page.get_by_label("They share").check()
        desk.presses[desk.phase] += 1
        desk.press("Settle it")


def report(desk, tables, rounds, seconds, response_times):
    print(f"\n{tables} tables, {4 * tables} people, {rounds} rounds of 4 hands")
    phases = list(dict.fromkeys([*desk.presses, *desk.keys]))
    for phase in phases:
        counts = f"{desk.presses[phase]:6} presses {desk.keys[phase]:6} keys"
        print(f"{counts} {desk.seconds[phase]:7.1f} s   {phase}")
    print(f"{desk.presses.total():6} presses {desk.keys.total():6} keys   in all")
    hands = desk.keys["hands are entered"]
    typed = rounds - 1
    print(f"{hands / (4 * tables * typed):.1f} keys a hand, {hands / typed:.0f} a round")
    print(f"{desk.seconds['hands are entered'] / typed:.1f} s for a typed round")
    print(
        f"from the last hand to the prize sheet: {seconds:.2f} s, of which the server "
        f"{sum(response_times):.2f} s in {len(response_times)} answers"
    )


def main():
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    path = next(filter(None, map(shutil.which, CHROMIUM_NAMES)))
    laptop = Laptop(FOLDER, "--host", "127.0.0.1", "--no-sample", "--no-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        page = browser.new_context(locale="en-US").new_page()
        page.set_default_timeout(10_000)
        page.goto(laptop.link)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("link", name="Not now").or_(
            page.get_by_role("button", name="Not now")
        ).click()
        page.wait_for_url("**/")
        desk = Desk(page)
        report(desk, tables, *play_evening(desk, tables))
        browser.close()
    laptop.stop()
    shutil.rmtree(FOLDER, ignore_errors=True)


if __name__ == "__main__":
    main()
