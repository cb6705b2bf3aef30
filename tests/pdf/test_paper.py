import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path

import pypdf
import pytest

from party.pdf.evening.checklist import checklist_pdf
from party.pdf.papers.trial import outlines, trial_page
from party.pdf.people.money import money_sheet
from party.pdf.prizes.certificates import certificate_sheet
from party.pdf.prizes.prize_sheet import prize_sheet
from party.pdf.rules.tents import TentSheet, table_tents
from party.pdf.scores.slips import round_slips
from party.pdf.seats.cards import seat_cards
from party.pdf.seats.guides import guide_cards
from party.pdf.seats.next_moves import next_move_slips
from party.pdf.seats.rota import RotaLine, RotaSheet, rota_sheet
from party.pdf.seats.seat_list import seat_list
from party.pdf.seats.small_cards import eight_cards, index_cards, small_cards
from party.pdf.standings.pictures import pictures_sheet
from party.pdf.standings.series import season_sheet
from party.pdf.standings.standings import standings_sheet
from party.progression import FORMATS
from party.values.evening.checklist import checklist
from party.values.seats.words import reminder
from tests.pdf.cast import A4, BIDS, HEADING, LARGE, LETTER, LONG, PAPERS, card_sheet
from tests.pdf.people.test_money import money
from tests.pdf.prizes.test_certificates import certificates
from tests.pdf.prizes.test_prize_sheet import sheet as prizes
from tests.pdf.reading import (
    boxes,
    ink_outside_safe_zone,
    overlaps,
    page_count,
    pictures,
    smallest_size,
)
from tests.pdf.scores.test_slips import IOWA, MIDWAY, slips
from tests.pdf.seats.test_guides import sheet as guides
from tests.pdf.seats.test_next_moves import sheet as next_moves
from tests.pdf.seats.test_seat_list import seats
from tests.pdf.standings.test_pictures import sheet as evening
from tests.pdf.standings.test_series import season
from tests.pdf.standings.test_standings import standings
from tests.sampling import one_in

ROTA = RotaSheet(
    heading=HEADING,
    lines=(RotaLine(place="1.", name=LONG), RotaLine(place="2.", name="王")),
)
# Iowa has the longest text about moves, and its head table rings a bell.
TENTS = TentSheet(
    heading=HEADING,
    tables=("1", "28"),
    bid_values=BIDS,
    reminder=reminder(FORMATS["iowa"]),
    head_note="Ring the bell after hand 4.",
)
GUIDES = replace(
    guides(1, 3),
    cards=tuple(
        replace(
            card,
            rows=tuple(replace(row, names=("Alma", "Bert", "Carol", "Dev")) for row in card.rows),
        )
        for card in guides(1, 3).cards
    ),
)
MAKERS = {
    "cards": lambda look: seat_cards(card_sheet(8), look),
    "long cards": lambda look: seat_cards(card_sheet(4, rounds=12, breaks=(6,)), look),
    "seats": lambda look: seat_list(seats(120), look),
    "slips": lambda look: round_slips(slips(MIDWAY, ns=(LONG, LONG)), look),
    "Iowa slips": lambda look: round_slips(slips(IOWA), look),
    "standings": lambda look: standings_sheet(
        standings(70, rule="Ties.", signatures=("Host", "Witness")), look
    ),
    "rota": lambda look: rota_sheet(ROTA, look),
    "pictures": lambda look: pictures_sheet(evening(22, 8), look),
    "series": lambda look: season_sheet(season(80, 6), HEADING, look),
    "money": lambda look: money_sheet(money(70), look),
    "trial": lambda look: trial_page(HEADING, look),
    "checklist": lambda look: checklist_pdf(checklist(heading=HEADING), look),
    "tents": lambda look: table_tents(TENTS, look),
    "certificates": lambda look: certificate_sheet(certificates(3), look),
    "prizes": lambda look: prize_sheet(prizes(14, banner="Not confirmed yet."), look),
    "next moves": lambda look: next_move_slips(next_moves(18), look),
    "guides": lambda look: guide_cards(guides(3, 12), look),
    "small cards": lambda look: small_cards(card_sheet(4), look),
    "eight cards": lambda look: eight_cards(card_sheet(4), look),
    "index cards": lambda look: index_cards(card_sheet(4), look),
    "outlines": lambda look: outlines(HEADING, look),
}
# These sheets have no name that is so long that its letters become smaller.
LARGE_PRINT = {
    **MAKERS,
    "cards": lambda look: seat_cards(card_sheet(4), look),
    "pictures": lambda look: pictures_sheet(evening(5, 4), look),
    "slips": lambda look: round_slips(slips(MIDWAY), look),
    "Iowa slips": lambda look: round_slips(slips(IOWA), look),
    "long cards": lambda look: seat_cards(card_sheet(4, rounds=16), look),
    "next moves": lambda look: next_move_slips(next_moves(4, sitting_out=""), look),
    "prizes": lambda look: prize_sheet(prizes(4), look),
    "guides": lambda look: guide_cards(GUIDES, look),
}
SIZES = {"letter": (612, 792), "a4": (595, 841)}
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(params=MAKERS)
def make(request):
    def make(look):
        return make_paper(request.param, look)

    return make


@cache
def make_paper(name, look):
    return MAKERS[name](look)


@pytest.mark.parametrize("look", one_in(4, [*PAPERS, *LARGE]))
def test_nothing_is_drawn_in_the_unprintable_margin(make, look):
    page_pictures = pictures(make(look))
    assert [ink_outside_safe_zone(picture) for picture in page_pictures] == [None] * len(
        page_pictures
    )
    assert all(picture.getextrema()[0] < 60 for picture in page_pictures)


@pytest.mark.parametrize("look", one_in(4, [*PAPERS, *LARGE]))
def test_no_letters_overlap(make, look):
    data = make(look)
    for page in range(page_count(data)):
        assert overlaps(boxes(data, page)) == []


@pytest.mark.parametrize("look", one_in(2, [*PAPERS, *LARGE]))
def test_pages_are_upright_and_have_the_chosen_paper_size(make, look):
    for page in pypdf.PdfReader(BytesIO(make(look))).pages:
        assert (int(page.mediabox.width), int(page.mediabox.height)) == SIZES[look.paper]
        assert page.rotation == 0


@pytest.mark.parametrize("look", one_in(2, LARGE))
def test_large_print_has_no_small_letters(look):
    for name, make in LARGE_PRINT.items():
        assert smallest_size(make(look)) >= 17.2, name


@pytest.mark.parametrize("name", MAKERS)
def test_the_same_values_make_the_same_bytes(name):
    once = make_paper(name, A4)
    make_paper(name, LETTER)
    assert MAKERS[name](A4) == once


def test_the_same_values_make_the_same_bytes_in_another_process():
    code = (
        "import sys; from party.pdf.seats.cards import seat_cards;"
        "from tests.pdf.cast import card_sheet;"
        "sys.stdout.buffer.write(seat_cards(card_sheet()))"
    )
    elsewhere = {"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo"}
    other = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **elsewhere},
        capture_output=True,
        check=True,
    )
    assert other.stdout == seat_cards(card_sheet())


def test_each_pdf_states_its_title_author_and_language(make):
    reader = pypdf.PdfReader(BytesIO(make(LETTER)))
    assert "St Ann’s 500 party" in reader.metadata.title
    assert reader.metadata.author == "Head Table"
    assert reader.trailer["/Root"]["/Lang"] == "en"


def test_every_pdf_is_printed_only_in_greys(make):
    for page in pypdf.PdfReader(BytesIO(make(LETTER))).pages:
        colours = {b"rg", b"RG", b"k", b"K"}
        assert not colours & set(page.get_contents().get_data().split())
