"""Takes the pictures of the README from the sample evening.

Run by hand: python -m tests.pictures [FOLDER]
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pypdfium2
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "fixtures" / "pictures"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
LINK = re.compile(r"(http://[^/\s]+)/in/\S+")
HAND = "8hn9"


@contextmanager
def sample_evening(folder):
    """Run the program with its sample; yield its address and its link."""
    command = [sys.executable, "manage.py", "start", "--no-browser", "--port", "0"]
    command += ["--host", "127.0.0.1", "--data", folder]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield next(found for line in server.stdout if (found := LINK.search(line)))
        finally:
            server.terminate()


def sign_in(page, link):
    page.goto(link[0])
    page.get_by_role("button", name="Sign in").click()
    page.goto(f"{link[1]}/parties/1/live/")


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
    path = next(filter(None, map(shutil.which, BROWSERS)))
    with (
        tempfile.TemporaryDirectory() as data,
        sample_evening(data) as link,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=path)
        window = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US"}
        page = browser.new_page(**window)
        sign_in(page, link)
        take(page, folder)
        browser.close()


if __name__ == "__main__":
    main()
