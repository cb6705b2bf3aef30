"""Takes the pictures of the README from the sample evening.

Run by hand: python -m tests.pictures [FOLDER]
"""

import argparse
import shutil
import tempfile
from pathlib import Path

import pypdfium2
from playwright.sync_api import sync_playwright

from tests.laptop import CHROMIUM_NAMES, ROOT, Laptop

FOLDER = ROOT / "fixtures" / "pictures"
HAND = "8hn9"


def sign_in(page, laptop):
    page.goto(laptop.link)
    page.get_by_role("button", name="Sign in").click()
    page.goto(f"{laptop.address}/parties/1/live/")


def take(page, folder):
    page.screenshot(path=folder / "live.png")
    page.get_by_role("link", name="Enter hands").click()
    page.locator("[data-entry]").press_sequentially(HAND)
    page.locator(".playing-card .suit").wait_for()
    page.screenshot(path=folder / "entry.png")
    cards = page.request.get(page.url.partition("/rounds/")[0] + "/print/cards.pdf")
    document = pypdfium2.PdfDocument(cards.body())
    sheet = document[0].render(scale=2).to_pil()
    sheet.crop((0, 0, sheet.width // 2, sheet.height // 2)).save(folder / "seat-card.png")
    document.close()


def main():
    parser = argparse.ArgumentParser(description="Take the pictures of the README.")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    path = next(filter(None, map(shutil.which, CHROMIUM_NAMES)))
    with tempfile.TemporaryDirectory() as data, sync_playwright() as play:
        laptop = Laptop(data, "--host", "127.0.0.1", "--no-browser")
        browser = play.chromium.launch(executable_path=path)
        window = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US"}
        page = browser.new_page(**window)
        sign_in(page, laptop)
        take(page, folder)
        browser.close()
        laptop.stop()


if __name__ == "__main__":
    main()
