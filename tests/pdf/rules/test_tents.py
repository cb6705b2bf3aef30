from io import BytesIO

import pytest
from pypdf import PdfReader

from party.pdf.rules.tents import PhoneCode, TentSheet, table_tents
from party.values.hall.guest_address import GuestAddress
from party.values.papers import Heading
from party.values.rules.bids import BidRow, BidValues
from tests.pdf.cast import BIDS, PAPERS
from tests.pdf.reading import boxes, overlaps
from tests.sampling import one_in

HEADING = Heading(party="Łukasz’s party", date="Sat 14 Nov", place="Hall")
GUESTS = GuestAddress("http://192.168.1.20:8000/p/abcd2345/", "192.168.1.20:8000/p/abcd2345")


@pytest.mark.parametrize("look", PAPERS)
def test_each_table_has_a_tent_that_can_be_read_from_both_sides(look):
    bids = BidValues(
        strains=("S", "H", "NT"), rows=(BidRow(level="7", values=("140", "200", "220")),)
    )
    sheet = TentSheet(
        heading=HEADING, tables=("1", "22"), bid_values=bids, reminder="Lower pair: next table."
    )
    document = PdfReader(BytesIO(table_tents(sheet, look)))
    texts = [page.extract_text() for page in document.pages]
    assert len(texts) == 2
    assert [text.count("140") for text in texts] == [2, 2]
    assert texts[1].count("22") >= 2
    assert texts[0].count("Lower pair: next table.") == 2


@pytest.mark.parametrize("look", PAPERS)
def test_the_number_is_readable_across_the_hall(look):
    sheet = TentSheet(
        heading=HEADING,
        tables=("1", "28"),
        bid_values=BIDS,
        reminder="Lower pair: next table. Higher pair stays.",
        head_note="Ring the bell after hand 4.",
    )
    data = table_tents(sheet, look)
    for page, digit, least in ((0, "1", 2.7), (1, "2", 2.5)):
        tallest = max(top - bottom for _, _, bottom, _, top in boxes(data, page))
        assert tallest > least * 72, digit
        assert overlaps(boxes(data, page)) == []


@pytest.mark.parametrize("look", one_in(2, PAPERS))
@pytest.mark.parametrize("note", ["", "Ring the bell after hand 4. Winners go up one table."])
def test_a_tent_has_its_phone_address_on_both_sides(look, note):
    code = PhoneCode(
        "http://192.168.1.20:8000/t/abcd2345/1/k3m9x2tq7p/",
        "192.168.1.20:8000/t/abcd2345",
        "k3m9x2tq7p",
    )
    sheet = TentSheet(
        heading=HEADING,
        tables=("1", "22"),
        bid_values=BIDS,
        reminder="Lower pair: next table. Higher pair stays.",
        head_note=note,
        codes={"1": code, "22": code},
        address=GUESTS,
    )
    data = table_tents(sheet, look)
    document = PdfReader(BytesIO(data))
    for number, page in enumerate(document.pages):
        text = " ".join(page.extract_text().split())
        assert text.count("Open 192.168.1.20:8000/t/abcd2345 and type k3m9x2tq7p") == 2
        assert text.count("Enter your hands") == 2
        assert text.count("on your own phone: 192.168.1.20:8000/p/abcd2345") == 2
        assert overlaps(boxes(data, number)) == []


def test_without_phones_at_the_tables_the_code_on_a_tent_is_for_the_guests():
    sheet = TentSheet(
        heading=HEADING, tables=("1",), bid_values=BIDS, reminder="Lower pair.", address=GUESTS
    )
    data = table_tents(sheet)
    text = " ".join(PdfReader(BytesIO(data)).pages[0].extract_text().split())
    assert text.count("Your seat and your next table, on your phone") == 2
    assert "Enter your hands" not in text
    assert overlaps(boxes(data)) == []
