"""The evenings of fixtures/, replayed through the forms of the pages.

Coverage is not measured here: hundreds of hands are typed in the same way.
"""

import re
from html.parser import HTMLParser

import pytest
from django.urls import reverse
from django.utils import timezone

from party.models import Party
from party.services.accounts.users import make_link
from party.values.accounts import PROGRAM
from tests.evening import create_user
from tests.oracle.fixtures import NAMES, read_evening, read_expected
from tests.oracle.sheet import write_sheet
from tests.replay.desk import Desk
from tests.replay.sheets import sheet_of

# test_services replays all evenings in each run, and a browser test one.
pytestmark = [pytest.mark.django_db, pytest.mark.no_cover, pytest.mark.slow]


class Rows(HTMLParser):
    """The rows of every table on a page, cell by cell."""

    def __init__(self):
        super().__init__()
        self.rows, self.cell = [], None

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        elif tag in {"th", "td"}:
            self.cell = []

    def handle_data(self, data):
        if self.cell is not None:
            self.cell.append(data)

    def handle_endtag(self, tag):
        if tag in {"th", "td"}:
            self.rows[-1].append(" ".join("".join(self.cell).split()))
            self.cell = None


def sign_in():
    desk = Desk()
    desk.open(
        reverse("sign_in_link", args=[make_link(create_user(), actor=PROGRAM, at=timezone.now())])
    )
    return desk.press("/in/")


def new_party(desk, evening):
    """Start a party by blind draw; return its address."""
    desk.open(reverse("party_new"))
    desk.send(name="Replay", preset=evening.rules, cards="blind", rounds=evening.rounds)
    return re.match(r"/parties/\d+/", desk.path)[0]


def draw(desk, url, evening):
    """Make a card for each person, hand all cards out, and set the rota."""
    count = len(evening.people)
    desk.open(f"{url}players/")
    desk.send(count=count)
    desk.open(f"{url}draw/")
    desk.send(handed_out=count)
    desk.send("handed_out")
    for turn, number in enumerate(evening.rota, start=1):
        swap_turns(desk, turn, number)


def swap_turns(desk, turn, number):
    """Swap the person who has this turn to sit out with the person who should have it."""
    labels = {
        label: id_ for (name, label), id_ in desk.form("one").labels.items() if name == "one"
    }
    [sits] = [id_ for label, id_ in labels.items() if label.startswith(f"{turn}. ")]
    [should] = [id_ for label, id_ in labels.items() if label.endswith(f" {number}")]
    if sits != should:
        desk.send(one=sits, other=should)


def write_names(desk, url, evening):
    """Type the names against the numbers; two people may share a name."""
    lines = [f"{who.number} {who.name}; {who.group}" for who in evening.people]
    desk.open(f"{url}players/names/")
    desk.send(names="\n".join(lines))
    # The preview has a question for each name that the club has already.
    questions = [name for form in desk.forms for name in form.names if name.startswith("who-")]
    desk.send("names", **dict.fromkeys(questions, "new"))


def play_round(desk, url, number, lines, *, head_rings):
    desk.open(f"{url}live/")
    desk.press(f"/rounds/{number}/announce/")
    desk.open(f"{url}live/")
    desk.press(f"/rounds/{number}/start/")
    desk.open(f"{url}rounds/{number}/entry/")
    for table, line in enumerate(lines, start=1):
        if table == 2 and head_rings:
            desk.open(f"{url}live/")
            desk.press(f"/rounds/{number}/bell/")
            desk.open(f"{url}rounds/{number}/entry/")
        for word in line.words:
            assert f"Round {number}, table {table}</h1>" in desk.text
            desk.send(text=word)
    desk.open(f"{url}live/")
    desk.press(f"/rounds/{number}/check/")
    for table, line in enumerate(lines, start=1):
        if line.cut:
            desk.send(action=f"/tables/{table}/cut/", cut=line.cut)
    desk.open(f"{url}rounds/{number}/close/")
    desk.press(f"/rounds/{number}/close/")
    # After the last round there are no moves to announce, only the finish.
    assert desk.path in {f"{url}rounds/{number}/moves/", f"{url}finish/"}


# The word that distinguishes two people of one name, and the text that a phone shows below it.
MOVED = re.compile(r"[▲▼].*")  # places moved, beside the rank
BESIDE_THE_NAME = re.compile(
    r"( \(\d+\))?( (last round .*|(sat out|not played|missed) in the last round))?$"
)


def shown_totals(desk, url):
    """Return (rank, name, total) of every line of the standings page."""
    desk.open(f"{url}standings/")
    reader = Rows()
    reader.feed(desk.text)
    head, *rows = reader.rows
    rank, name, total = (place(head, word) for word in ("Place", "Name", "Total"))
    return sorted(
        (MOVED.sub("", row[rank]).rstrip("="), BESIDE_THE_NAME.sub("", row[name]), row[total])
        for row in rows
    )


def place(head, word):
    return next(index for index, cell in enumerate(head) if cell.startswith(word))


def expected_totals(name):
    lines = read_expected(name).split("\n\n")[0].splitlines()[1:]
    found = [re.fullmatch(r" *(\d+) +(-?\d+) +no\. +\d+  (.*)", line) for line in lines]
    return sorted((line[1], line[3], f"{int(line[2]):,}".replace("-", "−")) for line in found)


@pytest.mark.parametrize("name", NAMES)
def test_seats_and_totals_match_the_expected_sheet(name):
    evening = read_evening(name)
    desk = sign_in()
    url = new_party(desk, evening)
    draw(desk, url, evening)

    for number, lines in enumerate(evening.played, start=1):
        play_round(desk, url, number, lines, head_rings=evening.rules == "iowa")
        if number < evening.rounds:
            desk.press(f"/rounds/{number + 1}/seat/")
        if number == 1:
            write_names(desk, url, evening)
    desk.open(f"{url}finish/")
    desk.press("/finish/")

    assert write_sheet(sheet_of(Party.objects.get())) == read_expected(name)
    assert shown_totals(desk, url) == expected_totals(name)
