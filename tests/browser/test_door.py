"""The door in a real browser."""

import io
import re

import pytest
from openpyxl import Workbook
from playwright.sync_api import expect

from party.models import Entrant
from tests.evening import add_people, party_with

pytestmark = pytest.mark.django_db(transaction=True)
IN_SIGHT = "all => all.filter(li => li.getBoundingClientRect().bottom <= innerHeight).length"
ROWS = (
    ("Members 2026", None, None),
    ("SURNAME", "First name", "Group"),
    ("Rasmussen", "Alma", "women"),
    ("Nguyễn", "Łukasz", "men"),
    (None, None, "men"),
    ("Rasmussen", "Alma", "women"),
)


@pytest.fixture
def party(sign_in):
    party = party_with(0, fee=1000)
    sign_in(party.club.memberships.get().user)
    return party


def workbook():
    book, data = Workbook(), io.BytesIO()
    for row in ROWS:
        book.active.append(row)
    book.save(data)
    return {"name": "list.xlsx", "mimeType": "application/zip", "buffer": data.getvalue()}


def press(page, words):
    with page.expect_navigation():
        page.get_by_role("button", name=words).first.click()


def test_a_persons_line_takes_little_height_on_a_phone(page, party):
    add_people(party, 12, state=Entrant.State.EXPECTED)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/parties/{party.pk}/checkin/")
    heights = page.locator(".people > li").evaluate_all("all => all.map(li => li.offsetHeight)")
    assert len(heights) == 12
    assert max(heights) <= 64


def test_twenty_two_people_stay_in_sight_after_a_press(page, party):
    add_people(party, 26, state=Entrant.State.EXPECTED)
    page.goto(f"/parties/{party.pk}/checkin/")
    assert page.locator(".people > li").evaluate_all(IN_SIGHT) >= 22
    press(page, "Here, $10")
    assert page.locator(".people > li").evaluate_all(IN_SIGHT) >= 22
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.locator(".people > li").evaluate_all(IN_SIGHT) >= 5


def test_enter_selects_the_typed_text_if_several_people_match(page, party):
    add_people(party, 12, state=Entrant.State.EXPECTED)
    page.goto(f"/parties/{party.pk}/checkin/")
    field = page.get_by_label("Find a name or a number")
    field.press_sequentially("guest")
    expect(page.locator("#people")).to_have_attribute("data-found", "guest")
    page.keyboard.press("Enter")
    page.keyboard.type("alma")
    expect(field).to_have_value("alma")

    # Enter leads here if the list has not answered yet.
    page.goto(f"/parties/{party.pk}/checkin/?q=guest")
    page.keyboard.type("bert")
    expect(field).to_have_value("bert")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
def test_the_button_that_adds_a_walk_in_is_in_sight(page, party, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/parties/{party.pk}/checkin/?q=Zora")
    box = page.get_by_role("button", name="Here, $10", exact=True).bounding_box()
    assert box["y"] + box["height"] <= height


def test_people_who_pay_later_are_let_in_without_money(page, party):
    add_people(party, 2, state=Entrant.State.EXPECTED)
    page.goto(f"/parties/{party.pk}/checkin/")
    page.get_by_label("Later", exact=True).check()
    press(page, re.compile("^Here ?: Alma"))
    expect(page.get_by_text("owes $10")).to_be_visible()
    alma = party.entrants.get(name="Alma")
    assert (alma.state, alma.paid) == (Entrant.State.HERE, 0)


def test_people_from_a_workbook_are_let_in_and_pay(page, party, check_sizes):
    bring_in_workbook(page, party, check_sizes)
    let_in(page, party, check_sizes)
    check_money(page, party, check_sizes)


def bring_in_workbook(page, party, check_sizes):
    page.goto(f"/parties/{party.pk}/players/add/")
    page.set_input_files("input[type=file]", workbook())
    press(page, "Add players")
    main = page.locator("main")
    expect(main).to_contain_text("Line 5 “men”: there is no name.")
    expect(main).to_contain_text("Is in line 3")
    listed, preview = (main.locator(part).first.bounding_box() for part in ("#id_names", ".tally"))
    assert listed["x"] + listed["width"] < preview["x"]
    check_sizes()
    press(page, "Add to tonight’s list")
    assert party.entrants.count() == 2


def let_in(page, party, check_sizes):
    page.goto(f"/parties/{party.pk}/checkin/")
    check_sizes()
    page.get_by_label("Card", exact=True).check()
    page.get_by_label("Find a name or a number").press_sequentially("lukasz n")
    expect(page.locator("#people .people > li")).to_have_count(1)
    expect(page.locator("#people")).to_have_attribute("data-found", "lukasz n")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Łukasz Nguyễn is here, paid $10.")
    assert party.entrants.get(number=2).paid_how == "card"

    page.get_by_label("Find a name or a number").press_sequentially("Zoë Ek")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Zoë Ek")
    page.get_by_label("Later", exact=True).check()
    page.get_by_role("button", name="Here", exact=True).click()
    expect(page.locator("#said")).to_contain_text("Zoë Ek is on the list and here.")
    assert party.entrants.get(name="Zoë Ek").state == Entrant.State.HERE


def check_money(page, party, check_sizes):
    page.goto(f"/parties/{party.pk}/money/")
    expect(page.locator("main")).to_contain_text("Still to pay")
    check_sizes()
    page.get_by_role("link", name="Ek, Zoë").click()
    page.get_by_label("Nothing: free tonight").check()
    check_sizes()
    press(page, "Save")
    assert party.entrants.get(name="Zoë Ek").owed == 0


def test_the_list_of_players_is_filtered_while_somebody_types(page, party):
    add_people(party, 44)
    page.goto(f"/parties/{party.pk}/players/")
    page.get_by_role("link", name="H", exact=True).click()
    expect(page.get_by_role("link", name="Hilde")).to_be_in_viewport()
    page.get_by_role("searchbox").press_sequentially("guest 4")
    expect(page.locator("#found")).to_contain_text("5 people found")
    page.get_by_role("checkbox", name="Guest 44 is here").uncheck()
    expect(page.locator("#door")).to_contain_text("43 here")


def test_one_page_adds_a_single_name_and_players_of_the_club(page, party):
    party_with(2, club=party.club)  # These are Alma and Bert.
    page.goto(f"/parties/{party.pk}/players/add/")
    page.get_by_label("Name", exact=True).fill("Zoë Ray")
    press(page, re.compile("^Add player$"))
    page.goto(f"/parties/{party.pk}/players/add/")
    page.get_by_role("checkbox", name="Bert").check()
    press(page, "Add to tonight’s list")
    expect(page.locator("tbody th")).to_have_text(["Bert", "Ray, Zoë"])
