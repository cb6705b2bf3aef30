import time

from tests.phone import address

READY = "#main:not([data-deaf])"
LISTEN = "document.querySelector('#main')?.removeAttribute('data-deaf')"


class TablePhone:
    """The page of one table on one phone; it counts taps."""

    waits = False  # whether it waits before each tap, as people do

    def __init__(self, page, party=None, table=1, *, url=""):
        self.page = page
        self.taps = 0
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(url or address(party, table))

    def tap(self, key, value=None):
        """Tap a key ("bid", "8H") or a button ("save")."""
        match = f"[name={key}][value='{value}']" if value else f"[data-do={key}]"
        if key in {"agree", "cut"}:
            match = f"[data-do={key}][value={value}]"
        elif key == "passed":
            match = "[name=passed]"
        self.wait_for_ready()
        self.page.locator(match).filter(visible=True).first.click()
        self.taps += 1

    def wait_for_ready(self):
        """Wait until the page takes taps: it ignores them for a moment after each new screen."""
        if self.waits:
            self.page.locator(READY).wait_for()
        else:
            self.page.evaluate(LISTEN)

    def wake(self):
        """Make the page poll now."""
        wake(self.page)

    def begin(self):
        self.tap("start")

    def choose(self, bidder, bid, tricks):
        """Tap a hand without its Save; a bid may end with an announcement."""
        self.tap("bidder", bidder)
        bid, _, announced = bid.partition(" ")
        self.tap("bid", bid)
        if announced:
            self.tap("announced", announced)
        self.tap("tricks", str(tricks))

    def play(self, bidder, bid, tricks):
        """Tap a whole hand; return the seconds that it took."""
        began = time.perf_counter()
        self.choose(bidder, bid, tricks)
        self.tap("save")
        return time.perf_counter() - began

    def disconnect(self):
        self.page.context.set_offline(True)

    def reconnect(self):
        self.page.context.set_offline(False)

    @property
    def status(self):
        return self.page.locator("#told")

    @property
    def stored_hands(self):
        """Return the hands that the server has, as the desk would type them."""
        answer = self.page.request.get(self.page.url.partition("?")[0] + "state/")
        return [hand["text"] for hand in answer.json()["hands"]]

    @property
    def alarm(self):
        return self.page.locator("#alarm")

    @property
    def heading(self):
        headings = self.page.locator("main h1, main legend")
        return headings.filter(visible=True).first


def wake(page):
    """Make a page poll now, as when somebody picks the phone up."""
    page.evaluate("dispatchEvent(new Event('online'))")
