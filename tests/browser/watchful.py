"""Ruth with open eyes: every page that she sees for the first time is looked at closely."""

import re

from tests.browser.organiser import Organiser
from tests.browser.page_checks import page_faults


class Watchful(Organiser):
    """Ruth, who looks at every page that she sees for the first time."""

    def __init__(self, page, assert_accessible):
        super().__init__(page)
        self.assert_accessible = assert_accessible
        self.seen = set()

    def open(self, path=""):
        super().open(path)
        self.look()

    def press(self, words):
        super().press(words)
        self.look()

    def look(self):
        kind = re.sub(r"\d+", "n", re.sub(r"https?://[^/]+|\?.*|#.*", "", self.page.url))
        wrong = self.page.locator("#errors").count()
        if (kind, wrong) in self.seen:
            return
        self.seen.add((kind, wrong))
        self.page.evaluate("window.had = document.activeElement")
        assert page_faults(self.page) == [], kind
        self.assert_accessible()
        self.page.evaluate("window.had.focus()")
