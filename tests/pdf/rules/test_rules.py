from io import BytesIO

import pytest
from pypdf import PdfReader

from party.engine import PRESETS
from party.pdf.rules.rule_sheet import rule_sheet_pdf
from party.pdf.rules.tents import table_tents
from party.values.prints import BidRow, BidValues, Heading, TentSheet
from party.values.rules.sheets import printed
from tests.pdf.cast import PAPERS

HEADING = Heading(party="Łukasz’s party", date="Sat 14 Nov", place="Hall")


@pytest.mark.parametrize("look", PAPERS)
@pytest.mark.parametrize("preset", ["midway", "lodige", "two-handed"])
def test_every_sentence_is_on_the_rule_sheet(preset, look):
    sheet = printed(PRESETS[preset], HEADING)
    document = PdfReader(BytesIO(rule_sheet_pdf(sheet, look)))
    text = " ".join(" ".join(page.extract_text().split()) for page in document.pages)
    for part in sheet.parts:
        assert part.title in text
        assert all(line in text for line in part.lines)
    assert [mark.title for mark in document.outline] == [part.title for part in sheet.parts]
    assert len(document.pages) <= 3


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
