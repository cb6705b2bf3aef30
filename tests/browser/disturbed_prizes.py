"""The disturbed evening after the last hand: prizes, papers, pictures, the season."""

import csv
import io
import re

from openpyxl import load_workbook
from playwright.sync_api import expect

from tests.browser.disturbed_seats import download
from tests.pdf.reading import pages


def finish(ruth, books):
    """Four prizes chosen before the end; ties settled, one drawn, all confirmed and printed."""
    ruth.open("prizes/")
    ruth.choose("High and low")
    ruth.press("Add these prizes")
    add_prize(ruth, "Best round", "Money (if it is money)", "10.01")
    add_prize(ruth, "Door prize", "Or what else there is to win", "a ham")
    ruth.open("live/")
    ruth.press("Stop and check the round")
    ruth.press("Close round 4")
    assert ruth.heading == "Finish Disturbed evening?"
    ruth.press("Finish the party")
    compare_standings(ruth, books)
    ruth.open("prizes/")
    settle(ruth)
    ruth.press("Confirm the prizes")
    assert "The prizes are confirmed." in ruth.told
    sheet = words(ruth.print_paper(re.compile("Prize sheet$")))
    assert f"{max(books.standings().values())} points" in sheet
    assert f"{min(books.always_there().values())} points" in sheet
    assert "they share it" in sheet
    assert "a ham" in sheet


def add_prize(ruth, kind, label, text):
    ruth.unfold("Add one prize")
    ruth.page.get_by_label("What is it for?").select_option(label=kind)
    ruth.fill(label, text)
    ruth.press("Add the prize")


def settle(ruth):
    """The next step leads through everything that is open, one after the other."""
    step = ruth.page.locator("#next")
    while "Confirm" not in step.inner_text():
        settling = step.inner_text().startswith("Settle")
        ruth.press(step.inner_text())
        if settling:
            ruth.choose_like("They share")
            ruth.press("Settle it")
        else:
            ruth.press("Draw somebody")
            ruth.press("Back to all prizes")


def words(data):
    return " ".join(" ".join(pages(data)).split())


def compare_standings(ruth, books):
    """Page, CSV and workbook say the same, and the same as the second account."""
    ruth.open("standings/")
    expected = books.standings()
    lines = ruth.rows("Everybody")
    assert len(lines) == len(expected)
    for _rank, _moved, who, total, *_rest in lines:
        name = next(name for name in expected if who.startswith(name))
        assert number(total) == expected[name]
    assert totals_of_csv(download(ruth, "CSV of the standings")) == expected
    assert totals_of_xlsx(download(ruth, "Workbook (XLSX) of the standings")) == expected


def number(text):
    return int(text.replace("−", "-"))


def totals_of_csv(data):
    lines = csv.DictReader(io.StringIO(data.decode("utf-8-sig")))
    return {line["Name"]: int(line["Total"]) for line in lines}


def totals_of_xlsx(data):
    headings, *lines = load_workbook(io.BytesIO(data), read_only=True).active.values
    name, total = headings.index("Name"), headings.index("Total")
    return {line[name]: line[total] for line in lines}


def look_at_pictures(ruth):
    ruth.open("pictures/")
    expect(ruth.page.locator("svg.chart")).to_have_count(6)
    ruth.open("pictures/?numbers=totals")


def print_papers(ruth, books):
    """What the room wants on paper at the end, read back."""
    names = books.standings()
    for title in ("Standings", "Certificates", "Pictures of the evening", "Treasurer’s sheet"):
        paper = words(ruth.print_paper(re.compile(f"^Print ?: {title}$")))
        assert any(name.split()[0] in paper for name in names), title
    paper = words(ruth.print_paper(re.compile("^Print ?: The rules$")))
    assert "Nullo" in paper


def count_the_season(ruth, books):
    """A series with this party says the same as the party; it goes out as files too."""
    ruth.page.goto("/series/")
    ruth.press("New series")
    ruth.fill("Name of the series", "Winter")
    ruth.choose_like("Disturbed evening")
    ruth.press("Create series")
    ruth.look()
    totals = books.standings()
    assert totals_of_csv(download(ruth, "CSV of the series")) == totals
    assert totals_of_xlsx(download(ruth, "Workbook (XLSX) of the series")) == totals
