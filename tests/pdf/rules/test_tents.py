from io import BytesIO

import pytest
from pypdf import PdfReader

from party.pdf.rules.tents import TentSheet, table_tents
from party.values.papers import Heading
from party.values.rules.bids import BidRow, BidValues
from tests.pdf.cast import PAPERS

HEADING = Heading(party="Łukasz’s party", date="Sat 14 Nov", place="Hall")


@pytest.mark.parametrize("look", PAPERS)
def test_each_table_has_a_tent_read_from_both_sides(look):
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
