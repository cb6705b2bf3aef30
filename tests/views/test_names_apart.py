"""If two people have the same name, every page, file and paper of a party tells them apart.

The tests open all pages of a party by their links, and every file and paper on these pages. Two
people are called Mary Smith; “Oak St” is added to one of these names. Two others are called 王.
"""

import io
import re
from dataclasses import replace
from urllib.parse import urljoin, urlsplit
from uuid import uuid4

import pytest
from django.urls import Resolver404, resolve, reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from party.models import Entrant
from party.services.evening import rounds
from party.services.people import arrivals, players, wishes
from party.services.prizes import awards, fifty_fifty, prizes
from party.values.people.attendance import Newcomer
from party.values.people.fees import Payment
from party.values.prizes.prizes import PrizeKind
from tests.evening import BY_PROGRAM, draw, party_with, play_rounds
from tests.season import season_of
from tests.views.test_big_numbers import NOT_OPENED, Links

pytestmark = pytest.mark.django_db

MARY = Newcomer("Mary Smith", "women")
OAK = Newcomer("Mary Smith", "women", is_namesake=True, word="Oak St")
WANG = Newcomer("王", is_namesake=True)
RULES = {"systems", "system", "compare", "change_rules"}
BARE = re.compile(
    r"(Mary\s+Smith|Smith,\s+Mary)(?!,\s+Oak\s+St|\s+\((player )?\d+\)|\s+\(guest\))"
    r"|王(?!\s*\((player )?\d+\))",
    re.IGNORECASE,
)
# These show the bare name as somebody types it: fields, searches, and a request to type it.
NOT_TEXT = re.compile(
    r"<input[^>]*>|<textarea.*?</textarea>|\?q=[^\"]*|Type [^<]* to remove the name", re.DOTALL
)
# A roster has the added word in its own column; the file about a person has plain columns.
COLUMNS = re.compile(r"/roster\.|/about\.json")
# These are not names: the last letter of a list, and letters that a font lacks.
LETTERS = re.compile(r"A – \s*王|\(<bdi>王</bdi>\)")
EVERYBODY = [MARY, *map(Newcomer, ("Alma", "Bert", "Carol", "Dev", "Ed")), OAK, WANG, WANG]


@pytest.fixture
def party(client, ruth):
    return party_with(0, rounds_planned=2, fee=500, by=ruth, name="Twice")


def let_everybody_in(party, people=EVERYBODY):
    paying = [replace(each, payment=Payment(500)) for each in people]
    return players.add_entrants(party.pk, paying, here=True, **BY_PROGRAM)


def marys(party):
    return list(Entrant.objects.filter(party=party, name="Mary Smith").order_by("number"))


def full_evening(party):
    """Play one round of a party with fees, a wish and prizes; then somebody goes home."""
    let_everybody_in(party)
    mary, oak = marys(party)
    wishes.add_wish(party.pk, "apart", mary.pk, oak.pk, **BY_PROGRAM)
    draw(party)
    for kind in (PrizeKind.HIGH, PrizeKind.LOW, PrizeKind.DOOR):
        prizes.add_prize(party.pk, kind, **BY_PROGRAM)
    play_rounds(party, 1)
    arrivals.go_home(party.pk, party.entrants.filter(name="王").first().pk, **BY_PROGRAM)
    return party


def finished_evening(party):
    """Play a party to the end; it has a guest called Mary Smith with a prize, and a series."""
    let_everybody_in(party)
    mary, oak = marys(party)
    row = fifty_fifty.set_ticket_price(party.pk, None, 100, **BY_PROGRAM)
    for each in (mary, oak):
        fifty_fifty.sell_tickets(
            party.pk, row.pk, 5, submission=uuid4(), entrant_id=each.pk, **BY_PROGRAM
        )
    for who in (mary.pk, oak.pk, None):
        prize = prizes.add_prize(party.pk, PrizeKind.DOOR, title=f"Ham {who}", **BY_PROGRAM)
        guest = "" if who else "Mary Smith"
        awards.give_prize(party.pk, prize.pk, who, why="a cut", guest=guest, **BY_PROGRAM)
    prizes.add_prize(party.pk, PrizeKind.HIGH, **BY_PROGRAM)
    play_rounds(party, 2)
    rounds.finish(party.pk, **BY_PROGRAM)
    season_of([party], name="Winter")
    return party


def text_of(response):
    kind = response["Content-Type"]
    if "image" in kind:
        return ""  # a document has the same texts
    if "pdf" in kind:
        return "\n".join(
            page.extract_text() for page in PdfReader(io.BytesIO(response.content)).pages
        )
    if "sheet" in kind:
        book = load_workbook(io.BytesIO(response.content))
        return "\n".join(
            " | ".join(str(cell) for cell in row if cell is not None)
            for sheet in book
            for row in sheet.iter_rows(values_only=True)
        )
    text = b"".join(response).decode() if response.streaming else response.content.decode()
    return NOT_TEXT.sub("", text) if "html" in kind else text


def texts_of_linked_pages(client, *first):
    """Open everything that can be reached by links; return the text of each web address."""
    waiting, texts = list(first), {}
    while waiting:
        address = waiting.pop()
        if address in texts or not is_ours(address):
            continue
        response = client.get(address)
        texts[address] = text_of(response) if response.status_code == 200 else ""
        if response.get("Content-Type", "").startswith("text/html"):
            page = Links()
            page.feed(response.content.decode())
            waiting += [urljoin(address, each).partition("#")[0] for each in page.addresses]
    return texts


def is_ours(address):
    try:
        match = resolve(urlsplit(address).path)
    except Resolver404:
        return False
    # These web addresses show the same names in another order or on other paper.
    is_repeated = re.search(r"sort=|size=large|paper=a4|blank=yes", address)
    # The file of a party has the name and the added word in two fields, as they are stored.
    return match.url_name not in {*NOT_OPENED, *RULES, "party_file"} and is_repeated is None


def outside_columns(texts):
    return {address: text for address, text in texts.items() if not COLUMNS.search(address)}


def bare_names(texts):
    return {
        address: text[max(0, found.start() - 60) : found.end() + 30]
        for address, text in texts.items()
        if (found := BARE.search(LETTERS.sub("", text)))
    }


@pytest.mark.slow
def test_people_with_the_same_name_are_told_apart_before_the_draw(client, party):
    let_everybody_in(party)
    texts = texts_of_linked_pages(client, reverse("checkin", args=[party.pk]))
    assert bare_names(outside_columns(texts)) == {}
    assert sum("Oak St" in text for text in texts.values()) > 10


@pytest.mark.slow
def test_people_with_the_same_name_are_told_apart_after_the_finish(client, party):
    finished_evening(party)
    first = reverse("party_hub", args=[party.pk]), reverse("series_list")
    texts = texts_of_linked_pages(client, *first)
    # The log has the name of a guest as it was typed.
    shown = {at: text for at, text in outside_columns(texts).items() if "/log" not in at}
    assert bare_names(shown) == {}
    assert any("Mary Smith (guest)" in text for text in texts.values())
    assert sum("Oak St" in text for text in texts.values()) > 40


@pytest.mark.slow
def test_people_with_the_same_name_are_told_apart_between_two_rounds(client, party):
    full_evening(party)
    texts = texts_of_linked_pages(client, reverse("party_hub", args=[party.pk]))
    lists = [text for address, text in texts.items() if "/roster." in address]
    # In this list the added word has its own column.
    assert all(re.search(r"Mary Smith.*Oak St", text) for text in lists)
    assert bare_names(outside_columns(texts)) == {}
    assert sum("Oak St" in text for text in texts.values()) > 40
