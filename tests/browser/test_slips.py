import random
import re
from collections import Counter
from uuid import uuid4

import numpy as np
import pytest
from django.urls import reverse
from playwright.sync_api import expect

from party.engine import pair_points, read_entry
from party.models import Entry, Round
from party.pdf.scores.slips import round_slips, slip_layout
from party.queries.standings.standings import standings
from party.services.phones.hands import record_hand
from party.slip_reader import read_slips
from party.values.accounts import table_actor
from party.values.papers import Look
from party.views.papers.slips import slip_sheet
from tests.browser.page_checks import OUT_OF_SIGHT, SIDEWAYS
from tests.evening import AT, close, party_with, spot, start
from tests.slip_pictures import slip_picture
from tests.slip_reader.photographs import cards_of, photograph_of

READING_TIME = 800  # milliseconds until the desk takes keys as an answer
pytestmark = pytest.mark.django_db(transaction=True)

ROUND = "8hn9 7ce7 9sw10 7ns6"


@pytest.fixture
def party(sign_in):
    party = party_with(12)
    sign_in(party.club.memberships.get().user)
    start(party)
    return party


def circles_of(party, text):
    """Return the words to circle for a hand as the desk types it."""
    result = read_entry(party.rules, text).result
    return {
        "bidder": result.declarer,
        "level": str(result.bid.level),
        "suit": result.bid.strain,
        "tricks": str(result.tricks),
    }


def photograph(party, hands_by_table, kind="rings", seed=1):
    """Return a photograph of slips that the program printed for some tables, and their layout."""
    sheet, look = slip_sheet(party, Round.objects.get(party=party, number=1)), Look()
    pdf = round_slips(sheet, look)
    pages = -(-len(sheet.slips) // 4)
    cards = [card for page in range(pages) for card in cards_of(sheet, look, pdf, page)]
    results = {
        table: [circles_of(party, hand) for hand in hands.split()]
        for table, hands in hands_by_table.items()
    }
    chosen = [card for card in cards if card.table in results]
    chance, rng = random.Random(seed), np.random.default_rng(seed)
    return photograph_of(chosen, kind, chance, rng, results).file, slip_layout(sheet, look)


def store(party, hands_by_table, **options):
    file, layout = photograph(party, hands_by_table, **options)
    readings = read_slips(file, [layout]).slips
    for place, reading in enumerate(readings, start=1):
        slip_picture(party, reading, place=place)
    return readings


def stored(party):
    rows = Entry.objects.in_force().filter(table__round__party=party)
    return list(rows.order_by("table__number", "hand").values_list("bid", "source"))


def test_proposed_hands_are_accepted_one_by_one_or_all_with_one_press(page, party):
    store(party, {1: ROUND, 2: ROUND})
    page.set_viewport_size({"width": 1280, "height": 640})  # Four hands hide the line.
    page.goto(reverse("entry", args=[party.pk, 1]))
    note = page.locator("#said")
    page.keyboard.press("Enter")  # nobody can have read hand 1 yet
    page.wait_for_timeout(READING_TIME)
    assert stored(party) == []
    page.keyboard.press("Enter")
    expect(note).to_contain_text("Table 1, hand 1: 8 Hearts by North, 9 tricks")
    page.keyboard.press("Enter")  # nobody can have read hand 2 yet
    page.keyboard.type("9cw10")
    page.keyboard.press("Enter")
    expect(note).to_contain_text("Table 1, hand 2: 9 Clubs by West")
    page.get_by_role("button", name="Accept these 2 hands").click()
    expect(note).to_contain_text("Saved: 2 hands of table 1")
    expect(page.locator("h1")).to_have_text("Round 1, table 2")
    page.wait_for_timeout(READING_TIME)
    assert page.evaluate(OUT_OF_SIGHT) == []
    assert stored(party) == [("8H", "photo"), ("9C", "slip"), ("9S", "photo"), ("7NT", "photo")]


def test_the_button_that_accepts_all_hands_is_in_sight_on_a_phone(page, party):
    page.set_viewport_size({"width": 360, "height": 740})
    store(party, {1: ROUND})
    page.goto(reverse("entry", args=[party.pk, 1]))
    accept = page.get_by_role("button", name="Accept these 4 hands")
    assert accept.bounding_box()["y"] < 740
    assert page.evaluate(SIDEWAYS) == []
    accept.click()
    expect(page.locator("h1")).to_have_text("Round 1, table 2")
    assert len(stored(party)) == 4


def accept_or_type(page, truth):
    """Accept slips and hands where the page offers it, and type all other hands."""
    before = ""
    while page.locator("[data-entry]").count():
        page.wait_for_function(
            "was => document.querySelector('#desk [name=submission]')?.value !== was", arg=before
        )
        before = page.locator("#desk [name=submission]").first.get_attribute("value")
        accept = page.get_by_role("button", name=re.compile("^Accept (these|hand)"))
        if accept.count():
            accept.click()
        else:
            table = int(page.inner_text("h1").rpartition(" ")[2])
            hand = int(page.locator("[name=hand]").first.get_attribute("value"))
            page.keyboard.type(truth[table].split()[hand - 1])
            page.keyboard.press("Enter")
        page.wait_for_function(
            """was => {
                const field = document.querySelector('#desk [name=submission]');
                return !field || field.value !== was;
            }""",
            arg=before,
        )
        before = ""


def test_photographed_tapped_and_typed_hands_give_true_standings(page, sign_in, tmp_path):
    party = party_with(24)
    sign_in(party.club.memberships.get().user)
    round_ = start(party)
    chance = random.Random(5)
    truth = {
        table: " ".join(
            f"{chance.choice('789')}{chance.choice('scdhn')}{chance.choice('nesw')}"
            f"{chance.randint(5, 10)}"
            for _ in range(4)
        )
        for table in range(1, 7)
    }
    for number, (tables, kind) in enumerate((((1, 2, 3), "rings"), ((4,), "corrections"))):
        hands = {table: truth[table] for table in tables}
        (tmp_path / f"{number}.jpg").write_bytes(photograph(party, hands, kind, seed=7)[0])
    for hand, text in enumerate(truth[5].split(), start=1):
        record_hand(
            spot(party, 5),
            read_entry(party.rules, text),
            hand=hand,
            submission=uuid4(),
            actor=table_actor(5),
            at=AT,
        )
    page.goto(reverse("slip_pictures", args=[party.pk]))
    page.locator("#choose").set_input_files([tmp_path / "0.jpg", tmp_path / "1.jpg"])
    page.get_by_text("All 2 pictures are sent and read.").wait_for()
    page.goto(reverse("entry", args=[party.pk, 1]))
    accept_or_type(page, truth)
    page.wait_for_selector("text=everything is in")
    sources = Counter(Entry.objects.in_force().values_list("table__number", "source"))
    assert [sources[table, "photo"] for table in (1, 2, 3, 5, 6)] == [4, 4, 4, 0, 0]
    assert sources[4, "photo"] < 4  # Some hands were crossed out.
    assert (sources[5, "phone"], sources[6, "slip"]) == (4, 4)
    close(party)
    assert points_of_people(party) == true_points(party, round_, truth)


def points_of_people(party):
    return {line.person.id: line.total for line in standings(party).lines}


def true_points(party, round_, truth):
    points = {}
    for place in round_.places.select_related("table"):
        results = [
            read_entry(party.rules, text).result for text in truth[place.table.number].split()
        ]
        pairs = [pair_points(party.rules, result) for result in results]
        points[place.entrant_id] = sum(pair[place.seat in "EW"] for pair in pairs)
    return points
