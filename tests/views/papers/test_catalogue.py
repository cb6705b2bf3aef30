import io

import pytest
from pypdf import PdfReader

from party.values.papers import Look, PaperSize
from party.views.papers import seat_cards
from party.views.papers.catalogue import BY_SLUG, DOCUMENTS
from party.views.papers.seat_cards import SEAT_CARDS
from tests.pdf.cast import card_sheet
from tests.views.papers.cast import ONLY_FIXED_PATH, fixed_party, paper_of, party_of_46

pytestmark = pytest.mark.django_db

# If a person's data change, these papers are out of date as a whole, not piece by piece.
WHOLE = {"script", "pictures", "trial", "outlines"}
LOOKS = [Look(paper=paper, large=large) for paper in PaperSize for large in (False, True)]


@pytest.fixture
def party():
    return party_of_46()


def titles(outline):
    for mark in outline:
        if isinstance(mark, list):
            yield from titles(mark)
        else:
            yield mark.title


def checked_pdf(content, title):
    reader = PdfReader(io.BytesIO(content))
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


def test_every_document_has_its_own_slug():
    assert len(BY_SLUG) == len(DOCUMENTS)


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_every_paper_has_its_title_and_bookmarks(party, whole):
    for turn, (slug, document) in enumerate(BY_SLUG.items()):
        for look in LOOKS if whole else [LOOKS[turn % len(LOOKS)]]:
            paper = paper_of(party, slug, look)
            assert paper.is_ready != (slug in ONLY_FIXED_PATH), slug
            if paper.is_ready:
                checked_pdf(paper.draw(look), TITLES.get(slug, document.title))


def test_guide_cards_have_their_title():
    fixed = fixed_party()
    for look in LOOKS:
        paper = paper_of(fixed, "guides", look)
        assert paper.is_ready
        checked_pdf(paper.draw(look), "Guide cards")
    assert {len(card.path) for card in seat_cards.card_sheet(fixed).cards} == {3}


def test_only_papers_compared_as_a_whole_have_no_pieces(party):
    for slug in BY_SLUG.keys() - ONLY_FIXED_PATH:
        contents = paper_of(party, slug).contents
        assert bool(contents.pieces) != (slug in WHOLE), slug
        assert bool(contents.noun) != (slug in WHOLE), slug
        assert all(piece.name for piece in contents.pieces), slug


def test_each_piece_of_a_paper_that_is_cut_can_be_printed_alone(party):
    cut_papers = set()
    for slug in BY_SLUG.keys() - ONLY_FIXED_PATH:
        paper = paper_of(party, slug)
        if paper.document.part:
            cut_papers.add(slug)
            [key, *_] = paper.contents.keys
            reader = checked_pdf(paper.draw(Look(), [key]), paper.title)
            assert len(reader.pages) == 1, slug
    assert {"cards", "slips", "places", "tents", "certificates", "next-moves"} <= cut_papers


@pytest.mark.parametrize("indexes", [[1], [0, 3]])
def test_a_print_of_some_cards_has_no_spare_cards(indexes):
    sheet = SEAT_CARDS.part(card_sheet(), indexes)
    assert [card.number for card in sheet.cards] == [str(index + 1) for index in indexes]
    assert sheet.spares == 0


def test_bookmarks_list_cards_by_name_and_slips_by_table(party):
    cards = paper_of(party, "cards")
    reader = checked_pdf(cards.draw(Look()), "Seat cards")
    assert list(titles(reader.outline)) == [piece.name for piece in cards.contents.pieces]
    reader = checked_pdf(paper_of(party, "slips").draw(Look()), "Table slips")
    assert list(titles(reader.outline)) == [f"Table {n}" for n in range(1, 12)]
    last = next(mark for mark in reader.outline if mark.title == "Table 11")
    text = reader.pages[reader.get_destination_page_number(last)].extract_text()
    assert "Table 11 · Round 2" in text
