from io import BytesIO

import pytest
from PIL import ImageChops
from pypdf import PdfReader

from party.engine import PRESETS
from party.pdf.rules.rule_sheet import rule_sheet_pdf
from party.values.papers import Heading
from party.values.rules.sheets import rule_sheet_of
from tests.pdf.cast import PAPERS
from tests.pdf.reading import pictures
from tests.sampling import one_in

HEADING = Heading(party="Łukasz’s party", date="Sat 14 Nov", place="Hall")


@pytest.mark.parametrize("look", PAPERS)
@pytest.mark.parametrize("preset", ["midway", "lodige", "two-handed"])
def test_every_sentence_is_on_the_rule_sheet(preset, look):
    sheet = rule_sheet_of(PRESETS[preset], HEADING)
    document = PdfReader(BytesIO(rule_sheet_pdf(sheet, look)))
    text = " ".join(" ".join(page.extract_text().split()) for page in document.pages)
    for part in sheet.parts:
        assert part.title in text
        assert all(line in text for line in part.lines)
    assert [mark.title for mark in document.outline] == [part.title for part in sheet.parts]
    assert len(document.pages) <= 3


@pytest.mark.parametrize("look", PAPERS)
@pytest.mark.parametrize("preset", one_in(8, PRESETS))
def test_the_rules_for_the_wall_fill_more_than_half_of_their_last_page(preset, look):
    *_, last = pictures(rule_sheet_pdf(rule_sheet_of(PRESETS[preset], HEADING), look))
    assert ImageChops.invert(last).getbbox()[3] > 0.6 * last.height
