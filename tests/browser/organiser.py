"""An organiser in a real browser, who types hands and finds buttons and fields by their text."""

import re

from playwright.sync_api import expect

from party.models import Entrant

# True when a new empty line has the cursor, or when no hand is left to type.
IS_LINE_READY = """before => {
  const line = document.querySelector('[data-entry]'), now = document.activeElement;
  if (!line) return ['next', 'totals'].includes(now.id);
  const tag = document.querySelector('#desk [name=submission]').value;
  return tag !== before && line === now && line.value === '';
}"""
TABS = 60  # every control can be reached with fewer presses of Tab

ROWS = """table => [...table.tBodies[0].rows].map(row => [...row.cells].map(cell => {
  const box = cell.querySelector('.tb');
  return box ? `${box.querySelector('b').innerText} ${box.ariaLabel}` : cell.innerText;
}))"""
CHAIRS = """tables => tables.map(table => [".t", ".n", ".e", ".s", ".w"].map(place => {
    const chair = table.querySelector(place).cloneNode(true);
    chair.querySelectorAll(".hush, small").forEach(part => part.remove());
    return chair.textContent.trim();
}))"""


class Organiser:
    def __init__(self, page):
        self.page = page
        self.party_url = ""

    def open(self, path=""):
        self.page.goto(f"{self.party_url}{path}")

    def press(self, words):
        """Press a button or a link; `words` is its text, or a pattern for its text."""
        exact = isinstance(words, str)
        button = self.page.get_by_role("button", name=words, exact=exact)
        link = self.page.get_by_role("link", name=words, exact=exact)
        with self.page.expect_navigation():
            button.or_(link).first.click()

    def fill(self, label, text):
        self.page.get_by_label(label, exact=True).locator("visible=true").fill(text)

    def choose(self, label):
        self.page.get_by_label(label, exact=True).check()

    def unfold(self, words):
        self.page.locator("summary", has_text=words).first.click()

    @property
    def heading(self):
        return self.page.inner_text("h1")

    @property
    def message(self):
        return self.page.inner_text("#said")

    # Set-up and door

    def sign_in(self, token):
        self.open(f"/in/{token}/")
        self.press("Sign in")
        self.press("Not now")

    def start_party(self, name, rules, *, fee=""):
        self.party_url = ""
        self.open("/")
        self.press(re.compile("^(Start your first party|New party)$"))
        self.fill("Name of the party", name)
        self.choose(rules)
        self.unfold("Fee")
        self.fill("Fee for each person (if there is one)", fee)
        self.press("Create the party")
        self.party_url = self.page.url

    def paste(self, names):
        self.open("players/add/")
        self.fill("Names, one per line", "\n".join(names))
        self.press("Add players")
        self.press("Add to tonight’s list")

    def tick_all_but(self, *absent):
        """Tick everybody except these people; each tick is saved at once."""
        boxes = self.page.get_by_role("checkbox", name=" is here").all()
        present = [box for box in boxes if label_of(box) not in absent]
        for box in present:
            box.check()
        expect(self.page.locator("#door")).to_contain_text(f"{len(present)} here")

    def open_person(self, name):
        """Follow the link of a person in the list of players; it begins with the surname."""
        self.open("players/")
        self.press(Entrant.objects.get(name=name).sort_name)

    def draw(self, *, others=""):
        self.open("draw/")
        if others:
            self.choose(others)
        self.press("Draw the seats")

    def open_print_page(self):
        self.open("print/")
        for fold in self.page.locator("main .fold").all():
            fold.locator("summary").click()

    def save_pdf(self, title, path):
        self.open_print_page()
        main = self.page.locator("main")
        link = main.get_by_role("link", name=re.compile(f"^Preview ?: {title}$")).first
        answer = self.page.context.request.get(link.get_attribute("href"))
        assert answer.headers["content-type"] == "application/pdf"
        path.write_bytes(answer.body())
        return path.read_bytes()

    # Rounds

    def tab_to(self, words):
        for _ in range(TABS):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement.textContent.trim()") == words:
                return
        raise AssertionError(f"{words} cannot be reached with the Tab key")

    def go_to_desk(self):
        self.open("live/")
        self.tab_to("Enter hands")
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def type_hand(self, text):
        before = self.page.locator("#desk [name=submission]").first.get_attribute("value")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        self.page.wait_for_function(IS_LINE_READY, arg=before)

    def type_hands(self, text):
        for hand in text.split():
            self.type_hand(hand)

    def start_round(self, number):
        """Press the yellow button, which first shows the moves, and then starts the round."""
        self.press("Show the moves" if number > 1 else "Show the seats")
        self.press(f"Start round {number}")

    def close_round(self):
        with self.page.expect_navigation():
            words = re.compile(r"^Close round \d+(, seat round \d+ later)?$")
            self.page.get_by_role("button", name=words).click()

    # Texts of the pages

    def rows(self, caption):
        """Return the rows of the table with this caption, as lists of texts.

        The text of a box on a tally card is its points and its words for screen readers.
        """
        table = self.page.get_by_role("table", name=caption, exact=isinstance(caption, str))
        cells = table.evaluate(ROWS)
        return [[" ".join(cell.split()) for cell in row] for row in cells]

    def seats(self):
        """Return the number of each table, and its people in the order N, E, S, W."""
        return self.page.locator(".seats").evaluate_all(CHAIRS)

    def moves(self):
        """Return the name of each person in the list, with the words beside it."""
        people = self.page.locator(".people > li").all_inner_texts()
        return [[" ".join(text.split()) for text in item.split("\n", 1)] for item in people]


def label_of(box):
    return box.evaluate("box => box.labels[0].innerText").removesuffix(" is here").strip()
