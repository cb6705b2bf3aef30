"""The disturbed evening until the seats are drawn: rules, roster, door, money."""

import io

from openpyxl import Workbook
from playwright.sync_api import expect

LONG = "Maximiliane Alexandrina von Hohenlohe-Waldenburg-Langenburg"
LAST_WEEK = ("Alma Rasmussen", "Bert Kowalski", "Carol Meyer", "Dev Patel")
NEAR = ("Rasmusen", "Alma")
FROM_FILE = (
    *(("Nguyễn", "Łukasz"), ("Dvořák", "Zuzana"), ("O'Brien-Smith", "Siobhán"), ("Olson", "Ed")),
    *(("Olsen", "Edda"), ("Lindqvist", "Fay"), ("Hansen", "Gus"), ("Berg", "Hilde")),
    *(("Novak", "Ida"), ("Larsen", "Kim"), ("Ruiz", "Lena"), ("Ali", "Mo"), ("Dahl", "Nils")),
    *(("Petrova", "Olga"), ("Holm", "Per"), ("Adams", "Quinn"), (LONG, None), ("Diaz", "Rosa")),
)
LATE, WALK_IN = "Rosa Diaz", "王 伟"


def prepare(ruth):
    """Days before: last week's party, tonight's rules, and tonight's list from three sources."""
    ruth.start_party("Last week", "St Paul Midway")
    ruth.paste(LAST_WEEK)
    ruth.press("Tick all 4")
    ruth.start_party("Disturbed evening", "St Paul Midway", fee="5")
    choose_house_rules(ruth)
    bring_in_workbook(ruth)
    bring_in_last_week(ruth)


def choose_house_rules(ruth):
    """Begin with a game, see what a change does, and be refused what cannot be."""
    ruth.press("Your own house rules")
    ruth.page.get_by_label("Start again from").select_option("midway")
    ruth.press("Start again from these")
    ruth.unfold("Misère and its family")
    ruth.page.locator("[name=misere_allowed]").select_option("yes")
    preview = ruth.page.locator("#preview")
    expect(preview).to_contain_text("1 rule other than in St Paul Midway")
    expect(preview.locator("table.bids")).to_contain_text("Nullo")
    ruth.unfold("Scoring")
    ruth.page.locator("[name=slam_and_bonus_stack]").select_option("yes")
    expect(preview).to_contain_text("These rules cannot be")
    ruth.press("Save these rules")
    assert ruth.page.locator("#errors").count() == 1
    ruth.page.locator("[name=slam_and_bonus_stack]").select_option("no")
    expect(preview).to_contain_text("1 rule other than in St Paul Midway")
    ruth.press("Save these rules")
    assert "The rules are saved" in ruth.told


def workbook():
    book, data = Workbook(), io.BytesIO()
    rows = [("Guest list", None, None), ("SURNAME", "First name", "Group"), (None, None, "men")]
    for number, (surname, first) in enumerate([NEAR, *FROM_FILE]):
        rows.append((surname, first, "women" if number % 2 else "men"))
    for row in rows:
        book.active.append(row)
    book.save(data)
    return {"name": "guests.xlsx", "mimeType": "application/zip", "buffer": data.getvalue()}


def bring_in_workbook(ruth):
    ruth.open("players/")
    ruth.press("Paste a list, or take a file")
    ruth.page.set_input_files("input[type=file]", workbook())
    ruth.press("Add players")
    main = ruth.page.locator("main")
    expect(main).to_contain_text("Line 3 “men”: there is no name.")
    expect(main).to_contain_text("To be added (18)")
    ruth.choose_like("Same person as Alma Rasmussen")
    ruth.press("Add to tonight’s list")
    assert "19 names added" in ruth.told


def bring_in_last_week(ruth):
    ruth.open("players/")
    ruth.unfold("Add players")
    ruth.press("Everybody of “Last week” again")
    names = [row[2] for row in ruth.rows("Players")]
    assert len(names) == 22
    assert {*LAST_WEEK, "Łukasz Nguyễn", LONG, LATE} <= set(names)


def let_in(ruth):
    """Some are found by a few letters and pay at once; one is on no list; one comes later."""
    ruth.open("checkin/")
    ruth.page.get_by_label("Paid by").select_option("Card")
    ruth.page.get_by_label("Find a name or a number").press_sequentially("lukasz n")
    expect(ruth.page.locator("#people .people > li")).to_have_count(1)
    expect(ruth.page.locator("#people")).to_have_attribute("data-found", "lukasz n")
    with ruth.page.expect_navigation():
        ruth.page.keyboard.press("Enter")
    assert "Łukasz Nguyễn is here, paid $5." in ruth.told
    ruth.page.get_by_label("Find a name or a number").press_sequentially(WALK_IN)
    expect(ruth.page.get_by_label("Name", exact=True)).to_have_value(WALK_IN)
    ruth.press("Let in")
    assert "Say whether the fee is paid." in ruth.page.inner_text("#errors")
    ruth.choose("Paid $5.00: cash")
    ruth.press("Let in")
    ruth.open("players/")
    ruth.press("Tick all 23")
    box = ruth.page.get_by_role("checkbox", name=f"{LATE} is here")
    box.uncheck()
    expect(ruth.page.locator("#door")).to_contain_text("22 here")
    ruth.open("money/")
    together = [cell.inner_text() for cell in ruth.page.locator("tfoot td").all()]
    assert together == ["$100.00", "$10.00", "", "$110.00"]
