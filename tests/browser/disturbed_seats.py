"""The disturbed evening: who sits where, and what the desk does about it by hand."""

import csv
import io
import re

from tests.browser.disturbed_doors import LATE
from tests.pdf.reading import pages

APART = ("Alma Rasmussen", "Bert Kowalski")
STAYS = "Hilde Berg"
OUT = "2 sit out each round, in rotation"


def download(ruth, words):
    """Press a link that gives a file; return what is in it."""
    with ruth.page.expect_download() as coming:
        ruth.page.get_by_role("link", name=words, exact=True).click()
    return coming.value.path().read_bytes()


def note_seats(ruth, books, number):
    """Write down who sits where, from the list that the page gives as a file."""
    data = download(ruth, "CSV of the moves" if number > 1 else "CSV of the seats")
    books.note_seats(number, list(csv.DictReader(io.StringIO(data.decode("utf-8-sig")))))
    assert not any(set(APART) <= set(chairs.values()) for chairs in books.seats[number].values())


def chairs(ruth):
    """Return who sits where by the table on the page of the draw."""
    return {
        (int(table.split()[0]), seat): name
        for table, *names in ruth.seats()
        for seat, name in zip("NESW", names, strict=True)
    }


def wish_and_draw(ruth):
    """Wishes, the draw, an extra table opened and closed again, two people swapped by hand."""
    ruth.open("draw/wishes/")
    wish(ruth, "Two people never sit at one table", *APART)
    wish(ruth, "One person keeps table and chair", STAYS)
    ruth.draw(others=OUT)
    assert LATE not in ruth.page.inner_text("main")
    open_and_close_a_table(ruth)
    cards = ruth.print_paper(re.compile("^Print ?: Seat cards$"))
    ruth.open("draw/")
    one, other = swap_two(ruth)
    again = ruth.print_paper(re.compile("^Print what has changed ?: Seat cards$"))
    assert len(pages(again)) == 1 < len(pages(cards))
    told = "".join("".join(pages(again)).split())
    assert all("".join(name.split()) in told for name in (one, other))
    ruth.open("draw/")


def wish(ruth, kind, one, other=""):
    ruth.choose(kind)
    ruth.fill("Who?", one)
    ruth.fill("And who?", other)
    ruth.press("Add the wish")
    assert "It counts from the next seats" in ruth.told


def open_and_close_a_table(ruth):
    before = chairs(ruth)
    ruth.unfold("Change the seats")
    ruth.press("Open or close a table")
    ruth.press("Open an extra table")
    opened = chairs(ruth)
    assert len(opened) == len(before) + 4
    assert {place: opened[place] for place in before} == before
    ruth.unfold("Change the seats")
    ruth.press("Open or close a table")
    ruth.press("Send the house players home")
    assert chairs(ruth) == before


def swap_two(ruth):
    before = chairs(ruth)
    one, other = before[1, "E"], before[2, "W"]
    ruth.unfold("Change the seats")
    ruth.press("Swap two people")
    ruth.fill("This person", one)
    ruth.fill("and this person", other)
    ruth.press("Show what it changes")
    assert ruth.rows("How fair it is")
    ruth.press(f"Swap {one} and {other}")
    ruth.open("draw/")
    assert chairs(ruth) == before | {(1, "E"): other, (2, "W"): one}
    return one, other
