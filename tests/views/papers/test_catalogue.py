"""Every paper, in every look: what a viewer calls it, its language, its contents, its marks."""

import io

import pytest
from pypdf import PdfReader

from party.progression import FORMATS
from party.services.prizes import awards
from party.values.papers import PARTS, Marks, can_print_some, only
from party.values.prints import Look, Paper
from party.views.papers.catalogue import KITS
from party.views.papers.paper_request import Asked
from tests.awards import ME, add
from tests.evening import draw, party_with, play_rounds, seat_next

pytestmark = pytest.mark.django_db

WHOLE = {"script", "pictures", "trial", "outlines"}  # are not compared piece by piece
ELSEWHERE = {"guides"}  # only where everybody goes a fixed way
LOOKS = [Look(paper=paper, large=large) for paper in Paper for large in (False, True)]


@pytest.fixture
def party():
    """Make a party of 46 in round 2, where two sit out, money was taken and somebody won."""
    party = party_with(46, rounds_planned=4, fee=500)
    play_rounds(party, 1)
    seat_next(party)
    row = add(party)
    awards.give_prize(party.pk, row.pk, party.entrants.get(number=2).pk, why="a cut", **ME)
    return party


def asked(party, name, look):
    rounds = party.rounds.order_by("-number")
    return Asked(party, name, look, rounds.first())


def titles(outline):
    for mark in outline:
        if isinstance(mark, list):
            yield from titles(mark)
        else:
            yield mark.title


def check(paper, title):
    """Read a paper back as a viewer does."""
    reader = PdfReader(io.BytesIO(paper))
    root = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert "Autumn party" in reader.metadata.title
    assert title in reader.metadata.title
    if len(reader.pages) > 1:
        assert len(list(titles(reader.outline))) > 1
    return reader


TITLES = {
    "checklist": "step by step",
    "seats": "Find your seat",
    "tables": "By table",
    "script": "Read aloud",
    "money": "The money",
    "rules": "St Paul Midway",
    "standings": "After round ",
    "prizes": "Prizes",
}


def test_every_paper_says_what_it_is_and_what_is_where(party):
    for name, kit in KITS.items():
        for look in LOOKS:
            wanted = asked(party, name, look)
            assert wanted.ready != (name in ELSEWHERE), name
            if wanted.ready:
                check(kit.draw(wanted.sheet(), look), TITLES.get(name, kit.title))


def test_guide_cards_say_what_they_are():
    chosen = FORMATS["midway"].with_movement("path")
    party = party_with(8, rounds_planned=3, format_values=chosen.values())
    draw(party)
    for look in LOOKS:
        wanted = asked(party, "guides", look)
        assert wanted.ready
        check(wanted.kit.draw(wanted.sheet(), look), "Guide cards")


def test_every_blank_paper_says_what_it_is(party):
    for name, kit in KITS.items():
        if kit.blank:
            wanted = asked(party, name, Look(blank=True))
            check(kit.draw(wanted.sheet(), wanted.look), TITLES.get(name, kit.title))


def test_every_paper_is_compared_piece_by_piece(party):
    for name in KITS.keys() - ELSEWHERE:
        sheet = asked(party, name, Look()).sheet()
        assert (type(sheet) in PARTS) != (name in WHOLE), name
        marks = Marks.of(sheet)
        assert bool(marks.pieces) != (name in WHOLE), name
        assert all(label for label, _ in marks.pieces.values()), name


def test_what_is_cut_apart_can_be_printed_alone(party):
    alone = set()
    for name in KITS.keys() - ELSEWHERE:
        kit, sheet = KITS[name], asked(party, name, Look()).sheet()
        if can_print_some(sheet):
            alone.add(name)
            key, (label, _) = next(iter(Marks.of(sheet).pieces.items()))
            reader = check(kit.draw(only(sheet, [key]), Look()), kit.title)
            assert len(reader.pages) == 1, (name, label)
    assert {"cards", "slips", "places", "tents", "certificates", "next-moves"} <= alone


def test_cards_are_found_from_a_to_z_and_slips_by_table(party):
    cards = asked(party, "cards", Look())
    reader = check(cards.kit.draw(cards.sheet(), Look()), "Seat cards")
    found = list(titles(reader.outline))
    assert found == [card.name for card in cards.sheet().cards]
    slips = asked(party, "slips", Look())
    reader = check(slips.kit.draw(slips.sheet(), Look()), "Table slips")
    assert list(titles(reader.outline)) == [f"Table {n}" for n in range(1, 12)]
    last = next(mark for mark in reader.outline if mark.title == "Table 11")
    text = reader.pages[reader.get_destination_page_number(last)].extract_text()
    assert "Table 11 · Round 2" in text
